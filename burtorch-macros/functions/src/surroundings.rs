//! What a macro is not told: what stands around a function, and what else its file defines. So the source is asked.
//!
//! In: a name, with its span. Out: whether it stands in an `impl`, and in which kind; or how a type or function of that
//! name is defined in the same file. The file is read, strings and comments are skipped, and what stands before braces and
//! semicolons is looked at. Code that a macro wrote has no place in a file; of that nothing is known. What is found makes
//! errors clearer and definitions known that would have to be marked; what is not found is asked for as ever.

mod callable;
mod fields;
mod items;
mod libraries;
mod purity;
mod scan;
mod traits;

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::PathBuf;

use proc_macro2::Ident;

pub use callable::{is_callable, is_recorded_by_name, note_callable};
pub use fields::{holds_no_numbers, variant_beside};
use items::Block;
pub use items::{
    SourceFunction, constant_beside, function_beside, functions_of, has_method_by_value, has_structs, is_ambiguous,
    is_plain, mentioned_structs, mentions, sources_around, struct_beside,
};
pub use libraries::{is_of_library, library_constant, library_definitions, library_method, library_names, library_of};
pub use purity::is_pure;
use scan::{kind, scan};
pub use traits::{SourceTrait, trait_named, traits_with};

use crate::parse::impl_header;

/// What a function stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surroundings {
    /// A module, a function, or something that is not known.
    Other,
    /// `impl Type { … }`
    Impl,
    /// `impl Trait for Type { … }`
    TraitImpl,
    /// `trait Name { … }`
    Trait,
}

/// A definition in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceDefinition {
    pub kind: SourceKind,
    name: String,
    /// It has `#[differentiable]`, derives `Differentiable`, or has a rule.
    pub marked: bool,
    /// It stands in an `impl` or a trait.
    is_method: bool,
    /// What stands behind the name.
    rest: String,
    /// Where its braces open, or its semicolon is.
    end: usize,
    /// What stands before its name.
    attributes: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    Function,
    Struct,
    Alias,
}

impl SourceDefinition {
    /// Whether it can be differentiated with respect to: a struct that derives it, or an alias, which may stand for that.
    pub fn is_known(&self) -> bool {
        match self.kind {
            SourceKind::Struct => self.marked,
            SourceKind::Alias => self.rest.contains("f64") || self.rest.contains("f32") || self.marked,
            SourceKind::Function => false,
        }
    }

    /// An alias, as it was written.
    pub fn alias(&self) -> Option<syn::ItemType> {
        let text = format!("type {}{};", self.name, self.rest);
        (self.kind == SourceKind::Alias).then(|| syn::parse_str(&text).ok()).flatten()
    }

    /// How many arguments a function takes.
    pub fn arguments(&self) -> Option<usize> {
        let text = format!("fn {}{}", self.name, self.rest);
        let signature: syn::Signature = syn::parse_str(&text).ok()?;
        Some(signature.inputs.len())
    }
}

/// What the function with this name stands in.
pub fn surroundings(name: &Ident) -> Surroundings {
    let span = || name.span().unwrap();
    in_file(name, |file| file.at(span().line(), span().column(), name.to_string().trim_start_matches("r#")))
        .unwrap_or(Surroundings::Other)
}

/// What the file in which a name stands defines under that name, if that is one thing.
pub fn definition(name: &Ident, is_type: bool) -> Option<SourceDefinition> {
    in_file(name, |file| {
        let text = name.to_string();
        if is_type { file.definition_for(name, &text).cloned() } else { file.definition(&text, false).cloned() }
    })
}

/// The struct whose `impl` a method stands in, if that is in the same file and derives `Differentiable`.
pub fn impl_of(method: &Ident) -> Option<String> {
    in_file(method, |file| {
        let span = method.span().unwrap();
        let name = file.impl_at(span.line(), span.column(), &method.to_string())?;
        file.definition_for(method, &name).filter(|found| found.kind == SourceKind::Struct && found.marked)?;
        Some(name)
    })
}

/// The type of the `impl` that a method stands in.
pub fn receiver_type(method: &Ident) -> Option<syn::Type> {
    in_file(method, |file| impl_header(file.header_around(method)?).map(|(_, _, ty)| ty))
}

