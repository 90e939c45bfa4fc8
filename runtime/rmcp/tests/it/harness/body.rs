//! Bindings made of closures, and gates that hold a body back.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::Semaphore;
use wayleave::prelude::{
    Binding, CompletionRequest, Payload, PlanError, ReadError, ReadPlan, ReadRequest, ResourceMatch, Target,
    Uri,
};

use super::{CANARY, Caller, naming};

type Reading = Pin<Box<dyn Future<Output = Result<Payload, ReadError>> + Send>>;
type Chosen<'a> = &'a dyn Fn(&str) -> Option<&'a str>;
type Values = dyn Fn(&str, &str, Chosen<'_>) -> Vec<String> + Send + Sync;

/// What serves one definition.
pub(crate) struct Served {
    items: Vec<&'static str>,
    body: Box<dyn Fn(&str) -> Reading + Send + Sync>,
    values: Box<Values>,
    personal: bool,
}

impl Served {
    pub(crate) fn by(body: impl Fn(&str) -> Reading + Send + Sync + 'static) -> Self {
        Self {
            items: Vec::new(),
            body: Box::new(body),
            values: Box::new(|_, _, _| Vec::new()),
            personal: true,
        }
    }

    pub(crate) fn payload(payload: Payload) -> Self {
        Self::by(move |_| {
            let payload = payload.clone();
            Box::pin(async move { Ok(payload) })
        })
    }

    pub(crate) fn text(text: &'static str) -> Self {
        Self::payload(Payload::text(text))
    }

    pub(crate) fn bytes(bytes: &'static [u8]) -> Self {
        Self::payload(Payload::bytes(bytes))
    }

    pub(crate) fn failing() -> Self {
        Self::by(|_| Box::pin(async { Err(ReadError::failed(CANARY)) }))
    }

    /// A bundle whose own reader names the URIs that nothing else serves.
    pub(crate) fn bundle(items: &[&'static str]) -> Self {
        let body = |uri: &str| -> Reading {
            let payload = naming(uri);
            Box::pin(async move { Ok(payload) })
        };
        Self { items: items.to_vec(), ..Self::by(body) }
    }

    /// A bundle, each of whose bodies waits at the gate.
    pub(crate) fn gated_bundle(items: &[&'static str], gate: &Gate) -> Self {
        Self { items: items.to_vec(), ..Self::gated(gate) }
    }

    /// A body that waits at the gate.
    pub(crate) fn gated(gate: &Gate) -> Self {
        let gate = gate.clone();
        Self::by(move |uri| {
            let (gate, payload) = (gate.clone(), naming(uri));
            Box::pin(async move {
                gate.pass().await;
                Ok(payload)
            })
        })
    }

    pub(crate) fn completing(
        mut self,
        values: impl Fn(&str, &str, Chosen<'_>) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        self.values = Box::new(values);
        self
    }

    /// It does not depend on who asks.
    pub(crate) fn impersonal(mut self) -> Self {
        self.personal = false;
        self
    }
}

impl Binding<Caller> for Served {
    async fn resolve(&self, _caller: &Caller, request: ResourceMatch<'_>) -> Result<ReadPlan, PlanError> {
        if self.items.is_empty() {
            return Ok(ReadPlan::single(Target::new(request.canonical().clone())));
        }
        ReadPlan::of(self.items.iter().map(|uri| Target::new(Uri::parse(uri).unwrap())))
    }

    async fn read(&self, _caller: &Caller, request: ReadRequest<'_>) -> Result<Payload, ReadError> {
        (self.body)(request.target().uri().as_str()).await
    }

    async fn complete(
        &self,
        _caller: &Caller,
        request: CompletionRequest<'_>,
    ) -> Result<Vec<String>, ReadError> {
        if request.value() == CANARY {
            return Err(ReadError::failed(CANARY));
        }
        Ok((self.values)(request.variable(), request.value(), &|name| request.chosen(name)))
    }

    fn is_bundle(&self) -> bool {
        !self.items.is_empty()
    }

    fn depends_on_caller(&self) -> bool {
        self.personal
    }
}

/// Where callbacks wait until a test lets them through, one by one.
#[derive(Clone)]
pub(crate) struct Gate {
    permits: Arc<Semaphore>,
    arrived: Arc<AtomicUsize>,
    dropped: Arc<AtomicUsize>,
}

impl Gate {
    pub(crate) fn closed() -> Self {
        Self { permits: Arc::new(Semaphore::new(0)), arrived: Arc::default(), dropped: Arc::default() }
    }

    /// Lets so many through.
    pub(crate) fn open(&self, times: usize) {
        self.permits.add_permits(times);
    }

    /// How many have come to the gate.
    pub(crate) fn arrived(&self) -> usize {
        self.arrived.load(Ordering::SeqCst)
    }

    /// How many were dropped while they waited.
    pub(crate) fn dropped(&self) -> usize {
        self.dropped.load(Ordering::SeqCst)
    }

    pub(crate) async fn pass(&self) {
        self.arrived.fetch_add(1, Ordering::SeqCst);
        let mut waiting = Waiting { dropped: &self.dropped, through: false };
        self.permits.acquire().await.unwrap().forget();
        waiting.through = true;
    }
}

struct Waiting<'a> {
    dropped: &'a AtomicUsize,
    through: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.through {
            self.dropped.fetch_add(1, Ordering::SeqCst);
        }
    }
}
