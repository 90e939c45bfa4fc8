//! Who works when. The rota goes round, so it can be worked out for every week.

use serde::Serialize;
use wayleave::prelude::*;

// `mod assets` with the routes, the trait of handlers and the bindings.
wayleave::manifest!(pub mod assets = "assets.yaml");

const CREW: [&str; 3] = ["ada", "ben", "cleo"];
const DAYS: [&str; 3] = ["Monday", "Wednesday", "Friday"];

/// The last week of a year.
const LAST_WEEK: u8 = 53;

/// One sailing day of a week.
#[derive(Serialize)]
struct Day {
    day: &'static str,
    crew: [&'static str; 2],
}

/// Reads what the manifest leaves to code.
pub(crate) struct Crew;

impl assets::Handlers for Crew {
    type Caller = ();

    async fn weekly_rota(&self, _caller: &(), route: assets::WeeklyRota) -> Result<Payload, ReadError> {
        Payload::json(&week(route.week)?)
    }

    async fn shift(&self, _caller: &(), route: assets::Shift) -> Result<Payload, ReadError> {
        let days = week(route.week)?;
        let own = days.iter().filter(|day| day.crew.contains(&&*route.person)).map(|day| day.day);
        let own: Vec<_> = own.collect();
        match own.is_empty() {
            true => Err(ReadError::unavailable()),
            false => Ok(Payload::text(format!("{} works on {}.\n", route.person, own.join(" and ")))),
        }
    }
}

/// The sailing days of a week.
fn week(week: u8) -> Result<Vec<Day>, ReadError> {
    if !(1..=LAST_WEEK).contains(&week) {
        return Err(ReadError::unavailable());
    }
    let person = |turn: usize| CREW.iter().cycle().nth(usize::from(week) + turn).copied().unwrap_or_default();
    let days = DAYS.iter().enumerate().map(|(turn, day)| Day { day, crew: [person(turn), person(turn + 1)] });
    Ok(days.collect())
}
