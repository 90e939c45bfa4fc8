//! Laws that hold for every template, table and URI (U1 to U8).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test may panic")]

use std::collections::BTreeMap;

use proptest::{collection::vec, prelude::*, sample::select};
use wayleave_model::{Address, RouteTable, Unselected, Uri, UriTemplate, overlaps, witness};

/// Segments that meet often, some only once their escapes are decoded.
fn literal() -> impl Strategy<Value = String> {
    select(vec!["a", "b", "%61", "%62", "~u", "%7Eu", "%7eu", "", "x.y", "a%2Fb"]).prop_map(str::to_owned)
}

fn prefix() -> impl Strategy<Value = &'static str> {
    select(vec!["s://h/", "s:///", "s:/", "s:", "s://H/"])
}

fn suffix() -> impl Strategy<Value = &'static str> {
    select(vec!["", "", "", "?q=1", "#f", "?q=%31"])
}

/// A template from segments: nothing for a variable.
fn template() -> impl Strategy<Value = UriTemplate> {
    (prefix(), vec(prop_oneof![literal().prop_map(Some), Just(None)], 1..4), suffix()).prop_filter_map(
        "not a template",
        |(prefix, segments, suffix)| {
            let segments: Vec<_> = segments
                .into_iter()
                .enumerate()
                .map(|(index, segment)| segment.unwrap_or_else(|| format!("{{v{index}}}")))
                .collect();
            UriTemplate::parse(&format!("{prefix}{}{suffix}", segments.join("/"))).ok()
        },
    )
}

fn uri() -> impl Strategy<Value = Uri> {
    let segment = prop_oneof![4 => literal(), 1 => select(vec!["..", "%2E", "%00", "%5C", "c%20d"]).prop_map(str::to_owned)];
    (prefix(), vec(segment, 1..4), suffix()).prop_filter_map("not a URI", |(prefix, segments, suffix)| {
        Uri::parse(&format!("{prefix}{}{suffix}", segments.join("/"))).ok()
    })
}

fn address() -> impl Strategy<Value = Address> {
    prop_oneof![template().prop_map(Address::Template), uri().prop_map(Address::Uri)]
}

/// U5 and U6 as they are written, one registration after another: what the table must say.
fn naive(addresses: &[Address], uri: &Uri) -> Result<usize, &'static str> {
    let plain = |text: &str| split(text).map(|parts| parts.map_segments(str::to_owned));
    let decoded = |text: &str| split(text).map(|parts| parts.map_segments(decode));
    let structural = |view: &dyn Fn(&str) -> Option<View>| {
        let request = view(uri.as_str()).unwrap();
        let matching = |address: &Address| {
            let view = view(address.as_str()).unwrap();
            view.prefix == request.prefix
                && view.suffix == request.suffix
                && view.segments.len() == request.segments.len()
                && view.segments.iter().zip(&request.segments).all(|(pattern, segment)| {
                    let variable = address.as_template().is_some() && pattern.starts_with('{');
                    if variable { !segment.is_empty() } else { pattern == segment }
                })
        };
        let all: Vec<_> = (0..addresses.len()).filter(|&index| matching(&addresses[index])).collect();
        let exact: Vec<_> =
            all.iter().copied().filter(|&index| addresses[index].as_uri().is_some()).collect();
        if exact.is_empty() { all } else { exact }
    };
    let found = structural(&plain);
    let chosen = match found[..] {
        [] => return Err("not found"),
        [chosen] => chosen,
        _ => return Err("ambiguous"),
    };
    let by_escapes = structural(&decoded);
    if by_escapes.iter().any(|&other| other != chosen) {
        return Err("not found");
    }
    let request = decoded(uri.as_str()).unwrap();
    let pattern = plain(addresses[chosen].as_str()).unwrap();
    let admitted = pattern.segments.iter().zip(&request.segments).all(|(pattern, value)| {
        let variable = addresses[chosen].as_template().is_some() && pattern.starts_with('{');
        !variable || !(value == "." || value == ".." || value.contains(['/', '\\', '\0']))
    });
    if admitted { Ok(chosen) } else { Err("capture") }
}

struct Split<'a> {
    prefix: &'a str,
    path: &'a str,
    suffix: &'a str,
}

struct View {
    prefix: String,
    segments: Vec<String>,
    suffix: String,
}

impl Split<'_> {
    fn map_segments(&self, map: impl Fn(&str) -> String) -> View {
        View {
            prefix: self.prefix.into(),
            segments: self.path.split('/').map(map).collect(),
            suffix: self.suffix.into(),
        }
    }
}

fn split(text: &str) -> Option<Split<'_>> {
    let colon = text.find(':')?;
    let start = match text[colon + 1..].strip_prefix("//") {
        Some(behind) => text.len() - behind.len() + behind.find(['/', '?', '#']).unwrap_or(behind.len()),
        None => colon + 1,
    };
    let end = text[start..].find(['?', '#']).map_or(text.len(), |length| start + length);
    Some(Split { prefix: &text[..start], path: &text[start..end], suffix: &text[end..] })
}

