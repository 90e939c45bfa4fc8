//! The last step of a read: the bundle, with its report and, where it is partial, its warning (G12, G14 to
//! G16, G21, G29).

use wayleave_model::{CacheScope, Limits, RouteId};

use super::{
    Bundle, ReadFailure, ReadFailureKind as Kind, Reading, Report, bundle::warning, recheck::Settled,
};

/// Puts the settled items together.
pub(super) fn assemble<C>(
    reading: &Reading<'_, C>,
    route: RouteId,
    settled: Settled,
) -> Result<Bundle, ReadFailure> {
    let gateway = reading.gateway;
    let Settled { mut items, issues, cause, personal } = settled;
    let report = if issues.is_empty() {
        gateway.complete.clone()
    } else if items.is_empty() {
        return Err(reading.fail(Kind::NothingDelivered).with_cause(cause));
    } else {
        let (limits, key) = (&gateway.limits, &gateway.report_key);
        let report = reading.pure(|| Report::partial(issues, limits, key, reading.sizer))?;
        report.map(|report| report.measured(key))
    };
    let (report, report_bytes) = report.ok_or_else(|| reading.fail(Kind::ResultTooLarge))?;
    if report.is_partial() {
        let mut identity = [0; 16];
        gateway
            .randomness
            .fill(&mut identity)
            .map_err(|error| reading.fail(Kind::NoRandomness).with_cause(Some(error.into_cause())))?;
        items.insert(0, warning(identity, report.warning_text(), &gateway.report_key));
    }
    let cache = gateway.set.definition(route).and_then(|definition| definition.cache());
    let mut cache = cache.filter(|_| !report.is_partial()).unwrap_or_default();
    if personal {
        // A bundle for everyone with an item that is not.
        cache.scope = CacheScope::Private;
    }
    let mut bundle =
        Bundle { items, report, report_bytes, key: gateway.report_key.clone(), cache, encoded: 0 };
    bundle.encoded = reading.pure(|| reading.sizer.result(&bundle))?;
    if bundle.encoded > gateway.limits.max_encoded.saturating_sub(Limits::WIRE_RESERVE) {
        return Err(reading.fail(Kind::ResultTooLarge));
    }
    if reading.deadline.is_over() {
        return Err(reading.fail(Kind::ReadTimeout));
    }
    Ok(bundle)
}
