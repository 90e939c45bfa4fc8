//! What one case is: everything that the world around a gateway does in one read, written down beforehand.

use std::collections::HashMap;

use serde_json::{Map, Value};
use wayleave::Limits;

#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) definitions: Vec<Registration>,
    pub(super) request: String,
    pub(super) resolver: Act<PlanReply>,
    /// By the URI of the item.
    pub(super) readers: HashMap<String, Act<BodyReply>>,
    /// The policy in force at first, and perhaps one that replaces it.
    pub(super) policies: Vec<PolicyScript>,
    /// At which call the second policy replaces the first.
    pub(super) replace_at: usize,
    pub(super) limits: Limits,
    pub(super) key: String,
    /// The adapter's sizer says twice the bytes.
    pub(super) twice: bool,
    pub(super) progress: bool,
    /// Milliseconds that the adapter took before it called.
    pub(super) before: u64,
    /// The caller's own deadline, in milliseconds.
    pub(super) own_deadline: Option<u64>,
    pub(super) randomness: bool,
    /// After how many polls the read is dropped.
    pub(super) drop_after: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Registration {
    pub(super) name: &'static str,
    pub(super) address: &'static str,
    pub(super) mime_type: Option<&'static str>,
    pub(super) bundle: bool,
}

/// An answer and how it comes.
#[derive(Clone, Debug)]
pub(super) struct Act<T> {
    pub(super) answer: T,
    pub(super) manner: Manner,
    /// How often it is pending before, without any time going by.
    pub(super) yields: usize,
}

/// Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    Answers,
    Waits(u64),
    /// Time goes by while it is polled.
    Blocks(u64),
    PanicsAtOnce,
    Panics,
    PanicsWhenDropped,
    Hangs,
    HangsAndPanicsWhenDropped,
}

#[derive(Clone, Debug)]
pub(super) enum PlanReply {
    Plan { requested: Option<Identity>, items: Vec<Identity> },
    NotFound,
    BadCapture,
    Fails,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Identity {
    pub(super) uri: String,
    pub(super) representation: &'static str,
    pub(super) grant: Option<Value>,
}

#[derive(Clone, Debug)]
pub(super) enum BodyReply {
    Gives { body: Content, mime_type: Option<&'static str>, meta: Map<String, Value> },
    Unavailable,
    Fails,
    Invalid,
    TooLarge(Option<u64>),
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl Content {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// MIME types that a payload may not have.
pub(super) const BAD_MIME_TYPES: [&str; 5] = ["", "text", "text/", "a b/c", "text/pl\u{e4}in"];

/// What is no URI at all (U1).
pub(super) const NO_URIS: [&str; 6] =
    ["", "not a uri", "/relative", "asset://a/%zz", "asset://a/%ff", "asset://me@host/a"];

#[derive(Clone, Debug)]
pub(super) struct PolicyScript {
    /// What is not here is a yes at once.
    pub(super) answers: HashMap<Question, Act<Say>>,
    /// In the first phase and the later ones.
    pub(super) batch: [Option<Act<BatchReply>>; 2],
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) last: bool,
    pub(super) ask: Ask,
    /// A definition's name, or a target's URI.
    pub(super) of: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ask {
    Discover,
    See,
    Read,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Say {
    /// Of visibility: disclosed.
    Yes,
    Visible,
    Hidden,
    Deny,
    Fail,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchReply {
    Answers,
    OneMore,
    OneLess,
    Deny,
    Fail,
}

impl PolicyScript {
    pub(super) fn of(&self, last: bool, ask: Ask, of: &str) -> Act<Say> {
        let question = Question { last, ask, of: of.to_owned() };
        self.answers.get(&question).cloned().unwrap_or_else(|| Act::at_once(Say::Yes))
    }
}

impl<T> Act<T> {
    pub(super) fn at_once(answer: T) -> Self {
        Self { answer, manner: Manner::Answers, yields: 0 }
    }
}
