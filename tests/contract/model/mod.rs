//! Reads of every kind against a naive reference of the rules.
//!
//! A [`case`] is the whole world around one read; [`generate`] makes one of a number, [`reference`] says by the
//! contract's words what the read comes to, and [`stage`] has a gateway do it. [`check`] compares the two.
//!
//! `WAYLEAVE_MODEL_CASES=100000` runs so many cases in place of the usual few, and `WAYLEAVE_MODEL_SEED=7` the one
//! that a failure names.

mod case;
mod check;
mod generate;
mod reference;
mod stage;

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use crate::harness::Traces;

/// Prints how to repeat the case if the test fails in it.
struct Repeat(u64);

impl Drop for Repeat {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to repeat: WAYLEAVE_MODEL_SEED={} cargo test -p wayleave-contract model", self.0);
        }
    }
}

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().expect("a number"))
}

/// U2, U4 to U6, U8, G3 to G18, G20 to G23, G30: a read comes to what the rules say, whatever happens around it.
#[test]
fn reads_end_as_the_rules_say() {
    let seeds = match variable("WAYLEAVE_MODEL_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..variable("WAYLEAVE_MODEL_CASES").unwrap_or(4_000),
    };
    let alone = seeds.end - seeds.start == 1;
    let traces = Traces::default();
    let start = Instant::now();
    let mut features = BTreeMap::new();
    tracing::dispatcher::with_default(&traces.subscriber(), || {
        for seed in seeds.clone() {
            let _repeat = Repeat(seed);
            let case = Arc::new(generate::case(seed));
            if alone {
                eprintln!("{case:#?}");
            }
            let expected = reference::read(&case);
            if alone {
                eprintln!("{expected:#?}");
            }
            let observed = stage::play(&case);
            for feature in check::check(&case, &expected, &observed, &traces.take()) {
                *features.entry(feature).or_insert(0_u64) += 1;
            }
        }
    });
    println!(
        "{} cases in {:.1?}, without a difference: {features:#?}",
        seeds.end - seeds.start,
        start.elapsed()
    );
    if seeds.end >= 4_000 && !alone {
        check::check_spread(&features);
    }
}
