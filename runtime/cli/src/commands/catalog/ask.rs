//! Asking a server for all that it offers, with progress on a terminal, and what its silence means for the exit code.

use std::{
    error::Error,
    fmt,
    io::{self, Write as _},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use tokio::sync::Notify;
use wayleave::{
    catalog::{
        BindingName, DefectError, DiscoverError, Discovery, Family, Generation, Lister, Page, Tolerance,
        discover,
    },
    clock::TokioClock,
};
use wayleave_rmcp::client::{Client, ClientError};

use super::server::{Server, Target};
use crate::{Console, Exit, Stop, runtime};

/// The generation that a server offers now. Where there is none, the reason is said.
pub(super) fn ask(
    server: &Server,
    binding: &BindingName,
    pinned: impl IntoIterator<Item = Tolerance>,
    console: &mut Console<'_>,
) -> Result<Generation, Stop> {
    let target = server.target(console.is_verbose()).or_else(|message| {
        console.error(&message)?;
        Err(Stop::Said(Exit::Trouble))
    })?;
    let asked = Asked { server, binding, tolerances: server.tolerances(pinned) };
    let runtime = runtime::client(console)?;
    let outcome = runtime.block_on(async {
        let all = asked.generation(target, console);
        tokio::select! {
            outcome = tokio::time::timeout(server.timeout(), all) => {
                outcome.unwrap_or(Ok(Err(Unanswered::Timeout)))
            }
            () = runtime::interrupted() => Ok(Err(Unanswered::Interrupted)),
        }
    });
    // A child process is killed where it was not closed in time, or nobody wants to know any more: it is in a group of
    // its own, and a terminal's interrupt does not reach it.
    drop(runtime);
    outcome?.or_else(|unanswered| {
        clear(console)?;
        unanswered.say(console)?;
        Err(Stop::Said(unanswered.exit()))
    })
}

struct Asked<'a> {
    server: &'a Server,
    binding: &'a BindingName,
    tolerances: wayleave::catalog::Tolerances,
}

impl Asked<'_> {
    async fn generation(
        &self,
        target: Target,
        console: &mut Console<'_>,
    ) -> io::Result<Result<Generation, Unanswered>> {
        let client = match target.connect(self.server.options()).await {
            Ok(client) => client,
            Err(error) => return Ok(Err(Unanswered::Client(error))),
        };
        let discovery =
            client.discovery(self.binding).limits(self.server.limits()).tolerances(self.tolerances);
        let outcome = walk(&client, &discovery, console).await;
        client.close().await;
        Ok(outcome?.map_err(Unanswered::Discover))
    }
}

/// Discovers, and on a terminal says how far it is.
async fn walk(
    client: &Client,
    discovery: &Discovery,
    console: &mut Console<'_>,
) -> io::Result<Result<Generation, DiscoverError>> {
    let clock = TokioClock::new();
    if !console.err.is_terminal() {
        return Ok(discover(client, discovery, &clock).await);
    }
    let counted =
        Counted { client, pages: AtomicUsize::new(0), family: AtomicUsize::new(0), news: Notify::new() };
    let mut walk = std::pin::pin!(discover(&counted, discovery, &clock));
    let mut drawn: Option<Instant> = None;
    let outcome = loop {
        tokio::select! {
            biased;
            outcome = &mut walk => break outcome,
            () = counted.news.notified() => {
                if drawn.is_none_or(|drawn| drawn.elapsed() >= BETWEEN) {
                    draw(&counted, console)?;
                    drawn = Some(Instant::now());
                }
            }
        }
    };
    if drawn.is_some() {
        clear(console)?;
    }
    Ok(outcome)
}

/// The time between two drawings, at least.
const BETWEEN: Duration = Duration::from_millis(50);

fn draw(counted: &Counted<'_>, console: &mut Console<'_>) -> io::Result<()> {
    let family = Family::ALL.get(counted.family.load(Ordering::Relaxed)).map_or("", |family| family.as_str());
    let pages = counted.pages.load(Ordering::Relaxed);
    write!(console.err, "\r\u{1b}[2K{family}: page {pages} …")?;
    console.err.flush()
}

