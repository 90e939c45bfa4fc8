//! The `wayleave` command; all of it is in the library.

use std::process::ExitCode;

use wayleave_cli::{Console, run};

fn main() -> ExitCode {
    run(std::env::args_os(), &mut Console::standard()).into()
}
