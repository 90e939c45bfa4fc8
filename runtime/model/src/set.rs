//! Checks on a set of definitions, the same for a compiler and for a gateway (G2, U7).

use std::{
    collections::{HashMap, HashSet},
    fmt,
    hash::Hash,
};

use crate::{
    Definition, Limits, ReportKey, RouteId, RouteTable, Selected, Unselected, Uri, UriRef, overlaps,
};

/// For each template, how many overlaps with earlier ones are named.
const OVERLAPS_A_TEMPLATE: usize = 8;

/// What a set of definitions is checked against.
#[derive(Clone, Copy, Debug)]
pub struct SetOptions<'a> {
    /// The limits, as [`Limits::checked`] gives them.
    pub limits: &'a Limits,
    /// The metadata key that no definition may use (G15).
    pub report_key: &'a ReportKey,
    /// Whether templates may overlap although none of the two says so (U7).
    pub allow_overlaps: bool,
}

/// An immutable set of definitions that passed the checks, with its route table.
#[derive(Clone, Debug)]
pub struct DefinitionSet {
    definitions: Box<[Definition]>,
    table: RouteTable,
}

impl DefinitionSet {
    /// Checks `definitions` together.
    ///
    /// # Errors
    /// Every fault, in the order of the definitions (G2).
    pub fn new(definitions: Vec<Definition>, options: SetOptions<'_>) -> Result<Self, SetErrors> {
        let errors = check(&definitions, options);
        if !errors.is_empty() {
            return Err(SetErrors(errors));
        }
        let table = RouteTable::new(definitions.iter().map(|definition| definition.address().clone()));
        Ok(Self { definitions: definitions.into(), table })
    }

    /// The definitions, in the order they were given.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The definition that a look-up selected.
    #[must_use]
    pub fn definition(&self, route: RouteId) -> Option<&Definition> {
        self.definitions.get(route.index())
    }

    /// Each definition with its route.
    pub fn routes(&self) -> impl Iterator<Item = (&Definition, RouteId)> {
        self.definitions.iter().enumerate().map(|(index, definition)| (definition, RouteId::new(index)))
    }

    /// The route table over the definitions' addresses.
    #[must_use]
    pub fn table(&self) -> &RouteTable {
        &self.table
    }

    /// The definition that answers for `uri` (U5, U6); see [`RouteTable::select`].
    ///
    /// # Errors
    /// [`Unselected`] says why none does.
    pub fn select<'a>(&'a self, uri: UriRef<'a>) -> Result<Selected<'a>, Unselected> {
        self.table.select(uri)
    }
}

fn check(definitions: &[Definition], options: SetOptions<'_>) -> Vec<SetError> {
    let limits = options.limits;
    if definitions.len() > limits.max_definitions {
        // Nothing else is looked at: the limit is there to bound that work.
        let kind = SetErrorKind::TooMany { count: definitions.len(), limit: limits.max_definitions };
        let first_over = definitions.get(limits.max_definitions).map(Definition::name).unwrap_or_default();
        return vec![SetError { index: limits.max_definitions, name: first_over.into(), kind }];
    }
    let mut errors = Vec::new();
    let mut report = |index: usize, kind| {
        let name = definitions.get(index).map(Definition::name).unwrap_or_default().into();
        errors.push(SetError { index, name, kind });
    };
    for (index, first) in repeated(definitions.iter().map(Definition::name)) {
        report(index, SetErrorKind::DuplicateName { first });
    }
    for (index, first) in repeated(definitions.iter().map(|definition| definition.address().as_str())) {
        report(index, SetErrorKind::DuplicateAddress { first });
    }
    for (index, definition) in definitions.iter().enumerate() {
        let length = definition.address().as_str().len();
        if length > limits.max_uri_bytes {
            report(index, SetErrorKind::AddressTooLong { length, limit: limits.max_uri_bytes });
        }
        let bytes = definition.encoded_len();
        if bytes > Limits::METADATA_BYTES {
            report(index, SetErrorKind::MetadataTooLarge { bytes });
        }
        if definition.meta().contains_key(options.report_key.as_str()) {
            report(index, SetErrorKind::ReservedMetaKey);
        }
    }
    if !options.allow_overlaps {
        // A pair is at fault if neither opted out; a template that stands twice is named as such already.
        let mut seen = HashSet::new();
        let candidates = definitions.iter().enumerate().filter_map(|(index, definition)| {
            let template = definition.address().as_template()?;
            (!definition.allows_overlaps() && seen.insert(template.as_str())).then_some((index, template))
        });
        for overlap in overlaps(candidates, OVERLAPS_A_TEMPLATE) {
            let template =
                definitions.get(overlap.first).map(|first| first.address().as_str()).unwrap_or_default();
            let with = template.into();
            report(
                overlap.second,
                SetErrorKind::Overlap { first: overlap.first, with, witness: overlap.witness },
            );
        }
    }
    errors.sort_by_key(|error| error.index);
    errors
}

