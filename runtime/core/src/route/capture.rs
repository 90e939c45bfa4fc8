//! What the value of a variable can be parsed as (U6), and how it is written again (U8).

use std::{
    borrow::Cow,
    fmt::{self, Display, Write},
    str::FromStr,
};

/// A type whose values are captures: every type with `FromStr` and `Display`, and every newtype around a capture that
/// derives it.
///
/// A value that does not parse makes the URI an invalid one. Writing what was parsed gives a text that parses
/// as the same value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a capture",
    label = "a variable's value cannot become this",
    note = "a capture needs `FromStr`, to be read from a URI, and `Display`, to be written into one",
    note = "a struct around one value that is a capture becomes one by `#[derive(Capture)]`"
)]
pub trait FromCapture: Sized {
    /// The value that `text`, decoded once, stands for.
    fn from_capture(text: &str) -> Option<Self>;

    /// The text that stands for the value.
    fn to_capture(&self) -> Cow<'_, str>;

    /// How the value that `text` stands for is written: as `text` is, or otherwise where a value has several spellings.
    fn canonical(text: &str) -> Option<Cow<'_, str>> {
        let value = Self::from_capture(text)?;
        let written = value.to_capture();
        Some(if written == text { Cow::Borrowed(text) } else { Cow::Owned(written.into_owned()) })
    }
}

#[diagnostic::do_not_recommend]
impl<T: FromStr + Display> FromCapture for T {
    fn from_capture(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn to_capture(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }

    fn canonical(text: &str) -> Option<Cow<'_, str>> {
        let value: T = text.parse().ok()?;
        let mut expected = Expected(text);
        let same = write!(expected, "{value}").is_ok() && expected.0.is_empty();
        Some(if same { Cow::Borrowed(text) } else { Cow::Owned(value.to_string()) })
    }
}

/// What is still to be written of a text. Writing anything else fails.
struct Expected<'a>(&'a str);

impl Write for Expected<'_> {
    fn write_str(&mut self, written: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(written).ok_or(fmt::Error)?;
        Ok(())
    }
}
