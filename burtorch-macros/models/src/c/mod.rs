//! `export_c! { Net }`: a model as functions of C, and their header.
//!
//! A model leaves a macro of its name that tells what its functions take (`told.rs`). `export_c!` calls it (`ask`), and the answer
//! becomes functions (`functions.rs`) and a header (`header.rs`), which agree because both are written from one `Exported`.

mod functions;
mod header;
pub(crate) mod told;

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::Parser;

use told::{Argument, Exported, Function, OptionExported};
pub use told::{broken, told};

/// `export_c! { path::Net }` → `path::Net! { … }`, which answers by a call of `__private::export_c_of`.
pub fn ask(input: TokenStream) -> TokenStream {
    let path = match syn::parse2::<syn::Path>(input) {
        Ok(path) if path.segments.iter().all(|segment| segment.arguments.is_none()) => path,
        Ok(path) => return error(&path, "a model has no generic arguments: write its name, `export_c! { Net }`"),
        Err(found) => {
            let text = "`export_c!` takes the name of one model of `graph!`, such as `export_c! { Net }`";
            return syn::Error::new(found.span(), text).into_compile_error();
        }
    };
    quote!(#path! { [::burtorch::__private::export_c_of] { #path } })
}

/// The answer of a model: its path, and what it tells of itself.
pub fn answer(input: TokenStream) -> TokenStream {
    let parser = |input: syn::parse::ParseStream<'_>| {
        let (path, definition);
        syn::braced!(path in input);
        syn::braced!(definition in input);
        Ok((path.parse::<syn::Path>()?, definition.parse::<TokenStream>()?))
    };
    let (path, definition) = match parser.parse2(input) {
        Ok(parts) => parts,
        Err(error) => return error.into_compile_error(),
    };
    let Ok(OptionExported(exported)) = syn::parse2(definition) else {
        // It is the name of a struct or a function, whose macro tells something else.
        return error(&path, "`export_c!` takes the name of a model of `graph!`, and this is something else");
    };
    let model = &path.segments.last().expect("a path has a last name").ident;
    let prefix = snake_case(&model.unraw().to_string());
    // After a mistake the constant is there nevertheless, so that one mistake is one error. Those of the model are reported.
    let Some(exported) = exported else { return constant(model, &prefix, "") };
    match names(&exported, &prefix, model) {
        Ok(()) => {
            let constant = constant(model, &prefix, &header::header(model, &prefix, &exported));
            let functions = functions::functions(&path, &prefix, &exported);
            quote!(#constant #functions)
        }
        Err(error) => {
            let (constant, error) = (constant(model, &prefix, ""), error.into_compile_error());
            quote!(#constant #error)
        }
    }
}

/// # Errors
/// If there is nothing to export, a type has no counterpart in C, or two functions of C would have one name.
fn names(exported: &Exported, prefix: &str, model: &Ident) -> syn::Result<()> {
    let fail = |text: String| Err(syn::Error::new_spanned(model, text));
    if exported.functions.is_empty() {
        return fail(format!("`{model}` has no public function to export: write `pub fn`"));
    }
    let mut taken: HashSet<String> = header::OWN.iter().map(|name| format!("{prefix}_{name}")).collect();
    for function in &exported.functions {
        for argument in &function.arguments {
            if header::number(&argument.number).is_none() {
                let (name, number) = (&argument.name, &argument.number);
                return fail(format!(
                    "`{name}` of `{}` holds `{number}`, which C does not have: take `i64`",
                    function.name
                ));
            }
        }
        for form in functions::forms(function) {
            let name = format!("{prefix}_{}{}", function.name, form.suffix());
            if !taken.insert(name.clone()) {
                return fail(format!("two functions would be called `{name}` in C: rename `{}`", function.name));
            }
        }
    }
    Ok(())
}

/// The constant that holds the header.
fn constant(model: &Ident, prefix: &str, header: &str) -> TokenStream {
    let name = format_ident!("{}_HEADER", prefix.to_uppercase(), span = model.span());
    let doc = format!(" The header of [`{model}`] for C.");
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        pub const #name: &str = #header;
    }
}

/// `TinyGpt` → `tiny_gpt`
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    let letters: Vec<char> = name.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        let starts_word = letter.is_uppercase()
            && at > 0
            && (letters[at - 1].is_lowercase() || letters.get(at + 1).is_some_and(|next| next.is_lowercase()));
        if starts_word && !text.ends_with('_') {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

fn error(at: &impl quote::ToTokens, text: &str) -> TokenStream {
    syn::Error::new_spanned(at, text).into_compile_error()
}

#[cfg(test)]
mod tests {
    use super::snake_case;

    #[test]
    fn names_of_types_become_names_of_functions() {
        for (rust, c) in
            [("Gpt", "gpt"), ("TinyGpt", "tiny_gpt"), ("GPT2", "gpt2"), ("MLPNet", "mlp_net"), ("A_B", "a_b")]
        {
            assert_eq!(snake_case(rust), c);
        }
    }
}
