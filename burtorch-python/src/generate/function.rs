//! The entries of a differentiable function.

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Attribute, GenericArgument, PathArguments, ReturnType, Type};

use super::{Export, Parameter, gathered, is_named, parameters};

/// Whether a type names something else than integers, booleans and text: it is differentiated then.
pub fn holds_floats(ty: &Type) -> bool {
    const OTHERS: [&str; 15] =
        ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "bool", "str", "char"];
    match ty {
        Type::Reference(reference) => holds_floats(&reference.elem),
        Type::Slice(slice) => holds_floats(&slice.elem),
        Type::Array(array) => holds_floats(&array.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| match &last.arguments {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().any(|argument| match argument {
                GenericArgument::Type(ty) => holds_floats(ty),
                _ => false,
            }),
            _ => !OTHERS.iter().any(|name| last.ident == name),
        }),
        _ => true,
    }
}

/// The names in `wrt(…)`.
fn wrt(attribute: &Attribute) -> Option<Vec<String>> {
    let syn::Meta::List(list) = &attribute.meta else { return None };
    let mut tokens = list.tokens.clone().into_iter();
    while let Some(token) = tokens.next() {
        if matches!(&token, TokenTree::Ident(name) if name == "wrt") {
            let Some(TokenTree::Group(group)) = tokens.next() else { return None };
            let names = group.stream().into_iter().filter_map(|token| match token {
                TokenTree::Ident(name) => Some(name.to_string()),
                _ => None,
            });
            return Some(names.collect());
        }
    }
    None
}

/// The entries of a function.
pub fn exports(function: &syn::ItemFn, attribute: &Attribute) -> Vec<Export> {
    let has_types = !function.sig.generics.params.iter().all(|param| matches!(param, syn::GenericParam::Lifetime(_)));
    let wrt = wrt(attribute);
    let Some(parameters) = parameters(function.sig.inputs.iter(), wrt.as_deref()).filter(|_| !has_types) else {
        return Vec::new();
    };
    let (name, count) = (&function.sig.ident, parameters.len());
    let args: Vec<_> = (0..count).map(|at| format_ident!("argument_{at}")).collect();
    let read: TokenStream = parameters
        .iter()
        .enumerate()
        .map(|(at, Parameter { ty, .. })| {
            let name = &args[at];
            quote!(let #name: #ty = call.argument(#at);)
        })
        .collect();
    let describe = |parameter: &Parameter, prefix: &str| {
        let (name, ty) = (format!("{prefix}{}", parameter.name), &parameter.ty);
        quote!(description.parameter::<#ty>(#name);)
    };
    let plain: TokenStream = parameters.iter().map(|parameter| describe(parameter, "")).collect();
    let active: Vec<_> = parameters.iter().filter(|parameter| parameter.active).collect();
    let along: TokenStream = active.iter().map(|parameter| describe(parameter, "d_")).collect();
    let tangents: Vec<_> = (0..active.len())
        .map(|at| {
            let at = at + count;
            quote!(call.argument(#at))
        })
        .collect();
    let point = gathered(&args.iter().map(|arg| quote!(#arg)).collect::<Vec<_>>());
    let direction = gathered(&tangents);
    let result = match &function.sig.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(&**ty),
    };
    let scalar = matches!(result, Some(Type::Path(path)) if is_named(&path.path, "f64") || is_named(&path.path, "f32"));
    let export = |mode: &str, describe: TokenStream, value: TokenStream| Export {
        name: format!("{name}.{mode}"),
        describe,
        body: quote!(#read call.send(&#value);),
    };
    let moved = quote!(#plain #along);
    let mut exports = vec![
        export("value", plain.clone(), quote!(#name(#(#args),*))),
        export("jvp", moved.clone(), quote!(#name::jvp(#point, #direction))),
    ];
    if let Some(ty) = result {
        let seed = quote!(call.argument(#count));
        let describe = quote!(#plain description.parameter::<#ty>("seed"););
        exports.push(export("vjp", describe, quote!(#name::vjp(#point, #seed))));
    }
    if scalar {
        for mode in ["grad", "value_and_grad", "hessian"] {
            let path = format_ident!("{mode}");
            exports.push(export(mode, plain.clone(), quote!(#name::#path(#(#args),*))));
        }
        exports.push(export("hvp", moved, quote!(#name::hvp(#point, #direction))));
    } else {
        exports.push(export("jacobian", plain, quote!(#name::jacobian(#(#args),*))));
    }
    exports
}
