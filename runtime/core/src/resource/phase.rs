//! One phase of authorisation: what the policy in force says of the definition, the requested target and
//! every item (G8 to G11, G30). A read has two, and no answer passes from one to the other.

use std::sync::Arc;

use wayleave_model::RouteId;

use super::{
    Failure, ReadFailure, ReadFailureKind as Kind, Reading, Target, Visibility, admit::Cause,
    judge::Judgements, policy::InForce, resolve::Planned,
};

/// The policy as it was in force when the phase began.
pub(super) struct Phase<'a, C> {
    reading: &'a Reading<'a, C>,
    policy: InForce<C>,
    /// Whether the policy may judge the plan at once: nobody knows until it was asked, and it is asked once a read.
    at_once: bool,
}

impl<'a, C: Send + Sync + 'static> Phase<'a, C> {
    /// Begins a phase under the policy now in force.
    pub(super) fn begin(reading: &'a Reading<'a, C>) -> Self {
        Self { reading, policy: reading.gateway.policy(), at_once: true }
    }

    /// Begins a later phase of the same read.
    pub(super) fn begin_after(reading: &'a Reading<'a, C>, first: &Self) -> Self {
        let next = Self::begin(reading);
        Self { at_once: first.at_once || !Arc::ptr_eq(&next.policy, &first.policy), ..next }
    }

    /// Whether the policy that was asked is the one now in force (G11).
    pub(super) fn is_in_force(&self) -> bool {
        self.reading.gateway.is_in_force(&self.policy)
    }

    /// Asks for the selected definition.
    pub(super) async fn discover_root(&self, route: RouteId) -> Result<(), ReadFailure> {
        let reading = self.reading;
        let Some(definition) = reading.gateway.set.definition(route) else {
            return Err(reading.fail(Kind::NoMatch));
        };
        match reading.allowed(|| self.policy.discover(reading.caller, definition)).await? {
            true => Ok(()),
            false => Err(reading.fail(Kind::DiscoverDenied)),
        }
    }

    /// Asks for the requested target, which must be visible and readable, and for every item.
    pub(super) async fn judge(&mut self, plan: &Planned) -> Result<Judgements, ReadFailure> {
        self.judge_with(None, plan).await
    }

    /// Asks for the selected definition, and for all that [`judge`](Self::judge) asks for.
    pub(super) async fn judge_all(
        &mut self,
        route: RouteId,
        plan: &Planned,
    ) -> Result<Judgements, ReadFailure> {
        self.judge_with(Some(route), plan).await
    }

    async fn judge_with(&mut self, root: Option<RouteId>, plan: &Planned) -> Result<Judgements, ReadFailure> {
        let judged = self.policy.judge_plan(self.reading, root, plan, self.at_once).await?;
        self.at_once = judged.at_once;
        Ok(judged.judgements)
    }

    /// Asks whether the caller may see `target`.
    pub(super) async fn visibility(&self, target: &Target) -> Result<Visibility, ReadFailure> {
        let reading = self.reading;
        reading.answered(|| self.policy.visibility(reading.caller, target)).await
    }
}

impl<C> Reading<'_, C> {
    /// Asks the policy something that it answers with yes, a denial, or a failure.
    pub(super) async fn allowed<F>(&self, call: impl FnOnce() -> F) -> Result<bool, ReadFailure>
    where
        F: Future<Output = Result<(), Failure>>,
    {
        match self.deadline.run(self.gateway.limits.policy_timeout, call).await {
            Ok(Ok(())) => Ok(true),
            Ok(Err(failure)) if failure.is_unavailable() => Ok(false),
            Ok(Err(failure)) => Err(self.undecided(failure.into_cause())),
            Err(interrupted) => Err(self.interrupted(interrupted, Kind::PolicyTimeout)),
        }
    }

    /// Asks the policy something to which a denial is no answer: to hide, a policy says so.
    pub(super) async fn answered<F, T>(&self, call: impl FnOnce() -> F) -> Result<T, ReadFailure>
    where
        F: Future<Output = Result<T, Failure>>,
    {
        match self.deadline.run(self.gateway.limits.policy_timeout, call).await {
            Ok(answer) => answer.map_err(|failure| self.undecided(Some(failure.into()))),
            Err(interrupted) => Err(self.interrupted(interrupted, Kind::PolicyTimeout)),
        }
    }

    fn undecided(&self, cause: Option<Cause>) -> ReadFailure {
        self.fail(Kind::PolicyFailed).with_cause(cause)
    }
}
