//! Functions that are differentiated where they are called: their source, read for the types that they are called with.
//!
//! In: the text of a function as it stands in the file of the function that calls it, the header of its `impl`, and the
//! types of its arguments. Out: a tree in which nothing is generic any more. All of it is shown at the call, and its names
//! mean what those of the caller mean.

use std::rc::Rc;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

use super::body;
use super::floats::{FUNCTION_BOUNDS, Floats, annotation, bound_name, ungroup};
use super::patterns::pattern;
use super::signatures::match_sizes;
use crate::ast::{Block, IntType, Pattern, Precision, Scalar, StructType, Type};
use crate::error::Errors;

/// What the receiver of a method is called in a tree.
pub const THIS: &str = "__self";

/// A function that is differentiated where it is called.
pub struct Helper {
    pub params: Vec<HelperParam>,
    pub result: Annotation,
    /// It returns a `&mut` reference.
    pub yields_place: bool,
    pub body: Block,
    /// What is wrong with its body.
    pub problems: Vec<syn::Error>,
}

pub struct HelperParam {
    pub pattern: Pattern,
    pub annotation: Annotation,
    /// `&T` or `&mut T`
    pub by_ref: bool,
    pub is_receiver: bool,
    /// It is marked with `#[constant]`.
    pub is_constant: bool,
}

/// A type as it was written, and what is known of it.
#[derive(Default)]
pub struct Annotation {
    pub ty: Option<Type>,
    pub int: Option<IntType>,
    pub written: Option<TokenStream>,
}

/// The source of a helper.
pub struct HelperSource<'a> {
    /// `name(…) -> …`, with `fn` before it.
    pub signature: &'a str,
    /// `{ … }`
    pub body: &'a str,
    /// `impl Add for V2`
    pub header: Option<&'a str>,
}

/// Whether a function of this signature takes a receiver that it changes.
pub fn takes_exclusive_receiver(signature: &str) -> bool {
    let Ok(signature) = syn::parse_str::<syn::Signature>(signature) else { return false };
    let receiver = signature.receiver();
    receiver.is_some_and(|receiver| matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_))))
}

/// The types of the arguments of a function of this signature that are no receivers, and what it returns.
pub fn signature_types(signature: &str) -> Option<(Vec<syn::Type>, Option<syn::Type>, bool)> {
    let signature: syn::Signature = syn::parse_str(signature).ok()?;
    let typed = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some((*typed.ty).clone()),
        syn::FnArg::Receiver(_) => None,
    });
    let result = match &signature.output {
        syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
        syn::ReturnType::Default => None,
    };
    Some((typed.collect(), result, signature.receiver().is_some()))
}

/// The header of an `impl`: the trait with its first argument, and the type that it is for.
pub fn impl_header(header: &str) -> Option<(Option<Ident>, Option<syn::Type>, syn::Type)> {
    let item = parsed_impl(header)?;
    let Some((of, _)) = &item.trait_ else { return Some((None, None, *item.self_ty)) };
    let last = of.segments.last()?;
    let argument = match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        }),
        _ => None,
    };
    Some((Some(last.ident.clone()), argument, *item.self_ty))
}

/// How a function takes its receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    Value,
    Shared,
    Exclusive,
}

/// How a function of this signature takes its receiver; none if that is written out as a type.
pub fn receiver(signature: &str) -> Option<Receiver> {
    let signature = syn::parse_str::<syn::Signature>(signature).ok()?;
    match signature.receiver()?.kind {
        syn::ReceiverKind::Reference(_, _, Some(_)) => Some(Receiver::Exclusive),
        syn::ReceiverKind::Reference(..) => Some(Receiver::Shared),
        syn::ReceiverKind::Value => Some(Receiver::Value),
        _ => None,
    }
}

/// Whether a function of this signature has generic parameters besides lifetimes.
pub fn is_generic(signature: &str) -> bool {
    let Ok(signature) = syn::parse_str::<syn::Signature>(signature) else { return true };
    let mut params = signature.generics.params.iter();
    params.any(|param| !matches!(param, syn::GenericParam::Lifetime(_)))
        || signature
            .inputs
            .iter()
            .filter_map(typed)
            .any(|typed| mentions(&typed.ty.to_token_stream().to_string(), &"impl"))
}

