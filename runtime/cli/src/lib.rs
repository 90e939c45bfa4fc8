//! The `wayleave` command: arguments in, calls out, text out.
//!
//! [`run`] is the whole of it; the program gives it the process's arguments and streams, a test its own. Each
//! command is a module of `commands`: it declares its arguments, calls the checker, the route table or the gateway,
//! and writes what they say. The result goes to the one stream and everything else to the other.
//!
//! ```
//! use wayleave_cli::{Console, Exit, Stream, run};
//!
//! let (mut out, mut err) = (Vec::new(), Vec::new());
//! let exit = run(
//!     ["wayleave", "check", "nowhere.yaml", "--format", "json"],
//!     &mut Console::new(Stream::plain(&mut out), Stream::plain(&mut err)),
//! );
//! assert_eq!(exit, Exit::Trouble);
//! assert!(String::from_utf8(out)?.contains("\"no-such-file\""));
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```

mod args;
mod caller;
mod commands;
mod console;
mod diagnostics;
mod exit;
mod logging;
mod manifest;
mod output;
mod regular;
mod runtime;
pub mod schema;
mod shown;
mod table;

use std::{
    ffi::OsString,
    io::{self, Write},
};

use clap::Parser;

pub use caller::Caller;
pub use console::{Console, Stream};
pub use exit::Exit;

/// Runs the command that `args` asks for; the first of them is the program's name.
///
/// It never panics on what arguments or files hold. All output is flushed when it returns.
pub fn run(args: impl IntoIterator<Item: Into<OsString> + Clone>, console: &mut Console<'_>) -> Exit {
    let result = match args::Cli::try_parse_from(args) {
        Ok(cli) => {
            console.configure(&cli.globals);
            cli.command.run(console)
        }
        Err(error) => usage(&error, console).map_err(Stop::Output),
    };
    match (result, console.out.flush()) {
        (Ok(exit) | Err(Stop::Said(exit)), Ok(())) => exit,
        (Err(Stop::Output(error)), _) | (_, Err(error)) => {
            // Where this cannot be written either, the exit code has to do.
            let _ = console.error(&format!("the output cannot be written: {error}"));
            Exit::Trouble
        }
    }
}

/// Help and version are results; everything else that clap says is a mistake in the arguments.
fn usage(error: &clap::Error, console: &mut Console<'_>) -> io::Result<Exit> {
    let (stream, exit) = match error.use_stderr() {
        true => (&mut console.err, Exit::Trouble),
        false => (&mut console.out, Exit::Success),
    };
    let text = error.render();
    if stream.is_styled() {
        write!(stream, "{}", text.ansi())?
    } else {
        write!(stream, "{text}")?
    }
    Ok(exit)
}

/// Why a command ends early.
#[derive(Debug)]
enum Stop {
    /// The reason has been said; this is the exit code for it.
    Said(Exit),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
