//! Reads one URI as one person and shows what is delivered.

mod assets;
mod policy;
mod store;

use std::{env, error::Error, io::Write, process::ExitCode};

use wayleave::{prelude::*, resource::Body};

use crate::{
    assets::Assets,
    policy::{House, User},
    store::Store,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [kind, name, uri] = &arguments[..] else {
        writeln!(std::io::stderr(), "usage: thumbnails staff|guest NAME URI")?;
        return Ok(ExitCode::from(2));
    };
    let caller = match &**kind {
        "staff" => User::Staff(name.clone()),
        _ => User::Guest(name.clone()),
    };
    let assets = Assets { store: Store::new(concat!(env!("CARGO_MANIFEST_DIR"), "/projects")) };
    let gateway = Gateway::builder(House).resources(assets).build()?;
    match gateway.read(&caller, uri).await {
        Ok(bundle) => show(&bundle, &mut std::io::stdout().lock())?,
        Err(failure) => {
            writeln!(std::io::stderr(), "{}", failure.to_caller())?;
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Each item with its type, and its text or the number of its bytes.
fn show(bundle: &Bundle, out: &mut impl Write) -> std::io::Result<()> {
    for item in bundle.items() {
        writeln!(out, "== {} ({})", item.uri(), item.mime_type())?;
        match item.body() {
            Body::Text(text) => writeln!(out, "{}", text.trim_end())?,
            Body::Bytes(bytes) => writeln!(out, "{} bytes", bytes.len())?,
        }
    }
    Ok(())
}
