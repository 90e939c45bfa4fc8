//! A difference for people (C14): what was added, removed and changed, how much it should concern them, and old and new
//! text beside each other where the terminal is wide enough, else one above the other. No text is cut; what did not
//! change is left out but for a few lines around.

use std::io::{self, Write as _};

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthChar as _;
use wayleave::catalog::{Arguments, Changed, Difference, Family, Field, FieldChange, Severity};

use super::{
    align::{Row, align, common},
    values,
};
use crate::{
    Stream,
    console::{DIM, GOOD, HEAD, WARNING},
    shown::revealed,
};

const OLD: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();
/// A terminal of as many columns shows old and new text beside each other.
const WIDE: usize = 100;
/// What stands before the lines of a field.
const INDENT: &str = "      ";
/// The lines around a change that are shown.
const AROUND: usize = 2;

/// Writes a difference.
pub(super) fn write(difference: &Difference, out: &mut Stream<'_>) -> io::Result<()> {
    if difference.is_empty() {
        let same = out.paint(GOOD, "nothing has changed");
        return writeln!(out, "{same}");
    }
    let count = |of: fn(&Difference, Family) -> &[Changed]| -> usize {
        Family::ALL.iter().map(|&family| of(difference, family).len()).sum()
    };
    let counts = [
        (count(Difference::added), "added"),
        (count(Difference::removed), "removed"),
        (count(Difference::changed), "changed"),
    ];
    let counts = counts.map(|(count, what)| format!("{count} {what}")).join(", ");
    let severity = concern(difference.severity(), out);
    writeln!(out, "{counts}; {severity}")?;
    let (old, new) = difference.digests();
    let (old, new) = (out.paint(OLD, format!("- {old}")), out.paint(NEW, format!("+ {new}")));
    writeln!(out, "{old}\n{new}")?;

    if !difference.server().is_empty() {
        let head = out.paint(HEAD, "server");
        writeln!(out, "\n{head}")?;
        difference.server().iter().try_for_each(|change| field(change, out))?;
    }
    for family in Family::ALL {
        let groups = [
            ("+", NEW, difference.added(family)),
            ("-", OLD, difference.removed(family)),
            ("~", Style::new(), difference.changed(family)),
        ];
        if groups.iter().all(|(_, _, entries)| entries.is_empty()) {
            continue;
        }
        let head = out.paint(HEAD, title(family));
        writeln!(out, "\n{head}")?;
        for (sign, style, entries) in groups {
            entries.iter().try_for_each(|changed| entry(sign, style, changed, out))?;
        }
    }
    Ok(())
}

/// A family's name for people.
pub(super) fn title(family: Family) -> &'static str {
    match family {
        Family::ResourceTemplates => "resource templates",
        family => family.as_str(),
    }
}

/// What identifies an entry, on one line.
pub(super) fn key(changed: &Changed) -> String {
    let key = revealed(changed.key());
    match changed.model_name() {
        Some(name) => format!("{key} ({name})"),
        None => key.into_owned(),
    }
}

fn concern(severity: Severity, out: &Stream<'_>) -> String {
    let seen = match severity.model_sees {
        true => out.paint(WARNING, "a model sees it").to_string(),
        false => "no model sees it".to_owned(),
    };
    match severity.arguments {
        Arguments::Same => seen,
        arguments => {
            let style = if arguments == Arguments::Widened { WARNING } else { Style::new() };
            format!("{seen}; {}", out.paint(style, format!("arguments: {}", arguments.as_str())))
        }
    }
}

fn entry(sign: &str, style: Style, changed: &Changed, out: &mut Stream<'_>) -> io::Result<()> {
    let head = out.paint(style.bold(), format!("{sign} {}", key(changed)));
    let severity = concern(changed.severity(), out);
    writeln!(out, "  {head}: {severity}")?;
    match sign {
        "~" => changed.fields().iter().try_for_each(|change| field(change, out)),
        _ => telling(changed).try_for_each(|change| field(change, out)),
    }
}

