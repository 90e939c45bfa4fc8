//! A binding whose plan and bodies are closures, and whose calls are recorded.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use wayleave::prelude::{
    Binding, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target, Uri,
};

use super::{ANN, Caller, Log, PANIC, Read, Reply, text};

pub(crate) type Plan = Reply<Result<ReadPlan, PlanError>>;

/// Unless it is told otherwise: one item, the canonical URI, whose body says which URI that is.
pub(crate) struct Scripted {
    log: Log,
    yields: Arc<AtomicUsize>,
    plan: Box<dyn Fn(ResourceMatch<'_>) -> Plan + Send + Sync>,
    body: Box<dyn Fn(ReadRequest<'_>) -> Read + Send + Sync>,
    canonical: fn(ResourceMatch<'_>) -> Result<Option<Uri>, PlanError>,
    bundle: Option<bool>,
    personal: bool,
}

impl Scripted {
    pub(super) fn new(log: Log, yields: Arc<AtomicUsize>) -> Self {
        Self {
            log,
            yields,
            plan: Box::new(|request| {
                Reply::Give(Ok(ReadPlan::single(Target::new(request.canonical().clone()))))
            }),
            body: Box::new(|request| text(format!("body of {}", request.target().uri()))),
            canonical: |_| Ok(None),
            bundle: Some(false),
            personal: true,
        }
    }

    pub(crate) fn plan(mut self, plan: impl Fn(ResourceMatch<'_>) -> Plan + Send + Sync + 'static) -> Self {
        self.plan = Box::new(plan);
        self
    }

    /// A plan that has nothing to do with the request.
    pub(crate) fn plans(
        self,
        plan: impl Fn() -> Result<ReadPlan, PlanError> + Send + Sync + 'static,
    ) -> Self {
        self.plan(move |_| Reply::Give(plan()))
    }

    /// What it says the canonical URI is.
    pub(crate) fn canonical(
        mut self,
        canonical: fn(ResourceMatch<'_>) -> Result<Option<Uri>, PlanError>,
    ) -> Self {
        self.canonical = canonical;
        self
    }

    pub(crate) fn body(mut self, body: impl Fn(ReadRequest<'_>) -> Read + Send + Sync + 'static) -> Self {
        self.body = Box::new(body);
        self
    }

    pub(crate) fn bundle(mut self) -> Self {
        self.bundle = Some(true);
        self
    }

    /// It panics when it is asked whether it is a bundle.
    pub(crate) fn unsure_whether_bundle(mut self) -> Self {
        self.bundle = None;
        self
    }

    /// It does not depend on who asks.
    pub(crate) fn impersonal(mut self) -> Self {
        self.personal = false;
        self
    }
}

impl Binding<Caller> for Scripted {
    fn canonical(&self, request: ResourceMatch<'_>) -> Result<Option<Uri>, PlanError> {
        (self.canonical)(request)
    }

    fn resolve(
        &self,
        caller: &Caller,
        request: ResourceMatch<'_>,
    ) -> impl Future<Output = Result<ReadPlan, PlanError>> + Send {
        assert_eq!(*caller, ANN, "a callback is given the caller of the read");
        let call = format!("resolve {} {}", request.definition().name(), request.uri());
        self.log.push(call.clone());
        (self.plan)(request).act(call, self.log.clone(), self.yields.load(Ordering::Relaxed))
    }

    fn read(
        &self,
        caller: &Caller,
        request: ReadRequest<'_>,
    ) -> impl Future<Output = Result<Payload, ReadError>> + Send {
        assert_eq!(*caller, ANN, "a callback is given the caller of the read");
        let call = format!("body {} {}", request.definition().name(), request.target().uri());
        self.log.push(call.clone());
        (self.body)(request).act(call, self.log.clone(), self.yields.load(Ordering::Relaxed))
    }

    fn is_bundle(&self) -> bool {
        self.bundle.unwrap_or_else(|| panic!("{PANIC}"))
    }

    fn depends_on_caller(&self) -> bool {
        self.personal
    }
}
