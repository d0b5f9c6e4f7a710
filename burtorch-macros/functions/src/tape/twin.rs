//! The items of a module that a recorded function needs, as twins on recorded numbers.
//!
//! In: the source of the module. Out: what the function mentions, and what that mentions, if floats occur in it: functions,
//! structs, enums, traits, constants and aliases, with those methods whose names are used anywhere. All else is used as it is.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::conversion::conversion;
use super::rewrite::{Rewriter, each_word, float_constants, has_floats, twin_of_enum};
use crate::ast::IntType;
use crate::surroundings::sources_around;

/// Traits of the standard library that a twin has as well.
const STANDARD: [&str; 46] = [
    "Add",
    "AddAssign",
    "AsMut",
    "AsRef",
    "Borrow",
    "BorrowMut",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deref",
    "DerefMut",
    "Display",
    "Div",
    "DivAssign",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Error",
    "ExactSizeIterator",
    "Extend",
    "From",
    "FromIterator",
    "FromStr",
    "Hash",
    "Index",
    "IndexMut",
    "Into",
    "IntoIterator",
    "Iterator",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Product",
    "Rem",
    "RemAssign",
    "Sub",
    "SubAssign",
    "Sum",
    "TryFrom",
    "TryInto",
    "Write",
];

/// Crates whose types do not hold recorded numbers.
const LIBRARIES: [&str; 5] = ["nalgebra", "ndarray", "glam", "num_complex", "num"];

/// The source of a module.
pub(super) struct Module {
    items: Vec<syn::Item>,
    words: Vec<HashSet<String>>,
    by_name: HashMap<String, Vec<usize>>,
    /// Whether there are floats in an item, or in what it mentions.
    touched: Vec<bool>,
    /// Functions that have a rule by hand.
    ruled: HashSet<String>,
}

/// What a function needs.
#[derive(Default)]
pub(super) struct Reached {
    names: HashSet<String>,
    items: HashSet<usize>,
    /// Parts of an `impl`.
    parts: HashSet<(usize, usize)>,
}

fn name_of(item: &syn::Item) -> Option<&Ident> {
    Some(match item {
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Const(item) => &item.ident,
        // One that does not change is as a constant.
        syn::Item::Static(item)
            if matches!(item.mutability, syn::StaticMutability::None) && depth_of_floats(&item.ty).is_some() =>
        {
            &item.ident
        }
        syn::Item::Type(item) => &item.ident,
        _ => return None,
    })
}

fn name_of_part(part: &syn::ImplItem) -> Option<&Ident> {
    match part {
        syn::ImplItem::Fn(part) => Some(&part.sig.ident),
        syn::ImplItem::Const(part) => Some(&part.ident),
        syn::ImplItem::Type(part) => Some(&part.ident),
        _ => None,
    }
}

/// `Shape` of `&Shape<T>`.
fn name_of_type(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        syn::Type::Reference(of) => name_of_type(&of.elem),
        syn::Type::Paren(of) => name_of_type(&of.elem),
        syn::Type::Group(of) => name_of_type(&of.elem),
        _ => None,
    }
}

/// The last name of the path of a trait.
fn trait_of(item: &syn::ItemImpl) -> Option<String> {
    item.trait_.as_ref()?.0.segments.last().map(|last| last.ident.to_string())
}

fn words_of(tokens: TokenStream) -> HashSet<String> {
    let mut words = HashSet::new();
    each_word(tokens, &mut |word| {
        words.insert(word.to_string());
    });
    words
}

/// The items of a source file, or of a block in one.
fn parsed(text: &str) -> Vec<syn::Item> {
    if let Ok(file) = syn::parse_file(text) {
        return file.items;
    }
    let Ok(TokenTree::Group(group)) = syn::parse_str::<TokenTree>(&format!("{{{text}}}")) else { return Vec::new() };
    let statements = syn::parse::Parser::parse2(syn::Block::parse_within, group.stream()).unwrap_or_default();
    let items = statements.into_iter().filter_map(|statement| match statement {
        syn::Stmt::Item(item) => Some(item),
        _ => None,
    });
    items.collect()
}

