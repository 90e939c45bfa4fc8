//! Overlap of templates, with a URI that both match (U7).

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::{
    Address, RouteId, Uri, UriTemplate,
    table::{Compare, Trie},
    template::Segment,
};

/// Two templates that some URI matches both.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overlap {
    /// The number of the earlier template.
    pub first: usize,
    /// The number of the later one.
    pub second: usize,
    /// A URI that both match in structure.
    pub witness: Uri,
}

/// A URI that both templates match in structure (U4), or nothing where there is none.
#[must_use]
pub fn witness(first: &UriTemplate, second: &UriTemplate) -> Option<Uri> {
    if first.prefix() != second.prefix()
        || first.suffix() != second.suffix()
        || first.segments().len() != second.segments().len()
    {
        return None;
    }
    let mut text = String::from(first.prefix());
    for (index, pair) in first.segments().zip(second.segments()).enumerate() {
        if index > 0 {
            text.push('/');
        }
        match pair {
            (Segment::Literal(one), Segment::Literal(other)) if one != other => return None,
            (Segment::Variable(_), Segment::Literal(literal))
            | (Segment::Literal(literal), Segment::Variable(_))
                if literal.is_empty() =>
            {
                return None;
            }
            (Segment::Literal(literal), _) | (_, Segment::Literal(literal)) => text.push_str(literal),
            // A name holds only unreserved characters, so it is a value as it stands.
            (Segment::Variable(variable), Segment::Variable(_)) => text.push_str(first.variable(*variable)),
        }
    }
    text.push_str(first.suffix());
    Uri::parse(&text).ok()
}

/// The overlaps among `templates`, each known by a number: for each template at most `most` with earlier ones.
#[must_use]
pub fn overlaps<'a>(
    templates: impl IntoIterator<Item = (usize, &'a UriTemplate)>,
    most: usize,
) -> Vec<Overlap> {
    // Only templates with the same ends and as many segments can meet, so the others are not even walked.
    type Group<'a> = (Trie, Vec<(usize, &'a UriTemplate)>);
    let mut groups: FxHashMap<(&str, &str, usize), Group<'a>> = FxHashMap::default();
    let mut found = Vec::new();
    for (second, template) in templates {
        let ends = (template.prefix(), template.suffix(), template.segments().len());
        let (trie, known) = groups.entry(ends).or_default();
        let mut here = Vec::new();
        let _ = trie.visit_overlaps(template, |id| {
            let Some(&(first, other)) = known.get(id.index()) else {
                return ControlFlow::Continue(());
            };
            here.extend(witness(other, template).map(|witness| Overlap { first, second, witness }));
            if here.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        here.sort_unstable_by_key(|overlap| overlap.first);
        found.append(&mut here);
        trie.insert(&Address::Template(template.clone()), RouteId::new(known.len()), Compare::Raw);
        known.push((second, template));
    }
    found
}
