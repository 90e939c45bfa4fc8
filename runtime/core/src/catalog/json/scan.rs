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
    scan_telling(text, levels, |_| {})
}

/// The same, and tells again and again how many bytes are left.
pub(in crate::catalog) fn scan_telling(
    text: &str,
    levels: usize,
    tell: impl FnMut(usize),
) -> Result<Facts, JsonFault> {
    let mut scan = Scan {
        length: text.len(),
        levels: levels.min(MOST_LEVELS),
        depth: 0,
        objects: 0,
        keys: SmallVec::new(),
        first_key: 0,
        outer: [0; MOST_LEVELS],
        unicode_escape: false,
        escaped_key: false,
    };
    let kind = scan.document(text.as_bytes(), tell)?;
    if scan.escaped_key {
        // Keys that are written differently may be equal; these are rare enough for a tree.
        if Tree::parse(text).map_err(|_| JsonFault::Syntax { at: 0 })?.has_duplicate_key() {
            return Err(JsonFault::DuplicateKey { at: 0 });
        }
    }
    Ok(Facts { kind, beyond_ascii: scan.unicode_escape || !text.is_ascii() })
}

/// What is still to come of the text: each step is given that and gives on what it leaves, so it stays in registers. For
/// the same reason the steps are parts of one function once they are compiled.
type Rest<'a> = &'a [u8];

/// The state of a pass, but for the place.
struct Scan<'a> {
    length: usize,
    levels: usize,
    depth: usize,
    /// A bit for each open level, the innermost the lowest: whether it is an object.
    objects: u64,
    /// The keys of all open objects as they are written, each with its closing quote, from outermost to innermost.
    keys: SmallVec<[&'a [u8]; 32]>,
    /// Where the keys of the innermost level begin in `keys`.
    first_key: usize,
    /// Where those of the levels around each open one begin.
    outer: [u32; MOST_LEVELS],
    unicode_escape: bool,
    escaped_key: bool,
}

