//! A policy that answers by script and records what it is asked, with the phase.
//!
//! A phase begins whenever the definition that was asked for first is asked for again.

use std::{
    collections::HashMap,
    future::Future,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use wayleave::{
    Definition,
    prelude::{Failure, Judgement, Policy, ScopeKey, Target, Visibility},
};

use super::{ANN, CAUSE, Caller, Log, PANIC, Reply};

/// What a policy is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ask {
    /// By the definition's name.
    Discover,
    /// By the target's URI.
    See,
    /// By the target's URI.
    Read,
}

/// What it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Allowed; of visibility, visible and disclosed.
    Yes,
    /// Of visibility: visible, and not to be named.
    Visible,
    /// Of visibility: hidden.
    Hidden,
    Deny,
    Fail,
    PanicAtOnce,
    Panic,
    PanicOnDrop,
    Hang,
}

/// Whether the policy judges whole plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Batch {
    /// It is asked target by target.
    Off,
    /// It judges by the same answers.
    On,
    /// It gives one answer more than there are targets, or one less.
    Long,
    Short,
    /// The call itself fails, hangs or panics.
    Call(Answer),
}

#[derive(Clone)]
pub(crate) struct Script(Arc<State>);

struct State {
    log: Log,
    answers: Mutex<HashMap<(Ask, String), [Answer; 2]>>,
    phase: Mutex<(usize, Option<String>)>,
    hook: Mutex<Option<Hook>>,
    scope: Mutex<Option<&'static str>>,
    open: Mutex<Option<bool>>,
    batch: Mutex<Batch>,
    yields: Arc<AtomicUsize>,
}

type Hook = Box<dyn Fn(usize, Ask, &str) + Send + Sync>;

impl Script {
    pub(crate) fn new(log: Log) -> Self {
        Self(Arc::new(State {
            log,
            answers: Mutex::default(),
            phase: Mutex::default(),
            hook: Mutex::default(),
            scope: Mutex::new(Some("scope")),
            open: Mutex::new(Some(false)),
            batch: Mutex::new(Batch::Off),
            yields: Arc::default(),
        }))
    }

    /// Sets the answers of the first phase and of all later ones; unscripted ones are yes.
    pub(crate) fn answer(&self, ask: Ask, key: &str, answers: [Answer; 2]) {
        self.0.answers.lock().unwrap().insert((ask, key.to_owned()), answers);
    }

    /// Does something at each question, before the answer.
    pub(crate) fn hook(&self, hook: impl Fn(usize, Ask, &str) + Send + Sync + 'static) {
        *self.0.hook.lock().unwrap() = Some(Box::new(hook));
    }

    /// Sets the scope key; with none, the policy panics when it is asked for it.
    pub(crate) fn scope(&self, key: Option<&'static str>) {
        *self.0.scope.lock().unwrap() = key;
    }

    /// Sets whether it is open; with neither, the policy panics when it is asked.
    pub(crate) fn open(&self, open: Option<bool>) {
        *self.0.open.lock().unwrap() = open;
    }

    /// Sets whether whole plans are judged in one call.
    pub(crate) fn batch(&self, batch: Batch) {
        *self.0.batch.lock().unwrap() = batch;
    }

    /// What the script says of one target, without a call of its own.
    fn judgement(&self, phase: usize, target: &Target) -> Result<Judgement, Failure> {
        let uri = target.uri().as_str();
        let answers = self.0.answers.lock().unwrap();
        let of = |ask| answers.get(&(ask, uri.to_owned())).map_or(Answer::Yes, |a| a[usize::from(phase > 1)]);
        let disclosed = match of(Ask::See) {
            Answer::Hidden => return Ok(Judgement::Hidden),
            Answer::Visible => false,
            Answer::Yes => true,
            _ => return Err(Failure::failed(CAUSE)),
        };
        match of(Ask::Read) {
            Answer::Yes => Ok(Judgement::Allowed { disclosed }),
            Answer::Deny => Ok(Judgement::Denied { disclosed }),
            _ => Err(Failure::failed(CAUSE)),
        }
    }

