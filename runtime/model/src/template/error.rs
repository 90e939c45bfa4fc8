//! Why a text is no template (U1 to U3), where, and what to write instead.

use std::fmt;

use crate::uri::UriErrorKind;

/// A breach of U1 to U3, with its place and a help that shows what to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    kind: TemplateErrorKind,
    offset: usize,
    help: Box<str>,
}

impl TemplateError {
    pub(super) fn new(template: &str, kind: TemplateErrorKind, offset: usize) -> Self {
        Self { kind, offset, help: help(template, kind, offset).into() }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> TemplateErrorKind {
        self.kind
    }

    /// The byte at which the fault stands.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// What to write instead.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind.message(), self.offset)
    }
}

impl std::error::Error for TemplateError {}

/// The ways in which a text is no template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TemplateErrorKind {
    /// The literal text is no URI.
    Uri(UriErrorKind),
    /// The scheme that no template may use (U2).
    ReservedScheme,
    /// A variable in the scheme.
    SchemeVariable,
    /// A variable in the authority.
    AuthorityVariable,
    /// A variable in the query.
    QueryVariable,
    /// A variable in the fragment.
    FragmentVariable,
    /// A variable that is only a part of its segment.
    PartialSegment,
    /// An RFC 6570 operator.
    Operator(char),
    /// An operator that RFC 6570 reserves.
    ReservedOperator(char),
    /// The explode modifier `*`.
    Explode,
    /// The prefix modifier `:`.
    Prefix,
    /// Several variables in one expression.
    VariableList,
    /// An expression without a name.
    EmptyName,
    /// A character that no name holds there.
    BadName,
    /// A name used twice.
    RepeatedName,
    /// A `{` without its `}`.
    Unclosed,
    /// A `}` without its `{`.
    Unopened,
    /// A `{` inside an expression.
    Nested,
}

impl TemplateErrorKind {
    /// The fixed message.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Uri(UriErrorKind::Empty) => "the template is empty",
            Self::Uri(UriErrorKind::MissingScheme) => "the template has no scheme",
            Self::Uri(kind) => kind.message(),
            Self::ReservedScheme => "the scheme `mcp-warning` is reserved",
            Self::SchemeVariable => "a variable stands in the scheme",
            Self::AuthorityVariable => "a variable stands in the authority",
            Self::QueryVariable => "a variable stands in the query",
            Self::FragmentVariable => "a variable stands in the fragment",
            Self::PartialSegment => "a variable is only a part of its segment",
            Self::Operator(_) => "operators are not supported",
            Self::ReservedOperator(_) => "this operator is reserved",
            Self::Explode => "the explode modifier is not supported",
            Self::Prefix => "the prefix modifier is not supported",
            Self::VariableList => "several variables stand in one expression",
            Self::EmptyName => "the variable has no name",
            Self::BadName => "this character may not stand in a variable's name here",
            Self::RepeatedName => "the variable's name is used twice",
            Self::Unclosed => "`{` is not closed",
            Self::Unopened => "`}` has no `{`",
            Self::Nested => "`{` stands inside an expression",
        }
    }
}

