//! All templates of a block against each other, while compiling (U7).
//!
//! A compiler evaluates some million steps a second, so comparing every pair of a large block would take minutes. Two
//! templates overlap where their literal segments are equal at every position at which both are literal. So they are
//! sorted by where their variables stand, of which a block has few kinds; and for two kinds, those with equal segments are
//! found through a hash table over the positions at which both are literal.

#![expect(
    clippy::indexing_slicing,
    reason = "only the compiler runs this, and tells of an index out of bounds"
)]

use super::shape::{FNV_PRIME, Shape, overlap};

/// No index.
const NONE: usize = usize::MAX;

/// For each template the first one before it that overlaps with it, unless one of the two allows it; and a number out of
/// range where there is none. `SLOTS` is a power of two above `N`.
#[must_use]
pub const fn first_overlaps<const N: usize, const SLOTS: usize>(shapes: &[&Shape; N]) -> [usize; N] {
    let mut found = [NONE; N];
    let (kinds, next, count) = sort(shapes);
    let mut table = Table { slots: [(0, 0, NONE); SLOTS], same: [NONE; N], round: 0 };
    let mut one = 0;
    while one < count {
        let mut other = one;
        while other < count {
            let (first, second) = (shapes[kinds[one]], shapes[kinds[other]]);
            // A variable takes no empty segment (U4).
            if first.key == second.key
                && first.variables & second.empties == 0
                && first.empties & second.variables == 0
            {
                table.round += 1;
                let literal = !(first.variables | second.variables);
                let mut index = kinds[one];
                while index != NONE {
                    let (slot, hash) = table.seek(shapes[index], literal);
                    if one == other {
                        table.report(shapes, slot, index, &mut found);
                    }
                    table.insert(slot, hash, index);
                    index = next[index];
                }
                index = if one == other { NONE } else { kinds[other] };
                while index != NONE {
                    let (slot, _) = table.seek(shapes[index], literal);
                    table.report(shapes, slot, index, &mut found);
                    index = next[index];
                }
            }
            other += 1;
        }
        one += 1;
    }
    compare_long(shapes, &mut found);
    found
}

/// Templates by the digest of some of their segments.
struct Table<const N: usize, const SLOTS: usize> {
    /// The round in which the slot was filled, so that no round has to clear the table; the digest; and the last template
    /// of that digest.
    slots: [(usize, u64, usize); SLOTS],
    /// For each template the one before it of the same digest.
    same: [usize; N],
    round: usize,
}

impl<const N: usize, const SLOTS: usize> Table<N, SLOTS> {
    /// The slot for a template's segments at the positions in `literal`, and their digest.
    const fn seek(&self, shape: &Shape, literal: u16) -> (usize, u64) {
        let (mut hash, mut part) = (shape.key, 0);
        while part < Shape::QUICK && part < shape.len() {
            if literal >> part & 1 == 1 {
                hash = (hash ^ shape.digests[part]).wrapping_mul(FNV_PRIME);
            }
            part += 1;
        }
        // The upper half: the lower bits of such a product depend on lower bits alone.
        let mut slot = (hash >> 32) as usize % SLOTS;
        while self.slots[slot].0 == self.round && self.slots[slot].1 != hash {
            slot = (slot + 1) % SLOTS;
        }
        (slot, hash)
    }

    const fn insert(&mut self, slot: usize, hash: u64, index: usize) {
        self.same[index] = if self.slots[slot].0 == self.round { self.slots[slot].2 } else { NONE };
        self.slots[slot] = (self.round, hash, index);
    }

    /// Notes every template in the slot that overlaps with the one at `index`.
    const fn report(&self, shapes: &[&Shape; N], slot: usize, index: usize, found: &mut [usize; N]) {
        let mut other = if self.slots[slot].0 == self.round { self.slots[slot].2 } else { NONE };
        while other != NONE {
            // Digests may be equal by chance.
            if overlap(shapes[other], shapes[index]) {
                note(found, index, other);
            }
            other = self.same[other];
        }
    }
}