    /// How many times each callback, of the bindings too, is pending before it answers.
    pub(crate) fn yields(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.0.yields)
    }

    pub(crate) fn begin(&self) {
        *self.0.phase.lock().unwrap() = (0, None);
    }

    fn ask(&self, caller: Caller, ask: Ask, key: &str) -> (Answer, String) {
        assert_eq!(caller, ANN, "a callback is given the caller of the read");
        let phase = {
            let mut phase = self.0.phase.lock().unwrap();
            if ask == Ask::Discover && *phase.1.get_or_insert_with(|| key.to_owned()) == key {
                phase.0 += 1;
            }
            phase.0
        };
        let call = match ask {
            Ask::Discover => format!("{phase} discover {key}"),
            Ask::See => format!("{phase} see {key}"),
            Ask::Read => format!("{phase} may-read {key}"),
        };
        self.0.log.push(call.clone());
        if let Some(hook) = &*self.0.hook.lock().unwrap() {
            hook(phase, ask, key);
        }
        let answers = self.0.answers.lock().unwrap().get(&(ask, key.to_owned())).copied();
        (answers.unwrap_or([Answer::Yes; 2])[usize::from(phase > 1)], call)
    }

    /// Answers with a yes, a denial or a failure.
    fn permit(
        &self,
        caller: Caller,
        ask: Ask,
        key: &str,
    ) -> impl Future<Output = Result<(), Failure>> + Send + use<> {
        let (answer, call) = self.ask(caller, ask, key);
        self.act(call, reply(answer, ()))
    }

    fn act<T: Send>(&self, call: String, reply: Reply<T>) -> impl Future<Output = T> + Send + use<T> {
        reply.act(call, self.0.log.clone(), self.0.yields.load(Ordering::Relaxed))
    }
}

fn reply<T>(answer: Answer, yes: T) -> Reply<Result<T, Failure>> {
    match answer {
        Answer::Yes => Reply::Give(Ok(yes)),
        Answer::Deny => Reply::Give(Err(Failure::unavailable())),
        Answer::Fail => Reply::Give(Err(Failure::failed(CAUSE))),
        Answer::PanicAtOnce => Reply::PanicAtOnce,
        Answer::Panic => Reply::Panic,
        Answer::PanicOnDrop => Reply::PanicOnDrop(Ok(yes)),
        Answer::Hang => Reply::Hang,
        Answer::Visible | Answer::Hidden => unreachable!("an answer to a question of visibility"),
    }
}

impl Policy for Script {
    type Caller = Caller;

    fn discover(
        &self,
        caller: &Caller,
        definition: &Definition,
    ) -> impl Future<Output = Result<(), Failure>> + Send {
        self.permit(caller, Ask::Discover, definition.name())
    }

    fn visibility(
        &self,
        caller: &Caller,
        target: &Target,
    ) -> impl Future<Output = Result<Visibility, Failure>> + Send {
        let (answer, call) = self.ask(caller, Ask::See, target.uri().as_str());
        let reply = match answer {
            Answer::Visible => Reply::Give(Ok(Visibility::Visible)),
            Answer::Hidden => Reply::Give(Ok(Visibility::Hidden)),
            answer => reply(answer, Visibility::Disclosed),
        };
        self.act(call, reply)
    }

    fn read(&self, caller: &Caller, target: &Target) -> impl Future<Output = Result<(), Failure>> + Send {
        self.permit(caller, Ask::Read, target.uri().as_str())
    }

    fn judge(
        &self,
        caller: &Caller,
        targets: &[&Target],
    ) -> impl Future<Output = Option<Result<Vec<Judgement>, Failure>>> + Send {
        let batch = *self.0.batch.lock().unwrap();
        let phase = self.0.phase.lock().unwrap().0;
        let judge = move || -> Result<Vec<Judgement>, Failure> {
            targets.iter().map(|target| self.judgement(phase, target)).collect()
        };
        let (call, reply) = match batch {
            Batch::Off => (None, Reply::Give(Ok(Vec::new()))),
            _ => {
                assert_eq!(*caller, ANN, "a callback is given the caller of the read");
                let uris: Vec<_> = targets.iter().map(|target| target.uri().as_str()).collect();
                let call = format!("{phase} judge {}", uris.join(" "));
                self.0.log.push(call.clone());
                let reply = match batch {
                    Batch::Off | Batch::On => Reply::Give(judge()),
                    Batch::Long => Reply::Give(judge().map(|mut all| {
                        all.push(Judgement::Hidden);
                        all
                    })),
                    Batch::Short => Reply::Give(judge().map(|mut all| {
                        all.pop();
                        all
                    })),
                    Batch::Call(answer) => reply(answer, Vec::new()),
                };
                (Some(call), reply)
            }
        };
        let act = call.map(|call| self.act(call, reply));
        async move {
            match act {
                Some(act) => Some(act.await),
                None => None,
            }
        }
    }

    fn scope_key(&self, _caller: &Caller) -> ScopeKey {
        let key = *self.0.scope.lock().unwrap();
        ScopeKey::new(key.unwrap_or_else(|| panic!("{PANIC}")))
    }

    fn is_open(&self) -> bool {
        let open = *self.0.open.lock().unwrap();
        open.unwrap_or_else(|| panic!("{PANIC}"))
    }
}
