//! The keys of a manifest, all in one table: it drives the check of the structure, the suggestions for
//! misspelt keys, and the JSON Schema.

use std::sync::LazyLock;

use wayleave_model::{LimitKind, Limits};

use crate::form::Form;

/// The keys that one mapping may hold.
#[derive(Debug)]
pub(crate) struct Mapping {
    /// What the mapping describes, with its article; also the name of its definition in the schema.
    pub(crate) what: &'static str,
    pub(crate) keys: fn() -> &'static [Key],
    /// The key that is meant when its value stands in the place of the whole mapping.
    pub(crate) lone: Option<&'static str>,
    pub(crate) rules: &'static [Rule],
}

/// One key.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// Other words for it, that no resemblance shows to mean it.
    pub(crate) also: &'static [&'static str],
    pub(crate) value: Value,
    pub(crate) required: bool,
    /// One sentence for readers of the schema, and part of the help when the key is missing.
    pub(crate) doc: &'static str,
    pub(crate) default: Option<Default>,
}

/// What holds when a key is left out.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Default {
    Word(&'static str),
    Number(u64),
    Milliseconds(u64),
}

/// What several keys of one mapping have to do with each other.
#[derive(Debug)]
pub(crate) enum Rule {
    /// Exactly one of these stands.
    OneOf(&'static [&'static str]),
    /// The first stands only beside the second.
    Needs(&'static str, &'static str),
    /// The two never stand together, for a reason.
    Excludes(&'static str, &'static str, &'static str),
}

/// What kind of value a key takes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Value {
    /// The manifest's version, the number 1.
    Version,
    Text(Form),
    /// `true`, and nothing else.
    True,
    Word(&'static [&'static str]),
    Whole,
    /// A number from 0 to 1.
    Fraction,
    Duration,
    Size,
    /// A list of at most so many values.
    List(&'static Self, usize),
    Map(&'static Mapping),
    /// A mapping whose keys are names of the author's choice, at most so many.
    Named(Form, &'static Mapping, usize),
    /// A word, or a mapping.
    Either(&'static [&'static str], &'static Mapping),
    /// A mapping of anything.
    Anything,
}

/// The version that this crate reads.
pub(crate) const VERSION: u64 = 1;

/// How many fixed values a completion may list: ten times what one answer gives.
const MAX_VALUES: usize = 1000;
/// How many stores a manifest may name; each may hold a connection of its own.
const MAX_STORES: usize = 256;
/// How many captures an entry may describe; a URI of 2,048 bytes has room for no more segments than that.
const MAX_CAPTURES: usize = 1024;
/// How many pictures one thing may have.
const MAX_ICONS: usize = 32;
/// Bounded by the number of values in the file and by a limit of the manifest's own.
pub(crate) const UNBOUNDED: usize = usize::MAX;

/// The types that a capture's value may be parsed as.
pub(crate) const CAPTURE_TYPES: &[&str] =
    &["string", "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"];

const fn optional(name: &'static str, value: Value, doc: &'static str) -> Key {
    Key { name, also: &[], value, required: false, doc, default: None }
}

const fn required(name: &'static str, value: Value, doc: &'static str) -> Key {
    Key { required: true, ..optional(name, value, doc) }
}

const fn word(
    name: &'static str,
    words: &'static [&'static str],
    default: &'static str,
    doc: &'static str,
) -> Key {
    Key { default: Some(Default::Word(default)), ..optional(name, Value::Word(words), doc) }
}

impl Key {
    const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }
}

pub(crate) static ROOT: Mapping = Mapping {
    what: "a manifest",
    keys: || {
        const KEYS: &[Key] = &[
            required("wayleave", Value::Version, "The version of the manifest's format, `1`."),
            required("server", Value::Map(&SERVER), "Who serves these resources."),
            required(
                "policy",
                Value::Either(&["open"], &CEDAR),
                "Who may see and read what: `open` for everyone and everything. Cedar policies are not supported yet.",
            ),
            optional("limits", Value::Map(&LIMITS), "The limits of a gateway and of one read."),
            optional(
                "stores",
                Value::Named(Form::Any, &STORE, MAX_STORES),
                "The places that bodies are read from, by name.",
            ),
            required(
                "resources",
                Value::List(&ENTRY, UNBOUNDED),
                "What is served, one entry for each resource or family of resources.",
            )
            .also(&["routes", "entries"]),
        ];
        KEYS
    },
    lone: None,
    rules: &[],
};

