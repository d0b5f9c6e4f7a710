//! Types of other libraries whose numbers are known: vectors and matrices of `nalgebra` and others.
//!
//! A macro cannot ask a library for its definitions, and burtorch depends on none of them. So the source of what is known stands
//! in `libraries/`, one file for each, as if it stood beside the user's function: types with their fields, and
//! functions over these. It is read like any source file. The names by which a user's file reaches the types are those of its
//! imports; rustc is asked whether they are the library's (`build/libraries.rs`).

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use proc_macro2::Ident;

use super::items::self_type;
use super::{File, SourceDefinition, SourceFunction, SourceKind, in_file, words};
use crate::ast::StructType;
use crate::parse::{Definition, Item, is_impl_for};

/// A crate and the source of what is known of it. Two names may lead to one crate.
struct Library {
    name: &'static str,
    source: &'static str,
}

pub(super) const COUNT: usize = 5;

const LIBRARIES: [Library; COUNT] = [
    Library { name: "nalgebra", source: NALGEBRA },
    Library { name: "ndarray", source: include_str!("../libraries/ndarray.rs") },
    Library { name: "glam", source: GLAM },
    Library { name: "num_complex", source: include_str!("../libraries/num_complex.rs") },
    Library { name: "num", source: include_str!("../libraries/num_complex.rs") },
];

const NALGEBRA: &str = concat!(
    include_str!("../libraries/nalgebra/types.rs"),
    include_str!("../libraries/nalgebra/fixed.rs"),
    include_str!("../libraries/nalgebra/dynamic.rs"),
);

const GLAM: &str = concat!(
    include_str!("../libraries/glam/types.rs"),
    include_str!("../libraries/glam/vector2.rs"),
    include_str!("../libraries/glam/vector3.rs"),
    include_str!("../libraries/glam/vector4.rs"),
    include_str!("../libraries/glam/matrix2.rs"),
    include_str!("../libraries/glam/matrix3.rs"),
    include_str!("../libraries/glam/matrix4.rs"),
    include_str!("../libraries/glam/quaternion.rs"),
);

/// A name by which a file reaches a type of a library.
pub struct LibraryName {
    /// As the file writes it: `Vector3`, `na::Vector3`.
    pub written: String,
    /// `type Vector3<T> = ::nalgebra::SMatrix<T, 3, 1>;`
    pub alias: syn::ItemType,
    library: usize,
}

impl Library {
    /// Its source, which is read once.
    fn file(&self) -> Rc<File> {
        thread_local! {
            static FILES: RefCell<HashMap<&'static str, Rc<File>>> = RefCell::default();
        }
        let read = || Rc::new(File::new(self.source.to_owned()));
        FILES.with_borrow_mut(|files| files.entry(self.name).or_insert_with(read).clone())
    }

    /// The text with whole paths for the types of the library.
    fn absolute(&self, file: &File, text: &str) -> String {
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let (mut out, mut rest) = (String::with_capacity(text.len() * 2), text);
        while let Some(start) = rest.find(is_word) {
            let end = rest[start..].find(|char| !is_word(char)).map_or(rest.len(), |end| start + end);
            out.push_str(&rest[..start]);
            let word = &rest[start..end];
            if word.starts_with(char::is_uppercase) && types(file).any(|known| known.name == word) {
                out.push_str("::");
                out.push_str(self.name);
                out.push_str("::");
            }
            out.push_str(word);
            rest = &rest[end..];
        }
        out + rest
    }

    /// A type as an alias: of itself, or of what it stands for.
    fn alias(&self, file: &File, found: &SourceDefinition) -> Option<syn::ItemType> {
        let text = match found.kind {
            SourceKind::Alias => self.absolute(file, &format!("type __Alias{};", found.rest)),
            _ => {
                let (params, values) = generics(&found.rest);
                format!("type __Alias{params} = ::{}::{}{values};", self.name, found.name)
            }
        };
        syn::parse_str(&text).ok()
    }
}

/// The types that the source of a library defines.
fn types(file: &File) -> impl Iterator<Item = &SourceDefinition> {
    file.definitions.iter().filter(|found| found.kind != SourceKind::Function && !found.is_method)
}

