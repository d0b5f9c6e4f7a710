//! What the fields of structs and enums of the file hold: whether a struct can be differentiated that does not derive what it
//! takes, and what a variant of an enum is made of.

use proc_macro2::Ident;

use super::{File, SourceKind, in_file, words};
use crate::ast::IntType;
use crate::parse::elements_of_vec;

/// What a field holds, as far as a struct without the derive is concerned.
#[derive(Clone, Copy, PartialEq)]
enum Holds {
    /// Floats, and arrays, vectors, tuples and structs of floats.
    Numbers,
    /// No float at all.
    NoNumbers,
    /// Anything else.
    Unknown,
}

/// Definitions that nest deeper than this are not looked into.
const NESTED: usize = 6;

/// Whether a struct can be differentiated without a derive: its fields are numbers, and things without floats.
pub(super) fn is_of_plain_numbers(file: &File, item: &syn::ItemStruct, is_of_library: &dyn Fn(&Ident) -> bool) -> bool {
    holds_of_struct(file, item, is_of_library, NESTED) == Holds::Numbers
}

fn holds_of_struct(file: &File, item: &syn::ItemStruct, library: &dyn Fn(&Ident) -> bool, depth: usize) -> Holds {
    if depth == 0 || !item.generics.params.iter().all(|param| matches!(param, syn::GenericParam::Const(_))) {
        return Holds::Unknown;
    }
    let mut of_struct = Holds::NoNumbers;
    for field in &item.fields {
        match holds(file, &field.ty, library, depth) {
            Holds::NoNumbers => {}
            found => of_struct = found,
        }
        if of_struct == Holds::Unknown {
            return of_struct;
        }
    }
    of_struct
}

/// What a type of a field holds.
fn holds(file: &File, ty: &syn::Type, library: &dyn Fn(&Ident) -> bool, depth: usize) -> Holds {
    if depth == 0 {
        return Holds::Unknown;
    }
    match ty {
        syn::Type::Array(array) => holds(file, &array.elem, library, depth),
        syn::Type::Tuple(tuple) => {
            let parts: Vec<Holds> = tuple.elems.iter().map(|part| holds(file, part, library, depth)).collect();
            match parts.first() {
                Some(first) if parts.iter().all(|part| part == first) => *first,
                _ => Holds::Unknown,
            }
        }
        syn::Type::Path(path) if path.qself.is_none() => {
            let Some(last) = path.path.segments.last() else { return Holds::Unknown };
            let name = last.ident.to_string();
            if library(&last.ident) {
                return Holds::Numbers;
            }
            if let Some(element) = elements_of_vec(&path.path) {
                return holds(file, element, library, depth);
            }
            if STANDARD.contains(&name.as_str()) {
                let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return Holds::Unknown };
                let none = arguments.args.iter().all(|argument| match argument {
                    syn::GenericArgument::Type(ty) => holds(file, ty, library, depth - 1) == Holds::NoNumbers,
                    _ => false,
                });
                return if none { Holds::NoNumbers } else { Holds::Unknown };
            }
            if path.path.segments.len() != 1 || !last.arguments.is_none() && !is_const_struct(file, &name) {
                return Holds::Unknown;
            }
            match name.as_str() {
                "f64" | "f32" => return Holds::Numbers,
                "bool" | "char" | "String" => return Holds::NoNumbers,
                _ if IntType::named(&name).is_some() => return Holds::NoNumbers,
                _ => {}
            }
            let Some(found) = file.definition(&name, true) else {
                return if is_plain_enum(file, &name) { Holds::NoNumbers } else { Holds::Unknown };
            };
            if let Some(alias) = found.alias() {
                let plain = alias.generics.params.is_empty();
                return if plain { holds(file, &alias.ty, library, depth - 1) } else { Holds::Unknown };
            }
            if found.marked && found.kind == SourceKind::Struct {
                return Holds::Numbers;
            }
            match file.item(found) {
                Some(item) if found.kind == SourceKind::Struct => {
                    let of_struct = holds_of_struct(file, &item, library, depth - 1);
                    // What is not differentiated is copied as a whole.
                    let is_copied = words(&found.attributes).any(|word| word == "Clone");
                    if of_struct == Holds::NoNumbers && !is_copied { Holds::Unknown } else { of_struct }
                }
                _ => Holds::Unknown,
            }
        }
        _ => Holds::Unknown,
    }
}

/// Types of the standard library that hold no floats if their parameters do not.
const STANDARD: [&str; 7] = ["Option", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque", "BinaryHeap"];

/// The fields of a variant of an enum of the same module.
pub fn variant_beside(of: &Ident, name: &str, variant: &str) -> Option<Vec<syn::Field>> {
    let variant = enum_beside(of, name)?.variants.into_iter().find(|known| known.ident == variant)?;
    Some(variant.fields.into_iter().collect())
}

/// An enum of the same module.
pub fn enum_beside(of: &Ident, name: &str) -> Option<syn::ItemEnum> {
    in_file(of, |file| {
        let module = file.module_of(of)?;
        let mut found = file.blocks.iter().filter(|block| {
            let mut words = words(&block.header).skip_while(|word| *word != "enum").skip(1);
            block.parent == module && words.next() == Some(name)
        });
        let (Some(block), None) = (found.next(), found.next()) else { return None };
        if block.header.contains('<') || file.is_imported(of, name) {
            return None;
        }
        syn::parse_str(&format!("enum {name} {}", file.text.get(block.open..=block.close)?)).ok()
    })
}

/// Whether the only enum of this name in the file holds no floats and can be cloned.
fn is_plain_enum(file: &File, name: &str) -> bool {
    let mut found = file.blocks.iter().filter(|block| {
        let mut words = words(&block.header).skip_while(|word| *word != "enum").skip(1);
        words.next() == Some(name)
    });
    let (Some(block), None) = (found.next(), found.next()) else { return false };
    let body = file.text.get(block.open..block.close).unwrap_or_default();
    let is_copied = words(&block.header).any(|word| word == "Clone");
    let is_more = |word: &str| {
        ["f64", "f32", "Rc", "Arc", "Mutex", "RwLock", "dyn"].contains(&word)
            || word.contains("Cell")
            || word.starts_with("Atomic")
    };
    is_copied && !block.header.contains('<') && !words(body).any(is_more)
}

/// Whether a struct of the file has parameters, and all of them are sizes.
fn is_const_struct(file: &File, name: &str) -> bool {
    let found = file.definition(name, true).filter(|found| found.kind == SourceKind::Struct);
    found
        .and_then(|found| file.item(found))
        .is_some_and(|item| item.generics.params.iter().all(|param| matches!(param, syn::GenericParam::Const(_))))
}

/// Whether a field of a struct without the derive holds no float.
pub fn holds_no_numbers(of: &Ident, ty: &syn::Type) -> bool {
    let find = |file: &File| Some(holds(file, ty, &|_| false, NESTED) == Holds::NoNumbers);
    is_plain_integer(ty) || in_file(of, find).unwrap_or(false)
}

/// Whether a type is an integer or a truth value.
fn is_plain_integer(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(|name| {
        name == "bool" || IntType::named(&name.to_string()).is_some()
    }))
}
