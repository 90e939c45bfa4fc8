//! Where output goes: the result to one stream, notes to the other, each with what it can show.

use std::{
    borrow::Cow,
    fmt::{self, Display},
    io::{self, BufWriter, IsTerminal, Write},
};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use wayleave_rmcp::client::Secrets;

use crate::{
    args::Color,
    args::Globals,
    shown::{escaped, revealed_json},
};

/// The heads of tables and the names of fields.
pub(crate) const HEAD: Style = Style::new().bold();
/// What went well.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Errors.
pub(crate) const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// Warnings.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// What helps on.
pub(crate) const HELP: Style = AnsiColor::BrightCyan.on_default().bold();
/// What matters less.
pub(crate) const DIM: Style = Style::new().dimmed();

/// The columns of a terminal that does not say how many it has.
const COLUMNS: usize = 80;

/// The columns of the terminal behind a stream.
#[cfg(unix)]
fn columns(stream: &impl std::os::fd::AsFd) -> usize {
    let size = rustix::termios::tcgetwinsize(stream).map_or(0, |size| usize::from(size.ws_col));
    if size == 0 { COLUMNS } else { size }
}

#[cfg(not(unix))]
fn columns<T>(_: &T) -> usize {
    COLUMNS
}

/// The two streams of a command: `out` for the result and nothing else, `err` for everything else.
#[derive(Debug)]
pub struct Console<'a> {
    pub(crate) out: Stream<'a>,
    pub(crate) err: Stream<'a>,
    verbose: bool,
    secrets: Secrets,
}

impl<'a> Console<'a> {
    /// A console over two streams.
    #[must_use]
    pub fn new(out: Stream<'a>, err: Stream<'a>) -> Self {
        Self { out, err, verbose: false, secrets: Secrets::default() }
    }

    /// A console over the streams of the process.
    #[must_use]
    pub fn standard() -> Self {
        let (out, err) = (io::stdout(), io::stderr());
        let styled = |choice| matches!(choice, ColorChoice::Always | ColorChoice::AlwaysAnsi);
        Self::new(
            Stream {
                columns: out.is_terminal().then(|| columns(&out)),
                styled: styled(AutoStream::choice(&out)),
                // Not locked: a server writes to it from threads of its own.
                writer: Box::new(BufWriter::new(Patient(out))),
            },
            Stream {
                columns: err.is_terminal().then(|| columns(&err)),
                styled: styled(AutoStream::choice(&err)),
                writer: Box::new(Patient(err)),
            },
        )
    }

    /// Takes what the arguments say of output into account.
    pub(crate) fn configure(&mut self, globals: &Globals) {
        self.verbose = globals.verbose;
        for stream in [&mut self.out, &mut self.err] {
            match globals.color {
                Color::Auto => {}
                Color::Always => stream.styled = true,
                Color::Never => stream.styled = false,
            }
        }
    }

    /// Says nothing on `err` from now on that repeats one of these.
    pub(crate) fn hide(&mut self, secrets: Secrets) {
        self.secrets = secrets;
    }

    /// What of a message is said.
    fn said<'m>(&self, message: &'m str) -> Cow<'m, str> {
        match self.secrets.are_in(message) {
            true => "what the server says repeats a secret that it was sent, and is not shown".into(),
            false => escaped(message),
        }
    }

    /// Says on `err` what went wrong, behind what was already written.
    pub(crate) fn error(&mut self, message: &str) -> io::Result<()> {
        // Where the output cannot be written, that is said at the end, or is being said right now.
        let _ = self.out.flush();
        let label = self.err.paint(ERROR, "error:");
        let said = self.said(message);
        writeln!(self.err, "{label} {said}")
    }

    /// Says on `err` something more about it, such as `hint`.
    pub(crate) fn note(&mut self, what: &str, message: &str) -> io::Result<()> {
        let label = self.err.paint(HELP, format!("  {what}:"));
        let said = self.said(message);
        writeln!(self.err, "{label} {said}")
    }

    /// Says on `err` what is no error and should be known.
    pub(crate) fn warn(&mut self, message: &str) -> io::Result<()> {
        let label = self.err.paint(WARNING, "warning:");
        let said = self.said(message);
        writeln!(self.err, "{label} {said}")
    }

    /// Says on `err` the causes behind `error`, if they are asked for (G18: they are the host's alone).
    pub(crate) fn causes(&mut self, error: &dyn std::error::Error) -> io::Result<()> {
        let mut next = error.source().filter(|_| self.verbose);
        while let Some(cause) = next {
            self.note("cause", &cause.to_string())?;
            next = cause.source();
        }
        Ok(())
    }

    /// Whether private causes are asked for.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose
    }
}

/// A stream, and whether it is a terminal and shows colour.
pub struct Stream<'a> {
    writer: Box<dyn Write + 'a>,
    /// How many columns it has; none if it is no terminal.
    columns: Option<usize>,
    styled: bool,
}

impl<'a> Stream<'a> {
    /// A stream without colour that is no terminal.
    #[must_use]
    pub fn plain(writer: impl Write + 'a) -> Self {
        Self { writer: Box::new(writer), columns: None, styled: false }
    }

    /// A stream with colour that is a terminal of 80 columns.
    #[must_use]
    pub fn terminal(writer: impl Write + 'a) -> Self {
        Self { writer: Box::new(writer), columns: Some(COLUMNS), styled: true }
    }

    /// A terminal as wide as this many columns.
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = Some(columns);
        self
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.columns.is_some()
    }

    /// How many columns the terminal has, if it is one.
    pub(crate) fn width(&self) -> Option<usize> {
        self.columns
    }

    pub(crate) fn is_styled(&self) -> bool {
        self.styled
    }

    /// `text` in `style`, where the stream shows it.
    pub(crate) fn paint<T: Display>(&self, style: Style, text: T) -> Painted<T> {
        Painted { style: if self.styled { style } else { Style::new() }, text }
    }

    /// `text` as content: control characters, newlines and tabs aside, are escaped for a terminal.
    pub(crate) fn content<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_terminal() { crate::shown::escaped_lines(text) } else { Cow::Borrowed(text) }
    }

    /// A value as JSON and a newline: on several lines for a terminal, else on one. Whatever deceives a reader stands as
    /// an escape in it, which every parser reads as the same text.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let json = match self.is_terminal() {
            true => serde_json::to_string_pretty(value)?,
            false => serde_json::to_string(value)?,
        };
        self.write_all(revealed_json(&json).as_bytes())?;
        writeln!(self)
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("columns", &self.columns)
            .field("styled", &self.styled)
            .finish_non_exhaustive()
    }
}

/// Text in a style.
pub(crate) struct Painted<T> {
    style: Style,
    text: T,
}

impl<T: Display> Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{:#}", self.style, self.text, self.style)
    }
}

/// A writer whose reader may leave: what comes after is thrown away without an error, so that the exit code
/// still says how the command ended.
struct Patient<W>(W);

impl<W: Write> Write for Patient<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            result => result,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => result,
        }
    }
}