/// The names of generic lengths and lifetimes.
fn plain_names(generics: &syn::Generics) -> impl Iterator<Item = String> {
    generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Const(param) => Some(param.ident.to_string()),
        syn::GenericParam::Lifetime(param) => Some(param.lifetime.ident.to_string()),
        syn::GenericParam::Type(_) => None,
    })
}

/// Whether there are paths that start at another module, `crate::f` or `super::f`.
fn starts_at_a_module(tokens: TokenStream) -> bool {
    let mut behind_root = false;
    for token in tokens {
        let is_path = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ':');
        if behind_root && is_path {
            return true;
        }
        behind_root = matches!(&token, TokenTree::Ident(name) if name == "crate" || name == "super");
        if let TokenTree::Group(group) = token
            && starts_at_a_module(group.stream())
        {
            return true;
        }
    }
    false
}

/// Where an import starts.
fn root_of(item: &syn::ItemUse) -> Option<String> {
    item.tree.to_token_stream().into_iter().find_map(|token| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    })
}

impl Module {
    /// The module around a function; without anything in it if there is no file.
    pub(super) fn around(function: &Ident) -> Self {
        let mut items: Vec<syn::Item> = Vec::new();
        let mut taken: HashSet<String> = HashSet::new();
        for text in sources_around(function) {
            let found = parsed(&text);
            // What is defined or imported further inside goes before.
            let mut names = HashSet::new();
            for item in &found {
                match item {
                    syn::Item::Use(item) if root_of(item).is_none_or(|root| root != "super" && root != "self") => {
                        names.extend(words_of(item.tree.to_token_stream()));
                    }
                    item => names.extend(name_of(item).map(Ident::to_string)),
                }
            }
            let is_hidden = |item: &syn::Item| name_of(item).is_some_and(|name| taken.contains(&name.to_string()));
            items.extend(found.into_iter().filter(|item| !is_hidden(item)));
            taken.extend(names);
        }
        let words: Vec<HashSet<String>> = items.iter().map(|item| words_of(item.to_token_stream())).collect();
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, item) in items.iter().enumerate() {
            if let Some(name) = name_of(item) {
                by_name.entry(name.to_string()).or_default().push(at);
            }
        }
        let mut ruled = HashSet::new();
        for item in &items {
            let syn::Item::Fn(item) = item else { continue };
            for attribute in item
                .attrs
                .iter()
                .filter(|attribute| attribute.path().segments.last().is_some_and(|last| last.ident == "derivative"))
            {
                let words = words_of(attribute.meta.to_token_stream());
                ruled.extend(words.into_iter().filter(|word| by_name.contains_key(word)));
            }
        }
        let touched = items.iter().map(|item| has_floats(item.to_token_stream())).collect();
        let mut module = Module { items, words, by_name, touched, ruled };
        while module.touch() {}
        module
    }

    /// Marks what mentions something that has floats; whether that was news.
    fn touch(&mut self) -> bool {
        let names: Vec<String> = self
            .by_name
            .iter()
            .filter(|(_, items)| items.iter().any(|&at| self.touched[at]))
            .map(|(name, _)| name.clone())
            .collect();
        let mut news = false;
        for at in 0..self.items.len() {
            if !self.touched[at] && names.iter().any(|name| self.words[at].contains(name)) {
                self.touched[at] = true;
                news = true;
            }
            // A type whose methods have floats.
            if let syn::Item::Impl(item) = &self.items[at]
                && self.touched[at]
                && let Some(of) = name_of_type(&item.self_ty).and_then(|of| self.by_name.get(&of))
            {
                for &of in of {
                    news |= !self.touched[of];
                    self.touched[of] = true;
                }
            }
        }
        news
    }

    fn is_type(item: &syn::Item) -> bool {
        matches!(item, syn::Item::Struct(_) | syn::Item::Enum(_) | syn::Item::Type(_))
    }

    /// What is needed for some tokens.
    pub(super) fn reach(&self, function: &Ident, tokens: TokenStream, is_method: bool) -> Reached {
        let mut reached = Reached { names: words_of(tokens), ..Reached::default() };
        while self.step(function, is_method, &mut reached) {}
        reached
    }

    fn step(&self, function: &Ident, is_method: bool, reached: &mut Reached) -> bool {
        let mut news = false;
        for (at, item) in self.items.iter().enumerate() {
            // What a macro of the module writes is written here.
            if let syn::Item::Macro(syn::ItemMacro { ident: Some(name), .. }) = item
                && reached.names.contains(&name.to_string())
                && reached.items.insert(at)
            {
                reached.names.extend(self.words[at].iter().cloned());
                news = true;
            }
            // A trait whose method is called need not be named.
            if let syn::Item::Trait(item) = item {
                let is_called = |part: &syn::TraitItem| matches!(part, syn::TraitItem::Fn(part) if reached.names.contains(&part.sig.ident.to_string()));
                if item.items.iter().any(is_called) {
                    news |= reached.names.insert(item.ident.to_string());
                }
            }
            if !self.touched[at] {
                continue;
            }
            let Some(name) = name_of(item) else {
                if let syn::Item::Impl(item) = item {
                    news |= self.step_in(at, item, reached);
                }
                continue;
            };
            let is_itself = !is_method && name == function;
            let constant = matches!(item, syn::Item::Const(item) if !self.has_twin_type(&item.ty));
            let name = name.to_string();
            if is_itself || constant || self.ruled.contains(&name) || !reached.names.contains(&name) {
                continue;
            }
            if reached.items.insert(at) {
                reached.names.extend(self.words[at].iter().cloned());
                news = true;
            }
        }
        news
    }

    fn step_in(&self, at: usize, item: &syn::ItemImpl, reached: &mut Reached) -> bool {
        let of = name_of_type(&item.self_ty);
        let own = of.as_ref().and_then(|of| self.by_name.get(of));
        let is_reached = own.is_some_and(|own| own.iter().any(|at| reached.items.contains(at)));
        let Some(of_trait) = trait_of(item) else {
            if !is_reached {
                return false;
            }
            let mut news = false;
            for (place, part) in item.items.iter().enumerate() {
                let Some(name) = name_of_part(part) else { continue };
                if reached.names.contains(&name.to_string()) && reached.parts.insert((at, place)) {
                    reached.names.extend(words_of(part.to_token_stream()));
                    news = true;
                }
            }
            return news;
        };
        let local = self
            .by_name
            .get(&of_trait)
            .is_some_and(|found| found.iter().any(|&at| matches!(self.items[at], syn::Item::Trait(_))));
        let wanted = if local {
            reached.names.contains(&of_trait) && (is_reached || own.is_none())
        } else {
            let header = item.trait_.as_ref().map(|of| words_of(of.0.to_token_stream())).unwrap_or_default();
            let mentions =
                header.iter().filter_map(|word| self.by_name.get(word)).flatten().any(|at| reached.items.contains(at));
            STANDARD.contains(&of_trait.as_str()) && (is_reached || mentions)
        };
        if wanted && reached.items.insert(at) {
            reached.names.extend(self.words[at].iter().cloned());
            return true;
        }
        false
    }

    /// Whether floats occur in a type, or types that have a twin.
    pub(super) fn has_twin_type(&self, ty: &syn::Type) -> bool {
        let is_touched = |word: &String| {
            word == "f64"
                || self
                    .by_name
                    .get(word)
                    .is_some_and(|found| found.iter().any(|&at| self.touched[at] && Self::is_type(&self.items[at])))
        };
        words_of(ty.to_token_stream()).iter().any(is_touched)
    }

    /// Whether a value of this type holds floats.
    pub(super) fn holds_floats(&self, ty: &syn::Type) -> bool {
        let mut open: Vec<String> = words_of(ty.to_token_stream()).into_iter().collect();
        let mut seen = HashSet::new();
        while let Some(word) = open.pop() {
            if word == "f64" {
                return true;
            }
            if !seen.insert(word.clone()) {
                continue;
            }
            for &at in self.by_name.get(&word).into_iter().flatten() {
                match &self.items[at] {
                    syn::Item::Struct(item) => open.extend(words_of(item.fields.to_token_stream())),
                    syn::Item::Enum(item) => open.extend(words_of(item.variants.to_token_stream())),
                    syn::Item::Type(item) => open.extend(words_of(item.ty.to_token_stream())),
                    _ => {}
                }
            }
        }
        false
    }

    /// Whether variables of the whole program are used.
    pub(super) fn mentions_statics(&self, reached: &Reached) -> bool {
        let is_one = |item: &syn::Item| match item {
            syn::Item::Static(_) if name_of(item).is_some() => false,
            syn::Item::Static(item) => reached.names.contains(&item.ident.to_string()),
            syn::Item::Macro(item) => item.mac.path.is_ident("thread_local"),
            _ => false,
        };
        self.items.iter().any(is_one)
    }

    /// Whether a type of this name stands in the module.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|found| found.iter().any(|&at| Self::is_type(&self.items[at])))
    }

    /// Functions of other modules, and constants, by their names here.
    pub(super) fn rewriter(&self, krate: &TokenStream) -> Rewriter {
        let mut foreign: HashSet<String> = self.ruled.clone();
        for item in &self.items {
            let syn::Item::Use(item) = item else { continue };
            let (tokens, root) = (item.tree.to_token_stream(), root_of(item));
            if root.is_some_and(|root| !["std", "core", "alloc"].contains(&root.as_str())) {
                foreign.extend(words_of(tokens).into_iter().filter(|word| !self.by_name.contains_key(word)));
            }
        }
        foreign.retain(|name| name.starts_with(|sign: char| sign.is_lowercase()));
        Rewriter {
            recorded: quote!(#krate::__private::recorded),
            krate: krate.clone(),
            foreign: foreign.into_iter().collect(),
            enums: Vec::new(),
        }
    }

    /// Whether the module imports a name from a crate.
    pub(super) fn imports(&self, root: &str, name: &str) -> bool {
        let is_it = |(item, words): (&syn::Item, &HashSet<String>)| {
            matches!(item, syn::Item::Use(item) if root_of(item).as_deref() == Some(root)) && words.contains(name)
        };
        self.items.iter().zip(&self.words).any(is_it)
    }

    /// The names of enums that have twins.
    pub(super) fn enums(&self, reached: &Reached) -> Vec<String> {
        let name = |&at: &usize| match &self.items[at] {
            syn::Item::Enum(item) => Some(item.ident.to_string()),
            _ => None,
        };
        reached.items.iter().filter_map(name).collect()
    }

    /// Whether the source of all that a function may use is there, but for what the standard library and burtorch have.
    pub(super) fn is_all_there_is(&self, item: &syn::ItemFn, is_method: bool) -> bool {
        let is_it = |found: &syn::Item| match found {
            syn::Item::Fn(found) => found.sig.ident == item.sig.ident,
            syn::Item::Impl(of) => of.items.iter().any(|part| name_of_part(part) == Some(&item.sig.ident)),
            _ => false,
        };
        let is_module = |found: &syn::Item, words: &HashSet<String>| matches!(found, syn::Item::Mod(of) if words.contains(&of.ident.to_string()));
        if !self.items.iter().any(is_it) {
            return false;
        }
        let reached = self.reach(&item.sig.ident, item.to_token_stream(), is_method);
        let is_foreign = |found: &syn::Item| {
            let syn::Item::Use(import) = found else { return false };
            let root = root_of(import).unwrap_or_default();
            let words = words_of(import.tree.to_token_stream());
            let is_mentioned = |word: &String| reached.names.contains(word) && !self.by_name.contains_key(word);
            let is_type = |word: &&String| word.starts_with(char::is_uppercase);
            !matches!(root.as_str(), "std" | "core" | "alloc" | "burtorch")
                && (import.tree.to_token_stream().to_string().contains('*') && root != "self" && root != "super"
                    || words.iter().filter(is_type).any(is_mentioned))
        };
        let elsewhere = |found: &syn::Item| is_foreign(found) || is_module(found, &reached.names);
        !self.items.iter().any(elsewhere)
            && !starts_at_a_module(item.to_token_stream())
            && !reached.items.iter().any(|&at| starts_at_a_module(self.items[at].to_token_stream()))
            && !reached.parts.iter().any(|&(at, place)| match &self.items[at] {
                syn::Item::Impl(of) => starts_at_a_module(of.items[place].to_token_stream()),
                _ => false,
            })
            && !LIBRARIES.iter().any(|library| reached.names.contains(*library) && !self.by_name.contains_key(*library))
    }

    /// Whether values of a type can become recorded ones and come back, as far as their types are known.
    pub(super) fn can_be_lifted(&self, ty: TokenStream, generics: &syn::Generics) -> bool {
        const HOLDERS: [&str; 14] = [
            "f64",
            "bool",
            "char",
            "str",
            "String",
            "Vec",
            "VecDeque",
            "Option",
            "Box",
            "HashMap",
            "BTreeMap",
            "std",
            "collections",
            "static",
        ];
        let mut seen: HashSet<String> = plain_names(generics).collect();
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            for word in words_of(ty) {
                if HOLDERS.contains(&word.as_str()) || IntType::named(&word).is_some() || !seen.insert(word.clone()) {
                    continue;
                }
                let Some(found) = self.by_name.get(&word) else { return false };
                for &at in found {
                    let (generics, fields): (_, Vec<&syn::Field>) = match &self.items[at] {
                        syn::Item::Struct(of) => (&of.generics, of.fields.iter().collect()),
                        syn::Item::Enum(of) => {
                            (&of.generics, of.variants.iter().flat_map(|variant| &variant.fields).collect())
                        }
                        syn::Item::Type(of) => {
                            open.push(of.ty.to_token_stream());
                            continue;
                        }
                        _ => continue,
                    };
                    seen.extend(plain_names(generics));
                    open.extend(fields.into_iter().map(|field| field.ty.to_token_stream()));
                }
            }
        }
        true
    }

    /// Names of what is outside, for use inside of the block in which the twins hide that; and the twins.
    pub(super) fn twins(&self, reached: &Reached, rewriter: &Rewriter) -> (TokenStream, TokenStream) {
        let (mut outside, mut inside) = (TokenStream::new(), TokenStream::new());
        let recorded = &rewriter.recorded;
        for (at, item) in self.items.iter().enumerate() {
            match item {
                syn::Item::Use(item) => {
                    let brought = float_constants(&item.to_token_stream());
                    if brought.iter().any(|(name, _)| reached.names.contains(&name.to_string())) {
                        inside.extend(rewriter.import(item.to_token_stream()));
                    }
                    // `use Shape::*;` of an enum that has a twin.
                    if let Some(import) = rewriter.variants(&item.to_token_stream()) {
                        inside.extend(import);
                    }
                }
                syn::Item::Impl(of) if reached.items.contains(&at) => {
                    inside.extend(Self::implementation(of, None, rewriter));
                }
                syn::Item::Impl(of) => {
                    let parts: Vec<usize> =
                        (0..of.items.len()).filter(|&place| reached.parts.contains(&(at, place))).collect();
                    if !parts.is_empty() {
                        inside.extend(Self::implementation(of, Some(&parts), rewriter));
                    }
                }
                syn::Item::Macro(_) => {}
                _ if !reached.items.contains(&at) => {}
                syn::Item::Const(syn::ItemConst { ident: name, ty, .. })
                | syn::Item::Static(syn::ItemStatic { ident: name, ty, .. }) => {
                    let outer = format_ident!("__OUTER_{name}");
                    let wrap = match depth_of_floats(ty) {
                        Some(0) => quote!(RecordedNumber::__of),
                        Some(1) => quote!(constants),
                        Some(2) => quote!(arrays),
                        _ => {
                            inside.extend(rewriter.item(quote!(#item)));
                            continue;
                        }
                    };
                    outside.extend(quote!(const #outer: #ty = #name;));
                    inside.extend(quote!(#[allow(dead_code)] const #name: #ty = #recorded::#wrap(#outer);));
                }
                syn::Item::Struct(of) => {
                    outside.extend(hidden(&of.ident, &of.generics));
                    inside.extend(rewriter.item(quote!(#item)));
                }
                syn::Item::Enum(of) => {
                    outside.extend(hidden(&of.ident, &of.generics));
                    // Imports of variants must not find two enums of one name.
                    let (name, twin) = (&of.ident, twin_of_enum(&of.ident.to_string()));
                    let (params, args, _) = plain_generics(&of.generics);
                    let of = syn::ItemEnum { ident: twin.clone(), ..of.clone() };
                    inside.extend(quote!(type #name #params = #twin #args;));
                    inside.extend(rewriter.item(quote!(#of)));
                }
                item => inside.extend(rewriter.item(quote!(#item))),
            }
        }
        (outside, inside)
    }

    /// An `impl`, or those of its parts that are needed.
    fn implementation(of: &syn::ItemImpl, parts: Option<&[usize]>, rewriter: &Rewriter) -> TokenStream {
        let kept = |(place, _): &(usize, &syn::ImplItem)| parts.is_none_or(|parts| parts.contains(place));
        let items = of.items.iter().enumerate().filter(kept).map(|(_, part)| part.clone()).collect();
        let of = syn::ItemImpl { items, ..of.clone() };
        rewriter.item(quote!(#of))
    }

    /// How values of the types in these tokens get twins, and come back.
    pub(super) fn conversions(&self, reached: &Reached, tokens: TokenStream, recorded: &TokenStream) -> TokenStream {
        let mut open: Vec<String> = words_of(tokens).into_iter().collect();
        let (mut seen, mut all) = (HashSet::new(), TokenStream::new());
        while let Some(word) = open.pop() {
            if !seen.insert(word.clone()) {
                continue;
            }
            for &at in self.by_name.get(&word).into_iter().flatten() {
                let item = &self.items[at];
                let is_twin = reached.items.contains(&at);
                match item {
                    syn::Item::Type(item) => open.extend(words_of(item.ty.to_token_stream())),
                    syn::Item::Struct(item) => {
                        open.extend(words_of(item.fields.to_token_stream()));
                        all.extend(conversion(&item.ident, &item.generics, &[(None, &item.fields)], is_twin, recorded));
                    }
                    syn::Item::Enum(item) => {
                        open.extend(words_of(item.variants.to_token_stream()));
                        let variants: Vec<_> =
                            item.variants.iter().map(|variant| (Some(&variant.ident), &variant.fields)).collect();
                        all.extend(conversion(&item.ident, &item.generics, &variants, is_twin, recorded));
                    }
                    _ => {}
                }
            }
        }
        all
    }
}

/// The name of an original where its twin hides it.
pub(super) fn outer(name: &Ident) -> Ident {
    format_ident!("__Outer{name}")
}

/// A name for the original of a twin.
fn hidden(name: &Ident, generics: &syn::Generics) -> TokenStream {
    let (outer, (params, args, _)) = (outer(name), plain_generics(generics));
    quote!(type #outer #params = #name #args;)
}

/// Generic parameters without bounds, as arguments, and whether there are types or lifetimes among them.
pub(super) fn plain_generics(generics: &syn::Generics) -> (TokenStream, TokenStream, bool) {
    let (mut params, mut args, mut only_lengths) = (Vec::new(), Vec::new(), true);
    for param in &generics.params {
        match param {
            syn::GenericParam::Type(param) => {
                let name = &param.ident;
                params.push(quote!(#name));
                args.push(quote!(#name));
                only_lengths = false;
            }
            syn::GenericParam::Lifetime(param) => {
                let name = &param.lifetime;
                params.push(quote!(#name));
                args.push(quote!(#name));
                only_lengths = false;
            }
            syn::GenericParam::Const(param) => {
                let (name, ty) = (&param.ident, &param.ty);
                params.push(quote!(const #name: #ty));
                args.push(quote!(#name));
            }
        }
    }
    if params.is_empty() {
        return (TokenStream::new(), TokenStream::new(), only_lengths);
    }
    (quote!(<#(#params),*>), quote!(<#(#args),*>), only_lengths)
}

/// `f64` is 0, `[f64; 3]` is 1.
fn depth_of_floats(ty: &syn::Type) -> Option<usize> {
    match ty {
        syn::Type::Path(path) if path.path.is_ident("f64") => Some(0),
        syn::Type::Array(array) => depth_of_floats(&array.elem).map(|depth| depth + 1),
        _ => None,
    }
}
