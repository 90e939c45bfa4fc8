//! Random cases. Each part is mostly harmless, so that reads get far, and now and then anything but.

mod bodies;
mod plans;
mod policies;
mod tighten;

pub(super) use bodies::MARK_BYTES;

use std::time::Duration;

use wayleave::Limits;

use super::{
    case::{Act, BodyReply, Case, Identity, Manner, NO_URIS, PlanReply, Registration},
    reference::route::{Found, select},
};
use crate::harness::{KEY, Numbers};

/// The case that a seed stands for.
pub(super) fn case(seed: u64) -> Case {
    let mut numbers = Numbers::new(seed);
    let numbers = &mut numbers;
    let definitions = definitions(numbers);
    let request = request(numbers, &definitions);
    let (root, canonical) = match select(&definitions, &request) {
        Found::One { definition, canonical, .. } => (definition.clone(), canonical),
        // Nobody will be asked for a plan.
        _ => (definitions[0].clone(), "asset://none".to_owned()),
    };
    let limits = limits(numbers);
    let resolver = plans::resolver(numbers, &root, &canonical, &definitions, limits.max_plan_items);
    let uris: Vec<_> = targets(&resolver.answer, &canonical);
    let key = if numbers.once_in(6) {
        format!("example.com/{}", "k".repeat(numbers.between(1, 116)))
    } else {
        KEY.to_owned()
    };
    // Some cases have good readers.
    let kinds = numbers.pick(&[24, 60, 200]);
    let readers = uris
        .iter()
        .enumerate()
        .map(|(place, uri)| (uri.clone(), bodies::reader(numbers, place, &key, kinds)))
        .collect();
    let names: Vec<_> = definitions.iter().map(|definition| definition.name).collect();
    let two = numbers.once_in(8);
    let policies =
        (0..=usize::from(two)).map(|_| policies::policy(numbers, &names, root.name, &uris)).collect();
    let mut case = Case {
        definitions,
        request,
        resolver,
        readers,
        policies,
        replace_at: numbers.below(40),
        limits,
        key,
        twice: numbers.once_in(10),
        progress: numbers.once_in(4),
        before: if numbers.once_in(20) { time(numbers) } else { 0 },
        own_deadline: numbers.once_in(20).then(|| 1_000 * numbers.between(1, 40) as u64),
        randomness: !numbers.once_in(60),
        drop_after: numbers.once_in(6).then(|| numbers.below(14)),
    };
    if numbers.once_in(2) {
        tighten::tighten(numbers, &mut case);
    }
    case
}

/// A time that never ends together with a limit, which are whole seconds.
fn time(numbers: &mut Numbers) -> u64 {
    1_000 * numbers.below(12) as u64 + 7
}

/// A way for an answer to come: at once, but for one in `rare`.
fn act<T>(numbers: &mut Numbers, rare: usize, answer: T) -> Act<T> {
    let manner = if numbers.once_in(rare) {
        match numbers.below(12) {
            0..=4 => Manner::Waits(time(numbers)),
            5 => Manner::Blocks(time(numbers)),
            6 => Manner::PanicsAtOnce,
            7 => Manner::Panics,
            8 => Manner::PanicsWhenDropped,
            9 => Manner::HangsAndPanicsWhenDropped,
            _ => Manner::Hangs,
        }
    } else {
        Manner::Answers
    };
    let yields = if numbers.once_in(3) { numbers.between(1, 2) } else { 0 };
    Act { answer, manner, yields }
}

fn definitions(numbers: &mut Numbers) -> Vec<Registration> {
    let (address, bundle) = numbers.pick(&[
        ("asset://set", true),
        ("asset://set", true),
        ("asset://set/{id}", true),
        ("asset://set/{id}", true),
        ("asset://set/{id}/of/{part}?v=1", true),
        ("asset://set/{id}/of/{part}?v=1", true),
        ("asset://one", false),
        ("asset://one/{id}", false),
    ]);
    let others = [
        ("leaf", "asset://leaf/one", false),
        ("twin", "asset://leaf/t%77in", false),
        ("note", "asset://notes/{name}", false),
        ("part", "asset://notes/{name}/part/{part}", false),
        ("left", "asset://over/{a}/x", false),
        ("right", "asset://over/y/{b}", false),
        ("exact", "asset://esc/a", false),
        ("any", "asset://esc/{x}", false),
        ("group", "asset://group/{g}", true),
        ("other", "asset://other", true),
    ];
    let mut all = vec![("set", address, bundle)];
    for other in others {
        if !numbers.once_in(3) {
            all.insert(numbers.below(all.len() + 1), other);
        }
    }
    all.into_iter()
        .map(|(name, address, bundle)| {
            let mime_type = numbers.pick(&[None, Some("text/markdown"), Some("image/png")]);
            Registration { name, address, mime_type, bundle }
        })
        .collect()
}

