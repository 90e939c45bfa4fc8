//! Fixed texts.

use wayleave::resource::{
    Binding, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target,
};

use crate::{captures::CaptureTypes, fault::Fault};

/// Reads one and the same text, whatever the captures are.
#[derive(Debug)]
pub(crate) struct TextReader {
    pub(crate) captures: CaptureTypes,
    pub(crate) text: String,
}

impl<C: Send + Sync + 'static> Binding<C> for TextReader {
    async fn resolve(&self, _caller: &C, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        self.captures.check(request.captures())?;
        Ok(ReadPlan::single(Target::new(request.canonical().clone())))
    }

    async fn read(&self, _caller: &C, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        self.captures.check(request.captures())?;
        if self.text.len() > request.max_bytes() {
            return Err(Fault::TooLarge(u64::try_from(self.text.len()).ok()).into());
        }
        Ok(Payload::text(self.text.clone()))
    }

    fn depends_on_caller(&self) -> bool {
        false
    }
}
