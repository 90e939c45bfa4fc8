//! What a text must look like where a key wants a certain form, and the same as a pattern for the schema.
//!
//! What the model checks in a definition is asked of the model, one property at a time, so that several faults of
//! one entry are all found.

use wayleave_model::{Annotations, Definition, DefinitionBuilder, DefinitionFault};

/// The form of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Any text but the empty one.
    Any,
    /// Any text, also the empty one.
    Content,
    /// The name of a definition.
    Name,
    /// `type/subtype`.
    MimeType,
    /// An ISO 8601 date, or date and time.
    Timestamp,
    /// A letter or `_`, then letters, digits and `_`.
    Identifier,
    /// An `http` or `https` address.
    Link,
    /// An `http`, `https` or `data` address.
    Picture,
    /// `48x48` or `any`.
    PictureSize,
}

/// A form with an example, to be put in a message.
pub(crate) struct FormFault {
    pub(crate) message: String,
    pub(crate) help: &'static str,
}

impl Form {
    /// What is wrong with `text`, if anything.
    pub(crate) fn fault(self, text: &str) -> Option<FormFault> {
        let (fits, message, help) = match self {
            Self::Content => return None,
            _ if text.is_empty() => {
                (false, "an empty text says nothing", "write a text, or leave the key out")
            }
            Self::Any => return None,
            Self::Name => return refused(Definition::builder(text)),
            Self::MimeType => return refused(probe().mime_type(text)),
            Self::Timestamp => {
                let last_modified = Some(text.to_owned());
                return refused(probe().annotations(Annotations { last_modified, ..Annotations::default() }));
            }
            Self::Identifier => (
                is_identifier(text),
                "a name here holds only letters, digits and `_`, and starts with no digit",
                "write a name such as `week_2`",
            ),
            Self::Link => (
                has_scheme(text, &["http://", "https://"]),
                "this is no web address",
                "write an address such as `https://example.com/`",
            ),
            Self::Picture => (
                has_scheme(text, &["http://", "https://", "data:"]),
                "this is no address of a picture",
                "write an address such as `https://example.com/icon.png`, or a `data:` URL",
            ),
            Self::PictureSize => (
                text == "any" || text.split_once('x').is_some_and(|(w, h)| is_number(w) && is_number(h)),
                "this is no size of a picture",
                "write a width and a height such as `48x48`, or `any`",
            ),
        };
        (!fits).then(|| FormFault { message: message.to_owned(), help })
    }

    /// A pattern that accepts all that [`fault`](Self::fault) finds nothing wrong with; it refuses the rest as
    /// well, but for lengths in bytes.
    pub(crate) const fn pattern(self) -> Option<&'static str> {
        match self {
            Self::Content | Self::Any => None,
            Self::Name => Some(r"^[^\u0000-\u001F\u007F-\u009F]{1,512}$"),
            Self::MimeType => Some(r"^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+ *(;[ -~]*)?$"),
            Self::Timestamp => Some(concat!(
                r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",
                r"([Tt]([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60))?(\.[0-9]+)?",
                r"([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60))?(\.[0-9]+)?)?)?$",
            )),
            Self::Identifier => Some("^[A-Za-z_][A-Za-z0-9_]*$"),
            Self::Link => Some("^https?://."),
            Self::Picture => Some("^(https?://|data:)."),
            Self::PictureSize => Some("^(any|[0-9]+x[0-9]+)$"),
        }
    }
}

/// A definition that is right but for what is to be tried.
fn probe() -> DefinitionBuilder {
    Definition::builder("probe").uri("probe:probe")
}

/// What the model has against a definition, its address aside.
fn refused(definition: DefinitionBuilder) -> Option<FormFault> {
    match definition.build() {
        Ok(_) => None,
        Err(error) => match error.fault() {
            DefinitionFault::NoAddress => None,
            fault => Some(FormFault { message: fault.to_string(), help: "" }),
        },
    }
}

pub(crate) fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn has_scheme(text: &str, schemes: &[&str]) -> bool {
    schemes.iter().any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[Form] = &[
        Form::Any,
        Form::Content,
        Form::Name,
        Form::MimeType,
        Form::Timestamp,
        Form::Identifier,
        Form::Link,
        Form::Picture,
        Form::PictureSize,
    ];

    #[test]
    fn patterns_agree_with_the_check() {
        let samples = [
            "",
            "a",
            "welcome page",
            "naïve",
            "a\tb",
            "text/markdown",
            "text/plain; charset=utf-8",
            "text",
            "/x",
            "2025-01-31",
            "2025-01-31T10:00:00Z",
            "2025-01-31T10:00",
            "2025-13-01",
            "yesterday",
            "week_2",
            "2nd",
            "user-id",
            "http://",
            "https://example.com",
            "data:image/png;base64,AA",
            "ftp://x",
            "any",
            "48x48",
            "x48",
            "48",
            "48x48x2",
            "2025-01-31T10:00:00.5+02:00",
            "2025-01-31T10:00:00+99:00",
        ];
        for form in ALL {
            let mut schema = serde_json::json!({ "minLength": usize::from(*form != Form::Content) });
            if let Some(pattern) = form.pattern() {
                schema["pattern"] = pattern.into();
            }
            let validator = jsonschema::validator_for(&schema).unwrap();
            for sample in samples {
                let fits = form.fault(sample).is_none();
                assert_eq!(validator.is_valid(&sample.into()), fits, "{form:?} {sample:?}");
            }
        }
    }
}
