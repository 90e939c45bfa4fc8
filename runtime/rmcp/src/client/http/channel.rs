//! HTTP+SSE, the transport of 2024-11-05: everything that the server says comes on one stream of events, which first names
//! the place where the server wants messages.
//!
//! It is deprecated, so it is tried where a server refuses streamable HTTP, and nowhere else. A stream that breaks off is
//! the end of the connection.

use std::{sync::Arc, time::Duration};

use http::{Method as Verb, StatusCode, Uri};
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
    time::timeout,
};

use super::{
    body::{EventBody, Kind, is_message},
    reference::resolve,
    web::Web,
};
use crate::client::{
    ClientError,
    meter::Bounds,
    options::Options,
    out::Message,
    stream::{Hearing, StreamLink},
};

/// The requests that are under way at once, at most. A server may answer on the stream before it answers the request, or
/// ask something itself in between, so none waits for the one before.
const POSTS: usize = 16;

/// A stream that has been opened, and the place where messages go.
pub(crate) struct Channel {
    web: Web,
    events: EventBody,
    place: Uri,
}

impl Channel {
    /// Whether a server that refuses the first message so may be one of 2024-11-05.
    pub(crate) fn may_explain(error: &ClientError) -> bool {
        matches!(error, ClientError::Http { status: 400 | 404 | 405 })
    }

    /// Opens the stream. None: the server does not speak this transport.
    ///
    /// # Errors
    /// The server lets nobody in who asks so, or see [`resolve`].
    pub(crate) async fn open(web: &Web, options: &Options) -> Result<Option<Self>, ClientError> {
        let opening = timeout(options.call_timeout, first_event(web, options.bounds)).await;
        let Some((events, place)) = opening.unwrap_or(Ok(None))? else { return Ok(None) };
        Ok(Some(Self { web: web.clone(), events, place: resolve(web.url(), &place)? }))
    }

    /// Begins a connection. `changes` counts the server's word that a list has changed; sending takes `most` at most.
    pub(crate) fn link(self, changes: Arc<watch::Sender<u64>>, most: Duration) -> StreamLink {
        let Self { web, events, place } = self;
        let secrets = web.secrets().clone();
        StreamLink::start(
            changes,
            |hearing| read_events(events, hearing),
            |messages| post_messages(web, place, most, messages),
        )
        .hiding(secrets)
    }
}

/// The stream, and what its first event names.
async fn first_event(web: &Web, bounds: Bounds) -> Result<Option<(EventBody, Vec<u8>)>, ClientError> {
    let Ok(response) = web.send(web.request_events()).await else { return Ok(None) };
    match response.status() {
        StatusCode::OK if Kind::of(response.headers()) == Kind::Events => {}
        // That is what there is to be mended first.
        status @ (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) => {
            return Err(ClientError::Http { status: status.as_u16() });
        }
        _ => return Ok(None),
    }
    let mut events = EventBody::new(response.into_body(), bounds);
    let event = events.event().await.ok().flatten();
    Ok(event.filter(|event| event.name == b"endpoint").map(|event| (events, event.data)))
}

/// Reads until the stream ends, or holds what no server may send. Only events of messages count: the place stays.
async fn read_events(mut events: EventBody, hearing: Hearing) -> ClientError {
    loop {
        let event = match events.event().await {
            Ok(Some(event)) => event,
            Ok(None) => return ClientError::Closed,
            Err(error) => return error,
        };
        if matches!(&*event.name, b"" | b"message")
            && is_message(&event.data)
            && let Err(error) = hearing.hear(event.data).await
        {
            return error;
        }
    }
}

/// Sends each message in a request of its own, until there are no more. Requests that are under way end with this.
async fn post_messages(web: Web, place: Uri, most: Duration, mut messages: mpsc::Receiver<Message>) {
    let mut posts = JoinSet::new();
    while let Some(message) = messages.recv().await {
        while posts.try_join_next().is_some() {}
        while posts.len() >= POSTS {
            posts.join_next().await;
        }
        let (web, place) = (web.clone(), place.clone());
        posts.spawn(async move {
            let sent = timeout(most, post(&web, place, message.json)).await;
            if let Err(error) = sent.unwrap_or(Err(ClientError::Timeout)) {
                let _ = message.failed.send(error);
            }
        });
    }
}

/// Sends a message to the place. What the server says to that comes on the stream, so the answer has nothing but a status.
async fn post(web: &Web, place: Uri, json: String) -> Result<(), ClientError> {
    let mut request = web.request(Verb::POST, json);
    *request.uri_mut() = place;
    match web.send(request).await?.status() {
        status if status.is_success() => Ok(()),
        status => Err(ClientError::Http { status: status.as_u16() }),
    }
}