/// The crate that a path leads to, or from which a file imports a name, if its types have no derivatives but those that are
/// known (`surroundings/libraries.rs`).
pub fn foreign_crate(path: &syn::Path) -> Option<&'static str> {
    const WITHOUT: [&str; 9] =
        ["nalgebra", "ndarray", "glam", "num_complex", "num", "faer", "cgmath", "ultraviolet", "euclid"];
    let first = &path.segments.first()?.ident;
    if path.segments.len() > 1
        && let Some(known) = WITHOUT.into_iter().find(|known| first == known)
    {
        return Some(known);
    }
    let name = first;
    in_file(name, |file| {
        file.imports.iter().map(|(_, import)| import).filter(|import| words(import).any(|word| name == word)).find_map(
            |import| {
                let root = words(import).find(|word| !["", "pub", "crate", "use"].contains(word))?;
                WITHOUT.into_iter().find(|known| *known == root)
            },
        )
    })
}

/// Whether a rule for the same function stands before this one, in the same block.
pub fn has_earlier_rule(rule: &Ident, of: &Ident) -> bool {
    in_file(rule, |file| {
        let offset = file.offset(rule)?;
        let block = file.block_at(offset);
        let mut earlier = file.rules.iter().take_while(|&&(at, _)| at < offset);
        Some(earlier.any(|(at, name)| *of == name && file.block_at(*at) == block))
    })
    .unwrap_or(false)
}

/// Whether nothing in the file of a rule but rules speaks of the function, and no import can bring it.
pub fn is_unknown_function(of: &Ident) -> bool {
    in_file(of, |file| {
        let mentioned = words(&file.text).filter(|word| of == word).count();
        let rules = file.rules.iter().filter(|(_, name)| of == name).count();
        Some(mentioned == rules && !file.imports.iter().any(|(_, import)| import.contains('*')))
    })
    .unwrap_or(false)
}

/// Whether the file gives the name to a closure, and to nothing else.
pub fn is_closure(name: &Ident) -> bool {
    in_file(name, |file| {
        let text = name.to_string();
        let is_named = |word: &str| file.definitions.iter().any(|found| found.name == word);
        let is_brought = |(_, import): &(usize, String)| import.contains('*') || words(import).any(|word| word == text);
        if is_named(&text) || file.imports.iter().any(is_brought) {
            return None;
        }
        // `let f = |`, `let mut f = move |`
        let starts = file.text.match_indices(&text).map(|(at, _)| (&file.text[..at], &file.text[at + text.len()..]));
        let mut lets = starts.filter(|(before, _)| {
            let words: Vec<&str> = before.rsplit(char::is_whitespace).filter(|word| !word.is_empty()).take(2).collect();
            before.ends_with(char::is_whitespace) && (words.first() == Some(&"let") || words == ["mut", "let"])
        });
        Some(lets.any(|(_, after)| {
            let value = after.trim_start().strip_prefix('=').map(str::trim_start).unwrap_or_default();
            value.strip_prefix("move").map_or(value, str::trim_start).starts_with('|')
        }))
    })
    .unwrap_or(false)
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric() && char != '_')
}

/// Whether the file defines a macro of this name.
pub fn defines_macro(name: &Ident) -> bool {
    in_file(name, |file| {
        let mut defined = file.text.split("macro_rules!").skip(1);
        Some(defined.any(|after| words(after.trim_start()).next().is_some_and(|word| name == word)))
    })
    .unwrap_or(false)
}

/// Whether the file in which the name of a method stands defines methods of that name, and none of them has a derivative.
pub fn is_without_derivative(name: &Ident) -> bool {
    in_file(name, |file| {
        let mut methods =
            file.definitions.iter().filter(|found| found.kind == SourceKind::Function && *name == found.name);
        let first = methods.next()?;
        Some(!first.marked && !methods.any(|found| found.marked))
    })
    .unwrap_or(false)
}

fn in_file<T>(name: &Ident, look: impl FnOnce(&File) -> Option<T>) -> Option<T> {
    if !proc_macro::is_available() {
        return None;
    }
    let path = name.span().unwrap().local_file()?;
    thread_local! {
        // A file is read once, however many functions are in it.
        static FILES: RefCell<HashMap<PathBuf, Option<File>>> = RefCell::default();
    }
    FILES.with_borrow_mut(|files| {
        let read = || std::fs::read_to_string(&path).ok().map(File::new);
        look(files.entry(path.clone()).or_insert_with(read).as_ref()?)
    })
}

