//! The building of a gateway, which checks everything that can be checked before a request (G1, G2, G19, G29).

use std::{error::Error, fmt, sync::Arc};

use arc_swap::ArcSwap;
use wayleave_model::{
    Definition, DefinitionError, DefinitionSet, Limits, LimitsError, ReportKey, RouteId, SetErrors,
    SetOptions,
};

use super::{
    Binding, Bindings, Gateway, PageKeys, Policy, Report, Resources, Revision,
    gateway::{Inner, check_public_caches},
    policy::DynPolicy,
};
use crate::{
    clock::Clock,
    random::{OsRandom, Randomness},
};

/// A gateway in the making.
#[must_use]
pub struct GatewayBuilder<C> {
    policy: Box<dyn DynPolicy<C>>,
    bindings: Bindings<C>,
    limits: Limits,
    report_key: ReportKey,
    page_keys: Option<PageKeys>,
    clock: Option<Arc<dyn Clock>>,
    randomness: Arc<dyn Randomness>,
    allow_overlaps: bool,
}

impl<C: Send + Sync + 'static> GatewayBuilder<C> {
    pub(super) fn new<P: Policy<Caller = C>>(policy: P) -> Self {
        Self {
            policy: Box::new(policy),
            bindings: Bindings::new(),
            limits: Limits::default(),
            report_key: ReportKey::default(),
            page_keys: None,
            clock: None,
            randomness: Arc::new(OsRandom),
            allow_overlaps: false,
        }
    }

    /// Adds one binding.
    pub fn bind(mut self, definition: Definition, binding: impl Binding<C>) -> Self {
        self.bindings = self.bindings.bind(definition, binding);
        self
    }

    /// Adds the bindings of a block or a manifest; any number of them.
    pub fn resources(mut self, resources: impl Resources<C>) -> Self {
        let Bindings { bound, errors } = resources.into_bindings();
        self.bindings.bound.extend(bound);
        self.bindings.errors.extend(errors);
        self
    }

    /// Sets the limits. A zero means the default.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the metadata key of the report (G15).
    pub fn report_key(mut self, key: ReportKey) -> Self {
        self.report_key = key;
        self
    }

    /// Sets the keys of page tokens, shared by replicas. Without, the gateway makes a random one for itself.
    pub fn page_keys(mut self, keys: PageKeys) -> Self {
        self.page_keys = Some(keys);
        self
    }

    /// Sets the clock. With the feature `tokio`, the default is that run time's.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// Sets the source of randomness. The default is the operating system's.
    pub fn randomness(mut self, randomness: impl Randomness) -> Self {
        self.randomness = Arc::new(randomness);
        self
    }

    /// Lets templates overlap (U7). A URI that two match is then an error of the request.
    pub fn allow_overlaps(mut self) -> Self {
        self.allow_overlaps = true;
        self
    }

    /// The finished gateway.
    ///
    /// # Errors
    /// See [`BuildError`]; faults of definitions come all at once, each with its name.
    pub fn build(self) -> Result<Gateway<C>, BuildError> {
        let limits = self.limits.checked().map_err(BuildError::Limits)?;
        if let Some(error) = self.bindings.errors.into_iter().next() {
            return Err(BuildError::Definition(error));
        }
        let (definitions, callbacks): (Vec<_>, Vec<_>) =
            self.bindings.bound.into_iter().map(|bound| (bound.definition, bound.callbacks)).unzip();
        let options =
            SetOptions { limits: &limits, report_key: &self.report_key, allow_overlaps: self.allow_overlaps };
        let set = DefinitionSet::new(definitions, options).map_err(BuildError::Definitions)?;
        check_public_caches(&set, &callbacks, &*self.policy)?;
        let clock = self.clock.or_else(default_clock).ok_or(BuildError::NoClock)?;
        let (templates, resources) = order(&set);
        let revision = Revision::of(&set);
        let page_keys = match self.page_keys {
            Some(keys) => keys,
            None => PageKeys::random(&*self.randomness).map_err(|_| BuildError::NoRandomness)?,
        };
        let complete = Report::complete(&limits, &self.report_key);
        let complete = complete.map(|report| report.measured(&self.report_key));
        Ok(Gateway::from_inner(Inner {
            set,
            callbacks: callbacks.into(),
            policy: ArcSwap::from_pointee(self.policy),
            limits,
            report_key: self.report_key,
            complete,
            page_keys,
            revision,
            clock,
            randomness: self.randomness,
            resources,
            templates,
        }))
    }
}

/// The families and the concrete definitions, each by address and then by name (G24).
fn order(set: &DefinitionSet) -> (Box<[RouteId]>, Box<[RouteId]>) {
    let mut routes: Vec<(&Definition, RouteId)> = set.routes().collect();
    routes.sort_by_key(|(definition, _)| (definition.address().as_str(), definition.name()));
    let (templates, resources): (Vec<_>, Vec<_>) =
        routes.into_iter().partition(|(definition, _)| definition.address().as_template().is_some());
    let ids = |routes: Vec<(&Definition, RouteId)>| routes.into_iter().map(|(_, route)| route).collect();
    (ids(templates), ids(resources))
}

#[cfg(feature = "tokio")]
fn default_clock() -> Option<Arc<dyn Clock>> {
    Some(Arc::new(crate::clock::TokioClock::new()))
}

#[cfg(not(feature = "tokio"))]
fn default_clock() -> Option<Arc<dyn Clock>> {
    None
}

/// Why a gateway cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// Limits that contradict each other (G19).
    Limits(LimitsError),
    /// A definition that cannot be built (U1 to U3).
    Definition(DefinitionError),
    /// Definitions with faults, each named (G2, U7).
    Definitions(SetErrors),
    /// Results of this definition may be cached for everyone, but depend on who asks (G29).
    PublicCache {
        /// The definition's name.
        name: Box<str>,
    },
    /// No clock was given, and the feature `tokio` is off.
    NoClock,
    /// The source of randomness did not answer when a key for page tokens was wanted.
    NoRandomness,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limits(error) => error.fmt(f),
            Self::Definition(error) => error.fmt(f),
            Self::Definitions(errors) => errors.fmt(f),
            Self::PublicCache { name } => write!(
                f,
                "definition {name:?}: a public cache needs an open policy and a reader that does not depend on \
                 the caller; make the cache private"
            ),
            Self::NoRandomness => {
                f.write_str("the source of randomness did not answer: give the gateway page keys")
            }
            Self::NoClock => f.write_str("give the gateway a clock, or turn on the feature `tokio`"),
        }
    }
}

impl Error for BuildError {}

/// The workspace is tested with all features, and what there is without the clock of a run time is tested by itself.
#[cfg(all(test, not(feature = "tokio")))]
mod tests {
    use super::*;
    use crate::{clock::Clock, resource::OpenPolicy};

    struct Still;

    impl Clock for Still {
        fn wall(&self) -> std::time::SystemTime {
            std::time::SystemTime::UNIX_EPOCH
        }

        fn now(&self) -> std::time::Duration {
            std::time::Duration::ZERO
        }

        fn sleep(&self, _: std::time::Duration) -> crate::BoxFuture<'static, ()> {
            Box::pin(std::future::pending())
        }
    }

    #[test]
    fn without_a_run_time_a_clock_must_be_given() {
        let builder = || Gateway::<()>::builder(OpenPolicy::new());
        assert!(matches!(builder().build(), Err(BuildError::NoClock)));
        assert!(builder().clock(Still).build().is_ok());
    }
}
