//! What stands in `manifest!(…)`, and the manifest that it names.

use std::path::{Component, Path, PathBuf};

use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::{
    Attribute, Ident, LitStr, Path as RustPath, Token, Visibility,
    parse::{Parse, ParseStream},
};
use wayleave_manifest::Source;

use super::Crates;

mod keyword {
    syn::custom_keyword!(core);
    syn::custom_keyword!(bodies);
    syn::custom_keyword!(inline);
}

/// The macro's input: first what the `macro_rules!` macro adds, then what the user wrote.
pub(super) struct Input {
    pub(super) crates: Crates,
    pub(super) attributes: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) module: Option<Ident>,
    pub(super) origin: Origin,
}

/// Where the manifest's text stands.
pub(super) enum Origin {
    /// In a file, relative to the package.
    File(LitStr),
    /// In the macro's own input.
    Inline(LitStr),
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let crates = crates(input)?;
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility: Visibility = input.parse()?;
        let named = !attributes.is_empty() || !matches!(visibility, Visibility::Inherited);
        let module = match named || input.peek(Token![mod]) {
            true => {
                input.parse::<Token![mod]>()?;
                let module = input.parse()?;
                input.parse::<Token![=]>()?;
                Some(module)
            }
            false => None,
        };
        let origin = match input.parse::<Option<keyword::inline>>()? {
            Some(_) => Origin::Inline(input.parse()?),
            None => Origin::File(input.call(file)?),
        };
        input.parse::<Option<Token![,]>>()?;
        match input.is_empty() {
            true => Ok(Self { crates, attributes, visibility, module, origin }),
            false => Err(input.error("nothing more is expected here")),
        }
    }
}

fn crates(input: ParseStream<'_>) -> syn::Result<Crates> {
    let path = |input: ParseStream<'_>| -> syn::Result<TokenStream> {
        input.parse::<Token![=]>()?;
        let path = input.call(RustPath::parse_mod_style)?.to_token_stream();
        input.parse::<Token![;]>()?;
        Ok(path)
    };
    input.parse::<keyword::core>()?;
    let core = path(input)?;
    let bodies = match input.parse::<Option<keyword::bodies>>()? {
        Some(_) => Some(path(input)?),
        None => None,
    };
    Ok(Crates { core, bodies })
}

fn file(input: ParseStream<'_>) -> syn::Result<LitStr> {
    match input.peek(LitStr) {
        true => input.parse(),
        false => Err(input.error(
            "write the manifest's path, such as `manifest!(\"assets.yaml\")` or `manifest!(pub mod assets = \"assets.yaml\")`",
        )),
    }
}

/// A manifest's text, and the folder that its paths start from where there is one.
pub(super) struct Loaded {
    pub(super) source: Source,
    pub(super) folder: Option<PathBuf>,
}

impl Origin {
    pub(super) fn span(&self) -> Span {
        match self {
            Self::File(literal) | Self::Inline(literal) => literal.span(),
        }
    }

    /// The name of the module where none is given: the file's own up to its first dot.
    pub(super) fn stem(&self) -> String {
        match self {
            Self::File(path) => stem(&path.value()),
            Self::Inline(_) => "manifest".to_owned(),
        }
    }

    /// The text. A file is looked for in `package`.
    ///
    /// # Errors
    /// A path that leads out of the package, or a file that cannot be read.
    pub(super) fn load(&self, package: Option<&Path>) -> Result<Loaded, String> {
        match self {
            Self::Inline(text) => Ok(Loaded { source: Source::new("manifest", text.value()), folder: None }),
            Self::File(literal) => {
                let name = literal.value();
                let relative = inside(&name)?;
                let package = package.ok_or("`CARGO_MANIFEST_DIR` is not set: build with cargo")?;
                let path = package.join(relative);
                // The message names the file as the user did: where the package lies is the machine's own affair.
                let source = wayleave_manifest::load(&path).map_err(|error| {
                    let error = error.to_string();
                    let why = error.rsplit_once(": ").map_or(&*error, |(_, why)| why);
                    format!("{name}: {why}; the path starts from the folder of the package's `Cargo.toml`")
                })?;
                let folder = path.parent().map(Path::to_owned);
                Ok(Loaded { source: source.named(name), folder })
            }
        }
    }
}

/// The path, if it leads down from the package's folder.
fn inside(path: &str) -> Result<&Path, String> {
    let parts = Path::new(path).components();
    let down = parts.into_iter().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    match path {
        "" => Err("the manifest's path is empty".to_owned()),
        _ if path.contains('\\') => Err(format!("{path}: write `/` between folders")),
        _ if !down => Err(format!(
            "{path}: the manifest must lie in the package: write a path that leads down from its `Cargo.toml`"
        )),
        _ => Ok(Path::new(path)),
    }
}

/// The file's name up to its first dot.
pub(super) fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.split('.').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_inside_the_package() {
        for path in ["assets.yaml", "a/b/assets.yaml", "./assets.yaml"] {
            assert!(inside(path).is_ok(), "{path}");
        }
        for path in ["", "/etc/assets.yaml", "../assets.yaml", "a/../../assets.yaml", "a\\b.yaml"] {
            assert!(inside(path).is_err(), "{path}");
        }
    }

    #[test]
    fn the_module_is_named_after_the_file() {
        assert_eq!(stem("a/assets.v1.yaml"), "assets");
        assert_eq!(stem("staff-handbook.yaml"), "staff-handbook");
    }
}
