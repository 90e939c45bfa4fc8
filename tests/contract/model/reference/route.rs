//! Which definition answers for a URI, by looking at every one of them (U2, U4 to U6, U8).

use crate::model::case::Registration;

/// The variables of a template with their values.
pub(crate) type Captures = Vec<(String, String)>;

pub(crate) enum Found<'a> {
    One { definition: &'a Registration, captures: Captures, canonical: String },
    None,
    Ambiguous,
    Shadowed,
    BadCapture,
}

pub(crate) fn select<'a>(definitions: &'a [Registration], uri: &str) -> Found<'a> {
    let matching = |decoded| {
        let all = definitions.iter().filter(move |own| matches(own.address, uri, decoded));
        let (exact, templates): (Vec<_>, Vec<_>) = all.partition(|own| !own.address.contains('{'));
        if exact.is_empty() { templates } else { exact }
    };
    // An exact registration is the very URI, and there is no way round by escapes to any other.
    let exact = definitions.iter().find(|own| own.address == uri);
    let found = exact.map_or_else(|| matching(false), |exact| vec![exact]);
    let definition = match found[..] {
        [] => return Found::None,
        [one] => one,
        _ => return Found::Ambiguous,
    };
    let escaped = uri.contains('%') || definitions.iter().any(|own| own.address.contains('%'));
    if escaped && matching(true).iter().any(|other| other.name != definition.name) {
        return Found::Shadowed;
    }
    let captures: Captures = pairs(definition.address, uri)
        .filter_map(|(literal, segment)| Some((variable(literal)?.to_owned(), decode(segment))))
        .collect();
    if captures.iter().any(|(_, value)| !admissible(value)) {
        return Found::BadCapture;
    }
    let canonical = captures.iter().fold(definition.address.to_owned(), |address, (name, value)| {
        address.replace(&format!("{{{name}}}"), &encode(value))
    });
    Found::One { definition, captures, canonical }
}

fn matches(address: &str, uri: &str, decoded: bool) -> bool {
    let ((start, segments, end), (other_start, others, other_end)) = (parts(address), parts(uri));
    let same = |literal: &str, segment: &str| {
        if decoded { decode(literal) == decode(segment) } else { literal == segment }
    };
    (start, end) == (other_start, other_end)
        && segments.len() == others.len()
        && pairs(address, uri).all(|(literal, segment)| {
            if variable(literal).is_some() { !segment.is_empty() } else { same(literal, segment) }
        })
}

fn pairs<'a>(address: &'a str, uri: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    parts(address).1.into_iter().zip(parts(uri).1)
}

/// Scheme and authority, the segments of the path, query and fragment.
fn parts(uri: &str) -> (&str, Vec<&str>, &str) {
    let after = uri.find("://").map_or(uri.len(), |colon| colon + 3);
    let end = uri.find(['?', '#']).unwrap_or(uri.len());
    let path = uri[..end].get(after..).and_then(|rest| rest.find('/')).map_or(end, |slash| after + slash);
    (&uri[..path], uri[path..end].split('/').collect(), &uri[end..])
}

fn variable(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

fn admissible(value: &str) -> bool {
    !value.is_empty() && value != "." && value != ".." && !value.contains(['/', '\\', '\0'])
}

fn decode(segment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = segment.as_bytes();
    while let [first, tail @ ..] = rest {
        if let (b'%', [high, low, after @ ..]) = (first, tail) {
            let digits = [*high, *low];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
            rest = after;
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn encode(value: &str) -> String {
    let unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    value
        .bytes()
        .map(|byte| if unreserved(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
