//! What is served: two typed routes and a block of methods.

use std::io;

use wayleave::prelude::*;

use crate::{policy::User, store::Store};

/// The number of a project.
#[derive(Clone, Copy, Capture)]
pub(crate) struct ProjectId(pub(crate) u32);

/// The thumbnail of one project.
#[derive(Route)]
#[route(uri_template = "asset://project/{id}/thumbnail", mime_type = "image/png")]
pub(crate) struct Thumbnail {
    pub(crate) id: ProjectId,
}

/// A note on one project.
#[derive(Route)]
#[route(uri_template = "asset://project/{id}/notes/{note}", mime_type = "text/markdown", cache(ttl = "60s"))]
pub(crate) struct Note {
    pub(crate) id: ProjectId,
    pub(crate) note: String,
}

/// One day of a project's log.
#[derive(serde::Deserialize, serde::Serialize)]
pub(crate) struct Log {
    day: String,
    entries: Vec<String>,
}

pub(crate) struct Assets {
    pub(crate) store: Store,
}

#[resources(caller = User)]
impl Assets {
    /// What this server holds.
    #[resource(
        uri = "asset://about",
        mime_type = "text/markdown",
        annotations(audience("user"), priority = 0.9)
    )]
    async fn about(&self, caller: &User) -> String {
        format!("# Assets\n\nPictures and notes of our projects, for {}.\n", caller.name())
    }

    #[resource(route = Thumbnail)]
    async fn thumbnail(&self, Thumbnail { id }: Thumbnail) -> io::Result<Vec<u8>> {
        self.store.read(id.0, &["thumbnail.png"]).await
    }

    #[resource(route = Note, complete(note = Self::note_names))]
    async fn note(&self, Note { id, note }: Note) -> io::Result<String> {
        self.store.read_text(id.0, &["notes", &format!("{note}.md")]).await
    }

    /// What was done on one day.
    #[resource(uri_template = "asset://project/{id}/log/{day}")]
    async fn log(&self, id: ProjectId, day: String) -> Result<Json<Log>, ReadError> {
        let path = format!("{day}.json");
        let text = self.store.read(id.0, &["log", &path]).await.map_err(ReadError::failed)?;
        serde_json::from_slice(&text).map(Json).map_err(ReadError::invalid_content)
    }

    /// All that someone needs who takes a project over.
    #[bundle(uri_template = "asset://project/{id}/handover")]
    async fn handover(&self, id: ProjectId) -> Result<ReadPlan, PlanError> {
        ReadPlan::of([Thumbnail { id }.target()?, Note { id, note: "first".into() }.target()?])
    }

    async fn note_names(&self, request: CompletionRequest<'_>) -> io::Result<Vec<String>> {
        match request.chosen("id").map(str::parse) {
            Some(Ok(project)) => self.store.notes(project, request.value()).await,
            _ => Ok(Vec::new()),
        }
    }
}
