//! A trie over path segments, one tree for each scheme and authority.
//!
//! A node's way on is by a literal segment, by its one variable, or by both; whichever of them lead to an
//! end whose query and fragment are the URI's are matches (U4). A look-up allocates nothing, unless more than
//! [`PENDING`] places are waiting to be tried, which takes as many nested overlaps.

use std::{hash::BuildHasher, ops::ControlFlow, slice};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::RouteId;
use crate::{Address, UriRef, UriTemplate, escape, template::Segment, uri::Segments};

/// Places to come back to that are kept without allocation.
const PENDING: usize = 8;

/// A set of registrations by their segments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trie {
    /// Each scheme and authority with the place of its root among the roots.
    prefixes: Edges,
    roots: Vec<Root>,
    nodes: Vec<Node>,
}

/// Where the paths under one scheme and authority begin.
#[derive(Clone, Debug)]
struct Root {
    node: NodeId,
    /// Literal segments, each with its slash, with which every path here begins: compared at once.
    lead: Box<[u8]>,
    /// How many they are, and where they lead.
    lead_segments: usize,
    lead_node: NodeId,
}

type NodeId = u32;

#[derive(Clone, Debug, Default)]
struct Node {
    literals: Edges,
    variable: Option<NodeId>,
    /// The registrations that end here, with their query and fragment.
    ends: SmallVec<[(Box<str>, RouteId); 1]>,
}

/// A match, and whether it is one only with escapes decoded.
#[derive(Clone, Copy)]
pub(crate) struct Hit {
    pub(crate) route: RouteId,
    pub(crate) by_escape: bool,
}

/// How the segments of a URI are compared with literal ones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compare {
    /// As they stand.
    Raw,
    /// With their escapes decoded.
    Decoded,
}

/// A place in the trie, and what is left of the path there.
#[derive(Clone, Copy)]
struct Place<'a> {
    node: NodeId,
    rest: Segments<'a>,
    by_escape: bool,
}

impl Trie {
    /// The trie of all registrations.
    pub(crate) fn of<'a>(
        registrations: impl Iterator<Item = (RouteId, &'a Address)>,
        compare: Compare,
    ) -> Self {
        let mut trie = Self::default();
        for (id, address) in registrations {
            trie.insert(address, id, compare);
        }
        trie.roots = trie.roots.iter().map(|root| trie.with_lead(root.node)).collect();
        trie
    }

    /// The root at `node`, with what every path below it begins with.
    fn with_lead(&self, node: NodeId) -> Root {
        let (mut lead, mut lead_segments, mut lead_node) = (Vec::new(), 0, node);
        while let Some(Node { literals: Edges::One(literal, next), variable: None, ends }) = self.node(lead_node)
            && ends.is_empty()
            // Whether it is compared as it stands or with escapes decoded, it must mean the same.
            && !literal.iter().any(|byte| matches!(byte, b'%' | b'/'))
            // The path goes on behind this segment, so the slash is part of it.
            && self.node(*next).is_some_and(|next| next.ends.is_empty())
        {
            lead.extend_from_slice(literal);
            lead.push(b'/');
            lead_segments += 1;
            lead_node = *next;
        }
        Root { node, lead: lead.into(), lead_segments, lead_node }
    }

    /// Adds a registration; with [`Compare::Decoded`], its literal segments with their escapes decoded.
    pub(crate) fn insert(&mut self, address: &Address, id: RouteId, compare: Compare) {
        match address {
            Address::Uri(uri) => {
                let uri = uri.as_ref();
                self.insert_path(uri.prefix(), uri.segments().map(Some), uri.suffix(), id, compare);
            }
            Address::Template(template) => {
                let segments = template.segments().map(|segment| match segment {
                    Segment::Literal(literal) => Some(&**literal),
                    Segment::Variable(_) => None,
                });
                self.insert_path(template.prefix(), segments, template.suffix(), id, compare);
            }
        }
    }

