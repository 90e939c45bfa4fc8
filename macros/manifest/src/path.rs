//! Paths inside a store: parsed once, so that whoever reads the store never parses text again, and no path can
//! leave it.

use std::fmt;

/// A path of a file in a store, perhaps with captures in it, such as `pages/{slug}.md`.
///
/// It is relative, with `/` between its segments, none of them empty, `.` or `..`. A capture is one admitted
/// segment (U6: neither `/` nor `\` nor NUL, not `.` nor `..`, not empty), so filling one in keeps all of this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPattern {
    text: Box<str>,
    pieces: Box<[Piece]>,
}

/// A part of a [`PathPattern`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text that stands as it is.
    Literal(Box<str>),
    /// The value of the capture with this index, counted in the order of the template's variables.
    Capture(usize),
}

/// What is wrong with a path, at which byte of its text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PathFault {
    pub(crate) offset: usize,
    pub(crate) kind: PathFaultKind,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PathFaultKind {
    Bad { message: &'static str, help: &'static str },
    UnknownCapture(String),
}

impl PathPattern {
    /// Parses a path; `position` gives the index of a capture by its name.
    pub(crate) fn parse(text: &str, position: impl Fn(&str) -> Option<usize>) -> Result<Self, PathFault> {
        plain(text)?;
        let mut pieces = Vec::new();
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let Some(open) = rest.find(['{', '}']) else {
                pieces.push(Piece::Literal(rest.into()));
                break;
            };
            let (literal, braced) = rest.split_at(open);
            if !literal.is_empty() {
                pieces.push(Piece::Literal(literal.into()));
            }
            let fault = |message| PathFault {
                offset: at + open,
                kind: PathFaultKind::Bad { message, help: "a capture stands as `{name}`" },
            };
            let inner = braced.strip_prefix('{').ok_or_else(|| fault("this `}` closes nothing"))?;
            let end =
                inner.find(['{', '}']).filter(|&end| inner.get(end..).is_some_and(|s| s.starts_with('}')));
            let name =
                end.and_then(|end| inner.get(..end)).ok_or_else(|| fault("this `{` is never closed"))?;
            let index = position(name).ok_or_else(|| PathFault {
                offset: at + open + 1,
                kind: PathFaultKind::UnknownCapture(name.to_owned()),
            })?;
            pieces.push(Piece::Capture(index));
            at += open + name.len() + 2;
        }
        Ok(Self { text: text.into(), pieces: pieces.into() })
    }

    /// The path as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The parts in order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whether no capture stands in it, so that it always names one file.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        !self.pieces.iter().any(|piece| matches!(piece, Piece::Capture(_)))
    }

    /// The path with the captures filled in; `None` when `values` has too few.
    ///
    /// The values are those of the entry's captures in order, decoded and admitted (U6).
    #[must_use]
    pub fn fill<S: AsRef<str>>(&self, values: &[S]) -> Option<String> {
        let mut path = String::with_capacity(self.text.len());
        for piece in &self.pieces {
            match piece {
                Piece::Literal(text) => path.push_str(text),
                Piece::Capture(index) => path.push_str(values.get(*index)?.as_ref()),
            }
        }
        Some(path)
    }
}

impl fmt::Display for PathPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A path with one star in it, such as `pages/*.md`. The star stands for one or more characters of one segment;
/// what it stands for, in each file that matches, is a value that completion offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    text: Box<str>,
    star: usize,
}

impl Glob {
    pub(crate) fn parse(text: &str) -> Result<Self, PathFault> {
        plain(text)?;
        let bad = |offset, message| PathFault {
            offset,
            kind: PathFaultKind::Bad { message, help: "write a path with one `*`, such as `pages/*.md`" },
        };
        if let Some(offset) = text.find(['{', '}', '[', ']', '?']) {
            return Err(bad(offset, "only `*` has a meaning in a glob"));
        }
        let star = text.find('*').ok_or_else(|| bad(0, "a glob holds a `*`"))?;
        match text.rfind('*') {
            Some(last) if last != star => Err(bad(last, "a glob holds only one `*`")),
            _ => Ok(Self { text: text.into(), star }),
        }
    }

