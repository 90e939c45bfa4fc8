//! The memory of a generation of 10,000 tools of 540 bytes, beside the bytes of their texts.
//!
//! `cargo bench -p wayleave-bench --bench catalog_memory`

use peak_alloc::PeakAlloc;
use wayleave::catalog::{
    BindingName, Builder, Capabilities, DefectError, Generation, Handshake, ProtocolVersion, ToolSpec,
};
use wayleave_bench::catalog::{Source, sources};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

fn main() -> Result<(), DefectError> {
    let handshake =
        Handshake::new(ProtocolVersion::new("2026-07-28")?, Capabilities::parse(r#"{"tools":{}}"#)?);
    for (order, shuffled) in [("in order", false), ("in no order", true)] {
        let sources = sources(10_000, shuffled);
        let bytes: usize = sources.iter().map(Source::bytes).sum();
        let before = ALLOCATED.current_usage();
        ALLOCATED.reset_peak_usage();
        let generation = build(handshake.clone(), &sources)?;
        let (peak, kept) = (ALLOCATED.peak_usage() - before, ALLOCATED.current_usage() - before);
        println!("10,000 tools, {order}: {bytes} bytes of texts, lent");
        println!("  {:<20} {kept:>10} bytes  {:>6.2}", "kept", kept as f64 / bytes as f64);
        println!("  {:<20} {peak:>10} bytes  {:>6.2}", "at most, building", peak as f64 / bytes as f64);
        drop(generation);
    }
    Ok(())
}

fn build(handshake: Handshake, sources: &[Source]) -> Result<Generation, DefectError> {
    Builder::new(BindingName::new("bench")?, handshake)
        .tools(sources.iter().map(|source| {
            ToolSpec::new(&source.name)
                .with_title(&source.title)
                .with_description(&source.description)
                .with_input_schema(&source.schema)
        }))
        .build()
}
