//! Reading the bodies, one after another in plan order, and admitting what fits (G7, G13, G20).

use std::error::Error;

use wayleave_model::{Definition, Limits, is_mime_type};

use super::{
    IssueCode, Item, Payload, Progress, ReadError, ReadFailure, ReadFailureKind as Kind, ReadRequest,
    Reading, Target, authorize::Authorized, guard::Interrupted, payload::ReadErrorKind, select::Selection,
    size,
};

/// Why an item failed, for the host alone.
pub(super) type Cause = Box<dyn Error + Send + Sync>;

/// What became of one item of the plan before the second phase.
pub(super) enum Outcome {
    /// It was not to be read.
    NotAllowed,
    /// It is in the bundle, unless the second phase takes it out.
    Admitted(Item),
    /// It is not. The cause stays with the host.
    Failed(IssueCode, Option<Cause>),
}

/// Reads and admits the items that the first phase allowed.
pub(super) async fn admit<C: Send + Sync + 'static>(
    reading: &Reading<'_, C>,
    selection: &Selection<'_>,
    authorized: &Authorized<'_, C>,
) -> Result<Vec<Outcome>, ReadFailure> {
    let gateway = reading.gateway;
    let mut budget = Budget::new(&gateway.limits);
    let mut outcomes = Vec::with_capacity(authorized.plan().items().len());
    let total = authorized.items().filter(|(_, target)| target.is_some()).count();
    let mut done = 0;
    for (item, target) in authorized.items() {
        let Some(target) = target else {
            outcomes.push(Outcome::NotAllowed);
            continue;
        };
        let binding = gateway.binding(item.route()).filter(|_| budget.is_open());
        let Some((definition, binding)) = binding else {
            outcomes.push(Outcome::Failed(IssueCode::BudgetExceeded, None));
            continue;
        };
        let captures = item.captures(reading, selection);
        let request = ReadRequest { definition, target, captures, max_bytes: budget.max_bytes() };
        let answer =
            reading.deadline.run(gateway.limits.item_timeout, || binding.read(reading.caller, request)).await;
        outcomes.push(match answer {
            Ok(Ok(payload)) => match bind(payload, item.target(), definition, gateway.report_key.as_str()) {
                Some(item) => match budget.admit(item.body().as_bytes().len(), || reading.size(&item))? {
                    true => Outcome::Admitted(item),
                    false => Outcome::Failed(IssueCode::BudgetExceeded, None),
                },
                None => Outcome::Failed(IssueCode::InvalidContent, None),
            },
            Ok(Err(error)) => Outcome::Failed(budget.refuse(&error), Some(error.into())),
            Err(Interrupted::Timeout) => Outcome::Failed(IssueCode::Timeout, None),
            Err(Interrupted::Deadline) => return Err(reading.fail(Kind::ReadTimeout)),
            Err(Interrupted::Panic(panic)) => Outcome::Failed(IssueCode::ReadFailed, Some(panic.into())),
        });
        done += 1;
        reading.advance(Progress { done, total })?;
    }
    Ok(outcomes)
}

/// Binds a payload to its target, or says that it is malformed.
fn bind(payload: Payload, target: &Target, definition: &Definition, report_key: &str) -> Option<Item> {
    let Payload { body, mime_type, kind_type, meta } = payload;
    // A definition's was checked when it was built.
    let named = mime_type.as_deref().is_none_or(is_mime_type);
    let mime_type = match (mime_type, definition.mime_type()) {
        (Some(own), _) => own,
        (None, Some(definition)) => definition.to_owned().into(),
        (None, None) => kind_type.into(),
    };
    let sound = named
        && !meta.contains_key(report_key)
        && (meta.is_empty() || size::json(&meta) <= Limits::METADATA_BYTES);
    sound.then(|| Item::new(target.uri().clone(), mime_type, body, meta))
}

/// The space that is left, with the report's share kept free throughout.
struct Budget<'a> {
    limits: &'a Limits,
    items: usize,
    payload: usize,
    encoded: usize,
    /// The space of an empty bundle.
    empty: (usize, usize),
    stopped: bool,
}

impl<'a> Budget<'a> {
    fn new(limits: &'a Limits) -> Self {
        let payload = limits.max_payload.saturating_sub(limits.report_payload);
        let fixed = Limits::WIRE_RESERVE + Limits::CONFIGURATION_RESERVE;
        let reserves = limits.report_encoded.saturating_add(fixed);
        let encoded = limits.max_encoded.saturating_sub(reserves);
        Self { limits, items: limits.max_items, payload, encoded, empty: (payload, encoded), stopped: false }
    }

    /// Whether another body may be read.
    fn is_open(&self) -> bool {
        !self.stopped && self.items > 0
    }

    /// The bytes of payload that the next item may have.
    fn max_bytes(&self) -> usize {
        self.limits.max_item_payload.min(self.payload)
    }

    /// Takes an item of these sizes, or refuses it; one that would fit alone ends the admission.
    fn admit<E>(&mut self, payload: usize, encoded: impl FnOnce() -> Result<usize, E>) -> Result<bool, E> {
        let (empty_payload, empty_encoded) = self.empty;
        if payload > self.limits.max_item_payload.min(empty_payload) {
            return Ok(false);
        }
        // An item's share of the result is its JSON and a comma.
        let encoded = encoded()?.saturating_add(1);
        if encoded > self.limits.max_item_encoded.saturating_add(1).min(empty_encoded) {
            return Ok(false);
        }
        Ok(match (self.payload.checked_sub(payload), self.encoded.checked_sub(encoded)) {
            (Some(payload), Some(encoded)) => {
                (self.payload, self.encoded) = (payload, encoded);
                self.items -= 1;
                true
            }
            _ => {
                self.stopped = true;
                false
            }
        })
    }

    /// The code for a reader's error. One that refused for the size counts as if the body had been read.
    fn refuse(&mut self, error: &ReadError) -> IssueCode {
        match error.kind {
            ReadErrorKind::Unavailable => IssueCode::Unavailable,
            ReadErrorKind::Failed(_) => IssueCode::ReadFailed,
            ReadErrorKind::InvalidContent(_) => IssueCode::InvalidContent,
            ReadErrorKind::TooLarge(bytes) => {
                let alone = self.limits.max_item_payload.min(self.empty.0);
                let fits_alone = match bytes {
                    Some(bytes) => usize::try_from(bytes).is_ok_and(|bytes| bytes <= alone),
                    None => self.max_bytes() < alone,
                };
                self.stopped |= fits_alone;
                IssueCode::BudgetExceeded
            }
        }
    }
}
