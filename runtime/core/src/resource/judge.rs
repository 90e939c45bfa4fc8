//! What a policy says of a plan: of the requested target, which must be visible and readable, and of every item
//! (G8 to G10, G30).
//!
//! It is written for the policy's own type, so that questions which are answered at once cost no allocation.

use std::{iter, slice};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use wayleave_model::RouteId;

use super::{
    Judgement, Policy, ReadFailure, ReadFailureKind as Kind, Reading, Target, Visibility, resolve::Planned,
};

/// One for each item, in plan order; mostly for one.
pub(super) type Judgements = SmallVec<[Judgement; 4]>;

/// What was said of the items, in plan order.
pub(super) struct Judged {
    pub(super) judgements: Judgements,
    /// Whether it was said of all in one call.
    pub(super) at_once: bool,
}

/// Asks `policy` for the whole plan, in one call if that may be tried; and before it for the definition `root`, where that
/// was not asked for in this phase.
pub(super) async fn judge<P: Policy>(
    policy: &P,
    reading: &Reading<'_, P::Caller>,
    root: Option<RouteId>,
    plan: &Planned,
    at_once: bool,
) -> Result<Judged, ReadFailure> {
    let mut judging = Judging { policy, reading, plan, discovered: FxHashMap::default() };
    if let Some(root) = root
        && !judging.ask_for(root).await?
    {
        return Err(reading.fail(Kind::DiscoverDenied));
    }
    let together = if at_once { judging.at_once().await? } else { None };
    let at_once = together.is_some();
    let judgements = match together {
        Some(judgements) => judgements,
        None => judging.one_by_one().await?,
    };
    Ok(Judged { judgements, at_once })
}

/// No answer is an answer, too: that there is none.
async fn transposed<T, E>(answer: impl Future<Output = Option<Result<T, E>>>) -> Result<Option<T>, E> {
    answer.await.transpose()
}

struct Judging<'a, P: Policy> {
    policy: &'a P,
    reading: &'a Reading<'a, P::Caller>,
    plan: &'a Planned,
    /// The answers so far on the definitions of foreign items: each is asked for once.
    discovered: FxHashMap<RouteId, bool>,
}

impl<P: Policy> Judging<'_, P> {
    /// Asks in one call, if the policy takes such.
    async fn at_once(&mut self) -> Result<Option<Judgements>, ReadFailure> {
        let Self { policy, reading, plan, .. } = *self;
        let requested = plan.requested();
        let several: Vec<&Target> = match plan.others().next() {
            None => Vec::new(),
            Some(_) => iter::once(requested).chain(plan.others()).collect(),
        };
        let targets = if several.is_empty() { slice::from_ref(&requested) } else { &several };
        let answer = reading.answered(|| transposed(policy.judge(reading.caller, targets))).await?;
        let Some(judgements) = answer else { return Ok(None) };
        let [root @ Judgement::Allowed { .. }, judgements @ ..] = judgements.as_slice() else {
            let denied = judgements.len() == targets.len();
            return Err(reading.fail(if denied { Kind::TargetDenied } else { Kind::PolicyFailed }));
        };
        if judgements.len() + 1 != targets.len() {
            return Err(reading.fail(Kind::PolicyFailed));
        }
        let mut judgements = judgements.iter();
        let mut all = Judgements::with_capacity(plan.items().len());
        for item in plan.items() {
            let own = if item.is_requested() { Some(root) } else { judgements.next() };
            let shown = !item.is_foreign() || self.discover(item.route()).await?;
            all.push(own.copied().filter(|_| shown).unwrap_or(Judgement::Hidden));
        }
        Ok(Some(all))
    }

    async fn one_by_one(&mut self) -> Result<Judgements, ReadFailure> {
        let Self { reading, plan, .. } = *self;
        let root = self.visibility(plan.requested()).await?;
        if root == Visibility::Hidden || !self.may_read(plan.requested()).await? {
            return Err(reading.fail(Kind::TargetDenied));
        }
        // First who may be seen, and then who of those may be read.
        let mut judgements = Judgements::with_capacity(plan.items().len());
        for item in plan.items() {
            let seen = if item.is_foreign() && !self.discover(item.route()).await? {
                Visibility::Hidden
            } else if item.is_requested() {
                root
            } else {
                self.visibility(item.target()).await?
            };
            judgements.push(Judgement::new(seen, item.is_requested()));
        }
        for (item, judgement) in plan.items().iter().zip(&mut judgements) {
            if let Judgement::Denied { disclosed } = *judgement
                && self.may_read(item.target()).await?
            {
                *judgement = Judgement::Allowed { disclosed };
            }
        }
        Ok(judgements)
    }

    /// Whether the definition of a foreign item may be discovered.
    async fn discover(&mut self, route: RouteId) -> Result<bool, ReadFailure> {
        if let Some(&known) = self.discovered.get(&route) {
            return Ok(known);
        }
        let known = self.ask_for(route).await?;
        self.discovered.insert(route, known);
        Ok(known)
    }

    async fn ask_for(&self, route: RouteId) -> Result<bool, ReadFailure> {
        let Self { policy, reading, .. } = *self;
        match reading.gateway.set.definition(route) {
            None => Ok(false),
            Some(definition) => reading.allowed(|| policy.discover(reading.caller, definition)).await,
        }
    }

    fn visibility(&self, target: &Target) -> impl Future<Output = Result<Visibility, ReadFailure>> {
        self.reading.answered(|| self.policy.visibility(self.reading.caller, target))
    }

    fn may_read(&self, target: &Target) -> impl Future<Output = Result<bool, ReadFailure>> {
        self.reading.allowed(|| self.policy.read(self.reading.caller, target))
    }
}
