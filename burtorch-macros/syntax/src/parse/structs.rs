//! Structs that derive `Differentiable`: which ones a function needs to know, and their fields as types.
//!
//! A macro sees tokens, never a definition. So the derive leaves a macro beside the struct that hands its definition
//! on, and `expand` asks one struct after the other before it compiles the function.

use std::rc::Rc;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;

use super::function::{Floats, is_inactive_primitive, ungroup};
use super::options::Options;
use crate::ast::{Member, Scalar, StructType, Type};

/// The attribute of a field that is not differentiated.
pub const NO_DERIVATIVE: &str = "no_derivative";

/// Types of the standard library that are no structs of the user's.
const STANDARD: [&str; 11] =
    ["Vec", "Option", "Result", "Box", "Rc", "Arc", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "Self"];

/// A struct that was asked for its fields.
#[derive(Clone)]
pub struct Definition {
    /// How the function reaches it.
    pub path: syn::Path,
    pub item: syn::ItemStruct,
}

/// All structs that a function knows.
#[derive(Clone, Default)]
pub struct Structs {
    all: Rc<Vec<Definition>>,
    /// The float types of the function, once they are known.
    generics: Vec<Ident>,
    scalar: Option<Scalar>,
}

impl Structs {
    pub fn new(all: Vec<Definition>) -> Self {
        Structs { all: Rc::new(all), ..Structs::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The same for a function whose float types are known.
    pub(super) fn of(mut self, generics: Vec<Ident>, scalar: Scalar) -> Self {
        (self.generics, self.scalar) = (generics, Some(scalar));
        self
    }

    /// The struct that a path means. `Shape::Point` is a variant of an enum.
    fn find(&self, path: &syn::Path) -> Option<(usize, &Definition)> {
        let (wanted, last) = (plain(path), &path.segments.last()?.ident);
        let in_type = |path: &syn::Path| {
            let before = path.segments.iter().rev().nth(1);
            before.is_some_and(|segment| segment.ident.to_string().starts_with(char::is_uppercase))
        };
        let same = |known: &syn::Path| known.segments.last().is_some_and(|known| known.ident == *last);
        let all = || self.all.iter().enumerate();
        all()
            .find(|(_, known)| plain(&known.path) == wanted)
            .or_else(|| all().find(|(_, known)| !in_type(path) && same(&known.path)))
    }

    /// The type that a path means, if it is a struct that is known.
    pub(super) fn ty(&self, path: &syn::Path, floats: &mut Floats) -> Option<Type> {
        let (at, definition) = self.find(path)?;
        let span = path.segments.last()?.ident.span();
        let arguments = definition.arguments(path, self.scalar.as_ref());
        let substituted = |tokens: TokenStream| substitute(tokens, &arguments, span);
        let (mut fields, mut types) = (Vec::new(), Vec::new());
        for (at, field) in definition.item.fields.iter().enumerate() {
            fields.push(match &field.ident {
                Some(name) => Member::Name(name.clone()),
                None => Member::Index(at),
            });
            let tokens = substituted(field.ty.to_token_stream());
            if is_marked(field) {
                types.push(opaque(tokens));
                continue;
            }
            types.push(syn::parse2(tokens).map_or(Type::Other, |ty| floats.ty(&ty)));
        }
        // As the function reaches it, which is not how another struct spells the type of its field.
        let (path, values) = (&definition.path, arguments.iter().map(|(_, value)| value));
        let with = if arguments.is_empty() { TokenStream::new() } else { quote!(<#(#values),*>) };
        let colons = (!arguments.is_empty()).then(|| quote!(::));
        let (key, ty, literal) = (format!("{at} {with}"), quote!(#path #with), quote!(#path #colons #with));
        Some(Type::Struct(Rc::new(StructType { ty, literal, fields, types, key })))
    }

    fn floats(&self) -> Floats {
        Floats::again(self.generics.clone(), self.scalar.clone(), self.clone())
    }

    /// The type that stands in front of the braces of a literal. Where its generic arguments are left out, they are
    /// those of the type that is expected.
    pub fn literal(&self, path: &TokenStream, hint: Option<&Type>) -> Option<Type> {
        if self.all.is_empty() {
            return None;
        }
        let path: syn::Path = syn::parse2(path.clone()).ok()?;
        let (at, _) = self.find(&path)?;
        match hint {
            Some(Type::Struct(of)) if is_bare(&path) && of.key.starts_with(&format!("{at} ")) => hint.cloned(),
            _ => self.ty(&path, &mut self.floats()),
        }
    }

    /// Whether the sizes in the type of such a literal cannot be known.
    pub fn lacks_sizes(&self, path: &TokenStream, ty: &Type, hint: Option<&Type>) -> bool {
        let Ok(path) = syn::parse2::<syn::Path>(path.clone()) else { return false };
        let sized =
            |(_, found): (usize, &Definition)| found.item.generics.const_params().any(|param| param.default.is_none());
        is_bare(&path) && hint != Some(ty) && self.find(&path).is_some_and(sized)
    }

    /// A type annotation inside a body, if it mentions a struct that is known.
    pub fn annotation(&self, ty: &TokenStream) -> Option<Type> {
        if self.all.is_empty() {
            return None;
        }
        let ty: syn::Type = syn::parse2(ty.clone()).ok()?;
        let inner = match ungroup(&ty) {
            syn::Type::Reference(reference) => &reference.elem,
            other => other,
        };
        Some(self.floats().ty(inner)).filter(Type::has_structs)
    }
}

impl Definition {
    /// What stands for each generic parameter. Left out, a parameter is its default, or the function's float type.
    fn arguments(&self, path: &syn::Path, scalar: Option<&Scalar>) -> Vec<(Ident, TokenStream)> {
        let given: Vec<TokenStream> = match path.segments.last().map(|last| &last.arguments) {
            Some(syn::PathArguments::AngleBracketed(given)) => {
                given.args.iter().map(ToTokens::to_token_stream).collect()
            }
            _ => Vec::new(),
        };
        let value = |(at, param): (usize, &syn::GenericParam)| {
            let (name, default) = match param {
                syn::GenericParam::Type(param) => {
                    (&param.ident, param.default.as_ref().map(|(_, ty)| ty.to_token_stream()))
                }
                syn::GenericParam::Const(param) => {
                    (&param.ident, param.default.as_ref().map(|(_, value)| value.to_token_stream()))
                }
                syn::GenericParam::Lifetime(_) => return None,
            };
            let scalar = || scalar.map_or_else(|| quote!(_), |scalar| scalar.tokens.clone());
            Some((name.clone(), given.get(at).cloned().or(default).unwrap_or_else(scalar)))
        };
        self.item.generics.params.iter().enumerate().filter_map(value).collect()
    }

    /// The structs in its fields, as the function reaches them: beside this one, unless they are known by their names.
    pub fn nested(&self) -> Vec<syn::Path> {
        let generics: Vec<&Ident> = self.item.generics.type_params().map(|param| &param.ident).collect();
        let mut found = Vec::new();
        for field in self.item.fields.iter().filter(|field| !is_marked(field)) {
            candidates(&field.ty, &mut |path| {
                if path.get_ident().is_some_and(|name| generics.contains(&name)) {
                    return;
                }
                let mut path = path.clone();
                if path.segments.len() == 1 && path.leading_colon.is_none() && self.path.segments.len() > 1 {
                    let name = path.segments[0].clone();
                    path = self.path.clone();
                    if let Some(last) = path.segments.last_mut() {
                        *last = name;
                    }
                }
                found.push(path);
            });
        }
        let span = self.path.span();
        found
            .into_iter()
            .filter_map(|path| syn::parse2(substitute(without_arguments(&path).to_token_stream(), &[], span)).ok())
            .collect()
    }
}

/// Whether a field is marked with `#[no_derivative]`.
pub fn is_marked(field: &syn::Field) -> bool {
    field.attrs.iter().any(|attribute| attribute.path().is_ident(NO_DERIVATIVE))
}

/// The type of a field that is not differentiated.
fn opaque(ty: TokenStream) -> Type {
    let (key, literal) = (ty.to_string(), TokenStream::new());
    Type::Struct(Rc::new(StructType { ty, literal, fields: Vec::new(), types: Vec::new(), key }))
}

/// The structs that a function needs to know: those it lists, those of what it returns, and those of arguments that
/// are named in `wrt`. If it has neither a float nor a `wrt`, those of all its arguments.
pub fn structs_of(signature: &syn::Signature, options: &Options) -> Vec<syn::Path> {
    let generics: Vec<&Ident> = signature.generics.type_params().map(|param| &param.ident).collect();
    let mut wanted: Vec<syn::Path> = Vec::new();
    let mut add = |path: &syn::Path| {
        let is_generic = path.get_ident().is_some_and(|name| generics.contains(&name));
        if !is_generic && !wanted.iter().any(|known| plain(known) == plain(path)) {
            wanted.push(without_arguments(path));
        }
    };
    options.structs.iter().for_each(&mut add);
    if let syn::ReturnType::Type(_, ty) = &signature.output {
        candidates(ty, &mut add);
    }
    let typed = || {
        signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(typed),
            syn::FnArg::Receiver(_) => None,
        })
    };
    let mut floats = Floats::new(&signature.generics);
    let nothing_else = options.wrt.is_none() && !typed().any(|typed| has_floats(&typed.ty, &mut floats));
    for typed in typed() {
        let name = match &*typed.pat {
            syn::Pat::Ident(name) => Some(&name.ident),
            _ => None,
        };
        let named = options.wrt.iter().flatten().any(|wrt| Some(wrt) == name);
        if named || nothing_else {
            candidates(&typed.ty, &mut add);
        }
    }
    wanted
}

fn has_floats(ty: &syn::Type, floats: &mut Floats) -> bool {
    match ungroup(ty) {
        syn::Type::Reference(reference) => floats.ty(&reference.elem).has_floats(),
        other => floats.ty(other).has_floats(),
    }
}

/// The paths in a type that may be structs of the user's.
fn candidates(ty: &syn::Type, found: &mut dyn FnMut(&syn::Path)) {
    match ungroup(ty) {
        syn::Type::Reference(reference) => candidates(&reference.elem, found),
        syn::Type::Array(array) => candidates(&array.elem, found),
        syn::Type::Slice(slice) => candidates(&slice.elem, found),
        syn::Type::Tuple(tuple) => tuple.elems.iter().for_each(|element| candidates(element, found)),
        syn::Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else { return };
            let name = last.ident.to_string();
            if name == "Vec"
                && let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
                && let Some(syn::GenericArgument::Type(element)) = arguments.args.first()
            {
                return candidates(element, found);
            }
            let first = &path.path.segments[0].ident;
            let float = name == "f32" || name == "f64";
            let known = float || is_inactive_primitive(&name) || STANDARD.contains(&name.as_str()) || first == "Self";
            if !known {
                found(&path.path);
            }
        }
        _ => {}
    }
}

fn is_bare(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| last.arguments.is_none())
}

/// A path as text, without generic arguments.
pub fn plain(path: &syn::Path) -> String {
    without_arguments(path).to_token_stream().to_string()
}

fn without_arguments(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    path
}

/// The tokens with the generic parameters replaced, all shown at `span`.
fn substitute(tokens: TokenStream, arguments: &[(Ident, TokenStream)], span: Span) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(name) => match arguments.iter().find(|(param, _)| *param == name) {
                Some((_, value)) => value.clone(),
                None => {
                    let mut name = name;
                    name.set_span(span);
                    TokenTree::Ident(name).into()
                }
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), substitute(group.stream(), arguments, span));
                inner.set_span(span);
                TokenTree::Group(inner).into()
            }
            mut other => {
                other.set_span(span);
                TokenStream::from(other)
            }
        })
        .collect()
}