    /// The glob as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What stands before the star; it may hold whole segments.
    #[must_use]
    pub fn before(&self) -> &str {
        self.text.get(..self.star).unwrap_or_default()
    }

    /// What stands after the star; it may hold whole segments.
    #[must_use]
    pub fn after(&self) -> &str {
        self.text.get(self.star + 1..).unwrap_or_default()
    }

    /// The value that a path gives: what the star stands for, if the path matches.
    #[must_use]
    pub fn value<'p>(&self, path: &'p str) -> Option<&'p str> {
        let value = path.strip_prefix(self.before())?.strip_suffix(self.after())?;
        (!value.is_empty() && !value.contains('/')).then_some(value)
    }
}

/// Refuses what could leave a store or name no file in it.
fn plain(text: &str) -> Result<(), PathFault> {
    let bad = |offset, message, help| Err(PathFault { offset, kind: PathFaultKind::Bad { message, help } });
    if text.starts_with('/') {
        return bad(0, "the path is absolute", "write it relative to the store's folder");
    }
    if let Some(offset) = text.find('\\') {
        return bad(offset, "a path holds no backslash", "write `/` between folders");
    }
    if let Some(offset) = text.find(char::is_control) {
        return bad(offset, "a path holds no control character", "remove it");
    }
    let mut offset = 0;
    for segment in text.split('/') {
        match segment {
            "" => {
                return bad(
                    offset,
                    "a segment of the path is empty",
                    "write one `/` between names, and none at the end",
                );
            }
            "." | ".." => {
                return bad(
                    offset,
                    "a path holds no `.` or `..`",
                    "write the way down from the store's folder",
                );
            }
            _ => offset += segment.len() + 1,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<PathPattern, PathFault> {
        PathPattern::parse(text, |name| ["slug", "part"].iter().position(|known| *known == name))
    }

    fn fault(text: &str) -> (usize, bool) {
        let fault = parse(text).unwrap_err();
        (fault.offset, matches!(fault.kind, PathFaultKind::UnknownCapture(_)))
    }

    #[test]
    fn captures_are_pieces() {
        let path = parse("{part}/pages/{slug}.md").unwrap();
        let literal = |text: &str| Piece::Literal(text.into());
        let pieces = [Piece::Capture(1), literal("/pages/"), Piece::Capture(0), literal(".md")];
        assert_eq!(path.pieces(), pieces);
        assert_eq!(path.fill(&["a", "b"]).unwrap(), "b/pages/a.md");
        assert_eq!(path.fill(&["a"]), None);
        assert!(!path.is_fixed());
        assert!(parse("a/b.md").unwrap().is_fixed());
    }

    #[test]
    fn no_way_out() {
        assert_eq!(fault("/etc/passwd"), (0, false));
        assert_eq!(fault("a/../b"), (2, false));
        assert_eq!(fault("./a"), (0, false));
        assert_eq!(fault("a//b"), (2, false));
        assert_eq!(fault("a/"), (2, false));
        assert_eq!(fault(""), (0, false));
        assert_eq!(fault("a\\b"), (1, false));
        assert_eq!(fault("a\0"), (1, false));
    }

    #[test]
    fn braces_are_checked() {
        assert_eq!(fault("a/{slug"), (2, false));
        assert_eq!(fault("a/slug}"), (6, false));
        assert_eq!(fault("a/{{slug}}"), (2, false));
        assert_eq!(fault("a/{slag}.md"), (3, true));
        assert_eq!(fault("a/{}.md"), (3, true));
    }

    #[test]
    fn globs_give_values() {
        let glob = Glob::parse("pages/*.md").unwrap();
        assert_eq!(glob.value("pages/leave.md"), Some("leave"));
        assert_eq!(glob.value("pages/.md"), None);
        assert_eq!(glob.value("pages/a/b.md"), None);
        assert_eq!(glob.value("pages/a.txt"), None);
        assert_eq!(Glob::parse("*/index.md").unwrap().value("team/index.md"), Some("team"));
        for bad in ["pages", "*/*", "../*", "a/{b}/*", ""] {
            assert!(Glob::parse(bad).is_err(), "{bad}");
        }
    }
}
