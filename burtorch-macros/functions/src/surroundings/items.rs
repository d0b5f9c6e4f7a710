//! The items that stand in the same module as a function, as text of the source file.
//!
//! A function of the module that has no derivative of its own can be differentiated where it is called, for its names mean
//! the same there. So only what stands in the very block is found: not what other modules have, or macros write. What is
//! defined twice, imported or left out by `#[cfg]` is not found.

use proc_macro2::Ident;

use super::fields::is_of_plain_numbers;
use super::libraries::library_names;
use super::scan::kind;
use super::{File, SourceDefinition, SourceKind, Surroundings, in_file, type_of_impl, words};
use crate::parse::{Receiver, impl_header, receiver};

/// A pair of braces.
pub(super) struct Block {
    pub(super) open: usize,
    pub(super) close: usize,
    /// The block around it.
    pub(super) parent: Option<usize>,
    pub(super) header: String,
}

/// A function as it stands in its file.
#[derive(Clone, Debug)]
pub struct SourceFunction {
    /// `fn name(…) -> …`
    pub signature: String,
    /// `{ … }`
    pub body: String,
    /// `impl Add for V2`, if it stands in such a block.
    pub header: Option<String>,
    /// It has derivatives of its own.
    pub marked: bool,
    /// What stands before it.
    pub attributes: String,
    /// Where in the file it stands, or in the body, counted from the end of all numbers; different for different functions.
    pub place: usize,
}

impl SourceFunction {
    /// Whether its attribute says that this argument is constant: `wrt` does not name it.
    pub fn leaves_out(&self, argument: &str) -> bool {
        let wrt = self.attributes.split_once("wrt").and_then(|(_, rest)| rest.trim_start().strip_prefix('('));
        let named = wrt.and_then(|rest| rest.split_once(')')).map(|(names, _)| names);
        named.is_some_and(|names| !words(names).any(|name| name == argument))
    }

    /// Whether it is of another library, whose source is a part of the compiler.
    pub fn is_of_library(&self) -> bool {
        (usize::MAX / 4..usize::MAX / 2).contains(&self.place)
    }

    /// Whether it has the attribute with these options that say how a body is compiled, and no others of that kind.
    pub fn has_options(&self, wanted: &[&str]) -> bool {
        let is_it = |attribute: &&str| {
            let path = attribute.split('(').next().unwrap_or_default();
            words(path).last() == Some("differentiable")
        };
        let all = self.attributes.split('#').filter_map(|attribute| attribute.split_once(']'));
        let mut found = all.map(|(attribute, _)| attribute).filter(is_it);
        let (Some(attribute), None) = (found.next(), found.next()) else { return false };
        let mut options = attribute.split_once("differentiable").map_or("", |(_, rest)| rest).to_owned();
        // What is in further parentheses are names.
        while let Some((start, end)) = inner_parentheses(&options) {
            options.replace_range(start..=end, "");
        }
        let is_known = |word: &str| wanted.contains(&word) || BESIDE_THE_BODY.contains(&word);
        words(&options).filter(|word| !word.is_empty()).all(is_known)
            && wanted.iter().all(|name| words(&options).any(|word| word == *name))
    }

    /// Whether its body can stand in that of another function over `scalar`: it has no items, does not mention its own name, is
    /// of the same float type, and is not generic over types, whose names mean something in it.
    pub fn may_move(&self, name: &str, scalar: &str) -> bool {
        const BOUND: [&str; 10] =
            ["fn", "use", "const", "static", "struct", "enum", "impl", "trait", "macro_rules", "self"];
        let generics = self.signature.split('(').next().and_then(|before| before.split_once('<'));
        let is_type = |param: &str| !["'", "const ", ">"].iter().any(|start| param.trim_start().starts_with(start));
        let is_named = |param: &str| {
            let name = words(param.trim_start()).next().unwrap_or_default();
            words(&self.body).any(|word| word == name) || FLOATS.iter().any(|bound| param.contains(bound))
        };
        !generics.is_some_and(|(_, params)| params.split(',').any(|param| is_type(param) && is_named(param)))
            && !words(&self.signature).any(|word| (word == "f32" || word == "f64") && word != scalar)
            && !words(&self.body).any(|word| word == name || BOUND.contains(&word))
    }

