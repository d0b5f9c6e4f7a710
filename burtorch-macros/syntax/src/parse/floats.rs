//! Types of a signature: the one float type among them, and what each is as far as differentiation needs it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;

use super::structs::Structs;
use crate::ast::{IntType, Len, Precision, Scalar, Type};
use crate::error::Errors;

/// Bounds that make a generic parameter a float type.
const FLOAT_BOUNDS: [&str; 2] = ["Float", "Real"];

/// Traits of functions and closures.
pub(super) const FUNCTION_BOUNDS: [&str; 3] = ["Fn", "FnMut", "FnOnce"];

/// The last name of a trait that a type is bound by.
pub(super) fn bound_name(bound: &syn::TypeParamBound) -> Option<&Ident> {
    match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

/// Literals and types that arrive through `macro_rules!` are wrapped in invisible groups.
pub(super) fn ungroup(mut ty: &syn::Type) -> &syn::Type {
    loop {
        match ty {
            syn::Type::Group(group) => ty = &group.elem,
            syn::Type::Paren(paren) => ty = &paren.elem,
            other => return other,
        }
    }
}

/// Finds the float type of a signature.
#[derive(Default)]
pub(super) struct Floats {
    pub generics: Vec<Ident>,
    /// Parameters that stand for functions and closures.
    pub functions: Vec<Ident>,
    pub plain: Vec<Ident>,
    pub scalar: Option<Scalar>,
    pub mixed: Option<(Span, String, String)>,
    /// Parameters without a float bound that were reported.
    pub reported: Vec<Ident>,
    pub structs: Structs,
    /// How many definitions the type that is looked at is inside of.
    pub depth: usize,
}

/// Definitions that nest deeper than this contain themselves, which rustc reports.
const DEEPEST: usize = 64;

impl Floats {
    /// Those of a body, whose function was read before.
    pub(super) fn again(generics: Vec<Ident>, scalar: Option<Scalar>, structs: Structs) -> Self {
        Floats { generics, scalar, structs, ..Floats::default() }
    }

    pub(super) fn new(generics: &syn::Generics) -> Self {
        let mut floats = Floats::default();
        for param in generics.type_params() {
            let bounds = param.bounds.iter().chain(
                generics
                    .where_clause
                    .iter()
                    .flat_map(|clause| &clause.predicates)
                    .filter_map(|predicate| match predicate {
                        syn::WherePredicate::Type(predicate) => match &predicate.bounded_ty {
                            syn::Type::Path(path) if path.path.is_ident(&param.ident) => Some(predicate),
                            _ => None,
                        },
                        _ => None,
                    })
                    .flat_map(|predicate| &predicate.bounds),
            );
            let bounds: Vec<&Ident> = bounds.filter_map(bound_name).collect();
            let is_one_of = |names: &[&str]| bounds.iter().any(|bound| names.iter().any(|name| *bound == name));
            let list = if is_one_of(&FLOAT_BOUNDS) {
                &mut floats.generics
            } else if is_one_of(&FUNCTION_BOUNDS) {
                &mut floats.functions
            } else {
                &mut floats.plain
            };
            list.push(param.ident.clone());
        }
        floats
    }

    /// The type as far as differentiation needs it.
    pub(super) fn ty(&mut self, ty: &syn::Type) -> Type {
        match ungroup(ty) {
            syn::Type::Path(path) if elements_of_vec(&path.path).is_some() => {
                let element = elements_of_vec(&path.path).map_or(Type::Other, |element| self.ty(element));
                of_any_length(element)
            }
            syn::Type::Path(path) if path.qself.is_none() => match self.float(&path.path) {
                Some(scalar) => {
                    match &self.scalar {
                        None => self.scalar = Some(scalar),
                        Some(first) if first.tokens.to_string() != scalar.tokens.to_string() => {
                            self.mixed = Some((path.span(), first.tokens.to_string(), scalar.tokens.to_string()));
                        }
                        Some(_) => {}
                    }
                    Type::Float
                }
                None => self.structs.clone().ty(&path.path, self).unwrap_or(Type::Other),
            },
            syn::Type::Array(array) => Type::Array(Box::new(self.ty(&array.elem)), length(&array.len)),
            syn::Type::Slice(slice) => of_any_length(self.ty(&slice.elem)),
            syn::Type::Tuple(tuple) => Type::Tuple(tuple.elems.iter().map(|element| self.ty(element)).collect()),
            _ => Type::Other,
        }
    }

    /// A type that stands in a definition.
    pub(super) fn inside(&mut self, ty: &TokenStream) -> Type {
        if self.depth == DEEPEST {
            return Type::Other;
        }
        self.depth += 1;
        let ty = syn::parse2(ty.clone()).map_or(Type::Other, |ty| self.ty(&ty));
        self.depth -= 1;
        ty
    }

    fn float(&self, path: &syn::Path) -> Option<Scalar> {
        let name = path.get_ident()?;
        let precision = if name == "f32" {
            Precision::F32
        } else if name == "f64" {
            Precision::F64
        } else if self.generics.contains(name) {
            Precision::Generic
        } else {
            return None;
        };
        Some(Scalar { precision, tokens: name.to_token_stream().into() })
    }

    /// Reports what is wrong with the type of an argument.
    pub(super) fn check(&mut self, ty: &syn::Type, errors: &mut Errors) {
        if let Some((span, first, second)) = self.mixed.take() {
            errors.report(
                span,
                format_args!(
                    "this function mixes `{first}` and `{second}`: use one float type, and convert the other one before the call"
                ),
            );
        }
        let name = match ungroup(ty) {
            syn::Type::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let implied: Option<Vec<&Ident>> = match ungroup(ty) {
            syn::Type::ImplTrait(bounds) => Some(bounds.bounds.iter().filter_map(bound_name).collect()),
            _ => None,
        };
        let is_implied = |names: &[&str]| {
            implied.as_ref().is_some_and(|bounds| bounds.iter().any(|bound| names.iter().any(|name| *bound == name)))
        };
        let is_function = is_implied(&FUNCTION_BOUNDS) || name.is_some_and(|name| self.functions.contains(name));
        let unbounded = name.filter(|name| self.plain.contains(name));
        if is_function {
            errors.report(
                ty.span(),
                "a function as an argument cannot be differentiated: call it by its name, or write the closure in the body",
            );
        } else if let Some(name) = unbounded.filter(|name| !self.reported.contains(name)) {
            self.reported.push((*name).clone());
            errors.report(
                name.span(),
                format_args!("`{name}` needs a float bound to be differentiated: `{name}: burtorch::Float`"),
            );
        } else if implied.is_some() {
            let way_out = if is_implied(&FLOAT_BOUNDS) {
                "name the type with a generic parameter"
            } else {
                "name the type itself"
            };
            errors.report(ty.span(), format_args!("`impl Trait` arguments cannot be differentiated: {way_out}"));
        }
    }

    pub(super) fn result(&mut self, ty: &syn::Type, errors: &mut Errors) -> Type {
        let result = match ungroup(ty) {
            syn::Type::Reference(reference) => {
                errors
                    .report(reference.span(), "a returned reference cannot be differentiated: return the value itself");
                return Type::Other;
            }
            other => match self.choice(other) {
                Some(choice) => choice,
                None => self.ty(other),
            },
        };
        self.check(ty, errors);
        if !all_float(&result) && self.reported.is_empty() {
            errors.report(
                ty.span(),
                "this result cannot be differentiated: return a float, or an array or tuple of floats",
            );
        }
        result
    }
}

pub(super) fn all_float(ty: &Type) -> bool {
    match ty {
        Type::Float | Type::Lanes => true,
        Type::Array(element, _) => all_float(element),
        Type::Tuple(elements) => !elements.is_empty() && elements.iter().all(all_float),
        // Fields that are not differentiated pass through.
        Type::Struct(of) => of.types.iter().all(all_float),
        Type::Other => false,
    }
}

/// A slice or `Vec`; one of other things than floats is code as any other.
fn of_any_length(element: Type) -> Type {
    if element.has_floats() { Type::Array(Box::new(element), Len::Dynamic) } else { Type::Other }
}

/// The elements of a `Vec`.
pub fn elements_of_vec(path: &syn::Path) -> Option<&syn::Type> {
    let last = path.segments.last().filter(|last| last.ident == "Vec")?;
    match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
            Some(syn::GenericArgument::Type(element)) => Some(element),
            _ => None,
        },
        _ => None,
    }
}