/// Leaves a terminal without a half line on it.
fn clear(console: &mut Console<'_>) -> io::Result<()> {
    if console.err.is_terminal() {
        write!(console.err, "\r\u{1b}[2K")?;
    }
    Ok(())
}

/// A lister that counts the pages that came. From the second page of a family on it has news: short lists are over before
/// anyone would read it.
struct Counted<'a> {
    client: &'a Client,
    family: AtomicUsize,
    pages: AtomicUsize,
    news: Notify,
}

impl Counted<'_> {
    fn asks(&self, family: usize, cursor: Option<&str>) {
        if cursor.is_none() {
            self.family.store(family, Ordering::Relaxed);
            self.pages.store(1, Ordering::Relaxed);
        } else {
            self.pages.fetch_add(1, Ordering::Relaxed);
            self.news.notify_one();
        }
    }
}

impl Lister for Counted<'_> {
    type Error = ClientError;

    async fn tools(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.asks(0, cursor);
        self.client.tools(cursor).await
    }

    async fn prompts(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.asks(1, cursor);
        self.client.prompts(cursor).await
    }

    async fn resources(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.asks(2, cursor);
        self.client.resources(cursor).await
    }

    async fn resource_templates(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.asks(3, cursor);
        self.client.resource_templates(cursor).await
    }
}

/// Why there is no generation.
#[derive(Debug)]
enum Unanswered {
    /// All of it took too long.
    Timeout,
    /// Whoever asked wants an end.
    Interrupted,
    Client(ClientError),
    Discover(DiscoverError),
}

impl Unanswered {
    fn exit(&self) -> Exit {
        match self {
            Self::Timeout | Self::Interrupted => Exit::Trouble,
            Self::Discover(DiscoverError::Defect(_)) => Exit::Defective,
            Self::Discover(DiscoverError::OverLimit(_)) => Exit::OverLimit,
            Self::Client(_) | Self::Discover(_) => self.client().map_or(Exit::Trouble, of_client),
        }
    }

    /// The connection's error, if it is one.
    fn client(&self) -> Option<&ClientError> {
        match self {
            Self::Client(error) => Some(error),
            Self::Discover(DiscoverError::Lister { source, .. }) => source.downcast_ref(),
            _ => None,
        }
    }

    /// Whoever runs the command is the host, so all causes are said; none of them holds a secret or a peer's bare text.
    fn say(&self, console: &mut Console<'_>) -> io::Result<()> {
        console.error(&self.to_string())?;
        let mut next = match self {
            Self::Timeout | Self::Interrupted => None,
            Self::Client(error) => error.source(),
            Self::Discover(error) => error.source(),
        };
        while let Some(cause) = next {
            console.note("cause", &cause.to_string())?;
            next = cause.source();
        }
        match self.help() {
            Some(help) => console.note("help", &help),
            None => Ok(()),
        }
    }

    fn help(&self) -> Option<String> {
        let tolerance = |error: &DefectError| {
            error.tolerance().map(|tolerance| format!("`--tolerate {}` bears with it", tolerance.as_str()))
        };
        match self {
            Self::Timeout | Self::Discover(DiscoverError::Timeout { .. }) => {
                Some("`--timeout TIME` gives it more time".to_owned())
            }
            _ if matches!(self.client(), Some(ClientError::Timeout)) => {
                Some("`--timeout TIME` gives it more time".to_owned())
            }
            _ if matches!(self.client(), Some(ClientError::Closed)) => {
                Some("`--verbose` shows what a program writes to its standard error".to_owned())
            }
            Self::Discover(DiscoverError::Defect(error)) => tolerance(error),
            Self::Discover(DiscoverError::OverLimit(_)) => {
                Some("`--max-items`, `--max-pages` and `--max-bytes` allow more".to_owned())
            }
            _ => None,
        }
    }
}

/// What a connection's error means: some of them are the server's defects.
fn of_client(error: &ClientError) -> Exit {
    match error {
        ClientError::Handshake(_) | ClientError::Malformed | ClientError::TooDeep { .. } => Exit::Defective,
        ClientError::TooLarge { .. } => Exit::OverLimit,
        _ => Exit::Trouble,
    }
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => f.write_str("the server took too long"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Client(error) => error.fmt(f),
            Self::Discover(error) => error.fmt(f),
        }
    }
}
