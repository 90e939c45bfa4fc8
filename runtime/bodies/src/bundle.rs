//! Bundles: the bodies of other entries, in order (G5, G30).

use wayleave::model::Uri;
use wayleave::resource::{
    Binding, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target,
};
use wayleave_manifest::BundleItem;

use crate::{
    captures::{Captured, EntryCaptures},
    fault::Fault,
};

/// Names the items of a bundle. Each is read by the reader of the entry that serves it.
#[derive(Debug)]
pub(crate) struct BundleReader {
    pub(crate) captures: EntryCaptures,
    pub(crate) items: Vec<BundleItem>,
}

impl<C: Send + Sync + 'static> Binding<C> for BundleReader {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        self.captures.canonical(request)
    }

    async fn resolve(&self, _caller: &C, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        let captures = self.captures.check(request.captures())?;
        let uris = self.items.iter().map(|item| expand(item, &captures));
        ReadPlan::of(uris.collect::<Result<Vec<_>, _>>()?.into_iter().map(Target::new))
    }

    async fn read(&self, _caller: &C, _request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        // The gateway comes here only for an item that no other entry serves.
        Err(Fault::Bundle.into())
    }

    async fn complete(&self, _caller: &C, request: CompletionRequest<'_>) -> Result<Vec<String>, ReadError> {
        self.captures.completed(request).await
    }

    fn is_bundle(&self) -> bool {
        true
    }

    fn depends_on_caller(&self) -> bool {
        false
    }
}

/// The URI of an item, with the bundle's captures in it (U8).
fn expand(item: &BundleItem, captures: &[Captured<'_>]) -> Result<Uri, PlanError> {
    match item {
        BundleItem::Uri(uri) => Ok(uri.clone()),
        BundleItem::Template { template, captures: indices } => {
            let values: Option<Vec<_>> = indices.iter().map(|&index| captures.get(index)).collect();
            // No bound here: the captures are those of a URI that the gateway let in, and it holds every
            // target against its own `maxUriBytes`.
            Ok(template.expand_within(&values.ok_or(Fault::Capture)?, usize::MAX)?)
        }
    }
}
