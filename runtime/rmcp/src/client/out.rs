//! Messages on their way to a server, until they are sent or it is known why not.

use tokio::sync::{mpsc, oneshot};

use super::ClientError;

/// A message on its way to the server.
pub(crate) struct Message {
    pub(crate) json: String,
    /// Who is told why it did not get there. Dropped, it says that the message is sent.
    pub(crate) failed: oneshot::Sender<ClientError>,
}

impl Message {
    pub(crate) fn new(json: String) -> (Self, oneshot::Receiver<ClientError>) {
        let (failed, failure) = oneshot::channel();
        (Self { json, failed }, failure)
    }

    /// A message that is sent if that can be done at once, and whose fate is the server's concern alone.
    pub(crate) fn try_send(json: String, out: &mpsc::Sender<Self>) {
        let _ = out.try_send(Self::new(json).0);
    }

    /// Waits until the message is sent.
    pub(crate) async fn send(json: String, out: &mpsc::Sender<Self>) -> Result<(), ClientError> {
        let (message, failure) = Self::new(json);
        out.send(message).await.map_err(|_| ClientError::Closed)?;
        failure.await.map_or(Ok(()), Err)
    }
}
