//! A server by script, and short ways to say a tool, a handshake, a generation.

use std::{
    future::{Future, pending},
    sync::Mutex,
    time::Duration,
};

use wayleave::catalog::{
    BindingName, Builder, Capabilities, DiscoverError, Discovery, Family, Generation, Handshake, Limits,
    Lister, Page, ProtocolVersion, Tolerances, ToolSpec, discover,
};

use crate::harness::{VirtualClock, drive};

pub(crate) const OLD: &str = "2025-11-25";
pub(crate) const NEW: &str = "2026-07-28";
/// All families are advertised.
pub(crate) const ALL: &str = r#"{"prompts":{},"resources":{},"tools":{}}"#;
pub(crate) const TOOLS: &str = r#"{"tools":{}}"#;

pub(crate) fn handshake(version: &str, capabilities: &str) -> Handshake {
    Handshake::new(ProtocolVersion::new(version).unwrap(), Capabilities::parse(capabilities).unwrap())
}

pub(crate) fn binding() -> BindingName {
    BindingName::new("wiki").unwrap()
}

pub(crate) fn builder() -> Builder {
    Builder::new(binding(), handshake(NEW, ALL))
}

pub(crate) fn tool(name: &str) -> ToolSpec<'_> {
    ToolSpec::new(name).with_input_schema(r#"{"type":"object"}"#)
}

/// A generation of tools of these names, with everything tolerated.
pub(crate) fn of_tools(names: &[&str]) -> Generation {
    builder().tolerances(Tolerances::ALL).tools(names.iter().map(|name| tool(name))).build().unwrap()
}

/// What a server answers to a call.
pub(crate) enum Answer {
    Page(String),
    Fails,
    Hangs,
}

/// A server whose answers are a function of the family, how many calls of it there were before, and the cursor.
pub(crate) struct Server<F> {
    answer: F,
    calls: Mutex<Vec<(Family, Option<String>)>>,
}

impl<F: Fn(Family, usize, Option<&str>) -> Answer + Send + Sync> Server<F> {
    pub(crate) fn new(answer: F) -> Self {
        Self { answer, calls: Mutex::default() }
    }

    /// The families and cursors that were asked for.
    pub(crate) fn calls(&self) -> Vec<(Family, Option<String>)> {
        self.calls.lock().unwrap().clone()
    }

    fn call(
        &self,
        family: Family,
        cursor: Option<&str>,
    ) -> impl Future<Output = Result<Page, String>> + Send {
        let mut calls = self.calls.lock().unwrap();
        let before = calls.iter().filter(|(called, _)| *called == family).count();
        calls.push((family, cursor.map(ToOwned::to_owned)));
        drop(calls);
        let answer = (self.answer)(family, before, cursor);
        async move {
            match answer {
                Answer::Page(page) => Ok(Page::new(page)),
                Answer::Fails => Err("canary-cause-5e1f".to_owned()),
                Answer::Hangs => pending().await,
            }
        }
    }
}

impl<F: Fn(Family, usize, Option<&str>) -> Answer + Send + Sync> Lister for Server<F> {
    type Error = String;

    fn tools(&self, cursor: Option<&str>) -> impl Future<Output = Result<Page, String>> + Send {
        self.call(Family::Tools, cursor)
    }

    fn prompts(&self, cursor: Option<&str>) -> impl Future<Output = Result<Page, String>> + Send {
        self.call(Family::Prompts, cursor)
    }

    fn resources(&self, cursor: Option<&str>) -> impl Future<Output = Result<Page, String>> + Send {
        self.call(Family::Resources, cursor)
    }

    fn resource_templates(&self, cursor: Option<&str>) -> impl Future<Output = Result<Page, String>> + Send {
        self.call(Family::ResourceTemplates, cursor)
    }
}

/// The key of a family's items in a page.
pub(crate) fn key(family: Family) -> &'static str {
    match family {
        Family::Tools => "tools",
        Family::Prompts => "prompts",
        Family::Resources => "resources",
        Family::ResourceTemplates => "resourceTemplates",
    }
}

/// A page of these items, and perhaps a cursor.
pub(crate) fn page(family: Family, items: &[String], next: Option<&str>) -> Answer {
    let next = next.map(|next| format!(",\"nextCursor\":{}", serde_json::json!(next))).unwrap_or_default();
    Answer::Page(format!("{{\"{}\":[{}]{next}}}", key(family), items.join(",")))
}

/// The JSON of a tool.
pub(crate) fn item(name: &str) -> String {
    format!(r#"{{"name":{},"inputSchema":{{"type":"object"}}}}"#, serde_json::json!(name))
}

/// Discovers with a second going by whenever nothing can go on.
pub(crate) fn run(lister: &impl Lister, discovery: &Discovery) -> Result<Generation, DiscoverError> {
    let clock = VirtualClock::default();
    drive(discover(lister, discovery, &clock), || clock.advance(Duration::from_secs(1)))
}

/// Discovers the tools of a server of this version.
pub(crate) fn tools_of(
    version: &str,
    limits: Limits,
    answer: impl Fn(usize, Option<&str>) -> Answer + Send + Sync,
) -> Result<Generation, DiscoverError> {
    let server = Server::new(|family, call, cursor: Option<&str>| {
        assert_eq!(family, Family::Tools, "nothing else is advertised");
        answer(call, cursor)
    });
    run(&server, &Discovery::new(binding(), handshake(version, TOOLS)).limits(limits))
}

/// Discovers the tools of one page, with everything tolerated.
pub(crate) fn one_page(items: &[String]) -> Result<Generation, DiscoverError> {
    let server = Server::new(|family, _, _: Option<&str>| page(family, items, None));
    run(&server, &Discovery::new(binding(), handshake(NEW, TOOLS)).tolerances(Tolerances::ALL))
}
