//! The policy of a case.

use std::{
    future::Future,
    sync::{Arc, atomic::Ordering},
};

use wayleave::{
    Definition,
    prelude::{Failure, Judgement, Policy, ScopeKey, Target, Visibility},
};

use super::{Stage, call::named};
use crate::{
    harness::CAUSE,
    model::case::{Act, Ask, BatchReply, PolicyScript, Say},
};

pub(super) struct Script {
    stage: Arc<Stage>,
    /// Which of the case's policies this is.
    place: usize,
}

impl Script {
    pub(super) fn new(stage: &Arc<Stage>, place: usize) -> Self {
        Self { stage: Arc::clone(stage), place }
    }

    fn script(&self) -> &PolicyScript {
        &self.stage.case.policies[self.place]
    }

    fn act(&self, ask: Ask, of: &str) -> Act<Say> {
        self.script().of(self.is_last(), ask, of)
    }

    fn is_last(&self) -> bool {
        self.stage.phases.load(Ordering::Relaxed) > 1
    }

    fn permit(&self, what: &str, act: &Act<Say>) -> impl Future<Output = Result<(), Failure>> + Send + use<> {
        self.stage.call(format!("{} {what}", self.place), act, permission(act.answer))
    }

    fn judgement(&self, target: &Target) -> Result<Judgement, Failure> {
        let of = |ask| self.act(ask, target.uri().as_str()).answer;
        let disclosed = match visibility(of(Ask::See))? {
            Visibility::Hidden => return Ok(Judgement::Hidden),
            seen => seen == Visibility::Disclosed,
        };
        match permission(of(Ask::Read)) {
            Ok(()) => Ok(Judgement::Allowed { disclosed }),
            Err(failure) if failure.is_unavailable() => Ok(Judgement::Denied { disclosed }),
            Err(failure) => Err(failure),
        }
    }

    fn judgements(&self, reply: BatchReply, targets: &[&Target]) -> Result<Vec<Judgement>, Failure> {
        let mut all: Vec<_> =
            targets.iter().map(|target| self.judgement(target)).collect::<Result<_, _>>()?;
        match reply {
            BatchReply::Answers => {}
            BatchReply::OneMore => all.push(Judgement::Hidden),
            BatchReply::OneLess => drop(all.pop()),
            BatchReply::Deny => return Err(Failure::unavailable()),
            BatchReply::Fail => return Err(Failure::failed(CAUSE)),
        }
        Ok(all)
    }
}

fn permission(say: Say) -> Result<(), Failure> {
    match say {
        Say::Deny => Err(Failure::unavailable()),
        Say::Fail => Err(Failure::failed(CAUSE)),
        Say::Yes | Say::Visible | Say::Hidden => Ok(()),
    }
}

fn visibility(say: Say) -> Result<Visibility, Failure> {
    match say {
        Say::Yes => Ok(Visibility::Disclosed),
        Say::Visible => Ok(Visibility::Visible),
        Say::Hidden => Ok(Visibility::Hidden),
        Say::Deny => Err(Failure::unavailable()),
        Say::Fail => Err(Failure::failed(CAUSE)),
    }
}

/// The definition that is asked for first is that of the read: asked for again, it begins a new phase.
fn begins_phase(calls: &[String], name: &str) -> bool {
    let first = calls.first().and_then(|first| first.split(' ').nth(2));
    first.is_none_or(|first| first == name)
}

impl Policy for Script {
    type Caller = ();

    fn discover(&self, _: &(), definition: &Definition) -> impl Future<Output = Result<(), Failure>> + Send {
        let name = definition.name();
        if begins_phase(&self.stage.calls.lock().unwrap(), name) {
            self.stage.phases.fetch_add(1, Ordering::Relaxed);
        }
        self.permit(&format!("discover {name}"), &self.act(Ask::Discover, name))
    }

    fn visibility(
        &self,
        _: &(),
        target: &Target,
    ) -> impl Future<Output = Result<Visibility, Failure>> + Send {
        let act = self.act(Ask::See, target.uri().as_str());
        self.stage.call(format!("{} see {}", self.place, named(target)), &act, visibility(act.answer))
    }

    fn read(&self, _: &(), target: &Target) -> impl Future<Output = Result<(), Failure>> + Send {
        self.permit(&format!("may-read {}", named(target)), &self.act(Ask::Read, target.uri().as_str()))
    }

    fn judge(
        &self,
        _: &(),
        targets: &[&Target],
    ) -> impl Future<Output = Option<Result<Vec<Judgement>, Failure>>> + Send {
        let batch = self.script().batch[usize::from(self.is_last())].as_ref();
        let answer = batch.map(|act| {
            let names: Vec<_> = targets.iter().map(|target| named(target)).collect();
            let entry = format!("{} judge {}", self.place, names.join(" "));
            self.stage.call(entry, act, self.judgements(act.answer, targets))
        });
        async move {
            match answer {
                Some(answer) => Some(answer.await),
                None => None,
            }
        }
    }

    fn scope_key(&self, _: &()) -> ScopeKey {
        ScopeKey::new("scope")
    }
}
