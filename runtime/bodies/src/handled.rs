//! Entries that are read by code: the code's binding, with what the manifest says of completion.

use wayleave::model::Uri;
use wayleave::resource::{
    Binding, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch,
};

use crate::captures::EntryCaptures;

/// A binding in code.
#[derive(Debug)]
pub(crate) struct Handled<B> {
    pub(crate) captures: EntryCaptures,
    pub(crate) binding: B,
}

impl<C: Send + Sync + 'static, B: Binding<C>> Binding<C> for Handled<B> {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        match self.captures.canonical(request)? {
            None => self.binding.canonical(request),
            written => Ok(written),
        }
    }

    async fn resolve(&self, caller: &C, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        self.binding.resolve(caller, request).await
    }

    async fn read(&self, caller: &C, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        self.binding.read(caller, request).await
    }

    async fn complete(&self, caller: &C, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        match self.captures.complete(request).await {
            Some(values) => Ok(values?),
            None => self.binding.complete(caller, request).await,
        }
    }

    fn is_bundle(&self) -> bool {
        self.binding.is_bundle()
    }

    fn depends_on_caller(&self) -> bool {
        self.binding.depends_on_caller()
    }
}
