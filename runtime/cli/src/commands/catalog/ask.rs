//! Asking a server for all that it offers, and saying what it is waited for.

use std::time::Instant;

use tokio::{
    sync::mpsc::{UnboundedSender, unbounded_channel},
    time::timeout,
};
use wayleave::{
    catalog::{BindingName, Family, Generation, Limits, Lister, Page, Tolerance, Tolerances, discover},
    clock::TokioClock,
};
use wayleave_rmcp::client::{Client, ClientError};

use super::{
    server::{Server, Target},
    unanswered::Unanswered,
    waiting::{News, Waiting},
};
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
    console.hide(target.secrets());
    let (tell, told) = unbounded_channel();
    let asked = Asked { server, binding, tolerances: server.tolerances(pinned), tell };
    let runtime = runtime::client(console)?;
    let (outcome, question) = runtime.block_on(async {
        let mut waiting = Waiting::new(server, console);
        let asking = async {
            tokio::select! {
                outcome = asked.generation(target) => outcome,
                () = runtime::interrupted() => Err(Unanswered::Interrupted),
            }
        };
        let outcome = waiting.outcome(asking, told).await;
        (outcome, waiting.asked())
    });
    // A child process is killed where it was not closed in time, or nobody wants to know any more: it is in a group of
    // its own, and a terminal's interrupt does not reach it.
    drop(runtime);
    outcome?.or_else(|unanswered| {
        unanswered.say(question, server, console)?;
        Err(Stop::Said(unanswered.exit()))
    })
}

struct Asked<'a> {
    server: &'a Server,
    binding: &'a BindingName,
    tolerances: Tolerances,
    tell: UnboundedSender<News>,
}

impl Asked<'_> {
    async fn generation(&self, target: Target) -> Result<Generation, Unanswered> {
        let (began, patience) = (Instant::now(), self.server.patience());
        let tell = self.tell.clone();
        // Who does not listen any more has interrupted this.
        let options = self.server.options().on_step(move |step| {
            let _ = tell.send(News::Step(step));
        });
        let client = timeout(patience.handshake, target.connect(options)).await;
        let client = client.unwrap_or(Err(ClientError::Timeout)).map_err(Unanswered::Handshake)?;
        let limits = Limits { timeout: patience.all.saturating_sub(began.elapsed()), ..self.server.limits() };
        let discovery = client.discovery(self.binding).limits(limits).tolerances(self.tolerances);
        let told = Told { client: &client, tell: &self.tell };
        let outcome = discover(&told, &discovery, &TokioClock::new()).await;
        client.close().await;
        outcome.map_err(Unanswered::Discover)
    }
}

/// A lister that tells of each page that it asks for.
struct Told<'a> {
    client: &'a Client,
    tell: &'a UnboundedSender<News>,
}

impl Told<'_> {
    fn asks(&self, family: Family, cursor: Option<&str>) {
        let _ = self.tell.send(News::Page { family, first: cursor.is_none() });
    }
}

impl Lister for Told<'_> {
    type Error = ClientError;

    async fn tools(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.asks(Family::Tools, cursor);
        self.client.tools(cursor).await
    }

    async fn prompts(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.asks(Family::Prompts, cursor);
        self.client.prompts(cursor).await
    }

    async fn resources(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.asks(Family::Resources, cursor);
        self.client.resources(cursor).await
    }

    async fn resource_templates(&self, cursor: Option<&str>) -> Result<Page, ClientError> {
        self.asks(Family::ResourceTemplates, cursor);
        self.client.resource_templates(cursor).await
    }
}