/// The trait of an `impl`, in which its generic parameters are left open.
pub fn impl_trait(header: &str) -> Option<TokenStream> {
    let item = parsed_impl(header)?;
    let (path, _) = item.trait_?;
    let (mut types, mut lifetimes) = (Vec::new(), Vec::new());
    for param in &item.generics.params {
        match param {
            syn::GenericParam::Type(param) => types.push((param.ident.clone(), quote::quote!(_))),
            syn::GenericParam::Const(param) => types.push((param.ident.clone(), quote::quote!(_))),
            syn::GenericParam::Lifetime(param) => lifetimes.push(param.lifetime.ident.clone()),
        }
    }
    let open = Values { arguments: types, unknown: Vec::new(), lifetimes, span: Span::call_site() };
    Some(open.substituted(path.to_token_stream()))
}

/// Whether an `impl` is for this struct: of the same name, without a path, with the same arguments where it has no parameters.
pub fn is_impl_for(header: &str, of: &TokenStream) -> bool {
    let (Some(item), Ok(of)) = (parsed_impl(header), syn::parse2::<syn::Type>(of.clone())) else { return false };
    let this = match ungroup(&item.self_ty) {
        syn::Type::Reference(reference) => &reference.elem,
        other => other,
    };
    let (syn::Type::Path(this), syn::Type::Path(of)) = (ungroup(this), ungroup(&of)) else { return false };
    let name = |path: &syn::TypePath| {
        path.path
            .get_ident()
            .cloned()
            .or_else(|| (path.path.segments.len() == 1).then(|| path.path.segments[0].ident.clone()))
    };
    let arguments = |path: &syn::TypePath| -> Vec<String> {
        match path.path.segments.last().map(|last| &last.arguments) {
            Some(syn::PathArguments::AngleBracketed(arguments)) => {
                let values =
                    arguments.args.iter().filter(|argument| !matches!(argument, syn::GenericArgument::Lifetime(_)));
                values.map(|value| value.to_token_stream().to_string()).collect()
            }
            _ => Vec::new(),
        }
    };
    let is_param = |text: &String| {
        item.generics.params.iter().any(|param| match param {
            syn::GenericParam::Type(param) => param.ident == text,
            syn::GenericParam::Const(param) => param.ident == text,
            syn::GenericParam::Lifetime(_) => false,
        })
    };
    let bare = |text: &String| text.trim_start_matches("{ ").trim_end_matches(" }").to_owned();
    let (ours, theirs) = (arguments(this), arguments(of));
    name(this).is_some()
        && name(this) == name(of)
        && ours.iter().zip(&theirs).all(|(ours, theirs)| is_param(ours) || bare(ours) == bare(theirs))
}

fn parsed_impl(header: &str) -> Option<syn::ItemImpl> {
    let start = header.find("impl")?;
    syn::parse_str(&format!("{} {{}}", &header[start..])).ok()
}