static SERVER: Mapping = Mapping {
    what: "a server",
    keys: || {
        const KEYS: &[Key] = &[
            required("name", Value::Text(Form::Any), "The server's name for programs."),
            required("version", Value::Text(Form::Any), "The server's own version."),
            optional("title", Value::Text(Form::Any), "The server's name for people."),
            optional("description", Value::Text(Form::Any), "What the server offers."),
            optional(
                "instructions",
                Value::Text(Form::Any),
                "What a model should know before it uses the server.",
            ),
            optional("websiteUrl", Value::Text(Form::Link), "The server's home on the web."),
            optional("icons", ICONS, "Pictures of the server."),
        ];
        KEYS
    },
    lone: Some("name"),
    rules: &[],
};

static CEDAR: Mapping = Mapping {
    what: "a Cedar policy",
    keys: || {
        const KEYS: &[Key] = &[
            required("cedar", Value::Text(Form::Any), "The file of Cedar policies; not supported yet."),
            required("entities", Value::Text(Form::Any), "The file of Cedar entities; not supported yet."),
        ];
        KEYS
    },
    lone: None,
    rules: &[],
};

pub(crate) static LIMITS: Mapping = Mapping { what: "a set of limits", keys: limits, lone: None, rules: &[] };

/// The limits are the model's: so are their names, defaults and descriptions.
fn limits() -> &'static [Key] {
    static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
        let key = |limit: &wayleave_model::LimitKey| {
            let (value, default) = match limit.kind {
                LimitKind::Bytes => (Value::Size, Default::Number(limit.default)),
                LimitKind::Time => (Value::Duration, Default::Milliseconds(limit.default)),
                _ => (Value::Whole, Default::Number(limit.default)),
            };
            Key { default: Some(default), ..optional(limit.key, value, limit.description) }
        };
        Limits::KEYS.iter().map(key).collect()
    });
    &KEYS
}

static STORE: Mapping = Mapping {
    what: "a store",
    keys: || {
        const KEYS: &[Key] =
            &[required("url", Value::Text(Form::Any), "The store's folder, relative to the manifest.")
                .also(&["path", "folder", "dir", "root"])];
        KEYS
    },
    lone: Some("url"),
    rules: &[],
};

static ENTRY: Value = Value::Map(&RESOURCE);

static RESOURCE: Mapping = Mapping {
    what: "a resource",
    keys: || {
        const KEYS: &[Key] = &[
            required("name", Value::Text(Form::Name), "The entry's name, unique in the manifest."),
            optional("uri", Value::Text(Form::Content), "The URI of one concrete resource."),
            optional(
                "uriTemplate",
                Value::Text(Form::Content),
                "The URI template of a family: each variable is one whole path segment, `{name}`.",
            )
            .also(&["template", "pattern"]),
            optional("title", Value::Text(Form::Any), "The resource's name for people."),
            optional("description", Value::Text(Form::Any), "What the resource is good for."),
            optional("mimeType", Value::Text(Form::MimeType), "The MIME type of the content.").also(&[
                "mime",
                "type",
                "contentType",
            ]),
            optional("size", Value::Size, "The size of a concrete resource, in bytes."),
            optional("annotations", Value::Map(&ANNOTATIONS), "Hints for clients."),
            optional("icons", ICONS, "Pictures of the resource."),
            optional("meta", Value::Anything, "Further metadata, as it goes out under `_meta`."),
            optional("cache", Value::Map(&CACHE), "How long and by whom a complete result may be kept."),
            optional(
                "overlaps",
                Value::Word(&["allow"]),
                "`allow` accepts that another template matches some of the same URIs.",
            ),
            optional(
                "captures",
                Value::Named(Form::Identifier, &CAPTURE, MAX_CAPTURES),
                "The template's variables, where there is more to say of them than their names.",
            ),
            optional("body", Value::Map(&BODY), "Where the content comes from.").also(&["content"]),
            optional(
                "bundle",
                Value::List(&Value::Text(Form::Content), UNBOUNDED),
                "The items of a bundle in order, each a URI that another entry serves.",
            )
            .also(&["items"]),
            optional("handler", Value::True, "`true` when the content comes from code."),
            optional("rust", Value::Text(Form::Identifier), "The name that generated code gives the entry."),
        ];
        KEYS
    },
    lone: None,
    rules: &[
        Rule::OneOf(&["uri", "uriTemplate"]),
        Rule::OneOf(&["body", "bundle", "handler"]),
        Rule::Excludes("uri", "captures", "a concrete URI captures nothing"),
        Rule::Excludes("uriTemplate", "size", "the members of a family have sizes of their own"),
    ],
};

