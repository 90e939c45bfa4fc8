//! The attributes that describe a definition, and the rules across them.

use std::{collections::HashSet, time::Duration};

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use serde_json::{Map, Value};
use syn::{Ident, LitStr, Type, parse::ParseStream};
use wayleave_model::{Annotations, Cache, CacheScope, Definition, Icon, UriTemplate};

use super::{
    duration::milliseconds,
    keys::*,
    syntax::{Key, Reader, each},
    values::{annotations, any, checked, complete, icon, meta, one_of, size, template, uri},
};
use crate::{defects::Defects, paths::CratePath};

/// On what the attributes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// `#[route]` of a struct.
    Struct,
    /// `#[resource]` of a method.
    Resource,
    /// `#[bundle]` of a method.
    Bundle,
}

impl Place {
    /// The attribute, as messages name it.
    pub(crate) const fn attribute(self) -> &'static str {
        match self {
            Self::Struct => "`#[route]`",
            Self::Resource => "`#[resource]`",
            Self::Bundle => "`#[bundle]`",
        }
    }

    /// The attribute's own word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Struct => "route",
            Self::Resource => "resource",
            Self::Bundle => "bundle",
        }
    }
}

/// What is described: one resource, a family, or what a route type says.
#[derive(Clone)]
pub(crate) enum Address {
    Uri(LitStr),
    Template(LitStr, UriTemplate),
    Route(Box<Type>),
}

/// Everything that the attributes of one item say, as far as it is right.
#[derive(Clone, Default)]
pub(crate) struct Described {
    pub(crate) address: Option<Address>,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) size: Option<u64>,
    pub(crate) annotations: Annotations,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Map<String, Value>,
    pub(crate) meta_span: Option<Span>,
    /// Milliseconds and scope.
    pub(crate) cache: Option<(u64, CacheScope)>,
    pub(crate) public: Option<Span>,
    pub(crate) overlaps: bool,
    /// Variables with the method that completes them.
    pub(crate) complete: Vec<(Key, Ident)>,
    pub(crate) crate_path: CratePath,
    given: Vec<Key>,
    seen: HashSet<String>,
}

impl Described {
    /// Reads one attribute; an item may have several.
    pub(crate) fn read(&mut self, place: Place, tokens: TokenStream, defects: &mut Defects) {
        let reader = match place {
            Place::Struct => Reader {
                repeatable: &[ICON],
                hints: &[
                    (URI, "a route is a family, so write `uri_template`"),
                    (SIZE, "each member of a family has a size of its own"),
                ],
                ..Reader::of(place.attribute(), OF_STRUCT)
            },
            Place::Resource | Place::Bundle => {
                Reader { repeatable: &[ICON], ..Reader::of(place.attribute(), OF_METHOD) }
            }
        };
        let mut seen = std::mem::take(&mut self.seen);
        each(tokens, reader, &mut seen, defects, |key, input, defects| {
            self.given.push(key.clone());
            self.take(key, input, defects)
        });
        self.seen = seen;
    }

    fn take(&mut self, key: &Key, input: ParseStream<'_>, defects: &mut Defects) -> syn::Result<()> {
        match &*key.name {
            URI => self.address(uri(key.text(input)?, defects)),
            URI_TEMPLATE => self.address(template(key.text(input)?, defects)),
            ROUTE => self.address(Some(Address::Route(Box::new(key.ty(input)?)))),
            NAME => self.name = checked(key.text(input)?, defects, Definition::builder),
            TITLE => self.title = Some(key.text(input)?),
            DESCRIPTION => self.description = Some(key.text(input)?),
            MIME_TYPE => self.mime_type = checked(key.text(input)?, defects, |text| any().mime_type(text)),
            SIZE => self.size = Some(size(key, input)?),
            ANNOTATIONS => {
                let form =
                    "`annotations(audience(\"user\"), priority = 0.9, last_modified = \"2026-01-31\")`";
                annotations(&mut self.annotations, key.list(input, form)?, defects);
            }
            ICON => self.icons.extend(icon(key, input, defects)?),
            META => {
                self.meta_span = Some(key.span);
                meta(&mut self.meta, key, input, defects)?;
            }
            CACHE => self.cache(key.list(input, "`cache(ttl = \"60s\", scope = \"private\")`")?, defects),
            OVERLAPS => {
                let text = key.text(input)?;
                match &*text.value() {
                    "allow" => self.overlaps = true,
                    _ => {
                        return Err(syn::Error::new(
                            text.span(),
                            "write `overlaps = \"allow\"`, or leave it out",
                        ));
                    }
                }
            }
            COMPLETE => {
                let form = "`complete(variable = Self::method)`";
                complete(&mut self.complete, key.list(input, form)?, defects);
            }
            CRATE => self.crate_path = key.crate_path(input, "wayleave")?,
            // The reader lets no other key in.
            _ => {}
        }
        Ok(())
    }

