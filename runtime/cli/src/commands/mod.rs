//! The commands. To add one, write its module and name it in the list below.

mod catalog;
mod check;
mod completions;
mod generate;
mod list;
mod man;
mod new;
mod read;
mod route;
mod serve;

use crate::{Console, Exit, Stop};

pub(crate) use catalog::{CatalogShown, CatalogTaken, CatalogVerified, DifferenceSchema, LockSchema};
pub(crate) use check::Report as CheckReport;
pub(crate) use list::Listed;
pub(crate) use route::Routed;

macro_rules! commands {
    ($($name:ident = $module:ident;)+) => {
        /// What the command line can ask for. The arguments and the help of each command are its module's.
        #[derive(clap::Subcommand, Debug)]
        pub(crate) enum Command {
            $($name($module::Arguments),)+
        }

        impl Command {
            /// Does it.
            pub(crate) fn run(self, console: &mut Console<'_>) -> Result<Exit, Stop> {
                match self { $(Self::$name(arguments) => $module::run(&arguments, console),)+ }
            }
        }
    };
}

commands! {
    Check = check;
    Route = route;
    List = list;
    Read = read;
    Serve = serve;
    Generate = generate;
    Catalog = catalog;
    New = new;
    Completions = completions;
    Man = man;
}
