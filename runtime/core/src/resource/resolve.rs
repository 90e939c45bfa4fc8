//! The plan of a read: asked of the binding, and checked before anyone is asked for permission (G4, G5, G30).

use smallvec::SmallVec;
use wayleave_model::{Captures, Limits, RESERVED_SCHEME, RouteId, Unselected};

use super::{
    PlanError, PlanFault, ReadFailure, ReadFailureKind as Kind, Reading, ResourceMatch, Target,
    guard::contained,
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
    let written = contained(|| binding.canonical(request))
        .map_err(|interrupted| reading.interrupted(interrupted, Kind::ResolveTimeout))?
        .map_err(|error| failed(reading, error))?;
    if let Some(written) = written.as_ref().filter(|written| **written != selection.canonical) {
        if written.as_str().len() > gateway.limits.max_uri_bytes {
            return Err(reading.fail(Kind::BadCapture));
        }
        // Another spelling is no way round what answers for the canonical one (U5).
        let selected = reading.gateway.set.select(written.as_ref()).ok();
        let selected = selected.filter(|selected| selected.route() == selection.route);
        request.captures = selected.ok_or_else(|| reading.fail(Kind::Shadowed))?.captures();
        request.canonical = written;
    }
    let answer = reading
        .deadline
        .run(gateway.limits.resolve_timeout, || binding.resolve(reading.caller, request))
        .await
        .map_err(|interrupted| reading.interrupted(interrupted, Kind::ResolveTimeout))?;
    let plan = answer.map_err(|error| failed(reading, error))?;
    let (requested, items) = plan.into_parts(request.canonical.clone());
    check(reading, selection, requested, items).map_err(|fault| reading.fail(Kind::InvalidPlan(fault)))
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
    selection: &Selection<'_>,
    requested: Target,
    items: Targets,
) -> Result<Planned, PlanFault> {
    let (limits, route) = (&reading.gateway.limits, selection.route);
    if items.len() > limits.max_plan_items {
        return Err(PlanFault::TooManyItems);
    }
    // That no two items share a URI, the plan has seen to itself.
    check_target(limits, &requested)?;
    items.iter().try_for_each(|item| check_target(limits, item))?;
    let is_bundle = |route| reading.gateway.binding(route).is_some_and(|(_, binding)| binding.is_bundle());
    if !is_bundle(route) && items.len() > 1 {
        return Err(PlanFault::UndeclaredBundle);
    }
    let serve = |target: Target| {
        let same = target.uri() == requested.uri();
        if same && target != requested {
            return Err(PlanFault::IdentityConflict);
        }
        let answering = answering(reading, selection, &target)?;
        // A bundle may deliver the very target that it is asked for, and reads that itself.
        let itself = answering == Some(route) && same;
        if answering.is_some_and(is_bundle) && !itself {
            return Err(PlanFault::NestedBundle);
        }
        let reader = answering.unwrap_or(route);
        Ok(PlannedItem { target, route: reader, foreign: reader != route, requested: same })
    };
    let items = items.into_iter().map(serve).collect::<Result<_, _>>()?;
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

/// The definition that answers for an item's URI. Where there is none, the requested one's reader serves it.
fn answering<C: Send + Sync + 'static>(
    reading: &Reading<'_, C>,
    selection: &Selection<'_>,
    target: &Target,
) -> Result<Option<RouteId>, PlanFault> {
    // The request's own URI was looked up already.
    if target.uri().as_str() == selection.uri.as_str() {
        return Ok(Some(selection.route));
    }
    match reading.gateway.set.select(target.uri().as_ref()) {
        Ok(selected) => Ok(Some(selected.route())),
        Err(Unselected::NotFound) => Ok(None),
        Err(_) => Err(PlanFault::UnclearItem),
    }
}