    /// The first address counts; that there is only one is a rule of [`conflicts`](Self::conflicts).
    fn address(&mut self, address: Option<Address>) {
        if self.address.is_none() {
            self.address = address;
        }
    }

    fn cache(&mut self, tokens: TokenStream, defects: &mut Defects) {
        let (mut ttl, mut scope) = (0, CacheScope::Private);
        let reader = Reader::of("`cache(…)`", &["ttl", "scope"]);
        each(tokens, reader, &mut HashSet::new(), defects, |key, input, _| {
            let text = key.text(input)?;
            match (&*key.name, &*text.value()) {
                ("ttl", duration) => {
                    ttl = milliseconds(duration).map_err(|message| syn::Error::new(text.span(), message))?;
                }
                (_, "private") => {}
                (_, "public") => {
                    scope = CacheScope::Public;
                    self.public = Some(text.span());
                }
                (_, other) => return Err(one_of(&text, "a scope", other, &["private", "public"])),
            }
            Ok(())
        });
        self.cache = Some((ttl, scope));
    }

    /// The rules across attributes. `whole` says that nothing was wrong in reading them: else a misspelt address is told
    /// already, and is not missing.
    pub(crate) fn conflicts(&self, place: Place, item: impl ToTokens, whole: bool, defects: &mut Defects) {
        let given = |name: &str| self.given.iter().find(|key| key.name == name);
        let mut addresses = self.given.iter().filter(|key| [URI, URI_TEMPLATE, ROUTE].contains(&&*key.name));
        match (addresses.next(), place) {
            (None, _) if !whole => {}
            (None, Place::Struct) => {
                defects.at(item, "a route needs its template: write `#[route(uri_template = \"…\")]`");
            }
            (None, _) => {
                let word = place.word();
                let message = format_args!(
                    "say what is served: `{word}(uri = \"…\")`, `{word}(uri_template = \"…\")` or `{word}(route = Type)`"
                );
                defects.at(item, message);
            }
            (Some(first), _) => {
                for other in addresses {
                    let message =
                        format_args!("`{}` conflicts with `{}`: give one of them", other.name, first.name);
                    defects.at_span(other.span, message);
                }
            }
        }
        // A route's own attributes say the rest, for everyone who serves it.
        if given(ROUTE).is_some() {
            for key in
                self.given.iter().filter(|key| ![URI, URI_TEMPLATE, ROUTE, COMPLETE].contains(&&*key.name))
            {
                let message = format_args!(
                    "`{}` belongs to the route: write it in the route's own `#[route(…)]`",
                    key.name
                );
                defects.at_span(key.span, message);
            }
            return;
        }
        if let (Some(_), Some(size)) = (given(URI_TEMPLATE), given(SIZE)) {
            defects.at_span(
                size.span,
                "`size` conflicts with `uri_template`: each member of a family has a size of its own",
            );
        }
        if given(URI_TEMPLATE).is_none() && given(URI).is_some() {
            if let Some(key) = given(OVERLAPS) {
                defects.at_span(
                    key.span,
                    "`overlaps` conflicts with `uri`: a concrete URI wins over every template",
                );
            }
            if let Some(key) = given(COMPLETE) {
                defects.at_span(key.span, "`complete` conflicts with `uri`: a concrete URI has no variables");
            }
        }
    }

    /// The definition as the model has it, to be compared with others; nothing where a part of it is wrong, or where a
    /// route type says it.
    pub(crate) fn definition(&self, name: &str, description: Option<&str>) -> Option<Definition> {
        let mut builder =
            Definition::builder(name).annotations(self.annotations.clone()).meta(self.meta.clone());
        builder = match self.address.as_ref()? {
            Address::Uri(text) => builder.uri(text.value()),
            Address::Template(text, _) => builder.uri_template(text.value()),
            Address::Route(_) => return None,
        };
        if let Some(title) = &self.title {
            builder = builder.title(title.value());
        }
        if let Some(description) = description {
            builder = builder.description(description);
        }
        if let Some(mime_type) = &self.mime_type {
            builder = builder.mime_type(mime_type.value());
        }
        if let Some(size) = self.size {
            builder = builder.size(size);
        }
        if self.overlaps {
            builder = builder.allow_overlaps();
        }
        if let Some((milliseconds, scope)) = self.cache {
            builder = builder.cache(Cache { ttl: Duration::from_millis(milliseconds), scope });
        }
        self.icons.iter().fold(builder, |builder, icon| builder.icon(icon.clone())).build().ok()
    }
}