/// A source file.
struct File {
    text: String,
    /// Where each line starts.
    lines: Vec<usize>,
    /// Where braces open and close, and what is inside of them from there on.
    changes: Vec<(usize, Surroundings)>,
    /// Where each `impl Type` opens, and the text before that.
    impls: Vec<(usize, String)>,
    definitions: Vec<SourceDefinition>,
    /// Where rules by hand stand, and the functions that they are for.
    rules: Vec<(usize, String)>,
    /// What `use` brings, each as one text, and where that is.
    imports: Vec<(usize, String)>,
    /// All pairs of braces, by where they open.
    blocks: Vec<Block>,
    /// Constants, by their names: where each ends, and the text before its value.
    constants: Vec<(usize, String)>,
    /// Which of the libraries that are known it may name, once somebody has asked.
    libraries: OnceCell<[bool; libraries::COUNT]>,
}

impl File {
    fn new(text: String) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let (changes, opened) = scan(&text);
        let is_impl = |(_, header): &&(usize, String)| kind(header) == Surroundings::Impl;
        let impls = opened.iter().filter(is_impl).cloned().collect();
        let around = |at: usize| {
            let before = changes.partition_point(|&(opened, _)| opened < at);
            before.checked_sub(1).map_or(Surroundings::Other, |last| changes[last].1)
        };
        let definition = |(at, header): &(usize, String)| {
            let is_method = around(*at) != Surroundings::Other;
            found(header).map(|found| SourceDefinition { is_method, end: *at, ..found })
        };
        let mut definitions: Vec<SourceDefinition> = opened.iter().filter_map(definition).collect();
        let rules: Vec<(usize, String)> =
            opened.iter().filter_map(|(at, header)| Some((*at, rule_of(header)?))).collect();
        for definition in &mut definitions {
            definition.marked |=
                definition.kind == SourceKind::Function && rules.iter().any(|(_, name)| *name == definition.name);
        }
        let blocks = items::blocks(&text, &changes, &opened);
        let constants = opened.iter().filter(|(_, header)| items::is_constant(header)).cloned().collect();
        let imports = opened.into_iter().filter(|(_, header)| is_import(header)).collect();
        let libraries = OnceCell::new();
        File { text, lines, changes, impls, definitions, rules, imports, blocks, constants, libraries }
    }

    /// What a name stands in; nothing if it does not stand there, as one that a macro wrote.
    fn at(&self, line: usize, column: usize, name: &str) -> Option<Surroundings> {
        let rest = &self.text[*self.lines.get(line.checked_sub(1)?)?..];
        let (start, _) = rest.char_indices().nth(column.checked_sub(1)?)?;
        rest[start..].starts_with(name).then_some(())?;
        let offset = self.text.len() - rest.len() + start;
        let before = self.changes.partition_point(|&(at, _)| at < offset);
        Some(before.checked_sub(1).map_or(Surroundings::Other, |last| self.changes[last].1))
    }

    /// Where a name stands in the text.
    fn offset(&self, name: &Ident) -> Option<usize> {
        let span = name.span().unwrap();
        self.at(span.line(), span.column(), name.to_string().trim_start_matches("r#"))?;
        Some(self.lines.get(span.line().checked_sub(1)?)? + span.column())
    }

    /// The innermost block around a place, by where it opens.
    fn block_at(&self, offset: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for &(at, _) in self.changes.iter().rev().skip_while(|&&(at, _)| at >= offset) {
            match self.text.as_bytes()[at] {
                b'}' => depth += 1,
                _ if depth == 0 => return Some(at),
                _ => depth -= 1,
            }
        }
        None
    }

    /// The type of the `impl` that a name stands in.
    fn impl_at(&self, line: usize, column: usize, name: &str) -> Option<String> {
        if self.at(line, column, name)? != Surroundings::Impl {
            return None;
        }
        let offset = self.lines.get(line.checked_sub(1)?)? + column;
        let before = self.impls.partition_point(|&(at, _)| at < offset);
        type_of_impl(&self.impls.get(before.checked_sub(1)?)?.1)
    }

    fn definition(&self, name: &str, is_type: bool) -> Option<&SourceDefinition> {
        let mut found = self
            .definitions
            .iter()
            .filter(|found| found.name == name && (found.kind != SourceKind::Function) == is_type && !found.is_method);
        let first = found.next()?;
        // A name that is imported may mean something else, and so may one that comes with all names of a module.
        let brings_all = |(_, import): &(usize, String)| import.contains('*') && !import.contains("super");
        if !is_type && self.imports.iter().any(brings_all) {
            return None;
        }
        let names = |(_, import): &(usize, String)| words(import).any(|word| word == name);
        (found.next().is_none() && !self.imports.iter().any(names)).then_some(first)
    }
}

