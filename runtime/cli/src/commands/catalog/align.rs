//! Which lines of an old and a new text stand beside each other.

/// A line of the old text, one of the new text, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row<'t> {
    /// It is in both.
    Same(&'t str),
    /// They take each other's place; one of them may be missing.
    Changed(Option<&'t str>, Option<&'t str>),
}

/// More comparisons than these are not worth it: then all lines between the first and the last change count as changed.
const MOST: usize = 4_000_000;

/// The rows of two texts, in order.
pub(super) fn align<'t>(old: &'t [String], new: &'t [String]) -> Vec<Row<'t>> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let middle = |rest: &'t [String]| rest.get(..rest.len() - end).unwrap_or_default();
    let last = old_rest.get(old_rest.len() - end..).unwrap_or_default();

    let mut rows: Vec<Row<'t>> = old.iter().take(start).map(|line| Row::Same(line)).collect();
    between(middle(old_rest), middle(new_rest), &mut rows);
    rows.extend(last.iter().map(|line| Row::Same(line)));
    rows
}

/// By the longest common subsequence.
fn between<'t>(old: &'t [String], new: &'t [String], rows: &mut Vec<Row<'t>>) {
    let width = new.len() + 1;
    let Some(cells) = (old.len() + 1).checked_mul(width).filter(|cells| *cells <= MOST) else {
        return pair(old, new, rows);
    };
    // How many lines the rests from (i, j) on share.
    let mut shared = vec![0_u32; cells];
    let at = |i: usize, j: usize| i * width + j;
    let get = |shared: &[u32], i, j| shared.get(at(i, j)).copied().unwrap_or_default();
    for (i, was) in old.iter().enumerate().rev() {
        for (j, is) in new.iter().enumerate().rev() {
            let best = if was == is {
                get(&shared, i + 1, j + 1) + 1
            } else {
                get(&shared, i + 1, j).max(get(&shared, i, j + 1))
            };
            if let Some(cell) = shared.get_mut(at(i, j)) {
                *cell = best;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    // Where the block of changed lines begins.
    let (mut from_old, mut from_new) = (0, 0);
    while let (Some(was), Some(is)) = (old.get(i), new.get(j)) {
        if was == is {
            pair(old.get(from_old..i).unwrap_or_default(), new.get(from_new..j).unwrap_or_default(), rows);
            rows.push(Row::Same(was));
            (i, j) = (i + 1, j + 1);
            (from_old, from_new) = (i, j);
        } else if get(&shared, i + 1, j) >= get(&shared, i, j + 1) {
            i += 1;
        } else {
            j += 1;
        }
    }
    pair(old.get(from_old..).unwrap_or_default(), new.get(from_new..).unwrap_or_default(), rows);
}

/// A block of changed lines, side by side from its start.
fn pair<'t>(old: &'t [String], new: &'t [String], rows: &mut Vec<Row<'t>>) {
    let line = |lines: &'t [String], index: usize| lines.get(index).map(String::as_str);
    rows.extend((0..old.len().max(new.len())).map(|index| Row::Changed(line(old, index), line(new, index))));
}

/// How long the common start and the common end of two lines are, in bytes.
pub(super) fn common(old: &str, new: &str) -> (usize, usize) {
    let start: usize =
        old.chars().zip(new.chars()).take_while(|(old, new)| old == new).map(|(old, _)| old.len_utf8()).sum();
    let (old, new) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let ends = old.chars().rev().zip(new.chars().rev());
    (start, ends.take_while(|(old, new)| old == new).map(|(old, _)| old.len_utf8()).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    fn shown(old: &str, new: &str) -> String {
        let (old, new) = (lines(old), lines(new));
        let row = |row: &Row<'_>| match row {
            Row::Same(line) => (*line).to_owned(),
            Row::Changed(old, new) => format!("({}{})", old.unwrap_or("-"), new.unwrap_or("-")),
        };
        align(&old, &new).iter().map(row).collect()
    }

    #[test]
    fn lines_stand_beside_each_other() {
        for (old, new, expected) in [
            ("abc", "abc", "abc"),
            ("abc", "aXc", "a(bX)c"),
            ("abc", "ac", "a(b-)c"),
            ("ac", "abc", "a(-b)c"),
            ("abcdef", "aXcYZf", "a(bX)c(dY)(eZ)f"),
            ("", "ab", "(-a)(-b)"),
            ("ab", "", "(a-)(b-)"),
            ("aab", "ab", "a(a-)b"),
            ("xaby", "abz", "(x-)ab(yz)"),
        ] {
            assert_eq!(shown(old, new), expected, "{old} {new}");
        }
    }

    /// Nothing is lost, however much there is.
    #[test]
    fn large_texts_are_whole() {
        let old: Vec<String> = (0..3_000).map(|line| line.to_string()).collect();
        let new: Vec<String> = (0..3_000).map(|line| format!("{}", line * 2)).collect();
        let rows = align(&old, &new);
        let olds = rows.iter().filter(|row| matches!(row, Row::Same(_) | Row::Changed(Some(_), _))).count();
        let news = rows.iter().filter(|row| matches!(row, Row::Same(_) | Row::Changed(_, Some(_)))).count();
        assert_eq!((olds, news), (old.len(), new.len()));
    }

    #[test]
    fn common_ends_do_not_overlap() {
        assert_eq!(common("aa", "aaa"), (2, 0));
        assert_eq!(common("éxé", "éyé"), (2, 2));
        assert_eq!(common("", "a"), (0, 0));
    }
}