/// Reads a helper that is called with arguments of these types, the receiver first; `this` is the type of its `impl`.
///
/// An error says why it cannot be read.
pub fn helper(
    source: &HelperSource,
    this: Option<&Rc<StructType>>,
    args: &[Type],
    turbofish: &TokenStream,
    scalar: &Scalar,
    span: Span,
) -> Result<Helper, String> {
    let unreadable = |_| "its source cannot be read".to_owned();
    let signature: syn::Signature = syn::parse_str(source.signature).map_err(unreadable)?;
    let around = source.header.and_then(parsed_impl);
    let mut values = Values { arguments: Vec::new(), unknown: Vec::new(), lifetimes: Vec::new(), span };
    let mut functions = Vec::new();
    let mut sizes_of_arguments = Vec::new();
    for (input, arg) in signature.inputs.iter().zip(args) {
        if let syn::FnArg::Typed(typed) = input {
            match_sizes(&typed.ty, arg, &mut sizes_of_arguments);
        }
    }
    if let Some(item) = &around {
        let of = this.and_then(|this| syn::parse2::<syn::Type>(this.ty.clone()).ok());
        let mut sizes = Vec::new();
        if let Some(of) = &of {
            match_arguments(&item.self_ty, of, &mut sizes);
        }
        // `impl Mul<Matrix<K, C>> for Matrix<R, K>`: the rest follows from the other operand.
        sizes.extend(sizes_of_arguments.iter().cloned());
        functions.extend(values.add(&item.generics, &sizes, &TokenStream::new(), scalar));
        let this = this.map_or_else(|| item.self_ty.to_token_stream(), |this| this.literal.clone());
        let this = values.substituted(this);
        values.arguments.push((Ident::new("Self", span), this));
    }
    let typed: Vec<&syn::PatType> = signature.inputs.iter().filter_map(typed).collect();
    functions.extend(values.add(&signature.generics, &sizes_of_arguments, turbofish, scalar));
    values.arguments.push((Ident::new("self", span), TokenTree::from(Ident::new(THIS, span)).into()));
    if let Some(name) = values.unknown.iter().find(|name| mentions(source.body, name) && !functions.contains(name)) {
        return Err(format!("what `{name}` stands for there does not follow from this call"));
    }
    let other = if scalar.precision == Precision::F32 { "f64" } else { "f32" };
    if typed.iter().any(|typed| mentions(&typed.ty.to_token_stream().to_string(), &other)) {
        return Err(format!("it takes `{other}`, and one float type can be differentiated at a time"));
    }
    let mut errors = Errors::default();
    let mut params = Vec::new();
    for input in &signature.inputs {
        params.push(match input {
            syn::FnArg::Receiver(receiver) => HelperParam {
                pattern: Pattern::Name { ident: Ident::new(THIS, span), mutable: receiver.mutability.is_some() },
                annotation: Annotation::default(),
                by_ref: matches!(receiver.kind, syn::ReceiverKind::Reference(..)),
                is_receiver: true,
                is_constant: is_constant(&receiver.attrs),
            },
            syn::FnArg::Typed(typed) => {
                let of_pattern = values.substituted(typed.pat.to_token_stream());
                let written = syn::parse::Parser::parse2(syn::Pat::parse_single, of_pattern).map_err(unreadable)?;
                HelperParam {
                    pattern: pattern(&written, &mut errors),
                    annotation: values.annotation(&typed.ty, &functions),
                    by_ref: matches!(ungroup(&typed.ty), syn::Type::Reference(_)),
                    is_receiver: false,
                    is_constant: is_constant(&typed.attrs),
                }
            }
        });
    }
    let result = match &signature.output {
        syn::ReturnType::Type(_, ty) => values.annotation(ty, &functions),
        syn::ReturnType::Default => Annotation::default(),
    };
    let tokens: TokenStream = source.body.parse().map_err(|_| "its source cannot be read".to_owned())?;
    for name in own_constants(&tokens)? {
        // Beside what the caller and other functions name so, it is another one.
        let own = Ident::new(&format!("{name}_{:08X}", fingerprint(source.body)), span);
        values.arguments.push((name, TokenTree::from(own).into()));
    }
    let block: syn::Block = syn::parse2(values.substituted(tokens)).map_err(unreadable)?;
    let body = body::body(&block, &mut errors);
    let yields_place = matches!(&signature.output, syn::ReturnType::Type(_, ty)
        if matches!(ungroup(ty), syn::Type::Reference(of) if of.mutability.is_some()));
    Ok(Helper { params, result, yields_place, body, problems: errors.into_list() })
}

/// The names of the constants in the body of a function; other items mean something by their names elsewhere, too.
fn own_constants(body: &TokenStream) -> Result<Vec<Ident>, String> {
    let block: syn::Block = syn::parse2(body.clone()).map_err(|error| format!("its source cannot be read: {error}"))?;
    let mut names = Vec::new();
    for stmt in &block.stmts {
        match stmt {
            syn::Stmt::Item(syn::Item::Const(item)) => names.push(item.ident.clone()),
            syn::Stmt::Item(syn::Item::Static(item)) => names.push(item.ident.clone()),
            syn::Stmt::Item(_) => return Err("it has items of its own".to_owned()),
            _ => {}
        }
    }
    Ok(names)
}

/// A number that is another one for another text (FNV-1a).
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn is_constant(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("constant"))
}

fn typed(input: &syn::FnArg) -> Option<&syn::PatType> {
    match input {
        syn::FnArg::Typed(typed) => Some(typed),
        syn::FnArg::Receiver(_) => None,
    }
}

/// What stands for the names of a helper.
struct Values {
    arguments: Vec<(Ident, TokenStream)>,
    /// Generic parameters of which nothing is known.
    unknown: Vec<Ident>,
    lifetimes: Vec<Ident>,
    span: Span,
}