fn is_import(header: &str) -> bool {
    if !header.contains("use ") {
        return false;
    }
    let start = header.trim_start();
    let start = start.strip_prefix("pub").map_or(start, |rest| rest.trim_start_matches(|c: char| c != ')' && c != ' '));
    start.trim_start_matches([')', ' ']).starts_with("use ")
}

/// The definition that starts with this text, up to its braces or its semicolon.
fn found(header: &str) -> Option<SourceDefinition> {
    let is_word = |char: char| char.is_alphanumeric() || char == '_';
    let kinds = [("fn", SourceKind::Function), ("struct", SourceKind::Struct), ("type", SourceKind::Alias)];
    // Most headers are statements.
    if !kinds.iter().any(|(word, _)| header.contains(word)) {
        return None;
    }
    let (start, word, kind) = kinds.into_iter().find_map(|(word, kind)| {
        let starts = header.match_indices(word).map(|(at, _)| at).find(|&at| {
            let (before, after) = (&header[..at], &header[at + word.len()..]);
            !before.ends_with(is_word)
                && after.starts_with(char::is_whitespace)
                && before.matches('[').count() == before.matches(']').count()
        });
        starts.map(|at| (at, word, kind))
    })?;
    let (attributes, behind) = (&header[..start], header[start + word.len()..].trim_start());
    let end = behind.find(|char| !is_word(char)).unwrap_or(behind.len());
    let (name, rest) = behind.split_at(end);
    let mark = if kind == SourceKind::Struct { "Differentiable" } else { "differentiable" };
    let marked = attributes.split(|char| !is_word(char)).any(|word| word == mark);
    (!name.is_empty()).then(|| SourceDefinition {
        kind,
        name: name.to_owned(),
        marked,
        is_method: false,
        rest: rest.to_owned(),
        end: 0,
        attributes: attributes.to_owned(),
    })
}

/// `Chain` of `impl<const N: usize> Chain<N>`.
fn type_of_impl(header: &str) -> Option<String> {
    let (_, mut rest) = header.split_once("impl")?;
    rest = rest.trim_start();
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.char_indices().find_map(|(at, char)| {
            depth += match char {
                '<' => 1,
                '>' => -1,
                _ => 0,
            };
            (depth == 0).then_some(at + 1)
        })?;
        rest = rest[end..].trim_start();
    }
    let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_' && char != ':').unwrap_or(rest.len());
    rest[..end].rsplit("::").next().filter(|name| !name.is_empty()).map(ToOwned::to_owned)
}

