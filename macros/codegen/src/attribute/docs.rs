//! The documentation comment of an item, as a description.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of the documentation comment, without the indentation that all its lines have. What a macro puts into
/// `#[doc = …]` is not known while expanding, and is left out.
pub(crate) fn documentation(attributes: &[Attribute]) -> Option<String> {
    let texts =
        attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).filter_map(|attribute| {
            match &attribute.meta {
                Meta::NameValue(pair) => literal(&pair.value),
                _ => None,
            }
        });
    let text = texts.collect::<Vec<_>>().join("\n");
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let common = text.lines().filter(|line| !line.trim().is_empty()).map(indentation).min().unwrap_or(0);
    let lines: Vec<&str> =
        text.lines().map(|line| line.get(common..).unwrap_or_default().trim_end()).collect();
    let text = lines.join("\n");
    let text = text.trim_matches('\n');
    (!text.is_empty()).then(|| text.to_owned())
}

fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        // What a `macro_rules!` macro has put there.
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::documentation;

    fn of(source: &str) -> Option<String> {
        documentation(&syn::parse_str::<syn::ItemStruct>(source).unwrap().attrs)
    }

    #[test]
    fn comments_become_text() {
        assert_eq!(of("struct X;"), None);
        assert_eq!(of("///\n struct X;"), None);
        assert_eq!(
            of("/// One.\n/// Two.\n///\n///     code\n struct X;").unwrap(),
            "One.\nTwo.\n\n    code"
        );
        assert_eq!(of("/**\n  One.\n    Two.\n*/ struct X;").unwrap(), "One.\n  Two.");
        assert_eq!(of("#[doc = include_str!(\"x\")] /// One.\n struct X;").unwrap(), "One.");
        assert_eq!(of("#[doc(hidden)] struct X;"), None);
    }
}
