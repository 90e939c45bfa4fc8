//! A connection over which everything comes on one stream, whatever that is made of: answers find their calls by number.
//!
//! Two tasks of the connection's own read and write, so a call that is dropped half way leaves no half message behind.
//! Both end with the connection.

use std::{
    collections::HashMap,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{
    select,
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
};

use super::{
    ClientError, Secrets,
    message::{Answer, Incoming, Outgoing, Refusal, Whose, cancellation, whose},
    out::Message,
};

/// The messages that wait to be sent, at most.
const WAITING: usize = 16;

pub(crate) struct StreamLink {
    shared: Arc<Shared>,
    out: mpsc::Sender<Message>,
    reader: JoinHandle<()>,
    writer: JoinHandle<()>,
    /// What no error may repeat.
    secrets: Secrets,
}

/// Where the connection is shared, calls of this number and later are the client's own. The SDK counts in 32 bits; and
/// JavaScript's numbers go that far.
pub(crate) const FIRST_SHARED_CALL: u64 = 1 << 40;

/// What a call comes to.
pub(crate) type Outcome = Result<Result<Answer, Refusal>, ClientError>;

struct Shared {
    state: Mutex<State>,
    changes: Arc<watch::Sender<u64>>,
}

enum State {
    Open(Open),
    Ended(End),
}

#[derive(Default)]
struct Open {
    /// Who waits for an answer, by the number of the call.
    waiting: HashMap<u64, oneshot::Sender<Outcome>>,
    /// Who shares the connection, and gets all that is not an answer to one of those.
    sharer: Option<mpsc::Sender<Vec<u8>>>,
}

/// Why the connection is no more.
#[derive(Clone, Copy, Debug)]
enum End {
    Closed,
    Malformed,
    TooLarge { limit: usize },
    TooDeep { limit: usize },
}

impl End {
    fn error(self) -> ClientError {
        match self {
            Self::Closed => ClientError::Closed,
            Self::Malformed => ClientError::Malformed,
            Self::TooLarge { limit } => ClientError::TooLarge { limit },
            Self::TooDeep { limit } => ClientError::TooDeep { limit },
        }
    }
}

impl From<ClientError> for End {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Malformed => Self::Malformed,
            ClientError::TooLarge { limit } => Self::TooLarge { limit },
            ClientError::TooDeep { limit } => Self::TooDeep { limit },
            _ => Self::Closed,
        }
    }
}

impl StreamLink {
    /// Begins to read and write. `changes` counts the server's word that a list has changed. The reader gives why it has
    /// ended, and the connection ends with it.
    pub(crate) fn start<R, W>(
        changes: Arc<watch::Sender<u64>>,
        read: impl FnOnce(Hearing) -> R,
        write: impl FnOnce(mpsc::Receiver<Message>) -> W,
    ) -> Self
    where
        R: Future<Output = ClientError> + Send + 'static,
        W: Future<Output = ()> + Send + 'static,
    {
        let shared = Arc::new(Shared { state: Mutex::new(State::Open(Open::default())), changes });
        let (out, waiting) = mpsc::channel(WAITING);
        let writer = tokio::spawn(write(waiting));
        let reader = {
            let (shared, writer) = (Arc::clone(&shared), writer.abort_handle());
            let read = read(Hearing { shared: Arc::clone(&shared), out: out.downgrade() });
            tokio::spawn(async move {
                let end = read.await;
                shared.end(end.into());
                writer.abort();
            })
        };
        Self { shared, out, reader, writer, secrets: Secrets::default() }
    }

    /// Keeps what the server is sent out of errors.
    #[cfg(feature = "client-http")]
    pub(crate) fn hiding(mut self, secrets: Secrets) -> Self {
        self.secrets = secrets;
        self
    }

    pub(crate) fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Sends a request and waits for what it comes to. Dropping the future calls the request off.
    pub(crate) async fn call(&self, id: u64, request: &Outgoing) -> Outcome {
        let mut answer = self.shared.expect(id)?;
        let mut guard = Guard { link: self, id, sent: false };
        let (message, failure) = Message::new(request.request(id));
        self.out.send(message).await.map_err(|_| ClientError::Closed)?;
        guard.sent = request.method.may_be_cancelled();
        let outcome = select! {
            // An answer counts, however its question got there.
            biased;
            outcome = &mut answer => outcome.unwrap_or(Err(ClientError::Closed)),
            Ok(error) = failure => Err(error),
        };
        guard.sent = false;
        outcome
    }

    pub(crate) async fn notify(&self, notification: &Outgoing) -> Result<(), ClientError> {
        Message::send(notification.notification(), &self.out).await
    }

