//! The transport: one JSON-RPC message a line.

use std::{io, sync::Arc, time::Duration};

use rmcp::{
    RoleServer,
    model::{
        CancelledNotification, CancelledNotificationParam, ClientJsonRpcMessage, ClientNotification,
        ClientRequest, ErrorData, GetMeta, ProtocolVersion, RequestId, ServerJsonRpcMessage, ServerResult,
        SubscriptionsListenResult,
    },
    transport::Transport,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    sync::Mutex,
    task::JoinHandle,
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use super::flight::Flight;
use crate::refusal::{misread, no_message};

/// Lines in and lines out.
pub(super) struct Lines<R, W> {
    input: BufReader<R>,
    output: Arc<Mutex<Option<W>>>,
    /// The line that is being read, or the part of it that has come.
    line: Vec<u8>,
    limit: usize,
    /// Whether the line is over the limit, and the rest of it is thrown away.
    skipping: bool,
    /// A refusal that is being written. Nothing more is read before it is out, so that a client which sends nothing
    /// but nonsense and reads nothing fills no memory.
    refusing: Option<JoinHandle<()>>,
    /// Whether a request has begun the conversation. What comes before and asks for nothing is passed over; the SDK
    /// would end on it.
    begun: bool,
    flight: Arc<Flight>,
    /// Cancelled when nothing more is to be read, and by this when there is no more.
    ending: CancellationToken,
    grace: Arc<dyn Fn() -> Duration + Send + Sync>,
    /// Whether nothing more is read.
    ended: bool,
    /// Then: until when what is under way may be answered.
    until: Option<Instant>,
    /// Once that is over: what is left.
    left: Option<Letting>,
}

/// The last of a conversation.
struct Letting {
    /// The last results, while they are being written.
    said: Option<JoinHandle<()>>,
    /// What is still to be cancelled, so that the SDK does not wait for it.
    cancelled: Vec<RequestId>,
}

/// What came of looking for a line.
enum Read {
    Line,
    TooLong,
    End,
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Lines<R, W> {
    pub(super) fn new(
        input: R,
        output: W,
        limit: usize,
        ending: CancellationToken,
        grace: Arc<dyn Fn() -> Duration + Send + Sync>,
    ) -> Self {
        Self {
            input: BufReader::new(input),
            output: Arc::new(Mutex::new(Some(output))),
            line: Vec::new(),
            limit,
            skipping: false,
            refusing: None,
            begun: false,
            flight: Arc::default(),
            ending,
            grace,
            ended: false,
            until: None,
            left: None,
        }
    }

    /// The next message; none when there will be no more. It may be dropped while it waits, and loses nothing.
    async fn message(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let ending = self.ending.clone();
            if let Some(refusing) = &mut self.refusing {
                tokio::select! {
                    _ = refusing => self.refusing = None,
                    () = ending.cancelled() => return None,
                }
            }
            let flight = self.flight.clone();
            let read = tokio::select! {
                read = async {
                    flight.room().await;
                    self.read().await
                } => read,
                () = ending.cancelled() => Read::End,
            };
            match read {
                Read::End => return None,
                Read::TooLong => {
                    let message = format!("a message is at most {} bytes", self.limit);
                    self.refuse(None, ErrorData::invalid_request(message, None));
                }
                Read::Line => {
                    let line = std::mem::take(&mut self.line);
                    let line = line.trim_ascii();
                    if line.is_empty() {
                        continue;
                    }
                    if let Some((id, error)) = misread(line) {
                        self.refuse(Some(id), error);
                        continue;
                    }
                    match serde_json::from_slice(line) {
                        Ok(message) => match self.takes(&message) {
                            Ok(true) => return Some(message),
                            Ok(false) => {}
                            Err((id, error)) => self.refuse(Some(id), error),
                        },
                        Err(error) => {
                            let (id, error) = no_message(line, &error);
                            self.refuse(id, error);
                        }
                    }
                }
            }
        }
    }

    /// Reads on until `line` holds a line. What has come stays there when this is dropped while it waits.
    async fn read(&mut self) -> Read {
        loop {
            let Ok(come) = self.input.fill_buf().await else { return Read::End };
            if come.is_empty() {
                // The last line may lack its end.
                let whole = !self.line.is_empty() && !self.skipping;
                return if whole { Read::Line } else { Read::End };
            }
            let (part, ends) = match come.iter().position(|byte| *byte == b'\n') {
                Some(at) => (come.get(..at).unwrap_or_default(), true),
                None => (come, false),
            };
            let used = part.len().saturating_add(usize::from(ends));
            if self.line.len().saturating_add(part.len()) > self.limit {
                self.line = Vec::new();
                self.skipping = true;
            }
            if !self.skipping {
                self.line.extend_from_slice(part);
            }
            self.input.consume(used);
            if ends {
                return if std::mem::take(&mut self.skipping) { Read::TooLong } else { Read::Line };
            }
        }
    }

    /// Takes note of a message; whether it is one to hand on, or what its sender is told.
    fn takes(&mut self, message: &ClientJsonRpcMessage) -> Result<bool, (RequestId, ErrorData)> {
        Ok(match message {
            ClientJsonRpcMessage::Request(request) => {
                let endless = matches!(request.request, ClientRequest::SubscriptionsListenRequest(_));
                self.flight.begin(&request.id, endless).map_err(|error| (request.id.clone(), error))?;
                self.begun |= begins(&request.request);
                true
            }
            ClientJsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // A cancelled request is not answered.
                    self.flight.end(id);
                }
                self.begun
            }
            ClientJsonRpcMessage::Response(_) | ClientJsonRpcMessage::Error(_) => self.begun,
        })
    }

    fn refuse(&mut self, id: Option<RequestId>, error: ErrorData) {
        self.refusing = Some(tokio::spawn({
            let written = write(self.output.clone(), ServerJsonRpcMessage::error(error, id));
            async move {
                let _ = written.await;
            }
        }));
    }

    /// Waits until what is under way is answered, or may take no longer.
    async fn land(&mut self) {
        let until = *self.until.get_or_insert_with(|| {
            let now = Instant::now();
            now.checked_add((self.grace)()).unwrap_or(now)
        });
        if tokio::time::timeout_at(until, self.flight.landed()).await.is_err() {
            tracing::warn!("requests are under way that took too long to finish; they are ended");
        }
    }

    /// Ends what is left: a request without an end gets the result that says so.
    fn let_go(&self) -> Letting {
        let left = self.flight.left();
        let endless: Vec<RequestId> =
            left.iter().filter(|(_, endless)| *endless).map(|(id, _)| id.clone()).collect();
        let output = self.output.clone();
        let said = tokio::spawn(async move {
            for id in endless {
                let result = SubscriptionsListenResult::complete(id.clone());
                let result = ServerResult::SubscriptionsListenResult(result);
                let _ = write(output.clone(), ServerJsonRpcMessage::response(result, id)).await;
            }
        });
        Letting { said: Some(said), cancelled: left.into_iter().map(|(id, _)| id).collect() }
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let flight = self.flight.clone();
        let output = self.output.clone();
        async move {
            let id = match &message {
                ServerJsonRpcMessage::Response(response) => Some(response.id.clone()),
                ServerJsonRpcMessage::Error(error) => error.id.clone(),
                _ => None,
            };
            let written = write(output, message).await;
            if let Some(id) = id {
                flight.end(&id);
            }
            written
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        if !self.ended {
            if let Some(message) = self.message().await {
                return Some(message);
            }
            self.ended = true;
            self.ending.cancel();
        }
        if self.left.is_none() {
            self.land().await;
            self.left = Some(self.let_go());
        }
        let left = self.left.as_mut()?;
        if let Some(said) = &mut left.said {
            let _ = said.await;
            left.said = None;
        }
        let id = left.cancelled.pop()?;
        let cancelled = CancelledNotification::new(CancelledNotificationParam::new(Some(id), None));
        Some(ClientJsonRpcMessage::notification(ClientNotification::CancelledNotification(cancelled)))
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.output.lock().await.take();
        Ok(())
    }
}

/// Whether a request begins a conversation: what may come before is answered, and decides nothing.
fn begins(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
        other => other.get_meta().missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty(),
    }
}

async fn write<W: AsyncWrite + Unpin>(
    output: Arc<Mutex<Option<W>>>,
    message: ServerJsonRpcMessage,
) -> io::Result<()> {
    let mut line = serde_json::to_vec(&message)?;
    line.push(b'\n');
    let mut output = output.lock().await;
    let output = output.as_mut().ok_or(io::ErrorKind::NotConnected)?;
    output.write_all(&line).await?;
    output.flush().await
}
