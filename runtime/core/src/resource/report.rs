//! The report of a read: what is missing, within its bounds (G15, G17, G22).

use serde::{Serialize, Serializer, ser::SerializeMap};
use wayleave_model::{Limits, ReportKey, Uri};

use super::{Sizer, bundle::warning, size};

/// Why a visible item is not in a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IssueCode {
    /// The caller may not read it, or storage does not give it out.
    Unavailable,
    /// Its reader failed.
    ReadFailed,
    /// Its reader took longer than `itemTimeout`.
    Timeout,
    /// What its reader returned is malformed.
    InvalidContent,
    /// It does not fit, or was not tried because nothing more would.
    BudgetExceeded,
}

impl IssueCode {
    /// The code's text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unavailable => "unavailable",
            Self::ReadFailed => "read_failed",
            Self::Timeout => "timeout",
            Self::InvalidContent => "invalid_content",
            Self::BudgetExceeded => "budget_exceeded",
        }
    }

    /// The fixed message.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Unavailable => "The item is not available.",
            Self::ReadFailed => "The item could not be read.",
            Self::Timeout => "The item took too long to read.",
            Self::InvalidContent => "The item's content is not valid.",
            Self::BudgetExceeded => "The item does not fit into this result.",
        }
    }

    /// Whether reading again may help. Nothing is retried by itself.
    #[must_use]
    pub const fn is_retryable(self) -> bool {
        matches!(self, Self::ReadFailed)
    }
}

/// One visible item that is missing, as far as a caller may know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    code: IssueCode,
    uri: Option<Uri>,
}

impl Issue {
    /// The longest URI that an issue gives; a longer one is left out, neither cut nor hashed.
    pub const MAX_URI_BYTES: usize = 256;

    pub(super) fn new(code: IssueCode, uri: Option<&Uri>) -> Self {
        Self { code, uri: uri.filter(|uri| uri.as_str().len() <= Self::MAX_URI_BYTES).cloned() }
    }

    /// Why the item is missing.
    #[must_use]
    pub fn code(&self) -> IssueCode {
        self.code
    }

    /// The item's URI, where the policy discloses it.
    #[must_use]
    pub fn uri(&self) -> Option<&Uri> {
        self.uri.as_ref()
    }
}

impl Serialize for Issue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut issue = serializer.serialize_map(None)?;
        issue.serialize_entry("code", self.code.as_str())?;
        issue.serialize_entry("message", self.code.message())?;
        issue.serialize_entry("retryable", &self.code.is_retryable())?;
        if let Some(uri) = &self.uri {
            issue.serialize_entry("uri", uri)?;
        }
        issue.end()
    }
}

/// The report of a read, version 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    version: u8,
    partial: bool,
    issues: Vec<Issue>,
    issues_omitted: usize,
}

impl Report {
    /// The report of a complete read, or nothing where its metadata's reserve does not hold it.
    pub(super) fn complete(limits: &Limits, key: &ReportKey) -> Option<Self> {
        let report = Self { version: 1, partial: false, issues: Vec::new(), issues_omitted: 0 };
        report.fits_metadata(limits, key).then_some(report)
    }

    /// The report of a partial read: as many of `issues` as its reserves hold, first without the URIs from
    /// the end, then without the issues from the end (G22).
    ///
    /// Nothing where even the smallest does not fit.
    pub(super) fn partial(
        issues: Vec<Issue>,
        limits: &Limits,
        key: &ReportKey,
        sizer: &dyn Sizer,
    ) -> Option<Self> {
        let total = issues.len();
        let listed = total.min(limits.max_issues);
        let uris: Vec<usize> =
            (0..listed).filter(|&index| issues.get(index).is_some_and(|i| i.uri.is_some())).collect();
        let cut = |steps: usize| {
            let kept_uris = uris.get(uris.len().saturating_sub(steps)..).unwrap_or_default();
            let first_without = kept_uris.first().copied().unwrap_or(listed);
            let kept = listed - steps.saturating_sub(uris.len());
            let without_uri = |(index, issue): (usize, &Issue)| Issue {
                code: issue.code,
                uri: issue.uri.clone().filter(|_| index < first_without),
            };
            Self {
                version: 1,
                partial: true,
                issues: issues.iter().enumerate().take(kept).map(without_uri).collect(),
                issues_omitted: total - kept,
            }
        };
        // A step more never makes the report longer but for a digit of the count, so the fewest steps are
        // searched for by halves and then from there on.
        let steps = uris.len() + listed;
        let mut low = 0;
        let mut high = steps;
        while low < high {
            let middle = low + (high - low) / 2;
            if cut(middle).fits(limits, key, sizer) { high = middle } else { low = middle + 1 }
        }
        (low..=steps).map(cut).find(|report| report.fits(limits, key, sizer))
    }

    /// The report with the bytes of the metadata that holds it.
    pub(super) fn measured(self, key: &ReportKey) -> (Self, usize) {
        let bytes = size::report_meta(&self, key);
        (self, bytes)
    }

    /// Whether something visible is missing.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.partial
    }

    /// The issues that are listed, in plan order.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    /// How many more visible items are missing than are listed.
    #[must_use]
    pub fn issues_omitted(&self) -> usize {
        self.issues_omitted
    }

    /// The text of a partial bundle's warning.
    pub(super) fn warning_text(&self) -> String {
        format!("Incomplete bundle.\n{}", serde_json::to_string(self).unwrap_or_default())
    }

    fn fits(&self, limits: &Limits, key: &ReportKey, sizer: &dyn Sizer) -> bool {
        let text = self.warning_text();
        let payload = text.len();
        let metadata = size::report_meta(self, key);
        let encoded = metadata.saturating_add(sizer.item(&warning([0; 16], text, key)));
        payload <= limits.report_payload
            && encoded <= limits.report_encoded
            && self.fits_metadata(limits, key)
    }

    fn fits_metadata(&self, limits: &Limits, key: &ReportKey) -> bool {
        size::report_meta(self, key) <= limits.report_metadata.min(Limits::METADATA_BYTES)
    }
}