    /// Whether it is written in the body of the function that calls it, and not in the file by itself.
    pub fn is_nested(&self) -> bool {
        self.place > usize::MAX / 2
    }
}

/// Bounds of a parameter that stands for the float type.
const FLOATS: [&str; 2] = ["Float", "Real"];

/// Options that say which derivatives there are, not how the body is compiled.
const BESIDE_THE_BODY: [&str; 7] =
    ["wrt", "structs", "first_order", "second_order", "nested", "lanes", "differentiable"];

/// The first parentheses inside of others.
fn inner_parentheses(text: &str) -> Option<(usize, usize)> {
    let outer = text.find('(')?;
    let start = outer + 1 + text[outer + 1..].find('(')?;
    let end = start + text[start..].find(')')?;
    Some((start, end))
}

/// Whether a name that an item inside of the function `of` has may mean something else in another function of the module.
pub fn is_ambiguous(of: &Ident, name: &str) -> bool {
    let look = |file: &File| {
        let named = file.definitions.iter().filter(|found| found.name == name && !found.is_method).count() > 1;
        Some(named || file.is_imported(of, name) || file.imports.iter().any(|(_, import)| import.contains('*')))
    };
    in_file(of, look).unwrap_or(true)
}

/// The function of this name that stands in the same module as the function `of`.
pub fn function_beside(of: &Ident, name: &str) -> Option<SourceFunction> {
    in_file(of, |file| {
        let module = file.module_of(of)?;
        if file.is_imported(of, name) {
            return None;
        }
        let mut found = file
            .definitions
            .iter()
            .filter(|found| found.kind == SourceKind::Function && found.name == name && !found.is_method)
            .filter(|found| file.around(found.end) == module);
        let (first, other) = (found.next()?, found.next());
        other.is_none().then(|| file.function(first, None))?
    })
}

/// Whether the function `name` that stands in the same module as the function `of` has the name of the latter in its body.
pub fn mentions(name: &Ident, of: &Ident) -> bool {
    let found = function_beside(of, &name.to_string());
    found.is_some_and(|found| words(&found.body).any(|word| of == word))
}

/// The functions of this name in the `impl` blocks that stand in the same module as the function `of`: those for one type,
/// or all of them.
pub fn functions_of(of: &Ident, ty: Option<&str>, name: &str) -> Vec<SourceFunction> {
    let find = |file: &File| {
        let module = file.module_of(of)?;
        let methods = file
            .definitions
            .iter()
            .filter(|found| found.is_method && found.name == name && found.kind == SourceKind::Function);
        let found = methods.filter_map(|found| {
            let block = &file.blocks[file.around(found.end)?];
            let of = self_type(&block.header);
            let is_of = block.parent == module && of.is_some() && (ty.is_none() || of.as_deref() == ty);
            is_of.then(|| file.function(found, Some(&block.header))).flatten()
        });
        Some(found.collect())
    };
    in_file(of, find).unwrap_or_default()
}