/// What to write instead of the fault at `offset`.
fn help(template: &str, kind: TemplateErrorKind, offset: usize) -> String {
    use TemplateErrorKind as Kind;
    let inner = enclosed(template, offset);
    let name = legal_name(inner);
    match kind {
        Kind::Uri(kind) => kind.help().into(),
        Kind::ReservedScheme => "choose another scheme: this one marks the warnings of incomplete bundles".into(),
        Kind::SchemeVariable => "write the scheme literally, and put the variable in the path".into(),
        Kind::AuthorityVariable => authority_help(template, offset),
        Kind::QueryVariable => format!(
            "a query is matched literally: put the variable in the path, such as `…/{{{name}}}`, or write the value"
        ),
        Kind::FragmentVariable => format!(
            "a fragment is matched literally: put the variable in the path, such as `…/{{{name}}}`, or write the value"
        ),
        Kind::PartialSegment => partial_help(template, offset),
        Kind::Operator('?' | '&') => {
            "a query is matched literally and takes no variables: write `?key=value`, or put the variable in the path"
                .into()
        }
        Kind::Operator('#') => {
            "a fragment is matched literally and takes no variables: put the variable in the path".into()
        }
        Kind::Operator('/') => format!("write `/{{{name}}}`: a variable is one whole segment"),
        Kind::Operator('+') => format!("write `{{{name}}}`: a variable is one whole segment and holds no slash"),
        Kind::Operator(_) | Kind::ReservedOperator(_) => format!("write `{{{name}}}`"),
        Kind::Explode => format!("write `{{{name}}}`: a variable is one whole segment, never several"),
        Kind::Prefix => format!("write `{{{name}}}`, and shorten the value where it is used"),
        Kind::VariableList => {
            let list: Vec<_> =
                inner.split(',').filter(|name| !name.is_empty()).map(|name| format!("{{{}}}", legal_name(name))).collect();
            format!("write one variable a segment: `{}`", list.join("/"))
        }
        Kind::EmptyName => "write a name between the braces, such as `{id}`".into(),
        Kind::BadName => format!("write `{{{name}}}`: letters, digits and `_`, not beginning with a digit"),
        Kind::RepeatedName => format!("give each variable a name of its own, such as `{{{name}_2}}`"),
        Kind::Unclosed => "close the expression with `}` before the segment ends".into(),
        Kind::Unopened => "open the expression with `{`, or write a literal brace as `%7D`".into(),
        Kind::Nested => "write one pair of braces around each variable's name".into(),
    }
}

/// What stands between the braces around `offset`, without operator.
fn enclosed(template: &str, offset: usize) -> &str {
    let at = template.get(..=offset).and_then(|before| before.rfind('{')).map_or(offset, |open| open + 1);
    let rest = template.get(at..).unwrap_or_default();
    rest.get(..rest.find(['{', '}']).unwrap_or(rest.len())).unwrap_or_default()
}

/// A name like `inner` that U3 allows.
fn legal_name(inner: &str) -> String {
    // Enough for any name that a person reads; a longer one is cut.
    const LONGEST: usize = 40;
    let end = inner.find([':', '*', ',']).unwrap_or(inner.len());
    let body = inner
        .get(..end)
        .unwrap_or_default()
        .trim_matches(|next: char| !(next == '_' || next.is_alphanumeric()));
    let mut name: String = body
        .chars()
        .take(LONGEST)
        .map(|next| if next.is_ascii_alphanumeric() { next } else { '_' })
        .collect();
    if name.is_empty() {
        name.push_str("name");
    } else if name.starts_with(|first: char| first.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name
}

/// Shows the two templates that a variable in the authority may have been meant as.
fn authority_help(template: &str, offset: usize) -> String {
    let parts = template.find("//").map(|slashes| slashes + 2).and_then(|start| {
        let length = template.get(start..)?.find(['/', '?', '#']).unwrap_or(template.len() - start);
        Some((template.get(..start)?, template.get(start..start + length)?, template.get(start + length..)?))
    });
    match parts {
        Some((scheme, authority, rest))
            if authority.starts_with('{')
                && authority.matches('}').count() == 1
                && authority.ends_with('}')
                && template.len() <= 200 =>
        {
            let host = authority.trim_matches(['{', '}']);
            format!("write `{scheme}/{authority}{rest}` or `{scheme}{host}/{authority}{rest}`")
        }
        _ => format!(
            "write the authority literally, and put the variable in the path, such as `…/{{{}}}`",
            legal_name(enclosed(template, offset))
        ),
    }
}

/// Shows the segment taken apart.
fn partial_help(template: &str, offset: usize) -> String {
    let start = template.get(..offset).and_then(|before| before.rfind('/')).map_or(offset, |slash| slash + 1);
    let rest = template.get(start..).unwrap_or_default();
    let segment = rest.get(..rest.find(['/', '?', '#']).unwrap_or(rest.len())).unwrap_or_default();
    let apart = segment.replace("}{", "}/{");
    let apart = match (apart.starts_with('{'), apart.ends_with('}')) {
        _ if apart != segment => Some(apart),
        // `v{n}`: the literal becomes a segment of its own.
        (false, true) if segment.matches('{').count() == 1 => Some(apart.replace('{', "/{")),
        _ => None,
    };
    match apart {
        Some(apart) if segment.len() <= 80 => format!("a variable is one whole segment: write `{apart}`"),
        _ => format!(
            "a variable is one whole segment: write `{{{}}}`, and let the value hold the rest",
            legal_name(enclosed(template, offset))
        ),
    }
}
