//! Building a generation of 10,000 tools beside hashing and copying the same bytes alone, and the memory that it takes.
//!
//! `cargo bench -p wayleave-bench --bench catalog`

use std::{
    alloc::{GlobalAlloc, Layout, System},
    hint::black_box,
    sync::atomic::{AtomicUsize, Ordering},
};

use sha2::{Digest, Sha256};
use wayleave::catalog::{
    BindingName, Builder, Capabilities, Generation, Handshake, ProtocolVersion, ToolAnnotations, ToolSpec,
};
use wayleave_bench::{Way, compare};

fn main() {}
