//! The names that entries have in Rust.
//!
//! A name is split into words at every character that no identifier holds, at `_`, and between a lower-case and an
//! upper-case letter. What cannot be a name in Rust, or would be two entries' name, is told with the place of the
//! entry, and the author writes `rust: Name`.

use std::collections::HashMap;

use proc_macro2::{Ident, Span};
use wayleave_manifest::Entry;

use super::fault::Fault;

/// The type beside those of the entries.
const TAKEN: &str = "Handlers";

/// An entry's name in each style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names {
    upper: String,
    snake: String,
}

impl Names {
    fn new(name: &str) -> Self {
        let (mut upper, mut snake) = (String::new(), String::new());
        for word in words(name) {
            let mut characters = word.chars();
            upper.extend(characters.next().into_iter().flat_map(char::to_uppercase));
            upper.push_str(characters.as_str());
            if !snake.is_empty() {
                snake.push('_');
            }
            snake.push_str(&word.to_lowercase());
        }
        Self { upper, snake }
    }

    /// The name of the struct: `WeeklyRota`.
    pub(super) fn structure(&self) -> Ident {
        identifier(&self.upper)
    }

    /// The name of the handler's method: `weekly_rota`.
    pub(super) fn method(&self) -> Ident {
        identifier(&self.snake)
    }

    /// The name of the thunk around that method: `read_weekly_rota`.
    pub(super) fn thunk(&self) -> Ident {
        identifier(&format!("read_{}", self.snake))
    }

    /// The name of constants: `WEEKLY_ROTA`.
    pub(super) fn constant(&self) -> Ident {
        identifier(&self.snake.to_uppercase())
    }

    /// Why Rust cannot have this name.
    fn fault(&self) -> Option<String> {
        if self.upper.is_empty() {
            return Some("holds no letter that a name in Rust could have".to_owned());
        }
        if self.snake.starts_with(|first: char| first.is_numeric()) {
            return Some("would start with a digit".to_owned());
        }
        if self.upper == TAKEN {
            return Some(format!("would be `{TAKEN}`, the trait's own name"));
        }
        [&self.upper, &self.snake]
            .into_iter()
            .find(|name| !is_identifier(name))
            .map(|name| format!("would be `{name}`, which Rust keeps for itself"))
    }
}

/// The names of all entries, in their order.
pub(super) fn names(entries: &[Entry], faults: &mut Vec<Fault>) -> Vec<Names> {
    let mut seen: HashMap<String, &Entry> = HashMap::new();
    entries
        .iter()
        .map(|entry| {
            let names = Names::new(entry.rust.as_deref().unwrap_or(entry.definition.name()));
            if let Some(fault) = names.fault() {
                faults.push(bad(entry, &fault));
                return names;
            }
            let first = [&names.upper, &names.snake]
                .into_iter()
                .find_map(|style| seen.get(style).map(|first| (style, *first)));
            if let Some((style, first)) = first {
                let (name, line) = (first.definition.name(), first.place.line);
                faults
                    .push(bad(entry, &format!("would be `{style}`, as is that of `{name}` on line {line}")));
            }
            for style in [&names.upper, &names.snake] {
                seen.entry(style.clone()).or_insert(entry);
            }
            names
        })
        .collect()
}

/// The field of a capture: its name as it is.
pub(super) fn field(entry: &Entry, capture: &str, faults: &mut Vec<Fault>) -> Ident {
    if !is_identifier(capture) {
        let message = format!("no field in Rust can be called `{capture}`, as the variable is");
        faults.push(Fault::new(entry.place, message, "give the variable another name in the template"));
    }
    identifier(capture)
}

fn bad(entry: &Entry, fault: &str) -> Fault {
    let name = entry.definition.name();
    let message = match &entry.rust {
        Some(rust) => format!("the Rust name of `{name}`, `{rust}`, {fault}"),
        None => format!("the Rust name of `{name}` {fault}"),
    };
    Fault::new(entry.place, message, "give the entry a name of its own: `rust: Name`")
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(separates);
        let mut before = '_';
        let end = rest.char_indices().find_map(|(index, character)| {
            let boundary = separates(character) || (before.is_lowercase() && character.is_uppercase());
            before = character;
            boundary.then_some(index)
        });
        let (word, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

fn separates(character: char) -> bool {
    character == '_' || !unicode_ident::is_xid_continue(character)
}

/// Whether Rust takes the name, as it is or raw.
fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let starts = characters.next().is_some_and(|first| first == '_' || unicode_ident::is_xid_start(first));
    starts
        && characters.all(unicode_ident::is_xid_continue)
        && !matches!(name, "_" | "self" | "Self" | "super" | "crate")
}

/// A name as an identifier, raw where it is a keyword. What is none has been told; something stands in for it.
fn identifier(name: &str) -> Ident {
    if !is_identifier(name) {
        return Ident::new("_unnamed", Span::call_site());
    }
    // Also the keyword of the 2024 edition, which the parser of older ones does not know.
    match name != "gen" && syn::parse_str::<Ident>(name).is_ok() {
        true => Ident::new(name, Span::call_site()),
        false => Ident::new_raw(name, Span::call_site()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapped(name: &str) -> (String, String, String) {
        let names = Names::new(name);
        (names.structure().to_string(), names.method().to_string(), names.constant().to_string())
    }

    #[track_caller]
    fn maps(name: &str, upper: &str, snake: &str, constant: &str) {
        assert_eq!(Names::new(name).fault(), None, "{name}");
        assert_eq!(mapped(name), (upper.to_owned(), snake.to_owned(), constant.to_owned()), "{name}");
    }

    #[test]
    fn words_become_names() {
        maps("rota", "Rota", "rota", "ROTA");
        maps("weekly-rota", "WeeklyRota", "weekly_rota", "WEEKLY_ROTA");
        maps("weeklyRota 2", "WeeklyRota2", "weekly_rota_2", "WEEKLY_ROTA_2");
        maps("__a//b..c__", "ABC", "a_b_c", "A_B_C");
        maps("API docs", "APIDocs", "api_docs", "API_DOCS");
        maps("Größe", "Größe", "größe", "GRÖSSE");
        maps("week2Rota", "Week2Rota", "week2rota", "WEEK2ROTA");
    }

    #[test]
    fn keywords_become_raw() {
        for word in ["type", "gen", "try", "async", "await", "dyn", "match", "yield"] {
            assert_eq!(Names::new(word).fault(), None, "{word}");
            assert_eq!(Names::new(word).method().to_string(), format!("r#{word}"));
            assert_eq!(Names::new(word).thunk().to_string(), format!("read_{word}"));
        }
    }

    #[test]
    fn what_is_no_name_is_told() {
        for name in ["", "-", "_", "✨", "3d-model", "self", "Self", "super", "crate", "handlers", "Handlers"]
        {
            assert!(Names::new(name).fault().is_some(), "{name}");
        }
    }
}
