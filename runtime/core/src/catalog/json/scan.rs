//! One pass over a JSON text, without recursion and without a tree.
//!
//! Stricter than the grammar where readers differ: keys that are there twice, halves of surrogate pairs, and numbers
//! beyond a double are faults.

use smallvec::SmallVec;

use super::{JsonFault, Tree};

/// What the outermost value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::catalog) enum Kind {
    Object,
    Array,
    Scalar,
}

/// What a pass has found out.
#[derive(Clone, Copy, Debug)]
pub(in crate::catalog) struct Facts {
    pub(in crate::catalog) kind: Kind,
    /// Whether a character outside ASCII is in a string, as itself or perhaps as an escape.
    pub(in crate::catalog) beyond_ascii: bool,
}

/// The deepest nesting that can be asked for: one bit of a word a level.
const MOST_LEVELS: usize = 64;

/// Checks that `text` is one JSON value, nested at most `levels` deep (64 at most).
pub(in crate::catalog) fn scan(text: &str, levels: usize) -> Result<Facts, JsonFault> {
    let mut scan = Scan {
        bytes: text.as_bytes(),
        levels: levels.min(MOST_LEVELS),
        depth: 0,
        objects: 0,
        keys: SmallVec::new(),
        firsts: [0; MOST_LEVELS],
        beyond_ascii: false,
        escaped_key: false,
    };
    let kind = scan.document()?;
    if scan.escaped_key {
        // Keys that are written differently may be equal; these are rare enough for a tree.
        if Tree::parse(text).map_err(|_| JsonFault::Syntax { at: 0 })?.has_duplicate_key() {
            return Err(JsonFault::DuplicateKey { at: 0 });
        }
    }
    Ok(Facts { kind, beyond_ascii: scan.beyond_ascii })
}

/// The state of a pass, but for the place, which each step is given and gives on: so it stays in a register. For the same
/// reason the steps are parts of one function once they are compiled.
struct Scan<'a> {
    bytes: &'a [u8],
    levels: usize,
    depth: usize,
    /// A bit for each open level, the innermost the lowest: whether it is an object.
    objects: u64,
    /// The keys of all open objects, from outermost to innermost.
    keys: SmallVec<[Key<'a>; 32]>,
    /// Where the keys of each open level begin in `keys`.
    firsts: [u32; MOST_LEVELS],
    beyond_ascii: bool,
    escaped_key: bool,
}

/// A key as it is written: its first eight bytes as a number, which tells most keys apart at once, and all of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    start: u64,
    all: &'a [u8],
}

/// Where the scan is, and what is to come there.
enum Next {
    Value(usize),
    Key(usize),
    AfterValue(usize),
}

impl<'a> Scan<'a> {
    fn document(&mut self) -> Result<Kind, JsonFault> {
        let start = self.skip(0);
        let kind = match self.bytes.get(start) {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            _ => Kind::Scalar,
        };
        let mut next = Next::Value(start);
        loop {
            next = match next {
                Next::Value(at) => self.value(at)?,
                Next::Key(at) => self.key(at)?,
                Next::AfterValue(at) if self.depth == 0 => {
                    let end = self.skip(at);
                    return if end == self.bytes.len() { Ok(kind) } else { fault(end) };
                }
                Next::AfterValue(at) => self.after_value(at)?,
            };
        }
    }

    #[inline(always)]
    fn value(&mut self, at: usize) -> Result<Next, JsonFault> {
        let at = self.skip(at);
        Ok(Next::AfterValue(match self.bytes.get(at) {
            Some(b'"') => self.string(at)?.0,
            Some(b'{') => {
                let inside = self.open(at, true)?;
                match self.bytes.get(inside) {
                    Some(b'}') => self.close(inside),
                    _ => return Ok(Next::Key(inside)),
                }
            }
            Some(b'[') => {
                let inside = self.open(at, false)?;
                match self.bytes.get(inside) {
                    Some(b']') => self.close(inside),
                    _ => return Ok(Next::Value(inside)),
                }
            }
            Some(b't') => self.word(at, b"true")?,
            Some(b'f') => self.word(at, b"false")?,
            Some(b'n') => self.word(at, b"null")?,
            Some(b'-' | b'0'..=b'9') => self.number(at)?,
            _ => return fault(at),
        }))
    }

    #[inline(always)]
    fn key(&mut self, at: usize) -> Result<Next, JsonFault> {
        let at = self.skip(at);
        if self.bytes.get(at) != Some(&b'"') {
            return fault(at);
        }
        let (end, escaped) = self.string(at)?;
        self.escaped_key |= escaped;
        let all = self.bytes.get(at + 1..end - 1).unwrap_or_default();
        self.keys.push(Key { start: self.first_eight(at + 1, all), all });
        let colon = self.skip(end);
        if self.bytes.get(colon) != Some(&b':') {
            return fault(colon);
        }
        Ok(Next::Value(colon + 1))
    }

