//! The second phase: the final answer decides what is returned (G8, G11).

use super::{
    Issue, IssueCode, Item, ReadFailure, Reading,
    admit::Outcome,
    authorize::Authorized,
    phase::{Phase, Verdict},
    select::Selection,
};

/// What the final answers leave: items, and an issue for each visible item that is missing, in plan order.
pub(super) struct Settled {
    pub(super) items: Vec<Item>,
    pub(super) issues: Vec<Issue>,
}

/// Asks again, under the policy now in force, and settles what became of each item.
pub(super) async fn recheck<C: Send + Sync + 'static>(
    reading: &Reading<'_, C>,
    selection: &Selection<'_>,
    authorized: &Authorized,
    outcomes: Vec<Outcome>,
) -> Result<Settled, ReadFailure> {
    let mut phase = Phase::begin(reading);
    phase.discover_root(selection.route).await?;
    let last = phase.judge(authorized.plan()).await?;

    let mut settled = Settled { items: Vec::new(), issues: Vec::new() };
    let targets = authorized.plan().items().iter().map(|item| item.target().uri());
    for (((uri, first), last), outcome) in targets.zip(authorized.verdicts()).zip(last).zip(outcomes) {
        let (code, disclosed) = match (first, last, outcome) {
            (_, Verdict::Hidden, _) => continue,
            // Revoked, newly visible, or denied at first: never read late, whatever happened before.
            (_, Verdict::Denied { disclosed }, _)
            | (Verdict::Hidden | Verdict::Denied { .. }, Verdict::Allowed { disclosed }, _)
            | (_, Verdict::Allowed { disclosed }, Outcome::NotAllowed) => (IssueCode::Unavailable, disclosed),
            (Verdict::Allowed { .. }, Verdict::Allowed { disclosed }, Outcome::Failed(code)) => {
                (code, disclosed)
            }
            (Verdict::Allowed { .. }, Verdict::Allowed { .. }, Outcome::Admitted(item)) => {
                settled.items.push(item);
                continue;
            }
        };
        settled.issues.push(Issue::new(code, disclosed.then_some(uri)));
    }
    Ok(settled)
}
