//! The text of a manifest and the places in it.
//!
//! Reading is bounded: a file is looked at before it is read, and never more than [`MAX_BYTES`] and one byte
//! are read. A file that can be opened but not used (too large, not UTF-8) is a [`Source`] with a fault, so
//! that [`check`](crate::check) reports it like any other defect; only a file that cannot be read at all is a
//! [`LoadError`].

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// The largest manifest in bytes: 4 MiB, some 40,000 entries written tersely, four times what the default
/// limit of definitions allows.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// A piece of the source, in bytes from its start; `end` is the first byte after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The first byte after the piece; equal to `start` when the piece is empty.
    pub end: usize,
}

impl Span {
    /// The piece from `start` up to `end`; an `end` before `start` gives an empty piece.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// An empty piece at `offset`.
    #[must_use]
    pub const fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// Whether the whole of `inner` lies in this piece.
    pub(crate) const fn holds(self, inner: Self) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }
}

/// A line and a column, both from 1; the column counts characters, not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Why the bytes of a file are no text that can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// More than [`MAX_BYTES`].
    TooLarge,
    /// A byte that is not UTF-8; the text ends before it.
    NotUtf8,
}

/// The text of one manifest with its name, and the index that finds lines and columns.
#[derive(Debug, Clone)]
pub struct Source {
    name: String,
    text: String,
    fault: Option<Fault>,
    /// The byte at which each line starts.
    lines: Vec<usize>,
    /// The number of characters before every [`STRIDE`]th byte.
    characters: Vec<usize>,
}

/// How far apart the counted characters stand: a column is found by counting at most this many bytes twice,
/// also in a file of one long line.
const STRIDE: usize = 1024;

impl Source {
    /// A source from text; `name` is what messages call it, usually the path as the user wrote it.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        if text.len() > MAX_BYTES {
            return Self::indexed(name.into(), String::new(), Some(Fault::TooLarge));
        }
        Self::indexed(name.into(), text, None)
    }

    /// A source from bytes. Bytes that are not UTF-8 or too many are a defect that
    /// [`check`](crate::check) reports; the text then ends before the first bad byte.
    #[must_use]
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        if bytes.len() > MAX_BYTES {
            return Self::indexed(name.into(), String::new(), Some(Fault::TooLarge));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Self::indexed(name.into(), text, None),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let mut bytes = error.into_bytes();
                bytes.truncate(good);
                let text = String::from_utf8(bytes).unwrap_or_default();
                Self::indexed(name.into(), text, Some(Fault::NotUtf8))
            }
        }
    }

    fn indexed(name: String, text: String, fault: Option<Fault>) -> Self {
        let bytes = text.as_bytes();
        let mut lines = vec![0];
        let mut characters = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let mut seen = 0;
        for (offset, &byte) in bytes.iter().enumerate() {
            if offset % STRIDE == 0 {
                characters.push(seen);
            }
            seen += usize::from(is_first(byte));
            let ends_line = byte == b'\n' || (byte == b'\r' && bytes.get(offset + 1) != Some(&b'\n'));
            if ends_line {
                lines.push(offset + 1);
            }
        }
        Self { name, text, fault, lines, characters }
    }

    /// The same source under another name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// What messages call this source.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text; up to the first bad byte when it is not UTF-8, empty when it is too large.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) const fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// The line and column of a byte; an offset past the end, or inside a character, is moved back to the
    /// nearest character's start.
    #[must_use]
    pub fn place(&self, offset: usize) -> Place {
        let offset = floor(&self.text, offset);
        let line = self.lines.partition_point(|&start| start <= offset);
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(0);
        let column = self.characters_before(offset) - self.characters_before(start) + 1;
        Place { line, column }
    }

    /// The byte of a line and column; one that is past its line's end is moved back to it.
    #[must_use]
    pub fn offset(&self, place: Place) -> usize {
        let Some(span) = self.line_span(place.line) else { return self.text.len() };
        let before = self.slice(span).char_indices().nth(place.column.saturating_sub(1));
        before.map_or(span.end, |(offset, _)| span.start + offset)
    }

    /// The piece that one line takes, without its line break; lines count from 1.
    #[must_use]
    pub fn line_span(&self, line: usize) -> Option<Span> {
        let start = *self.lines.get(line.checked_sub(1)?)?;
        let end = self.lines.get(line).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end)?.trim_end_matches(['\n', '\r']);
        Some(Span::new(start, start + text.len()))
    }

    /// The text of one line, without its line break; lines count from 1.
    #[must_use]
    pub fn line(&self, line: usize) -> Option<&str> {
        let span = self.line_span(line)?;
        self.text.get(span.start..span.end)
    }

    /// The text of a piece; empty when the piece is none of this source.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / STRIDE;
        let (known, from) = match self.characters.get(block) {
            Some(&known) => (known, block * STRIDE),
            // Only the end of a text whose length is a multiple of the stride has no entry of its own.
            None => match self.characters.last() {
                Some(&known) => (known, (self.characters.len() - 1) * STRIDE),
                None => (0, 0),
            },
        };
        let rest = self.text.as_bytes().get(from..offset).unwrap_or_default();
        known + rest.iter().filter(|&&byte| is_first(byte)).count()
    }
}

