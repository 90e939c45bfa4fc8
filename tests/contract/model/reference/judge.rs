//! The two phases: discovery, visibility, permission to read (G8 to G11, G30).

use super::{Planned, Run, Stop, millis, named, whole};
use crate::model::case::{Act, Ask, BatchReply, Identity, Registration, Say};

/// One phase: whose it is, and whether it is a final one.
#[derive(Clone, Copy)]
pub(super) struct Phase {
    policy: usize,
    last: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    Hidden,
    Denied { disclosed: bool },
    Allowed { disclosed: bool },
}

impl Run<'_> {
    pub(super) fn begin(&mut self, last: bool) -> Phase {
        self.known.clear();
        Phase { policy: self.policy, last }
    }

    pub(super) fn discover_root(&mut self, phase: Phase, root: &Registration) -> Result<(), Stop> {
        if self.discover(phase, root)? { Ok(()) } else { Err("discover_denied") }
    }

    fn discover(&mut self, phase: Phase, definition: &Registration) -> Result<bool, Stop> {
        if let Some(known) = self.known.get(definition.name) {
            return Ok(*known);
        }
        let entry = format!("{} discover {}", phase.policy, definition.name);
        let known = self.permitted(phase, Ask::Discover, definition.name, entry)?;
        self.known.insert(definition.name, known);
        Ok(known)
    }

    pub(super) fn judge(&mut self, phase: Phase, plan: &Planned<'_>) -> Result<Vec<Judgement>, Stop> {
        let batch = self.case.policies[phase.policy].batch[usize::from(phase.last)].clone();
        // A policy that would not judge the plan at first is not asked to again.
        match batch.filter(|_| !self.singly.contains(&phase.policy)) {
            Some(batch) => self.judge_at_once(phase, plan, &batch),
            None => {
                self.singly.insert(phase.policy);
                self.judge_one_by_one(phase, plan)
            }
        }
    }

    fn judge_one_by_one(&mut self, phase: Phase, plan: &Planned<'_>) -> Result<Vec<Judgement>, Stop> {
        let root = self.see(phase, &plan.requested)?;
        if root == Say::Hidden || !self.may_read(phase, &plan.requested)? {
            return Err("target_denied");
        }
        let mut seen = Vec::new();
        for (item, reader) in &plan.items {
            seen.push(if !self.shown(phase, plan, reader)? {
                Say::Hidden
            } else if *item == plan.requested {
                root
            } else {
                self.see(phase, item)?
            });
        }
        let mut judgements = Vec::new();
        for ((item, _), seen) in plan.items.iter().zip(seen) {
            let disclosed = seen == Say::Yes;
            judgements.push(if seen == Say::Hidden {
                Judgement::Hidden
            } else if *item == plan.requested || self.may_read(phase, item)? {
                Judgement::Allowed { disclosed }
            } else {
                Judgement::Denied { disclosed }
            });
        }
        Ok(judgements)
    }

    fn judge_at_once(
        &mut self,
        phase: Phase,
        plan: &Planned<'_>,
        batch: &Act<BatchReply>,
    ) -> Result<Vec<Judgement>, Stop> {
        let others = plan.items.iter().map(|(item, _)| item).filter(|item| **item != plan.requested);
        let asked: Vec<_> = std::iter::once(&plan.requested).chain(others).cloned().collect();
        let names: Vec<_> = asked.iter().map(named).collect();
        let entry = format!("{} judge {}", phase.policy, names.join(" "));
        self.call(entry, batch.manner, millis(self.case.limits.policy_timeout))
            .map_err(|interrupted| whole(&interrupted, "policy_timeout"))?;
        let script = &self.case.policies[phase.policy];
        let say = |ask, target: &Identity| script.of(phase.last, ask, &target.uri).answer;
        let mut answers = Vec::new();
        for target in &asked {
            let seen = say(Ask::See, target);
            let disclosed = seen == Say::Yes;
            answers.push(match (seen, say(Ask::Read, target)) {
                (Say::Hidden, _) => Judgement::Hidden,
                (Say::Deny | Say::Fail, _) | (_, Say::Fail) => return Err("policy_failed"),
                (_, Say::Deny) => Judgement::Denied { disclosed },
                _ => Judgement::Allowed { disclosed },
            });
        }
        if batch.answer != BatchReply::Answers {
            return Err("policy_failed");
        }
        let Judgement::Allowed { .. } = answers[0] else { return Err("target_denied") };
        let mut judgements = Vec::new();
        for (item, reader) in &plan.items {
            let place = asked.iter().position(|target| target == item).unwrap();
            let shown = self.shown(phase, plan, reader)?;
            judgements.push(if shown { answers[place] } else { Judgement::Hidden });
        }
        Ok(judgements)
    }

    /// Whether the definition that serves an item hides it (G30).
    fn shown(&mut self, phase: Phase, plan: &Planned<'_>, reader: &Registration) -> Result<bool, Stop> {
        if reader.name == plan.root.name { Ok(true) } else { self.discover(phase, reader) }
    }

    fn see(&mut self, phase: Phase, target: &Identity) -> Result<Say, Stop> {
        let entry = format!("{} see {}", phase.policy, named(target));
        match self.ask(phase, Ask::See, &target.uri, entry)? {
            // G9: any visibility error fails the whole read.
            Say::Deny | Say::Fail => Err("policy_failed"),
            say => Ok(say),
        }
    }

    fn may_read(&mut self, phase: Phase, target: &Identity) -> Result<bool, Stop> {
        let entry = format!("{} may-read {}", phase.policy, named(target));
        self.permitted(phase, Ask::Read, &target.uri, entry)
    }

    fn permitted(&mut self, phase: Phase, ask: Ask, of: &str, entry: String) -> Result<bool, Stop> {
        match self.ask(phase, ask, of, entry)? {
            Say::Deny => Ok(false),
            Say::Fail => Err("policy_failed"),
            _ => Ok(true),
        }
    }

    fn ask(&mut self, phase: Phase, ask: Ask, of: &str, entry: String) -> Result<Say, Stop> {
        let Act { answer, manner, .. } = self.case.policies[phase.policy].of(phase.last, ask, of);
        self.call(entry, manner, millis(self.case.limits.policy_timeout))
            .map_err(|interrupted| whole(&interrupted, "policy_timeout"))?;
        Ok(answer)
    }

    /// The final answers are those of the policy in force (G11).
    pub(super) fn recheck(&mut self, plan: &Planned<'_>) -> Result<Vec<Judgement>, Stop> {
        loop {
            let phase = self.begin(true);
            self.discover_root(phase, plan.root)?;
            let judgements = self.judge(phase, plan)?;
            if phase.policy == self.policy {
                return Ok(judgements);
            }
        }
    }
}
