//! A template's text to its segments (U3).
//!
//! The order in which faults are found is the order of U3: the scheme; then each expression from left to
//! right, its syntax before its position; then the literal text, as the URI it would be (U1). For that, the
//! expressions are overwritten by letters, so that every byte keeps its offset.

use super::{Parsed, Segment, TemplateError, TemplateErrorKind as Kind, Variable};
use crate::uri::{RESERVED_SCHEME, UriErrorKind, scan, scheme_length};

/// Parses and checks a template.
pub(super) fn parse(text: &str) -> Result<Parsed, TemplateError> {
    let fail = |kind, offset| TemplateError::new(text, kind, offset);
    scheme(text).map_err(|kind| fail(kind, 0))?;
    let (names, masked) = expressions(text).map_err(|(kind, offset)| fail(kind, offset))?;
    let parts = scan(&masked).map_err(|error| fail(Kind::Uri(error.kind()), error.offset()))?;

    let mut names = names.into_iter();
    let mut at = parts.path_start;
    let mut variables = Vec::new();
    let mut segments = Vec::new();
    let path = masked.get(parts.path_start..parts.path_end).unwrap_or_default();
    for (index, masked) in path.split(|&byte| byte == b'/').enumerate() {
        let end = at + masked.len();
        let raw = text.get(at..end).unwrap_or_default();
        let name = if raw.starts_with('{') { names.next() } else { None };
        segments.push(match name {
            Some(name) => {
                variables.push(Variable { name: name.text.into(), segment: index });
                Segment::Variable(variables.len() - 1)
            }
            None => Segment::Literal(raw.into()),
        });
        at = end + 1;
    }
    Ok(Parsed {
        text: text.into(),
        path: parts.path_start..parts.path_end,
        segments: segments.into(),
        variables: variables.into(),
    })
}

/// Checks that a literal scheme stands at the start, and that it is not the reserved one.
fn scheme(text: &str) -> Result<(), Kind> {
    let before = text.find([':', '/', '?', '#', '{']).unwrap_or(text.len());
    if text.get(before..).is_some_and(|rest| rest.starts_with('{')) {
        let outside = outside_braces(text);
        let colon = outside.find(':');
        let mark = outside.find(['/', '?', '#']);
        return Err(match (colon, mark) {
            (Some(colon), Some(mark)) if colon < mark => Kind::SchemeVariable,
            (Some(_), None) => Kind::SchemeVariable,
            _ => Kind::Uri(UriErrorKind::MissingScheme),
        });
    }
    let length = scheme_length(text.as_bytes()).map_err(Kind::Uri)?;
    match text.get(..length) {
        Some(scheme) if scheme.eq_ignore_ascii_case(RESERVED_SCHEME) => Err(Kind::ReservedScheme),
        _ => Ok(()),
    }
}

/// The text without what stands in braces.
fn outside_braces(text: &str) -> String {
    let mut inside = false;
    text.chars()
        .filter(|&character| {
            inside |= character == '{';
            let outside = !inside;
            inside &= character != '}';
            outside
        })
        .collect()
}

/// The name in an expression, and where the name begins.
struct Name<'a> {
    text: &'a str,
    offset: usize,
}

/// The part of the URI in which the scan stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    Authority,
    Path,
    Query,
    Fragment,
}

/// The expressions from left to right, and the text with each of them overwritten by letters.
fn expressions(text: &str) -> Result<(Vec<Name<'_>>, Vec<u8>), (Kind, usize)> {
    let mut names = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut masked = text.as_bytes().to_vec();
    let after_scheme = text.find(':').map_or(0, |colon| colon + 1);
    let mut region = Region::Path;
    let mut at = after_scheme;
    if text.get(at..).is_some_and(|rest| rest.starts_with("//")) {
        region = Region::Authority;
        at += 2;
    }
    let mut segment = at;
    while let Some(&byte) = text.as_bytes().get(at) {
        match byte {
            b'{' => {
                let name = expression(text, at)?;
                let end = name.offset + name.text.len() + 1;
                position(text, region, segment, at, end)?;
                if !seen.insert(name.text) {
                    return Err((Kind::RepeatedName, name.offset));
                }
                names.push(name);
                masked.iter_mut().take(end).skip(at).for_each(|byte| *byte = b'x');
                at = end;
                continue;
            }
            b'}' => return Err((Kind::Unopened, at)),
            b'/' if region == Region::Authority => region = Region::Path,
            b'?' if region != Region::Fragment => region = Region::Query,
            b'#' => region = Region::Fragment,
            _ => {}
        }
        at += 1;
        if byte == b'/' {
            segment = at;
        }
    }
    Ok((names, masked))
}

/// The syntax of the expression whose brace stands at `open`.
fn expression(text: &str, open: usize) -> Result<Name<'_>, (Kind, usize)> {
    let start = open + 1;
    let rest = text.get(start..).unwrap_or_default();
    let length = match rest.find(['{', '}']) {
        None => return Err((Kind::Unclosed, open)),
        Some(length) => length,
    };
    let inner = rest.get(..length).unwrap_or_default();
    if rest.as_bytes().get(length) == Some(&b'{') {
        // A slash before the next brace shows that this one was never closed.
        return Err(if inner.contains('/') {
            (Kind::Unclosed, open)
        } else {
            (Kind::Nested, start + length)
        });
    }
    match inner.chars().next() {
        None => return Err((Kind::EmptyName, start)),
        Some(operator @ ('+' | '#' | '.' | '/' | ';' | '?' | '&')) => {
            return Err((Kind::Operator(operator), start));
        }
        Some(operator @ ('=' | ',' | '!' | '@' | '|')) => {
            return Err((Kind::ReservedOperator(operator), start));
        }
        Some(first) if !(first == '_' || first.is_ascii_alphabetic()) => return Err((Kind::BadName, start)),
        Some(_) => {}
    }
    let fault = inner.char_indices().find(|&(_, next)| !(next == '_' || next.is_ascii_alphanumeric()));
    match fault {
        None => Ok(Name { text: inner, offset: start }),
        Some((index, next)) => Err((
            match next {
                '*' => Kind::Explode,
                ':' => Kind::Prefix,
                ',' => Kind::VariableList,
                _ => Kind::BadName,
            },
            start + index,
        )),
    }
}

/// Whether the expression from `open` to `end` is a whole segment of the path, whose segment begins at `segment`.
fn position(
    text: &str,
    region: Region,
    segment: usize,
    open: usize,
    end: usize,
) -> Result<(), (Kind, usize)> {
    match region {
        Region::Authority => return Err((Kind::AuthorityVariable, open)),
        Region::Query => return Err((Kind::QueryVariable, open)),
        Region::Fragment => return Err((Kind::FragmentVariable, open)),
        Region::Path => {}
    }
    match text.as_bytes().get(end) {
        Some(b'}') => Err((Kind::Unopened, end)),
        None | Some(b'/' | b'?' | b'#') if open == segment => Ok(()),
        _ => Err((Kind::PartialSegment, open)),
    }
}