/// Whether a trait that may be in scope in the function `of` has a method of this name for the type `ty` that takes it by value.
pub fn has_method_by_value(of: &Ident, ty: &str, name: &str) -> bool {
    let find = |file: &File| {
        let module = file.module_of(of)?;
        let is_in_scope = |block: &Block| {
            let Some((Some(named), ..)) = impl_header(&block.header) else { return false };
            let named = named.to_string();
            block.parent == module
                || file.is_imported(of, &named)
                || file.imports.iter().any(|(_, import)| import.contains('*'))
        };
        let is_it = |found: &SourceDefinition| {
            let block = &file.blocks[file.around(found.end)?];
            let signature = file.function(found, Some(&block.header))?.signature;
            let by_value =
                kind(&block.header) == Surroundings::TraitImpl && receiver(&signature) == Some(Receiver::Value);
            Some(by_value && self_type(&block.header).as_deref() == Some(ty) && is_in_scope(block))
        };
        let mut methods = file.definitions.iter().filter(|found| found.is_method && found.name == name);
        Some(methods.any(|found| is_it(found) == Some(true)))
    };
    in_file(of, find).unwrap_or(false)
}

/// The type of an associated constant of a type, or of a constant of the module.
pub fn constant_beside(of: &Ident, ty: Option<&str>, name: &str) -> Option<String> {
    in_file(of, |file| {
        let module = file.module_of(of)?;
        let (mut found, mut count) = (None, 0);
        for (end, header) in &file.constants {
            let Some((before, rest)) = header.split_once(':') else { continue };
            if before.split_whitespace().next_back() != Some(name) {
                continue;
            }
            let around = file.around(*end);
            let is_there = match (ty, around) {
                (None, around) => around == module && !file.is_imported(of, name),
                (Some(ty), Some(block)) => {
                    let block = &file.blocks[block];
                    block.parent == module && self_type(&block.header).as_deref() == Some(ty)
                }
                (Some(_), None) => false,
            };
            if is_there && !before.contains("cfg") {
                found = rest.split_once('=').map(|(ty, _)| ty.trim().to_owned());
                count += 1;
            }
        }
        found.filter(|_| count == 1)
    })
}

/// A struct of the same module, as it was written, and what stands before it.
pub fn struct_beside(of: &Ident, name: &str) -> Option<(syn::ItemStruct, String)> {
    in_file(of, |file| {
        let module = file.module_of(of)?;
        if file.is_imported(of, name) {
            return None;
        }
        let is_it = |found: &&SourceDefinition| found.kind == SourceKind::Struct && found.name == name;
        let mut found = file.definitions.iter().filter(is_it).filter(|found| file.around(found.end) == module);
        let (first, other) = (found.next()?, found.next());
        let item = other.is_none().then(|| file.item(first)).flatten()?;
        Some((item, first.attributes.clone()))
    })
}

/// Whether the file of a function defines structs.
pub fn has_structs(of: &Ident) -> bool {
    let look = |file: &File| Some(file.definitions.iter().any(|found| found.kind == SourceKind::Struct));
    in_file(of, look).unwrap_or(false)
}

/// The structs of the module that a function mentions, or another one that it mentions: those that derive `Differentiable`, and
/// those of plain numbers that the function makes itself. An argument of such a type is data that passes through, and so is
/// everything of that type then.
pub fn mentioned_structs(of: &Ident, text: &str, signature: &str) -> Vec<String> {
    let of_libraries = library_names(of);
    let is_of_library = |name: &Ident| of_libraries.iter().any(|known| name == known.written.as_str());
    let find = |file: &File| {
        let module = file.module_of(of)?;
        let is_local = |found: &SourceDefinition| {
            !words(signature).any(|word| word == found.name)
                && file.item(found).is_some_and(|item| is_of_plain_numbers(file, &item, &is_of_library))
        };
        let mut known: Vec<&str> = Vec::new();
        let mut open: Vec<&str> = words(text).collect();
        let mut structs = Vec::new();
        while let Some(word) = open.pop() {
            if word.is_empty() || known.contains(&word) {
                continue;
            }
            known.push(word);
            for found in file.definitions.iter().filter(|found| found.name == word) {
                let around = file.around(found.end);
                let is_here = around == module || around.is_some_and(|block| file.blocks[block].parent == module);
                match found.kind {
                    SourceKind::Struct if around == module && (found.marked || is_local(found)) => {
                        structs.push(found.name.clone());
                        open.extend(words(file.body(found.end)));
                        // What its operators need is needed where they are used.
                        let impls = file.blocks.iter().filter(|block| {
                            block.parent == module && self_type(&block.header).as_deref() == Some(word)
                        });
                        let of_traits = impls.filter(|block| kind(&block.header) == Surroundings::TraitImpl);
                        open.extend(of_traits.flat_map(|block| words(&file.text[block.open..block.close])));
                    }
                    SourceKind::Function if is_here => {
                        open.extend(words(&found.rest));
                        open.extend(words(file.body(found.end)));
                    }
                    _ => {}
                }
            }
        }
        Some(structs)
    };
    in_file(of, find).unwrap_or_default()
}

