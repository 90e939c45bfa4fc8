//! Items, read as far as a macro has to understand them. What is wrong with the syntax inside of them the compiler has
//! told already when it hands them over: it is no reason to know nothing of the rest.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Block, DeriveInput, Expr, FnModifiers, ImplItem, ImplItemFn, ItemImpl, ReturnType, Signature,
    Stmt, Token, Type, Visibility,
    parse::{ParseStream, Parser},
    token::Brace,
};

use crate::defects::Defects;

/// An `impl` block, whose methods' bodies stay as they are written; nothing where this is none, which is told as `place`.
/// Items that cannot be read are told. A method among them stays in the block, without the attributes that are `ours`.
pub(crate) fn block(
    item: TokenStream,
    place: &str,
    ours: fn(&Attribute) -> bool,
    defects: &mut Defects,
) -> Option<ItemImpl> {
    let mut header: Vec<TokenTree> = without_group(item.clone()).into_iter().collect();
    let content = match header.pop() {
        Some(TokenTree::Group(content)) if content.delimiter() == Delimiter::Brace => content,
        _ => {
            defects.at(&item, place);
            return None;
        }
    };
    let empty = emptied(&content);
    let Ok(mut block) = syn::parse2::<ItemImpl>(quote!(#(#header)* #empty)) else {
        defects.at(&item, place);
        return None;
    };
    let items = |input: ParseStream<'_>| {
        block.attrs.extend(input.call(Attribute::parse_inner)?);
        while !input.is_empty() {
            block.items.extend(member(input, ours, defects)?);
        }
        Ok(())
    };
    let read = items.parse2(content.stream());
    defects.ok(read);
    Some(block)
}

/// The struct, enum or union that a derive stands on; or what its header says, and what is wrong with the rest.
pub(crate) fn derive_input(item: TokenStream) -> syn::Result<(DeriveInput, Option<syn::Error>)> {
    let error = match syn::parse2(item.clone()) {
        Ok(input) => return Ok((input, None)),
        Err(error) => error,
    };
    let header = item.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() != Delimiter::Bracket => emptied(&group).into(),
        token => token,
    });
    match syn::parse2(header.collect()) {
        Ok(input) => Ok((input, Some(error))),
        Err(_) => Err(error),
    }
}

/// Tokens that stand for statements, whatever is in them.
pub(crate) fn statements(tokens: TokenStream) -> Vec<Stmt> {
    match tokens.is_empty() {
        true => Vec::new(),
        false => vec![Stmt::Expr(Expr::Verbatim(tokens), None)],
    }
}

/// Makes a method `async` after it is told that it should be: whoever awaits it is right to.
pub(crate) fn make_async(signature: &mut Signature) {
    let is_future =
        matches!(&signature.output, ReturnType::Type(_, ty) if matches!(**ty, Type::ImplTrait(_)));
    if signature.asyncness.is_none() && !is_future {
        signature.asyncness = Some(Token![async](signature.fn_token.span));
    }
}

/// The tokens without the attributes that are `ours`, at any depth.
pub(crate) fn without(tokens: TokenStream, ours: fn(&Attribute) -> bool) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let TokenTree::Group(group) = token else {
            kept.push(token);
            continue;
        };
        if let Some(hash @ TokenTree::Punct(_)) = kept.last()
            && let Ok(attributes) = Attribute::parse_outer.parse2(quote!(#hash #group))
            && attributes.iter().any(ours)
        {
            kept.pop();
            continue;
        }
        kept.push(with(&group, without(group.stream(), ours)).into());
    }
    kept.into_iter().collect()
}

/// One item of a block; nothing where it is none.
fn member(
    input: ParseStream<'_>,
    ours: fn(&Attribute) -> bool,
    defects: &mut Defects,
) -> syn::Result<Option<ImplItem>> {
    let ahead = input.fork();
    if let Ok(function) = ahead.call(function) {
        input.call(self::function)?;
        return Ok(Some(ImplItem::Fn(function)));
    }
    let error = match input.fork().parse::<ImplItem>() {
        Ok(_) => return input.parse().map(Some),
        Err(error) => error,
    };
    defects.syntax(error);
    let mut is_method = false;
    let mut tokens = TokenStream::new();
    while !input.is_empty() {
        let token: TokenTree = input.parse()?;
        let ends = match &token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(mark) => mark.as_char() == ';',
            TokenTree::Ident(word) => {
                is_method |= word == "fn";
                false
            }
            TokenTree::Literal(_) => false,
        };
        token.to_tokens(&mut tokens);
        if ends {
            break;
        }
    }
    // The compiler makes out something of a broken method. What is no item at all costs it those that follow.
    Ok(is_method.then(|| ImplItem::Verbatim(without(tokens, ours))))
}

