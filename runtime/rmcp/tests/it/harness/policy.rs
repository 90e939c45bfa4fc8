//! A policy that follows rules, one for each caller and name or URI.

use std::sync::{Arc, Mutex};

use wayleave::{
    Definition,
    prelude::{Failure, Policy, ScopeKey, Target, Visibility},
};

use super::{CANARY, Caller, Gate};

/// What is said of a definition's name or of a target's URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The definition may not be discovered.
    Undiscovered,
    /// The target leaves no trace.
    Hidden,
    /// The target may be seen and not read.
    Unreadable,
    /// The policy cannot decide.
    Fails,
    /// The caller has no scope.
    NoScope,
}

#[derive(Clone, Default)]
pub(crate) struct House(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    rules: Vec<(&'static str, &'static str, Rule)>,
    open: bool,
    discovery: Option<Gate>,
    visibility: Option<Gate>,
}

impl House {
    /// Lays down a rule: for a caller, or for everyone by `*`.
    pub(crate) fn rule(&self, caller: &'static str, what: &'static str, rule: Rule) {
        self.0.lock().unwrap().rules.push((caller, what, rule));
    }

    pub(crate) fn forget_rules(&self) {
        self.0.lock().unwrap().rules.clear();
    }

    pub(crate) fn set_open(&self, open: bool) {
        self.0.lock().unwrap().open = open;
    }

    /// Has every question about discovery wait at a gate.
    pub(crate) fn gate_discovery(&self, gate: Gate) {
        self.0.lock().unwrap().discovery = Some(gate);
    }

    /// Has every question about visibility wait at a gate.
    pub(crate) fn gate_visibility(&self, gate: Gate) {
        self.0.lock().unwrap().visibility = Some(gate);
    }

    fn says(&self, caller: &str, what: &str, rule: Rule) -> bool {
        let state = self.0.lock().unwrap();
        state
            .rules
            .iter()
            .any(|(who, on, said)| (*who == "*" || *who == caller) && *on == what && *said == rule)
    }
}

impl Policy for House {
    type Caller = Caller;

    async fn discover(&self, caller: &Caller, definition: &Definition) -> Result<(), Failure> {
        let gate = self.0.lock().unwrap().discovery.clone();
        if let Some(gate) = gate {
            gate.pass().await;
        }
        if self.says(caller, definition.name(), Rule::Fails) {
            return Err(Failure::failed(CANARY));
        }
        if self.says(caller, definition.name(), Rule::Undiscovered) {
            return Err(Failure::unavailable());
        }
        Ok(())
    }

    async fn visibility(&self, caller: &Caller, target: &Target) -> Result<Visibility, Failure> {
        let gate = self.0.lock().unwrap().visibility.clone();
        if let Some(gate) = gate {
            gate.pass().await;
        }
        let hidden = self.says(caller, target.uri().as_str(), Rule::Hidden);
        Ok(if hidden { Visibility::Hidden } else { Visibility::Disclosed })
    }

    async fn read(&self, caller: &Caller, target: &Target) -> Result<(), Failure> {
        let denied = self.says(caller, target.uri().as_str(), Rule::Unreadable);
        if denied { Err(Failure::unavailable()) } else { Ok(()) }
    }

    fn scope_key(&self, caller: &Caller) -> ScopeKey {
        if self.says(caller, "*", Rule::NoScope) { ScopeKey::new("") } else { ScopeKey::new(caller) }
    }

    fn is_open(&self) -> bool {
        self.0.lock().unwrap().open
    }
}
