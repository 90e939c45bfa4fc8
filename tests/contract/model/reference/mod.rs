//! A naive reference of a read: the contract's words one after another, slow and plain, with nothing of the gateway in
//! it. Sizes are those of JSON that it writes.
//!
//! Where the contract leaves the order of questions open, this is the order that the gateway documents: of the
//! requested target both, of every item whether it may be seen, of every visible one whether it may be read; each
//! identity once a phase.

mod bodies;
mod judge;
pub(super) mod result;
pub(super) mod route;
mod settle;

use std::collections::{HashMap, HashSet};

use super::case::{Case, Identity, Manner, NO_URIS, PlanReply, Registration};
use result::Issue;
use route::{Captures, Found, select};

/// How a read ends.
#[derive(Debug)]
pub(super) struct Expected {
    /// Every call of a callback, in order.
    pub(super) calls: Vec<String>,
    pub(super) end: Result<Delivery, &'static str>,
    /// The definition that was selected.
    pub(super) route: Option<&'static str>,
    /// The time at the end.
    pub(super) now: u64,
}

#[derive(Debug)]
pub(super) struct Delivery {
    pub(super) json: String,
    /// What the sizer says that the JSON takes.
    pub(super) encoded: usize,
    /// The URIs of the delivered items.
    pub(super) items: Vec<String>,
    /// All of them, before any is left out of the report.
    pub(super) issues: Vec<Issue>,
    /// The payload and the encoded size of what was admitted, whatever became of it.
    pub(super) admitted: Vec<(usize, usize)>,
}

pub(super) fn read(case: &Case) -> Expected {
    let own_deadline = case.own_deadline.unwrap_or(u64::MAX);
    let deadline = millis(case.limits.read_timeout).min(own_deadline);
    let mut run = Run {
        case,
        calls: Vec::new(),
        now: case.before,
        deadline,
        policy: 0,
        known: HashMap::new(),
        singly: HashSet::new(),
        route: None,
        admitted: Vec::new(),
    };
    let end = run.read();
    Expected { calls: run.calls, end, route: run.route, now: run.now }
}

struct Run<'a> {
    case: &'a Case,
    calls: Vec<String>,
    now: u64,
    deadline: u64,
    /// The policy in force.
    policy: usize,
    /// What this phase said of definitions.
    known: HashMap<&'static str, bool>,
    /// The policies that did not judge the plan in one call.
    singly: HashSet<usize>,
    route: Option<&'static str>,
    admitted: Vec<(usize, usize)>,
}

/// The name of the kind of failure that ends the read.
type Stop = &'static str;

enum Interrupted {
    Timeout,
    Deadline,
    Panic,
}

struct Planned<'a> {
    root: &'a Registration,
    requested: Identity,
    /// Each with the definition whose reader serves it.
    items: Vec<(Identity, &'a Registration)>,
}

impl<'a> Run<'a> {
    // G8, line by line.
    fn read(&mut self) -> Result<Delivery, Stop> {
        let (root, captures, canonical) = self.select()?;
        self.route = Some(root.name);
        let first = self.begin(false);
        self.discover_root(first, root)?;
        let plan = self.resolve(root, &captures, &canonical)?;
        let before = self.judge(first, &plan)?;
        let outcomes = self.bodies(&plan, &before)?;
        let after = self.recheck(&plan)?;
        self.settle(&plan, &before, outcomes, &after)
    }

    fn select(&self) -> Result<(&'a Registration, Captures, String), Stop> {
        let Case { request, limits, definitions, .. } = self.case;
        if request.len() > limits.max_uri_bytes {
            return Err("uri_too_long");
        }
        if NO_URIS.contains(&request.as_str()) {
            return Err("invalid_uri");
        }
        match select(definitions, request) {
            Found::One { canonical, .. } if canonical.len() > limits.max_uri_bytes => Err("bad_capture"),
            Found::One { definition, captures, canonical } => Ok((definition, captures, canonical)),
            Found::None => Err("no_match"),
            Found::Ambiguous => Err("ambiguous"),
            Found::Shadowed => Err("shadowed"),
            Found::BadCapture => Err("bad_capture"),
        }
    }