/// Whether a byte starts a character.
const fn is_first(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Reads a manifest from a file.
///
/// # Errors
///
/// When the file is missing, is no regular file, or cannot be read. A file that is too large or not UTF-8 is
/// no error here: it is a [`Source`] whose check reports that.
pub fn load(path: impl AsRef<Path>) -> Result<Source, LoadError> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let failed = |cause: io::Error| match cause.kind() {
        io::ErrorKind::NotFound => LoadError::Missing { path: path.to_owned() },
        _ => LoadError::Unreadable { path: path.to_owned(), cause },
    };
    // Looked at before it is opened: opening a FIFO would wait for a writer.
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if metadata.is_dir() {
        return Err(LoadError::Folder { path: path.to_owned() });
    }
    if !metadata.is_file() {
        return Err(LoadError::Special { path: path.to_owned() });
    }
    let bound = MAX_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    if metadata.len() >= bound {
        return Ok(Source::indexed(name, String::new(), Some(Fault::TooLarge)));
    }
    // The file may have grown since, so the bound holds here as well.
    File::open(path).and_then(|file| file.take(bound).read_to_end(&mut bytes)).map_err(failed)?;
    Ok(Source::from_bytes(name, bytes))
}

/// Why a manifest could not be read at all.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no such file.
    Missing {
        /// The path as given.
        path: PathBuf,
    },
    /// The path is a folder.
    Folder {
        /// The path as given.
        path: PathBuf,
    },
    /// The path is a device, a pipe or a socket.
    Special {
        /// The path as given.
        path: PathBuf,
    },
    /// The file exists, but reading it failed.
    Unreadable {
        /// The path as given.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}

impl LoadError {
    /// The stable code of this kind of error. There is one namespace for it and for [`Code`](crate::Code).
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "no-such-file",
            Self::Folder { .. } => "is-a-folder",
            Self::Special { .. } => "no-regular-file",
            Self::Unreadable { .. } => "unreadable-file",
        }
    }

    /// The path that could not be read, as given.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Missing { path }
            | Self::Folder { path }
            | Self::Special { path }
            | Self::Unreadable { path, .. } => path,
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Self::Missing { .. } => "there is no such file",
            Self::Folder { .. } => "a manifest is a file, and this is a folder",
            Self::Special { .. } => "a manifest is a regular file, and this is none",
            Self::Unreadable { .. } => "the file cannot be read",
        };
        write!(f, "{}: {what}", crate::quote::escaped(&self.path().display().to_string()))
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = Source::new("m", "é: ö\r\nxyz\rq\n");
        assert_eq!(source.place(4), Place { line: 1, column: 4 });
        assert_eq!(source.place(8), Place { line: 2, column: 1 });
        assert_eq!(source.place(12), Place { line: 3, column: 1 });
        assert_eq!(source.place(usize::MAX), Place { line: 4, column: 1 });
        for offset in [0, 2, 4, 8, 9, 12] {
            assert_eq!(source.offset(source.place(offset)), offset);
        }
        assert_eq!(source.offset(Place { line: 1, column: 99 }), 6);
        assert_eq!(source.line(1), Some("é: ö"));
        assert_eq!(source.line(2), Some("xyz"));
        assert_eq!(source.line(5), None);
    }

    #[test]
    fn columns_of_a_long_line() {
        let text = "ä".repeat(STRIDE * 3);
        let source = Source::new("m", text.as_str());
        for character in [0, 1, 511, 512, 513, 1024, STRIDE * 3] {
            assert_eq!(source.place(character * 2), Place { line: 1, column: character + 1 });
        }
        assert_eq!(source.place(3), Place { line: 1, column: 2 }, "inside a character");
    }

    #[test]
    fn bad_bytes_end_the_text() {
        let source = Source::from_bytes("m", b"a: 1\nb: \xff\n".to_vec());
        assert_eq!(source.fault(), Some(Fault::NotUtf8));
        assert_eq!(source.text(), "a: 1\nb: ");
    }

    #[test]
    fn what_is_no_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(load(folder.path()).unwrap_err().code(), "is-a-folder");
        assert_eq!(load(folder.path().join("none")).unwrap_err().code(), "no-such-file");
    }

    #[test]
    fn a_huge_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("big.yaml");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let source = load(&path).unwrap();
        assert_eq!(source.fault(), Some(Fault::TooLarge));
        assert_eq!(source.text(), "");
    }
}