/// A type annotation inside a body.
pub fn annotation(ty: &syn::Type) -> Option<Type> {
    match ungroup(ty) {
        syn::Type::Infer(_) => None,
        syn::Type::Array(array) => {
            Some(Type::Array(Box::new(annotation(&array.elem).unwrap_or(Type::Float)), length(&array.len)))
        }
        syn::Type::Tuple(tuple) => {
            Some(Type::Tuple(tuple.elems.iter().map(|element| annotation(element).unwrap_or(Type::Other)).collect()))
        }
        syn::Type::Path(path) if elements_of_vec(&path.path).is_some() => {
            let element = elements_of_vec(&path.path).and_then(annotation).unwrap_or(Type::Float);
            Some(Type::Array(Box::new(element), Len::Dynamic))
        }
        syn::Type::Slice(slice) => {
            Some(Type::Array(Box::new(annotation(&slice.elem).unwrap_or(Type::Float)), Len::Dynamic))
        }
        syn::Type::Reference(reference) => annotation(&reference.elem),
        syn::Type::Path(path) => {
            let integer = path.path.get_ident().is_some_and(|name| is_inactive_primitive(&name.to_string()));
            Some(if integer || path.path.get_ident().is_none() { Type::Other } else { Type::Float })
        }
        _ => Some(Type::Other),
    }
}

/// `i32`, `usize`, `bool`, `char`…
pub(super) fn is_inactive_primitive(name: &str) -> bool {
    IntType::named(name).is_some() || ["bool", "char", "str", "String"].contains(&name)
}

/// Length expressions, for arrays in types and in repeat expressions.
pub(super) fn length(expr: &syn::Expr) -> Len {
    match expr {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(literal), .. }) => match literal.base10_parse() {
            Ok(len) => Len::Literal(len),
            Err(_) => Len::Constant(expr.to_token_stream()),
        },
        syn::Expr::Group(group) => length(&group.expr),
        syn::Expr::Paren(paren) => length(&paren.expr),
        other => Len::Constant(other.to_token_stream()),
    }
}
