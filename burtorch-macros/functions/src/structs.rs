//! `#[derive(Differentiable)]`: what a struct can do, and its definition for the functions that are compiled.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::emit::numbers;
use crate::enums;
use crate::error::Errors;
use crate::parse::{NO_DERIVATIVE, Structs, elements_of_vec, is_marked};
use crate::surroundings::library_definitions;

/// `#[derive(Differentiable)] struct …`
pub fn derive(input: TokenStream) -> TokenStream {
    let message = "only a struct or an enum can be differentiated: hold this in a field with `#[no_derivative]`";
    let item = match syn::parse2::<syn::Item>(input) {
        Ok(syn::Item::Struct(item)) => item,
        Ok(syn::Item::Enum(item)) => return derive_for_enum(&item),
        Ok(item) => return syn::Error::new(item.span(), message).into_compile_error(),
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let krate = krate(&item.attrs, &mut errors);
    let fields = fields(&item, &mut errors);
    let told = item.generics.lifetimes().next().is_none();
    if let Err(errors) = errors.finish() {
        // What is wrong is said once: functions that use the struct find a definition, in which the field is left out.
        let mark = Ident::new(NO_DERIVATIVE, Span::call_site());
        let mut rest = fields;
        for field in rest.iter_mut().filter(|field| problem(&field.ty).is_some()) {
            field.attrs.push(syn::parse_quote!(#[#mark]));
        }
        let rest = told.then(|| (tell(&item, &rest), implementations(&item, &rest, &krate)));
        let (tell, implementations) = rest.unzip();
        return quote!(#errors #implementations #tell);
    }
    let (tell, implementations) = (tell(&item, &fields), implementations(&item, &fields, &krate));
    quote!(#implementations #tell)
}

/// `#[derive(Differentiable)] enum …`
fn derive_for_enum(item: &syn::ItemEnum) -> TokenStream {
    let mut errors = Errors::default();
    let krate = krate(&item.attrs, &mut errors);
    for field in item.variants.iter().flat_map(|variant| &variant.fields).filter(|field| !is_marked(field)) {
        // What is boxed may be the enum itself.
        if let Some((span, problem)) = problem(&field.ty).filter(|_| !is_boxed(&field.ty)) {
            errors.report(span, problem);
        }
    }
    let implementations = enums::derive(item, &krate, &mut errors);
    errors.finish().err().unwrap_or(implementations)
}

fn is_boxed(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "Box" || last.ident == "Vec")
}

/// `#[burtorch(crate = path)]`
fn krate(attributes: &[syn::Attribute], errors: &mut Errors) -> TokenStream {
    let mut krate = quote!(::burtorch);
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("burtorch")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("crate") {
                return Err(meta.error("unknown option: there is `crate = path`"));
            }
            krate = meta.value()?.parse::<syn::Path>()?.to_token_stream();
            Ok(())
        });
        if let Err(error) = parsed {
            errors.push(error);
        }
    }
    krate
}

/// The fields of a struct; what is wrong with them is reported.
fn fields(item: &syn::ItemStruct, errors: &mut Errors) -> Vec<syn::Field> {
    if let Some(lifetime) = item.generics.lifetimes().next() {
        errors.report(
            lifetime.span(),
            "a struct with a lifetime cannot be differentiated: let it own its data, or pass what it borrows as an argument",
        );
    }
    let mut fields: Vec<syn::Field> = item.fields.iter().cloned().collect();
    let mark = Ident::new(NO_DERIVATIVE, Span::call_site());
    for field in fields.iter_mut().filter(|field| !is_marked(field) && is_data(&field.ty)) {
        field.attrs.push(syn::parse_quote!(#[#mark]));
    }
    for field in fields.iter().filter(|field| !is_marked(field)) {
        if let Some((span, problem)) = problem(&field.ty) {
            errors.report(span, problem);
        }
    }
    if errors.count() == 0 && fields.iter().all(is_marked) {
        errors.report(item.ident.span(), "nothing to differentiate: this struct has no field that is a float");
    }
    fields
}

/// Whether a type holds integers, truth values and texts alone, which need no mark to have no derivative.
pub fn is_data(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Group(group) => is_data(&group.elem),
        syn::Type::Paren(paren) => is_data(&paren.elem),
        syn::Type::Array(array) => is_data(&array.elem),
        syn::Type::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(is_data),
        syn::Type::Path(path) => {
            let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
            crate::ast::IntType::named(&name).is_some()
                || ["bool", "char", "String"].contains(&name.as_str())
                || elements_of_vec(&path.path).is_some_and(is_data)
        }
        _ => false,
    }
}

/// Why a field of this type has no derivative. Other structs may have one.
fn problem(ty: &syn::Type) -> Option<(Span, String)> {
    let mark = "mark the field with `#[no_derivative]`";
    match ty {
        syn::Type::Group(group) => problem(&group.elem),
        syn::Type::Paren(paren) => problem(&paren.elem),
        syn::Type::Array(array) => problem(&array.elem),
        syn::Type::Tuple(tuple) => tuple.elems.iter().find_map(problem),
        syn::Type::Path(path) => {
            let last = path.path.segments.last()?;
            let name = last.ident.to_string();
            if is_data(ty) {
                return Some((ty.span(), format!("`{name}` is not a float: {mark}")));
            }
            if let Some(element) = elements_of_vec(&path.path) {
                return problem(element);
            }
            let held = ["Vec", "Box", "Option", "Rc", "Arc"].contains(&name.as_str());
            held.then(|| {
                let advice = "use an array, or pass it as an argument of its own";
                (ty.span(), format!("a `{name}` inside a struct cannot be differentiated: {advice}, or {mark}"))
            })
        }
        _ => Some((ty.span(), format!("a field of this type cannot be differentiated: {mark}"))),
    }
}

/// The macro with the struct's name that hands its definition on.
fn tell(item: &syn::ItemStruct, fields: &[syn::Field]) -> TokenStream {
    let (name, vis) = (&item.ident, &item.vis);
    let fields = fields.iter().map(|field| {
        let mark = is_marked(field).then(|| {
            let mark = Ident::new(NO_DERIVATIVE, Span::call_site());
            quote!(#[#mark])
        });
        let (name, ty) = (field.ident.as_ref().map(|name| quote!(#name:)), &field.ty);
        quote!(#mark #name #ty)
    });
    let params = &item.generics.params;
    let definition = match &item.fields {
        syn::Fields::Unnamed(_) => quote!(struct #name <#params> (#(#fields),*);),
        _ => quote!(struct #name <#params> { #(#fields),* }),
    };
    burtorch_syntax::tell(name, vis, &definition)
}

/// `Differentiable`, and `Flat` for checks.
fn implementations(item: &syn::ItemStruct, fields: &[syn::Field], krate: &TokenStream) -> TokenStream {
    let name = &item.ident;
    let member = |(at, field): (usize, &syn::Field)| match &field.ident {
        Some(name) => name.to_token_stream(),
        None => syn::Index::from(at).to_token_stream(),
    };
    let members: Vec<TokenStream> = fields.iter().enumerate().map(member).collect();
    // A field of another library's type stands for all its numbers.
    let numbers: Vec<Option<Vec<(TokenStream, syn::Type)>>> =
        members.iter().zip(fields).map(|(member, field)| numbers_of_library(item, member, field)).collect();
    let mut all: Vec<(TokenStream, syn::Type)> = Vec::new();
    for ((member, field), numbers) in
        members.iter().zip(fields).zip(&numbers).filter(|((_, field), _)| !is_marked(field))
    {
        match numbers {
            Some(numbers) => all.extend(numbers.iter().cloned()),
            None => all.push((member.clone(), field.ty.clone())),
        }
    }
    let active: Vec<(&TokenStream, &syn::Type)> = all.iter().map(|(member, ty)| (member, ty)).collect();
    let zeros = members.iter().zip(fields).zip(&numbers).map(|((member, field), numbers)| {
        let ty = &field.ty;
        if numbers.is_some() && !is_marked(field) {
            let zeros = numbers_of_library(item, &quote!(zero), field).unwrap_or_default();
            let places = zeros.iter().map(|(place, _)| place);
            return quote! {
                #member: {
                    let mut zero = ::core::clone::Clone::clone(&self.#member);
                    #(#places = 0.0;)*
                    zero
                }
            };
        }
        if is_marked(field) {
            return quote_spanned!(ty.span()=> #member: <#ty as #krate::__private::DefaultInGradient>::default_in_gradient());
        }
        quote_spanned!(ty.span()=> #member: <#ty as #krate::Differentiable>::zero_like(&self.#member))
    });
    let adds = active.iter().map(|(member, ty)| {
        quote_spanned!(ty.span()=> <#ty as #krate::Differentiable>::add_scaled(&mut self.#member, factor, &other.#member);)
    });
    let generics = bounded(&item.generics, fields, &quote!(#krate::Differentiable));
    let (impl_generics, ty_generics, bounds) = generics.split_for_impl();
    let differentiable = quote! {
        #[automatically_derived]
        impl #impl_generics #krate::Differentiable for #name #ty_generics #bounds {
            fn zero_like(&self) -> Self { #name { #(#zeros),* } }
            fn add_scaled(&mut self, factor: ::core::primitive::f64, other: &Self) { #(#adds)* }
        }
    };
    let mut generics = bounded(&item.generics, fields, &quote!(#krate::check::Flat));
    if item.generics.type_params().next().is_none() {
        // What is missing was said of the other trait. A bound without parameters would be an error of its own.
        let bounds = &mut generics.make_where_clause().predicates;
        bounds.extend(
            active
                .iter()
                .map(|(_, ty)| -> syn::WherePredicate { syn::parse_quote!(for<'any> #ty: #krate::check::Flat) }),
        );
    }
    let (impl_generics, ty_generics, bounds) = generics.split_for_impl();
    let (plain_impl, plain_ty, plain_bounds) = item.generics.split_for_impl();
    let (active_members, types): (Vec<_>, Vec<_>) = active.iter().copied().unzip();
    quote! {
        #differentiable

        #[automatically_derived]
        impl #plain_impl #krate::__private::proof::HoldsFloats for #name #plain_ty #plain_bounds {}

        #[automatically_derived]
        impl #impl_generics #krate::check::Flat for #name #ty_generics #bounds {
            type Copy = Self;
            const EPSILON: ::core::primitive::f64 = {
                let mut largest = 0.0;
                #(if <#types as #krate::check::Flat>::EPSILON > largest {
                    largest = <#types as #krate::check::Flat>::EPSILON;
                })*
                largest
            };
            fn count(&self) -> ::core::primitive::usize { 0 #(+ #krate::check::Flat::count(&self.#active_members))* }
            fn at(&self, mut position: ::core::primitive::usize) -> ::core::primitive::f64 {
                #({
                    let count = #krate::check::Flat::count(&self.#active_members);
                    if position < count {
                        return #krate::check::Flat::at(&self.#active_members, position);
                    }
                    position -= count;
                })*
                ::core::panic!("there are fewer numbers than that: {position} too few")
            }
            fn put(&mut self, mut position: ::core::primitive::usize, number: ::core::primitive::f64) {
                #({
                    let count = #krate::check::Flat::count(&self.#active_members);
                    if position < count {
                        return #krate::check::Flat::put(&mut self.#active_members, position, number);
                    }
                    position -= count;
                })*
                ::core::panic!("there are fewer numbers than that: {position} too few")
            }
            fn copy(&self) -> Self { ::core::clone::Clone::clone(self) }
        }
    }
}

/// The places of the numbers in a field whose type is one of another library.
fn numbers_of_library(
    item: &syn::ItemStruct,
    place: &TokenStream,
    field: &syn::Field,
) -> Option<Vec<(TokenStream, syn::Type)>> {
    let known = library_definitions(&item.ident);
    if known.is_empty() {
        return None;
    }
    let ty = Structs::new(known).library_type(&field.ty)?;
    let float: syn::Type = syn::parse_quote!(::core::primitive::f64);
    let places = numbers(&ty, place)?;
    Some(places.into_iter().map(|place| (place, float.clone())).collect())
}

/// The generics of an implementation: what the types of the fields must be able to do.
fn bounded(generics: &syn::Generics, fields: &[syn::Field], able: &TokenStream) -> syn::Generics {
    let mut generics = generics.clone();
    // Without parameters, what is missing shows on the field itself.
    if generics.type_params().next().is_none() {
        return generics;
    }
    for param in generics.type_params_mut() {
        param.bounds.push(syn::parse_quote!(::core::clone::Clone));
    }
    let bounds = &mut generics.make_where_clause().predicates;
    for field in fields {
        let ty = &field.ty;
        let able = if is_marked(field) { quote!(::core::default::Default) } else { able.clone() };
        bounds.push(syn::parse_quote!(#ty: #able));
    }
    generics
}
