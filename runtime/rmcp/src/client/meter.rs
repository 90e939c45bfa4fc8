//! What one message may be: measured byte by byte while it comes in, before anything parses it (C3).

use super::ClientError;

/// The bounds of one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) bytes: usize,
    pub(crate) levels: usize,
}

/// Counts the bytes and the open brackets of one message as its pieces arrive.
///
/// What is no JSON is measured too: it is then some number of bytes, and some of its brackets are counted.
#[derive(Debug)]
pub(crate) struct Meter {
    bounds: Bounds,
    bytes: usize,
    level: usize,
    place: Place,
}

/// Where in the JSON the next byte is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Outside,
    InString,
    AfterBackslash,
}

impl Meter {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { bounds, bytes: 0, level: 0, place: Place::Outside }
    }

    /// Begins with the next message.
    pub(crate) fn reset(&mut self) {
        *self = Self::new(self.bounds);
    }

    /// Counts bytes that are no part of the JSON.
    ///
    /// # Errors
    /// [`ClientError::TooLarge`].
    pub(crate) fn skip(&mut self, bytes: usize) -> Result<(), ClientError> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > self.bounds.bytes {
            return Err(ClientError::TooLarge { limit: self.bounds.bytes });
        }
        Ok(())
    }

    /// Counts the next piece of the JSON.
    ///
    /// # Errors
    /// [`ClientError::TooLarge`] and [`ClientError::TooDeep`].
    pub(crate) fn take(&mut self, piece: &[u8]) -> Result<(), ClientError> {
        self.skip(piece.len())?;
        for &byte in piece {
            match (self.place, byte) {
                (Place::AfterBackslash, _) | (Place::Outside, b'"') => self.place = Place::InString,
                (Place::InString, b'"') => self.place = Place::Outside,
                (Place::InString, b'\\') => self.place = Place::AfterBackslash,
                (Place::Outside, b'{' | b'[') => {
                    self.level += 1;
                    if self.level > self.bounds.levels {
                        return Err(ClientError::TooDeep { limit: self.bounds.levels });
                    }
                }
                (Place::Outside, b'}' | b']') => self.level = self.level.saturating_sub(1),
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(bounds: Bounds, pieces: &[&str]) -> Result<(), ClientError> {
        let mut meter = Meter::new(bounds);
        pieces.iter().try_for_each(|piece| meter.take(piece.as_bytes()))
    }

    const SMALL: Bounds = Bounds { bytes: 20, levels: 2 };

    // C3
    #[test]
    fn bytes_are_counted_over_pieces() {
        assert!(measured(SMALL, &["0123456789", "0123456789"]).is_ok());
        let over = measured(SMALL, &["0123456789", "0123456789", "0"]);
        assert!(matches!(over, Err(ClientError::TooLarge { limit: 20 })));
    }

    // C3
    #[test]
    fn only_brackets_outside_strings_nest() {
        assert!(measured(SMALL, &["[[],[],{}]"]).is_ok());
        assert!(measured(SMALL, &[r#"["[[[\"#, r#""[[[["]"#]).is_ok());
        assert!(matches!(measured(SMALL, &["[[", "["]), Err(ClientError::TooDeep { limit: 2 })));
        assert!(matches!(measured(SMALL, &[r#"["\\",[["#]), Err(ClientError::TooDeep { limit: 2 })));
    }

    // C3
    #[test]
    fn the_next_message_is_measured_from_nothing() {
        let mut meter = Meter::new(SMALL);
        assert!(meter.take(b"[[\"").is_ok());
        meter.reset();
        assert!(meter.take(b"[[\"01234567890\"]]").is_ok());
    }
}
