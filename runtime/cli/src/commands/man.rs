//! `wayleave man`: the manual pages, made from the same declarations as the help.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use crate::{Console, Exit, Stop, args::Cli, output};

/// Print the manual page, or write one for every command
///
/// To read it: `wayleave man | man -l -`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The folder to write into, such as `~/.local/share/man/man1`; without it the page of `wayleave` is printed
    #[arg(value_parser = output::folder())]
    folder: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    // `help` has nothing to say that the others do not.
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &arguments.folder else {
        console.out.write_all(&page(command)?)?;
        return Ok(Exit::Success);
    };
    if let Err(error) = fs::create_dir_all(folder).and_then(|()| write(&command, folder)) {
        console.error(&format!("{} cannot be written: {error}", folder.display()))?;
        return Ok(Exit::Trouble);
    }
    Ok(Exit::Success)
}

/// The page of a command and those of its subcommands.
fn write(command: &Command, folder: &Path) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    fs::write(folder.join(format!("{name}.1")), page(command.clone())?)?;
    command.get_subcommands().try_for_each(|inner| write(inner, folder))
}

fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
