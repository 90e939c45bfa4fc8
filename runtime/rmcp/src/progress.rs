//! Progress of long reads, told to clients that ask for it.

use std::time::Duration;

use rmcp::{
    RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::Peer,
};
use tokio::sync::watch;
use wayleave::resource::Progress;

/// The least time between two notifications.
const INTERVAL: Duration = Duration::from_millis(100);

/// Sends how far a read has come, from the first body to the last, until there is no more to come. A read of one
/// body has no progress.
///
/// Each notification says more than the one before, and what comes too fast is left out. This ends when the read has
/// ended and nothing is on its way, so that none comes after the result.
pub(crate) async fn report(
    mut read: watch::Receiver<Option<Progress>>,
    peer: &Peer<RoleServer>,
    token: ProgressToken,
) {
    while read.changed().await.is_ok() {
        let Some(progress) = *read.borrow_and_update() else { continue };
        if progress.total < 2 {
            continue;
        }
        let notification = ProgressNotificationParam::new(token.clone(), progress.done as f64)
            .with_total(progress.total as f64);
        if peer.notify_progress(notification).await.is_err() {
            return;
        }
        let mut end = read.clone();
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = async { while end.changed().await.is_ok() {} } => return,
        }
    }
}
