//! Definitions that travel: structs, type aliases and the signatures of differentiable functions.
//!
//! A macro sees tokens, never a definition. So each of these leaves a macro of its own name that hands its definition
//! on, and `expand` asks for what a function needs to know before it compiles it.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;

use super::floats::{is_inactive_primitive, ungroup};
use super::structs::is_marked;

/// Types of the standard library that are no definitions of the user's.
const STANDARD: [&str; 11] =
    ["Vec", "Option", "Result", "Box", "Rc", "Arc", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "Self"];

/// Types of the standard library if they have generic arguments; without, they are the user's own: a `Cell` of a grid.
const STANDARD_IF_GENERIC: [&str; 7] = ["VecDeque", "BinaryHeap", "LinkedList", "Cell", "RefCell", "Mutex", "RwLock"];

/// Something that was asked for its definition.
#[derive(Clone)]
pub struct Definition {
    /// How the function reaches it.
    pub path: syn::Path,
    pub item: Item,
}

#[derive(Clone)]
pub enum Item {
    /// A struct that derives `Differentiable`.
    Struct(syn::ItemStruct),
    /// `#[differentiable] type …`
    Alias(syn::ItemType),
    /// A function that has derivatives.
    Function(syn::Signature),
}

impl Parse for Item {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        // What is said of a struct stands before it.
        if input.peek(syn::Token![struct]) || input.peek(syn::Token![#]) {
            input.parse().map(Item::Struct)
        } else if input.peek(syn::Token![type]) {
            input.parse().map(Item::Alias)
        } else {
            input.parse().map(Item::Function)
        }
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Item::Struct(item) => item.to_tokens(tokens),
            Item::Alias(item) => item.to_tokens(tokens),
            Item::Function(signature) => signature.to_tokens(tokens),
        }
    }
}

impl Item {
    pub(super) fn generics(&self) -> &syn::Generics {
        match self {
            Item::Struct(item) => &item.generics,
            Item::Alias(item) => &item.generics,
            Item::Function(signature) => &signature.generics,
        }
    }

    /// The types that must be known to know this: those of fields, what an alias stands for, what a function returns.
    fn types(&self) -> Vec<&syn::Type> {
        match self {
            Item::Struct(item) => item.fields.iter().filter(|field| !is_marked(field)).map(|field| &field.ty).collect(),
            Item::Alias(item) => vec![&item.ty],
            Item::Function(signature) => match &signature.output {
                syn::ReturnType::Type(_, ty) => vec![ty],
                syn::ReturnType::Default => Vec::new(),
            },
        }
    }
}

impl Definition {
    /// The definitions that it mentions, as the function reaches them: beside this one, unless they are known by their
    /// names.
    pub fn nested(&self) -> Vec<syn::Path> {
        let generics: Vec<&Ident> = self.item.generics().type_params().map(|param| &param.ident).collect();
        let mut found = Vec::new();
        for ty in self.item.types() {
            candidates(ty, &mut |path| {
                if path.get_ident().is_none_or(|name| !generics.contains(&name)) {
                    found.push(self.beside(path));
                }
            });
        }
        let span = self.path.span();
        found
            .into_iter()
            .filter_map(|path| syn::parse2(substitute(without_arguments(&path).to_token_stream(), &[], span)).ok())
            .collect()
    }

    /// A name that stands in this definition, as the function reaches it.
    fn beside(&self, path: &syn::Path) -> syn::Path {
        if path.segments.len() > 1 || path.leading_colon.is_some() || self.path.segments.len() == 1 {
            return path.clone();
        }
        let mut beside = self.path.clone();
        if let Some(last) = beside.segments.last_mut() {
            last.clone_from(&path.segments[0]);
        }
        beside
    }
}

/// The paths in a type that may be definitions of the user's.
pub(super) fn candidates(ty: &syn::Type, found: &mut dyn FnMut(&syn::Path)) {
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
            let standard = STANDARD.contains(&name.as_str())
                || !last.arguments.is_none() && STANDARD_IF_GENERIC.contains(&name.as_str());
            let known = float || is_inactive_primitive(&name) || standard || first == "Self";
            if !known {
                found(&path.path);
            }
        }
        _ => {}
    }
}

/// A path as text, without generic arguments.
pub fn plain(path: &syn::Path) -> String {
    without_arguments(path).to_token_stream().to_string()
}

pub(super) fn without_arguments(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    path
}

/// The tokens with the generic parameters replaced, all shown at `span`.
pub(super) fn substitute(tokens: TokenStream, arguments: &[(Ident, TokenStream)], span: Span) -> TokenStream {
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

/// The names of macros and attributes that are in scope everywhere, and of burtorch's own. A definition of such a name
/// does not travel: its macro would stand in the way of theirs.
const RESERVED: &str = "\
    Differentiable allow asm assert assert_eq assert_matches assert_ne automatically_derived bench cfg \
    cfg_attr cfg_select cold column compile_error concat concat_bytes concat_idents dbg debug_assert \
    debug_assert_eq debug_assert_ne deny deprecated derivative derive diagnostic differentiable doc env \
    eprint eprintln expect file forbid format format_args global_allocator global_asm graph ignore \
    include include_bytes include_str inline is_x86_feature_detected line link log_syntax macro_export \
    macro_use matches module_path must_use no_mangle non_exhaustive option_env panic path print println \
    proc_macro recursion_limit repr should_panic stringify target_feature test test_case thread_local \
    todo trace_macros track_caller train unimplemented unreachable used vec warn write writeln";

/// Whether a definition of this name has no macro.
pub fn is_reserved(name: &Ident) -> bool {
    let name = name.unraw().to_string();
    RESERVED.split(' ').any(|reserved| name == reserved)
}
