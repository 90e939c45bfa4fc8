//! A host of two servers: a shop, which is a child process, and a wiki, which is in this one and renames a tool.

mod host;
mod servers;

use std::{error::Error, process::ExitCode, time::Duration};

use wayleave::{catalog::BindingName, clock::TokioClock};
use wayleave_rmcp::client::{Client, Options, Program, Watch};

use crate::{
    host::{Binding, Host},
    servers::{Shop, Wiki},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let outcome = match std::env::args().nth(1).as_deref() {
        None => talk().await,
        Some("shop") => servers::serve_stdio(Shop).await,
        Some(_) => Err("use: host [shop]".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// A talk of three turns.
async fn talk() -> Result<(), Box<dyn Error>> {
    let wiki = Wiki::new();
    let options = || Options::new("host", env!("CARGO_PKG_VERSION"));
    // This very program is the shop's server, too. It needs no variable of ours.
    let shop = Program::new(std::env::current_exe()?).arg("shop");
    let (read, write) = tokio::io::split(wiki.connect());
    let mut host = Host::new([
        Binding::new(BindingName::new("shop")?, Client::spawn(&shop, options()).await?),
        Binding::new(BindingName::new("wiki")?, Client::over(read, write, options()).await?),
    ]);
    host.discover().await?;

    println!("== the first turn");
    host.safe_point()?;
    host.say_what_a_model_sees();
    host.call("mcp__shop__order");
    host.call("mcp__wiki__search");

    println!("== the second turn, in which the wiki renames a tool");
    host.safe_point()?;
    let (clock, watch) = (TokioClock::new(), Watch::default().quiet(Duration::from_millis(10)));
    host.watching(&clock, &watch, async {
        wiki.rename("search", "find");
    })
    .await?;
    // A turn ends with the names that it began with.
    host.call("mcp__wiki__search");

    println!("== the third turn");
    host.safe_point()?;
    host.say_what_a_model_sees();
    host.call("mcp__wiki__search");
    host.call("mcp__wiki__find");

    host.close().await;
    Ok(())
}