/// The fields of a whole entry without those that say nothing more: the model name stands in its head, and that there are
/// hints is seen by the hints.
pub(super) fn telling(whole: &Changed) -> impl Iterator<Item = &FieldChange> {
    let hints = whole.fields().iter().any(|change| change.field().as_str().starts_with("annotations."));
    whole.fields().iter().filter(move |change| match change.field() {
        Field::ModelName => false,
        Field::Annotations => !hints,
        _ => true,
    })
}

fn field(change: &FieldChange, out: &mut Stream<'_>) -> io::Result<()> {
    let name = change.field();
    let head = out.paint(HEAD, name.as_str());
    writeln!(out, "    {head}")?;
    let (old, new) = match (change.before(), change.after()) {
        (Some(old), Some(new)) => values::both(name, old, new),
        (old, new) => {
            let lines = |value: Option<&str>| value.map(|value| values::lines(name, value));
            (lines(old).unwrap_or_default(), lines(new).unwrap_or_default())
        }
    };
    let rows = align(&old, &new);
    let columns = out.width().filter(|width| *width >= WIDE && !old.is_empty() && !new.is_empty());
    match columns {
        Some(width) => beside(&rows, width, out),
        None => stacked(&rows, out),
    }
}

/// Which rows are shown: what changed, and a little around it.
fn shown(rows: &[Row<'_>]) -> Vec<bool> {
    let mut shown = vec![false; rows.len()];
    for (index, _) in rows.iter().enumerate().filter(|(_, row)| matches!(row, Row::Changed(..))) {
        let around = index.saturating_sub(AROUND)..=index + AROUND;
        shown.iter_mut().take(around.end() + 1).skip(*around.start()).for_each(|shown| *shown = true);
    }
    shown
}

/// Calls `each` for every row that is shown, and says how many are not.
fn each_shown(
    rows: &[Row<'_>],
    out: &mut Stream<'_>,
    mut each: impl FnMut(&[Row<'_>], &mut Stream<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let shown = shown(rows);
    let mut at = 0;
    while at < rows.len() {
        let is = shown.get(at).copied().unwrap_or_default();
        let run = shown.iter().skip(at).take_while(|shown| **shown == is).count().max(1);
        let block = rows.get(at..at + run).unwrap_or_default();
        if is {
            each(block, out)?;
        } else {
            let same = out.paint(DIM, format!("  … {run} {}", if run == 1 { "line" } else { "lines" }));
            writeln!(out, "{INDENT}{same}")?;
        }
        at += run;
    }
    Ok(())
}

/// One above the other: of each block of changed lines first the old ones, then the new ones.
fn stacked(rows: &[Row<'_>], out: &mut Stream<'_>) -> io::Result<()> {
    each_shown(rows, out, |rows, out| {
        let mut rest = rows;
        while let Some(first) = rest.first() {
            let run = match first {
                Row::Same(line) => {
                    let line = out.paint(DIM, format!("  {line}"));
                    writeln!(out, "{INDENT}{line}")?;
                    1
                }
                Row::Changed(..) => {
                    let run = rest.iter().take_while(|row| matches!(row, Row::Changed(..))).count();
                    let block = rest.get(..run).unwrap_or_default();
                    for (sign, old, style) in [("- ", true, OLD), ("+ ", false, NEW)] {
                        for row in block {
                            if let Some(cell) = Cell::of(row, old) {
                                let line = cell.painted(sign, style, out);
                                writeln!(out, "{INDENT}{line}")?;
                            }
                        }
                    }
                    run
                }
            };
            rest = rest.get(run..).unwrap_or_default();
        }
        Ok(())
    })
}

/// Beside each other, each in half of the width and on as many lines as it takes.
fn beside(rows: &[Row<'_>], width: usize, out: &mut Stream<'_>) -> io::Result<()> {
    const BAR: &str = " │ ";
    const SIGN: usize = 2;
    let half = (width - INDENT.len() - 3) / 2;
    let bar = out.paint(DIM, BAR).to_string();
    each_shown(rows, out, |rows, out| {
        for row in rows {
            let [old, new] = [(true, "- ", OLD), (false, "+ ", NEW)].map(|(old, sign, style)| {
                let (sign, style) = if matches!(row, Row::Same(_)) { ("  ", DIM) } else { (sign, style) };
                let cell = Cell::of(row, old);
                let lines = cell.map(|cell| cell.wrapped(half - SIGN)).unwrap_or_default();
                let paint = |(index, (cell, width)): (usize, (Cell, usize))| {
                    let sign = if index == 0 { sign } else { "  " };
                    (cell.painted(sign, style, out), width + SIGN)
                };
                lines.into_iter().enumerate().map(paint).collect::<Vec<_>>()
            });
            for index in 0..old.len().max(new.len()) {
                let (left, width) = old.get(index).map_or(("", 0), |(text, width)| (text, *width));
                let right = new.get(index).map_or("", |(text, _)| text);
                let gap = " ".repeat(half.saturating_sub(width));
                writeln!(out, "{}", format!("{INDENT}{left}{gap}{bar}{right}").trim_end())?;
            }
        }
        Ok(())
    })
}

/// A line, and which part of it differs from the line in its place.
struct Cell {
    text: String,
    /// In bytes.
    differs: std::ops::Range<usize>,
}

impl Cell {
    fn of(row: &Row<'_>, old: bool) -> Option<Self> {
        let (line, other) = match row {
            Row::Same(line) => return Some(Self { text: (*line).to_owned(), differs: 0..0 }),
            Row::Changed(was, is) if old => ((*was)?, *is),
            Row::Changed(was, is) => ((*is)?, *was),
        };
        let differs = match other {
            Some(other) => {
                let (start, end) = common(line, other);
                // Where all is different, marking it says nothing.
                if start + end == 0 { 0..0 } else { start..line.len() - end }
            }
            None => 0..0,
        };
        Some(Self { text: line.to_owned(), differs })
    }

    /// The same in lines of at most `width` columns, each with its width.
    fn wrapped(self, width: usize) -> Vec<(Self, usize)> {
        let Self { text, differs } = self;
        let mut lines = Vec::new();
        let (mut from, mut columns) = (0, 0);
        // Behind the last space of the line, and the columns up to there.
        let mut space = (0, 0);
        let cut = |from: usize, to: usize| Self {
            text: text.get(from..to).unwrap_or_default().to_owned(),
            differs: differs.start.clamp(from, to) - from..differs.end.clamp(from, to) - from,
        };
        for (at, character) in text.char_indices() {
            let wide = character.width().unwrap_or_default();
            if columns + wide > width && at > from {
                // At a space, unless that leaves more than half of the line empty.
                let (to, taken) = if space.1 * 2 > width { space } else { (at, columns) };
                lines.push((cut(from, to), taken));
                (from, columns, space) = (to, columns - taken, (to, 0));
            }
            columns += wide;
            if character == ' ' {
                space = (at + 1, columns);
            }
        }
        lines.push((cut(from, text.len()), columns));
        lines
    }

    fn painted(&self, sign: &str, style: Style, out: &Stream<'_>) -> String {
        let part = |range: std::ops::Range<usize>, style: Style| match self.text.get(range) {
            None | Some("") => String::new(),
            Some(text) => out.paint(style, text).to_string(),
        };
        let before = part(0..self.differs.start, style);
        let differs = part(self.differs.clone(), style.invert());
        let after = part(self.differs.end..self.text.len(), style);
        format!("{}{before}{differs}{after}", out.paint(style, sign))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_lose_nothing() {
        for (text, expected) in [
            ("one two three", &["one two ", "three"][..]),
            ("a bbbbbbbbbbbbb", &["a bbbbbb", "bbbbbbb"]),
            ("12345678", &["12345678"]),
            ("日本語日本語", &["日本語日", "本語"]),
            ("", &[""]),
        ] {
            let cell = Cell { text: text.to_owned(), differs: 1..text.len().saturating_sub(1).max(1) };
            let differing: usize = cell.differs.len();
            let lines = cell.wrapped(8);
            let texts: Vec<_> = lines.iter().map(|(cell, _)| cell.text.as_str()).collect();
            assert_eq!(texts, expected);
            for (cell, width) in &lines {
                assert_eq!(unicode_width::UnicodeWidthStr::width(cell.text.as_str()), *width);
            }
            let marked: usize = lines.iter().map(|(cell, _)| cell.differs.len()).sum();
            assert!(marked == differing.min(text.len()) || text.is_empty(), "{text}");
        }
    }
}
