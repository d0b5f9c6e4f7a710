//! `#![graph(crate = path)]`: where burtorch is, if the dependency has another name.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;

use crate::error::Errors;

const ONE_OPTION: &str =
    "a block of models has one option: `#![graph(crate = path)]` with the path of burtorch, as its first line";

/// The path of burtorch in generated code: what the inner attributes of a block say, or `::burtorch`.
///
/// Other inner attributes, `//!` and `#![allow(…)]` for example, say nothing about that.
pub(super) fn crate_path(attributes: &[syn::Attribute], errors: &mut Errors) -> TokenStream {
    let mut found: Option<syn::Path> = None;
    for attribute in attributes {
        let is = |name: &str| attribute.path().is_ident(name);
        if is("differentiable") || is("burtorch") || is("graph") && attribute.meta.require_list().is_err() {
            errors.report(attribute.path().span(), ONE_OPTION);
        } else if is("graph") {
            let parsed = attribute.parse_nested_meta(|meta| {
                if !meta.path.is_ident("crate") {
                    return Err(meta.error(ONE_OPTION));
                }
                if found.is_some() {
                    return Err(meta.error("option `crate` is given twice: remove one"));
                }
                let path = meta.value().and_then(syn::parse::ParseBuffer::parse);
                found = Some(path.map_err(|_| meta.error("`crate` takes the path of burtorch: `crate = path`"))?);
                Ok(())
            });
            if let Err(error) = parsed {
                errors.push(error);
            }
        }
    }
    found.map_or_else(|| quote!(::burtorch), |path| quote!(#path))
}
