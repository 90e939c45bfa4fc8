//! Limits: those that are written over the defaults, and what contradicts among them (G19).

use wayleave_model::Limits;

use super::Checker;
use crate::code::Code;
use crate::defect::Found;
use crate::raw::Placed;
use crate::source::Span;

impl Checker<'_> {
    /// The limits with their defaults filled in.
    pub(super) fn limits(&mut self, raw: &[(&str, Placed<u64>)]) -> Limits {
        let mut limits = Limits::default();
        for (name, value) in raw {
            if let Some(key) = Limits::KEYS.iter().find(|key| key.key == *name) {
                key.set(&mut limits, value.value);
            }
        }
        let limits = limits.with_defaults();
        for contradiction in limits.contradictions() {
            // The lower one may be a default; then the place is that of the other, which was raised.
            let place = |wanted: &dyn Fn(&str) -> bool| {
                raw.iter().find(|(name, _)| wanted(name)).map(|(_, value)| value.span)
            };
            let span = place(&|name| name == contradiction.key)
                .or_else(|| place(&|name| contradiction.other.starts_with(name)))
                .unwrap_or(Span::at(0));
            self.add(Found::new(Code::LimitConflict, span, contradiction.to_string()));
        }
        limits
    }
}
