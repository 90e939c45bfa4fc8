//! Who asks: what a server makes of the context of a request.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rmcp::{ErrorData, RoleServer, service::RequestContext};

use crate::error;

/// Makes a caller of a request's context.
///
/// Over HTTP, the context's extensions hold the request's `Parts`, of the crate `http`, and nothing of theirs beside
/// them: what a layer in front has put into the request's extensions is in `parts.extensions`, and its headers are in
/// `parts.headers`. Over stdio there are no `Parts`, and one user.
///
/// A function of the context is one, whether it returns the caller or a `Result` of it; an error is the answer to
/// the request, as it stands. What a client says of itself, its name and its capabilities, proves nothing and is
/// nothing to go by.
///
/// ```
/// use http::request::Parts;
/// use rmcp::{ErrorData, RoleServer, service::RequestContext};
/// use wayleave_rmcp::CallerSource;
///
/// #[derive(Clone)]
/// struct User(String);
///
/// /// The user that a layer in front of the server has authenticated.
/// fn user(context: &RequestContext<RoleServer>) -> Result<User, ErrorData> {
///     let parts = context.extensions.get::<Parts>();
///     let user = parts.and_then(|parts| parts.extensions.get::<User>()).cloned();
///     user.ok_or_else(|| ErrorData::invalid_request("Sign in first.", None))
/// }
///
/// fn takes_a_source(_source: impl CallerSource<User>) {}
/// takes_a_source(user);
/// takes_a_source(|_: &RequestContext<RoleServer>| User("everyone".into()));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say who asks as a `{C}`",
    label = "not a source of callers",
    note = "give a function `fn(&RequestContext<RoleServer>) -> {C}`, or one that returns `Result<{C}, ErrorData>`"
)]
pub trait CallerSource<C>: Send + Sync {
    /// Who asks.
    ///
    /// # Errors
    /// What the client is to be told instead of an answer.
    fn caller(&self, context: &RequestContext<RoleServer>) -> Result<C, ErrorData>;
}

impl<C, R, F> CallerSource<C> for F
where
    F: Fn(&RequestContext<RoleServer>) -> R + Send + Sync,
    R: IntoCaller<C>,
{
    fn caller(&self, context: &RequestContext<RoleServer>) -> Result<C, ErrorData> {
        self(context).into_caller()
    }
}

/// What a function of the context may return.
#[diagnostic::on_unimplemented(
    message = "the gateway's callers are `{C}`, and here they are `{Self}`",
    label = "not a `{C}`",
    note = "the source of callers, `caller`, is a function that returns `{C}` or `Result<{C}, ErrorData>`, and is not `async`"
)]
pub trait IntoCaller<C> {
    /// The caller, or what the client is told.
    ///
    /// # Errors
    /// The error that the function returned.
    fn into_caller(self) -> Result<C, ErrorData>;
}

impl<C> IntoCaller<C> for C {
    fn into_caller(self) -> Result<C, ErrorData> {
        Ok(self)
    }
}

impl<C> IntoCaller<C> for Result<C, ErrorData> {
    fn into_caller(self) -> Self {
        self
    }
}

/// Asks the source, whose panic is an internal error: a server must answer.
pub(crate) fn ask<C>(
    source: &(impl CallerSource<C> + ?Sized),
    context: &RequestContext<RoleServer>,
) -> Result<C, ErrorData> {
    catch_unwind(AssertUnwindSafe(|| source.caller(context))).unwrap_or_else(|_| Err(error::internal()))
}
