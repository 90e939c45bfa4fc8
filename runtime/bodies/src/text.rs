//! Fixed texts.

use wayleave::model::Uri;
use wayleave::resource::{
    Binding, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target,
};

use crate::{captures::EntryCaptures, fault::Fault};

/// Reads one and the same text, whatever the captures are.
#[derive(Debug)]
pub(crate) struct TextReader {
    pub(crate) captures: EntryCaptures,
    pub(crate) text: String,
}

impl<C: Send + Sync + 'static> Binding<C> for TextReader {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        self.captures.canonical(request)
    }

    async fn resolve(&self, _caller: &C, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, _caller: &C, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        self.captures.check(request.captures())?;
        if self.text.len() > request.max_bytes() {
            return Err(Fault::TooLarge(u64::try_from(self.text.len()).ok()).into());
        }
        Ok(Payload::text(self.text.clone()))
    }

    async fn complete(&self, _caller: &C, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        self.captures.completed(request).await
    }

    fn depends_on_caller(&self) -> bool {
        false
    }
}
