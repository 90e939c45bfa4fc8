//! The tree of addresses: scheme and authority at its root, a path segment a level, and what is served at the
//! ends. A run of segments that nothing branches off is one node.
//!
//! The manifest decides how deep it is, so its depth has a bound: below it, what remains of an address is one label.

use std::collections::HashMap;

use serde::Serialize;

/// The levels of the tree that is shown. More would not fit a telephone.
pub(super) const MAX_DEPTH: usize = 8;
/// The segments of an address that are told apart.
const MAX_SEGMENTS: usize = 64;

/// Text of an address, or a variable in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Part<'a> {
    /// The text; for a variable with its braces.
    pub(super) text: &'a str,
    pub(super) variable: bool,
}

/// An address in parts, each ending where a line may break.
pub(super) fn parts(address: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for piece in address.split_inclusive(['/', '}']) {
        let (text, variable) = match piece.find('{') {
            Some(open) => piece.split_at(open),
            None => (piece, ""),
        };
        parts.extend((!text.is_empty()).then_some(Part { text, variable: false }));
        parts.extend((!variable.is_empty()).then_some(Part { text: variable, variable: true }));
    }
    parts
}

/// A node, with the number of the resource (in the order of the manifest) for each that ends in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) label: String,
    pub(super) ends: Vec<usize>,
    pub(super) children: Vec<Node>,
}

/// The roots of the tree of `addresses`, everything in the order in which it first appears.
pub(super) fn grow<'a>(addresses: impl Iterator<Item = &'a str>) -> Vec<Node> {
    let mut top = Branch::default();
    for (index, address) in addresses.enumerate() {
        let mut branch = &mut top;
        for label in labels(address) {
            let next = branch.children.len();
            let at = *branch.places.entry(label).or_insert(next);
            if at == next {
                branch.children.push((label, Branch::default()));
            }
            match branch.children.get_mut(at) {
                Some((_, child)) => branch = child,
                None => break,
            }
        }
        branch.ends.push(index);
    }
    top.nodes(1)
}

/// Scheme and authority; then the path's segments, each with the `/` before it, the last with query and fragment.
fn labels(address: &str) -> impl Iterator<Item = &str> {
    let scheme = address.find(':').map_or(0, |colon| colon + 1);
    let after = address.get(scheme..).unwrap_or_default();
    let root = match after.strip_prefix("//") {
        Some(authority) => scheme + 2 + authority.find(['/', '?', '#']).unwrap_or(authority.len()),
        None => scheme,
    };
    let (root, mut rest) = address.split_at(root);
    let mut count = 0;
    let segments = std::iter::from_fn(move || {
        count += 1;
        let path = rest.find(['?', '#']).unwrap_or(rest.len());
        let next = rest.get(1..path).and_then(|path| path.find('/')).filter(|_| count < MAX_SEGMENTS);
        let (label, after) = rest.split_at(next.map_or(rest.len(), |slash| slash + 1));
        rest = after;
        (!label.is_empty()).then_some(label)
    });
    std::iter::once(root).chain(segments)
}

/// The children of a node by their labels while the tree grows.
#[derive(Default)]
struct Branch<'a> {
    places: HashMap<&'a str, usize>,
    children: Vec<(&'a str, Branch<'a>)>,
    ends: Vec<usize>,
}

impl Branch<'_> {
    fn nodes(&self, depth: usize) -> Vec<Node> {
        if depth < MAX_DEPTH {
            return self.children.iter().map(|(label, child)| child.node(label, depth)).collect();
        }
        let mut nodes = Vec::new();
        self.flat(&mut String::new(), &mut nodes);
        nodes
    }

    fn node(&self, label: &str, depth: usize) -> Node {
        let mut label = label.to_owned();
        let mut branch = self;
        while let ([(next, child)], []) = (&*branch.children, &*branch.ends) {
            label.push_str(next);
            branch = child;
        }
        Node { label, ends: branch.ends.clone(), children: branch.nodes(depth + 1) }
    }

    /// Every end below, each with all the way to it as its label.
    fn flat(&self, way: &mut String, nodes: &mut Vec<Node>) {
        for (label, child) in &self.children {
            let length = way.len();
            way.push_str(label);
            if !child.ends.is_empty() {
                nodes.push(Node { label: way.clone(), ends: child.ends.clone(), children: Vec::new() });
            }
            child.flat(way, nodes);
            way.truncate(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(addresses: &[&str]) -> String {
        fn draw(nodes: &[Node], depth: usize, out: &mut String) {
            for node in nodes {
                out.push_str(&format!("{}{} {:?}\n", "  ".repeat(depth), node.label, node.ends));
                draw(&node.children, depth + 1, out);
            }
        }
        let mut out = String::new();
        draw(&grow(addresses.iter().copied()), 0, &mut out);
        out
    }

    #[test]
    fn runs_are_one_node() {
        let addresses = ["a://h/x/y/1", "a://h/x/y/{id}", "a://h/x/y/{id}/z", "a://g", "b:c/d?q/r#f", "b:c"];
        assert_eq!(
            drawn(&addresses),
            "a://h/x/y []\n  /1 [0]\n  /{id} [1]\n    /z [2]\na://g [3]\nb:c [5]\n  /d?q/r#f [4]\n"
        );
    }

    #[test]
    fn empty_segments_stay() {
        assert_eq!(
            drawn(&["a:///x", "a:///", "a:////x", "a://h/x/"]),
            "a:// []\n  /x [0]\n  / [1]\n    /x [2]\na://h/x/ [3]\n"
        );
    }

    #[test]
    fn depth_has_a_bound() {
        let addresses: Vec<_> = (1..200).map(|length| format!("a://h{}", "/s".repeat(length))).collect();
        let mut nodes = grow(addresses.iter().map(String::as_str));
        let mut depth = 0;
        let mut ends = 0;
        while !nodes.is_empty() {
            depth += 1;
            ends += nodes.iter().map(|node| node.ends.len()).sum::<usize>();
            nodes = nodes.into_iter().flat_map(|node| node.children).collect();
        }
        assert_eq!((depth, ends), (MAX_DEPTH, 199));
    }

    #[test]
    fn parts_keep_every_byte() {
        let address = "a://h/{x}/b?q#f";
        let shown: Vec<_> = parts(address).into_iter().map(|part| (part.text, part.variable)).collect();
        let plain = |text| (text, false);
        assert_eq!(shown, [plain("a:/"), plain("/"), plain("h/"), ("{x}", true), plain("/"), plain("b?q#f")]);
    }
}
