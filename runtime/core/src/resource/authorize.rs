//! The first phase: nothing is read before everything in the plan is judged (G8).

use super::{
    Judgement, ReadFailure, Reading, Target,
    judge::Judgements,
    phase::Phase,
    resolve::{Planned, PlannedItem, resolve},
    select::Selection,
};

/// A target whose reading the first phase allowed. Only this module makes one, so that no reader can be
/// given a target that nobody was asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct AuthorizedTarget<'a>(&'a Target);

impl<'a> AuthorizedTarget<'a> {
    pub(super) fn get(self) -> &'a Target {
        self.0
    }
}

/// A plan with what the first phase said of it.
pub(super) struct Authorized<'a, C> {
    phase: Phase<'a, C>,
    plan: Planned,
    judgements: Judgements,
}

impl<'a, C> Authorized<'a, C> {
    /// The phase that this is of.
    pub(super) fn phase(&self) -> &Phase<'a, C> {
        &self.phase
    }

    pub(super) fn plan(&self) -> &Planned {
        &self.plan
    }

    /// What was said of each item, in plan order.
    pub(super) fn judgements(&self) -> &[Judgement] {
        &self.judgements
    }

    /// Each item in plan order, with its target where it may be read.
    pub(super) fn items(&self) -> impl Iterator<Item = (&PlannedItem, Option<AuthorizedTarget<'_>>)> {
        self.plan.items().iter().zip(&self.judgements).map(|(item, judgement)| {
            let allowed = matches!(judgement, Judgement::Allowed { .. });
            (item, allowed.then_some(AuthorizedTarget(item.target())))
        })
    }
}

/// Discovers the definition, resolves and checks the plan, and judges it.
pub(super) async fn authorize<'a, C: Send + Sync + 'static>(
    reading: &'a Reading<'a, C>,
    selection: &Selection<'_>,
) -> Result<Authorized<'a, C>, ReadFailure> {
    let mut phase = Phase::begin(reading);
    phase.discover_root(selection.route).await?;
    let plan = resolve(reading, selection).await?;
    let judgements = phase.judge(&plan).await?;
    Ok(Authorized { phase, plan, judgements })
}
