//! Catalogs as JSON, which both this code and `digest.py` read; and any number of them by chance.

use proptest::{collection::vec, option, prelude::*, sample::select};
use serde_json::{Map, Value, json};
use wayleave::catalog::{
    BindingName, Builder, Capabilities, Generation, Handshake, Prompt, PromptArgument, ProtocolVersion,
    Resource, ResourceAnnotations, ResourceTemplate, ServerIdentity, Tolerances, ToolAnnotations, ToolSpec,
};
use wayleave::model::Role;

fn text<'a>(of: &'a Value, key: &str) -> Option<&'a str> {
    of.get(key).map(|value| value.as_str().unwrap())
}

fn flag(of: &Value, key: &str) -> Option<bool> {
    of.get(key).map(|value| value.as_bool().unwrap())
}

pub(crate) fn entries<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of.get(key).map(|value| value.as_array().unwrap().as_slice()).unwrap_or_default()
}

/// Calls a setter if there is a value.
macro_rules! set {
    ($object:ident, $($setter:ident: $value:expr;)*) => {
        $(if let Some(value) = $value { $object = $object.$setter(value); })*
    };
}

pub(crate) fn handshake(case: &Value) -> Handshake {
    let version = ProtocolVersion::new(text(case, "protocolVersion").unwrap()).unwrap();
    let mut handshake =
        Handshake::new(version, Capabilities::parse(text(case, "capabilities").unwrap()).unwrap());
    let server = case.get("server").map(|of| {
        let mut server = ServerIdentity::new(text(of, "name").unwrap(), text(of, "version").unwrap());
        set!(server, with_title: text(of, "title"); with_description: text(of, "description");
            with_website_url: text(of, "websiteUrl"););
        server
    });
    set!(handshake, with_server: server; with_instructions: text(case, "instructions"););
    handshake
}

pub(crate) fn tool(of: &Value) -> ToolSpec<'_> {
    let mut tool = ToolSpec::new(text(of, "name").unwrap());
    let annotations = of.get("annotations").map(|of| ToolAnnotations {
        title: text(of, "title").map(Into::into),
        read_only_hint: flag(of, "readOnlyHint"),
        destructive_hint: flag(of, "destructiveHint"),
        idempotent_hint: flag(of, "idempotentHint"),
        open_world_hint: flag(of, "openWorldHint"),
    });
    set!(tool, with_title: text(of, "title"); with_description: text(of, "description");
        with_input_schema: text(of, "inputSchema"); with_output_schema: text(of, "outputSchema");
        with_annotations: annotations;);
    tool
}

fn prompt(of: &Value) -> Prompt {
    let mut prompt = Prompt::new(text(of, "name").unwrap());
    let arguments = of.get("arguments").map(|_| {
        entries(of, "arguments").iter().map(|of| {
            let mut argument = PromptArgument::new(text(of, "name").unwrap());
            set!(argument, with_title: text(of, "title"); with_description: text(of, "description");
                with_required: flag(of, "required"););
            argument
        })
    });
    set!(prompt, with_title: text(of, "title"); with_description: text(of, "description");
        with_arguments: arguments;);
    prompt
}

fn annotations(of: &Value) -> Option<ResourceAnnotations> {
    let of = of.get("annotations")?;
    let role = |role: &Value| if role == "user" { Role::User } else { Role::Assistant };
    Some(ResourceAnnotations {
        audience: of.get("audience").map(|_| entries(of, "audience").iter().map(role).collect()),
        priority: of.get("priority").map(|priority| priority.as_f64().unwrap()),
        last_modified: text(of, "lastModified").map(Into::into),
    })
}

fn resource(of: &Value) -> Resource {
    let mut resource = Resource::new(text(of, "uri").unwrap(), text(of, "name").unwrap());
    set!(resource, with_title: text(of, "title"); with_description: text(of, "description");
        with_mime_type: text(of, "mimeType"); with_size: of.get("size").map(|size| size.as_u64().unwrap());
        with_annotations: annotations(of););
    resource
}

fn template(of: &Value) -> ResourceTemplate {
    let mut template = ResourceTemplate::new(text(of, "uriTemplate").unwrap(), text(of, "name").unwrap());
    set!(template, with_title: text(of, "title"); with_description: text(of, "description");
        with_mime_type: text(of, "mimeType"); with_annotations: annotations(of););
    template
}

/// The generation of a case.
pub(crate) fn build(case: &Value) -> Generation {
    Builder::new(BindingName::new(text(case, "binding").unwrap()).unwrap(), handshake(case))
        .tolerances(Tolerances::ALL)
        .tools(entries(case, "tools").iter().map(tool))
        .prompts(entries(case, "prompts").iter().map(prompt))
        .resources(entries(case, "resources").iter().map(resource))
        .resource_templates(entries(case, "resourceTemplates").iter().map(template))
        .build()
        .unwrap()
}

