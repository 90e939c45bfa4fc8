//! Limits: their keys, defaults and bounds, in one table (G19).

use std::{fmt, time::Duration};

/// One entry of the table of limits.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LimitKey {
    /// The name in a manifest, in camelCase.
    pub key: &'static str,
    /// What the number counts.
    pub kind: LimitKind,
    /// The default; for a time in milliseconds.
    pub default: u64,
    /// What is bounded, in a sentence.
    pub description: &'static str,
    set: fn(&mut Limits, u64),
}

impl LimitKey {
    /// Sets this limit in `limits`; a time in milliseconds. Zero means the default.
    pub fn set(&self, limits: &mut Limits, value: u64) {
        (self.set)(limits, value);
    }
}

/// What a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitKind {
    /// A number of things.
    Count,
    /// A number of bytes.
    Bytes,
    /// A span of time.
    Time,
}

macro_rules! limits {
    ($($field:ident: $type:ty, $kind:ident, $key:literal, $default:expr, $description:literal;)*) => {
        /// What one gateway and one read may use. Zero means the default; raising one limit raises no other.
        ///
        /// ```
        /// use wayleave_model::Limits;
        /// let limits = Limits { max_items: 64, ..Limits::default() };
        /// assert_eq!(limits.checked()?.max_uri_bytes, 2_048);
        /// # Ok::<(), wayleave_model::LimitsError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Limits {
            $(#[doc = $description] #[doc = concat!("\n\nManifest key `", $key, "`.")] pub $field: $type,)*
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($field: <$type as Value>::from_number($default),)* }
            }
        }

        impl Limits {
            /// Every limit, in the order of the struct.
            pub const KEYS: &[LimitKey] = &[$(LimitKey {
                key: $key,
                kind: LimitKind::$kind,
                default: $default,
                description: $description,
                set: |limits, value| limits.$field = Value::from_number(value),
            },)*];

            /// The value of each limit, in the order of [`KEYS`](Self::KEYS); times in milliseconds.
            pub fn values(&self) -> impl Iterator<Item = (&'static LimitKey, u64)> {
                Self::KEYS.iter().zip([$(self.$field.to_number(),)*])
            }
        }
    };
}

const KIB: u64 = 1024;
const MIB: u64 = 1024 * KIB;

limits! {
    max_definitions: usize, Count, "maxDefinitions", 10_000, "How many definitions a gateway holds.";
    max_uri_bytes: usize, Bytes, "maxUriBytes", 2_048, "The length of a URI or template, at least 51 bytes.";
    max_item_payload: usize, Bytes, "maxItemPayload", 8 * MIB, "The payload of one item.";
    max_item_encoded: usize, Bytes, "maxItemEncoded", 12 * MIB, "One item as the JSON that goes out.";
    max_payload: usize, Bytes, "maxPayload", 16 * MIB, "The payload of one read.";
    max_encoded: usize, Bytes, "maxEncoded", 24 * MIB, "One read as the JSON that goes out.";
    max_plan_items: usize, Count, "maxPlanItems", 1_024, "How many items a plan names; more make it invalid.";
    max_items: usize, Count, "maxItems", 256, "How many items a bundle admits.";
    max_issues: usize, Count, "maxIssues", 64, "How many issues a report lists.";
    report_payload: usize, Bytes, "reportPayload", 16 * KIB,
        "The payload kept free for the report, at least 256 bytes.";
    report_encoded: usize, Bytes, "reportEncoded", 32 * KIB,
        "The encoded size kept free for the report, at least 1 KiB.";
    report_metadata: usize, Bytes, "reportMetadata", 32 * KIB, "The report in the result's metadata.";
    page_size: usize, Count, "pageSize", 100, "How many descriptions a page of a listing holds.";
    max_page_size: usize, Count, "maxPageSize", 1_000, "The largest page that may be asked for.";
    max_page_bytes: usize, Bytes, "maxPageBytes", MIB, "One page as the JSON that goes out.";
    read_timeout: Duration, Time, "readTimeout", 30_000, "How long a whole read may take.";
    item_timeout: Duration, Time, "itemTimeout", 10_000, "How long one item's reader may take.";
    resolve_timeout: Duration, Time, "resolveTimeout", 5_000, "How long a resolver may take.";
    policy_timeout: Duration, Time, "policyTimeout", 5_000, "How long one answer of the policy may take.";
}