    /// Hands all messages but the answers to calls from [`FIRST_SHARED_CALL`] on to somebody else. Nobody may be waiting
    /// for an answer, and nobody else may share.
    pub(crate) fn share(&self) -> Option<mpsc::Receiver<Vec<u8>>> {
        self.shared.share()
    }

    /// Where messages go to be sent.
    pub(crate) fn out(&self) -> mpsc::WeakSender<Message> {
        self.out.downgrade()
    }

    /// Completes when the connection has ended.
    pub(crate) async fn ended(&self) {
        // Writing ends when reading does, and only the writer holds the other end.
        self.out.closed().await;
    }

    /// Ends the connection: the server reads the end of it.
    pub(crate) fn close(&self) {
        self.writer.abort();
        self.reader.abort();
        self.shared.end(End::Closed);
    }
}

impl Drop for StreamLink {
    fn drop(&mut self) {
        self.close();
    }
}

/// Forgets a call that is dropped, and tells the server.
struct Guard<'a> {
    link: &'a StreamLink,
    id: u64,
    sent: bool,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.link.shared.forget(self.id);
        if self.sent {
            // A server that does not even read need not hear of it.
            Message::try_send(cancellation(self.id), &self.link.out);
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics half way, so a poisoned state is a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn expect(&self, id: u64) -> Result<oneshot::Receiver<Outcome>, ClientError> {
        match &mut *self.lock() {
            State::Open(Open { waiting, .. }) => {
                let (sender, receiver) = oneshot::channel();
                waiting.insert(id, sender);
                Ok(receiver)
            }
            State::Ended(end) => Err(end.error()),
        }
    }

    fn forget(&self, id: u64) -> Option<oneshot::Sender<Outcome>> {
        match &mut *self.lock() {
            State::Open(Open { waiting, .. }) => waiting.remove(&id),
            State::Ended(_) => None,
        }
    }

    /// Hands an outcome to whoever waits for it. One that nobody waits for is dropped.
    fn settle(&self, id: u64, outcome: Outcome) {
        if let Some(waiting) = self.forget(id) {
            let _ = waiting.send(outcome);
        }
    }

    fn changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    fn end(&self, end: End) {
        let mut state = self.lock();
        if matches!(*state, State::Ended(_)) {
            return;
        }
        let before = mem::replace(&mut *state, State::Ended(end));
        drop(state);
        if let State::Open(Open { waiting, .. }) = before {
            waiting.into_values().for_each(|waiting| drop(waiting.send(Err(end.error()))));
        }
    }

    fn sharer(&self) -> Option<mpsc::Sender<Vec<u8>>> {
        match &*self.lock() {
            State::Open(Open { sharer, .. }) => sharer.clone().filter(|sharer| !sharer.is_closed()),
            State::Ended(_) => None,
        }
    }

    fn share(&self) -> Option<mpsc::Receiver<Vec<u8>>> {
        match &mut *self.lock() {
            State::Open(Open { waiting, sharer }) if waiting.is_empty() => {
                if sharer.as_ref().is_some_and(|sharer| !sharer.is_closed()) {
                    return None;
                }
                let (sender, receiver) = mpsc::channel(WAITING);
                *sharer = Some(sender);
                Some(receiver)
            }
            _ => None,
        }
    }
}

/// Where the reader brings each message.
pub(crate) struct Hearing {
    shared: Arc<Shared>,
    out: mpsc::WeakSender<Message>,
}

impl Hearing {
    /// Takes a message in, or hands it to whoever shares the connection; for as long as that one is slow, nothing else is
    /// read.
    pub(crate) async fn hear(&self, message: Vec<u8>) -> Result<(), ClientError> {
        let Some(sharer) = self.shared.sharer() else { return self.take(message) };
        match whose(&message)? {
            Whose::Answer(Some(id)) if id >= FIRST_SHARED_CALL => return self.take(message),
            Whose::Change => self.shared.changed(),
            Whose::Answer(_) | Whose::Other => {}
        }
        // One that is gone needs nothing any more.
        let _ = sharer.send(message).await;
        Ok(())
    }

    fn take(&self, message: Vec<u8>) -> Result<(), ClientError> {
        match Incoming::read(message)? {
            Incoming::Result { id, result } => self.shared.settle(id, Ok(Ok(result))),
            Incoming::Refusal { id: Some(id), refusal } => self.shared.settle(id, Ok(Err(refusal))),
            Incoming::Request { reply } => {
                // A server that asks faster than it reads gets no answer.
                if let Some(out) = self.out.upgrade() {
                    Message::try_send(reply, &out);
                }
            }
            Incoming::Changed => self.shared.changed(),
            Incoming::Refusal { id: None, .. } | Incoming::Other => {}
        }
        Ok(())
    }
}
