//! What a reader may return, and how it becomes a payload (G7).

use std::error::Error;

use bytes::Bytes;

use super::{Payload, PlanError, ReadError, ReadPlan, payload::ReadErrorKind};

/// What a reader method may return: a text, bytes, [`Json`], a [`Payload`], or a `Result` of these with any error.
///
/// A [`ReadError`] is honoured also as the cause of another error; any other error is `read_failed`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the body of a resource",
    label = "not something that a reader returns",
    note = "return `&'static str`, `String`, `Bytes`, `Vec<u8>`, `Json<T>`, `Payload`, or a `Result` of one of these \
            with an error that converts into `Box<dyn Error + Send + Sync>`"
)]
pub trait IntoPayload {
    /// The payload, or why there is none.
    ///
    /// # Errors
    /// See [`ReadError`].
    fn into_payload(self) -> Result<Payload, ReadError>;
}

/// A value that goes out as JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: serde::Serialize> IntoPayload for Json<T> {
    fn into_payload(self) -> Result<Payload, ReadError> {
        Payload::json(&self.0)
    }
}

macro_rules! payloads {
    ($($type:ty),*) => {
        $(impl IntoPayload for $type {
            fn into_payload(self) -> Result<Payload, ReadError> {
                Ok(self.into())
            }
        })*
    };
}

payloads!(Payload, &'static str, String, Bytes, Vec<u8>);

#[diagnostic::do_not_recommend]
impl<T: IntoPayload, E: Into<Box<dyn Error + Send + Sync>>> IntoPayload for Result<T, E> {
    fn into_payload(self) -> Result<Payload, ReadError> {
        match self {
            Ok(body) => body.into_payload(),
            Err(error) => Err(honour(error.into())),
        }
    }
}

/// What a bundle method may return: a plan, or a `Result` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the plan of a bundle",
    label = "not something that a bundle returns",
    note = "return `ReadPlan`, or `Result<ReadPlan, PlanError>`"
)]
pub trait IntoPlan {
    /// The plan, or why there is none.
    ///
    /// # Errors
    /// See [`PlanError`].
    fn into_plan(self) -> Result<ReadPlan, PlanError>;
}

impl IntoPlan for ReadPlan {
    fn into_plan(self) -> Result<ReadPlan, PlanError> {
        Ok(self)
    }
}

impl IntoPlan for Result<ReadPlan, PlanError> {
    fn into_plan(self) -> Result<ReadPlan, PlanError> {
        self
    }
}

/// What a completion method may return: values, or a `Result` of them with any error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the values of a completion",
    label = "not something that a completion returns",
    note = "return `Vec<String>`, or a `Result` of it with an error that converts into `Box<dyn Error + Send + Sync>`"
)]
pub trait IntoValues {
    /// The values, or why there are none.
    ///
    /// # Errors
    /// See [`ReadError`].
    fn into_values(self) -> Result<Vec<String>, ReadError>;
}

impl IntoValues for Vec<String> {
    fn into_values(self) -> Result<Vec<String>, ReadError> {
        Ok(self)
    }
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn Error + Send + Sync>>> IntoValues for Result<Vec<String>, E> {
    fn into_values(self) -> Result<Vec<String>, ReadError> {
        self.map_err(|error| honour(error.into()))
    }
}

/// A reader whose captures do not parse has nothing to read.
impl From<PlanError> for ReadError {
    fn from(error: PlanError) -> Self {
        Self::failed(error)
    }
}

/// The error that a reader means by `error`: a [`ReadError`] as it is, another one by the first in its chain.
fn honour(error: Box<dyn Error + Send + Sync>) -> ReadError {
    let error = match error.downcast::<ReadError>() {
        Ok(own) => return *own,
        Err(other) => other,
    };
    let mut next = error.source();
    while let Some(cause) = next {
        match cause.downcast_ref::<ReadError>().map(|own| &own.kind) {
            Some(ReadErrorKind::Unavailable) => return ReadError::unavailable(),
            Some(ReadErrorKind::TooLarge(bytes)) => return ReadError::too_large(*bytes),
            Some(ReadErrorKind::InvalidContent(_)) => return ReadError::invalid_content(error),
            Some(ReadErrorKind::Failed(_)) => break,
            None => next = cause.source(),
        }
    }
    ReadError::failed(error)
}
