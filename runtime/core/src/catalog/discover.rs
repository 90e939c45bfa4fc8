//! Discovery: the walk over a server's pages, to a generation or to nothing (C5, C10, C11).

use std::{
    collections::HashSet,
    error::Error,
    fmt,
    future::poll_fn,
    pin::{Pin, pin},
    task::Poll,
    time::Duration,
};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, SeqAccess, Visitor},
};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use super::{
    BindingName, Builder, Defect, DefectError, Family, Generation, Handshake, Limits, Lister, OverLimit,
    OverLimitError, Page, Quote, Tolerances, WarningKind,
    bounds::CURSOR_BYTES,
    convert::{self, Unconverted},
    json::Text,
    warning::Warnings,
};
use crate::clock::Clock;

/// What discovery is told, beside the lister.
#[derive(Clone, Debug)]
#[must_use]
pub struct Discovery {
    /// The binding.
    pub binding: BindingName,
    /// The number of the generation.
    pub number: u64,
    /// What the handshake settled: which families are asked for at all.
    pub handshake: Handshake,
    /// How much is taken.
    pub limits: Limits,
    /// What is tolerated.
    pub tolerances: Tolerances,
}

impl Discovery {
    /// Discovery with the default limits, no tolerance, and 1 for the generation's number.
    pub fn new(binding: BindingName, handshake: Handshake) -> Self {
        Self { binding, number: 1, handshake, limits: Limits::default(), tolerances: Tolerances::NONE }
    }

    /// Sets the limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets what is tolerated.
    pub fn tolerances(mut self, tolerances: Tolerances) -> Self {
        self.tolerances = tolerances;
        self
    }

    /// Sets the generation's number.
    pub fn number(mut self, number: u64) -> Self {
        self.number = number;
        self
    }
}

/// Fetches every family that the server advertises, and builds a generation of it.
///
/// # Errors
/// Any error leaves no generation at all; see [`DiscoverError`]. Dropping the future drops the call that is under way.
pub async fn discover<L: Lister>(
    lister: &L,
    discovery: &Discovery,
    clock: &dyn Clock,
) -> Result<Generation, DiscoverError> {
    let Discovery { binding, number, handshake, limits, tolerances } = discovery;
    let end = clock.now().saturating_add(limits.timeout);
    let mut walk = Walk {
        limits,
        clock,
        end,
        bytes_left: limits.total_bytes,
        warnings: Warnings::default(),
        revised: handshake.protocol_version().is_2026_07_28_or_later(),
    };
    let mut builder =
        Builder::new(binding.clone(), handshake.clone()).number(*number).tolerances(*tolerances);

    let capabilities = handshake.capabilities();
    if capabilities.has_tools() {
        let revised = walk.revised;
        let tools = &mut builder.tools;
        let convert = |item: &RawValue| convert::tool(item, revised, |tool| tools.push(tool));
        walk.family(lister, Family::Tools, limits.tools, convert).await?;
    }
    if capabilities.has_prompts() {
        let prompts = walk.family(lister, Family::Prompts, limits.prompts, convert::prompt).await?;
        builder = builder.prompts(prompts);
    }
    if capabilities.has_resources() {
        let resources = walk.family(lister, Family::Resources, limits.resources, convert::resource).await?;
        builder = builder.resources(resources);
        let family = Family::ResourceTemplates;
        let templates = walk.family(lister, family, limits.resources, convert::template).await?;
        builder = builder.resource_templates(templates);
    }
    builder.warnings = walk.warnings;
    Ok(builder.build()?)
}

/// A walk over the pages of all families, and what is left of the limits.
struct Walk<'a> {
    limits: &'a Limits,
    clock: &'a dyn Clock,
    end: Duration,
    bytes_left: usize,
    warnings: Warnings,
    /// Whether the peer keeps to the revision of 2026-07-28 or a later one.
    revised: bool,
}

