//! Measuring several ways to do a thing in one run, turn by turn, so that what disturbs one disturbs all.

pub mod catalog;

use std::{hint::black_box, time::Instant};

/// One way to do a thing: its name, and what does it once.
pub struct Way<'a> {
    name: String,
    run: Box<dyn FnMut() + 'a>,
}

impl<'a> Way<'a> {
    /// A way whose result is kept from being optimised away.
    pub fn new<T>(name: impl Into<String>, mut run: impl FnMut() -> T + 'a) -> Self {
        Self { name: name.into(), run: Box::new(move || drop(black_box(run()))) }
    }
}

/// Runs `ways` in turn, `rounds` times `batch` calls of each, and returns the best round of each in
/// nanoseconds a call, in the order given.
pub fn measure(ways: &mut [Way<'_>], rounds: usize, batch: usize) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; ways.len()];
    for _ in 0..rounds {
        for (way, best) in ways.iter_mut().zip(&mut best) {
            let start = Instant::now();
            for _ in 0..batch {
                (way.run)();
            }
            let nanoseconds = start.elapsed().as_nanos() as f64 / batch as f64;
            *best = best.min(nanoseconds);
        }
    }
    best
}

/// Measures and prints a row: each way's time, and its ratio to the last one's.
pub fn compare(title: &str, ways: &mut [Way<'_>], rounds: usize, batch: usize) {
    let times = measure(ways, rounds, batch);
    let base = times.last().copied().unwrap_or(f64::NAN);
    println!("{title}");
    for (way, time) in ways.iter().zip(&times) {
        println!("  {:<44} {:>10.1} ns  {:>6.2}", way.name, time, time / base);
    }
}
