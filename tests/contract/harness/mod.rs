//! The stage for every test: a [`Setup`] collects definitions with scripted callbacks and becomes a [`World`],
//! a gateway with the script of its policy, its clock, and the log of every call in order.

mod binding;
mod clock;
mod numbers;
mod policy;
mod reply;
mod traces;

use std::{
    future::Future,
    pin::pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
    time::Duration,
};

use wayleave::{
    Bundle, Definition, Gateway, Limits,
    clock::Clock,
    model::ReportKey,
    prelude::{Payload, ReadError, ReadFailure, ReadPlan, ReadRequest, Target, Uri},
    random::{RandomError, Randomness},
    resource::{BuildError, GatewayBuilder, IssueCode, PageKeys},
};

pub(crate) use self::{
    binding::{Plan, Scripted},
    clock::VirtualClock,
    numbers::Numbers,
    policy::{Answer, Ask, Batch, Script},
    reply::Reply,
    traces::{Trace, Traces},
};

/// Who asks.
pub(crate) type Caller = &'static str;
pub(crate) const ANN: Caller = "ann";

/// What a reader does.
pub(crate) type Read = Reply<Result<Payload, ReadError>>;

/// Text that no caller may ever see: in causes, in panics, in authorization data.
pub(crate) const CAUSE: &str = "canary-cause-5e1f";
pub(crate) const PANIC: &str = "canary-panic-77c0";
pub(crate) const GRANT: &str = "canary-grant-b2d9";

/// The metadata key of the report, as the contract spells it.
pub(crate) const KEY: &str = "go.phpboyscout.uk/mcp.resourceRead";

/// Every call, in order.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn push(&self, entry: impl Into<String>) {
        self.0.lock().unwrap().push(entry.into());
    }

    pub(crate) fn entries(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    pub(crate) fn clear(&self) {
        self.0.lock().unwrap().clear();
    }

    /// The entries that begin with `start`.
    pub(crate) fn of(&self, start: &str) -> Vec<String> {
        self.entries().into_iter().filter(|entry| entry.starts_with(start)).collect()
    }
}

/// Sixteen known bytes, or no answer.
struct Fixed(Option<u8>);

impl Randomness for Fixed {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        bytes.fill(self.0.ok_or_else(|| RandomError::new(CAUSE))?);
        Ok(())
    }
}

/// A gateway in the making.
pub(crate) struct Setup {
    log: Log,
    clock: VirtualClock,
    policy: Script,
    builder: GatewayBuilder<Caller>,
}

impl Setup {
    pub(crate) fn new() -> Self {
        let log = Log::default();
        let clock = VirtualClock::default();
        let policy = Script::new(log.clone());
        let builder = Gateway::builder(policy.clone())
            .clock(clock.clone())
            .randomness(Fixed(Some(0xa7)))
            .page_keys(PageKeys::new([0x17; 32]));
        Self { log, clock, policy, builder }
    }

    /// A bundle `set` at `asset://set` of `items`, all served by `body`, which is given the item's URI.
    pub(crate) fn set(items: &[&str], body: impl Fn(&str) -> Read + Send + Sync + 'static) -> Self {
        Self::new().bundle("set", "asset://set", items, body)
    }

    /// One more bundle; its own reader serves the items that no other definition does.
    pub(crate) fn bundle(
        self,
        name: &str,
        address: &str,
        items: &[&str],
        body: impl Fn(&str) -> Read + Send + Sync + 'static,
    ) -> Self {
        let targets: Vec<_> = items.iter().map(|uri| target(uri)).collect();
        self.bind(name, address, |scripted| {
            scripted
                .bundle()
                .plan(move |_| Reply::Give(ReadPlan::of(targets.clone())))
                .body(move |request| body(request.target().uri().as_str()))
        })
    }

