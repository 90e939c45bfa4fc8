//! Whether a caller may be told that a resource changed (G28).

use std::pin::pin;

use super::{
    Gateway, ReadFailure, Reading, Visibility, guard, phase::Phase, resolve::resolve, select::select,
};

impl<C: Send + Sync + 'static> Gateway<C> {
    /// Whether `caller` may be told, now, that what `uri` names has changed: its definition may be discovered and its
    /// target is visible. No body is read.
    ///
    /// Subscribing itself asks nobody, so that it tells hidden from unknown URIs to no one; ask here each time before
    /// an update is sent. Whatever else goes wrong comes to no.
    pub async fn may_notify(&self, caller: &C, uri: &str) -> bool {
        let reading = Reading::new(self.inner(), caller, uri);
        let seen = pin!(Some(Self::sees(&reading)));
        matches!(guard::without_unwinding(seen).await, Ok(Ok(true)))
    }

    async fn sees(reading: &Reading<'_, C>) -> Result<bool, ReadFailure> {
        let selection = select(reading.gateway, reading.uri)?;
        let phase = Phase::begin(reading);
        phase.discover_root(selection.route).await?;
        let plan = resolve(reading, &selection).await?;
        let seen = phase.visibility(plan.requested()).await? != Visibility::Hidden;
        Ok(seen && phase.is_in_force() && !reading.deadline.is_over())
    }
}