    fn resolve(
        &mut self,
        root: &'a Registration,
        captures: &[(String, String)],
        canonical: &str,
    ) -> Result<Planned<'a>, Stop> {
        let entry = format!("resolve {} {} {canonical} {captures:?}", root.name, self.case.request);
        let resolver = &self.case.resolver;
        self.call(entry, resolver.manner, millis(self.case.limits.resolve_timeout))
            .map_err(|interrupted| whole(&interrupted, "resolve_timeout"))?;
        match &resolver.answer {
            PlanReply::NotFound => Err("not_resolved"),
            PlanReply::BadCapture => Err("bad_capture"),
            PlanReply::Fails => Err("resolve_failed"),
            PlanReply::Plan { requested, items } => {
                let requested = requested.clone().unwrap_or_else(|| Identity {
                    uri: canonical.to_owned(),
                    representation: "",
                    grant: None,
                });
                self.plan(root, requested, items).ok_or("invalid_plan")
            }
        }
    }

    /// The plan, if it is valid (G5, G30).
    fn plan(&self, root: &'a Registration, requested: Identity, items: &[Identity]) -> Option<Planned<'a>> {
        let limits = &self.case.limits;
        let sound = |target: &Identity| {
            !target.uri.starts_with("mcp-warning:")
                && target.uri.len() <= limits.max_uri_bytes
                && target.grant.as_ref().is_none_or(|grant| result::bytes(grant) <= 64 * 1_024)
        };
        let uris: HashSet<_> = items.iter().map(|item| &item.uri).collect();
        let distinct = uris.len() == items.len();
        let conflict = items.iter().any(|item| item.uri == requested.uri && *item != requested);
        let several = items.len() > limits.max_plan_items || (items.len() > 1 && !root.bundle);
        if !distinct || conflict || several || !sound(&requested) || !items.iter().all(sound) {
            return None;
        }
        let serve = |item: &Identity| {
            let reader = match select(&self.case.definitions, &item.uri) {
                Found::One { definition, .. } => {
                    let itself = definition.name == root.name && *item == requested;
                    Some(definition).filter(|definition| !definition.bundle || itself)?
                }
                Found::None => root,
                _ => return None,
            };
            Some((item.clone(), reader))
        };
        let items = items.iter().map(serve).collect::<Option<_>>()?;
        Some(Planned { root, requested, items })
    }

    /// Makes a call: it answers in its time, or does not.
    fn call(&mut self, entry: String, manner: Manner, limit: u64) -> Result<(), Interrupted> {
        let left = self.deadline.saturating_sub(self.now);
        if left == 0 {
            return Err(Interrupted::Deadline);
        }
        self.record(entry);
        let late = if left <= limit { Interrupted::Deadline } else { Interrupted::Timeout };
        let limit = limit.min(left);
        match manner {
            Manner::Answers => Ok(()),
            Manner::Panics | Manner::PanicsAtOnce | Manner::PanicsWhenDropped => Err(Interrupted::Panic),
            // What is there when it is looked at counts.
            Manner::Blocks(time) => {
                self.now += time;
                Ok(())
            }
            Manner::Waits(time) if time <= limit => {
                self.now += time;
                Ok(())
            }
            Manner::Waits(_) | Manner::Hangs => {
                self.now += limit;
                Err(late)
            }
            Manner::HangsAndPanicsWhenDropped => {
                self.now += limit;
                Err(Interrupted::Panic)
            }
        }
    }

    fn record(&mut self, entry: String) {
        if self.calls.len() == self.case.replace_at && self.case.policies.len() > 1 {
            self.policy = 1;
        }
        self.calls.push(entry);
    }
}

/// How a call names a target: all of its identity.
fn named(target: &Identity) -> String {
    let grant = target.grant.as_ref().map_or(0, |grant| grant.to_string().len());
    format!("{}|{}|{grant}", target.uri, target.representation)
}

fn whole(interrupted: &Interrupted, timeout: Stop) -> Stop {
    match interrupted {
        Interrupted::Timeout => timeout,
        Interrupted::Deadline => "read_timeout",
        Interrupted::Panic => "panicked",
    }
}

fn millis(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap()
}
