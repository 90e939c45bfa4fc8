//! `wayleave serve`: a manifest to clients, over stdio or streamable HTTP. Over stdio, stdout is the protocol's alone.

use std::{
    env,
    io::{self, IsTerminal, Read, Write},
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    pin::Pin,
};

use clap::Args;
use wayleave::resource::PageKeys;
use wayleave_bodies::BodiesError;
use wayleave_server::{
    AllowedHost, AllowedOrigin, Change, HttpOptions, ServeError, ServedManifest, Shutdown, Watch, page_keys,
};

use crate::{
    Console, Exit, Stop,
    console::WARNING,
    logging::{self, Level},
    manifest, regular, runtime,
    shown::shell_word,
};

/// The variable that holds page keys where no file is named.
const KEYS: &str = "WAYLEAVE_PAGE_KEYS";
/// A longer file of keys is none.
const KEYS_BYTES: u64 = 64 << 10;

/// Serve a manifest to MCP clients, over stdio or HTTP
///
/// Over stdio it ends with its input. SIGINT and SIGTERM end it when the reads under way are finished; a second one
/// at once. Exits with 0, with 1 where the manifest has errors or a second signal came, and with 2 where the
/// address cannot be listened on or a file cannot be read.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The manifest
    manifest: PathBuf,
    /// Serve streamable HTTP at this address, such as 127.0.0.1:8080, instead of stdio
    ///
    /// The protocol is spoken at `/mcp`; `/healthz` says whether the server lives. Port 0 picks a free port; the address
    /// is said on stderr.
    #[arg(long, value_name = "ADDR", value_parser = address)]
    http: Option<SocketAddr>,
    /// A host that requests may name, such as mcp.example.com; repeatable
    ///
    /// Requests that name another host are refused, so that no web page reaches the server by a name of its own.
    /// `localhost`, `127.0.0.1`, `::1` and the address itself are always allowed.
    #[arg(long, value_name = "HOST", requires = "http")]
    allow_host: Vec<AllowedHost>,
    /// An origin whose web pages may ask, such as https://app.example.com; repeatable
    ///
    /// Pages from the host that a request names are always allowed, other pages are refused. `http://localhost:*` allows
    /// every port.
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    allow_origin: Vec<AllowedOrigin>,
    /// The largest message that is taken from a client
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20)]
    max_message: usize,
    /// Put the manifest in force anew whenever it changes and has no errors
    #[arg(long)]
    watch: bool,
    /// A file of page keys, so that a list begun at one replica goes on at another
    ///
    /// One key a line, of 64 hexadecimal digits; the first seals, all of them open. Without a file the variable
    /// WAYLEAVE_PAGE_KEYS is asked, and without that a random key is made.
    #[arg(long, value_name = "FILE")]
    page_keys: Option<PathBuf>,
    /// What to log on stderr; `debug` writes a line a request
    #[arg(
        long,
        value_enum,
        value_name = "LEVEL",
        default_value = "warn",
        env = "WAYLEAVE_LOG",
        hide_env_values = true
    )]
    log: Level,
}

/// An address, or a port of `localhost`.
fn address(text: &str) -> Result<SocketAddr, &'static str> {
    if let Some(port) = text.strip_prefix("localhost:").and_then(|port| port.parse().ok()) {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    text.parse().map_err(|_| "write an address and a port, such as `127.0.0.1:8080`")
}

pub(crate) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Exit, Stop> {
    logging::begin(arguments.log);
    let path = &arguments.manifest;
    let keys = keys(arguments.page_keys.as_deref(), console)?;
    let (source, manifest) = manifest::opened(path, console)?;
    let base = manifest::base(path);
    let served = match ServedManifest::new(&manifest, &base, keys) {
        Ok(served) => served,
        Err(error) => {
            refused(&error, path, console)?;
            return Ok(Exit::Failure);
        }
    };
    let watch = arguments.watch.then(|| Watch::new(&served, path, &source, &manifest));
    let runtime = runtime::server(console)?;
    let ended = runtime.block_on(serve(arguments, served, watch, console));
    // A read of the standard input may be under way, and nobody can stop it.
    runtime.shutdown_background();
    let error = match ended? {
        Ok(()) => return Ok(Exit::Success),
        Err(error) => error,
    };
    console.error(&told(&error))?;
    console.causes(&error)?;
    Ok(match error {
        ServeError::Listen { .. } => Exit::Trouble,
        _ => Exit::Failure,
    })
}