/// A method, whose body is taken as it stands.
fn function(input: ParseStream<'_>) -> syn::Result<ImplItemFn> {
    let mut attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    let sig: Signature = input.parse()?;
    let content;
    let brace_token: Brace = syn::braced!(content in input);
    attrs.extend(content.call(Attribute::parse_inner)?);
    let block = Block { brace_token, stmts: statements(content.parse()?) };
    Ok(ImplItemFn { attrs, vis, modifiers: FnModifiers::default(), sig, block })
}

/// The tokens of an item that `macro_rules!` has put into an invisible group.
fn without_group(tokens: TokenStream) -> TokenStream {
    let mut rest = tokens.clone().into_iter();
    match (rest.next(), rest.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
            without_group(group.stream())
        }
        _ => tokens,
    }
}

fn emptied(group: &Group) -> Group {
    with(group, TokenStream::new())
}

/// The group with other tokens in it.
fn with(group: &Group, tokens: TokenStream) -> Group {
    let mut other = Group::new(group.delimiter(), tokens);
    other.set_span(group.span());
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(attribute: &Attribute) -> bool {
        attribute.path().is_ident("ours")
    }

    /// What is left of a block, and how many defects it has.
    fn read(item: TokenStream) -> (String, usize) {
        let mut defects = Defects::default();
        let block = block(item, "no block", ours, &mut defects);
        (block.into_token_stream().to_string(), defects.count())
    }

    #[test]
    fn a_block_that_is_right_stays_as_it_is() {
        let right = quote! {
            #[doc = "of it"]
            impl<T: Clone> Trait<{ 3 }> for Type<T> where T: Copy {
                #![allow(unused)]
                const LENGTH: usize = 7;
                type Output = T;
                generate! { fn a() {} }
                #[ours(key)]
                pub(crate) async fn method(&self, array: [u8; { 2 }]) -> Array<{ 2 }> {
                    #![allow(dead_code)]
                    match self { _ => {} }
                }
                fn empty() {}
            }
        };
        assert_eq!(read(right.clone()), (right.to_string(), 0));
        let grouped = TokenTree::Group(Group::new(Delimiter::None, right.clone()));
        assert_eq!(read(grouped.into()), (right.to_string(), 0));
    }

    #[test]
    fn a_body_is_not_looked_into() {
        let wrong = quote!(impl Type { fn method(&self) { let = ; } fn other() { + } });
        assert_eq!(read(wrong.clone()), (wrong.to_string(), 0));
    }

    #[test]
    fn what_cannot_be_read_is_told_alone() {
        let wrong =
            quote!(impl Type { fn one() {} #[ours] #[inline] fn two(&self a: u8) { 2 } fn three() {} });
        let left = quote!(impl Type { fn one() {} #[inline] fn two(&self a: u8) { 2 } fn three() {} });
        assert_eq!(read(wrong), (left.to_string(), 1));
        let wrong = quote!(impl Type { fn one() {} let x = 2; fn three() {} });
        assert_eq!(read(wrong), (quote!(impl Type { fn one() {} fn three() {} }).to_string(), 1));
    }

    #[test]
    fn what_is_no_block() {
        for item in [
            quote!(
                struct Type;
            ),
            quote!(
                fn method() {}
            ),
            quote!(
                struct Type {}
            ),
            quote!(),
        ] {
            assert_eq!(read(item), (String::new(), 1));
        }
    }

    #[test]
    fn attributes_are_found_at_any_depth() {
        let tokens = quote!(trait Type { #[ours] fn one(#[ours = 2] a: u8); #[inline] fn two(); #![ours] });
        let left = quote!(trait Type { fn one(a: u8); #[inline] fn two(); #![ours] });
        assert_eq!(without(tokens, ours).to_string(), left.to_string());
    }

    #[test]
    fn a_derive_has_its_header() {
        let name =
            |item| derive_input(item).map(|(input, error)| (input.ident.to_string(), error.is_some())).ok();
        assert_eq!(
            name(quote!(
                #[route(a)]
                struct Type<T: Fn(u8)> {
                    a: T,
                }
            )),
            Some(("Type".to_owned(), false))
        );
        for wrong in [
            quote!(#[route(a)] pub struct Type<T> where T: Copy { a T }),
            quote!(struct Type(u8 u8);),
            quote!(enum Type { A = }),
        ] {
            assert_eq!(name(wrong), Some(("Type".to_owned(), true)));
        }
        assert_eq!(name(quote!(struct)), None);
    }
}
