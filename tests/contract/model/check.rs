//! What is compared: the calls, the result to the byte, the failure, the traces; and what may be nowhere.

use std::collections::BTreeMap;

use wayleave::{Bundle, prelude::ReadFailure, resource::IssueCode};

use super::{
    case::{BodyReply, Case, PlanReply},
    generate::MARK_BYTES,
    reference::{Delivery, Expected, result::base64},
    stage::Observed,
};
use crate::harness::{CAUSE, GRANT, PANIC, Trace, delivered, json, rendered};

/// Compares a read with what the reference says of it, and says how it ended.
pub(super) fn check(
    case: &Case,
    expected: &Expected,
    observed: &Observed,
    traces: &[Trace],
) -> Vec<&'static str> {
    assert_eq!(observed.alive, 0, "no future of a callback is left");
    let Some(outcome) = &observed.outcome else {
        let until = observed.calls.len();
        assert_eq!(observed.calls, expected.calls[..until], "up to the drop");
        check_secrets(case, None, &format!("{traces:?}"));
        return vec!["dropped"];
    };
    assert_eq!(observed.calls, expected.calls, "the calls");
    assert_eq!(observed.now.as_millis(), u128::from(expected.now), "the time it took");
    let all = format!("{} {traces:?}", rendered(outcome));
    match (outcome, &expected.end) {
        (Ok(bundle), Ok(delivery)) => {
            check_bundle(case, bundle, delivery);
            check_secrets(case, Some(delivery), &all);
        }
        (Err(failure), Err(kind)) => {
            assert_eq!(failure.kind().as_str(), *kind, "{failure:?}");
            check_failure(case, failure);
            check_secrets(case, None, &all);
        }
        _ => panic!("{outcome:?} instead of {:?}", expected.end),
    }
    check_traces(case, expected, traces);
    features(expected)
}

