//! The signatures of differentiable functions: what a call of one yields.

use std::rc::Rc;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::definitions::{Definition, Item, plain, substitute};
use super::floats::{length, ungroup};
use super::structs::Structs;
use crate::ast::{Called, Len, StructType, Type};

impl Structs {
    /// These signatures and those of the functions that a body defines itself. They are seen in it alone, so nobody else can tell them.
    pub(super) fn with_items_of(mut self, body: &syn::Block) -> Self {
        let own = body.stmts.iter().filter_map(|stmt| match stmt {
            syn::Stmt::Item(syn::Item::Fn(item)) => {
                let (path, signature) = (item.sig.ident.clone().into(), item.sig.clone());
                Some(Definition { path, item: Item::Function(signature) })
            }
            _ => None,
        });
        let own: Vec<Definition> = own.collect();
        if !own.is_empty() {
            self.all = Rc::new(own.into_iter().chain(self.all.iter().cloned()).collect());
        }
        self
    }

    /// What is known of the function `path`, called with arguments of these types.
    pub(super) fn signature_called(
        &self,
        path: &TokenStream,
        turbofish: &TokenStream,
        args: &[Type],
        span: Span,
    ) -> Option<Called> {
        let signature = self.signature(path)?;
        let params: Vec<&syn::Type> = signature
            .inputs
            .iter()
            .filter_map(|input| match input {
                syn::FnArg::Typed(typed) => Some(&*typed.ty),
                syn::FnArg::Receiver(_) => None,
            })
            .collect();
        let mut sizes = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            match_sizes(param, arg, &mut sizes);
        }
        let values = self.values(signature, turbofish, &sizes);
        let slices = params.iter().map(|param| is_slice(param)).collect();
        let syn::ReturnType::Type(_, ty) = &signature.output else {
            return Some(Called { result: Some(Type::Tuple(Vec::new())), slices });
        };
        let ty = ty.to_token_stream();
        let missing = values.iter().any(|(name, value)| value.is_none() && mentions(&ty, name));
        let result = (!missing).then(|| {
            let values: Vec<_> = values.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
            self.floats().inside(&substitute(of_companion(ty, path), &values, span))
        });
        Some(Called { result: result.filter(Type::is_known), slices })
    }

    fn signature(&self, path: &TokenStream) -> Option<&syn::Signature> {
        // How tokens are spaced depends on where they come from.
        let compact = |text: String| text.replace(' ', "");
        let path = compact(path.to_string());
        self.all.iter().find_map(|known| match &known.item {
            Item::Function(signature) if compact(plain(&known.path)) == path => Some(signature),
            _ => None,
        })
    }

    /// What stands for each generic parameter: a float type is the caller's, a size is written or follows from the
    /// arguments.
    fn values(
        &self,
        signature: &syn::Signature,
        turbofish: &TokenStream,
        sizes: &[(TokenStream, TokenStream)],
    ) -> Vec<(Ident, Option<TokenStream>)> {
        let written: Vec<syn::GenericArgument> = syn::parse2::<syn::AngleBracketedGenericArguments>(turbofish.clone())
            .map(|arguments| arguments.args.into_iter().collect())
            .unwrap_or_default();
        let params = signature.generics.params.iter().filter(|param| !matches!(param, syn::GenericParam::Lifetime(_)));
        let written =
            |at: usize| written.get(at).map(ToTokens::to_token_stream).filter(|value| value.to_string() != "_");
        let value = |(at, param): (usize, &syn::GenericParam)| match param {
            syn::GenericParam::Type(param) => {
                Some((param.ident.clone(), self.scalar.as_ref().map(|scalar| scalar.tokens.stream())))
            }
            syn::GenericParam::Const(param) => {
                let name = param.ident.to_string();
                let size = sizes.iter().find(|(size, _)| size.to_string() == name);
                Some((param.ident.clone(), written(at).or_else(|| size.map(|(_, value)| value.clone()))))
            }
            syn::GenericParam::Lifetime(_) => None,
        };
        params.enumerate().filter_map(value).collect()
    }
}

