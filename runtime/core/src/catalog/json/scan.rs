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
        text,
        bytes: text.as_bytes(),
        at: 0,
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

struct Scan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    levels: usize,
    depth: usize,
    /// A bit for each open level, the innermost the lowest: whether it is an object.
    objects: u64,
    /// The keys of all open objects, from outermost to innermost.
    keys: SmallVec<[&'a str; 32]>,
    /// Where the keys of each open level begin in `keys`.
    firsts: [u32; MOST_LEVELS],
    beyond_ascii: bool,
    escaped_key: bool,
}

/// What stands between two steps.
enum Next {
    Value,
    Key,
    AfterValue,
}

impl<'a> Scan<'a> {
    fn document(&mut self) -> Result<Kind, JsonFault> {
        let kind = match self.peek() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            _ => Kind::Scalar,
        };
        let mut next = Next::Value;
        loop {
            next = match next {
                Next::Value => self.value()?,
                Next::Key => self.key()?,
                Next::AfterValue if self.depth == 0 => break,
                Next::AfterValue => self.after_value()?,
            };
        }
        match self.peek() {
            None => Ok(kind),
            Some(_) => Err(self.fault()),
        }
    }

    fn value(&mut self) -> Result<Next, JsonFault> {
        match self.peek() {
            Some(b'"') => {
                self.string()?;
            }
            Some(b'{') => {
                self.open(true)?;
                if self.peek() != Some(b'}') {
                    return Ok(Next::Key);
                }
                self.close();
            }
            Some(b'[') => {
                self.open(false)?;
                if self.peek() != Some(b']') {
                    return Ok(Next::Value);
                }
                self.close();
            }
            Some(b't') => self.word(b"true")?,
            Some(b'f') => self.word(b"false")?,
            Some(b'n') => self.word(b"null")?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => return Err(self.fault()),
        }
        Ok(Next::AfterValue)
    }

    fn after_value(&mut self) -> Result<Next, JsonFault> {
        let in_object = self.objects & 1 == 1;
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(if in_object { Next::Key } else { Next::Value })
            }
            Some(b'}') if in_object => {
                self.no_duplicates()?;
                self.close();
                Ok(Next::AfterValue)
            }
            Some(b']') if !in_object => {
                self.close();
                Ok(Next::AfterValue)
            }
            _ => Err(self.fault()),
        }
    }

    fn key(&mut self) -> Result<Next, JsonFault> {
        if self.peek() != Some(b'"') {
            return Err(self.fault());
        }
        let start = self.at + 1;
        self.escaped_key |= self.string()?;
        self.keys.push(self.text.get(start..self.at - 1).unwrap_or_default());
        if self.peek() != Some(b':') {
            return Err(self.fault());
        }
        self.at += 1;
        Ok(Next::Value)
    }

    fn open(&mut self, object: bool) -> Result<(), JsonFault> {
        let Some(first) = self.firsts.get_mut(self.depth).filter(|_| self.depth < self.levels) else {
            return Err(JsonFault::TooDeep { limit: self.levels });
        };
        *first = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
        self.depth += 1;
        self.objects = self.objects << 1 | u64::from(object);
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) {
        self.keys.truncate(self.first_key());
        self.depth -= 1;
        self.objects >>= 1;
        self.at += 1;
    }

    /// Where the keys of the innermost level begin.
    fn first_key(&self) -> usize {
        let first = self.depth.checked_sub(1).and_then(|level| self.firsts.get(level));
        first.map_or(0, |&first| first as usize)
    }

    /// Checks the keys of the object that ends here. Keys with escapes are left to the tree.
    fn no_duplicates(&mut self) -> Result<(), JsonFault> {
        /// Up to here comparing all pairs is quicker than sorting.
        const FEW: usize = 12;
        let at = self.at;
        let first = self.first_key();
        let keys = self.keys.get_mut(first..).unwrap_or_default();
        let twice = if keys.len() <= FEW {
            let mut rest = &*keys;
            loop {
                let [key, behind @ ..] = rest else { break false };
                if behind.iter().any(|other| other.len() == key.len() && other == key) {
                    break true;
                }
                rest = behind;
            }
        } else {
            keys.sort_unstable();
            keys.windows(2).any(|pair| matches!(pair, [one, other] if one == other))
        };
        if twice { Err(JsonFault::DuplicateKey { at }) } else { Ok(()) }
    }

    /// Goes over a string, and says whether it holds an escape.
    fn string(&mut self) -> Result<bool, JsonFault> {
        self.at += 1;
        let mut escaped = false;
        loop {
            self.plain_words();
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(escaped);
                }
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(0x20..=0x7F) => self.at += 1,
                Some(0x80..) => {
                    self.beyond_ascii = true;
                    self.at += 1;
                }
                _ => return Err(self.fault()),
            }
        }
    }

    /// Goes over as many plain characters as come in whole words.
    fn plain_words(&mut self) {
        const ONES: u64 = u64::from_le_bytes([0x01; 8]);
        const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
        while let Some(word) = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<8>()) {
            let word = u64::from_le_bytes(*word);
            // The high bit of each byte that is zero, as far as the first one goes.
            let zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGH;
            let quote = zero(word ^ (ONES * b'"' as u64));
            let backslash = zero(word ^ (ONES * b'\\' as u64));
            let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
            let special = quote | backslash | control | word & HIGH;
            if special != 0 {
                self.at += special.trailing_zeros() as usize / 8;
                return;
            }
            self.at += 8;
        }
    }

    fn escape(&mut self) -> Result<(), JsonFault> {
        match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 2,
            Some(b'u') => {
                self.beyond_ascii = true;
                let unit = self.unit(self.at + 2)?;
                self.at += 6;
                match unit {
                    0xD800..=0xDBFF => {
                        let follows = self.bytes.get(self.at..self.at + 2) == Some(b"\\u");
                        if !follows || !matches!(self.unit(self.at + 2)?, 0xDC00..=0xDFFF) {
                            return Err(self.fault());
                        }
                        self.at += 6;
                    }
                    0xDC00..=0xDFFF => return Err(self.fault()),
                    _ => {}
                }
            }
            _ => return Err(self.fault()),
        }
        Ok(())
    }

    /// The number that four hexadecimal digits stand for.
    fn unit(&self, at: usize) -> Result<u32, JsonFault> {
        let digits = self.bytes.get(at..at + 4).ok_or(JsonFault::Syntax { at })?;
        digits.iter().try_fold(0, |unit, &byte| {
            let digit = (byte as char).to_digit(16).ok_or(JsonFault::Syntax { at })?;
            Ok(unit << 4 | digit)
        })
    }

    fn number(&mut self) -> Result<(), JsonFault> {
        let start = self.at;
        if self.bytes.get(self.at) == Some(&b'-') {
            self.at += 1;
        }
        match self.bytes.get(self.at) {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        let mut exponent = false;
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            exponent = true;
            self.at += 1;
            if let Some(b'+' | b'-') = self.bytes.get(self.at) {
                self.at += 1;
            }
            self.digits()?;
        }
        // Fewer than 300 digits without an exponent are never too large.
        if exponent || self.at - start > 300 {
            let number = self.text.get(start..self.at).and_then(|number| number.parse::<f64>().ok());
            if !number.is_some_and(f64::is_finite) {
                return Err(JsonFault::NumberTooLarge { at: start });
            }
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), JsonFault> {
        let digits = self.bytes.get(self.at..).unwrap_or_default();
        let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += length;
        if length == 0 { Err(self.fault()) } else { Ok(()) }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), JsonFault> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            self.at += word.len();
            Ok(())
        } else {
            Err(self.fault())
        }
    }

    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                byte => return byte.copied(),
            }
        }
    }

    fn fault(&self) -> JsonFault {
        JsonFault::Syntax { at: self.at }
    }
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
