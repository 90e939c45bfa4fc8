//! One line a request, at the level `debug`: the method, what came of it, how much of it, and how long it took. No
//! URI, no name and no word of a client or of a resource is in it (G6, G18): methods are those that the protocol
//! knows, and all else is a number.

use std::time::Instant;

use serde::{Deserialize, de::IgnoredAny};

/// The methods that are named; all others are `other`.
const METHODS: [&str; 13] = [
    "completion/complete",
    "initialize",
    "logging/setLevel",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "resources/templates/list",
    "resources/unsubscribe",
    "server/discover",
    "subscriptions/listen",
];

/// A request on its way.
#[derive(Debug)]
pub(crate) struct Exchange {
    method: &'static str,
    begun: Instant,
}

impl Exchange {
    /// Begins the line of the request that a message holds; none where nobody reads it, and for messages that
    /// expect no answer.
    pub(crate) fn of(message: &[u8]) -> Option<Self> {
        if !tracing::enabled!(tracing::Level::DEBUG) {
            return None;
        }
        let asked: Asked<'_> = serde_json::from_slice(message).ok()?;
        asked.id?;
        let method = METHODS.iter().find(|known| **known == asked.method).copied().unwrap_or("other");
        Some(Self { method, begun: Instant::now() })
    }

    /// Writes the line, when the answer is all there.
    pub(crate) fn answered(self, message: &[u8]) {
        let (outcome, count) = outcome(message);
        self.write(outcome, count);
    }

    /// Writes the line, when the answer is a stream that has begun.
    pub(crate) fn streams(self) {
        self.write("stream", None);
    }

    fn write(self, outcome: &'static str, count: Option<i64>) {
        let micros = u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        tracing::debug!(method = self.method, outcome, count, micros, "request");
    }
}

#[derive(Deserialize)]
struct Asked<'a> {
    // Borrowed where it can be; a name with escapes is none of ours.
    #[serde(borrow)]
    method: std::borrow::Cow<'a, str>,
    id: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Answered {
    error: Option<Refused>,
    result: Option<Result>,
}

#[derive(Deserialize)]
struct Refused {
    code: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Result {
    contents: Option<Vec<IgnoredAny>>,
    resources: Option<Vec<IgnoredAny>>,
    resource_templates: Option<Vec<IgnoredAny>>,
    completion: Option<Completion>,
}

#[derive(Deserialize)]
struct Completion {
    values: Vec<IgnoredAny>,
}

/// What came of it, and how many items, descriptions or values, or the error's code.
fn outcome(message: &[u8]) -> (&'static str, Option<i64>) {
    let Ok(answered) = serde_json::from_slice::<Answered>(message) else { return ("unknown", None) };
    match (answered.error, answered.result) {
        (Some(refused), _) => ("error", Some(refused.code)),
        (None, Some(result)) => {
            let items = result.contents.or(result.resources).or(result.resource_templates);
            let items = items.or(result.completion.map(|completion| completion.values));
            ("ok", items.and_then(|items| i64::try_from(items.len()).ok()))
        }
        (None, None) => ("unknown", None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_numbers() {
        for (message, expected) in [
            (r#"{"result":{"contents":[{"uri":"a:b","text":""},{}]}}"#, ("ok", Some(2))),
            (r#"{"result":{"resources":[]}}"#, ("ok", Some(0))),
            (r#"{"result":{"resourceTemplates":[{}]}}"#, ("ok", Some(1))),
            (r#"{"result":{"completion":{"values":["a","b","c"]}}}"#, ("ok", Some(3))),
            (r#"{"result":{}}"#, ("ok", None)),
            (r#"{"error":{"code":-32602,"message":"m","data":{"uri":"a:b"}}}"#, ("error", Some(-32602))),
            ("{}", ("unknown", None)),
            ("", ("unknown", None)),
        ] {
            assert_eq!(outcome(message.as_bytes()), expected, "{message}");
        }
    }
}
