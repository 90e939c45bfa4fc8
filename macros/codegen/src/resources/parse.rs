//! From the tokens of the block to its methods, with our attributes taken off.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use syn::{Attribute, ImplItem, ItemImpl, Type};

use super::method::Method;
use crate::{
    attribute::{Reader, each},
    captures::is_capture,
    defects::Defects,
    paths::CratePath,
};

/// A block, as far as it could be read.
pub(super) struct Block {
    /// Who asks; nothing for everyone.
    pub(super) caller: Option<Type>,
    pub(super) krate: CratePath,
    /// The annotated methods.
    pub(super) methods: Vec<Method>,
    /// The other methods, which may complete variables.
    pub(super) others: Vec<syn::Signature>,
}

/// Reads the block, and takes our attributes off.
pub(super) fn parse(arguments: TokenStream, block: &mut ItemImpl, defects: &mut Defects) -> Block {
    let (mut caller, mut krate) = (None, CratePath::default());
    let reader = Reader::of("`#[resources]`", &["caller", "crate"]);
    each(arguments, reader, &mut HashSet::new(), defects, |key, input, _| {
        match &*key.name {
            "caller" => caller = Some(key.ty(input)?),
            _ => krate = key.crate_path(input, "wayleave")?,
        }
        Ok(())
    });
    if let Some((path, _)) = &block.trait_ {
        defects.at(path, "`#[resources]` stands on an inherent `impl` block, not on that of a trait");
    }
    let (mut methods, mut others) = (Vec::new(), Vec::new());
    for item in &mut block.items {
        let ImplItem::Fn(function) = item else { continue };
        let (ours, rest): (Vec<Attribute>, Vec<Attribute>) =
            std::mem::take(&mut function.attrs).into_iter().partition(|attribute| kind(attribute).is_some());
        function.attrs = rest;
        if ours.is_empty() {
            others.push(function.sig.clone());
            continue;
        }
        methods.push(Method::parse(&ours, function, caller.is_some(), defects));
        for input in &mut function.sig.inputs {
            if let syn::FnArg::Typed(parameter) = input {
                parameter.attrs.retain(|attribute| !is_capture(attribute));
            }
        }
    }
    Block { caller, krate, methods, others }
}

/// Which of our two attributes this is.
pub(super) fn kind(attribute: &Attribute) -> Option<crate::attribute::Place> {
    use crate::attribute::Place;
    let mut segments = attribute.path().segments.iter();
    let (first, second) = (segments.next()?, segments.next());
    let name = match second {
        None => first,
        Some(second) if first.ident == "wayleave" && segments.next().is_none() => second,
        Some(_) => return None,
    };
    match () {
        () if name.ident == "resource" => Some(Place::Resource),
        () if name.ident == "bundle" => Some(Place::Bundle),
        () => None,
    }
}
