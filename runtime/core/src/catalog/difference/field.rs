//! The fields in which entries may differ.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use wayleave_model::Role;

use crate::catalog::{
    Generation, Prompt, Resource, ResourceAnnotations, ResourceTemplate, ServerIdentity, Tool, entry::Entry,
};

macro_rules! fields {
    ($($variant:ident $name:literal $sees:literal $doc:literal;)*) => {
        /// What of an entry, or of the server itself, may differ.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Field {
            $(#[doc = $doc] $variant,)*
        }

        impl Field {
            /// The stable name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Whether a model sees it, with hosts that show models all that is meant for them. Titles, annotations and
            /// the like are for people and programs.
            #[must_use]
            pub const fn model_sees(self) -> bool {
                match self { $(Self::$variant => $sees,)* }
            }
        }
    };
}

fields! {
    Binding "binding" true "The name of the binding, which is in every model name.";
    ProtocolVersion "protocolVersion" false "The protocol version.";
    Capabilities "capabilities" false "What the server says it can do.";
    ServerName "server.name" false "The server's name.";
    ServerTitle "server.title" false "The server's title.";
    ServerVersion "server.version" false "The server's version.";
    ServerDescription "server.description" false "The server's description.";
    ServerWebsiteUrl "server.websiteUrl" false "The address of the server's site.";
    Instructions "instructions" true "The server's instructions.";
    ModelName "modelName" true "The name of a tool for models.";
    Name "name" true "The name of a resource or a template.";
    Title "title" false "The title.";
    Description "description" true "The description.";
    InputSchema "inputSchema" true "The schema of a tool's arguments.";
    OutputSchema "outputSchema" true "The schema of a tool's structured results.";
    Arguments "arguments" true "The arguments of a prompt, as JSON.";
    MimeType "mimeType" true "The MIME type.";
    Size "size" false "The size in bytes.";
    AnnotationsTitle "annotations.title" false "The title among a tool's hints.";
    ReadOnlyHint "annotations.readOnlyHint" false "A tool's hint that it changes nothing.";
    DestructiveHint "annotations.destructiveHint" false "A tool's hint that it may destroy something.";
    IdempotentHint "annotations.idempotentHint" false "A tool's hint that calling it again changes nothing more.";
    OpenWorldHint "annotations.openWorldHint" false "A tool's hint that it deals with things beyond the server.";
    Annotations "annotations" false "Whether there are hints at all.";
    Audience "annotations.audience" false "The hint for whom the content is.";
    Priority "annotations.priority" false "The hint how important the content is.";
    LastModified "annotations.lastModified" false "The hint when the content last changed.";
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A field and its value as text, if it has one.
pub(super) type Value<'a> = (Field, Option<Cow<'a, str>>);

/// What can be compared field by field.
pub(super) trait Fields: Entry {
    /// All fields but the key, always the same ones in the same order.
    fn fields(&self) -> Vec<Value<'_>>;

    /// The name for models, where there is one.
    fn model_name(&self) -> Option<&str> {
        None
    }
}

impl Fields for Tool<'_> {
    fn fields(&self) -> Vec<Value<'_>> {
        let hints = self.annotations();
        let flags = hints.map(|hints| hints.flags()).unwrap_or_default().map(|(_, flag)| flag.map(word));
        let [read_only, destructive, idempotent, open_world] = flags;
        vec![
            (Field::ModelName, text(Some(self.model_name()))),
            (Field::Title, text(self.title())),
            (Field::Description, text(self.description())),
            (Field::InputSchema, text(Some(self.input_schema().as_str()))),
            (Field::OutputSchema, text(self.output_schema().map(|schema| schema.as_str()))),
            (Field::Annotations, text(hints.map(|_| PRESENT))),
            (Field::AnnotationsTitle, text(hints.and_then(|hints| hints.title.as_deref()))),
            (Field::ReadOnlyHint, text(read_only)),
            (Field::DestructiveHint, text(destructive)),
            (Field::IdempotentHint, text(idempotent)),
            (Field::OpenWorldHint, text(open_world)),
        ]
    }

    fn model_name(&self) -> Option<&str> {
        Some(Tool::model_name(self))
    }
}

impl Fields for Prompt {
    fn fields(&self) -> Vec<Value<'_>> {
        let arguments = self.arguments().map(|arguments| {
            // Nothing in them can fail to be JSON.
            Cow::Owned(serde_json::to_string(arguments).unwrap_or_default())
        });
        vec![
            (Field::Title, text(self.title())),
            (Field::Description, text(self.description())),
            (Field::Arguments, arguments),
        ]
    }
}

impl Fields for Resource {
    fn fields(&self) -> Vec<Value<'_>> {
        let mut fields = vec![
            (Field::Name, text(Some(self.name()))),
            (Field::Title, text(self.title())),
            (Field::Description, text(self.description())),
            (Field::MimeType, text(self.mime_type())),
            (Field::Size, self.size().map(|size| Cow::Owned(size.to_string()))),
        ];
        fields.extend(hints(self.annotations()));
        fields
    }
}

impl Fields for ResourceTemplate {
    fn fields(&self) -> Vec<Value<'_>> {
        let mut fields = vec![
            (Field::Name, text(Some(self.name()))),
            (Field::Title, text(self.title())),
            (Field::Description, text(self.description())),
            (Field::MimeType, text(self.mime_type())),
        ];
        fields.extend(hints(self.annotations()));
        fields
    }
}

/// The fields of the server itself.
pub(super) fn server(generation: &Generation) -> [Value<'_>; 9] {
    let server = generation.server();
    [
        (Field::Binding, text(Some(generation.binding().as_str()))),
        (Field::ProtocolVersion, text(Some(generation.protocol_version().as_str()))),
        (Field::Capabilities, text(Some(generation.capabilities().as_json()))),
        (Field::ServerName, text(server.map(ServerIdentity::name))),
        (Field::ServerTitle, text(server.and_then(ServerIdentity::title))),
        (Field::ServerVersion, text(server.map(ServerIdentity::version))),
        (Field::ServerDescription, text(server.and_then(ServerIdentity::description))),
        (Field::ServerWebsiteUrl, text(server.and_then(ServerIdentity::website_url))),
        (Field::Instructions, text(generation.instructions())),
    ]
}

/// The value of what has no other than that it is there.
const PRESENT: &str = "present";

fn hints(hints: Option<&ResourceAnnotations>) -> [Value<'_>; 4] {
    let audience = hints.and_then(|hints| hints.audience.as_deref()).map(|audience| {
        let roles = audience.iter().map(|role| if *role == Role::Assistant { "assistant" } else { "user" });
        Cow::Owned(roles.collect::<Vec<_>>().join(", "))
    });
    let priority = hints.and_then(|hints| hints.priority);
    [
        (Field::Annotations, text(hints.map(|_| PRESENT))),
        (Field::Audience, audience),
        (Field::Priority, priority.map(|priority| Cow::Owned(priority.to_string()))),
        (Field::LastModified, text(hints.and_then(|hints| hints.last_modified.as_deref()))),
    ]
}

fn text(text: Option<&str>) -> Option<Cow<'_, str>> {
    text.map(Cow::Borrowed)
}

fn word(flag: bool) -> &'static str {
    if flag { "true" } else { "false" }
}
