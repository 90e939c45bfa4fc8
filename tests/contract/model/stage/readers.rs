//! The bindings of a case.

use std::{future::Future, sync::Arc};

use wayleave::prelude::{Binding, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch};

use super::{
    Stage,
    call::{named, target},
};
use crate::{
    harness::CAUSE,
    model::case::{BodyReply, Content, PlanReply},
};

pub(super) struct Readers {
    stage: Arc<Stage>,
    bundle: bool,
}

impl Readers {
    pub(super) fn new(stage: &Arc<Stage>, bundle: bool) -> Self {
        Self { stage: Arc::clone(stage), bundle }
    }
}

impl Binding<()> for Readers {
    fn resolve(
        &self,
        _: &(),
        request: ResourceMatch<'_>,
    ) -> impl Future<Output = Result<ReadPlan, PlanError>> + Send {
        let captures: Vec<_> = request.captures().iter().collect();
        let entry = format!(
            "resolve {} {} {} {captures:?}",
            request.definition().name(),
            request.uri(),
            request.canonical()
        );
        let resolver = &self.stage.case.resolver;
        self.stage.call(entry, resolver, plan(&resolver.answer))
    }

    fn read(
        &self,
        _: &(),
        request: ReadRequest<'_>,
    ) -> impl Future<Output = Result<Payload, ReadError>> + Send {
        let captures: Vec<_> = request.captures().iter().collect();
        let (name, target) = (request.definition().name(), request.target());
        let entry = format!("body {name} {} {captures:?} {}", named(target), request.max_bytes());
        let reader = &self.stage.case.readers[target.uri().as_str()];
        self.stage.call(entry, reader, body(&reader.answer))
    }

    fn is_bundle(&self) -> bool {
        self.bundle
    }
}

fn plan(reply: &PlanReply) -> Result<ReadPlan, PlanError> {
    match reply {
        PlanReply::NotFound => Err(PlanError::not_found_because(CAUSE)),
        PlanReply::BadCapture => Err(PlanError::bad_capture()),
        PlanReply::Fails => Err(PlanError::failed(CAUSE)),
        PlanReply::Plan { requested, items } => {
            let plan = ReadPlan::of(items.iter().map(target))?;
            Ok(match requested {
                Some(requested) => plan.requested(target(requested)),
                None => plan,
            })
        }
    }
}

fn body(reply: &BodyReply) -> Result<Payload, ReadError> {
    match reply {
        BodyReply::Unavailable => Err(ReadError::unavailable()),
        BodyReply::Fails => Err(ReadError::failed(CAUSE)),
        BodyReply::Invalid => Err(ReadError::invalid_content(CAUSE)),
        BodyReply::TooLarge(size) => Err(ReadError::too_large(*size)),
        BodyReply::Gives { body, mime_type, meta } => {
            let payload = match body {
                Content::Text(text) => Payload::text(text.clone()),
                Content::Bytes(bytes) => Payload::bytes(bytes.clone()),
            };
            let payload = payload.with_meta(meta.clone());
            Ok(match mime_type {
                Some(mime_type) => payload.with_mime_type(*mime_type),
                None => payload,
            })
        }
    }
}