/// The first template of each kind, the next one of the same kind after each, and how many kinds there are. Templates
/// that may overlap, and those that are too long, are of no kind.
const fn sort<const N: usize>(shapes: &[&Shape; N]) -> ([usize; N], [usize; N], usize) {
    let (mut kinds, mut last, mut next, mut count, mut index) = ([NONE; N], [NONE; N], [NONE; N], 0, 0);
    while index < N {
        let shape = shapes[index];
        if !shape.overlaps && shape.is_quick() {
            let mut kind = 0;
            while kind < count {
                let first = shapes[kinds[kind]];
                if first.key == shape.key
                    && first.variables == shape.variables
                    && first.empties == shape.empties
                {
                    break;
                }
                kind += 1;
            }
            if kind == count {
                kinds[kind] = index;
                count += 1;
            } else {
                next[last[kind]] = index;
            }
            last[kind] = index;
        }
        index += 1;
    }
    (kinds, next, count)
}

/// Templates with more segments than have digests, with all others.
const fn compare_long<const N: usize>(shapes: &[&Shape; N], found: &mut [usize; N]) {
    let mut index = 0;
    while index < N {
        if !shapes[index].overlaps && !shapes[index].is_quick() {
            let mut other = 0;
            while other < N {
                if other != index && !shapes[other].overlaps && overlap(shapes[other], shapes[index]) {
                    note(found, index, other);
                }
                other += 1;
            }
        }
        index += 1;
    }
}

/// Notes that two overlap, with the later one, unless it overlaps with one before.
const fn note<const N: usize>(found: &mut [usize; N], one: usize, other: usize) {
    let (earlier, later) = if one < other { (one, other) } else { (other, one) };
    if found[later] == NONE || found[later] > earlier {
        found[later] = earlier;
    }
}

#[cfg(test)]
mod tests {
    use wayleave_model::{UriTemplate, witness};

    use super::*;
    use crate::route::Part;

    /// The shape of a template with a scheme and an authority and no query.
    fn shape(template: &str) -> &'static Shape {
        let text: &'static str = Box::leak(template.to_owned().into());
        let authority = text.find("//").unwrap() + 2;
        let path = text[authority..].find('/').map_or(text.len(), |end| authority + end);
        let part = |segment: &'static str| match segment.strip_prefix('{') {
            Some(name) => Part::Variable(name.trim_end_matches('}')),
            None => Part::Literal(segment),
        };
        let parts: Vec<Part> = text[path..].split('/').map(part).collect();
        Box::leak(Box::new(Shape::new(&text[..path], Vec::leak(parts), "")))
    }

    /// Every template of up to three segments over two literals, the empty segment and a variable, and a few long ones.
    fn templates() -> Vec<String> {
        let segments = ["a", "b", "", "{}"];
        let mut templates = vec!["x://h".to_owned(), "x://i/a".to_owned(), "y://h/a".to_owned()];
        for one in segments {
            templates.push(format!("x://h/{one}"));
            for two in segments {
                templates.push(format!("x://h/{one}/{two}"));
                templates.extend(segments.map(|three| format!("x://h/{one}/{two}/{three}")));
            }
        }
        let long = "/z".repeat(15);
        for end in ["/a", "/{}", "/a/b", "/{}/b", "/a/{}"] {
            templates.push(format!("x://h{long}{end}"));
        }
        let named = |(index, template): (usize, String)| {
            let mut variable = 0;
            let pieces: Vec<&str> = template.split("{}").collect();
            let mut text = pieces[0].to_owned();
            for piece in &pieces[1..] {
                variable += 1;
                text += &format!("{{v{index}_{variable}}}{piece}");
            }
            text
        };
        templates.into_iter().enumerate().map(named).collect()
    }

    // U7: the same pairs as the model finds.
    #[test]
    fn the_compiler_finds_what_the_model_finds() {
        const N: usize = 92;
        let templates = templates();
        let shapes: [&Shape; N] =
            templates.iter().map(|text| shape(text)).collect::<Vec<_>>().try_into().unwrap();
        let parsed: Vec<_> = templates.iter().map(|text| UriTemplate::parse(text).unwrap()).collect();
        let found = first_overlaps::<N, 512>(&shapes);
        for (index, first) in found.into_iter().enumerate() {
            let expected = (0..index).find(|&other| witness(&parsed[other], &parsed[index]).is_some());
            assert_eq!(Some(first).filter(|&first| first != NONE), expected, "{}", templates[index]);
        }
    }

    #[test]
    fn those_that_may_overlap_are_left_out() {
        let allowed: &'static Shape = Box::leak(Box::new(shape("x://h/{a}").allow_overlaps()));
        assert_eq!(
            first_overlaps::<3, 16>(&[allowed, shape("x://h/b"), shape("x://h/{c}")]),
            [NONE, NONE, 1]
        );
    }
}
