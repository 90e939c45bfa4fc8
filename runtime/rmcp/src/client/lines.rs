//! Messages over a pair of byte streams, one a line, as over standard streams.

use std::{mem, sync::Arc};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    sync::{mpsc, watch},
};

use super::{
    ClientError,
    meter::{Bounds, Meter},
    out::Message,
    stream::{Hearing, StreamLink},
};

/// The bytes that are read at once.
const PIECE: usize = 32 * 1024;

/// Begins a connection. `changes` counts the server's word that a list has changed.
pub(crate) fn link(
    read: impl AsyncRead + Send + Unpin + 'static,
    write: impl AsyncWrite + Send + Unpin + 'static,
    bounds: Bounds,
    changes: Arc<watch::Sender<u64>>,
) -> StreamLink {
    StreamLink::start(
        changes,
        |hearing| read_lines(read, bounds, hearing),
        |messages| write_lines(write, messages),
    )
}

/// Reads until the stream ends, or holds what no server may send.
async fn read_lines(mut read: impl AsyncRead + Unpin, bounds: Bounds, hearing: Hearing) -> ClientError {
    let mut meter = Meter::new(bounds);
    let (mut piece, mut line) = (vec![0; PIECE], Vec::new());
    loop {
        let Ok(length @ 1..) = read.read(&mut piece).await else { return ClientError::Closed };
        let mut rest = piece.get(..length).unwrap_or_default();
        while !rest.is_empty() {
            let (part, next) = match rest.iter().position(|&byte| byte == b'\n') {
                Some(end) => (rest.get(..end), rest.get(end + 1..)),
                None => (Some(rest), None),
            };
            let part = part.unwrap_or_default();
            if let Err(error) = meter.take(part) {
                return error;
            }
            line.extend_from_slice(part);
            let Some(next) = next else { break };
            rest = next;
            meter.reset();
            let message = mem::take(&mut line);
            // Some servers print other things between their messages.
            if message.trim_ascii_start().starts_with(b"{")
                && let Err(error) = hearing.hear(message).await
            {
                return error;
            }
        }
    }
}

/// Writes each message, until there are no more or nobody reads them.
async fn write_lines(mut write: impl AsyncWrite + Unpin, mut messages: mpsc::Receiver<Message>) {
    while let Some(mut message) = messages.recv().await {
        message.json.push('\n');
        if write.write_all(message.json.as_bytes()).await.is_err() || write.flush().await.is_err() {
            let _ = message.failed.send(ClientError::Closed);
            return;
        }
    }
}
