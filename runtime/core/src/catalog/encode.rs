//! The canonical encoding that digests are taken of (C12). It knows no catalog: only how each kind of value is written.
//!
//! A text or bytes: the length as eight bytes, big-endian, then the bytes. A number: eight bytes, big-endian. A flag:
//! one byte, 0 or 1. A double: its eight IEEE 754 bytes, big-endian. An optional value: one byte 0, or one byte 1 and the
//! value. A list: the count as a number, then the values.

use sha2::{Digest as _, Sha256};

/// Writes values and hashes them.
pub(super) struct Encoder {
    hasher: Sha256,
    pending: Vec<u8>,
}

/// What is gathered before it is hashed: many small writes cost less than many small updates.
const GATHERED: usize = 8 * 1024;

impl Encoder {
    /// An encoder that begins with a domain and the version of its list of fields.
    pub(super) fn new(domain: &str, version: u32) -> Self {
        let mut encoder = Self { hasher: Sha256::new(), pending: Vec::with_capacity(2 * GATHERED) };
        encoder.text(domain);
        encoder.pending.extend(version.to_be_bytes());
        encoder
    }

    pub(super) fn number(&mut self, number: u64) {
        self.pending.extend(number.to_be_bytes());
    }

    /// How many values of a list follow.
    pub(super) fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.raw(text.as_bytes());
    }

    pub(super) fn flag(&mut self, flag: bool) {
        self.pending.push(u8::from(flag));
    }

    pub(super) fn double(&mut self, double: f64) {
        self.pending.extend(double.to_be_bytes());
    }

    /// Bytes of a fixed number.
    pub(super) fn fixed<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.raw(bytes);
    }

    /// Whether an optional value is there, and the value.
    pub(super) fn optional<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
    }

    pub(super) fn finish(mut self) -> [u8; 32] {
        self.hasher.update(&self.pending);
        self.hasher.finalize().into()
    }

    fn raw(&mut self, bytes: &[u8]) {
        if self.pending.len() + bytes.len() > GATHERED {
            self.hasher.update(&self.pending);
            self.pending.clear();
            if bytes.len() > GATHERED {
                self.hasher.update(bytes);
                return;
            }
        }
        self.pending.extend_from_slice(bytes);
    }
}
