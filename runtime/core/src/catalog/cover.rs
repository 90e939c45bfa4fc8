//! What a catalog's digest covers, in order (C12). `docs/catalog.md` lists the fields; a change here is a new version.

use smallvec::SmallVec;
use wayleave_model::Role;

use super::{
    BindingName, Digest, Handshake, Prompt, PromptArgument, Resource, ResourceAnnotations, ResourceTemplate,
    ServerIdentity, Tool, ToolAnnotations, encode::Encoder, entry::ToolSet,
};

const DOMAIN: &str = "wayleave/catalog";
const VERSION: u32 = 1;

/// The digest of a whole catalog, whose collections are in canonical order.
pub(super) fn digest(
    binding: &BindingName,
    handshake: &Handshake,
    tools: &ToolSet,
    prompts: &[Prompt],
    resources: &[Resource],
    templates: &[ResourceTemplate],
) -> Digest {
    let mut encoder = Encoder::new(DOMAIN, VERSION);
    encoder.text(binding.as_str());
    encoder.text(handshake.version.as_str());
    encoder.text(handshake.capabilities.as_json());
    encoder.optional(handshake.server.as_ref(), server);
    optional_text(&mut encoder, handshake.instructions.as_ref().map(|text| text.as_str()));
    encoder.count(tools.len());
    let mut rest = tools.iter();
    while rest.len() > 0 {
        let near: SmallVec<[_; AHEAD]> =
            rest.by_ref().take(AHEAD).map(|tool| (tool, [tool.title(), tool.description()])).collect();
        near.into_iter().for_each(|(each, prose)| tool(&mut encoder, each, prose));
    }
    list(&mut encoder, prompts, prompt);
    list(&mut encoder, resources, resource);
    list(&mut encoder, templates, template);
    Digest::from_bytes(encoder.finish())
}

fn server(encoder: &mut Encoder, server: &ServerIdentity) {
    encoder.text(server.name());
    optional_text(encoder, server.title());
    encoder.text(server.version());
    optional_text(encoder, server.description());
    optional_text(encoder, server.website_url());
}

/// So many tools' prose is looked up at once. Where tools came in no order, it is all over the memory: to wait for several
/// of them at a time is quicker than for one after another.
const AHEAD: usize = 8;

fn tool(encoder: &mut Encoder, tool: Tool<'_>, prose: [Option<&str>; 2]) {
    encoder.text(tool.raw_name());
    encoder.text(tool.model_name());
    prose.into_iter().for_each(|text| optional_text(encoder, text));
    let (input, output) = tool.schema_digests();
    encoder.fixed(input.as_bytes());
    encoder.optional(output, |encoder, digest| encoder.fixed(digest.as_bytes()));
    encoder.optional(tool.annotations(), tool_annotations);
}

fn tool_annotations(encoder: &mut Encoder, annotations: &ToolAnnotations) {
    optional_text(encoder, annotations.title.as_deref());
    for (_, flag) in annotations.flags() {
        encoder.optional(flag, Encoder::flag);
    }
}

fn prompt(encoder: &mut Encoder, prompt: &Prompt) {
    encoder.text(prompt.name());
    optional_text(encoder, prompt.title());
    optional_text(encoder, prompt.description());
    encoder.optional(prompt.arguments(), |encoder, arguments| list(encoder, arguments, argument));
}

fn argument(encoder: &mut Encoder, argument: &PromptArgument) {
    encoder.text(argument.name());
    optional_text(encoder, argument.title());
    optional_text(encoder, argument.description());
    encoder.optional(argument.required(), Encoder::flag);
}

fn resource(encoder: &mut Encoder, resource: &Resource) {
    encoder.text(resource.uri());
    encoder.text(resource.name());
    optional_text(encoder, resource.title());
    optional_text(encoder, resource.description());
    optional_text(encoder, resource.mime_type());
    encoder.optional(resource.size(), Encoder::number);
    encoder.optional(resource.annotations(), resource_annotations);
}

fn template(encoder: &mut Encoder, template: &ResourceTemplate) {
    encoder.text(template.uri_template());
    encoder.text(template.name());
    optional_text(encoder, template.title());
    optional_text(encoder, template.description());
    optional_text(encoder, template.mime_type());
    encoder.optional(template.annotations(), resource_annotations);
}

fn resource_annotations(encoder: &mut Encoder, annotations: &ResourceAnnotations) {
    encoder.optional(annotations.audience.as_deref(), |encoder, audience| {
        list(encoder, audience, |encoder, role| {
            encoder.text(match role {
                Role::Assistant => "assistant",
                _ => "user",
            });
        });
    });
    encoder.optional(annotations.priority, Encoder::double);
    optional_text(encoder, annotations.last_modified.as_deref());
}

fn optional_text(encoder: &mut Encoder, text: Option<&str>) {
    encoder.optional(text, Encoder::text);
}

fn list<T>(encoder: &mut Encoder, items: &[T], mut write: impl FnMut(&mut Encoder, &T)) {
    encoder.count(items.len());
    for item in items {
        write(encoder, item);
    }
}
