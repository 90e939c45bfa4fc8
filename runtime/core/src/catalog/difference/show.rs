//! A difference for people.

use std::fmt;

use super::{Arguments, Changed, Difference, FieldChange};
use crate::catalog::{Family, Quote};

/// The bytes of a value that are shown: from a little before the first character that differs.
const SHOWN_BYTES: usize = 240;
/// The characters that are shown before it.
const CONTEXT: usize = 40;

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing changed");
        }
        let count = |of: fn(&Self, Family) -> &[Changed]| -> usize {
            Family::ALL.iter().map(|&family| of(self, family).len()).sum()
        };
        let (added, removed, changed) = (count(Self::added), count(Self::removed), count(Self::changed));
        write!(f, "{} ", Quote::new(&self.binding))?;
        write!(f, "{added} added, {removed} removed, {changed} changed")?;
        f.write_str(if self.severity.model_sees { "; a model sees it" } else { "; no model sees it" })?;
        if self.severity.arguments != Arguments::Same {
            write!(f, "; arguments: {}", self.severity.arguments.as_str())?;
        }
        if !self.server.is_empty() {
            f.write_str("\nserver")?;
            self.server.iter().try_for_each(|change| field(f, change))?;
        }
        for family in Family::ALL {
            let groups =
                [('+', self.added(family)), ('-', self.removed(family)), ('~', self.changed(family))];
            if groups.iter().all(|(_, entries)| entries.is_empty()) {
                continue;
            }
            write!(f, "\n{family}")?;
            for (sign, entries) in groups {
                entries.iter().try_for_each(|changed| entry(f, sign, changed))?;
            }
        }
        Ok(())
    }
}

fn entry(f: &mut fmt::Formatter<'_>, sign: char, changed: &Changed) -> fmt::Result {
    write!(f, "\n  {sign} {}", Quote::new(changed.key()))?;
    if let Some(name) = changed.model_name() {
        write!(f, " ({name})")?;
    }
    if changed.severity().arguments != Arguments::Same {
        write!(f, ", arguments: {}", changed.severity().arguments.as_str())?;
    }
    changed.fields().iter().try_for_each(|change| field(f, change))
}

fn field(f: &mut fmt::Formatter<'_>, change: &FieldChange) -> fmt::Result {
    write!(f, "\n      {}", change.field().as_str())?;
    let (old, new) = (change.before(), change.after());
    let start = match (old, new) {
        (Some(old), Some(new)) => first_difference(old, new),
        _ => 0,
    };
    for (label, value) in [("old", old), ("new", new)] {
        if let Some(value) = value {
            let skipped = if start > 0 { "…" } else { "" };
            let shown = Quote::with_room(value.get(start..).unwrap_or_default(), SHOWN_BYTES);
            write!(f, "\n        {label} {skipped}{shown}")?;
        }
    }
    Ok(())
}

/// Where two texts are to be shown from: the start, unless what they share is long.
fn first_difference(old: &str, new: &str) -> usize {
    let shared: Vec<usize> = old
        .char_indices()
        .zip(new.chars())
        .take_while(|((_, old), new)| old == new)
        .map(|((at, _), _)| at)
        .collect();
    shared.len().checked_sub(2 * CONTEXT).map_or(0, |_| {
        shared.len().checked_sub(CONTEXT).and_then(|from| shared.get(from)).copied().unwrap_or_default()
    })
}