/// Whether a function takes no slices and yields one number: all that a caller needs to know of it.
pub fn yields_number(signature: &syn::Signature) -> bool {
    let syn::ReturnType::Type(_, ty) = &signature.output else { return false };
    let syn::Type::Path(path) = ungroup(ty) else { return false };
    let number = path.path.get_ident().is_some_and(|name| {
        name == "f64" || name == "f32" || signature.generics.type_params().any(|param| param.ident == *name)
    });
    let takes_slices = signature.inputs.iter().any(|input| match input {
        syn::FnArg::Typed(typed) => is_slice(&typed.ty),
        syn::FnArg::Receiver(_) => false,
    });
    path.qself.is_none() && number && !takes_slices
}

/// How the constant lengths in a result are called that only the function itself can name.
const LENGTH: &str = "__LENGTH_";

/// Takes the lengths out of a result that are neither numbers nor generic: the companion type of the function has them,
/// so that they can be named wherever the function can.
pub fn take_lengths(result: &mut syn::Type, generics: &syn::Generics, found: &mut Vec<(Ident, syn::Expr)>) {
    match result {
        syn::Type::Group(group) => take_lengths(&mut group.elem, generics, found),
        syn::Type::Paren(paren) => take_lengths(&mut paren.elem, generics, found),
        syn::Type::Tuple(tuple) => {
            tuple.elems.iter_mut().for_each(|element| take_lengths(element, generics, found));
        }
        syn::Type::Array(array) => {
            take_lengths(&mut array.elem, generics, found);
            let tokens = array.len.to_token_stream();
            let is_generic = generics.const_params().any(|param| mentions(&tokens, &param.ident));
            if matches!(length(&array.len), Len::Constant(_)) && !is_generic {
                let name = Ident::new(&format!("{LENGTH}{}", found.len()), Span::call_site());
                found.push((name.clone(), std::mem::replace(&mut array.len, syn::parse_quote!(#name))));
            }
        }
        _ => {}
    }
}

/// The tokens with such lengths as the caller reaches them.
fn of_companion(tokens: TokenStream, path: &TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(name) if name.to_string().starts_with(LENGTH) => quote!(#path::#name),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), of_companion(group.stream(), path));
                inner.set_span(group.span());
                TokenTree::Group(inner).into()
            }
            other => other.into(),
        })
        .collect()
}

/// Finds the lengths in the type of an argument that a signature gives names.
pub(super) fn match_sizes(param: &syn::Type, arg: &Type, sizes: &mut Vec<(TokenStream, TokenStream)>) {
    match (ungroup(param), arg) {
        (syn::Type::Reference(reference), arg) => match_sizes(&reference.elem, arg, sizes),
        (syn::Type::Array(array), Type::Array(element, len)) => {
            let len = match len {
                Len::Literal(len) => {
                    let len = proc_macro2::Literal::usize_unsuffixed(*len);
                    Some(quote!(#len))
                }
                Len::Constant(tokens) => Some(tokens.clone()),
                Len::Dynamic => None,
            };
            if let Some(len) = len {
                sizes.push((array.len.to_token_stream(), len));
            }
            match_sizes(&array.elem, element, sizes);
        }
        (syn::Type::Slice(slice), Type::Array(element, _)) => match_sizes(&slice.elem, element, sizes),
        (syn::Type::Tuple(tuple), Type::Tuple(elements)) => {
            tuple.elems.iter().zip(elements).for_each(|(param, arg)| match_sizes(param, arg, sizes));
        }
        (syn::Type::Path(path), Type::Struct(of)) => match_struct(path, of, sizes),
        _ => {}
    }
}

/// Pairs the generic arguments of a parameter's struct with those of the argument's.
fn match_struct(param: &syn::TypePath, of: &StructType, sizes: &mut Vec<(TokenStream, TokenStream)>) {
    let Ok(of) = syn::parse2::<syn::TypePath>(of.ty.clone()) else { return };
    let (Some(param), Some(of)) = (param.path.segments.last(), of.path.segments.last()) else { return };
    if let (syn::PathArguments::AngleBracketed(params), syn::PathArguments::AngleBracketed(values), true) =
        (&param.arguments, &of.arguments, param.ident == of.ident)
    {
        let tokens = |argument: &syn::GenericArgument| argument.to_token_stream();
        sizes.extend(params.args.iter().map(tokens).zip(values.args.iter().map(tokens)));
    }
}

/// `&[T]` and `&mut [T]`
fn is_slice(ty: &syn::Type) -> bool {
    matches!(ungroup(ty), syn::Type::Reference(reference) if matches!(ungroup(&reference.elem), syn::Type::Slice(_)))
}

fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        _ => false,
    })
}
