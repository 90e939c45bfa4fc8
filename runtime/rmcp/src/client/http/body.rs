//! Answers' bodies: one JSON message, or a stream of events, each within its bounds while it comes.

use bytes::Bytes;
use http::{HeaderMap, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;

use super::sse::{Event, Events};
use crate::client::{
    ClientError,
    meter::{Bounds, Meter},
};

/// What a body holds, by its headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Json,
    Events,
    Other,
}

impl Kind {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if text(header::CONTENT_ENCODING).is_some_and(|encoding| !encoding.eq_ignore_ascii_case("identity")) {
            return Self::Other;
        }
        let media_type = text(header::CONTENT_TYPE).unwrap_or_default().split(';').next().unwrap_or_default();
        match media_type.trim() {
            json if json.eq_ignore_ascii_case("application/json") => Self::Json,
            events if events.eq_ignore_ascii_case("text/event-stream") => Self::Events,
            _ => Self::Other,
        }
    }
}

/// The body as one message.
pub(super) async fn read_json(mut body: Incoming, bounds: Bounds) -> Result<Vec<u8>, ClientError> {
    let mut meter = Meter::new(bounds);
    let mut message = Vec::new();
    while let Some(piece) = next_piece(&mut body).await? {
        meter.take(&piece)?;
        message.extend_from_slice(&piece);
    }
    Ok(message)
}

/// The body as events, one message each.
pub(super) struct EventBody {
    body: Incoming,
    events: Events,
    piece: Bytes,
}

impl EventBody {
    pub(super) fn new(body: Incoming, bounds: Bounds) -> Self {
        Self { body, events: Events::new(bounds), piece: Bytes::new() }
    }

    /// The next message, whatever its event is called; none at the end. An event that begins otherwise than a message is
    /// passed over.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<u8>>, ClientError> {
        while let Some(event) = self.event().await? {
            if is_message(&event.data) {
                return Ok(Some(event.data));
            }
        }
        Ok(None)
    }

    /// The next event; none at the end.
    pub(super) async fn event(&mut self) -> Result<Option<Event>, ClientError> {
        loop {
            if let Some(event) = self.events.take(&mut self.piece)? {
                return Ok(Some(event));
            }
            match next_piece(&mut self.body).await? {
                Some(piece) => self.piece = piece,
                // What has no empty line after it is no event.
                None => return Ok(None),
            }
        }
    }
}

/// Whether an event's data begins as a message does.
pub(super) fn is_message(data: &[u8]) -> bool {
    data.trim_ascii_start().starts_with(b"{")
}

async fn next_piece(body: &mut Incoming) -> Result<Option<Bytes>, ClientError> {
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| ClientError::Unreachable(error.into()))?;
        // Trailers say nothing here.
        if let Ok(piece) = frame.into_data() {
            return Ok(Some(piece));
        }
    }
    Ok(None)
}