/// The function that a rule by hand is for: `#[derivative(of = path)]`.
fn rule_of(header: &str) -> Option<String> {
    let (_, rule) = header.split_once("derivative(")?;
    let (_, path) = rule.split_once("of")?;
    let path = path.trim_start().strip_prefix('=')?;
    let path = path.split([',', ')']).next()?;
    Some(path.rsplit("::").next()?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_open_braces_say_where_a_function_stands() {
        let cases = [
            ("", Surroundings::Other),
            ("mod m { use std::fmt; ", Surroundings::Other),
            ("impl Spring { ", Surroundings::Impl),
            ("impl<const N: usize> Chain<N> { fn a() { if x { 1 } } ", Surroundings::Impl),
            ("impl Add for Vec3 { type Output = Vec3; ", Surroundings::TraitImpl),
            ("impl<T> Mul<T> for Vec3 where T: Into<f64> {", Surroundings::TraitImpl),
            ("impl<F> Model<F> where F: for<'a> Fn(&'a f64) -> f64 {", Surroundings::Impl),
            ("pub trait Potential {", Surroundings::Trait),
            ("fn f() -> impl Fn(f64) -> f64 {", Surroundings::Other),
            ("impl A { } fn g() {", Surroundings::Other),
            ("// impl Add for B {\nmod m {", Surroundings::Other),
            ("/* impl Add for B { /* nested */ { */ impl A {", Surroundings::Impl),
            ("const S: &str = \"impl Add for B {\"; impl A {", Surroundings::Impl),
            ("const S: &str = r#\"impl Add for B { \" \"#; impl A {", Surroundings::Impl),
            ("type M = [[f64; 2]; 2]; impl A {", Surroundings::Impl),
            ("const C: char = '{'; impl<'a> A<'a> {", Surroundings::Impl),
            ("const C: char = '\\''; const D: char = '}'; impl A {", Surroundings::Impl),
        ];
        for (before, expected) in cases {
            let file = File::new(format!("{before}\nname"));
            let line = before.matches('\n').count() + 2;
            assert_eq!(file.at(line, 1, "name"), Some(expected), "{before}");
            assert_eq!(file.at(line, 2, "name"), None, "{before}");
        }
    }

    #[test]
    fn definitions_of_a_file_are_found() {
        let file = File::new(
            "use a::B; pub(crate) use c::{d::E, Imported}; struct Imported; type Mat = [[f64; 4]; 4]; #[differentiable] pub type Row = [f64; 4];
             #[derive(Clone, burtorch::Differentiable)] struct Body { x: f64 } struct Plain(f64);
             fn helper(x: [f64; 2]) -> f64 { let y = 1; y } #[differentiable(wrt(x))] pub fn known(x: f64) -> f64 { x }
             #[derivative(of = m::cube)] fn rule(x: f64) -> f64 { x } fn cube(x: f64) -> f64 { x }
             mod a { fn twice() {} } mod b { fn twice() {} } impl Body { fn norm(&self) -> f64 { 1.0 } type T = f64; }"
                .to_owned(),
        );
        let marked = |name: &str, is_type: bool| file.definition(name, is_type).map(|found| (found.kind, found.marked));
        assert_eq!(marked("Mat", true), Some((SourceKind::Alias, false)));
        assert_eq!(marked("Row", true), Some((SourceKind::Alias, true)));
        assert_eq!(marked("Body", true), Some((SourceKind::Struct, true)));
        assert_eq!(marked("Plain", true), Some((SourceKind::Struct, false)));
        assert_eq!(marked("helper", false), Some((SourceKind::Function, false)));
        assert_eq!(marked("known", false), Some((SourceKind::Function, true)));
        assert_eq!(marked("cube", false), Some((SourceKind::Function, true)));
        assert_eq!(marked("rule", false), Some((SourceKind::Function, false)));
        assert_eq!((marked("twice", false), marked("norm", false), marked("T", true)), (None, None, None));
        assert_eq!(type_of_impl("impl<const N: usize> m::Chain<N> where A: B").as_deref(), Some("Chain"));
        assert_eq!((marked("B", true), marked("Imported", true)), (None, None));
        assert_eq!(file.definition("helper", false).and_then(SourceDefinition::arguments), Some(1));
        let alias = file.definition("Mat", true).and_then(SourceDefinition::alias).expect("it is an alias");
        assert_eq!(
            quote::quote!(#alias).to_string(),
            quote::quote!(
                type Mat = [[f64; 4]; 4];
            )
            .to_string()
        );
    }

    #[test]
    fn rules_are_told_apart_by_their_blocks() {
        let text = "fn f(x: f64) -> f64 { x } #[derivative(of = f)] fn one(x: f64) -> f64 { { x } }
             mod m { fn f(x: f64) -> f64 { x } #[derivative(of = f)] fn two(x: f64) -> f64 { x } }
             #[derivative(of = f)] fn three(x: f64) -> f64 { x }";
        let file = File::new(text.to_owned());
        let blocks: Vec<_> = file.rules.iter().map(|(at, name)| (file.block_at(*at), name.as_str())).collect();
        assert_eq!(blocks, [(None, "f"), (text.find("m {").map(|at| at + 2), "f"), (None, "f")]);
    }
}