/// The texts of the blocks around a function whose items it can name: its module, and the one around that if it is imported.
/// The innermost comes first.
pub fn sources_around(of: &Ident) -> Vec<String> {
    let find = |file: &File| {
        let mut block = file.module_of(of)?;
        let mut texts = Vec::new();
        while let Some(at) = block {
            let Block { open, close, parent, header } = &file.blocks[at];
            let text = file.text.get(open + 1..*close)?;
            texts.push(text.to_owned());
            let is_module = words(header).any(|word| word == "mod");
            if is_module && !text.contains("use super::") {
                return Some(texts);
            }
            block = *parent;
        }
        texts.push(file.text.clone());
        Some(texts)
    };
    in_file(of, find).unwrap_or_default()
}

impl File {
    /// The block that the items around a function stand in; none inside is that of the file.
    #[allow(clippy::option_option, reason = "whether the place is known, and whether there is a block around it")]
    pub(super) fn module_of(&self, name: &Ident) -> Option<Option<usize>> {
        let around = self.around(self.offset(name)?);
        Some(match around {
            Some(block) if kind(&self.blocks[block].header) != Surroundings::Other => self.blocks[block].parent,
            other => other,
        })
    }

    /// What stands before the braces around a name.
    pub(super) fn header_around(&self, name: &Ident) -> Option<&str> {
        self.around(self.offset(name)?).map(|block| self.blocks[block].header.as_str())
    }

    /// What stands before the braces of a block.
    pub(super) fn header(&self, block: usize) -> &str {
        &self.blocks[block].header
    }

    /// Where a block opens.
    pub(super) fn start(&self, block: usize) -> usize {
        self.blocks[block].open
    }

    /// The block around a block.
    pub(super) fn parent(&self, block: usize) -> Option<usize> {
        self.blocks[block].parent
    }

    /// The innermost block around a place.
    pub(super) fn around(&self, offset: usize) -> Option<usize> {
        let before = self.blocks.partition_point(|block| block.open < offset);
        let mut block = before.checked_sub(1)?;
        while self.blocks[block].close < offset {
            block = self.blocks[block].parent?;
        }
        Some(block)
    }

    /// Whether an import in the same module brings a name.
    pub(super) fn is_imported(&self, of: &Ident, name: &str) -> bool {
        let here = self.offset(of).map(|offset| self.module_around(offset));
        let brings = |import: &str| words(import).any(|word| word == name);
        self.imports
            .iter()
            .any(|(at, import)| brings(import) && here.is_none_or(|here| self.module_around(*at) == here))
    }

    /// The braces of the module around a place.
    pub(super) fn module_around(&self, offset: usize) -> Option<usize> {
        let mut block = self.around(offset);
        while let Some(at) = block {
            if words(&self.blocks[at].header).any(|word| word == "mod") {
                break;
            }
            block = self.blocks[at].parent;
        }
        block
    }

    /// The type of this name that stands in the same module as a function, or else the only one of the file.
    pub(super) fn definition_for(&self, of: &Ident, name: &str) -> Option<&SourceDefinition> {
        let module = self.module_of(of);
        let is_it = |found: &&SourceDefinition| found.name == name && found.kind != SourceKind::Function;
        let mut here = self.definitions.iter().filter(is_it).filter(|found| Some(self.around(found.end)) == module);
        match (here.next(), here.next()) {
            (Some(first), None) if !self.is_imported(of, name) => Some(first),
            _ => self.definition(name, true),
        }
    }

