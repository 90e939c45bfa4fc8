//! The second phase: the final answer decides what is returned (G8, G11).

use super::{
    Issue, IssueCode, Item, Judgement, ReadFailure, ReadFailureKind as Kind, Reading,
    admit::{Cause, Outcome},
    authorize::Authorized,
    phase::Phase,
    select::Selection,
};

/// How often the policy may be replaced while it is asked for the last time. No host does so more often, unless the
/// policy replaces itself.
const REPLACEMENTS: usize = 16;

/// What the final answers leave: items, and an issue for each visible item that is missing, in plan order.
pub(super) struct Settled {
    pub(super) items: Vec<Item>,
    pub(super) issues: Vec<Issue>,
    /// Why the first of the missing items failed, where its reader said so; for the host alone (G18).
    pub(super) cause: Option<Cause>,
    /// Whether the reader of one of the items depends on who asks.
    pub(super) personal: bool,
}

/// Asks again, under the policy now in force, and settles what became of each item.
pub(super) async fn recheck<C: Send + Sync + 'static>(
    reading: &Reading<'_, C>,
    selection: &Selection<'_>,
    authorized: &Authorized<'_, C>,
    outcomes: Vec<Outcome>,
) -> Result<Settled, ReadFailure> {
    let mut last = None;
    for _ in 0..REPLACEMENTS {
        let mut phase = Phase::begin_after(reading, authorized.phase());
        let judgements = phase.judge_all(selection.route, authorized.plan()).await?;
        // A policy replaced in the meantime is asked in its turn.
        if phase.is_in_force() {
            last = Some(judgements);
            break;
        }
    }
    let last = last.ok_or_else(|| reading.fail(Kind::PolicyFailed))?;

    let mut settled = Settled {
        items: Vec::with_capacity(outcomes.len()),
        issues: Vec::new(),
        cause: None,
        personal: false,
    };
    let items = authorized.plan().items().iter();
    for (((planned, first), last), outcome) in items.zip(authorized.judgements()).zip(last).zip(outcomes) {
        let (code, disclosed) = match (first, last, outcome) {
            (_, Judgement::Hidden, _) => continue,
            // Revoked, newly visible, or denied at first: never read late, whatever happened before.
            (_, Judgement::Denied { disclosed }, _)
            | (Judgement::Hidden | Judgement::Denied { .. }, Judgement::Allowed { disclosed }, _)
            | (_, Judgement::Allowed { disclosed }, Outcome::NotAllowed) => {
                (IssueCode::Unavailable, disclosed)
            }
            (Judgement::Allowed { .. }, Judgement::Allowed { disclosed }, Outcome::Failed(code, cause)) => {
                settled.cause = settled.cause.or(cause);
                (code, disclosed)
            }
            (Judgement::Allowed { .. }, Judgement::Allowed { .. }, Outcome::Admitted(item)) => {
                let reader = reading.gateway.binding(planned.route());
                settled.personal |= reader.is_none_or(|(_, binding)| binding.depends_on_caller());
                settled.items.push(item);
                continue;
            }
        };
        settled.issues.push(Issue::new(code, disclosed.then(|| planned.target().uri())));
    }
    Ok(settled)
}
