//! Serves over stdio, or over HTTP with `--http ADDRESS`.

use std::{env, error::Error, io::Write, process::ExitCode};

use rmcp::{ServiceExt, transport::stdio};
use rmcp_server::{Boats, Server, gateway, http};
use tokio::net::TcpListener;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let boats = Boats::new();
    let server = Server::new(boats.clone(), gateway(boats)?);
    match *arguments {
        [] => {
            server.serve(stdio()).await?.waiting().await?;
        }
        ["--http", address] => {
            let listener = TcpListener::bind(address).await?;
            writeln!(std::io::stderr(), "http://{}", listener.local_addr()?)?;
            http::serve(server, listener).await?;
        }
        _ => {
            writeln!(std::io::stderr(), "usage: rmcp-server [--http ADDRESS]")?;
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}