/// Each position whose key stood before, with the position where it first did.
fn repeated<K: Hash + Eq>(keys: impl Iterator<Item = K>) -> Vec<(usize, usize)> {
    let mut first = HashMap::new();
    keys.enumerate()
        .filter_map(|(index, key)| {
            let first = *first.entry(key).or_insert(index);
            (first != index).then_some((index, first))
        })
        .collect()
}

/// The faults of a set, in the order of its definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetErrors(Vec<SetError>);

impl SetErrors {
    /// The faults; at least one.
    #[must_use]
    pub fn errors(&self) -> &[SetError] {
        &self.0
    }
}

impl fmt::Display for SetErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A person mends the first few; the rest are counted.
        const SHOWN: usize = 16;
        for (index, error) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{error}", if index > 0 { "; " } else { "" })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for SetErrors {}

/// A fault of one definition in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetError {
    /// The definition's position.
    pub index: usize,
    /// Its name.
    pub name: Box<str>,
    /// What is wrong.
    pub kind: SetErrorKind,
}

/// The faults that a set of definitions can have (G2).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetErrorKind {
    /// More definitions than `maxDefinitions`.
    TooMany {
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
    /// An earlier definition has the same name.
    DuplicateName {
        /// The position of the earlier one.
        first: usize,
    },
    /// An earlier definition has the same URI or template.
    DuplicateAddress {
        /// The position of the earlier one.
        first: usize,
    },
    /// The URI or template is longer than `maxUriBytes`.
    AddressTooLong {
        /// Its length in bytes.
        length: usize,
        /// The limit.
        limit: usize,
    },
    /// The description's JSON has more than 64 KiB.
    MetadataTooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The definition's metadata uses the key of the report (G15).
    ReservedMetaKey,
    /// An earlier template matches URIs that this one matches too (U7).
    Overlap {
        /// The position of the earlier one.
        first: usize,
        /// The earlier template.
        with: Box<str>,
        /// A URI that both match.
        witness: Uri,
    },
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "definition {:?}: ", self.name)?;
        match &self.kind {
            SetErrorKind::TooMany { count, limit } => {
                write!(f, "there are {count} definitions, and `maxDefinitions` allows {limit}")
            }
            SetErrorKind::DuplicateName { .. } => f.write_str("the name is used twice"),
            SetErrorKind::DuplicateAddress { .. } => f.write_str("the URI or template is used twice"),
            SetErrorKind::AddressTooLong { length, limit } => {
                write!(f, "the URI or template has {length} bytes, and `maxUriBytes` allows {limit}")
            }
            SetErrorKind::MetadataTooLarge { bytes } => {
                write!(f, "the description has {bytes} bytes of JSON, more than {}", Limits::METADATA_BYTES)
            }
            SetErrorKind::ReservedMetaKey => f.write_str("the metadata uses the key of the read report"),
            SetErrorKind::Overlap { with, witness, .. } => write!(
                f,
                "the template overlaps with `{with}`: both match `{witness}`; make a literal segment differ, or let \
                 one of the two overlap"
            ),
        }
    }
}

impl std::error::Error for SetError {}