    /// The first eight bytes of a key that begins at `at`, as a number.
    fn first_eight(&self, at: usize, key: &[u8]) -> u64 {
        match self.bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
            // Behind a short key come other bytes; an empty one leaves a bit of its quote, which is none.
            Some(chunk) => u64::from_be_bytes(*chunk) >> (64 - 8 * key.len().min(8)).min(63),
            None => key.iter().take(8).fold(0, |start, &byte| start << 8 | u64::from(byte)),
        }
    }

    #[inline(always)]
    fn after_value(&mut self, at: usize) -> Result<Next, JsonFault> {
        let at = self.skip(at);
        let in_object = self.objects & 1 == 1;
        match self.bytes.get(at) {
            Some(b',') if in_object => Ok(Next::Key(at + 1)),
            Some(b',') => Ok(Next::Value(at + 1)),
            Some(b'}') if in_object => {
                if self.has_duplicates() {
                    return Err(JsonFault::DuplicateKey { at });
                }
                Ok(Next::AfterValue(self.close(at)))
            }
            Some(b']') if !in_object => Ok(Next::AfterValue(self.close(at))),
            _ => fault(at),
        }
    }

    /// Enters an object or array, and says where what is in it begins.
    fn open(&mut self, at: usize, object: bool) -> Result<usize, JsonFault> {
        let Some(first) = self.firsts.get_mut(self.depth).filter(|_| self.depth < self.levels) else {
            return Err(JsonFault::TooDeep { limit: self.levels });
        };
        *first = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
        self.depth += 1;
        self.objects = self.objects << 1 | u64::from(object);
        Ok(self.skip(at + 1))
    }

    fn close(&mut self, at: usize) -> usize {
        self.keys.truncate(self.first_key());
        self.depth -= 1;
        self.objects >>= 1;
        at + 1
    }

    /// Where the keys of the innermost level begin.
    fn first_key(&self) -> usize {
        let first = self.depth.checked_sub(1).and_then(|level| self.firsts.get(level));
        first.map_or(0, |&first| first as usize)
    }

    /// Whether the object that ends here has a key twice. Keys with escapes are left to the tree.
    fn has_duplicates(&mut self) -> bool {
        /// Up to here comparing all pairs is quicker than sorting.
        const FEW: usize = 12;
        let first = self.first_key();
        let keys = self.keys.get_mut(first..).unwrap_or_default();
        if keys.len() > FEW {
            keys.sort_unstable();
            return keys.windows(2).any(|pair| matches!(pair, [one, other] if one == other));
        }
        let mut rest = &*keys;
        while let [key, behind @ ..] = rest {
            if behind.iter().any(|other| key.start == other.start && key.all == other.all) {
                return true;
            }
            rest = behind;
        }
        false
    }

    /// Goes over a string, and says where it ends and whether it holds an escape.
    #[inline(always)]
    fn string(&mut self, at: usize) -> Result<(usize, bool), JsonFault> {
        let mut escaped = false;
        let mut at = at + 1;
        loop {
            at = plain(self.bytes, at);
            match self.bytes.get(at) {
                Some(b'"') => return Ok((at + 1, escaped)),
                Some(b'\\') => {
                    escaped = true;
                    at = self.escape(at)?;
                }
                Some(0x20..=0x7F) => at += 1,
                Some(0x80..) => {
                    self.beyond_ascii = true;
                    at += 1;
                }
                _ => return fault(at),
            }
        }
    }

    #[cold]
    fn escape(&mut self, at: usize) -> Result<usize, JsonFault> {
        match self.bytes.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => return Ok(at + 2),
            Some(b'u') => {}
            _ => return fault(at),
        }
        self.beyond_ascii = true;
        let next = at + 6;
        match self.unit(at + 2)? {
            0xD800..=0xDBFF => {
                let follows = self.bytes.get(next..next + 2) == Some(b"\\u");
                if !follows || !matches!(self.unit(next + 2)?, 0xDC00..=0xDFFF) {
                    return fault(next);
                }
                Ok(next + 6)
            }
            0xDC00..=0xDFFF => fault(at),
            _ => Ok(next),
        }
    }

    /// The number that four hexadecimal digits stand for.
    fn unit(&self, at: usize) -> Result<u32, JsonFault> {
        let digits = self.bytes.get(at..at + 4).ok_or(JsonFault::Syntax { at })?;
        digits.iter().try_fold(0, |unit, &byte| {
            let digit = (byte as char).to_digit(16).ok_or(JsonFault::Syntax { at })?;
            Ok(unit << 4 | digit)
        })
    }

    fn number(&self, start: usize) -> Result<usize, JsonFault> {
        let mut at = start + usize::from(self.bytes.get(start) == Some(&b'-'));
        at = if self.bytes.get(at) == Some(&b'0') { at + 1 } else { self.digits(at)? };
        if self.bytes.get(at) == Some(&b'.') {
            at = self.digits(at + 1)?;
        }
        let mut exponent = false;
        if let Some(b'e' | b'E') = self.bytes.get(at) {
            exponent = true;
            at += 1;
            at = self.digits(at + usize::from(matches!(self.bytes.get(at), Some(b'+' | b'-'))))?;
        }
        // Fewer than 300 digits without an exponent are never too large.
        if exponent || at - start > 300 {
            let number = self.bytes.get(start..at).and_then(|number| std::str::from_utf8(number).ok());
            if !number.and_then(|number| number.parse().ok()).is_some_and(f64::is_finite) {
                return Err(JsonFault::NumberTooLarge { at: start });
            }
        }
        Ok(at)
    }

    fn digits(&self, at: usize) -> Result<usize, JsonFault> {
        let digits = self.bytes.get(at..).unwrap_or_default();
        match digits.iter().take_while(|byte| byte.is_ascii_digit()).count() {
            0 => fault(at),
            length => Ok(at + length),
        }
    }

    fn word(&self, at: usize, word: &[u8]) -> Result<usize, JsonFault> {
        let is = self.bytes.get(at..).is_some_and(|rest| rest.starts_with(word));
        if is { Ok(at + word.len()) } else { fault(at) }
    }

    /// The place of the next byte that is no white space.
    #[inline]
    fn skip(&self, mut at: usize) -> usize {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.bytes.get(at) {
            at += 1;
        }
        at
    }
}