fn decode(segment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = segment;
    while let Some(first) = rest.bytes().next() {
        if first == b'%' {
            bytes.push(u8::from_str_radix(&rest[1..3], 16).unwrap());
            rest = &rest[3..];
        } else {
            bytes.push(first);
            rest = &rest[1..];
        }
    }
    String::from_utf8(bytes).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    /// U4 to U6: the table says what trying one registration after another says.
    #[test]
    fn the_table_agrees_with_a_naive_matcher(
        addresses in vec(address(), 0..8),
        uris in vec(uri(), 1..8),
    ) {
        // Duplicates are refused before a table is made.
        let addresses: Vec<_> = BTreeMap::from_iter(addresses.iter().map(|address| (address.as_str(), address)))
            .into_values()
            .cloned()
            .collect();
        let table = RouteTable::new(addresses.iter().cloned());
        // Half of the URIs come from the addresses, so that matches are common.
        let own = addresses.iter().filter_map(Address::as_uri).cloned();
        for uri in own.chain(uris) {
            let selected = match table.select(uri.as_ref()) {
                Ok(selected) => Ok(selected.route().index()),
                Err(Unselected::NotFound | Unselected::Shadowed { .. }) => Err("not found"),
                Err(Unselected::Ambiguous { .. }) => Err("ambiguous"),
                Err(Unselected::Capture { .. }) => Err("capture"),
                Err(_) => Err("another"),
            };
            prop_assert_eq!(selected, naive(&addresses, &uri), "{}", uri);
        }
    }

    /// U8: an expansion matches its own template, with the values as captures, and is its own canonical URI.
    #[test]
    fn expanding_and_matching_are_inverse(template in template(), values in vec("[^/\\\\\\x00]{1,8}", 0..4)) {
        let values: Vec<_> = values.into_iter().filter(|value| value != "." && value != "..").collect();
        let wanted = template.variables().len();
        prop_assume!(values.len() >= wanted);
        let values = &values[..wanted];
        let uri = template.expand(values).unwrap();
        let captures = template.captures(uri.as_ref()).unwrap().unwrap();
        prop_assert_eq!(captures.iter().map(|(_, value)| value.into_owned()).collect::<Vec<_>>(), values);
        let table = RouteTable::new([Address::Template(template.clone())]);
        let selected = table.select(uri.as_ref()).unwrap();
        prop_assert_eq!(selected.canonical(2_048).unwrap(), uri);
    }

    /// U6, U8: a value that no capture could have gives no URI.
    #[test]
    fn inadmissible_values_do_not_expand(before in "[a-z]{0,3}", bad in select(vec!["/", "\\", "\0"]), behind in "[a-z]{0,3}") {
        let template = UriTemplate::parse("s://h/{v}").unwrap();
        let value = format!("{before}{bad}{behind}");
        for value in [value.as_str(), ".", "..", ""] {
            prop_assert!(template.expand(&[value]).is_err());
        }
    }

    /// U7: a witness matches both templates, and where there is none, no URI was found that does.
    #[test]
    fn a_witness_matches_both(one in template(), other in template(), uri in uri()) {
        let matches = |template: &UriTemplate, uri: &Uri| template.captures(uri.as_ref()).is_some();
        match witness(&one, &other) {
            Some(witness) => prop_assert!(matches(&one, &witness) && matches(&other, &witness), "{}", witness),
            None => prop_assert!(!(matches(&one, &uri) && matches(&other, &uri)), "{}", uri),
        }
    }

    /// U7: all pairs that have a witness are found, and no other.
    #[test]
    fn every_overlap_is_found(templates in vec(template(), 0..8)) {
        let found: Vec<_> = overlaps(templates.iter().enumerate(), usize::MAX)
            .into_iter()
            .map(|overlap| (overlap.second, overlap.first))
            .collect();
        let mut expected = Vec::new();
        for second in 0..templates.len() {
            for first in 0..second {
                if witness(&templates[first], &templates[second]).is_some() {
                    expected.push((second, first));
                }
            }
        }
        prop_assert_eq!(found, expected);
    }

    /// U1: what we accept is RFC 3986 without user information, with UTF-8 behind its escapes; and the reverse.
    #[test]
    fn uris_are_those_of_rfc_3986(text in "[a-c]{0,2}[:/?#%\\[\\]@a0é. -]{0,4}[a-z0-9:/?#%@\\[\\]{}+.~|é-]{0,12}") {
        agrees_with_rfc_3986(&text)?;
    }

    /// The same where authorities are common.
    #[test]
    fn authorities_are_those_of_rfc_3986(text in "[a-c]://(\\[[0-9a-fv:.%]{1,12}\\]|[a-z0-9.%-]{0,8})(:[0-9a]{0,3})?(/[a-z%]{0,3})?") {
        agrees_with_rfc_3986(&text)?;
    }

    /// No text makes a parser panic, and a fault's place is in the text, at a character's start.
    #[test]
    fn nothing_panics(text in "\\PC{0,40}", braces in "[{}a-z:/+?#*,%0-9 é]{0,40}") {
        for text in [text, braces.clone(), format!("a://h/{braces}"), format!("a:{braces}")] {
            if let Err(error) = Uri::parse(&text) {
                prop_assert!(text.is_char_boundary(error.offset()));
            }
            match UriTemplate::parse(&text) {
                Ok(template) => prop_assert_eq!(template.as_str(), text),
                Err(error) => {
                    prop_assert!(text.is_char_boundary(error.offset()));
                    prop_assert!(!error.help().is_empty());
                }
            }
        }
    }
}

fn agrees_with_rfc_3986(text: &str) -> Result<(), TestCaseError> {
    let theirs = fluent_uri::Uri::parse(text).is_ok_and(|uri| {
        uri.authority().is_none_or(|authority| authority.userinfo().is_none())
            && std::str::from_utf8(&decoded_bytes(text)).is_ok()
    });
    prop_assert_eq!(Uri::parse(text).is_ok(), theirs, "{}", text);
    Ok(())
}

fn decoded_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let escaped = (*first == b'%').then(|| behind.get(..2)).flatten();
        let decoded =
            escaped.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(decoded.unwrap_or(*first));
        rest = if decoded.is_some() { &behind[2..] } else { behind };
    }
    bytes
}
