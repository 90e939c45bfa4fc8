//! The plan of a read: asked of the binding, and checked before anyone is asked for permission (G4, G5, G30).

use std::collections::HashSet;

use smallvec::SmallVec;
use wayleave_model::{Captures, Limits, RESERVED_SCHEME, RouteId, Unselected, Uri};

use super::{
    PlanError, PlanFault, ReadFailure, ReadFailureKind as Kind, Reading, ResourceMatch, Target,
    binding::DynBinding,
    guard::{Interrupted, contained},
    plan::{PlanErrorKind, Targets},
    select::Selection,
    size,
};

/// A checked plan. Nothing in it is authorised.
pub(super) struct Planned {
    requested: Target,
    items: SmallVec<[PlannedItem; 1]>,
}

/// One item of a checked plan, and the definition whose reader serves it.
pub(super) struct PlannedItem {
    target: Target,
    route: RouteId,
    foreign: bool,
    requested: bool,
}

impl Planned {
    pub(super) fn requested(&self) -> &Target {
        &self.requested
    }

    pub(super) fn items(&self) -> &[PlannedItem] {
        &self.items
    }

    /// The targets of the items without the requested one: an identity is asked for once in a phase.
    pub(super) fn others(&self) -> impl Iterator<Item = &Target> {
        self.items.iter().filter(|item| !item.requested).map(|item| &item.target)
    }
}

impl PlannedItem {
    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// The definition whose reader serves the item.
    pub(super) fn route(&self) -> RouteId {
        self.route
    }

    /// Whether that is another definition than the requested one.
    pub(super) fn is_foreign(&self) -> bool {
        self.foreign
    }

    /// Whether it is the requested target itself, by its whole identity.
    pub(super) fn is_requested(&self) -> bool {
        self.requested
    }

    /// The captures of the item's URI, where its definition matches it.
    pub(super) fn captures<'a, C>(
        &'a self,
        reading: &'a Reading<'_, C>,
        selection: &Selection<'a>,
    ) -> Captures<'a> {
        if self.target.uri().as_str() == selection.uri.as_str() {
            return selection.captures;
        }
        let selected = reading.gateway.set.select(self.target.uri().as_ref());
        selected.map_or(Captures::none(), |selected| selected.captures())
    }
}

/// Asks the selected binding for its plan, and checks it.
pub(super) async fn resolve<C: Send + Sync + 'static>(
    reading: &Reading<'_, C>,
    selection: &Selection<'_>,
) -> Result<Planned, ReadFailure> {
    let gateway = reading.gateway;
    let Some((definition, binding)) = gateway.binding(selection.route) else {
        return Err(reading.fail(Kind::NoMatch));
    };
    let mut request = ResourceMatch {
        definition,
        uri: selection.uri,
        canonical: &selection.canonical,
        captures: selection.captures,
    };
    let written =
        written(reading, binding, selection.route, request).map_err(|unwritten| match unwritten {
            Unwritten::Interrupted(interrupted) => reading.interrupted(interrupted, Kind::ResolveTimeout),
            // A value that cannot be written as one of a URI is no value of a capture.
            Unwritten::TooLong | Unwritten::Error(PlanError { kind: PlanErrorKind::Invalid(_) }) => {
                reading.fail(Kind::BadCapture)
            }
            Unwritten::Error(error) => failed(reading, error),
            Unwritten::Elsewhere => reading.fail(Kind::Shadowed),
        })?;
    if let Some(uri) = &written {
        let selected = gateway.set.select(uri.as_ref());
        request.captures = selected.map_or(Captures::none(), |selected| selected.captures());
        request.canonical = uri;
    }
    let answer = reading
        .deadline
        .run(gateway.limits.resolve_timeout, || binding.resolve(reading.caller, request))
        .await
        .map_err(|interrupted| reading.interrupted(interrupted, Kind::ResolveTimeout))?;
    let plan = answer.map_err(|error| failed(reading, error))?;
    let (requested, items) = plan.into_parts(request.canonical.clone());
    check(reading, request, selection.route, requested, items)
}

fn failed<C>(reading: &Reading<'_, C>, error: PlanError) -> ReadFailure {
    match error.kind {
        PlanErrorKind::NotFound(cause) => reading.fail(Kind::NotResolved).with_cause(cause),
        PlanErrorKind::Capture => reading.fail(Kind::BadCapture),
        PlanErrorKind::Invalid(fault) => reading.fail(Kind::InvalidPlan(fault)),
        PlanErrorKind::Failed(cause) => reading.fail(Kind::ResolveFailed).with_cause(Some(cause)),
    }
}