impl Walk<'_> {
    /// Fetches one family.
    async fn family<L: Lister, T>(
        &mut self,
        lister: &L,
        family: Family,
        most: usize,
        mut convert: impl FnMut(&RawValue) -> Result<T, Unconverted>,
    ) -> Result<Vec<T>, DiscoverError> {
        let mut items = Items { family, most, index: 0, entries: Vec::new() };
        let mut seen = HashSet::new();
        let mut cursor: Option<String> = None;
        for page in 0.. {
            if page >= self.limits.pages {
                return Err(OverLimitError::new(family, OverLimit::CatalogPages, self.limits.pages).into());
            }
            let answer = self.in_time(call(lister, family, cursor.as_deref())).await;
            let answer = answer.ok_or(DiscoverError::Timeout { family, page })?;
            let answer =
                answer.map_err(|error| DiscoverError::Lister { family, page, source: error.into() })?;
            self.admit(family, &answer)?;
            let next = items.read(&answer, &mut convert, &mut self.warnings)?;
            match next {
                Some(next) if !next.is_empty() || self.revised => {
                    if next.len() > CURSOR_BYTES {
                        return Err(defect(family, Defect::CursorTooLong { bytes: next.len() }));
                    }
                    // A hash is as good as the cursor, and small.
                    if !seen.insert(<[u8; 32]>::from(Sha256::digest(next.as_bytes()))) {
                        return Err(defect(family, Defect::RepeatedCursor));
                    }
                    cursor = Some(next);
                }
                _ => break,
            }
        }
        Ok(items.entries)
    }

    /// Counts the bytes of a page.
    fn admit(&mut self, family: Family, page: &Page) -> Result<(), DiscoverError> {
        let bytes = page.as_str().len();
        let over = |limit| OverLimitError::new(family, OverLimit::CatalogBytes, limit);
        if bytes > self.limits.page_bytes {
            return Err(over(self.limits.page_bytes).into());
        }
        self.bytes_left = self.bytes_left.checked_sub(bytes).ok_or_else(|| over(self.limits.total_bytes))?;
        Ok(())
    }

    /// The outcome of one call, unless it takes too long.
    async fn in_time<T>(&self, call: impl Future<Output = T>) -> Option<T> {
        let start = self.clock.now();
        let limit = self.limits.page_timeout.min(self.end.saturating_sub(start));
        if limit.is_zero() {
            return None;
        }
        let mut call = pin!(call);
        let mut timer: Option<Pin<Box<dyn Future<Output = ()> + Send>>> = None;
        poll_fn(|context| {
            if let Poll::Ready(answer) = call.as_mut().poll(context) {
                return Poll::Ready(Some(answer));
            }
            // What the first poll took counts, too.
            let timer = timer.get_or_insert_with(|| {
                let passed = self.clock.now().saturating_sub(start);
                self.clock.sleep(limit.saturating_sub(passed))
            });
            timer.as_mut().poll(context).map(|()| None)
        })
        .await
    }
}

async fn call<L: Lister>(lister: &L, family: Family, cursor: Option<&str>) -> Result<Page, L::Error> {
    match family {
        Family::Tools => lister.tools(cursor).await,
        Family::Prompts => lister.prompts(cursor).await,
        Family::Resources => lister.resources(cursor).await,
        Family::ResourceTemplates => lister.resource_templates(cursor).await,
    }
}

/// The entries of one family so far.
struct Items<T> {
    family: Family,
    most: usize,
    /// How many items there were, with those that are left out.
    index: usize,
    entries: Vec<T>,
}