/// An object of fields of which some are absent.
fn object<const N: usize>(fields: [(&'static str, Option<Value>); N]) -> Value {
    Value::Object(
        fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect::<Map<_, _>>(),
    )
}

fn any_text() -> impl Strategy<Value = Value> {
    prop_oneof!["[a-z ]{0,12}", "\\PC{0,8}", Just("two\nlines\u{202e}".to_owned())].prop_map(Value::from)
}

fn maybe<T: Strategy<Value = Value>>(value: T) -> impl Strategy<Value = Option<Value>> {
    option::of(value)
}

fn any_flag() -> impl Strategy<Value = Option<Value>> {
    maybe(any::<bool>().prop_map(Value::from))
}

fn any_schema() -> impl Strategy<Value = Value> {
    select(vec![
        "{}",
        "{ }",
        r#"{"type":"object","properties":{"a":{"type":"string"}}}"#,
        "{\"title\":\"\\u00e9 é\",\r\n\"maximum\":1.50}",
    ])
    .prop_map(Value::from)
}

/// Identifiers of which many are alike for a model.
pub(crate) fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[ab][._/ -][ab]",
        2 => "[a-zA-Z0-9_-]{1,20}",
        1 => "[a-z._]{50,60}",
        1 => "x{100,120}",
        1 => "[^\\pC]{1,10}",
    ]
}

fn names() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::btree_set(any_name(), 0..5).prop_map(|names| names.into_iter().collect())
}

prop_compose! {
    fn any_tool(name: String)(
        texts in (maybe(any_text()), maybe(any_text())),
        schemas in (any_schema(), maybe(any_schema())),
        hints in option::of((maybe(any_text()), any_flag(), any_flag(), any_flag(), any_flag())),
    ) -> Value {
        let annotations = hints.map(|(title, read_only, destructive, idempotent, open_world)| object([
            ("title", title), ("readOnlyHint", read_only), ("destructiveHint", destructive),
            ("idempotentHint", idempotent), ("openWorldHint", open_world),
        ]));
        object([
            ("name", Some(json!(name))), ("title", texts.0), ("description", texts.1), ("inputSchema", Some(schemas.0)),
            ("outputSchema", schemas.1), ("annotations", annotations),
        ])
    }
}

prop_compose! {
    fn any_prompt(name: String)(
        title in maybe(any_text()),
        description in maybe(any_text()),
        arguments in option::of(vec(("[a-z]{1,5}", maybe(any_text()), maybe(any_text()), any_flag()), 0..3)),
    ) -> Value {
        let arguments = arguments.map(|arguments| {
            arguments.into_iter().map(|(name, title, description, required)| object([
                ("name", Some(json!(name))), ("title", title), ("description", description), ("required", required),
            ])).collect()
        });
        object([
            ("name", Some(json!(name))), ("title", title), ("description", description), ("arguments", arguments),
        ])
    }
}

prop_compose! {
    fn any_resource(key: &'static str, uri: String)(
        name in any_text(),
        texts in (maybe(any_text()), maybe(any_text()), maybe(any_text())),
        size in option::of(any::<u64>()),
        hints in option::of((
            option::of(vec(select(vec!["user", "assistant"]), 0..3)),
            option::of(select(vec![0.0, 0.1, 0.25, 1.0, 1e300])),
            maybe(any_text()),
        )),
    ) -> Value {
        let annotations = hints.map(|(audience, priority, last_modified)| object([
            ("audience", audience.map(|audience| json!(audience))), ("priority", priority.map(|priority| json!(priority))),
            ("lastModified", last_modified),
        ]));
        object([
            (key, Some(json!(uri))), ("name", Some(name)), ("title", texts.0), ("description", texts.1),
            ("mimeType", texts.2), ("size", size.filter(|_| key == "uri").map(|size| json!(size))),
            ("annotations", annotations),
        ])
    }
}

fn all_of<S: Strategy<Value = Value>>(make: impl Fn(String) -> S + Clone) -> impl Strategy<Value = Value> {
    names()
        .prop_flat_map(move |names| names.into_iter().map(make.clone()).collect::<Vec<_>>())
        .prop_map(Value::from)
}

prop_compose! {
    /// Any catalog.
    pub(crate) fn any_catalog()(
        binding in "[a-z][a-z .-]{0,6}",
        version in select(vec!["2025-11-25", "2026-07-28"]),
        capabilities in select(vec![
            "{}", r#"{"tools":{},"resources":{"subscribe":true},"prompts":{}}"#,
            "{ \"é\" : [1.0, -2e3, null], \"tools\": {\"b\":\"\\u0001\\/\", \"a\":1} }",
        ]),
        server in option::of((any_text(), any_text(), maybe(any_text()), maybe(any_text()), maybe(any_text()))),
        instructions in maybe(any_text()),
        tools in all_of(any_tool),
        prompts in all_of(any_prompt),
        resources in all_of(|uri| any_resource("uri", uri)),
        templates in all_of(|uri| any_resource("uriTemplate", uri)),
    ) -> Value {
        let server = server.map(|(name, version, title, description, url)| object([
            ("name", Some(name)), ("version", Some(version)), ("title", title), ("description", description),
            ("websiteUrl", url),
        ]));
        object([
            ("binding", Some(json!(binding))), ("protocolVersion", Some(json!(version))),
            ("capabilities", Some(json!(capabilities))), ("server", server), ("instructions", instructions),
            ("tools", Some(tools)), ("prompts", Some(prompts)), ("resources", Some(resources)),
            ("resourceTemplates", Some(templates)),
        ])
    }
}