static ANNOTATIONS: Mapping = Mapping {
    what: "a set of annotations",
    keys: || {
        const KEYS: &[Key] = &[
            optional(
                "audience",
                Value::List(&Value::Word(&["user", "assistant"]), 2),
                "For whom the content is meant.",
            ),
            optional("priority", Value::Fraction, "How important the content is, from 0 to 1."),
            optional(
                "lastModified",
                Value::Text(Form::Timestamp),
                "When the content last changed, in ISO 8601.",
            ),
        ];
        KEYS
    },
    lone: Some("audience"),
    rules: &[],
};

const ICONS: Value = Value::List(&Value::Map(&ICON), MAX_ICONS);

static ICON: Mapping = Mapping {
    what: "an icon",
    keys: || {
        const KEYS: &[Key] = &[
            required("src", Value::Text(Form::Picture), "The address of the picture.").also(&["url", "href"]),
            optional("mimeType", Value::Text(Form::MimeType), "The MIME type of the picture.")
                .also(&["mime", "type"]),
            optional(
                "sizes",
                Value::List(&Value::Text(Form::PictureSize), MAX_ICONS),
                "The sizes it is good for.",
            ),
            optional("theme", Value::Word(&["light", "dark"]), "The background it is made for."),
        ];
        KEYS
    },
    lone: Some("src"),
    rules: &[],
};

static CACHE: Mapping = Mapping {
    what: "a cache rule",
    keys: || {
        const KEYS: &[Key] = &[
            required("ttl", Value::Duration, "How long a result may be kept.").also(&["maxAge"]),
            word("scope", &["private", "public"], "private", "For whom a kept result may be used again."),
        ];
        KEYS
    },
    lone: Some("ttl"),
    rules: &[],
};

static CAPTURE: Mapping = Mapping {
    what: "a capture",
    keys: || {
        const KEYS: &[Key] = &[
            word("type", CAPTURE_TYPES, "string", "What the captured text is parsed as."),
            optional("complete", Value::Map(&COMPLETE), "Where completion takes its values from."),
        ];
        KEYS
    },
    lone: Some("type"),
    rules: &[],
};

static COMPLETE: Mapping = Mapping {
    what: "a completion",
    keys: || {
        const KEYS: &[Key] = &[
            optional("store", Value::Text(Form::Any), "The store whose files give the values."),
            optional(
                "glob",
                Value::Text(Form::Any),
                "A path with one `*`, such as `pages/*.md`: the star is the value.",
            ),
            optional("values", Value::List(&Value::Text(Form::Any), MAX_VALUES), "The values themselves."),
        ];
        KEYS
    },
    lone: Some("values"),
    rules: &[Rule::OneOf(&["store", "values"]), Rule::Needs("store", "glob"), Rule::Needs("glob", "store")],
};

static BODY: Mapping = Mapping {
    what: "a body",
    keys: || {
        const KEYS: &[Key] = &[
            optional("text", Value::Text(Form::Content), "The content itself.").also(&["content"]),
            optional("template", Value::Text(Form::Content), "A minijinja template over the captures."),
            optional("store", Value::Text(Form::Any), "The store that holds the content."),
            optional(
                "path",
                Value::Text(Form::Content),
                "The file's path in the store; `{name}` stands for a capture.",
            )
            .also(&["file"]),
        ];
        KEYS
    },
    lone: Some("text"),
    rules: &[
        Rule::OneOf(&["text", "template", "store"]),
        Rule::Needs("store", "path"),
        Rule::Needs("path", "store"),
    ],
};