    /// The braces that open here, with what is inside.
    fn body(&self, open: usize) -> &str {
        match self.blocks.binary_search_by_key(&open, |block| block.open) {
            Ok(at) => self.text.get(open..=self.blocks[at].close).unwrap_or_default(),
            Err(_) => "",
        }
    }

    pub(super) fn function(&self, found: &SourceDefinition, header: Option<&str>) -> Option<SourceFunction> {
        let before = &found.attributes;
        let mut before_name = words(before);
        let around = header.and_then(|header| header.split_once("impl")).map_or("", |(before, _)| before);
        if before_name.any(|word| ["unsafe", "async", "extern"].contains(&word))
            || !is_plain(before)
            || !is_plain(around)
        {
            return None;
        }
        let body = self.body(found.end);
        (!body.is_empty()).then(|| SourceFunction {
            signature: format!("fn {}{}", found.name, found.rest),
            body: body.to_owned(),
            header: header.map(ToOwned::to_owned),
            marked: found.marked,
            attributes: found.attributes.clone(),
            place: found.end,
        })
    }

    pub(super) fn item(&self, found: &SourceDefinition) -> Option<syn::ItemStruct> {
        let body = self.body(found.end);
        if words(&found.attributes).chain(words(body)).any(|word| word == "cfg") {
            return None;
        }
        let end = if body.is_empty() { ";" } else { body };
        syn::parse_str(&format!("struct {}{}{end}", found.name, found.rest)).ok()
    }
}

/// Whether attributes are of the language and leave an item as it is written: others may be macros, or leave it out.
pub fn is_plain(attributes: &str) -> bool {
    const PLAIN: [&str; 17] = [
        "inline",
        "must_use",
        "allow",
        "warn",
        "deny",
        "forbid",
        "expect",
        "doc",
        "cold",
        "track_caller",
        "deprecated",
        "rustfmt",
        "clippy",
        "differentiable",
        "derivative",
        "burtorch",
        "test",
    ];
    let names =
        attributes.split('#').skip(1).map(|attribute| words(attribute.trim_start_matches([' ', '[', '\n'])).next());
    names.into_iter().all(|name| name.is_some_and(|name| PLAIN.contains(&name)))
}

/// `V2` of `impl Add for V2`, and of `impl V2`.
pub(super) fn self_type(header: &str) -> Option<String> {
    match kind(header) {
        Surroundings::Impl => type_of_impl(header),
        Surroundings::TraitImpl => {
            let (_, ty) = header.split_once(" for ")?;
            type_of_impl(&format!("impl {}", ty.trim_start().trim_start_matches('&')))
        }
        Surroundings::Trait | Surroundings::Other => None,
    }
}

/// Whether a statement is a constant: `pub const G: f64 = 9.81`.
pub(super) fn is_constant(header: &str) -> bool {
    header.contains("const ") && !header.contains("fn ") && header.contains('=')
}

/// The pairs of braces of a file.
pub(super) fn blocks(text: &str, changes: &[(usize, Surroundings)], opened: &[(usize, String)]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::with_capacity(changes.len() / 2);
    let mut open: Vec<usize> = Vec::new();
    let mut headers = opened.iter();
    for &(at, _) in changes {
        if text.as_bytes()[at] == b'{' {
            let header = headers.find(|(place, _)| *place == at).map(|(_, header)| header.clone()).unwrap_or_default();
            blocks.push(Block { open: at, close: text.len(), parent: open.last().copied(), header });
            open.push(blocks.len() - 1);
        } else if let Some(block) = open.pop() {
            blocks[block].close = at;
        }
    }
    blocks
}