impl<T> Items<T> {
    /// Reads a page, and says what its next cursor is.
    fn read(
        &mut self,
        page: &Page,
        convert: &mut impl FnMut(&RawValue) -> Result<T, Unconverted>,
        warnings: &mut Warnings,
    ) -> Result<Option<String>, DiscoverError> {
        let family = self.family;
        let malformed = || defect(family, Defect::MalformedPage);
        let fields: Fields<'_> = serde_json::from_str(page.as_str()).map_err(|_| malformed())?;
        let array = match family {
            Family::Tools => fields.tools,
            Family::Prompts => fields.prompts,
            Family::Resources => fields.resources,
            Family::ResourceTemplates => fields.resource_templates,
        };
        let array = array.ok_or_else(malformed)?;
        if self.most == 0 {
            return Err(self.too_many());
        }
        let mut failure = None;
        let each = |item: &RawValue| {
            let outcome = self.take(item, convert, warnings);
            outcome.map_err(|error| failure = Some(error)).is_ok()
        };
        let mut array = serde_json::Deserializer::from_str(array.get());
        let read = EachItem(each).deserialize(&mut array);
        if let Some(failure) = failure {
            return Err(failure);
        }
        read.map_err(|_| malformed())?;
        let next = fields.next_cursor.map(|raw| serde_json::from_str::<Text<'_>>(raw.get()));
        Ok(next.transpose().map_err(|_| malformed())?.map(|Text(text)| text.into_owned()))
    }

    fn take(
        &mut self,
        item: &RawValue,
        convert: &mut impl FnMut(&RawValue) -> Result<T, Unconverted>,
        warnings: &mut Warnings,
    ) -> Result<(), DiscoverError> {
        let index = self.index;
        if index >= self.most {
            return Err(self.too_many());
        }
        self.index += 1;
        let name = || convert::label(item).unwrap_or_else(|| Quote::new(""));
        match convert(item) {
            Ok(entry) => self.entries.push(entry),
            Err(Unconverted::Dropped(reason)) => {
                let text = format_args!("item {index}, {}, is left out: {reason}", name());
                warnings.push(WarningKind::ItemDropped, Some(self.family), text);
            }
            Err(Unconverted::Defect(defect)) => {
                return Err(DefectError::new(Some(self.family), defect).with_subject(name()).into());
            }
        }
        Ok(())
    }

    fn too_many(&self) -> DiscoverError {
        OverLimitError::new(self.family, OverLimit::CatalogItems, self.most).into()
    }
}

/// The fields of a list call's result.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'a> {
    #[serde(borrow)]
    tools: Option<&'a RawValue>,
    #[serde(borrow)]
    prompts: Option<&'a RawValue>,
    #[serde(borrow)]
    resources: Option<&'a RawValue>,
    #[serde(borrow)]
    resource_templates: Option<&'a RawValue>,
    #[serde(borrow)]
    next_cursor: Option<&'a RawValue>,
}

/// Goes over an array, giving each item to a function until that says no. No more than one item is held.
struct EachItem<F>(F);

impl<'de, F: FnMut(&'de RawValue) -> bool> DeserializeSeed<'de> for EachItem<F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(&'de RawValue) -> bool> Visitor<'de> for EachItem<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element::<&RawValue>()? {
            if !(self.0)(item) {
                return Err(serde::de::Error::custom("not all items were wanted"));
            }
        }
        Ok(())
    }
}

fn defect(family: Family, defect: Defect) -> DiscoverError {
    DefectError::new(Some(family), defect).into()
}

/// Why there is no generation.
#[non_exhaustive]
pub enum DiscoverError {
    /// The catalog cannot be made into a generation, whatever the limits are.
    Defect(DefectError),
    /// The catalog is larger than the host takes.
    OverLimit(OverLimitError),
    /// The server took too long for a page, or for everything.
    Timeout {
        /// The family that was being fetched.
        family: Family,
        /// The page, from 0.
        page: usize,
    },
    /// The lister failed.
    Lister {
        /// The family that was being fetched.
        family: Family,
        /// The page, from 0.
        page: usize,
        /// The lister's own error, which is rendered nowhere.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl From<DefectError> for DiscoverError {
    fn from(error: DefectError) -> Self {
        Self::Defect(error)
    }
}

impl From<OverLimitError> for DiscoverError {
    fn from(error: OverLimitError) -> Self {
        Self::OverLimit(error)
    }
}

impl fmt::Display for DiscoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Defect(error) => error.fmt(f),
            Self::OverLimit(error) => error.fmt(f),
            Self::Timeout { family, page } => {
                write!(f, "catalog: {family}: the server took too long for page {page}")
            }
            Self::Lister { family, page, .. } => {
                write!(f, "catalog: {family}: the call for page {page} failed")
            }
        }
    }
}

impl fmt::Debug for DiscoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DiscoverError({self})")
    }
}

impl Error for DiscoverError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            // The messages of the first two are this error's own.
            Self::Defect(_) | Self::OverLimit(_) | Self::Timeout { .. } => None,
            Self::Lister { source, .. } => Some(&**source),
        }
    }
}
