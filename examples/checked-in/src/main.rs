//! Reads one URI of the manifest `tides.yaml`. Its code is the file `tides.rs`, made by `wayleave generate rust`.

mod tides;

use std::{env, error::Error, process::ExitCode};

use wayleave::prelude::*;

/// Works out the tides.
struct Almanac;

impl tides::Handlers for Almanac {
    type Caller = ();

    async fn tide_table(&self, _caller: &(), route: tides::TideTable) -> Result<Payload, ReadError> {
        let port = match &*route.port {
            "ternpoint" => 0,
            "gullhaven" => 25,
            _ => return Err(ReadError::unavailable()),
        };
        // High water comes some fifty minutes later each day, and twice a day.
        let minutes = (u32::from(route.day) * 50 + port) % (12 * 60 + 25);
        Ok(Payload::text(format!("High water at {:02}:{:02}.\n", minutes / 60, minutes % 60)))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let uri = env::args().nth(1).unwrap_or_else(|| tides::PORTS.to_owned());
    let gateway = Gateway::builder(OpenPolicy::new())
        .resources(tides::bindings(Almanac))
        .limits(tides::limits())
        .build()?;
    match gateway.read(&(), &uri).await {
        Ok(bundle) => {
            let texts = bundle.items().iter().filter_map(|item| item.body().as_text());
            texts.for_each(|text| print!("{text}"));
            Ok(ExitCode::SUCCESS)
        }
        Err(failure) => {
            eprintln!("{}", failure.to_caller());
            Ok(ExitCode::FAILURE)
        }
    }
}
