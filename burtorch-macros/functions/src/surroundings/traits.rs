//! Traits of the same module and their implementations, as text of the source file.
//!
//! Which implementation a call means shows when the program runs, or when a generic function is used. So all of them must be
//! known: those that stand in the very block of the trait are. An implementation that is generic itself is left out.

use proc_macro2::Ident;

use super::items::SourceFunction;
use super::scan::kind;
use super::{File, SourceKind, Surroundings, in_file, words};
use crate::parse::impl_header;

/// A trait, and what implements it.
#[derive(Clone, Debug)]
pub struct SourceTrait {
    pub name: String,
    /// It has `#[differentiable]`.
    pub marked: bool,
    pub implementors: Vec<Implementor>,
}

/// A type that implements a trait.
#[derive(Clone, Debug)]
pub struct Implementor {
    /// The type, as the `impl` spells it.
    pub ty: String,
    /// The method that was asked for, which may be that of the trait.
    pub method: Option<SourceFunction>,
}

/// The trait of this name in the module that `of` stands in.
pub fn trait_named(of: &Ident, name: &str) -> Option<SourceTrait> {
    in_file(of, |file| {
        let module = file.module_of(of)?;
        let at = file.traits_in(module).find(|&at| name_of_trait(file.header(at)) == Some(name))?;
        Some(file.source_trait(at, None))
    })
}

/// The traits of the module that have a method or function of this name, with its implementations.
pub fn traits_with(of: &Ident, method: &str) -> Vec<SourceTrait> {
    let find = |file: &File| {
        let module = file.module_of(of)?;
        let declares = |&at: &usize| file.method_in(at, method).is_some();
        Some(file.traits_in(module).filter(declares).map(|at| file.source_trait(at, Some(method))).collect())
    };
    in_file(of, find).unwrap_or_default()
}

impl File {
    /// The blocks of the traits that stand in a block.
    fn traits_in(&self, module: Option<usize>) -> impl Iterator<Item = usize> {
        (0..self.blocks.len())
            .filter(move |&at| self.parent(at) == module && kind(self.header(at)) == Surroundings::Trait)
    }

    /// Where the method of a trait or `impl` is in the list of definitions.
    fn method_in(&self, block: usize, method: &str) -> Option<usize> {
        self.definitions.iter().position(|found| {
            found.kind == SourceKind::Function && found.name == method && self.around(found.end) == Some(block)
        })
    }

    fn source_trait(&self, at: usize, method: Option<&str>) -> SourceTrait {
        let (header, module) = (self.header(at), self.parent(at));
        let name = name_of_trait(header).unwrap_or_default();
        let implements =
            |&block: &usize| self.parent(block) == module && kind(self.header(block)) == Surroundings::TraitImpl;
        let implementor = |block: usize| {
            let header = self.header(block);
            let (of, _, ty) = impl_header(header)?;
            let is_generic = header.split_once("impl").is_some_and(|(_, rest)| rest.trim_start().starts_with('<'));
            if is_generic || of? != name || words(header).any(|word| word == "cfg") {
                return None;
            }
            // What the `impl` does not have is that of the trait.
            let found = method.and_then(|method| self.method_in(block, method).or_else(|| self.method_in(at, method)));
            let method = found.and_then(|found| self.function(&self.definitions[found], Some(header)));
            let method =
                method.map(|method| SourceFunction { place: method.place + block * self.text.len(), ..method });
            Some(Implementor { ty: quote::quote!(#ty).to_string(), method })
        };
        let implementors = (0..self.blocks.len()).filter(implements).filter_map(implementor).collect();
        let marked = words(header).any(|word| word == "differentiable");
        SourceTrait { name: name.to_owned(), marked, implementors }
    }
}

/// `Potential` of `pub trait Potential: Sized`.
fn name_of_trait(header: &str) -> Option<&str> {
    let mut words = words(header).filter(|word| !word.is_empty());
    words.find(|word| *word == "trait")?;
    words.next()
}
