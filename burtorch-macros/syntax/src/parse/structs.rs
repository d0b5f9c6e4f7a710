//! Structs that derive `Differentiable`, and type aliases: which ones a function needs to know, and what types they are.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::definitions::{Definition, Item, candidates, plain, substitute, without_arguments};
use super::floats::{Floats, is_inactive_primitive, ungroup};
use super::function::is_marked_constant;
use super::options::Options;
use super::signatures::match_sizes;
use crate::ast::{Called, Definitions, Member, Precision, Scalar, Storage, StructType, Type};

/// The attribute of a field that is not differentiated.
pub const NO_DERIVATIVE: &str = "no_derivative";

/// What is said of a struct that has no `Clone`; no attribute that a program can have.
pub const BY_FIELDS: &str = "__burtorch_by_fields";

/// All definitions that a function knows.
#[derive(Clone, Default)]
pub struct Structs {
    pub(super) all: Rc<Vec<Definition>>,
    /// The float types of the function, once they are known.
    generics: Vec<Ident>,
    pub(super) scalar: Option<Scalar>,
    /// Where burtorch is.
    pub(super) krate: TokenStream,
}

impl Structs {
    pub fn new(all: Vec<Definition>) -> Self {
        Structs { all: Rc::new(all), ..Structs::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// These structs, as seen by a function whose float types are known.
    pub(super) fn of(mut self, generics: Vec<Ident>, scalar: Scalar) -> Self {
        (self.generics, self.scalar) = (generics, Some(scalar));
        self
    }

    /// The struct or alias that a path means. `Shape::Point` is a variant of an enum.
    fn find(&self, path: &syn::Path) -> Option<(usize, &Definition)> {
        let (wanted, last) = (plain(path), &path.segments.last()?.ident);
        let in_type = |path: &syn::Path| {
            let before = path.segments.iter().rev().nth(1);
            before.is_some_and(|segment| segment.ident.to_string().starts_with(char::is_uppercase))
        };
        let same = |known: &syn::Path| known.segments.last().is_some_and(|known| known.ident == *last);
        let all = || self.all.iter().enumerate().filter(|(_, known)| !matches!(known.item, Item::Function(_)));
        all()
            .find(|(_, known)| plain(&known.path) == wanted)
            // A type of another library is known by its whole path alone.
            .or_else(|| all().find(|(_, known)| !in_type(path) && same(&known.path) && !known.is_of_library()))
    }

    /// The type that a path means, if it is a struct that is known.
    pub(super) fn ty(&self, path: &syn::Path, floats: &mut Floats) -> Option<Type> {
        let (at, definition) = self.find(path)?;
        let span = path.segments.last()?.ident.span();
        let arguments = definition.arguments(path, self.scalar.as_ref());
        let substituted = |tokens: TokenStream| substitute(tokens, &arguments, span);
        let item = match &definition.item {
            Item::Struct(item) => item,
            Item::Alias(alias) => return Some(floats.inside(&substituted(alias.ty.to_token_stream()))),
            Item::Function(_) => return None,
        };
        let (mut fields, mut types) = (Vec::new(), Vec::new());
        for (at, field) in item.fields.iter().enumerate() {
            fields.push(match &field.ident {
                Some(name) => Member::Name(name.clone()),
                None => Member::Index(at),
            });
            let tokens = substituted(field.ty.to_token_stream());
            if is_marked(field) {
                types.push(opaque(tokens));
                continue;
            }
            types.push(floats.inside(&tokens));
        }
        // As the function reaches it, which is not how another struct spells the type of its field.
        let (path, values) = (&definition.path, arguments.iter().map(|(_, value)| value));
        let with = if arguments.is_empty() { TokenStream::new() } else { quote!(<#(#values),*>) };
        let colons = (!arguments.is_empty()).then(|| quote!(::));
        let (key, ty, literal) = (format!("{at} {with}"), quote!(#path #with), quote!(#path #colons #with));
        let storage = path.leading_colon.and_then(|_| Storage::of(&plain(path).replace(' ', "")));
        let by_fields = item.attrs.iter().any(|attribute| attribute.path().is_ident(BY_FIELDS));
        Some(Type::Struct(Rc::new(StructType { ty, literal, fields, types, key, storage, by_fields })))
    }

    /// A type of another library that holds numbers of `f64`, and nothing else.
    pub fn library_type(&self, ty: &syn::Type) -> Option<Type> {
        let syn::Type::Path(path) = ungroup(ty) else { return None };
        let (_, found) = self.find(&path.path).filter(|(_, found)| found.is_of_library())?;
        let scalar = Scalar { precision: Precision::F64, tokens: quote!(f64).into() };
        let structs = Structs { scalar: Some(scalar), ..self.clone() };
        let of_doubles = !ty.to_token_stream().to_string().contains("f32") && !plain(&found.path).ends_with("32");
        of_doubles.then(|| structs.floats().inside(&ty.to_token_stream()))
    }

    pub(super) fn floats(&self) -> Floats {
        Floats::again(self.generics.clone(), self.scalar.clone(), self.clone())
    }

    /// Whether there are other names in a type than those of numbers.
    fn mentions_names(&self, ty: &TokenStream) -> bool {
        ty.clone().into_iter().any(|token| match token {
            TokenTree::Group(group) => self.mentions_names(&group.stream()),
            TokenTree::Ident(name) => {
                let text = name.to_string();
                let plain = ["f64", "f32", "Vec", "mut", "_"].contains(&text.as_str()) || is_inactive_primitive(&text);
                !plain && !self.generics.contains(&name)
            }
            _ => false,
        })
    }
}

impl Definitions for Structs {
    fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn literal(&self, path: &TokenStream, hint: Option<&Type>) -> Option<Type> {
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

    fn lacks_sizes(&self, path: &TokenStream, ty: &Type, hint: Option<&Type>) -> bool {
        let Ok(path) = syn::parse2::<syn::Path>(path.clone()) else { return false };
        let sized = |(_, found): (usize, &Definition)| {
            found.item.generics().const_params().any(|param| param.default.is_none())
        };
        is_bare(&path) && hint != Some(ty) && self.find(&path).is_some_and(sized)
    }

    fn sized(&self, path: &TokenStream, fields: &[(Member, Type)]) -> Option<Type> {
        let mut path: syn::Path = syn::parse2(path.clone()).ok()?;
        let (_, found) = self.find(&path)?;
        let Item::Struct(item) = &found.item else { return None };
        let mut sizes = Vec::new();
        for (member, ty) in fields {
            let named = item.fields.iter().enumerate().find(|(at, field)| match (&field.ident, member) {
                (Some(name), Member::Name(wanted)) => name == wanted,
                (None, Member::Index(wanted)) => at == wanted,
                _ => false,
            });
            if let Some((_, field)) = named {
                match_sizes(&field.ty, ty, &mut sizes);
            }
        }
        let value = |param: &syn::GenericParam| match param {
            syn::GenericParam::Const(param) => {
                let size = sizes.iter().find(|(size, _)| param.ident == size.to_string());
                size.map(|(_, value)| value.clone())
                    .or_else(|| param.default.as_ref().map(|(_, value)| value.to_token_stream()))
            }
            syn::GenericParam::Type(_) => self.scalar.as_ref().map(|scalar| scalar.tokens.stream()),
            syn::GenericParam::Lifetime(_) => None,
        };
        let values: Option<Vec<TokenStream>> = item.generics.params.iter().map(value).collect();
        let values = values?.into_iter().map(|value| match syn::parse2::<syn::Expr>(value.clone()) {
            Ok(syn::Expr::Lit(_) | syn::Expr::Path(_)) | Err(_) => value,
            Ok(_) => quote!({ #value }),
        });
        path.segments.last_mut()?.arguments =
            syn::PathArguments::AngleBracketed(syn::parse2(quote!(<#(#values),*>)).ok()?);
        self.ty(&path, &mut self.floats())
    }

    fn annotation(&self, ty: &TokenStream) -> Option<Type> {
        if !self.mentions_names(ty) {
            return None;
        }
        let ty: syn::Type = syn::parse2(ty.clone()).ok()?;
        let mut unknown = false;
        candidates(&ty, &mut |path| {
            let generic = path.get_ident().is_some_and(|name| self.generics.contains(name));
            unknown |= !generic && self.find(path).is_none();
        });
        let inner = match ungroup(&ty) {
            syn::Type::Reference(reference) => &reference.elem,
            other => other,
        };
        if let Some(choice) = self.floats().choice(inner) {
            return Some(choice);
        }
        Some(if unknown { Type::Other } else { self.floats().ty(inner) })
    }

    fn called(&self, path: &TokenStream, turbofish: &TokenStream, args: &[Type], span: Span) -> Option<Called> {
        self.signature_called(path, turbofish, args, span)
    }
}

impl Definition {
    /// Whether it is a type of another library, or a name of one.
    fn is_of_library(&self) -> bool {
        let is_absolute = |path: &syn::Path| path.leading_colon.is_some();
        match &self.item {
            Item::Struct(_) => is_absolute(&self.path),
            Item::Alias(alias) => matches!(&*alias.ty, syn::Type::Path(path) if is_absolute(&path.path)),
            Item::Function(_) => false,
        }
    }

    /// What stands for each generic parameter. Left out, a parameter is its default, or the function's float type.
    pub(super) fn arguments(&self, path: &syn::Path, scalar: Option<&Scalar>) -> Vec<(Ident, TokenStream)> {
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
            let scalar = || scalar.map_or_else(|| quote!(_), |scalar| scalar.tokens.stream());
            Some((name.clone(), given.get(at).cloned().or(default).unwrap_or_else(scalar)))
        };
        self.item.generics().params.iter().enumerate().filter_map(value).collect()
    }
}

/// Whether a field is marked with `#[no_derivative]`.
pub fn is_marked(field: &syn::Field) -> bool {
    field.attrs.iter().any(|attribute| attribute.path().is_ident(NO_DERIVATIVE))
}

/// The type of a field that is not differentiated.
fn opaque(ty: TokenStream) -> Type {
    let (key, literal) = (ty.to_string(), TokenStream::new());
    Type::Struct(Rc::new(StructType {
        ty,
        literal,
        fields: Vec::new(),
        types: Vec::new(),
        key,
        storage: None,
        by_fields: false,
    }))
}

/// The structs that a function needs to know: those it lists, those of what it returns, and those of arguments that
/// are named in `wrt`. If it has neither a float nor a `wrt`, those of all its arguments.
/// Without `wrt`, also those of which `is_known` says that they are differentiated.
pub fn structs_of(signature: &syn::Signature, options: &Options, is_known: &dyn Fn(&Ident) -> bool) -> Vec<syn::Path> {
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
            syn::FnArg::Typed(typed) if !is_marked_constant(input) => Some(typed),
            _ => None,
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
        } else if options.wrt.is_none() {
            candidates(&typed.ty, &mut |path| {
                if path.segments.len() == 1 && is_known(&path.segments[0].ident) {
                    add(path);
                }
            });
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

fn is_bare(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| last.arguments.is_none())
}
