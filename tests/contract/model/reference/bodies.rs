//! Bodies: one after another, only what was allowed, and what fits (G7, G13, G20).

use serde_json::Value;

use super::{
    Interrupted, Planned, Run, Stop,
    judge::Judgement,
    millis, named,
    result::{self, AROUND},
    route::{Found, select},
};
use crate::model::case::{BAD_MIME_TYPES, BodyReply, Case, Content, Identity, Registration};

/// What became of an item before the second phase.
pub(super) enum Outcome {
    Unread,
    Failed(&'static str),
    Admitted(Value),
}

impl Run<'_> {
    pub(super) fn bodies(&mut self, plan: &Planned<'_>, before: &[Judgement]) -> Result<Vec<Outcome>, Stop> {
        let total = before.iter().filter(|judgement| matches!(judgement, Judgement::Allowed { .. })).count();
        let mut admission = Admission { case: self.case, admitted: Vec::new(), stopped: false };
        let mut done = 0;
        let mut outcomes = Vec::new();
        for ((item, reader), judgement) in plan.items.iter().zip(before) {
            let Judgement::Allowed { .. } = judgement else {
                outcomes.push(Outcome::Unread);
                continue;
            };
            if admission.stopped || admission.admitted.len() == self.case.limits.max_items {
                outcomes.push(Outcome::Failed("budget_exceeded"));
                continue;
            }
            outcomes.push(self.body(item, reader, &mut admission)?);
            done += 1;
            if self.case.progress {
                self.record(format!("progress {done}/{total}"));
            }
        }
        self.admitted = admission.admitted;
        Ok(outcomes)
    }

    fn body(
        &mut self,
        item: &Identity,
        reader: &Registration,
        admission: &mut Admission<'_>,
    ) -> Result<Outcome, Stop> {
        let captures = match select(&self.case.definitions, &item.uri) {
            Found::One { captures, .. } => captures,
            _ => Vec::new(),
        };
        let most = admission.most();
        let entry = format!("body {} {} {captures:?} {most}", reader.name, named(item));
        let act = &self.case.readers[&item.uri];
        match self.call(entry, act.manner, millis(self.case.limits.item_timeout)) {
            Err(Interrupted::Deadline) => return Err("read_timeout"),
            Err(Interrupted::Timeout) => return Ok(Outcome::Failed("timeout")),
            Err(Interrupted::Panic) => return Ok(Outcome::Failed("read_failed")),
            Ok(()) => {}
        }
        Ok(match &act.answer {
            BodyReply::Unavailable => Outcome::Failed("unavailable"),
            BodyReply::Fails => Outcome::Failed("read_failed"),
            BodyReply::Invalid => Outcome::Failed("invalid_content"),
            BodyReply::TooLarge(size) => {
                // As if the body had been read: one that fits alone ends the admission.
                let alone = admission.alone();
                admission.stopped |= match size {
                    Some(size) => *size <= alone as u64,
                    None => most < alone,
                };
                Outcome::Failed("budget_exceeded")
            }
            BodyReply::Gives { body, mime_type, meta } => {
                let bad = mime_type.is_some_and(|own| BAD_MIME_TYPES.contains(&own));
                let large = result::bytes(&meta.clone().into()) > 64 * 1_024;
                if bad || large || meta.contains_key(&self.case.key) {
                    return Ok(Outcome::Failed("invalid_content"));
                }
                let of_kind = match body {
                    Content::Text(_) => "text/plain",
                    Content::Bytes(_) => "application/octet-stream",
                };
                let mime_type = mime_type.or(reader.mime_type).unwrap_or(of_kind);
                admission.admit(body.bytes().len(), result::item(&item.uri, mime_type, body, meta))
            }
        })
    }
}

/// What is admitted so far: payload and encoded bytes of each item (G20).
struct Admission<'a> {
    case: &'a Case,
    admitted: Vec<(usize, usize)>,
    stopped: bool,
}

impl Admission<'_> {
    fn admit(&mut self, payload: usize, item: Value) -> Outcome {
        let limits = &self.case.limits;
        let encoded = if self.case.twice { 2 * result::bytes(&item) } else { result::bytes(&item) };
        if payload > limits.max_item_payload
            || encoded > limits.max_item_encoded
            || !self.holds(&[(payload, encoded)])
        {
            return Outcome::Failed("budget_exceeded");
        }
        self.admitted.push((payload, encoded));
        if self.holds(&self.admitted) {
            return Outcome::Admitted(item);
        }
        self.admitted.pop();
        self.stopped = true;
        Outcome::Failed("budget_exceeded")
    }

    /// Whether a result has room for items of these sizes, the report's share kept free. Each takes a comma.
    fn holds(&self, items: &[(usize, usize)]) -> bool {
        let limits = &self.case.limits;
        let payload: usize = items.iter().map(|item| item.0).sum();
        let encoded: usize = items.iter().map(|item| item.1 + 1).sum();
        payload + limits.report_payload <= limits.max_payload
            && encoded + limits.report_encoded + AROUND <= limits.max_encoded
    }

    /// The payload that an item may have in an empty bundle, and in what is left.
    fn alone(&self) -> usize {
        let limits = &self.case.limits;
        limits.max_item_payload.min(limits.max_payload - limits.report_payload)
    }

    fn most(&self) -> usize {
        let limits = &self.case.limits;
        let used: usize = self.admitted.iter().map(|item| item.0).sum();
        limits.max_item_payload.min(limits.max_payload - limits.report_payload - used)
    }
}
