//! The models of a program.

use proc_macro2::Ident;
use syn::{ImplItem, Item, Type, Visibility};

/// The models in a `graph!` that have functions to call: structs that can be seen outside, with public functions.
pub fn models(file: &syn::File) -> Vec<Ident> {
    let mut models: Vec<Ident> = Vec::new();
    for item in &file.items {
        let Item::Impl(block) = item else { continue };
        let Type::Path(path) = &*block.self_ty else { continue };
        let Some(name) = path.path.get_ident().filter(|name| is_model(file, name)) else { continue };
        let is_called = block
            .items
            .iter()
            .any(|item| matches!(item, ImplItem::Fn(function) if !matches!(function.vis, Visibility::Inherited)));
        if is_called && !models.contains(name) {
            models.push(name.clone());
        }
    }
    models
}

/// Whether a struct of this name can be seen outside.
fn is_model(file: &syn::File, name: &Ident) -> bool {
    file.items.iter().any(
        |item| matches!(item, Item::Struct(item) if item.ident == *name && !matches!(item.vis, Visibility::Inherited)),
    )
}