/// The generic parameters at the start of a text, and the same as arguments.
fn generics(text: &str) -> (&str, String) {
    if !text.starts_with('<') {
        return ("", String::new());
    }
    let end = text.find('>').map_or(text.len(), |end| end + 1);
    let params = &text[1..end - 1];
    let names = params.split(',').map(|param| param.trim().trim_start_matches("const "));
    let names: Vec<&str> = names.map(|param| param.split(':').next().unwrap_or_default().trim()).collect();
    (&text[..end], format!("<{}>", names.join(", ")))
}

/// The names by which the file of a function reaches types of libraries.
pub fn library_names(of: &Ident) -> Vec<LibraryName> {
    let find = |file: &File| {
        // Most files name none, and this is asked for each function.
        let named = *file.libraries.get_or_init(|| file.named_libraries());
        if !named.contains(&true) {
            return None;
        }
        let imports = file.imports_at(of);
        let mut names = Vec::new();
        for (at, library) in LIBRARIES.iter().enumerate() {
            // A module of that name hides the crate.
            if !named[at] || is_module(file, library.name) {
                continue;
            }
            let source = library.file();
            let mut add = |written: String, name: &str| {
                let known = |names: &[LibraryName]| names.iter().any(|known| known.written == written);
                let found = types(&source).find(|found| found.name == name);
                if let (false, Some(alias)) = (known(&names), found.and_then(|found| library.alias(&source, found))) {
                    names.push(LibraryName { written, alias, library: at });
                }
            };
            let mut roots = vec![library.name.to_owned()];
            for (path, local) in imports.iter().filter(|(path, _)| path[0] == library.name) {
                match (path.last().map(String::as_str), local) {
                    (Some("*"), _) => {
                        let own = |name: &str| file.definitions.iter().any(|found| found.name == name);
                        let is_used = |name: &str| words(&file.text).any(|word| word == name) && !own(name);
                        for found in types(&source).filter(|found| is_used(&found.name)) {
                            add(found.name.clone(), &found.name);
                        }
                    }
                    (_, local) if path.len() == 1 => roots.push(local.clone()),
                    (Some(name), local) => add(local.clone(), name),
                    _ => {}
                }
            }
            for root in roots {
                let prefix = format!("{root}::");
                for (found, _) in file.text.match_indices(&prefix) {
                    let rest = &file.text[found + prefix.len()..];
                    let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(rest.len());
                    add(format!("{prefix}{}", &rest[..end]), &rest[..end]);
                }
            }
        }
        Some(names)
    };
    in_file(of, find).unwrap_or_default()
}