/// Goes over as many plain characters as whole words show.
#[inline]
fn plain(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::from_le_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*word);
        // The high bit of each byte that is zero, right as far as the first one goes; and of each that is below a space.
        let quote = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
        let backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
        let control = word.wrapping_sub(ONES * 0x20);
        // A byte beyond ASCII stops, too, so no high bit of it is in the way.
        let special = (quote | backslash | control | word) & HIGH;
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at
}

fn fault<T>(at: usize) -> Result<T, JsonFault> {
    Err(JsonFault::Syntax { at })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

    use super::*;

    #[test]
    fn what_is_json() {
        for (text, kind) in [
            ("{}", Kind::Object),
            (" [ ] ", Kind::Array),
            ("\"a\"", Kind::Scalar),
            ("-0.5e+3", Kind::Scalar),
            ("\n{ \"a\" : [ 1 , { \"b\":null } , true ] }\t", Kind::Object),
            (r#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#, Kind::Object),
            (r#""\ud83d\ude00 \u00e9 \\ \/""#, Kind::Scalar),
            ("\"a long string of plain characters, é and more\"", Kind::Scalar),
        ] {
            assert_eq!(scan(text, 64).map(|facts| facts.kind), Ok(kind), "{text}");
            assert!(serde_json::from_str::<serde_json::Value>(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_is_not() {
        for text in [
            "",
            " ",
            "{",
            "}",
            "[1,]",
            "{\"a\":1,}",
            "{a:1}",
            "{\"a\" 1}",
            "01",
            "1.",
            "-",
            "+1",
            "1e",
            ".5",
            "nul",
            "tru",
            "\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\ud800\"",
            "\"\\udc00\"",
            "\"\\ud800\\u0041\"",
            "\"a\u{1}\"",
            "\"line\nbreak\"",
            "1 2",
            "[1 2]",
            "{}x",
            "[}",
            "{]",
            "'a'",
            "NaN",
            "{\"a\":}",
            "[,1]",
            "\u{feff}{}",
        ] {
            assert!(matches!(scan(text, 64), Err(JsonFault::Syntax { .. })), "{text}");
        }
    }

    #[test]
    fn what_readers_understand_differently() {
        for text in [
            r#"{"a":1,"a":2}"#,
            r#"{"b":{"x":[{"a":1,"c":{},"a":2}]}}"#,
            r#"{"a":1,"\u0061":2}"#,
            r#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11,"l":12,"m":13,"a":14}"#,
        ] {
            assert!(matches!(scan(text, 64), Err(JsonFault::DuplicateKey { .. })), "{text}");
        }
        for text in ["1e400".to_owned(), "[-1E+999]".to_owned(), "9".repeat(400)] {
            assert!(matches!(scan(&text, 64), Err(JsonFault::NumberTooLarge { .. })), "{text}");
        }
        assert!(scan("1e-400", 64).is_ok());
    }

    #[test]
    fn depth() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(scan(&nested(64), 64).is_ok());
        assert_eq!(scan(&nested(65), 64).unwrap_err(), JsonFault::TooDeep { limit: 64 });
        assert_eq!(scan(&nested(100_000), 64).unwrap_err(), JsonFault::TooDeep { limit: 64 });
        assert_eq!(scan(&nested(100_000), 100_000).unwrap_err(), JsonFault::TooDeep { limit: 64 });
        assert_eq!(scan(&"{\"a\":".repeat(100_000), 64).unwrap_err(), JsonFault::TooDeep { limit: 64 });
    }

    #[test]
    fn what_is_beyond_ascii() {
        for (text, beyond) in
            [(r#"{"plain":"text of some length\n"}"#, false), (r#"["é"]"#, true), (r#"["\u202e"]"#, true)]
        {
            assert_eq!(scan(text, 64).unwrap().beyond_ascii, beyond, "{text}");
        }
    }
}