/// Checks a plan against the limits and the rules on identities, and finds each item's reader.
fn check<C: Send + Sync + 'static>(
    reading: &Reading<'_, C>,
    request: ResourceMatch<'_>,
    route: RouteId,
    requested: Target,
    items: Targets,
) -> Result<Planned, ReadFailure> {
    let limits = &reading.gateway.limits;
    let invalid = |fault| reading.fail(Kind::InvalidPlan(fault));
    if items.len() > limits.max_plan_items {
        return Err(invalid(PlanFault::TooManyItems));
    }
    check_target(limits, &requested).map_err(invalid)?;
    items.iter().try_for_each(|item| check_target(limits, item)).map_err(invalid)?;
    let is_bundle = |route| reading.gateway.binding(route).is_some_and(|(_, binding)| binding.is_bundle());
    if !is_bundle(route) && items.len() > 1 {
        return Err(invalid(PlanFault::UndeclaredBundle));
    }
    let unwritten = |unwritten| match unwritten {
        Unwritten::Interrupted(interrupted) => reading.interrupted(interrupted, Kind::ResolveTimeout),
        Unwritten::TooLong => invalid(PlanFault::UriTooLong),
        Unwritten::Elsewhere | Unwritten::Error(_) => invalid(PlanFault::UnclearItem),
    };
    // What nobody delivers need not be registered.
    let requested = match known(reading, request, route, &requested) {
        Ok(Known { written: Some(uri), .. }) => requested.spelled(uri),
        Err(interrupted @ Unwritten::Interrupted(_)) => return Err(unwritten(interrupted)),
        _ => requested,
    };
    let mut spelled = false;
    let mut serve = |target: Target| {
        let Known { route: answering, written } =
            known(reading, request, route, &target).map_err(unwritten)?;
        spelled |= written.is_some();
        let target = match written {
            Some(uri) => target.spelled(uri),
            None => target,
        };
        let same = target.uri() == requested.uri();
        if same && target != requested {
            return Err(invalid(PlanFault::IdentityConflict));
        }
        // A bundle may deliver the very target that it is asked for, and reads that itself.
        let itself = answering == Some(route) && same;
        if answering.is_some_and(is_bundle) && !itself {
            return Err(invalid(PlanFault::NestedBundle));
        }
        let reader = answering.unwrap_or(route);
        Ok(PlannedItem { target, route: reader, foreign: reader != route, requested: same })
    };
    let items = items.into_iter().map(&mut serve).collect::<Result<SmallVec<[PlannedItem; 1]>, _>>()?;
    // That no two items share a URI, the plan has seen to itself, as far as they were spelled alike.
    let mut seen = HashSet::new();
    if spelled && !items.iter().all(|item| seen.insert(item.target.uri().as_str())) {
        return Err(invalid(PlanFault::DuplicateItem));
    }
    Ok(Planned { requested, items })
}

fn check_target(limits: &Limits, target: &Target) -> Result<(), PlanFault> {
    let scheme = target.uri().as_str().split_once(':').map_or("", |(scheme, _)| scheme);
    if scheme.eq_ignore_ascii_case(RESERVED_SCHEME) {
        return Err(PlanFault::ReservedScheme);
    }
    if target.uri().as_str().len() > limits.max_uri_bytes {
        return Err(PlanFault::UriTooLong);
    }
    match target.authorization() {
        Some(data) if size::json(data) > Limits::METADATA_BYTES => Err(PlanFault::AuthorizationTooLarge),
        _ => Ok(()),
    }
}

/// What the registry knows of a target.
struct Known {
    /// The definition that answers for it. Where there is none, the requested one's reader serves it.
    route: Option<RouteId>,
    /// The URI by which that definition knows it, if that is another one (U8).
    written: Option<Uri>,
}

/// Looks a target up, and has the binding that answers for it say what its URI is.
fn known<C: Send + Sync + 'static>(
    reading: &Reading<'_, C>,
    request: ResourceMatch<'_>,
    route: RouteId,
    target: &Target,
) -> Result<Known, Unwritten> {
    // Most targets are what was asked for.
    if target.uri() == request.canonical {
        return Ok(Known { route: Some(route), written: None });
    }
    let selected = match reading.gateway.set.select(target.uri().as_ref()) {
        Ok(selected) => selected,
        Err(Unselected::NotFound) => return Ok(Known { route: None, written: None }),
        Err(_) => return Err(Unwritten::Elsewhere),
    };
    let route = selected.route();
    let Some((definition, binding)) = reading.gateway.binding(route) else {
        return Ok(Known { route: Some(route), written: None });
    };
    let (uri, captures) = (target.uri(), selected.captures());
    let matched = ResourceMatch { definition, uri: uri.as_ref(), canonical: uri, captures };
    match written(reading, binding, route, matched) {
        // Of what has no canonical URI its reader will say that it cannot be read.
        Err(Unwritten::Error(_)) => Ok(Known { route: Some(route), written: None }),
        written => Ok(Known { route: Some(route), written: written? }),
    }
}

/// Why no URI can stand in the place of another one.
enum Unwritten {
    /// The binding has not come to an end.
    Interrupted(Interrupted),
    /// The binding gives none.
    Error(PlanError),
    /// It is longer than the gateway takes.
    TooLong,
    /// Not the same definition answers for it alone: another spelling is no way round that (U5).
    Elsewhere,
}

/// The URI by which a binding knows a match, if it is another one (U8).
fn written<C: Send + Sync + 'static>(
    reading: &Reading<'_, C>,
    binding: &dyn DynBinding<C>,
    route: RouteId,
    matched: ResourceMatch<'_>,
) -> Result<Option<Uri>, Unwritten> {
    let (set, limits) = (&reading.gateway.set, &reading.gateway.limits);
    let written = contained(|| binding.canonical(matched)).map_err(Unwritten::Interrupted)?;
    let written = written.map_err(Unwritten::Error)?;
    let Some(uri) = written.filter(|written| written != matched.canonical) else { return Ok(None) };
    if uri.as_str().len() > limits.max_uri_bytes {
        return Err(Unwritten::TooLong);
    }
    match set.select(uri.as_ref()).map(|selected| selected.route()) {
        Ok(same) if same == route => Ok(Some(uri)),
        _ => Err(Unwritten::Elsewhere),
    }
}