impl Limits {
    /// The bytes of metadata in a definition, at each place of a result, and of a target's authorization data.
    pub const METADATA_BYTES: usize = 64 * 1024;
    /// The bytes of a listing's cursor.
    pub const CURSOR_BYTES: usize = 4 * 1024;
    /// The bytes kept free for the framing around a result.
    pub const WIRE_RESERVE: usize = 8 * 1024;
    /// The bytes kept free for what the configuration adds to a result.
    pub const CONFIGURATION_RESERVE: usize = 256;
    /// The bytes of a page's envelope.
    pub const PAGE_ENVELOPE: usize = 256;
    /// The bytes of a warning's URI: `mcp-warning://read/` and 32 digits (G16).
    pub const WARNING_URI_BYTES: usize = 51;

    /// The limits with each zero replaced by its default, if none contradicts another.
    ///
    /// # Errors
    /// The first contradiction, naming both limits.
    pub fn checked(&self) -> Result<Self, LimitsError> {
        let limits = self.with_defaults();
        match limits.contradictions().first() {
            Some(contradiction) => Err(*contradiction),
            None => Ok(limits),
        }
    }

    /// The limits with each zero replaced by its default.
    #[must_use]
    pub fn with_defaults(&self) -> Self {
        let mut limits = self.clone();
        for (key, value) in self.values() {
            if value == 0 {
                key.set(&mut limits, key.default);
            }
        }
        limits
    }

    /// Every contradiction among limits without zeros.
    #[must_use]
    pub fn contradictions(&self) -> Vec<LimitsError> {
        let reserves = Self::WIRE_RESERVE + Self::CONFIGURATION_RESERVE;
        [
            LimitsError::below(
                "maxUriBytes",
                self.max_uri_bytes,
                "the URI of a warning",
                Self::WARNING_URI_BYTES,
            ),
            LimitsError::below("reportPayload", self.report_payload, "the smallest report", 256),
            LimitsError::below("reportEncoded", self.report_encoded, "the smallest report", 1_024),
            LimitsError::below("maxPayload", self.max_payload, "reportPayload", self.report_payload),
            LimitsError::below(
                "maxEncoded",
                self.max_encoded,
                "reportEncoded + 8448",
                self.report_encoded.saturating_add(reserves),
            ),
            LimitsError::below("maxPageSize", self.max_page_size, "pageSize", self.page_size),
            LimitsError::below(
                "maxPageBytes",
                self.max_page_bytes,
                "the envelope of a page",
                Self::PAGE_ENVELOPE,
            ),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// A limit that is too low for another one (G19).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LimitsError {
    /// The manifest key of the limit that is too low.
    pub key: &'static str,
    /// Its value.
    pub value: u64,
    /// What it must hold: another limit's key, or a fixed thing.
    pub other: &'static str,
    /// The lowest value that does.
    pub minimum: u64,
}

impl LimitsError {
    fn below(key: &'static str, value: usize, other: &'static str, minimum: usize) -> Option<Self> {
        let error = Self { key, value: value.to_number(), other, minimum: minimum.to_number() };
        (value < minimum).then_some(error)
    }
}

impl fmt::Display for LimitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, value, other, minimum } = self;
        write!(f, "limit `{key}` is {value}, below `{other}`: give it at least {minimum}")
    }
}

impl std::error::Error for LimitsError {}

/// How a limit is kept.
trait Value {
    fn from_number(number: u64) -> Self;
    fn to_number(&self) -> u64;
}

impl Value for usize {
    fn from_number(number: u64) -> Self {
        Self::try_from(number).unwrap_or(Self::MAX)
    }

    fn to_number(&self) -> u64 {
        u64::try_from(*self).unwrap_or(u64::MAX)
    }
}

impl Value for Duration {
    fn from_number(number: u64) -> Self {
        Self::from_millis(number)
    }

    fn to_number(&self) -> u64 {
        // A time below a millisecond is one and not "the default".
        let millis = u64::try_from(self.as_millis()).unwrap_or(u64::MAX);
        if self.is_zero() { 0 } else { millis.max(1) }
    }
}
