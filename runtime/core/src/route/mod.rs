//! Typed routes: a struct for each family, with the way from a match and the way back to a URI (U6 to U8).

mod capture;
mod compare;
#[doc(hidden)]
pub mod shape;
#[doc(hidden)]
pub mod template;

pub use capture::FromCapture;
pub use shape::{Part, Shape};

use wayleave_model::{Captures, Definition, DefinitionError, ExpandError, Limits, Uri};

use crate::resource::{PlanError, Target};

/// A family of resources as a type, usually by `#[derive(Route)]`: one field for each variable.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a route",
    label = "this type has no URI template",
    note = "write `#[derive(Route)]` and `#[route(uri_template = \"…\")]` on its struct"
)]
pub trait Route: Sized + Send {
    /// The template taken apart, for comparison at compile time (U7).
    const SHAPE: Shape;

    /// The definition, as the attributes and the documentation comment say it.
    ///
    /// # Errors
    /// None, where a macro checked the attributes; see [`DefinitionError`].
    fn definition() -> Result<Definition, DefinitionError>;

    /// The route that a match stands for.
    ///
    /// # Errors
    /// [`PlanError::bad_capture`] where a value does not parse as its field (U6).
    fn from_captures(captures: Captures<'_>) -> Result<Self, PlanError>;

    /// The canonical URI of a match, however its values are spelled (U8).
    ///
    /// # Errors
    /// As for [`from_captures`](Self::from_captures) and [`uri_within`](Self::uri_within).
    fn canonical(captures: Captures<'_>) -> Result<Uri, PlanError> {
        // No bound here: the gateway holds every URI against its own.
        Ok(Self::from_captures(captures)?.uri_within(usize::MAX)?)
    }

    /// The canonical URI, of at most `max_bytes` (U8).
    ///
    /// # Errors
    /// A value that no capture could have, or a URI that becomes too long.
    fn uri_within(&self, max_bytes: usize) -> Result<Uri, ExpandError>;

    /// The canonical URI (U8), of at most as many bytes as a gateway takes by default.
    ///
    /// # Errors
    /// As for [`uri_within`](Self::uri_within).
    fn uri(&self) -> Result<Uri, ExpandError> {
        self.uri_within(Limits::default().max_uri_bytes)
    }

    /// The target at the canonical URI, for a plan.
    ///
    /// # Errors
    /// As for [`uri`](Self::uri).
    fn target(&self) -> Result<Target, ExpandError> {
        self.uri().map(Target::new)
    }
}
