//! Limits that are reached to the byte: the sizes that a read comes to without them, or one more or less.

use wayleave::Limits;

use super::{Case, Numbers};
use crate::model::reference::{self, result};

pub(super) fn tighten(numbers: &mut Numbers, case: &mut Case) {
    let expected = reference::read(case);
    let Ok(delivery) = expected.end else { return };
    let sizes: Vec<(usize, usize)> = delivery.admitted;
    // That many of the items, to the byte or not quite.
    let count = numbers.below(sizes.len() + 1);
    let payload: usize = sizes[..count].iter().map(|size| size.0).sum();
    let encoded: usize = sizes[..count].iter().map(|size| size.1 + 1).sum();
    let one = numbers.pick(&sizes.into_iter().chain([(1, 60)]).collect::<Vec<_>>());
    let mut near = |size: usize| (size + numbers.below(3)).saturating_sub(1).max(1);
    let Limits { report_payload, report_encoded, .. } = case.limits;
    let edges = [
        (report_payload + near(payload)).max(report_payload + 1),
        report_encoded + result::AROUND + near(encoded),
        near(one.0),
        near(one.1),
    ];
    match numbers.below(5) {
        0 => case.limits.max_payload = edges[0],
        1 => case.limits.max_encoded = edges[1],
        2 => case.limits.max_item_payload = edges[2],
        3 => case.limits.max_item_encoded = edges[3],
        _ if delivery.issues.is_empty() => case.limits.report_metadata = near_complete(numbers, case),
        _ => {
            let reports: Vec<_> = result::every(case, &delivery.issues).collect();
            let chosen = numbers.pick(&reports);
            let reserves = result::reserves(case, &chosen);
            let mut near = |size: usize, least: usize| (size + numbers.below(3)).saturating_sub(1).max(least);
            let (payload, encoded, metadata) =
                (near(reserves[0], 256), near(reserves[1], 1_024), near(reserves[2], 1));
            match numbers.below(3) {
                0 => case.limits.report_payload = payload,
                1 => case.limits.report_encoded = encoded,
                _ => case.limits.report_metadata = metadata,
            }
            // The items keep their space.
            case.limits.max_payload = case.limits.max_payload.max(case.limits.report_payload);
            case.limits.max_encoded =
                case.limits.max_encoded.max(case.limits.report_encoded + result::AROUND);
        }
    }
}

fn near_complete(numbers: &mut Numbers, case: &Case) -> usize {
    let metadata = result::complete(case).map_or(60, |report| result::bytes(&report.metadata));
    metadata - 1 + numbers.below(3)
}
