//! Tools to build catalogs of.

/// The texts of one tool.
#[derive(Clone)]
pub struct Source {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// Its input schema.
    pub schema: String,
}

impl Source {
    /// The bytes of all texts.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.name.len() + self.title.len() + self.description.len() + self.schema.len()
    }
}

/// So many tools of 540 bytes, in the order of their names or in none.
#[must_use]
pub fn sources(count: usize, shuffled: bool) -> Vec<Source> {
    // A step that shares no factor with a power of ten visits every place.
    let place = |index: usize| if shuffled { index * 7_919 % count } else { index };
    (0..count)
        .map(|index| {
            let number = place(index);
            let (kind, field) = (number % 17, number % 23);
            let schema = format!(
                r#"{{"type":"object","properties":{{"query_{field:02}":{{"type":"string","description":"What to look for, as words or a phrase."}},"limit":{{"type":"integer","minimum":1,"maximum":100,"default":10}},"kind":{{"enum":["page","person","kind{kind:02}"]}},"exact":{{"type":"boolean","description":"Whether all words must be there."}}}},"required":["query_{field:02}"],"additionalProperties":false}}"#
            );
            let description = format!(
                "Searches collection {number:05} for pages and people, newest first, and returns for each its address, \
                 its title and the passage that was found in it."
            );
            Source {
                name: format!("search_collection_{number:05}"),
                title: format!("Search collection {number:05}"),
                description,
                schema,
            }
        })
        .collect()
}
