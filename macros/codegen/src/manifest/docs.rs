//! Documentation comments of generated items: the manifest's own words, made harmless.
//!
//! They are Markdown, and what looks like code in them would be compiled as a test. So every line is one paragraph's
//! text: no indented and no fenced code.

use proc_macro2::TokenStream;
use quote::quote;
use wayleave_manifest::{Entry, Serves};

use super::{
    fault::visible,
    plan::{Field, Plan},
};

/// The documentation of the module.
pub(super) fn module(name: &str, plan: &Plan<'_>) -> TokenStream {
    let server = &plan.manifest.server;
    let title = server.title.as_deref().unwrap_or(&server.name);
    let lines = [format!(" {}: the routes and bindings of `{}`.", line(title), line(name))];
    quote!(#(#![doc = #lines])*)
}

/// The documentation of what stands for an entry.
pub(super) fn entry(entry: &Entry) -> TokenStream {
    let definition = &entry.definition;
    let mut lines = Vec::new();
    match (definition.title(), definition.description()) {
        (Some(title), Some(description)) => {
            lines.push(format!("{}.", line(title).trim_end_matches('.')));
            lines.push(String::new());
            lines.extend(paragraphs(description));
        }
        (Some(title), None) => lines.push(format!("{}.", line(title).trim_end_matches('.'))),
        (None, Some(description)) => lines.extend(paragraphs(description)),
        (None, None) => lines.push(format!("The entry `{}`.", line(definition.name()))),
    }
    lines.push(String::new());
    let what = match &entry.serves {
        Serves::Handler => "read by a handler",
        Serves::Bundle(_) => "a bundle",
        _ => "served from the manifest",
    };
    lines.push(format!("`{}`, {what}.", definition.address().as_str()));
    attributes(&lines)
}

/// The documentation of a route's field.
pub(super) fn field(field: &Field<'_>) -> TokenStream {
    attributes(&[format!("The variable `{}`.", field.capture.name)])
}

fn paragraphs(text: &str) -> Vec<String> {
    text.trim().lines().map(line).collect()
}

/// One line of text: no indentation, no fence, nothing that hides.
fn line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    visible(&words.join(" ")).replace("```", "\\`\\`\\`").replace("~~~", "\\~\\~\\~")
}

fn attributes(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
    quote!(#(#[doc = #lines])*)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_a_test() {
        let text = "Read this:\n\n    let x = 1;\n\n```\npanic!()\n```\n~~~rust\n-\t\tlet y;\r\n\u{202e}x";
        assert_eq!(
            paragraphs(text),
            [
                "Read this:",
                "",
                "let x = 1;",
                "",
                "\\`\\`\\`",
                "panic!()",
                "\\`\\`\\`",
                "\\~\\~\\~rust",
                "- let y;",
                "\\u{202e}x",
            ]
        );
    }
}