fn request(numbers: &mut Numbers, definitions: &[Registration]) -> String {
    match numbers.below(60) {
        0 => return numbers.pick(&NO_URIS).to_owned(),
        1 => return "mcp-warning://read/0123456789abcdef0123456789abcdef".to_owned(),
        2 => return format!("asset://set/{}", "x".repeat(numbers.between(30, 2_100))),
        3 => return "asset://nowhere".to_owned(),
        4 => return numbers.pick(&["asset://over/y/x", "asset://esc/%61", "asset://leaf/twin"]).to_owned(),
        _ => {}
    }
    let address = match numbers.once_in(12) {
        true => numbers.pick(definitions).address,
        false => definitions.iter().find(|definition| definition.name == "set").unwrap().address,
    };
    fill(numbers, address)
}

/// A URI of a template, or an address as it is.
fn fill(numbers: &mut Numbers, address: &str) -> String {
    let mut uri = address.to_owned();
    while let (Some(start), Some(end)) = (uri.find('{'), uri.find('}')) {
        let value = match numbers.once_in(40) {
            true => numbers.pick(&["%2F", "%2e%2e", "%00", "%5c", "."]),
            false => numbers.pick(&[
                "7",
                "a%20b",
                "%C3%A9",
                "x%252Fy",
                "~t",
                "%41",
                "k:v@w",
                "long-name-of-a-thing",
            ]),
        };
        uri.replace_range(start..=end, value);
    }
    uri
}

/// The URIs of everything in a plan, the requested target's among them.
fn targets(plan: &PlanReply, canonical: &str) -> Vec<String> {
    let PlanReply::Plan { requested, items } = plan else { return Vec::new() };
    let root = requested.as_ref().map_or(canonical, |target| &target.uri);
    let mut uris: Vec<_> = std::iter::once(root).chain(items.iter().map(|item| item.uri.as_str())).collect();
    uris.dedup();
    uris.into_iter().map(str::to_owned).collect()
}

fn limits(numbers: &mut Numbers) -> Limits {
    let mut limits = Limits::default();
    if numbers.once_in(8) {
        limits.max_uri_bytes = numbers.between(51, 300);
    }
    if numbers.once_in(10) {
        limits.max_plan_items = numbers.between(1, 9);
    }
    if numbers.once_in(4) {
        limits.max_items = numbers.between(1, 7);
    }
    if numbers.once_in(4) {
        limits.max_issues = numbers.between(1, 6);
    }
    if numbers.once_in(4) {
        limits.max_item_payload = numbers.between(1, 80);
    }
    if numbers.once_in(6) {
        limits.max_item_encoded = numbers.between(60, 500);
    }
    if numbers.once_in(4) {
        limits.report_payload = numbers.between(256, 1_500);
        limits.report_encoded = numbers.between(1_024, 3_000);
        limits.report_metadata = numbers.between(60, 2_000);
    }
    if numbers.once_in(4) {
        limits.max_payload = limits.report_payload + numbers.below(200);
    }
    if numbers.once_in(6) {
        limits.max_encoded = limits.report_encoded + 8_192 + 256 + numbers.below(1_500);
    }
    if numbers.once_in(6) {
        let mut seconds = |low, high| Duration::from_secs(numbers.between(low, high) as u64);
        limits.read_timeout = seconds(3, 40);
        limits.item_timeout = seconds(1, 12);
        limits.resolve_timeout = seconds(1, 12);
        limits.policy_timeout = seconds(1, 12);
    }
    limits
}
