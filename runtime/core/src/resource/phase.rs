//! One phase of authorisation: what the policy in force says of the definition, the requested target and
//! every item (G8 to G11, G30). A read has two, and no answer passes from one to the other.

use std::{collections::HashMap, iter, sync::Arc};

use wayleave_model::RouteId;

use super::{
    Failure, Judgement, ReadFailure, ReadFailureKind as Kind, Reading, Target, Visibility,
    policy::DynPolicy,
    resolve::{Planned, PlannedItem},
};
use crate::BoxFuture;

/// The policy as it was in force when the phase began, and its answers on definitions so far.
pub(super) struct Phase<'a, C> {
    reading: &'a Reading<'a, C>,
    policy: Arc<dyn DynPolicy<C>>,
    discovered: HashMap<RouteId, bool>,
}

impl<'a, C: Send + Sync + 'static> Phase<'a, C> {
    /// Begins a phase under the policy now in force.
    pub(super) fn begin(reading: &'a Reading<'a, C>) -> Self {
        Self { reading, policy: reading.gateway.policy(), discovered: HashMap::new() }
    }

    /// Whether the policy that was asked is the one now in force (G11).
    pub(super) fn is_in_force(&self) -> bool {
        Arc::ptr_eq(&self.policy, &self.reading.gateway.policy())
    }

    /// Asks for the selected definition.
    pub(super) async fn discover_root(&mut self, route: RouteId) -> Result<(), ReadFailure> {
        if self.discover(route).await? { Ok(()) } else { Err(self.reading.fail(Kind::DiscoverDenied)) }
    }

    /// Asks for the requested target, which must be visible and readable, and for every item.
    pub(super) async fn judge(&mut self, plan: &Planned) -> Result<Vec<Judgement>, ReadFailure> {
        match self.judge_at_once(plan).await? {
            Some(judgements) => Ok(judgements),
            None => self.judge_one_by_one(plan).await,
        }
    }

    /// Asks for the whole plan in one call, if the policy takes such.
    async fn judge_at_once(&mut self, plan: &Planned) -> Result<Option<Vec<Judgement>>, ReadFailure> {
        let reading = self.reading;
        // One identity is asked for once in a phase.
        let others = plan.items().iter().map(PlannedItem::target).filter(|&item| item != plan.requested());
        let targets: Vec<&Target> = iter::once(plan.requested()).chain(others).collect();
        let answer = reading.ask(|| self.policy.judge(reading.caller, &targets)).await?;
        let Some(answer) = answer else { return Ok(None) };
        let judgements =
            answer.map_err(|failure| reading.fail(Kind::PolicyFailed).with_cause(Some(failure.into())))?;
        let [root @ Judgement::Allowed { .. }, judgements @ ..] = judgements.as_slice() else {
            let denied = judgements.len() == targets.len();
            return Err(reading.fail(if denied { Kind::TargetDenied } else { Kind::PolicyFailed }));
        };
        if judgements.len() + 1 != targets.len() {
            return Err(reading.fail(Kind::PolicyFailed));
        }
        let mut judgements = judgements.iter();
        let mut all = Vec::with_capacity(plan.items().len());
        for item in plan.items() {
            let own = if item.target() == plan.requested() { Some(root) } else { judgements.next() };
            let shown = !item.is_foreign() || self.discover(item.route()).await?;
            all.push(own.copied().filter(|_| shown).unwrap_or(Judgement::Hidden));
        }
        Ok(Some(all))
    }

    async fn judge_one_by_one(&mut self, plan: &Planned) -> Result<Vec<Judgement>, ReadFailure> {
        let root = self.visibility(plan.requested()).await?;
        if root == Visibility::Hidden || !self.may_read(plan.requested()).await? {
            return Err(self.reading.fail(Kind::TargetDenied));
        }
        let mut seen = Vec::with_capacity(plan.items().len());
        for item in plan.items() {
            seen.push(if item.is_foreign() && !self.discover(item.route()).await? {
                Visibility::Hidden
            } else if item.target() == plan.requested() {
                // One identity is asked for once in a phase.
                root
            } else {
                self.visibility(item.target()).await?
            });
        }
        let mut judgements = Vec::with_capacity(seen.len());
        for (item, visibility) in plan.items().iter().zip(seen) {
            let readable = visibility != Visibility::Hidden
                && (item.target() == plan.requested() || self.may_read(item.target()).await?);
            judgements.push(Judgement::new(visibility, readable));
        }
        Ok(judgements)
    }

    async fn discover(&mut self, route: RouteId) -> Result<bool, ReadFailure> {
        if let Some(&known) = self.discovered.get(&route) {
            return Ok(known);
        }
        let reading = self.reading;
        let known = match reading.gateway.set.definition(route) {
            None => false,
            Some(definition) => reading.allowed(|| self.policy.discover(reading.caller, definition)).await?,
        };
        self.discovered.insert(route, known);
        Ok(known)
    }

    /// Whether the policy lets the caller see `target`.
    pub(super) async fn visibility(&self, target: &Target) -> Result<Visibility, ReadFailure> {
        let reading = self.reading;
        let answer = reading.ask(|| self.policy.visibility(reading.caller, target)).await?;
        // A denial is no answer here: to hide, a policy says so.
        answer.map_err(|failure| reading.fail(Kind::PolicyFailed).with_cause(Some(failure.into())))
    }

    async fn may_read(&self, target: &Target) -> Result<bool, ReadFailure> {
        let reading = self.reading;
        reading.allowed(|| self.policy.read(reading.caller, target)).await
    }
}

impl<C: Send + Sync + 'static> Reading<'_, C> {
    /// Asks the policy something that it answers with yes, a denial, or a failure.
    async fn allowed<'f>(
        &self,
        call: impl FnOnce() -> BoxFuture<'f, Result<(), Failure>> + Send,
    ) -> Result<bool, ReadFailure> {
        match self.ask(call).await? {
            Ok(()) => Ok(true),
            Err(failure) if failure.is_unavailable() => Ok(false),
            Err(failure) => Err(self.fail(Kind::PolicyFailed).with_cause(failure.into_cause())),
        }
    }

    /// Asks the policy, within its time.
    async fn ask<'f, T>(&self, call: impl FnOnce() -> BoxFuture<'f, T> + Send) -> Result<T, ReadFailure> {
        let answer = self.deadline.run(self.gateway.limits.policy_timeout, call).await;
        answer.map_err(|interrupted| self.interrupted(interrupted, Kind::PolicyTimeout))
    }
}