/// What happened in a read: its end, and what was special about it.
fn features(expected: &Expected) -> Vec<&'static str> {
    let asked = |what: &str| expected.calls.iter().any(|call| call.starts_with(what));
    let mut features: Vec<_> =
        [("1 ", "replaced"), ("0 judge", "judged"), ("1 judge", "judged"), ("body", "read")]
            .into_iter()
            .filter_map(|(what, feature)| asked(what).then_some(feature))
            .collect();
    match &expected.end {
        Ok(delivery) if delivery.issues.is_empty() => features.push("complete"),
        Ok(delivery) => {
            let told = delivery.json.matches(r#"","retryable":"#).count();
            let uris = delivery.issues.iter().filter(|(_, uri)| uri.is_some()).count();
            let named = delivery.json.matches(r#","retryable":false,"uri":"#).count()
                + delivery.json.matches(r#","retryable":true,"uri":"#).count();
            features.extend((told < delivery.issues.len()).then_some("issues omitted"));
            features.extend((named < uris).then_some("URIs omitted"));
            features.push("partial");
        }
        Err(kind) => features.push(kind),
    }
    features
}

impl Delivery {
    /// The URIs that a caller gets to see: those of items and of issues.
    fn told(&self) -> Vec<&str> {
        let issues = self.issues.iter().filter_map(|(_, uri)| uri.as_deref());
        self.items.iter().map(String::as_str).chain(issues).collect()
    }
}

/// G14, G15, G17, G20 to G22.
fn check_bundle(case: &Case, bundle: &Bundle, delivery: &Delivery) {
    assert_eq!(json(bundle), delivery.json);
    assert_eq!(bundle.encoded_bytes(), delivery.encoded, "the predicted size");
    assert!(bundle.encoded_bytes() <= case.limits.max_encoded - 8_192);
    assert_eq!(delivered(bundle), delivery.items);
    assert_eq!(bundle.is_partial(), !delivery.issues.is_empty());
    let codes = |code: IssueCode| code.as_str();
    let listed: Vec<_> = bundle.issues().iter().map(|issue| codes(issue.code())).collect();
    let all: Vec<_> = delivery.issues.iter().map(|(code, _)| *code).collect();
    assert_eq!(listed, all[..listed.len()]);
    assert_eq!(bundle.issues_omitted(), all.len() - listed.len(), "the total is kept");
}

/// G9: what is one to the caller is one.
fn check_failure(case: &Case, failure: &ReadFailure) {
    let unknown = [
        "no_match",
        "ambiguous",
        "shadowed",
        "bad_capture",
        "discover_denied",
        "not_resolved",
        "target_denied",
    ];
    let caller = failure.to_caller();
    let kind = failure.kind().as_str();
    let message = match kind {
        _ if unknown.contains(&kind) => "Resource not found.",
        "invalid_uri" | "uri_too_long" => caller.message(),
        _ => "The resource could not be read.",
    };
    assert_eq!(caller.message(), message);
    let echoed = (kind != "uri_too_long").then_some(case.request.as_str());
    assert_eq!(caller.uri(), echoed, "the requested URI is all that is echoed");
}

/// G6, G10, G18: no private word; and of the items none that the result does not tell of, nor a body that is not in it.
fn check_secrets(case: &Case, delivery: Option<&Delivery>, all: &str) {
    for private in [CAUSE, GRANT, PANIC] {
        assert!(!all.contains(private), "{private} in {all}");
    }
    let delivered = delivery.map_or(&[][..], |delivery| &delivery.items);
    let told: Vec<_> = delivery.map(Delivery::told).unwrap_or_default();
    let PlanReply::Plan { items, .. } = &case.resolver.answer else { return };
    for item in items.iter().map(|item| item.uri.as_str()) {
        let known = case.request.contains(item) || told.iter().any(|told| told.contains(item));
        assert!(known || !all.contains(item), "{item} in {all}");
        let BodyReply::Gives { body, .. } = &case.readers[item].answer else { continue };
        if let Some(mark) =
            body.bytes().get(..MARK_BYTES).filter(|_| !delivered.iter().any(|uri| uri == item))
        {
            let text = String::from_utf8_lossy(mark);
            assert!(!all.contains(&*text) && !all.contains(&base64(mark)), "{text} in {all}");
        }
    }
}

/// The read tells `tracing` its route, its outcome, its counts and its time, to the item and to the byte, and no URI.
fn check_traces(case: &Case, expected: &Expected, traces: &[Trace]) {
    let [span, event] = traces else { panic!("{traces:?}") };
    assert_eq!((span.name.as_str(), event.name.as_str()), ("wayleave.read", "read"));
    assert_eq!(span.field("route"), expected.route);
    let number = |number: usize| Some(number.to_string());
    let field = |name| event.field(name).map(str::to_owned);
    match &expected.end {
        Ok(delivery) => {
            let outcome = if delivery.issues.is_empty() { "complete" } else { "partial" };
            assert_eq!(event.field("outcome"), Some(outcome));
            assert_eq!(field("items"), number(delivery.items.len()));
            assert_eq!(field("issues"), number(delivery.issues.len()));
            assert_eq!(field("bytes"), number(delivery.encoded));
        }
        Err(kind) => assert_eq!(event.field("kind"), Some(*kind)),
    }
    let micros = 1_000 * (expected.now - case.before);
    assert_eq!(field("micros"), Some(micros.to_string()));
    assert!(!format!("{traces:?}").contains("://"), "{traces:?}");
}

/// The cases go everywhere, if there are enough.
pub(super) fn check_spread(features: &BTreeMap<&'static str, u64>) {
    for feature in [
        "read",
        "judged",
        "replaced",
        "issues omitted",
        "URIs omitted",
        "complete",
        "partial",
        "dropped",
        "nothing_delivered",
        "target_denied",
        "discover_denied",
        "invalid_plan",
        "panicked",
        "policy_failed",
        "policy_timeout",
        "resolve_timeout",
        "read_timeout",
        "result_too_large",
        "no_randomness",
        "not_resolved",
        "resolve_failed",
        "bad_capture",
        "shadowed",
        "ambiguous",
        "no_match",
        "invalid_uri",
        "uri_too_long",
    ] {
        assert!(features.contains_key(feature), "there is no case of {feature}: {features:#?}");
    }
}
