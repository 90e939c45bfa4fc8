//! Server-sent events, read piece by piece: the data of each, and nothing else of it.

use std::mem;

use bytes::{Buf, Bytes};

use crate::client::{
    ClientError,
    meter::{Bounds, Meter},
};

/// A reader of events. All the bytes of an event count, those of its data as the JSON that they are.
#[derive(Debug)]
pub(super) struct Events {
    meter: Meter,
    data: Vec<u8>,
    /// Whether the event has data so far, if perhaps empty data.
    has_data: bool,
    line: Line,
    /// The line before ended with a carriage return, so a line feed still belongs to it.
    after_return: bool,
}

/// Where in a line the next byte is.
#[derive(Clone, Copy, Debug)]
enum Line {
    /// So many bytes of `data` have come.
    Name(usize),
    /// After `data:`, where one space does not count.
    Space,
    Data,
    Other,
}

const NAME: &[u8] = b"data:";

impl Events {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self {
            meter: Meter::new(bounds),
            data: Vec::new(),
            has_data: false,
            line: Line::Name(0),
            after_return: false,
        }
    }

    /// Takes from a piece up to the end of the next event, and gives that event's data. None: the piece is used up.
    pub(super) fn take(&mut self, piece: &mut Bytes) -> Result<Option<Vec<u8>>, ClientError> {
        while let Some(&first) = piece.first() {
            if mem::take(&mut self.after_return) && first == b'\n' {
                piece.advance(1);
                continue;
            }
            let end = piece.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            let part = piece.split_to(end.unwrap_or(piece.len()));
            self.part(&part)?;
            if end.is_some() {
                self.after_return = piece.first() == Some(&b'\r');
                piece.advance(1);
                if let Some(event) = self.end_of_line()? {
                    return Ok(Some(event));
                }
            }
        }
        Ok(None)
    }

    /// Takes a part of one line.
    fn part(&mut self, mut part: &[u8]) -> Result<(), ClientError> {
        while let Some((&byte, rest)) = part.split_first() {
            match self.line {
                Line::Name(length) if NAME.get(length) == Some(&byte) => {
                    self.line = if length + 1 == NAME.len() { Line::Space } else { Line::Name(length + 1) };
                    self.meter.skip(1)?;
                    part = rest;
                }
                Line::Name(_) => self.line = Line::Other,
                Line::Space => {
                    self.begin_data();
                    self.line = Line::Data;
                    if byte == b' ' {
                        self.meter.skip(1)?;
                        part = rest;
                    }
                }
                Line::Data => {
                    self.meter.take(part)?;
                    self.data.extend_from_slice(part);
                    return Ok(());
                }
                Line::Other => return self.meter.skip(part.len()),
            }
        }
        Ok(())
    }

    fn end_of_line(&mut self) -> Result<Option<Vec<u8>>, ClientError> {
        self.meter.skip(1)?;
        match mem::replace(&mut self.line, Line::Name(0)) {
            Line::Name(0) => {
                self.meter.reset();
                let data = mem::take(&mut self.data);
                Ok(mem::take(&mut self.has_data).then_some(data))
            }
            Line::Space => {
                self.begin_data();
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Begins with a line of data, which is a line of its own in the data too.
    fn begin_data(&mut self) {
        if mem::replace(&mut self.has_data, true) {
            self.data.push(b'\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { bytes: 40, levels: 3 };

    fn events(text: &str, at_once: usize) -> Result<Vec<String>, ClientError> {
        let mut events = Events::new(BOUNDS);
        let mut read = Vec::new();
        for piece in text.as_bytes().chunks(at_once) {
            let mut piece = Bytes::copy_from_slice(piece);
            while let Some(event) = events.take(&mut piece)? {
                read.push(String::from_utf8(event).unwrap());
            }
        }
        Ok(read)
    }

    #[test]
    fn events_are_read_from_pieces_of_any_length() {
        let text =
            "event: message\nid: 1\ndata: {\"a\":1}\n\n: ping\n\ndata:\n\r\ndata:x\rdata:  y\r\r\ndata: cut";
        for at_once in 1..=text.len() {
            assert_eq!(events(text, at_once).unwrap(), ["{\"a\":1}", "", "x\n y"], "{at_once}");
        }
    }

    // C3
    #[test]
    fn an_event_is_bounded_while_it_comes() {
        let long = format!("data: {}", "x".repeat(40));
        let comment = format!(": {}", "x".repeat(40));
        let lines = "data:\n".repeat(8);
        for (text, at_once) in [(&long, 1), (&comment, 7), (&lines, 3)] {
            assert!(matches!(events(text, at_once), Err(ClientError::TooLarge { limit: 40 })), "{text}");
        }
        assert!(events(&"data: 0123456789\n\n".repeat(10), 5).is_ok());
    }

    // C3
    #[test]
    fn nesting_is_bounded_over_lines() {
        assert!(events("data: [[\ndata: [\n\n", 1).is_ok());
        let deep = events("data: [[\ndata: [[\n\n", 1);
        assert!(matches!(deep, Err(ClientError::TooDeep { limit: 3 })));
    }
}
