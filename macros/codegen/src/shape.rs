//! A template taken apart, as the constant by which routes of different crates are compared while compiling (U7).

use proc_macro2::TokenStream;
use quote::quote;
use wayleave_model::UriTemplate;

use crate::paths::CratePath;

/// The `Shape` of a template.
pub(crate) fn shape(krate: &CratePath, template: &UriTemplate, overlaps: bool) -> TokenStream {
    let (prefix, path, suffix) = split(template.as_str());
    let parts = path.split('/').map(|segment| match variable(segment) {
        Some(name) => quote!(#krate::route::Part::Variable(#name)),
        None => quote!(#krate::route::Part::Literal(#segment)),
    });
    let allow = overlaps.then(|| quote!(.allow_overlaps()));
    quote!(#krate::route::Shape::new(#prefix, &[#(#parts),*], #suffix) #allow)
}

/// What stands before the path, the path, and what stands behind it, of a template that was checked.
fn split(template: &str) -> (&str, &str, &str) {
    let after_scheme = template.find(':').map_or(0, |colon| colon + 1);
    let path = match template.get(after_scheme..).and_then(|rest| rest.strip_prefix("//")) {
        Some(rest) => rest.find(['/', '?', '#']).map_or(template.len(), |end| after_scheme + 2 + end),
        None => after_scheme,
    };
    let (prefix, rest) = template.split_at(path);
    let (path, suffix) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    (prefix, path, suffix)
}

fn variable(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

/// The byte at which a variable's braces begin.
pub(crate) fn offset_of(template: &UriTemplate, name: &str) -> usize {
    template.as_str().find(&format!("{{{name}}}")).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_taken_apart_as_the_model_does() {
        let cases = [
            ("a://h/{x}/y", ("a://h", "/{x}/y", "")),
            ("a://h/{x}/?q#f", ("a://h", "/{x}/", "?q#f")),
            ("a:{x}/y#f?/", ("a:", "{x}/y", "#f?/")),
            ("a:///{x}", ("a://", "/{x}", "")),
            ("a://h", ("a://h", "", "")),
            ("a://h?q", ("a://h", "", "?q")),
            ("a:/x/{y}", ("a:", "/x/{y}", "")),
        ];
        for (text, parts) in cases {
            let template = UriTemplate::parse(text).unwrap();
            assert_eq!(split(text), parts);
            let variables: Vec<&str> = split(text).1.split('/').filter_map(variable).collect();
            assert_eq!(variables, template.variables().collect::<Vec<_>>());
        }
    }
}
