//! The command line: what stands before and behind every command. The arguments of one command are declared in
//! its own module.

use clap::{Args, Parser, ValueEnum};

use crate::commands::Command;

/// Check manifests of MCP resources, explain their routes, list, read and serve what they hold.
#[derive(Debug, Parser)]
#[command(name = "wayleave", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command knows.
#[derive(Args, Debug)]
pub(crate) struct Globals {
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, global = true)]
    pub(crate) color: Color,
    /// Say on stderr why a read failed; a partial bundle keeps no causes
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the environment says otherwise (`NO_COLOR`).
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The output of a command whose human form is for the eye alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people.
    #[default]
    #[value(alias = "text")]
    Human,
    /// JSON, whose schema is stable.
    Json,
}
