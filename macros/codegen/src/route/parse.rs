//! From the tokens of a struct to a checked route.

use quote::ToTokens;
use syn::{Data, DeriveInput, Fields, Generics, Ident, LitStr, Member, Type, ext::IdentExt};
use wayleave_model::UriTemplate;

use crate::{
    attribute::{Address, Described, Place, documentation},
    captures::{self, Taker},
    defects::Defects,
    names::snake,
    set,
};

/// A struct as it is written, as far as it could be read.
pub(super) struct Parsed<'a> {
    input: &'a DeriveInput,
    pub(super) described: Described,
    /// Nothing where this is no struct with named fields.
    fields: Option<Vec<(Taker, Field)>>,
}

/// A field.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) member: Member,
    pub(super) ty: Type,
}

/// A route in which nothing is wrong.
pub(super) struct Route {
    pub(super) ident: Ident,
    pub(super) generics: Generics,
    pub(super) described: Described,
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) literal: LitStr,
    pub(super) template: UriTemplate,
    /// The fields in the order of the template's variables.
    pub(super) fields: Vec<(String, Field)>,
}

/// Reads attributes and fields.
pub(super) fn parse<'a>(input: &'a DeriveInput, defects: &mut Defects) -> Parsed<'a> {
    let mut described = Described::default();
    let mut place = input.ident.to_token_stream();
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("route")) {
        place = attribute.to_token_stream();
        match attribute.meta.require_list() {
            Ok(list) => described.read(Place::Struct, list.tokens.clone(), defects),
            Err(_) => defects.at(attribute, "write `#[route(uri_template = \"…\")]`"),
        }
    }
    described.conflicts(Place::Struct, place, defects.is_empty(), defects);
    if let Some(lifetime) = input.generics.lifetimes().next() {
        defects.at(lifetime, "a route owns its captures: it has no lifetime");
    }
    let fields = fields(input, defects);
    Parsed { input, described, fields }
}

fn fields(input: &DeriveInput, defects: &mut Defects) -> Option<Vec<(Taker, Field)>> {
    let data = match &input.data {
        Data::Struct(data) => data,
        Data::Enum(data) => {
            defects.at(data.enum_token, "a route is a struct with a field for each variable of its template");
            return None;
        }
        Data::Union(data) => {
            defects
                .at(data.union_token, "a route is a struct with a field for each variable of its template");
            return None;
        }
    };
    let fields = match &data.fields {
        Fields::Named(fields) => &fields.named,
        Fields::Unit => return Some(Vec::new()),
        Fields::Unnamed(fields) => {
            defects
                .at(fields, "the fields of a route are named as the template's variables: write `{ id: … }`");
            return None;
        }
    };
    let field = |field: &syn::Field| {
        let ident = field.ident.as_ref()?;
        let taker = Taker::new(ident, &field.attrs, defects);
        Some((taker, Field { member: Member::Named(ident.clone()), ty: field.ty.clone() }))
    };
    fields.iter().map(field).collect()
}

/// Holds fields against variables, and the definition against the model.
pub(super) fn check(parsed: Parsed<'_>, defects: &mut Defects) -> Option<Route> {
    let Parsed { input, described, fields } = parsed;
    let Some(Address::Template(literal, template)) = described.address.clone() else { return None };
    let (takers, fields): (Vec<_>, Vec<_>) = fields?.into_iter().unzip();
    captures::check("field", &takers.iter().collect::<Vec<_>>(), &literal, &template, defects);

    let name = described.name.as_ref().map_or_else(|| snake(&input.ident.unraw().to_string()), LitStr::value);
    let description =
        described.description.as_ref().map(LitStr::value).or_else(|| documentation(&input.attrs));
    let definition = described.definition(&name, description.as_deref())?;
    set::check(&[set::Member::new(definition, input.ident.span(), &described)], defects);

    let ordered = template.variables().filter_map(|name| {
        let at = takers.iter().position(|taker| taker.variable == name)?;
        Some((name.to_owned(), fields.get(at)?.clone()))
    });
    let fields = ordered.collect();
    Some(Route {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        described,
        name,
        description,
        literal,
        template,
        fields,
    })
}
