//! Tables: with borders and colour on a terminal, plain aligned columns elsewhere.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::console::{DIM, HEAD, Stream};

/// Between two columns of a plain table.
const GAP: &str = "  ";

/// Rows under a head, all with as many cells.
#[derive(Debug)]
pub(crate) struct Table<const N: usize> {
    head: [&'static str; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    pub(crate) fn new(head: [&'static str; N]) -> Self {
        Self { head, rows: Vec::new() }
    }

    /// Adds a row; its cells hold no line breaks and nothing that a terminal obeys.
    pub(crate) fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }

    pub(crate) fn write(&self, to: &mut Stream<'_>) -> io::Result<()> {
        let mut widths = self.head.map(UnicodeWidthStr::width);
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.width());
            }
        }
        if to.is_terminal() { self.bordered(to, widths) } else { self.plain(to, widths) }
    }

    fn plain(&self, to: &mut Stream<'_>, widths: [usize; N]) -> io::Result<()> {
        for row in std::iter::once(&self.head.map(str::to_owned)).chain(&self.rows) {
            let cells: Vec<_> = row.iter().zip(widths).map(|(cell, width)| padded(cell, width)).collect();
            writeln!(to, "{}", cells.join(GAP).trim_end())?;
        }
        Ok(())
    }

    fn bordered(&self, to: &mut Stream<'_>, widths: [usize; N]) -> io::Result<()> {
        let rule = |left: &str, middle: &str, right: &str| {
            let parts: Vec<_> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
            format!("{left}{}{right}", parts.join(middle))
        };
        let bar = to.paint(DIM, "│").to_string();
        let line = |row: Vec<String>| format!("{bar} {} {bar}", row.join(&format!(" {bar} ")));
        let head = self.head.iter().zip(widths);
        let head = head.map(|(cell, width)| to.paint(HEAD, padded(cell, width)).to_string()).collect();
        let mut lines = vec![to.paint(DIM, rule("┌", "┬", "┐")).to_string(), line(head)];
        lines.push(to.paint(DIM, rule("├", "┼", "┤")).to_string());
        for row in &self.rows {
            lines.push(line(row.iter().zip(widths).map(|(cell, width)| padded(cell, width)).collect()));
        }
        lines.push(to.paint(DIM, rule("└", "┴", "┘")).to_string());
        lines.iter().try_for_each(|line| writeln!(to, "{line}"))
    }
}

fn padded(cell: &str, width: usize) -> String {
    format!("{cell}{}", " ".repeat(width.saturating_sub(cell.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table<2> {
        let mut table = Table::new(["NAME", "URI"]);
        table.row(["a".into(), "a://h".into()]);
        table.row(["日本語".into(), String::new()]);
        table
    }

    #[test]
    fn columns_align_by_width() {
        let mut out = Vec::new();
        table().write(&mut Stream::plain(&mut out)).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "NAME    URI\na       a://h\n日本語\n");
    }

    #[test]
    fn terminals_get_borders() {
        let mut out = Vec::new();
        table().write(&mut Stream::terminal(&mut out)).unwrap();
        let plain = anstream::adapter::strip_str(std::str::from_utf8(&out).unwrap()).to_string();
        assert_eq!(
            plain,
            "┌────────┬───────┐\n│ NAME   │ URI   │\n├────────┼───────┤\n│ a      │ a://h │\n│ 日本語 │       │\n└────────┴───────┘\n"
        );
    }
}
