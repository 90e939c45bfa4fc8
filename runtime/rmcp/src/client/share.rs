//! The SDK's client over a connection of this one.

use std::collections::VecDeque;

use rmcp::{
    RoleClient,
    model::{ClientNotification, ClientRequest, JsonRpcMessage, RequestId},
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::{Client, ClientError, out::Message};

/// A transport for the SDK's client, from [`Client::share`].
pub struct SharedTransport {
    client: Client,
    incoming: mpsc::Receiver<Vec<u8>>,
    out: mpsc::WeakSender<Message>,
    /// What the SDK is told without asking the server.
    told: VecDeque<String>,
}

impl SharedTransport {
    pub(super) fn new(
        client: Client,
        incoming: mpsc::Receiver<Vec<u8>>,
        out: mpsc::WeakSender<Message>,
    ) -> Self {
        Self { client, incoming, out, told: VecDeque::new() }
    }

    /// Answers the SDK's side of the handshake by what it has come to already. Gives whether there is nothing to send.
    fn answer(&mut self, message: &TxJsonRpcMessage<RoleClient>) -> bool {
        const METHOD_NOT_FOUND: i64 = -32601;
        const UNSUPPORTED_VERSION: i64 = -32022;
        let opened = self.client.opened();
        let stateless = opened.revision.is_stateless();
        let told = match message {
            JsonRpcMessage::Request(request) => {
                let refused = |error| error_message(&request.id, &error);
                match &request.request {
                    ClientRequest::DiscoverRequest(_) if stateless => result(&request.id, &opened.result),
                    ClientRequest::InitializeRequest(_) if !stateless => result(&request.id, &opened.result),
                    ClientRequest::DiscoverRequest(_) => {
                        refused(json!({ "code": METHOD_NOT_FOUND, "message": "Method not found" }))
                    }
                    ClientRequest::InitializeRequest(_) => {
                        let data = json!({ "supported": [opened.revision.as_str()] });
                        let message = "Unsupported protocol version";
                        refused(json!({ "code": UNSUPPORTED_VERSION, "message": message, "data": data }))
                    }
                    _ => return false,
                }
            }
            JsonRpcMessage::Notification(notification) => {
                return matches!(notification.notification, ClientNotification::InitializedNotification(_));
            }
            _ => return false,
        };
        self.told.push_back(told);
        true
    }
}

fn result(id: &RequestId, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id.clone().into_json_value())
}

fn error_message(id: &RequestId, error: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id.clone().into_json_value(), "error": error }).to_string()
}

impl Transport<RoleClient> for SharedTransport {
    type Error = ClientError;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), ClientError>> + Send + 'static {
        let sending = if self.answer(&message) {
            None
        } else {
            Some((self.out.clone(), serde_json::to_string(&message)))
        };
        async move {
            let Some((out, json)) = sending else { return Ok(()) };
            let json = json.map_err(|_| ClientError::Malformed)?;
            let out = out.upgrade().ok_or(ClientError::Closed)?;
            Message::send(json, &out).await
        }
    }

    /// The next message. One that the SDK cannot read is passed over.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            let read = match self.told.pop_front() {
                Some(told) => serde_json::from_str(&told),
                None => serde_json::from_slice(&self.incoming.recv().await?),
            };
            if let Ok(message) = read {
                return Some(message);
            }
        }
    }

    /// Ends the sharing, not the connection.
    async fn close(&mut self) -> Result<(), ClientError> {
        self.incoming.close();
        Ok(())
    }
}
