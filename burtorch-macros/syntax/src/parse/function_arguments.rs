//! Functions that take functions: they have no derivatives of their own, and are differentiated where they are called.

use proc_macro2::Ident;

use super::floats::{FUNCTION_BOUNDS, annotation, bound_name, ungroup};
use super::function::is_constant;
use crate::ast::Type;

/// Which arguments of a function are functions that are generic, `impl Fn(f64) -> f64` or `F: Fn(f64) -> f64`, and not said to
/// be constant.
pub fn function_arguments(signature: &syn::Signature) -> Vec<usize> {
    let is_function = |bound: &syn::TypeParamBound| {
        bound_name(bound).is_some_and(|name| FUNCTION_BOUNDS.iter().any(|known| name == known))
    };
    let mut named: Vec<&Ident> = Vec::new();
    for param in signature.generics.type_params() {
        if param.bounds.iter().any(is_function) {
            named.push(&param.ident);
        }
    }
    let predicates = signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    for predicate in predicates {
        if let syn::WherePredicate::Type(bounded) = predicate
            && let syn::Type::Path(path) = &bounded.bounded_ty
            && let Some(name) = path.path.get_ident()
            && bounded.bounds.iter().any(is_function)
        {
            named.push(name);
        }
    }
    let takes = |input: &syn::FnArg| {
        let syn::FnArg::Typed(typed) = input else { return false };
        let mut ty = ungroup(&typed.ty);
        while let syn::Type::Reference(reference) = ty {
            ty = ungroup(&reference.elem);
        }
        !typed.attrs.iter().any(is_constant)
            && match ty {
                syn::Type::ImplTrait(bounds) => bounds.bounds.iter().any(is_function),
                syn::Type::Path(path) => path.path.get_ident().is_some_and(|name| named.contains(&name)),
                _ => false,
            }
    };
    (0..signature.inputs.len()).filter(|&at| takes(&signature.inputs[at])).collect()
}

/// Whether a function takes functions, from the text of its signature.
pub fn takes_functions(signature: &str) -> bool {
    // Most take none, which is seen without reading the types.
    FUNCTION_BOUNDS.iter().any(|bound| signature.contains(bound))
        && syn::parse_str(signature).is_ok_and(|signature| !function_arguments(&signature).is_empty())
}

/// What a type alias stands for.
pub fn aliased(alias: &syn::ItemType) -> Option<Type> {
    if alias.generics.params.is_empty() { annotation(&alias.ty) } else { None }
}
