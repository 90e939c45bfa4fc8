//! Which entries serve the items of a bundle (U5).

use wayleave_manifest::{BundleItem, Entry};
use wayleave_model::{Address, RouteTable, UriTemplate, witness};

/// A value for a variable that no author writes as a literal segment.
const ANY: &str = "~any~value~of~a~capture~";

/// The entries as routes.
pub(super) struct Routes<'m> {
    table: RouteTable,
    entries: &'m [Entry],
}

impl<'m> Routes<'m> {
    pub(super) fn of(entries: &'m [Entry]) -> Self {
        Self {
            table: RouteTable::new(entries.iter().map(|entry| entry.definition.address().clone())),
            entries,
        }
    }

    /// One entry for a URI; for a template the families that serve every value, or else those that serve some value.
    pub(super) fn serving(&self, item: &BundleItem) -> Serving {
        match item {
            BundleItem::Uri(uri) => {
                Serving::of(self.table.select(uri.as_ref()).into_iter().map(|one| one.route().index()))
            }
            BundleItem::Template { template, .. } => {
                let values = vec![ANY; template.variables().len()];
                let uri = template.expand_within(&values, usize::MAX).ok();
                let families = uri.map(|uri| self.table.matches(uri.as_ref())).unwrap_or_default();
                match families.is_empty() {
                    true => Serving::of(self.meeting(template)),
                    false => Serving::of(families.into_iter().map(|id| id.index())),
                }
            }
        }
    }

    fn meeting(&self, template: &UriTemplate) -> impl Iterator<Item = usize> {
        let meets = |entry: &Entry| match entry.definition.address() {
            Address::Uri(uri) => template.captures(uri.as_ref()).is_some_and(|captures| captures.is_ok()),
            Address::Template(other) => witness(template, other).is_some(),
        };
        let entries = self.entries.iter().enumerate();
        entries.filter(move |(_, entry)| meets(entry)).map(|(index, _)| index)
    }
}

/// The entries that serve an item, by their indices.
pub(super) struct Serving {
    pub(super) entries: Vec<usize>,
    /// Whether there are more.
    pub(super) others: bool,
}

impl Serving {
    /// Many items that many entries serve would make the pages grow with the product of both.
    const MOST: usize = 16;

    fn of(mut entries: impl Iterator<Item = usize>) -> Self {
        Self { entries: entries.by_ref().take(Self::MOST).collect(), others: entries.next().is_some() }
    }
}
