//! Completion of a template's variable (G27).

use std::pin::pin;

use wayleave_model::{Address, CaptureFault, RouteId};

use super::{Gateway, ReadFailure, ReadFailureKind as Kind, Reading, guard, phase::Phase};

/// What a completion hook is given.
#[derive(Clone, Copy, Debug)]
pub struct CompletionRequest<'a> {
    variable: &'a str,
    value: &'a str,
    chosen: &'a [(&'a str, &'a str)],
}

impl<'a> CompletionRequest<'a> {
    /// The variable to complete.
    #[must_use]
    pub fn variable(&self) -> &'a str {
        self.variable
    }

    /// What was typed so far.
    #[must_use]
    pub fn value(&self) -> &'a str {
        self.value
    }

    /// The value already chosen for another variable.
    #[must_use]
    pub fn chosen(&self, variable: &str) -> Option<&'a str> {
        self.chosen.iter().find_map(|(name, value)| (*name == variable).then_some(*value))
    }
}

/// Values for a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    values: Vec<String>,
    has_more: bool,
}

impl Completion {
    /// The most values that one answer holds.
    pub const MAX_VALUES: usize = 100;

    /// The values, in the hook's order.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// Whether the hook knew more.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.has_more
    }
}

impl<C: Send + Sync + 'static> Gateway<C> {
    /// Completes `variable` of `template` from the `value` typed so far; `chosen` are the other variables' values.
    ///
    /// # Errors
    /// A template that is not registered, one that `caller` may not discover, and a variable that it does not
    /// have are alike not found to the caller (G27).
    pub async fn complete(
        &self,
        caller: &C,
        template: &str,
        variable: &str,
        value: &str,
        chosen: &[(&str, &str)],
    ) -> Result<Completion, ReadFailure> {
        let reading = Reading::new(self.inner(), caller, template);
        let request = CompletionRequest { variable, value, chosen };
        let completed = pin!(Some(self.ask_for_values(&reading, request)));
        let completed = guard::without_unwinding(completed).await;
        completed.unwrap_or_else(|panic| Err(reading.panicked(panic)))
    }

    async fn ask_for_values(
        &self,
        reading: &Reading<'_, C>,
        request: CompletionRequest<'_>,
    ) -> Result<Completion, ReadFailure> {
        let gateway = reading.gateway;
        let unknown = || reading.fail(Kind::NoMatch);
        if reading.uri.len() > gateway.limits.max_uri_bytes {
            return Err(reading.fail(Kind::UriTooLong));
        }
        let route = self.template_route(reading.uri).ok_or_else(unknown)?;
        Phase::begin(reading).discover_root(route).await?;
        let (definition, binding) = gateway.binding(route).ok_or_else(unknown)?;
        let known = definition
            .address()
            .as_template()
            .is_some_and(|own| own.variables().any(|name| name == request.variable));
        if !known {
            return Err(unknown());
        }
        let answer = reading
            .deadline
            .run(gateway.limits.resolve_timeout, || binding.complete(reading.caller, request))
            .await
            .map_err(|interrupted| reading.interrupted(interrupted, Kind::ResolveTimeout))?;
        let mut values =
            answer.map_err(|error| reading.fail(Kind::ResolveFailed).with_cause(Some(error.into())))?;
        // What no capture could be would complete to a URI that is refused.
        values.retain(|value| CaptureFault::of(value).is_none());
        let has_more = values.len() > Completion::MAX_VALUES;
        values.truncate(Completion::MAX_VALUES);
        Ok(Completion { values, has_more })
    }

    fn template_route(&self, template: &str) -> Option<RouteId> {
        let set = &self.inner().set;
        set.routes().find_map(|(definition, route)| match definition.address() {
            Address::Template(own) if own.as_str() == template => Some(route),
            _ => None,
        })
    }
}
