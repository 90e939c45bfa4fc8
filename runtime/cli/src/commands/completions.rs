//! `wayleave completions`: the script by which a shell completes the command.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{Console, Exit, Stop, args::Cli};

/// Print the completions of the command for a shell
///
/// For bash: `wayleave completions bash > ~/.local/share/bash-completion/completions/wayleave`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    // It panics where its writer fails, and memory does not.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "wayleave", &mut script);
    console.out.write_all(&script)?;
    Ok(Exit::Success)
}
