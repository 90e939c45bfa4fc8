//! The JSON that goes out, and the sizes of its parts by writing them (G14 to G17, G20 to G22).

use serde_json::{Map, Value, json};
use wayleave::Limits;

use crate::model::case::{Case, Content};

/// What is kept free around every result: the framing on the wire and the configuration's share.
pub(crate) const AROUND: usize = 8_192 + 256;
const PLACE: usize = 64 * 1_024;

/// Why a visible item is missing, and its URI where that may be told.
pub(crate) type Issue = (&'static str, Option<String>);

pub(crate) fn item(uri: &str, mime_type: &str, body: &Content, meta: &Map<String, Value>) -> Value {
    let mut item = match body {
        Content::Text(text) => json!({ "uri": uri, "mimeType": mime_type, "text": text }),
        Content::Bytes(bytes) => json!({ "uri": uri, "mimeType": mime_type, "blob": base64(bytes) }),
    };
    if !meta.is_empty() {
        item["_meta"] = Value::Object(meta.clone());
    }
    item
}

pub(crate) fn bytes(value: &Value) -> usize {
    value.to_string().len()
}

/// A report and what it is written into.
#[derive(Clone)]
pub(crate) struct Report {
    pub(crate) metadata: Value,
    pub(crate) warning: Option<Value>,
}

pub(crate) fn complete(case: &Case) -> Option<Report> {
    let metadata = json!({ &case.key: report(&[], 0, false) });
    let fits = bytes(&metadata) <= case.limits.report_metadata.min(PLACE);
    fits.then_some(Report { metadata, warning: None })
}

/// The first report that fits, of those that [`every`] gives.
pub(crate) fn partial(case: &Case, issues: &[Issue]) -> Option<Report> {
    every(case, issues).find(|candidate| {
        let [payload, encoded, metadata] = reserves(case, candidate);
        let Limits { report_payload, report_encoded, report_metadata, .. } = case.limits;
        payload <= report_payload && encoded <= report_encoded && metadata <= report_metadata.min(PLACE)
    })
}

/// What a partial report takes of its three reserves: payload, encoded, metadata.
pub(crate) fn reserves(case: &Case, report: &Report) -> [usize; 3] {
    let Report { metadata, warning } = report;
    let warning = warning.as_ref().unwrap();
    let payload = warning["text"].as_str().unwrap().len();
    let factor = if case.twice { 2 } else { 1 };
    [payload, bytes(metadata) + factor * bytes(warning), bytes(metadata)]
}

/// Every report that may stand for `issues`, from the fullest to the least: the URIs go from the end, then the
/// issues.
pub(crate) fn every<'a>(case: &'a Case, issues: &'a [Issue]) -> impl Iterator<Item = Report> + 'a {
    let mut listed = issues[..issues.len().min(case.limits.max_issues)].to_vec();
    let mut over = false;
    std::iter::from_fn(move || {
        if over {
            return None;
        }
        let report = report(&listed, issues.len() - listed.len(), true);
        match listed.iter_mut().rev().find(|(_, uri)| uri.is_some()) {
            Some((_, uri)) => *uri = None,
            None => over = listed.pop().is_none(),
        }
        let text = Content::Text(format!("Incomplete bundle.\n{report}"));
        let mark = json!({ &case.key: { "diagnostic": true, "inlineOnly": true } });
        let Value::Object(mark) = mark else { unreachable!() };
        let warning = item(WARNING, "text/plain", &text, &mark);
        Some(Report { metadata: json!({ &case.key: report }), warning: Some(warning) })
    })
}

/// Its identity is that of the stage's randomness.
pub(crate) const WARNING: &str = "mcp-warning://read/5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";

fn report(issues: &[Issue], omitted: usize, partial: bool) -> Value {
    let issues: Vec<_> = issues
        .iter()
        .map(|(code, uri)| {
            let message = match *code {
                "unavailable" => "The item is not available.",
                "read_failed" => "The item could not be read.",
                "timeout" => "The item took too long to read.",
                "invalid_content" => "The item's content is not valid.",
                _ => "The item does not fit into this result.",
            };
            let mut issue = json!({ "code": code, "message": message, "retryable": *code == "read_failed" });
            if let Some(uri) = uri {
                issue["uri"] = json!(uri);
            }
            issue
        })
        .collect();
    json!({ "version": 1, "partial": partial, "issues": issues, "issuesOmitted": omitted })
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let number = (0..3).fold(0, |number, place| number << 8 | u32::from(*group.get(place).unwrap_or(&0)));
        let digit = |place: usize| match place <= group.len() {
            true => char::from(DIGITS[number as usize >> (18 - 6 * place) & 63]),
            false => '=',
        };
        [0, 1, 2, 3].map(digit)
    };
    bytes.chunks(3).flat_map(group).collect()
}
