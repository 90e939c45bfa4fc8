//! A connection over a pair of byte streams: one message a line, as over standard streams.
//!
//! Two tasks of the connection's own read and write, so a call that is dropped half way leaves no half line behind. Both
//! end with the connection.

use std::{
    collections::HashMap,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    sync::{mpsc, oneshot, watch},
    task::JoinHandle,
};

use super::{
    ClientError,
    message::{Answer, Incoming, Outgoing, Refusal, Whose, cancellation, whose},
    meter::{Bounds, Meter},
};

/// The lines that wait to be written, at most.
const LINES: usize = 16;
/// The bytes that are read at once.
const PIECE: usize = 32 * 1024;

pub(crate) struct StreamLink {
    shared: Arc<Shared>,
    lines: mpsc::Sender<String>,
    reader: JoinHandle<()>,
    writer: JoinHandle<()>,
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
    /// Begins to read and write. `changes` counts the server's word that a list has changed.
    pub(crate) fn new(
        read: impl AsyncRead + Send + Unpin + 'static,
        write: impl AsyncWrite + Send + Unpin + 'static,
        bounds: Bounds,
        changes: Arc<watch::Sender<u64>>,
    ) -> Self {
        let shared = Arc::new(Shared { state: Mutex::new(State::Open(Open::default())), changes });
        let (lines, waiting) = mpsc::channel(LINES);
        let writer = tokio::spawn(write_lines(write, waiting));
        let reader = {
            let (shared, lines, writer) = (Arc::clone(&shared), lines.downgrade(), writer.abort_handle());
            tokio::spawn(async move {
                let end = read_lines(read, bounds, &shared, &lines).await;
                shared.end(end);
                writer.abort();
            })
        };
        Self { shared, lines, reader, writer }
    }

    /// Sends a request and waits for what it comes to. Dropping the future calls the request off.
    pub(crate) async fn call(&self, id: u64, request: &Outgoing) -> Outcome {
        let mut answer = self.shared.expect(id)?;
        let mut guard = Guard { link: self, id, sent: false };
        self.lines.send(request.request(id)).await.map_err(|_| ClientError::Closed)?;
        guard.sent = request.method.may_be_cancelled();
        let outcome = (&mut answer).await.unwrap_or(Err(ClientError::Closed));
        guard.sent = false;
        outcome
    }

    pub(crate) async fn notify(&self, notification: &Outgoing) -> Result<(), ClientError> {
        self.lines.send(notification.notification()).await.map_err(|_| ClientError::Closed)
    }

    /// Hands all messages but the answers to calls from [`FIRST_SHARED_CALL`] on to somebody else. Nobody may be waiting
    /// for an answer, and nobody else may share.
    pub(crate) fn share(&self) -> Option<mpsc::Receiver<Vec<u8>>> {
        self.shared.share()
    }

    /// Where lines go to be written.
    pub(crate) fn lines(&self) -> mpsc::WeakSender<String> {
        self.lines.downgrade()
    }

    /// Completes when the connection has ended.
    pub(crate) async fn ended(&self) {
        // Writing ends when reading does, and only the writer holds the other end of the lines.
        self.lines.closed().await;
    }

    /// Ends the connection: the server reads an end of file.
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
            let _ = self.link.lines.try_send(cancellation(self.id));
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

    /// Takes a message in, or hands it to whoever shares the connection; for as long as that one is slow, nothing else is
    /// read.
    async fn hear(&self, message: Vec<u8>, lines: &mpsc::WeakSender<String>) -> Result<(), ClientError> {
        let Some(sharer) = self.sharer() else { return self.take(message, lines) };
        match whose(&message)? {
            Whose::Answer(Some(id)) if id >= FIRST_SHARED_CALL => return self.take(message, lines),
            Whose::Change => self.changes.send_modify(|changes| *changes += 1),
            Whose::Answer(_) | Whose::Other => {}
        }
        // One that is gone needs nothing any more.
        let _ = sharer.send(message).await;
        Ok(())
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
                let (sender, receiver) = mpsc::channel(LINES);
                *sharer = Some(sender);
                Some(receiver)
            }
            _ => None,
        }
    }

    fn take(&self, message: Vec<u8>, lines: &mpsc::WeakSender<String>) -> Result<(), ClientError> {
        match Incoming::read(message)? {
            Incoming::Result { id, result } => self.settle(id, Ok(Ok(result))),
            Incoming::Refusal { id: Some(id), refusal } => self.settle(id, Ok(Err(refusal))),
            Incoming::Request { reply } => {
                // A server that asks faster than it reads gets no answer.
                if let Some(lines) = lines.upgrade() {
                    let _ = lines.try_send(reply);
                }
            }
            Incoming::Changed => self.changes.send_modify(|changes| *changes += 1),
            Incoming::Refusal { id: None, .. } | Incoming::Other => {}
        }
        Ok(())
    }
}

/// Reads until the stream ends, or holds what no server may send.
async fn read_lines(
    mut read: impl AsyncRead + Unpin,
    bounds: Bounds,
    shared: &Shared,
    lines: &mpsc::WeakSender<String>,
) -> End {
    let mut meter = Meter::new(bounds);
    let (mut piece, mut line) = (vec![0; PIECE], Vec::new());
    loop {
        let Ok(length @ 1..) = read.read(&mut piece).await else { return End::Closed };
        let mut rest = piece.get(..length).unwrap_or_default();
        while !rest.is_empty() {
            let (part, next) = match rest.iter().position(|&byte| byte == b'\n') {
                Some(end) => (rest.get(..end), rest.get(end + 1..)),
                None => (Some(rest), None),
            };
            let part = part.unwrap_or_default();
            if let Err(error) = meter.take(part) {
                return error.into();
            }
            line.extend_from_slice(part);
            let Some(next) = next else { break };
            rest = next;
            meter.reset();
            let message = mem::take(&mut line);
            // Some servers print other things between their messages.
            if message.trim_ascii_start().starts_with(b"{")
                && let Err(error) = shared.hear(message, lines).await
            {
                return error.into();
            }
        }
    }
}

/// Writes each line, until there are no more or nobody reads them.
async fn write_lines(mut write: impl AsyncWrite + Unpin, mut lines: mpsc::Receiver<String>) {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        if write.write_all(line.as_bytes()).await.is_err() || write.flush().await.is_err() {
            return;
        }
    }
}
