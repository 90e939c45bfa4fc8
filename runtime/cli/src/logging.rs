//! What a server logs: to stderr, and only what the crates of this project say. The SDK logs whole messages, with the
//! URIs and the bodies in them (G18).

use std::io;

use clap::ValueEnum;
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt,
    prelude::*,
    registry,
};

/// From which level on something is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Nothing.
    Off,
    /// What went wrong.
    Error,
    /// What should be looked at.
    Warn,
    /// What happens now and then.
    Info,
    /// A line a request: the route, the outcome, counts and the time it took.
    Debug,
}

/// Begins to log. Once for a process; later calls change nothing.
pub(crate) fn begin(level: Level) {
    let level = match level {
        Level::Off => LevelFilter::OFF,
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
    };
    // The prefix of every crate of ours.
    let ours = Targets::new().with_target("wayleave", level);
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(false);
    let _ = registry().with(lines.with_filter(ours)).try_init();
}
