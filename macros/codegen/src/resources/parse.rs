//! From the tokens of the block to its methods, with our attributes taken off.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use syn::{Attribute, FnArg, ImplItem, ItemImpl, Signature, Type};

use super::method::Method;
use crate::{
    attribute::{Reader, each},
    captures::is_capture,
    defects::Defects,
    item::make_async,
    paths::CratePath,
};

/// A block, as far as it could be read.
pub(super) struct Block {
    /// Who asks; nothing for everyone.
    pub(super) caller: Option<Type>,
    pub(super) krate: CratePath,
    /// Whether methods may take the caller: who that is, is known, or something is told of it.
    pub(super) callers: bool,
    /// The annotated methods.
    pub(super) methods: Vec<Method>,
    /// The other methods, which may complete variables.
    pub(super) others: Vec<Signature>,
    /// Whether each method could be read.
    pub(super) whole: bool,
}

/// Reads the block, and takes our attributes off.
pub(super) fn parse(arguments: TokenStream, block: &mut ItemImpl, defects: &mut Defects) -> Block {
    let (mut caller, mut krate) = (None, CratePath::default());
    let reader = Reader::of("`#[resources]`", &["caller", "crate"]);
    let before = defects.count();
    each(arguments, reader, &mut HashSet::new(), defects, |key, input, _| {
        match &*key.name {
            "caller" => caller = Some(key.ty(input)?),
            _ => krate = key.crate_path(input, "wayleave")?,
        }
        Ok(())
    });
    let told = defects.count() > before;
    if let Some((path, _)) = &block.trait_ {
        defects.at(path, "`#[resources]` stands on an inherent `impl` block, not on that of a trait");
    }
    let mut callers = caller.is_some() || told;
    let (mut methods, mut others, mut asked) = (Vec::new(), Vec::new(), None);
    let whole = !block.items.iter().any(|item| matches!(item, ImplItem::Verbatim(_)));
    for item in &mut block.items {
        let ImplItem::Fn(function) = item else { continue };
        let (ours, rest): (Vec<Attribute>, Vec<Attribute>) =
            std::mem::take(&mut function.attrs).into_iter().partition(is_ours);
        function.attrs = rest;
        if ours.is_empty() {
            others.push(function.sig.clone());
            continue;
        }
        methods.push(Method::parse(&ours, function, &mut callers, defects));
        asked = asked.or_else(|| referred_to(&function.sig));
        make_async(&mut function.sig);
        for input in &mut function.sig.inputs {
            if let FnArg::Typed(parameter) = input {
                parameter.attrs.retain(|attribute| !is_capture(attribute));
            }
        }
    }
    // Where the lack of a caller is told, it is who the methods ask for.
    let caller = caller.or(asked.filter(|_| callers));
    Block { caller, krate, callers, methods, others, whole }
}

/// The type behind the first reference among a method's parameters.
fn referred_to(signature: &Signature) -> Option<Type> {
    signature.inputs.iter().find_map(|input| match input {
        FnArg::Typed(parameter) => match &*parameter.ty {
            Type::Reference(reference) if matches!(*reference.elem, Type::Path(_)) => {
                Some((*reference.elem).clone())
            }
            _ => None,
        },
        FnArg::Receiver(_) => None,
    })
}

/// Whether this is one of our two attributes.
pub(super) fn is_ours(attribute: &Attribute) -> bool {
    kind(attribute).is_some()
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