    /// Calls `found` with each registration that matches, until it breaks.
    pub(crate) fn visit<B>(
        &self,
        uri: UriRef<'_>,
        compare: Compare,
        found: impl FnMut(Hit) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(root) = self.root(uri.prefix()) else { return ControlFlow::Continue(()) };
        let decode = compare == Compare::Decoded && uri.is_escaped();
        let begin = uri.path().as_bytes().get(..root.lead.len());
        let start = if begin.is_some_and(|begin| same_bytes(begin, &root.lead)) {
            let rest = uri.segments().skip_to(root.lead.len(), root.lead_segments);
            Place { node: root.lead_node, rest, by_escape: false }
        } else if decode {
            Place { node: root.node, rest: uri.segments(), by_escape: false }
        } else {
            return ControlFlow::Continue(());
        };
        if decode {
            self.walk::<true, B>(start, uri.suffix(), found)
        } else {
            self.walk::<false, B>(start, uri.suffix(), found)
        }
    }

    /// Goes every way on from `place`.
    fn walk<const DECODE: bool, B>(
        &self,
        mut place: Place<'_>,
        suffix: &str,
        mut found: impl FnMut(Hit) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut pending: SmallVec<[Place<'_>; PENDING]> = SmallVec::new();
        loop {
            let Some(node) = self.node(place.node) else { return ControlFlow::Continue(()) };
            let mut next = None;
            if let Some(segment) = place.rest.next_bytes() {
                let escaped = DECODE && segment.contains(&b'%');
                let literal = if escaped {
                    // Long enough for the segments that people write.
                    let decoded: SmallVec<[u8; 64]> = escape::decoded(segment).collect();
                    node.literals.get(&decoded)
                } else {
                    node.literals.get(segment)
                };
                let variable = if segment.is_empty() { None } else { node.variable };
                next = literal.or(variable);
                if let (Some(_), Some(variable)) = (literal, variable) {
                    pending.push(Place { node: variable, ..place });
                }
                place.by_escape |= escaped && literal.is_some();
            } else {
                for (end, route) in &node.ends {
                    if same_bytes(end.as_bytes(), suffix.as_bytes()) {
                        found(Hit { route: *route, by_escape: place.by_escape })?;
                    }
                }
            }
            match next {
                Some(node) => place.node = node,
                None => match pending.pop() {
                    Some(later) => place = later,
                    None => return ControlFlow::Continue(()),
                },
            }
        }
    }

    /// Calls `found` with each registration that some URI matches together with `template` (U7), until it breaks.
    pub(crate) fn visit_overlaps(
        &self,
        template: &UriTemplate,
        mut found: impl FnMut(RouteId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let root = self.root(template.prefix());
        let mut pending: Vec<(NodeId, slice::Iter<'_, Segment>)> =
            root.map(|root| (root.node, template.segments())).into_iter().collect();
        while let Some((node, mut rest)) = pending.pop() {
            let Some(node) = self.node(node) else { break };
            match rest.next() {
                None => {
                    for (suffix, id) in &node.ends {
                        if **suffix == *template.suffix() {
                            found(*id)?;
                        }
                    }
                }
                Some(Segment::Literal(literal)) => {
                    let variable = node.variable.filter(|_| !literal.is_empty());
                    let next = variable.into_iter().chain(node.literals.get(literal.as_bytes()));
                    pending.extend(next.map(|next| (next, rest.clone())));
                }
                Some(Segment::Variable(_)) => {
                    let literals = node.literals.iter().filter(|(literal, _)| !literal.is_empty());
                    let next = node.variable.into_iter().chain(literals.map(|(_, next)| next));
                    pending.extend(next.map(|next| (next, rest.clone())));
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
        compare: Compare,
    ) {
        let fresh = NodeId::try_from(self.roots.len()).unwrap_or(NodeId::MAX);
        let root = self.prefixes.get_or_insert(prefix.bytes(), fresh);
        if root == fresh {
            let node = self.next_id();
            self.add_node(node);
            self.roots.push(Root { node, lead: Box::default(), lead_segments: 0, lead_node: node });
        }
        let Some(mut at) = self.roots.get(root as usize).map(|root| root.node) else { return };
        for segment in segments {
            let fresh = self.next_id();
            let Some(node) = self.nodes.get_mut(at as usize) else { return };
            at = match segment {
                None => *node.variable.get_or_insert(fresh),
                Some(literal) if compare == Compare::Decoded => {
                    node.literals.get_or_insert(escape::decoded(literal.as_bytes()), fresh)
                }
                Some(literal) => node.literals.get_or_insert(literal.bytes(), fresh),
            };
            self.add_node(at);
        }
        if let Some(node) = self.nodes.get_mut(at as usize) {
            node.ends.push((suffix.into(), id));
        }
    }

    /// The id that the next node will have.
    fn next_id(&self) -> NodeId {
        NodeId::try_from(self.nodes.len()).unwrap_or(NodeId::MAX)
    }

    /// Adds the node of the next id, if it is `id`.
    fn add_node(&mut self, id: NodeId) {
        if id == self.next_id() {
            self.nodes.push(Node::default());
        }
    }

    fn root(&self, prefix: &str) -> Option<&Root> {
        self.roots.get(self.prefixes.get(prefix.as_bytes())? as usize)
    }

    fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id as usize)
    }
}

/// Ways on by literal text: a single one is compared, several are hashed.
#[derive(Clone, Debug, Default)]
enum Edges {
    #[default]
    None,
    One(Text, NodeId),
    Many(HashTable<(Text, NodeId)>),
}

/// A short text is kept where it stands.
type Text = SmallVec<[u8; 16]>;

impl Edges {
    #[inline]
    fn get(&self, text: &[u8]) -> Option<NodeId> {
        match self {
            Self::None => None,
            Self::One(one, node) => same_bytes(one, text).then_some(*node),
            Self::Many(many) => {
                many.find(hash(text), |(one, _)| same_bytes(one, text)).map(|(_, node)| *node)
            }
        }
    }

    /// The way by `text`; if there is none, a new one to `fresh`.
    fn get_or_insert(&mut self, text: impl Iterator<Item = u8>, fresh: NodeId) -> NodeId {
        let text: Text = text.collect();
        if let Some(known) = self.get(&text) {
            return known;
        }
        let mut many = match std::mem::take(self) {
            Self::None => {
                *self = Self::One(text, fresh);
                return fresh;
            }
            Self::One(one, node) => {
                let mut many = HashTable::new();
                many.insert_unique(hash(&one), (one, node), |(one, _)| hash(one));
                many
            }
            Self::Many(many) => many,
        };
        many.insert_unique(hash(&text), (text, fresh), |(one, _)| hash(one));
        *self = Self::Many(many);
        fresh
    }

    fn iter(&self) -> impl Iterator<Item = (&[u8], NodeId)> {
        let (one, many) = match self {
            Self::None => (None, None),
            Self::One(text, node) => (Some((&**text, *node)), None),
            Self::Many(many) => (None, Some(many.iter().map(|(text, node)| (&**text, *node)))),
        };
        one.into_iter().chain(many.into_iter().flatten())
    }
}

/// What is hashed was registered by the host, so nobody else can choose texts that collide.
fn hash(text: &[u8]) -> u64 {
    FxBuildHasher.hash_one(text)
}

/// Equality of texts that are mostly short: a call of the C library costs more than the comparison.
#[inline]
fn same_bytes(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let ((words, tail), (other_words, other_tail)) = (one.as_chunks::<8>(), other.as_chunks::<8>());
    let words = words.iter().zip(other_words);
    let words =
        words.fold(0, |all, (one, other)| all | (u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other)));
    let tail = tail.iter().zip(other_tail).fold(0, |all, (one, other)| all | (one ^ other));
    words == 0 && tail == 0
}
