//! The world of one case: a gateway whose policy, bindings, clock and adapter do what the case says, and write down
//! every call.

mod call;
mod events;
mod policy;
mod readers;

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
    time::Duration,
};

use wayleave::{
    Bundle, Definition, Gateway,
    clock::Clock,
    model::ReportKey,
    prelude::ReadFailure,
    random::{RandomError, Randomness},
    resource::{Item, Progress, ReadOptions, Sizer},
};

use super::case::{Case, Registration};
use crate::harness::CAUSE;
use events::Events;
use policy::Script;
use readers::Readers;

/// What is left of a read.
pub(super) struct Observed {
    pub(super) calls: Vec<String>,
    /// Nothing, where the read was dropped.
    pub(super) outcome: Option<Result<Bundle, ReadFailure>>,
    /// How many futures of callbacks are alive at the end.
    pub(super) alive: usize,
    pub(super) now: Duration,
}

/// Plays a case, to its end or to the poll at which it is to be dropped.
pub(super) fn play(case: &Arc<Case>) -> Observed {
    let stage = Arc::new(Stage {
        case: Arc::clone(case),
        calls: Mutex::default(),
        events: Events::default(),
        phases: AtomicUsize::new(0),
        alive: AtomicUsize::new(0),
        gateway: Mutex::default(),
    });
    let gateway = stage.gateway();
    *stage.gateway.lock().unwrap() = Some(gateway.clone());
    let listen = |Progress { done, total, .. }: Progress| stage.record(format!("progress {done}/{total}"));
    let mut deadline = gateway.start();
    if let Some(own) = case.own_deadline {
        deadline = deadline.sooner(Duration::from_millis(own));
    }
    stage.events.advance(Duration::from_millis(case.before));
    let mut options = ReadOptions::new().deadline(deadline);
    if case.twice {
        options = options.sizer(&Twice);
    }
    if case.progress {
        options = options.progress(&listen);
    }
    let outcome = drive(gateway.read_with(&(), &case.request, options), &stage.events, case.drop_after);
    let calls = stage.calls.lock().unwrap().clone();
    let now = stage.events.now();
    // Whatever was waited for comes about, and nobody is there any more.
    stage.events.advance(Duration::from_secs(600));
    assert_eq!(*stage.calls.lock().unwrap(), calls, "nothing is called afterwards");
    // The gateway holds its policy, which holds this.
    *stage.gateway.lock().unwrap() = None;
    Observed { calls, outcome, alive: stage.alive.load(Ordering::Relaxed), now }
}

/// Polls until there is an answer, or `polls` times; time goes by only where nothing else can happen.
fn drive<T>(future: impl Future<Output = T>, events: &Events, polls: Option<usize>) -> Option<T> {
    let mut future = Box::pin(future);
    let woken = Arc::new(Woken(AtomicBool::new(false)));
    let waker = Waker::from(Arc::clone(&woken));
    let mut context = Context::from_waker(&waker);
    let mut polled = 0;
    while polls != Some(polled) {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return Some(value);
        }
        polled += 1;
        if !woken.0.swap(false, Ordering::Relaxed) {
            assert!(events.advance_to_next(), "the read waits for nothing");
        }
    }
    let dropped = catch_unwind(AssertUnwindSafe(|| drop(future)));
    assert!(dropped.is_ok(), "the panic of a callback's future that is dropped stays inside");
    None
}

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

struct Stage {
    case: Arc<Case>,
    calls: Mutex<Vec<String>>,
    events: Events,
    /// How many phases have begun: how often the definition was asked for that was asked for first.
    phases: AtomicUsize,
    alive: AtomicUsize,
    gateway: Mutex<Option<Gateway<()>>>,
}

impl Stage {
    fn gateway(self: &Arc<Self>) -> Gateway<()> {
        let mut builder = Gateway::builder(Script::new(self, 0))
            .clock(self.events.clone())
            .randomness(Fixed(self.case.randomness))
            .page_keys(wayleave::resource::PageKeys::new([0; 32]))
            .limits(self.case.limits.clone())
            .report_key(ReportKey::new(&self.case.key).unwrap())
            .allow_overlaps();
        for Registration { name, address, mime_type, bundle } in &self.case.definitions {
            let definition = Definition::builder(*name);
            let definition = match address.contains('{') {
                true => definition.uri_template(*address),
                false => definition.uri(*address),
            };
            let definition = match mime_type {
                Some(mime_type) => definition.mime_type(*mime_type),
                None => definition,
            };
            builder = builder.bind(definition.build().unwrap(), Readers::new(self, *bundle));
        }
        builder.build().unwrap()
    }

    /// Writes a call down. At one of them, somebody puts another policy in force.
    fn record(self: &Arc<Self>, entry: String) {
        let place = {
            let mut calls = self.calls.lock().unwrap();
            calls.push(entry);
            calls.len() - 1
        };
        if place == self.case.replace_at && self.case.policies.len() > 1 {
            let gateway = self.gateway.lock().unwrap().clone();
            gateway.unwrap().replace_policy(Script::new(self, 1)).unwrap();
        }
    }
}

/// Sixteen known bytes, or no answer.
struct Fixed(bool);

impl Randomness for Fixed {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        bytes.fill(0x5a);
        if self.0 { Ok(()) } else { Err(RandomError::new(CAUSE)) }
    }
}

/// An encoding of twice the bytes.
struct Twice;

impl Sizer for Twice {
    fn item(&self, item: &Item) -> usize {
        2 * serde_json::to_string(item).unwrap().len()
    }
}
