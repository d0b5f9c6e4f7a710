//! The exports of a program: for each differentiable function and each model the entries that Python calls.
//!
//! The program is the user's text, unchanged, so that errors name the user's own lines. Behind it stands a module with one
//! entry of a function per line, so that an error in such a line says which entry cannot be. The entries of models are written by
//! `burtorch::python!`.

mod function;
mod model;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{FnArg, Item, Pat, Type};

/// A program with its exports.
pub struct Program {
    /// The source of the library.
    pub source: String,
    /// How many lines of it are the user's.
    pub lines: usize,
    /// The line of each entry; of a model, one for all of its entries.
    pub entries: Vec<(usize, String)>,
}

/// One export: its name, the statements that describe its arguments, and its body.
struct Export {
    name: String,
    describe: TokenStream,
    body: TokenStream,
}

/// An argument of a function.
struct Parameter {
    name: String,
    ty: Type,
    active: bool,
}

/// Adds exports to a program, but for those that are left out; nothing if the text is not Rust.
pub fn generate(text: &str, left_out: &[String]) -> Option<Program> {
    let file = syn::parse_file(text).ok()?;
    let (mut exports, mut models) = (Vec::new(), Vec::new());
    for item in &file.items {
        match item {
            Item::Fn(function) => {
                if let Some(attribute) =
                    function.attrs.iter().find(|attribute| is_named(attribute.path(), "differentiable"))
                {
                    exports.extend(function::exports(function, attribute));
                }
            }
            Item::Macro(item) if is_named(&item.mac.path, "graph") => {
                // What the macro cannot read, it says itself.
                if let Ok(file) = syn::parse2::<syn::File>(item.mac.tokens.clone()) {
                    models.extend(model::models(&file));
                }
            }
            _ => {}
        }
    }
    exports.retain(|export| !left_out.contains(&export.name));
    Some(written(text, &exports, &models))
}

/// Whether the last part of a path is this name.
fn is_named(path: &syn::Path, name: &str) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == name)
}

/// The program with its exports.
fn written(text: &str, exports: &[Export], models: &[Ident]) -> Program {
    let mut source = text.to_owned();
    if !source.ends_with('\n') {
        source.push('\n');
    }
    let lines = source.lines().count();
    let (mut entries, mut lists) = (Vec::new(), TokenStream::new());
    for (model, at) in models.iter().zip(lines + 1..) {
        entries.push((at, format!("{model}.init")));
        let list = format_ident!("__burtorch_entries_of_{model}");
        lists.extend(quote!(all.extend(#list());));
        let code = quote!(#model! { [::burtorch::__private::python_of] { #model } });
        source.push_str(&code.to_string().replace('\n', " "));
        source.push('\n');
    }
    source.push_str("#[allow(unused_imports)] use ::burtorch::*;\n");
    source.push_str("#[doc(hidden)] #[allow(warnings)] pub mod __exports { use super::*; use ::burtorch_ffi as ffi;\n");
    let mut at = lines + models.len() + 2;
    let mut table = TokenStream::new();
    for (index, Export { name, describe, body }) in exports.iter().enumerate() {
        let function = format_ident!("entry_{index}");
        let code = quote! {
            fn #function() -> ffi::Entry {
                unsafe extern "C" fn call(views: *const ffi::View, sink: *const ffi::Sink) -> i32 {
                    unsafe { ffi::guard(views, sink, |call| { #body Ok(()) }) }
                }
                let mut description = ffi::Description::default();
                #describe
                ffi::Entry::new(#name, &description, call)
            }
        };
        at += 1;
        entries.push((at, name.clone()));
        source.push_str(&code.to_string().replace('\n', " "));
        source.push('\n');
        table.extend(quote!(#function(),));
    }
    let table = quote! {
        #[unsafe(no_mangle)]
        pub extern "C" fn burtorch_table() -> &'static ffi::Table {
            let mut all = ::std::vec![#table];
            #lists
            ffi::Table::new(all)
        }
    };
    source.push_str(&table.to_string().replace('\n', " "));
    source.push_str("\n}\n");
    Program { source, lines, entries }
}

/// The parameters of a function, without `self`; nothing if one is no plain name.
fn parameters<'a>(inputs: impl Iterator<Item = &'a FnArg>, wrt: Option<&[String]>) -> Option<Vec<Parameter>> {
    let mut parameters = Vec::new();
    for input in inputs {
        let FnArg::Typed(typed) = input else { continue };
        let Pat::Ident(pattern) = &*typed.pat else { return None };
        let name = pattern.ident.to_string();
        let constant = typed.attrs.iter().any(|attribute| is_named(attribute.path(), "constant"));
        let active = match wrt {
            Some(wrt) => wrt.contains(&name),
            None => !constant && function::holds_floats(&typed.ty),
        };
        parameters.push(Parameter { name, ty: (*typed.ty).clone(), active });
    }
    Some(parameters)
}

/// One value bare, several as a tuple.
fn gathered(parts: &[TokenStream]) -> TokenStream {
    match parts {
        [part] => part.clone(),
        parts => quote!((#(#parts),*)),
    }
}
