//! What the value of a variable can be parsed as (U6), and how it is written again (U8).

use std::{borrow::Cow, fmt::Display, str::FromStr};

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

    /// Whether `text` stands for a value.
    fn is_capture(text: &str) -> bool {
        Self::from_capture(text).is_some()
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
}
