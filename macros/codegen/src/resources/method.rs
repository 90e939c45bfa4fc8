//! One annotated method: its attributes, and what its signature may be.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Ident, ImplItemFn, Meta, Pat, PatType, PathArguments,
    Receiver, ReceiverKind, ReturnType, Safety, Signature, Type, TypeReference, spanned::Spanned,
};

use super::parse::kind;
use crate::{
    attribute::{Described, Place, documentation},
    captures::Taker,
    defects::Defects,
    generics::mentions,
};

/// A method that serves something.
pub(super) struct Method {
    pub(super) ident: Ident,
    pub(super) place: Place,
    pub(super) described: Described,
    pub(super) documentation: Option<String>,
    /// `#[cfg]`, to be copied to all that is generated.
    pub(super) conditions: Vec<Attribute>,
    /// The type of the one reference parameter.
    pub(super) caller: Option<Span>,
    /// The parameters by value.
    pub(super) parameters: Vec<Parameter>,
    /// All parameters in order: whether each is the caller.
    pub(super) order: Vec<bool>,
    pub(super) output: ReturnType,
}

/// A parameter by value.
pub(super) struct Parameter {
    pub(super) ty: Type,
    /// The variable it takes; nothing where it is a pattern.
    pub(super) taker: Option<Taker>,
    pub(super) span: Span,
}

impl Method {
    /// Reads attributes and signature; `callers` says whether methods may take who asks, and is true once it is told
    /// that they may not.
    pub(super) fn parse(
        ours: &[Attribute],
        function: &ImplItemFn,
        callers: &mut bool,
        defects: &mut Defects,
    ) -> Self {
        let place = ours.first().and_then(kind).unwrap_or(Place::Resource);
        let mut described = Described::default();
        let before = defects.count();
        for attribute in ours {
            if kind(attribute) != Some(place) {
                defects.at(attribute, "`#[resource]` conflicts with `#[bundle]`: a method is one of them");
                continue;
            }
            match &attribute.meta {
                Meta::List(list) => described.read(place, list.tokens.clone(), defects),
                // That nothing is said is the next rule's to tell.
                Meta::Path(_) => {}
                Meta::NameValue(pair) => {
                    defects.at(pair, format_args!("write `{}(uri = \"…\")`", place.word()))
                }
            }
        }
        described.conflicts(place, ours.first(), defects.count() == before, defects);
        let mut method = Self {
            ident: function.sig.ident.clone(),
            place,
            described,
            documentation: documentation(&function.attrs),
            conditions: function
                .attrs
                .iter()
                .filter(|attribute| attribute.path().is_ident("cfg"))
                .cloned()
                .collect(),
            caller: None,
            parameters: Vec::new(),
            order: Vec::new(),
            output: function.sig.output.clone(),
        };
        signature(&function.sig, defects);
        if place == Place::Resource
            && let Some(borrowed) = borrowed_body(&method.output)
        {
            defects.at(
                borrowed,
                "a body is kept after the method has ended: return `String`, or `&'static str`",
            );
        }
        for input in &function.sig.inputs {
            if let FnArg::Typed(parameter) = input {
                method.parameter(parameter, callers, defects);
            }
        }
        method
    }

    fn parameter(&mut self, parameter: &PatType, callers: &mut bool, defects: &mut Defects) {
        if let Some(condition) = parameter.attrs.iter().find(|attribute| attribute.path().is_ident("cfg")) {
            defects.at(condition, "a parameter has no condition of its own: write `#[cfg(…)]` on the method");
        }
        let ty = &*parameter.ty;
        if let Type::Reference(reference) = ty {
            self.order.push(true);
            if let Some(mutability) = &reference.mutability {
                defects.at(mutability, "the caller is shared: write `&` without `mut`");
            } else if !*callers {
                *callers = true;
                defects.at(
                    reference,
                    "a reference is the caller, and this block serves everyone: write `#[resources(caller = …)]`, or \
                     take a capture by value",
                );
            } else if self.caller.is_some() {
                defects.at(
                    reference,
                    "two parameters are references: one is the caller, and captures are taken by value",
                );
            }
            self.caller = Some(ty.span());
            return;
        }
        if let Type::ImplTrait(generic) = ty {
            defects.at(
                generic,
                "a capture has a type of its own: a method that serves a resource is not generic",
            );
        }
        self.order.push(false);
        let taker = match &*parameter.pat {
            Pat::Ident(pattern) => Some(Taker::new(&pattern.ident, &parameter.attrs, defects)),
            // `_` takes the variable that the attribute names.
            Pat::Wild(wild) if parameter.attrs.iter().any(crate::captures::is_capture) => {
                Some(Taker::new(&Ident::new("_ignored", wild.span()), &parameter.attrs, defects))
            }
            _ => None,
        };
        self.parameters.push(Parameter { ty: ty.clone(), taker, span: parameter.pat.span() });
    }
}

/// The type of a method's answer, to be spelt in a thunk; nothing where it cannot be spelt.
pub(super) fn answer(output: &ReturnType, method: &Ident) -> Option<Type> {
    match output {
        ReturnType::Type(_, ty) if !mentions(ty.to_token_stream(), &["impl".to_owned()]) => {
            Some((**ty).clone())
        }
        ReturnType::Type(..) => None,
        ReturnType::Default => Some(syn::parse_quote_spanned!(method.span()=> ())),
    }
}

/// A body that is borrowed from something other than the program: `&str`, or a `Result` of it.
fn borrowed_body(output: &ReturnType) -> Option<&TypeReference> {
    let ReturnType::Type(_, ty) = output else { return None };
    let body = match &**ty {
        Type::Path(path) => {
            let result = path.path.segments.last().filter(|last| last.ident == "Result")?;
            let PathArguments::AngleBracketed(arguments) = &result.arguments else { return None };
            match arguments.args.first()? {
                GenericArgument::Type(ty) => ty,
                _ => return None,
            }
        }
        ty => ty,
    };
    match body {
        Type::Reference(reference) if reference.lifetime.as_ref().is_none_or(|own| own.ident != "static") => {
            Some(reference)
        }
        _ => None,
    }
}

/// What every annotated method must be.
fn signature(signature: &Signature, defects: &mut Defects) {
    if signature.asyncness.is_none() {
        let name = &signature.ident;
        defects.at(signature.fn_token, format_args!("`{name}` is not `async`: write `async fn {name}`"));
    }
    match signature.receiver() {
        Some(Receiver { kind: ReceiverKind::Reference(_, _, None), .. }) => {}
        Some(Receiver { kind: ReceiverKind::Reference(..), .. }) => {
            let receiver = signature.receiver();
            defects.at(receiver, "reads run at the same time and share the state: take `&self`");
        }
        Some(receiver) => defects.at(receiver, "the state is shared: take `&self`"),
        None => defects.at(&signature.ident, format_args!("`{}` takes no `&self`", signature.ident)),
    }
    let generic =
        signature.generics.params.iter().find(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    if let Some(parameter) = generic {
        defects.at(parameter, "a method that serves a resource is not generic; its `impl` block may be");
    }
    if let Safety::Unsafe(token) = &signature.safety {
        defects.at(token, "a method that serves a resource is safe");
    }
}
