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
    prelude::{Failure, Policy, ScopeKey, Target, Visibility},
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

#[derive(Clone)]
pub(crate) struct Script(Arc<State>);

struct State {
    log: Log,
    answers: Mutex<HashMap<(Ask, String), [Answer; 2]>>,
    phase: Mutex<(usize, Option<String>)>,
    hook: Mutex<Option<Hook>>,
    scope: Mutex<Option<&'static str>>,
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

    fn scope_key(&self, _caller: &Caller) -> ScopeKey {
        let key = *self.0.scope.lock().unwrap();
        ScopeKey::new(key.unwrap_or_else(|| panic!("{PANIC}")))
    }
}
