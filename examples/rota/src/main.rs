//! Reads one URI of the manifest `assets.yaml`, or the rota of a week that is given by its number.

mod crew;

use std::{env, error::Error, process::ExitCode};

use crew::{Crew, assets};
use wayleave::prelude::*;

fn gateway() -> Result<Gateway<()>, wayleave::resource::BuildError> {
    Gateway::builder(OpenPolicy::new()).resources(assets::bindings(Crew)).limits(assets::limits()).build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let asked = env::args().nth(1).unwrap_or_else(|| assets::RULES.to_owned());
    // A typed route gives its URI, so no address is put together by hand.
    let uri = match asked.parse() {
        Ok(week) => assets::WeeklyRota { week }.uri()?.to_string(),
        Err(_) => asked,
    };
    let bundle = match gateway()?.read(&(), &uri).await {
        Ok(bundle) => bundle,
        Err(failure) => {
            eprintln!("{}", failure.to_caller());
            return Ok(ExitCode::FAILURE);
        }
    };
    for item in bundle.items() {
        println!("== {}", item.uri());
        println!("{}", item.body().as_text().unwrap_or_default());
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_week_out_of_the_calendar_is_not_available() -> Result<(), Box<dyn Error>> {
        let uri = assets::WeeklyRota { week: 54 }.uri()?;
        assert!(gateway()?.read(&(), uri.as_str()).await.is_err());
        Ok(())
    }

    #[tokio::test]
    async fn the_crew_is_completed() -> Result<(), Box<dyn Error>> {
        let template = "rota://ferry/week/{week}/crew/{person}";
        let completion = gateway()?.complete(&(), template, "person", "b", &[("week", "49")]).await?;
        assert_eq!(completion.values(), ["ben"]);
        Ok(())
    }
}