/// The definitions of the types of libraries that the file of a function names.
pub fn library_definitions(of: &Ident) -> Vec<Definition> {
    let names = library_names(of);
    let mut definitions = Vec::new();
    for (at, library) in LIBRARIES.iter().enumerate() {
        if !names.iter().any(|name| name.library == at) {
            continue;
        }
        let file = library.file();
        for found in types(&file).filter(|found| found.kind == SourceKind::Struct) {
            let path = syn::parse_str(&format!("::{}::{}", library.name, found.name));
            if let (Some(mut item), Ok(path)) = (file.item(found), path) {
                for field in &mut item.fields {
                    let ty = &field.ty;
                    let text = library.absolute(&file, &quote::quote!(#ty).to_string());
                    field.ty = syn::parse_str(&text).unwrap_or_else(|_| field.ty.clone());
                }
                definitions.push(Definition { path, item: Item::Struct(item) });
            }
        }
    }
    for LibraryName { written, alias, .. } in names {
        if let Ok(path) = syn::parse_str(&written) {
            definitions.push(Definition { path, item: Item::Alias(alias) });
        }
    }
    definitions
}

/// The library that a type is of, and its name there: `::nalgebra::SMatrix<f64, 3, 1>`.
fn library(of: &StructType) -> Option<(&'static Library, String)> {
    let text = of.ty.to_string().replace(' ', "");
    let (root, rest) = text.strip_prefix("::")?.split_once("::")?;
    let library = LIBRARIES.iter().find(|library| library.name == root)?;
    Some((library, rest.to_owned()))
}

/// Whether a type is of a library that is known here.
pub fn is_of_library(of: &StructType) -> bool {
    library(of).is_some()
}

/// The name of the library that a type is of.
pub fn library_of(of: &StructType) -> Option<&'static str> {
    library(of).map(|(library, _)| library.name)
}

/// The function of a type of a library, as if it stood in the file.
pub fn library_method(of: &StructType, name: &str) -> Option<SourceFunction> {
    let (library, ty) = library(of)?;
    let file = library.file();
    let this: proc_macro2::TokenStream = ty.parse().ok()?;
    let last = ty.split('<').next().unwrap_or_default();
    let methods = file.definitions.iter().filter(|found| found.is_method && found.name == name);
    let mut found = methods.filter_map(|found| {
        let header = file.header(file.around(found.end)?);
        let is_it = self_type(header).as_deref() == Some(last) && is_impl_for(header, &this);
        is_it.then(|| file.function(found, Some(header))).flatten()
    });
    let found = found.next()?;
    // Different from all places in the user's file, and from those of other libraries.
    let number = LIBRARIES.iter().position(|known| known.name == library.name).unwrap_or(0);
    let place = usize::MAX / 4 + (number << 24) + found.place;
    let absolute = |text: &str| library.absolute(&file, text);
    Some(SourceFunction {
        signature: absolute(&found.signature),
        body: absolute(&found.body),
        header: found.header.as_deref().map(absolute),
        place,
        ..found
    })
}

/// Whether a type of a library has a constant of its own type by this name.
pub fn library_constant(of: &StructType, name: &str) -> bool {
    let Some((library, ty)) = library(of) else { return false };
    let file = library.file();
    let last = ty.split('<').next().unwrap_or_default();
    file.constants.iter().any(|(at, text)| {
        let header = file.around(*at).map(|block| file.header(block));
        let is_it = text.split_once(':').is_some_and(|(before, _)| before.split_whitespace().next_back() == Some(name));
        is_it && header.and_then(self_type).as_deref() == Some(last)
    })
}

fn is_module(file: &File, name: &str) -> bool {
    let mut all = words(&file.text).filter(|word| !word.is_empty());
    while let Some(word) = all.next() {
        if word == "mod" && all.next() == Some(name) {
            return true;
        }
    }
    false
}

impl File {
    /// Which of the crates may be imported, or reached by a path.
    fn named_libraries(&self) -> [bool; COUNT] {
        let mut named = LIBRARIES.each_ref().map(|library| {
            let names = |import: &str| words(import).any(|word| word == library.name);
            self.imports.iter().any(|(_, import)| names(import))
        });
        // To look for one character is quick, even where this is not optimised.
        let mut from = 0;
        while let Some(at) = self.text[from..].find(':').map(|at| from + at) {
            from = at + 1;
            if self.text[from..].starts_with(':') {
                for (named, library) in named.iter_mut().zip(&LIBRARIES) {
                    *named |= self.text[..at].ends_with(library.name);
                }
            }
        }
        named
    }

    /// What imports bring to the module of a function: the whole path, and the name. Of a module that takes all names of the one
    /// around it, these are among them.
    fn imports_at(&self, of: &Ident) -> Vec<(Vec<String>, String)> {
        let mut all = Vec::new();
        let Some(mut offset) = self.offset(of) else { return all };
        loop {
            let module = self.module_around(offset);
            let mut takes_all = false;
            for (_, import) in self.imports.iter().filter(|(at, _)| self.module_around(*at) == module) {
                let Ok(item) = syn::parse_str::<syn::ItemUse>(&format!("{};", import.trim())) else { continue };
                let first = all.len();
                leaves(&item.tree, &mut Vec::new(), &mut all);
                takes_all |= all[first..].iter().any(|(path, _)| *path == ["super", "*"]);
            }
            match module.filter(|_| takes_all) {
                Some(module) => offset = self.start(module),
                None => return all,
            }
        }
    }
}

fn leaves(tree: &syn::UseTree, before: &mut Vec<String>, found: &mut Vec<(Vec<String>, String)>) {
    let mut add = |name: &Ident, local: &Ident| {
        let mut path = before.clone();
        if name != "self" {
            path.push(name.to_string());
        }
        let local = if local == "self" { path.last().cloned().unwrap_or_default() } else { local.to_string() };
        if !path.is_empty() {
            found.push((path, local));
        }
    };
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            leaves(&path.tree, before, found);
            before.pop();
        }
        syn::UseTree::Name(name) => add(&name.ident, &name.ident),
        syn::UseTree::Rename(rename) => add(&rename.ident, &rename.rename),
        syn::UseTree::Glob(_) => {
            let mut path = before.clone();
            path.push("*".to_owned());
            found.push((path, String::new()));
        }
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, before, found)),
    }
}
