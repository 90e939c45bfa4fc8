//! Objects of a store.

use std::sync::Arc;

use object_store::{ObjectStore, path::Path};
use wayleave::model::Uri;
use wayleave::resource::{
    Binding, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target,
};
use wayleave_manifest::PathPattern;

use crate::{
    captures::{Captured, EntryCaptures},
    fault::Fault,
    media, store,
};

/// Reads the object whose path the captures fill.
#[derive(Debug)]
pub(crate) struct StoredReader {
    pub(crate) captures: EntryCaptures,
    pub(crate) store: Arc<dyn ObjectStore>,
    pub(crate) path: PathPattern,
}

impl StoredReader {
    fn path(&self, captures: &[Captured<'_>]) -> Result<Path, Fault> {
        store::path(&self.path.fill(captures).ok_or(Fault::Capture)?)
    }
}

impl<C: Send + Sync + 'static> Binding<C> for StoredReader {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        self.captures.canonical(request)
    }

    async fn resolve(&self, _caller: &C, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        // An object that is not there is no resource, so the caller is told *not found* (G4, G9). As an item of a
        // bundle it comes straight to `read`, and its absence is that item's failure.
        let path = self.path(&self.captures.check(request.captures())?)?;
        store::find(&*self.store, &path).await?;
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, _caller: &C, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        let path = self.path(&self.captures.check(request.captures())?)?;
        let bytes = store::fetch(&*self.store, &path, request.max_bytes()).await?;
        Ok(media::payload(bytes, request.definition().mime_type(), path.filename().unwrap_or_default())?)
    }

    async fn complete(&self, _caller: &C, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        self.captures.completed(request).await
    }

    fn depends_on_caller(&self) -> bool {
        false
    }
}