    /// One more definition, of a single item: itself.
    pub(crate) fn leaf(
        self,
        name: &str,
        address: &str,
        body: impl Fn(ReadRequest<'_>) -> Read + Send + Sync + 'static,
    ) -> Self {
        self.bind(name, address, |scripted| scripted.body(body))
    }

    /// One more definition, with a binding made to measure.
    pub(crate) fn bind(self, name: &str, address: &str, make: impl FnOnce(Scripted) -> Scripted) -> Self {
        let builder = Definition::builder(name);
        let definition =
            if address.contains('{') { builder.uri_template(address) } else { builder.uri(address) };
        self.define(definition.build().unwrap(), make)
    }

    /// The same with a definition made to measure.
    pub(crate) fn define(mut self, definition: Definition, make: impl FnOnce(Scripted) -> Scripted) -> Self {
        let scripted = make(Scripted::new(self.log.clone(), self.policy.yields()));
        self.builder = self.builder.bind(definition, scripted);
        self
    }

    pub(crate) fn limits(mut self, limits: Limits) -> Self {
        self.builder = self.builder.limits(limits);
        self
    }

    pub(crate) fn key(mut self, key: &str) -> Self {
        self.builder = self.builder.report_key(ReportKey::new(key).unwrap());
        self
    }

    pub(crate) fn overlaps(mut self) -> Self {
        self.builder = self.builder.allow_overlaps();
        self
    }

    pub(crate) fn page_keys(mut self, keys: PageKeys) -> Self {
        self.builder = self.builder.page_keys(keys);
        self
    }

    pub(crate) fn no_randomness(mut self) -> Self {
        self.builder = self.builder.randomness(Fixed(None));
        self
    }

    pub(crate) fn system_randomness(mut self) -> Self {
        self.builder = self.builder.randomness(wayleave::random::OsRandom);
        self
    }

    /// Scripts the policy's answer in every phase.
    pub(crate) fn answer(self, ask: Ask, key: &str, answer: Answer) -> Self {
        self.answers(ask, key, [answer; 2])
    }

    /// Scripts the policy's answers, that of the first phase and that of the final one.
    pub(crate) fn answers(self, ask: Ask, key: &str, answers: [Answer; 2]) -> Self {
        self.policy.answer(ask, key, answers);
        self
    }

    pub(crate) fn clock(&self) -> VirtualClock {
        self.clock.clone()
    }

    pub(crate) fn try_build(self) -> Result<World, BuildError> {
        let Self { log, clock, policy, builder } = self;
        Ok(World { gateway: builder.build()?, log, clock, policy })
    }

    pub(crate) fn build(self) -> World {
        self.try_build().unwrap()
    }
}

/// A gateway with everything that is scripted about it.
pub(crate) struct World {
    pub(crate) gateway: Gateway<Caller>,
    pub(crate) log: Log,
    pub(crate) clock: VirtualClock,
    pub(crate) policy: Script,
}

impl World {
    /// Reads with an empty log and the script at its first phase.
    pub(crate) fn read(&self, uri: &str) -> Result<Bundle, ReadFailure> {
        self.begin();
        run(self.gateway.read(&ANN, uri))
    }

    /// The same, with a second going by whenever nothing can go on.
    pub(crate) fn read_slowly(&self, uri: &str) -> Result<Bundle, ReadFailure> {
        self.begin();
        drive(self.gateway.read(&ANN, uri), || self.clock.advance(Duration::from_secs(1)))
    }

    /// The time that has gone by.
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    pub(crate) fn begin(&self) {
        self.log.clear();
        self.policy.begin();
    }
}

/// Polls a future to its end; one that cannot go on fails the test.
pub(crate) fn run<T>(future: impl Future<Output = T>) -> T {
    drive(future, || ())
}

/// Polls a future to its end, doing `between` whenever it is pending.
pub(crate) fn drive<T>(future: impl Future<Output = T>, mut between: impl FnMut()) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..10_000 {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        between();
    }
    panic!("the future never ends");
}

pub(crate) fn uri(text: &str) -> Uri {
    Uri::parse(text).unwrap()
}

/// A target with private data in it.
pub(crate) fn target(text: &str) -> Target {
    Target::new(uri(text)).with_authorization(serde_json::json!({ "grant": GRANT }))
}

/// A reader's answer: a text.
pub(crate) fn text(text: impl Into<String>) -> Read {
    Reply::Give(Ok(Payload::text(text.into())))
}

/// A reader's answer: a failure with a private cause.
pub(crate) fn failed() -> Read {
    Reply::Give(Err(ReadError::failed(CAUSE)))
}

/// The URIs of a bundle's items without its warning.
pub(crate) fn delivered(bundle: &Bundle) -> Vec<&str> {
    let items = bundle.items().iter().skip(usize::from(bundle.is_partial()));
    items.map(|item| item.uri().as_str()).collect()
}

/// The issues of a bundle.
pub(crate) fn issues(bundle: &Bundle) -> Vec<(IssueCode, Option<&str>)> {
    bundle.issues().iter().map(|issue| (issue.code(), issue.uri().map(Uri::as_str))).collect()
}

/// A bundle as the JSON that goes out.
pub(crate) fn json(bundle: &Bundle) -> String {
    serde_json::to_string(bundle).unwrap()
}

/// All that can be rendered of the outcome of a read, whoever sees it, but for the private chain of causes.
pub(crate) fn rendered(outcome: &Result<Bundle, ReadFailure>) -> String {
    match outcome {
        Ok(bundle) => format!("{bundle:?} {bundle:#?} {:?} {}", bundle.report(), json(bundle)),
        Err(failure) => {
            let caller = failure.to_caller();
            format!("{failure:?} {failure:#?} {failure} {:?} {caller:?} {caller}", failure.kind())
        }
    }
}

/// The texts of an error's causes, each with its `Debug`.
pub(crate) fn causes(error: &dyn std::error::Error) -> Vec<String> {
    std::iter::successors(error.source(), |cause| cause.source())
        .map(|cause| format!("{cause} {cause:?}"))
        .collect()
}

/// Limits with some changed.
pub(crate) fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}
