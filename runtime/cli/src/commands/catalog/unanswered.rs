//! Why a server gave no generation: in which step, what it means for the exit code, and what to do next.

use std::{error::Error, io};

use wayleave::catalog::DiscoverError;
use wayleave_rmcp::client::ClientError;

use super::{server::Server, waiting::Question};
use crate::{Console, Exit};

/// Why there is no generation.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// Whoever asked wants an end.
    Interrupted,
    /// There is no connection.
    Handshake(ClientError),
    Discover(DiscoverError),
}

impl Unanswered {
    pub(super) fn exit(&self) -> Exit {
        match self {
            Self::Interrupted => Exit::Trouble,
            Self::Discover(DiscoverError::Defect(_)) => Exit::Defective,
            Self::Discover(DiscoverError::OverLimit(_)) => Exit::OverLimit,
            Self::Handshake(_) | Self::Discover(_) => self.client().map_or(Exit::Trouble, of_client),
        }
    }

    /// The connection's error, if it is one.
    fn client(&self) -> Option<&ClientError> {
        match self {
            Self::Handshake(error) => Some(error),
            Self::Discover(DiscoverError::Lister { source, .. }) => source.downcast_ref(),
            _ => None,
        }
    }

    /// Whoever runs the command is the host, so all causes are said; none of them holds a secret or a peer's bare text.
    pub(super) fn say(
        &self,
        asked: Option<Question>,
        server: &Server,
        console: &mut Console<'_>,
    ) -> io::Result<()> {
        let text = self.text();
        match asked {
            Some(question) if matches!(self, Self::Handshake(_)) => {
                console.error(&format!("{question}: {text}"))?;
            }
            _ => console.error(&text)?,
        }
        let mut next = match self {
            Self::Interrupted => None,
            Self::Handshake(error) => error.source(),
            Self::Discover(error) => error.source(),
        };
        while let Some(cause) = next {
            console.note("cause", &cause.to_string())?;
            next = cause.source();
        }
        self.help(server, console.is_verbose()).iter().try_for_each(|help| console.note("help", help))
    }

    fn text(&self) -> String {
        match self {
            Self::Interrupted => "interrupted".to_owned(),
            Self::Handshake(error) => error.to_string(),
            Self::Discover(DiscoverError::Timeout { family, page }) => {
                format!("{}: the server took too long", Question::page(*family, *page))
            }
            Self::Discover(DiscoverError::Lister { family, page, .. }) => {
                format!("{}: the call failed", Question::page(*family, *page))
            }
            Self::Discover(error) => error.to_string(),
        }
    }

    /// What to do next. What a program says of itself is known already where this is `verbose`.
    fn help(&self, server: &Server, verbose: bool) -> Vec<String> {
        match self {
            Self::Discover(DiscoverError::Timeout { .. }) => vec![more_time(server)],
            Self::Discover(DiscoverError::Defect(error)) => {
                let tolerance =
                    error.tolerance().map(|tolerance| format!("--tolerate {}", tolerance.as_str()));
                tolerance.iter().map(|flag| format!("{} bears with it", server.flag(flag))).collect()
            }
            Self::Discover(DiscoverError::OverLimit(_)) => {
                vec!["`--max-items`, `--max-pages` and `--max-bytes` allow more".to_owned()]
            }
            Self::Handshake(ClientError::Timeout | ClientError::Closed) if server.is_program() => {
                let speaks = "check that the program speaks MCP over its standard streams";
                let words = if verbose { String::new() } else { format!(": {}", own_words(server)) };
                let timeout = matches!(self, Self::Handshake(ClientError::Timeout));
                let misplaced = server.misplaced().map(|flag| {
                    format!("`{flag}` went to the program: what is for this command stands before `--stdio`")
                });
                let time = timeout.then(|| more_time(server));
                [Some(format!("{speaks}{words}")), misplaced, time].into_iter().flatten().collect()
            }
            Self::Handshake(ClientError::Spawn(_)) => {
                vec![
                    "`--stdio` takes a program and its arguments as words of their own, not quoted together"
                        .to_owned(),
                ]
            }
            _ => self.client().and_then(|error| of_connection(error, server, verbose)).into_iter().collect(),
        }
    }
}

/// What to do about a server that took too long.
fn more_time(server: &Server) -> String {
    format!("{} gives it more time", server.flag(&format!("{} TIME", server.shortest())))
}

/// How to see what a program says of itself.
fn own_words(server: &Server) -> String {
    format!("{} shows what it writes to its standard error", server.flag("--verbose"))
}

/// What to do about a connection's error.
fn of_connection(error: &ClientError, server: &Server, verbose: bool) -> Option<String> {
    const PATH: &str = "check the address and its path: many servers serve MCP at `/mcp`";
    let help = match error {
        ClientError::Timeout => more_time(server),
        ClientError::Closed if server.is_program() && !verbose => own_words(server),
        ClientError::Http { status } => match status {
            401 => "the server wants to know who asks: `--bearer-env VARIABLE` sends a token, `--header-env \
                    NAME=VARIABLE` another header"
                .to_owned(),
            403 => {
                "the server refuses whoever asks: check what `--bearer-env`, `--header-env` and `--header` \
                    send, and whom it lets in"
                    .to_owned()
            }
            404 | 410 => format!("there is nothing at this address: {PATH}"),
            405 => format!("this address takes no `POST`: {PATH}"),
            429 => "the server is asked too often: try again later".to_owned(),
            500.. => {
                "the server, or what stands before it, has failed: look into its log, or try again later"
                    .to_owned()
            }
            _ => PATH.to_owned(),
        },
        ClientError::Redirected { .. } => "give the address that this one redirects to".to_owned(),
        ClientError::ContentType => format!("a web page would answer so: {PATH}"),
        ClientError::Unreachable(_) => "check that the server runs, and its host and port".to_owned(),
        _ => return None,
    };
    Some(help)
}

/// What a connection's error means: some of them are the server's defects.
fn of_client(error: &ClientError) -> Exit {
    match error {
        ClientError::Handshake(_) | ClientError::Malformed | ClientError::TooDeep { .. } => Exit::Defective,
        ClientError::TooLarge { .. } => Exit::OverLimit,
        _ => Exit::Trouble,
    }
}
