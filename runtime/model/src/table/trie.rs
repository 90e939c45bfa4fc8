//! A trie over path segments, one tree for each scheme and authority.
//!
//! A node's way on is by a literal segment, by its one variable, or by both; whichever of them lead to an
//! end whose query and fragment are the URI's are matches (U4). No match allocates, unless more than
//! [`PENDING`] places are waiting to be tried, which takes as many nested overlaps.

use std::{borrow::Cow, ops::ControlFlow};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::RouteId;
use crate::{Address, UriRef, UriTemplate, escape, template::Segment};

/// Places to come back to that are kept without allocation.
const PENDING: usize = 16;

/// A set of registrations by their segments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trie {
    roots: FxHashMap<Box<str>, NodeId>,
    nodes: Vec<Node>,
}

type NodeId = u32;

#[derive(Clone, Debug, Default)]
struct Node {
    literals: FxHashMap<Box<str>, NodeId>,
    variable: Option<NodeId>,
    /// The registrations that end here, with their query and fragment.
    ends: SmallVec<[(Box<str>, RouteId); 1]>,
}

impl Trie {
    /// Adds a registration; with `decoded`, its literal segments with their escapes decoded.
    pub(crate) fn insert(&mut self, address: &Address, id: RouteId, decoded: bool) {
        match address {
            Address::Uri(uri) => {
                let uri = uri.as_ref();
                let segments = uri.path().split('/').map(Some);
                self.insert_path(uri.prefix(), segments, uri.suffix(), id, decoded);
            }
            Address::Template(template) => {
                let segments = template.segments().map(|segment| match segment {
                    Segment::Literal(literal) => Some(&**literal),
                    Segment::Variable(_) => None,
                });
                self.insert_path(template.prefix(), segments, template.suffix(), id, decoded);
            }
        }
    }

    /// Calls `found` with each registration that matches, until it breaks.
    ///
    /// With `decoded`, the URI's segments are compared with their escapes decoded.
    pub(crate) fn visit(
        &self,
        uri: UriRef<'_>,
        decoded: bool,
        found: &mut dyn FnMut(RouteId) -> ControlFlow<RouteId>,
    ) -> ControlFlow<RouteId> {
        let decoded = decoded && uri.is_escaped();
        let path = uri.path();
        // Where to go on: a node, and the rest of the path, or nothing behind its last segment.
        let mut pending: SmallVec<[(NodeId, Option<&str>); PENDING]> = SmallVec::new();
        let mut next = self.roots.get(uri.prefix()).map(|&root| (root, Some(path)));
        while let Some((node, rest)) = next {
            let Some(node) = self.node(node) else { break };
            next = None;
            match rest {
                None => {
                    for (suffix, id) in &node.ends {
                        if **suffix == *uri.suffix() {
                            found(*id)?;
                        }
                    }
                }
                Some(rest) => {
                    let (segment, rest) = first_segment(rest);
                    if let Some(variable) = node.variable.filter(|_| !segment.is_empty()) {
                        next = Some((variable, rest));
                    }
                    if let Some(literal) = node.literal(segment, decoded) {
                        pending.extend(next);
                        next = Some((literal, rest));
                    }
                }
            }
            if next.is_none() {
                next = pending.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `found` with each registration that some URI matches together with `template` (U7), until it breaks.
    pub(crate) fn visit_overlaps(
        &self,
        template: &UriTemplate,
        found: &mut dyn FnMut(RouteId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let segments = template.segments().as_slice();
        let mut pending: Vec<(NodeId, &[Segment])> = self
            .roots
            .get(template.prefix())
            .map(|&root| (root, segments))
            .into_iter()
            .collect();
        while let Some((node, rest)) = pending.pop() {
            let Some(node) = self.node(node) else { break };
            match rest.split_first() {
                None => {
                    for (suffix, id) in &node.ends {
                        if **suffix == *template.suffix() {
                            found(*id)?;
                        }
                    }
                }
                Some((Segment::Literal(literal), rest)) => {
                    pending.extend(
                        node.variable
                            .filter(|_| !literal.is_empty())
                            .map(|next| (next, rest)),
                    );
                    pending.extend(node.literals.get(literal).map(|&next| (next, rest)));
                }
                Some((Segment::Variable(_), rest)) => {
                    pending.extend(node.variable.map(|next| (next, rest)));
                    let literals = node.literals.iter().filter(|(literal, _)| !literal.is_empty());
                    pending.extend(literals.map(|(_, &next)| (next, rest)));
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn insert_path<'a>(
        &mut self,
        prefix: &str,
        segments: impl Iterator<Item = Option<&'a str>>,
        suffix: &str,
        id: RouteId,
        decoded: bool,
    ) {
        let root = self.roots.get(prefix).copied();
        let mut at = root.unwrap_or_else(|| {
            let root = self.add_node();
            self.roots.insert(prefix.into(), root);
            root
        });
        for segment in segments {
            let segment = segment.map(|literal| {
                if decoded {
                    escape::decode(literal)
                } else {
                    Cow::Borrowed(literal)
                }
            });
            let next = self.node(at).and_then(|node| match &segment {
                Some(literal) => node.literals.get(&**literal).copied(),
                None => node.variable,
            });
            at = next.unwrap_or_else(|| {
                let next = self.add_node();
                if let Some(node) = self.nodes.get_mut(at as usize) {
                    match segment {
                        Some(literal) => drop(node.literals.insert(literal.into(), next)),
                        None => node.variable = Some(next),
                    }
                }
                next
            });
        }
        if let Some(node) = self.nodes.get_mut(at as usize) {
            node.ends.push((suffix.into(), id));
        }
    }

    fn add_node(&mut self) -> NodeId {
        let id = self.nodes.len();
        self.nodes.push(Node::default());
        NodeId::try_from(id).unwrap_or(NodeId::MAX)
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id as usize)
    }
}

impl Node {
    /// The node behind a literal segment of a URI.
    fn literal(&self, segment: &str, decoded: bool) -> Option<NodeId> {
        let segment = if decoded {
            escape::decode(segment)
        } else {
            Cow::Borrowed(segment)
        };
        self.literals.get(&*segment).copied()
    }
}

/// The path up to its first slash, and what follows the slash.
fn first_segment(path: &str) -> (&str, Option<&str>) {
    match path.bytes().position(|byte| byte == b'/') {
        Some(slash) => (path.get(..slash).unwrap_or_default(), path.get(slash + 1..)),
        None => (path, None),
    }
}