impl<'a> Scan<'a> {
    fn document(&mut self, text: Rest<'a>, mut tell: impl FnMut(usize)) -> Result<Kind, JsonFault> {
        let mut rest = skip(text);
        let kind = match rest.first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            _ => Kind::Scalar,
        };
        loop {
            tell(rest.len());
            // Here a value begins. White space is looked for last: most texts hold none.
            rest = match rest.split_first() {
                Some((b'"', inside)) => self.string(inside)?.0,
                Some((b'{', inside)) => {
                    self.open(true)?;
                    match skip(inside).split_first() {
                        Some((b'}', behind)) => self.close(behind),
                        _ => {
                            rest = self.key(inside)?;
                            continue;
                        }
                    }
                }
                Some((b'[', inside)) => {
                    self.open(false)?;
                    rest = skip(inside);
                    match rest.split_first() {
                        Some((b']', behind)) => self.close(behind),
                        _ => continue,
                    }
                }
                Some((b't', _)) => self.word(rest, b"true")?,
                Some((b'f', _)) => self.word(rest, b"false")?,
                Some((b'n', _)) => self.word(rest, b"null")?,
                Some((b'-' | b'0'..=b'9', _)) => self.number(rest)?,
                Some((b' ' | b'\t' | b'\n' | b'\r', behind)) => {
                    rest = skip(behind);
                    continue;
                }
                _ => return self.fault(rest),
            };
            // Here one has ended, and perhaps what it is in ends, too.
            loop {
                let in_object = self.objects & 1 == 1;
                match rest.split_first() {
                    Some((b',', behind)) if in_object => {
                        rest = self.key(behind)?;
                        break;
                    }
                    Some((b'}', behind)) if in_object => {
                        if has_duplicates(self.keys.get(self.first_key..).unwrap_or_default()) {
                            return Err(JsonFault::DuplicateKey { at: self.at(rest) });
                        }
                        rest = self.close(behind);
                    }
                    Some((b',', behind)) if self.depth > 0 => {
                        rest = behind;
                        break;
                    }
                    Some((b']', behind)) if self.depth > 0 && !in_object => rest = self.close(behind),
                    Some((b' ' | b'\t' | b'\n' | b'\r', behind)) => rest = skip(behind),
                    None if self.depth == 0 => return Ok(kind),
                    _ => return self.fault(rest),
                }
            }
        }
    }

    /// Goes over a key and its colon.
    #[inline(always)]
    fn key(&mut self, rest: Rest<'a>) -> Result<Rest<'a>, JsonFault> {
        let inside = self.expect(b'"', rest)?;
        let (behind, escaped) = self.string(inside)?;
        self.escaped_key |= escaped;
        let length = inside.len() - behind.len();
        self.keys.push(inside.get(..length).unwrap_or_default());
        self.expect(b':', behind)
    }

    /// Goes over one byte, perhaps behind white space.
    #[inline(always)]
    fn expect(&self, byte: u8, rest: Rest<'a>) -> Result<Rest<'a>, JsonFault> {
        match rest.split_first() {
            Some((&first, behind)) if first == byte => Ok(behind),
            _ => {
                let rest = skip(rest);
                rest.strip_prefix(&[byte]).map_or_else(|| self.fault(rest), Ok)
            }
        }
    }

    /// Enters an object or array.
    #[inline(always)]
    fn open(&mut self, object: bool) -> Result<(), JsonFault> {
        let Some(outer) = self.outer.get_mut(self.depth).filter(|_| self.depth < self.levels) else {
            return Err(JsonFault::TooDeep { limit: self.levels });
        };
        // A text with more keys than that is larger than memory.
        *outer = self.first_key as u32;
        self.first_key = self.keys.len();
        self.depth += 1;
        self.objects = self.objects << 1 | u64::from(object);
        Ok(())
    }

    /// Leaves the innermost object or array, and gives on what is behind it.
    #[inline(always)]
    fn close(&mut self, behind: Rest<'a>) -> Rest<'a> {
        self.keys.truncate(self.first_key);
        self.depth -= 1;
        self.first_key = self.outer.get(self.depth).copied().unwrap_or_default() as usize;
        self.objects >>= 1;
        behind
    }

    /// Goes over a string from behind its opening quote, and says whether it holds an escape.
    #[inline(always)]
    fn string(&mut self, inside: Rest<'a>) -> Result<(Rest<'a>, bool), JsonFault> {
        let mut escaped = false;
        let mut rest = inside;
        loop {
            rest = plain(rest);
            match rest.split_first() {
                Some((b'"', behind)) => return Ok((behind, escaped)),
                Some((b'\\', _)) => {
                    escaped = true;
                    rest = self.escape(rest)?;
                }
                Some((b' '.., behind)) => rest = behind,
                _ => return self.fault(rest),
            }
        }
    }

    #[cold]
    fn escape(&mut self, rest: Rest<'a>) -> Result<Rest<'a>, JsonFault> {
        match rest {
            [_, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', behind @ ..] => Ok(behind),
            [_, b'u', digits @ ..] => {
                self.unicode_escape = true;
                let (unit, behind) = self.unit(digits)?;
                match unit {
                    0xD800..=0xDBFF => {
                        let [b'\\', b'u', digits @ ..] = behind else { return self.fault(behind) };
                        match self.unit(digits)? {
                            (0xDC00..=0xDFFF, behind) => Ok(behind),
                            _ => self.fault(behind),
                        }
                    }
                    0xDC00..=0xDFFF => self.fault(rest),
                    _ => Ok(behind),
                }
            }
            _ => self.fault(rest),
        }
    }

    /// The number that four hexadecimal digits stand for.
    fn unit(&self, rest: Rest<'a>) -> Result<(u32, Rest<'a>), JsonFault> {
        let digits = rest.split_first_chunk::<4>().and_then(|(digits, behind)| {
            let digit = |unit, &byte: &u8| Some(unit << 4 | char::from(byte).to_digit(16)?);
            Some((digits.iter().try_fold(0, digit)?, behind))
        });
        digits.map_or_else(|| self.fault(rest), Ok)
    }

    fn number(&self, start: Rest<'a>) -> Result<Rest<'a>, JsonFault> {
        let mut rest = start.strip_prefix(b"-").unwrap_or(start);
        rest = match rest.strip_prefix(b"0") {
            Some(behind) => behind,
            None => self.digits(rest)?,
        };
        if let Some(fraction) = rest.strip_prefix(b".") {
            rest = self.digits(fraction)?;
        }
        let mut exponent = false;
        if let [b'e' | b'E', behind @ ..] = rest {
            exponent = true;
            rest = self.digits(if let [b'+' | b'-', digits @ ..] = behind { digits } else { behind })?;
        }
        let length = start.len() - rest.len();
        // Fewer than 300 digits without an exponent are never too large.
        if exponent || length > 300 {
            // Whoever makes a tree of the text must be able to read it, so that library says what is too large.
            let number = start.get(..length).map(serde_json::from_slice::<f64>);
            if number.is_none_or(|number| number.is_err()) {
                return Err(JsonFault::NumberTooLarge { at: self.at(start) });
            }
        }
        Ok(rest)
    }

    /// Goes over one digit or more.
    fn digits(&self, rest: Rest<'a>) -> Result<Rest<'a>, JsonFault> {
        let [b'0'..=b'9', behind @ ..] = rest else { return self.fault(rest) };
        let mut rest = behind;
        while let [b'0'..=b'9', behind @ ..] = rest {
            rest = behind;
        }
        Ok(rest)
    }

    fn word(&self, rest: Rest<'a>, word: &[u8]) -> Result<Rest<'a>, JsonFault> {
        rest.strip_prefix(word).map_or_else(|| self.fault(rest), Ok)
    }

    /// Where in the text the rest of it begins.
    fn at(&self, rest: Rest<'a>) -> usize {
        self.length - rest.len()
    }

    #[cold]
    fn fault<T>(&self, rest: Rest<'a>) -> Result<T, JsonFault> {
        Err(JsonFault::Syntax { at: self.at(rest) })
    }
}

/// What is behind white space.
#[inline(always)]
fn skip(mut rest: Rest<'_>) -> Rest<'_> {
    while let [b' ' | b'\t' | b'\n' | b'\r', behind @ ..] = rest {
        rest = behind;
    }
    rest
}

/// Goes over as many plain characters of a string as whole words show.
#[inline(always)]
fn plain(mut rest: Rest<'_>) -> Rest<'_> {
    const ONES: u64 = u64::from_le_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    while let Some((word, behind)) = rest.split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*word);
        // The high bit of each byte that is a quote or a control, right as far as the first one goes: with the second
        // bit turned, a quote comes next to the controls. Likewise of a backslash.
        let quote_or_control = (word ^ (ONES * 0x02)).wrapping_sub(ONES * 0x21);
        let backslash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
        let special = (quote_or_control | backslash) & !word & HIGH;
        if special != 0 {
            return rest.get(special.trailing_zeros() as usize / 8..).unwrap_or_default();
        }
        rest = behind;
    }
    rest
}

/// Whether a key is there twice. Keys with escapes are left to the tree.
#[inline(always)]
fn has_duplicates(keys: &[&[u8]]) -> bool {
    /// Up to here comparing all pairs is quicker than sorting: most keys differ in their lengths.
    const FEW: usize = 8;
    if keys.len() > FEW {
        return has_duplicates_among_many(keys);
    }
    let mut keys = keys;
    while let [key, others @ ..] = keys {
        if others.contains(key) {
            return true;
        }
        keys = others;
    }
    false
}

#[inline(never)]
fn has_duplicates_among_many(keys: &[&[u8]]) -> bool {
    // The first eight bytes as a number tell most keys apart at once.
    let start = |key: &[u8]| key.iter().take(8).fold(0, |start: u64, &byte| start << 8 | u64::from(byte));
    let mut keys: SmallVec<[(u64, &[u8]); 32]> = keys.iter().map(|key| (start(key), *key)).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| matches!(pair, [one, other] if one == other))
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
            // Eight bytes none of which is plain, and the quote that ends the string among them.
            ("[\"\\\\\\\\\\\\\"\n]", Kind::Array),
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
            "\"é\\ud800 and more\"",
            "\"a\u{1}\"",
            "\"line\nbreak\"",
            "1 2",
            "1,2",
            "{},{}",
            "{}]",
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
    fn where_it_is() {
        for (text, at) in
            [("", 0), ("[1,]", 3), (" {\"a\" 1}", 6), ("\"\\u12\"", 3), ("[\"a\u{1}\"]", 3), ("1 2", 2)]
        {
            assert_eq!(scan(text, 64).unwrap_err(), JsonFault::Syntax { at }, "{text}");
        }
        assert_eq!(scan("[0, 1e400]", 64).unwrap_err(), JsonFault::NumberTooLarge { at: 4 });
        assert_eq!(scan("[{\"a\":1,\"a\":2}]", 64).unwrap_err(), JsonFault::DuplicateKey { at: 13 });
    }

    #[test]
    fn depth() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(scan(&nested(64), 64).is_ok());
        assert_eq!(scan(&nested(65), 64).unwrap_err(), JsonFault::TooDeep { limit: 64 });
        assert!(scan(&nested(2), 2).is_ok());
        assert_eq!(scan(&nested(3), 2).unwrap_err(), JsonFault::TooDeep { limit: 2 });
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