async fn serve(
    arguments: &Arguments,
    served: ServedManifest,
    watch: Option<Watch>,
    console: &mut Console<'_>,
) -> Result<Result<(), ServeError>, Stop> {
    let shutdown = Shutdown::new();
    let signals = match shutdown.on_signals() {
        Ok(signals) => signals,
        Err(error) => {
            console.error(&format!("no signals can be listened to: {error}"))?;
            return Err(Stop::Said(Exit::Trouble));
        }
    };
    let server = served.server().shutdown(&shutdown).message_limit(arguments.max_message);
    let serving: Pin<Box<dyn Future<Output = Result<(), ServeError>>>> = match arguments.http {
        None => {
            if io::stdin().is_terminal() {
                let hint = "a client is awaited on the standard input; `--http 127.0.0.1:8080` serves HTTP";
                console.note("note", hint)?;
            }
            Box::pin(server.stdio())
        }
        Some(address) => match server.bind(address, options(arguments)).await {
            Ok(bound) => {
                listening(arguments, bound.address(), console)?;
                Box::pin(bound.run())
            }
            Err(error) => return Ok(Err(error)),
        },
    };
    let watching = async {
        if let Some(watch) = watch {
            // What cannot be said on stderr is no reason to serve no longer.
            watch.run(|change| drop(changed(change, &arguments.manifest, console))).await;
        }
    };
    let beside = async {
        tokio::join!(signals, watching);
        std::future::pending().await
    };
    tokio::select! {
        ended = serving => Ok(ended),
        ended = beside => ended,
    }
}

fn options(arguments: &Arguments) -> HttpOptions {
    let options = HttpOptions::new();
    let options = arguments.allow_host.iter().cloned().fold(options, HttpOptions::allow_host);
    arguments.allow_origin.iter().cloned().fold(options, HttpOptions::allow_origin)
}

/// Says where the server is, and who can read from it.
fn listening(arguments: &Arguments, address: SocketAddr, console: &mut Console<'_>) -> io::Result<()> {
    writeln!(console.err, "serving at http://{address}/mcp")?;
    if !address.ip().is_loopback() && arguments.allow_host.is_empty() {
        let label = console.err.paint(WARNING, "warning:");
        writeln!(console.err, "{label} callers are anonymous: whoever reaches {address} reads everything")?;
        let hint = "`--allow-host NAME` says under which name this is meant; other names are refused";
        console.note("help", hint)?;
    }
    Ok(())
}

/// Says what came of a changed manifest.
fn changed(change: Change, path: &Path, console: &mut Console<'_>) -> io::Result<()> {
    let path = path.display();
    match change {
        Change::Replaced { .. } => {
            return console.note("note", &format!("{path} has changed, and is in force"));
        }
        Change::Defects { source, defects } => {
            manifest::errors(&source, &defects, console)?;
            console.error(&format!("{path} has changed, and has defects"))?;
        }
        Change::Unreadable(error) => console.error(&manifest::unreadable(&error))?,
        Change::Refused(error) => {
            console.error(&error.to_string())?;
            console.causes(&error)?;
        }
        _ => console.error(&format!("{path} has changed, and cannot be served"))?,
    }
    console.note("note", "what was in force before stays in force")
}

/// Says why a manifest without defects is not served.
fn refused(error: &BodiesError, path: &Path, console: &mut Console<'_>) -> io::Result<()> {
    console.error(&error.to_string())?;
    console.causes(error)?;
    if let BodiesError::MissingHandlers { .. } = error {
        let path = path.display().to_string();
        let begin = format!("wayleave generate stubs {}", shell_word(&path));
        console.note("help", &format!("serve it by a program of your own: `{begin}` begins the handlers"))?;
    }
    Ok(())
}

/// The message of an error, with what the system says where that is for the user.
fn told(error: &ServeError) -> String {
    match error {
        ServeError::Listen { source, .. } => format!("{error}: {source}"),
        _ => error.to_string(),
    }
}

/// The page keys that the arguments or the environment give. No message holds a part of them.
fn keys(file: Option<&Path>, console: &mut Console<'_>) -> Result<Option<PageKeys>, Stop> {
    let (text, place) = match (file, env::var_os(KEYS)) {
        (Some(file), _) => {
            let mut text = String::new();
            let read = regular::open(file).and_then(|file| file.take(KEYS_BYTES).read_to_string(&mut text));
            let place = file.display().to_string();
            if let Err(error) = read {
                console.error(&format!("{place} cannot be read: {error}"))?;
                return Err(Stop::Said(Exit::Trouble));
            }
            (text, place)
        }
        (None, Some(value)) => (value.to_string_lossy().into_owned(), KEYS.to_owned()),
        (None, None) => return Ok(None),
    };
    match page_keys(&text) {
        Ok(keys) => Ok(Some(keys)),
        Err(error) => {
            console.error(&format!("{place}: {error}"))?;
            console.note("help", error.help())?;
            Err(Stop::Said(Exit::Trouble))
        }
    }
}
