//! What a resolver answers (G4, G5, G30).

use serde_json::json;

use super::{Act, Identity, Numbers, PlanReply, Registration, act, fill};
use crate::harness::GRANT;

pub(super) fn resolver(
    numbers: &mut Numbers,
    root: &Registration,
    canonical: &str,
    definitions: &[Registration],
    max_items: usize,
) -> Act<PlanReply> {
    let answer = match numbers.below(60) {
        0 => PlanReply::NotFound,
        1 => PlanReply::BadCapture,
        2 => PlanReply::Fails,
        _ => plan(numbers, root, canonical, definitions, max_items),
    };
    act(numbers, 40, answer)
}

fn plan(
    numbers: &mut Numbers,
    root: &Registration,
    canonical: &str,
    definitions: &[Registration],
    max_items: usize,
) -> PlanReply {
    let several = root.bundle || numbers.once_in(30);
    let count = match numbers.below(40) {
        _ if !several => numbers.below(2),
        // More than the default of the limit takes long.
        0 if max_items < 100 || numbers.once_in(60) => max_items + 1,
        1..=3 => numbers.between(8, 40),
        _ => numbers.below(9),
    };
    let mut items = Vec::new();
    for place in 0..count {
        let uri = item(numbers, place, definitions);
        items.push(identity(numbers, uri));
    }
    let mut requested = numbers.once_in(6).then(|| {
        let uri =
            if numbers.once_in(2) { canonical.to_owned() } else { "asset://alias/of-the-set".to_owned() };
        identity(numbers, uri)
    });
    if !several && count == 1 && !numbers.once_in(4) || numbers.once_in(10) {
        // The requested target is an item of its own plan, mostly with an equal identity.
        let own = requested.clone().unwrap_or_else(|| plain(canonical.to_owned()));
        let own = if numbers.once_in(12) { Identity { representation: "other", ..own } } else { own };
        match items.is_empty() {
            true => items.push(own),
            false => {
                let place = numbers.below(items.len());
                items[place] = own;
            }
        }
    } else if !items.is_empty() && numbers.once_in(20) {
        requested = Some(numbers.pick(&items));
    }
    if items.len() > 1 && numbers.once_in(60) {
        let twin = items[0].uri.clone();
        let place = items.len() - 1;
        items[place] = identity(numbers, twin);
    }
    PlanReply::Plan { requested, items }
}

/// The URI of an item: the bundle's own, another definition's, or none that an item may have.
fn item(numbers: &mut Numbers, place: usize, definitions: &[Registration]) -> String {
    match numbers.below(300) {
        0 | 1 => numbers
            .pick(&["asset://over/y/x", "asset://esc/%61", "asset://leaf/twin", "asset://notes/%2F"])
            .to_owned(),
        2 | 3 => numbers.pick(&["mcp-warning:x", "asset://other", "asset://group/1"]).to_owned(),
        4 => format!("asset://item/{place:03}-{}", "u".repeat(numbers.between(20, 2_100))),
        5..=16 => format!("asset://item/{place:03}-{}", "u".repeat(numbers.between(150, 300))),
        17..=26 => numbers.pick(&["asset://leaf/one", "asset://leaf/t%77in", "asset://esc/a"]).to_owned(),
        27..=70 => {
            let families = ["note", "part", "left", "right", "any"];
            let family = definitions.iter().filter(|own| families.contains(&own.name)).map(|own| own.address);
            let family: Vec<_> = family.collect();
            match family.is_empty() {
                true => format!("asset://item/{place:03}"),
                false => {
                    let address = named(numbers, &family, place);
                    fill(numbers, &address)
                }
            }
        }
        _ => format!("asset://item/{place:03}-{}", numbers.pick(&["a", "b%20c", "%C3%A9", "q?x=1", "f#g"])),
    }
}

/// One of the templates with a name for each place in one of its variables, so that two items are seldom one.
fn named(numbers: &mut Numbers, family: &[&str], place: usize) -> String {
    let name = format!("p{place:03}%20{}", numbers.pick(&["", "%22", "%E2%80%A8"]));
    let address = numbers.pick(family);
    ["{name}", "{a}", "{b}", "{x}"]
        .iter()
        .fold(address.to_owned(), |uri, variable| uri.replace(variable, &name))
}

fn plain(uri: String) -> Identity {
    Identity { uri, representation: "", grant: None }
}

fn identity(numbers: &mut Numbers, uri: String) -> Identity {
    let size = match numbers.below(1_500) {
        0 => 70_000,
        // Exactly as much as there may be, and a byte more.
        1 => 64 * 1_024 - bytes_around() + numbers.below(2),
        _ => 0,
    };
    let grant = (size > 0 || numbers.once_in(2)).then(|| json!({ "grant": GRANT, "pad": "x".repeat(size) }));
    Identity { uri, representation: numbers.pick(&["", "", "wide"]), grant }
}

fn bytes_around() -> usize {
    json!({ "grant": GRANT, "pad": "" }).to_string().len()
}