impl Values {
    /// Takes generic parameters in; yields those that stand for functions.
    fn add(
        &mut self,
        generics: &syn::Generics,
        sizes: &[(TokenStream, TokenStream)],
        turbofish: &TokenStream,
        scalar: &Scalar,
    ) -> Vec<Ident> {
        let floats = Floats::new(generics);
        let written: Vec<TokenStream> = syn::parse2::<syn::AngleBracketedGenericArguments>(turbofish.clone())
            .map(|arguments| arguments.args.iter().map(ToTokens::to_token_stream).collect())
            .unwrap_or_default();
        let others = generics.params.iter().filter(|param| !matches!(param, syn::GenericParam::Lifetime(_)));
        for (at, param) in others.enumerate() {
            let (name, is_float) = match param {
                syn::GenericParam::Type(param) => (&param.ident, floats.generics.contains(&param.ident)),
                syn::GenericParam::Const(param) => (&param.ident, false),
                syn::GenericParam::Lifetime(_) => continue,
            };
            let size = sizes.iter().find(|(size, _)| *name == size.to_string()).map(|(_, value)| value.clone());
            let written = written.get(at).filter(|written| written.to_string() != "_").cloned();
            match written.or(size).or_else(|| is_float.then(|| scalar.tokens.stream())) {
                Some(value) => self.arguments.push((name.clone(), value)),
                None => self.unknown.push(name.clone()),
            }
        }
        self.lifetimes.extend(generics.lifetimes().map(|lifetime| lifetime.lifetime.ident.clone()));
        floats.functions
    }

    /// The tokens with names replaced, all shown at the call.
    fn substituted(&self, tokens: TokenStream) -> TokenStream {
        let mut out = TokenStream::new();
        let mut is_lifetime = false;
        for token in tokens {
            let after_quote = std::mem::replace(&mut is_lifetime, false);
            match token {
                TokenTree::Ident(name) if after_quote => {
                    let name = if self.lifetimes.contains(&name) { "_".to_owned() } else { name.to_string() };
                    out.extend([TokenTree::from(Ident::new(&name, self.span))]);
                }
                TokenTree::Ident(name) => match self.arguments.iter().find(|(param, _)| *param == name) {
                    Some((_, value)) => out.extend(value.clone()),
                    None => {
                        let mut name = name;
                        name.set_span(self.span);
                        out.extend([TokenTree::from(name)]);
                    }
                },
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.substituted(group.stream()));
                    inner.set_span(self.span);
                    out.extend([TokenTree::from(inner)]);
                }
                mut other => {
                    is_lifetime = matches!(&other, TokenTree::Punct(punct) if punct.as_char() == '\'');
                    other.set_span(self.span);
                    out.extend([other]);
                }
            }
        }
        out
    }

    /// A type of the signature. Of functions and of associated types nothing is said.
    fn annotation(&self, ty: &syn::Type, functions: &[Ident]) -> Annotation {
        let tokens = self.substituted(ty.to_token_stream());
        let text = ty.to_token_stream().to_string().replace(' ', "");
        let is_function = is_function(ty) || functions.iter().any(|name| mentions(&text, name));
        let unknown = self.unknown.iter().any(|name| mentions(&text, name));
        if is_function || unknown || text.contains("Self::") || text.contains("impl") || text.contains("dyn") {
            return Annotation::default();
        }
        let Ok(ty) = syn::parse2::<syn::Type>(tokens.clone()) else { return Annotation::default() };
        Annotation { ty: annotation(&ty), int: body::int_type(&ty), written: Some(tokens) }
    }
}

/// Whether a type is that of a function: `impl Fn(…)`, `&dyn Fn(…)`, `fn(…)`.
fn is_function(ty: &syn::Type) -> bool {
    let of_bounds = |bounds: &syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>| {
        bounds.iter().filter_map(bound_name).any(|name| FUNCTION_BOUNDS.iter().any(|known| name == known))
    };
    match ungroup(ty) {
        syn::Type::Reference(reference) => is_function(&reference.elem),
        syn::Type::ImplTrait(of) => of_bounds(&of.bounds),
        syn::Type::TraitObject(of) => of_bounds(&of.bounds),
        syn::Type::FnPtr(_) => true,
        _ => false,
    }
}

/// What the generic arguments of a type are called in an `impl` for it.
fn match_arguments(header: &syn::Type, of: &syn::Type, found: &mut Vec<(TokenStream, TokenStream)>) {
    let arguments = |ty: &syn::Type| -> Vec<TokenStream> {
        let syn::Type::Path(path) = ungroup(ty) else { return Vec::new() };
        match path.path.segments.last().map(|last| &last.arguments) {
            Some(syn::PathArguments::AngleBracketed(arguments)) => {
                let values =
                    arguments.args.iter().filter(|argument| !matches!(argument, syn::GenericArgument::Lifetime(_)));
                values.map(ToTokens::to_token_stream).collect()
            }
            _ => Vec::new(),
        }
    };
    let header = match ungroup(header) {
        syn::Type::Reference(reference) => &reference.elem,
        other => other,
    };
    found.extend(arguments(header).into_iter().zip(arguments(of)));
}

/// Whether a text has a word in it.
fn mentions(text: &str, word: &impl ToString) -> bool {
    let word = word.to_string();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word)
}
