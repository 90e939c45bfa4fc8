//! Server-sent events, read piece by piece: the name and the data of each, and nothing else of it.

use std::mem;

use bytes::{Buf, Bytes};

use crate::client::{
    ClientError,
    meter::{Bounds, Meter},
};

/// An event that has data, if perhaps empty data.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Event {
    /// Empty where it has none.
    pub(super) name: Vec<u8>,
    pub(super) data: Vec<u8>,
}

/// A reader of events. All the bytes of an event count, those of its data as the JSON that they are.
#[derive(Debug)]
pub(super) struct Events {
    meter: Meter,
    name: Vec<u8>,
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
    /// Nothing of it has come.
    Start,
    /// So many bytes of this field's beginning have come.
    Field(Field, usize),
    /// After the colon, where one space does not count.
    Space(Field),
    Value(Field),
    Other,
}

#[derive(Clone, Copy, Debug)]
enum Field {
    Name,
    Data,
}

impl Field {
    fn of(first: u8) -> Option<Self> {
        [Self::Name, Self::Data].into_iter().find(|field| field.beginning().first() == Some(&first))
    }

    fn beginning(self) -> &'static [u8] {
        match self {
            Self::Name => b"event:",
            Self::Data => b"data:",
        }
    }
}

impl Events {
    pub(super) fn new(bounds: Bounds) -> Self {
        Self {
            meter: Meter::new(bounds),
            name: Vec::new(),
            data: Vec::new(),
            has_data: false,
            line: Line::Start,
            after_return: false,
        }
    }

    /// Takes from a piece up to the end of the next event, and gives that event. None: the piece is used up.
    pub(super) fn take(&mut self, piece: &mut Bytes) -> Result<Option<Event>, ClientError> {
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
                Line::Start => {
                    self.line = Field::of(byte).map_or(Line::Other, |field| Line::Field(field, 0));
                }
                Line::Field(field, length) if field.beginning().get(length) == Some(&byte) => {
                    let whole = length + 1 == field.beginning().len();
                    self.line = if whole { Line::Space(field) } else { Line::Field(field, length + 1) };
                    self.meter.skip(1)?;
                    part = rest;
                }
                Line::Field(..) => self.line = Line::Other,
                Line::Space(field) => {
                    self.begin(field);
                    self.line = Line::Value(field);
                    if byte == b' ' {
                        self.meter.skip(1)?;
                        part = rest;
                    }
                }
                Line::Value(Field::Data) => {
                    self.meter.take(part)?;
                    self.data.extend_from_slice(part);
                    return Ok(());
                }
                Line::Value(Field::Name) => {
                    self.meter.skip(part.len())?;
                    self.name.extend_from_slice(part);
                    return Ok(());
                }
                Line::Other => return self.meter.skip(part.len()),
            }
        }
        Ok(())
    }

    fn end_of_line(&mut self) -> Result<Option<Event>, ClientError> {
        self.meter.skip(1)?;
        match mem::replace(&mut self.line, Line::Start) {
            Line::Start => {
                self.meter.reset();
                let (name, data) = (mem::take(&mut self.name), mem::take(&mut self.data));
                Ok(mem::take(&mut self.has_data).then_some(Event { name, data }))
            }
            Line::Space(field) => {
                self.begin(field);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Begins with a field: a line of data is a line of its own in the data too, and of names the last one counts.
    fn begin(&mut self, field: Field) {
        match field {
            Field::Name => self.name.clear(),
            Field::Data if mem::replace(&mut self.has_data, true) => self.data.push(b'\n'),
            Field::Data => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { bytes: 40, levels: 3 };

    fn named(text: &str, at_once: usize) -> Result<Vec<(String, String)>, ClientError> {
        let text_of = |bytes| String::from_utf8(bytes).unwrap();
        let mut events = Events::new(BOUNDS);
        let mut read = Vec::new();
        for piece in text.as_bytes().chunks(at_once) {
            let mut piece = Bytes::copy_from_slice(piece);
            while let Some(event) = events.take(&mut piece)? {
                read.push((text_of(event.name), text_of(event.data)));
            }
        }
        Ok(read)
    }

    fn events(text: &str, at_once: usize) -> Result<Vec<String>, ClientError> {
        Ok(named(text, at_once)?.into_iter().map(|(_, data)| data).collect())
    }

    #[test]
    fn events_are_read_from_pieces_of_any_length() {
        let text =
            "event: message\nid: 1\ndata: {\"a\":1}\n\n: ping\n\ndata:\n\r\ndata:x\rdata:  y\r\r\ndata: cut";
        for at_once in 1..=text.len() {
            assert_eq!(events(text, at_once).unwrap(), ["{\"a\":1}", "", "x\n y"], "{at_once}");
        }
    }

    #[test]
    fn an_event_has_the_last_of_its_names_and_no_other_events() {
        let text = "event: a\ndata: 1\n\ndata: 2\n\nevent: b\n\ndata: 3\nevents: c\n\nevent:x\nevent: \
                    d e\ndata:4\n\nevent: f\nevent:\ndata: 5\n\n";
        let expected = [("a", "1"), ("", "2"), ("", "3"), ("d e", "4"), ("", "5")];
        for at_once in 1..=text.len() {
            let read = named(text, at_once).unwrap();
            let read: Vec<_> = read.iter().map(|(name, data)| (name.as_str(), data.as_str())).collect();
            assert_eq!(read, expected, "{at_once}");
        }
    }

    // C3
    #[test]
    fn an_event_is_bounded_while_it_comes() {
        let long = format!("data: {}", "x".repeat(40));
        let comment = format!(": {}", "x".repeat(40));
        let name = format!("event: {}", "x".repeat(40));
        let lines = "data:\n".repeat(8);
        for (text, at_once) in [(&long, 1), (&comment, 7), (&name, 9), (&lines, 3)] {
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
