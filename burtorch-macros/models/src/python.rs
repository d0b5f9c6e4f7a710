//! `python! { Net }`: a Python module with models, whose functions take and give numpy arrays.
//!
//! As for `export_c!`, a model leaves a macro of its name that tells what its functions take (`c/told.rs`). `python!` calls that of each
//! model (`ask`); the answer is a function that lists the model's entries, in the form of `burtorch-ffi`. The module hands the list to the
//! Python package `burtorch`, which makes classes of it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::c::told::{Argument, Exported, Function, OptionExported};

/// `python! { Net, path::Other }` in a crate of this name.
pub fn ask(input: TokenStream, module: &str) -> TokenStream {
    let wrong = "`python!` takes the names of models of `graph!`, such as `python! { Net }`";
    let paths = match Punctuated::<syn::Path, syn::Token![,]>::parse_terminated.parse2(input) {
        Ok(paths) if paths.is_empty() => return error(&TokenStream::new(), wrong),
        Ok(paths) => paths,
        Err(found) => return syn::Error::new(found.span(), wrong).into_compile_error(),
    };
    if let Some(path) = paths.iter().find(|path| !path.segments.iter().all(|segment| segment.arguments.is_none())) {
        return error(path, "a model has no generic arguments: write its name, `python! { Net }`");
    }
    let paths: Vec<_> = paths.into_iter().collect();
    let lists = paths.iter().map(|path| list(&path.segments.last().expect("a path has a last name").ident));
    quote! {
        #(#paths! { [::burtorch::__private::python_of] { #paths } })*

        #[doc(hidden)]
        #[allow(unsafe_code)]
        #[::pyo3::pymodule]
        #[pyo3(name = #module)]
        fn __burtorch_module(module: &::pyo3::Bound<'_, ::pyo3::types::PyModule>) -> ::pyo3::PyResult<()> {
            use ::pyo3::types::PyAnyMethods as _;
            static TABLE: ::std::sync::OnceLock<&'static ::burtorch_ffi::Table> = ::std::sync::OnceLock::new();
            let table = *TABLE.get_or_init(|| {
                let mut entries = ::std::vec::Vec::new();
                #(entries.extend(#lists());)*
                ::burtorch_ffi::Table::new(entries)
            });
            let shown = ::pyo3::types::PyCapsule::new_with_value(module.py(), table, ::burtorch_ffi::CAPSULE)?;
            module.py().import("burtorch")?.call_method1("_adopt", (module, shown))?;
            ::core::result::Result::Ok(())
        }
    }
}

/// The name of the function that lists the entries of a model. The Python package, which calls it for models that are text, knows this name.
fn list(model: &Ident) -> Ident {
    format_ident!("__burtorch_entries_of_{}", model.unraw())
}

/// The answer of a model: its path, and what it tells of itself. It becomes the function that lists its entries.
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
    let model = &path.segments.last().expect("a path has a last name").ident;
    let name = list(model);
    // After a mistake the function is there nevertheless, so that one mistake is one error.
    let (entries, mistake) = match syn::parse2(definition) {
        Ok(OptionExported(Some(exported))) => match check(&exported, model) {
            Ok(()) => (entries(&path, model, &exported), None),
            Err(error) => (Vec::new(), Some(error.into_compile_error())),
        },
        // Its own mistakes are reported.
        Ok(OptionExported(None)) => (Vec::new(), None),
        Err(_) => {
            let text = "`python!` takes the names of models of `graph!`, and this is something else";
            (Vec::new(), Some(error(&path, text)))
        }
    };
    code! {
        #mistake
        #[doc(hidden)]
        #[allow(unsafe_code, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, unused, non_snake_case)]
        pub(crate) fn #name() -> ::std::vec::Vec<::burtorch_ffi::Entry> {
            use ::burtorch_ffi as ffi;
            ::std::vec![#(#entries),*]
        }
    }
}

/// # Errors
/// If there is nothing to call, or an argument is no number that numpy has.
fn check(exported: &Exported, model: &Ident) -> syn::Result<()> {
    let fail = |text: String| Err(syn::Error::new_spanned(model, text));
    if exported.functions.is_empty() {
        return fail(format!("`{model}` has no public function to call from Python: write `pub fn`"));
    }
    for function in &exported.functions {
        for Argument { name, number, .. } in &function.arguments {
            if !["f32", "f64", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize"]
                .contains(&&**number)
            {
                let function = &function.name;
                return fail(format!(
                    "`{name}` of `{function}` holds `{number}`, which arrays of numpy do not: take `u8`"
                ));
            }
        }
    }
    Ok(())
}

/// The entries of a model: its first values, its parameters, and the forms of each function.
fn entries(path: &syn::Path, model: &Ident, exported: &Exported) -> Vec<TokenStream> {
    let (krate, scalar, name) = (&exported.krate, &exported.scalar, model.unraw().to_string());
    let parameters = quote!(<#path as #krate::Model>::PARAMETERS);
    let mut entries = vec![
        entry(
            &format!("{name}.init"),
            &quote!(description.parameter::<u64>("seed");),
            &quote! {
                let seed: u64 = call.argument(0);
                let mut params = ::std::vec![0.0 as #scalar; <#path as #krate::Model>::PARAMS];
                <#path as #krate::Model>::init(&mut params, &mut #krate::Rng::seed(seed))?;
                call.send(&params);
            },
        ),
        entry(
            &format!("{name}.parameters"),
            &quote! {
                for parameter in #parameters {
                    description.array::<#scalar>(parameter.name, parameter.slot.shape);
                }
            },
            &TokenStream::new(),
        ),
        entry(
            &format!("{name}.trained"),
            &TokenStream::new(),
            &quote! {
                let trained = #parameters.iter().map(|parameter| u8::from(!parameter.frozen));
                call.send(&trained.collect::<::std::vec::Vec<_>>());
            },
        ),
    ];
    for function in &exported.functions {
        entries.extend(forms(path, &name, exported, function));
    }
    entries
}

/// An entry: its name, the statements that describe its arguments, and its body.
fn entry(name: &str, describe: &TokenStream, body: &TokenStream) -> TokenStream {
    quote! {{
        unsafe extern "C" fn call(views: *const ffi::View, sink: *const ffi::Sink) -> i32 {
            // SAFETY: the caller passes what the description says.
            unsafe { ffi::guard(views, sink, |call| { #body Ok(()) }) }
        }
        let mut description = ffi::Description::default();
        #describe
        ffi::Entry::new(#name, &description, call)
    }}
}

/// The entries of a function: its value, and if that is a number its gradient and a step, for a sample and for a batch.
fn forms(path: &syn::Path, model: &str, exported: &Exported, function: &Function) -> Vec<TokenStream> {
    let (scalar, ident) = (&exported.scalar, &function.ident);
    let form = |suffix: &str| format_ident!("{}{suffix}", function.name);
    let places: Vec<Ident> = (0..function.arguments.len()).map(|at| format_ident!("argument_{at}")).collect();
    let own = |suffix: &str, before: &[(&str, TokenStream)], is_batch: bool, body: TokenStream| {
        let first = before.iter().map(|(name, _)| {
            let ty = if *name == "rate" { quote!(#scalar) } else { quote!(&[#scalar]) };
            quote!(description.parameter::<#ty>(#name);)
        });
        let others = function.arguments.iter().map(|Argument { name, number, shape, .. }| {
            let ty = array(number, shape);
            if is_batch {
                quote!(description.samples::<#ty>(#name);)
            } else {
                quote!(description.parameter::<#ty>(#name);)
            }
        });
        let read = before.iter().enumerate().map(|(at, (name, how))| {
            let name = format_ident!("{name}");
            quote!(let #name = #how(#at);)
        });
        let arguments = if is_batch {
            samples(function, &places, before.len())
        } else {
            arguments(function, &places, before.len())
        };
        let krate = &exported.krate;
        let workspace = if is_batch { quote!(BatchWorkspace) } else { quote!(Workspace) };
        entry(
            &format!("{model}.{}{suffix}", function.name),
            &quote!(#(#first)* #(#others)*),
            &quote! {
                #(#read)*
                #arguments
                ::std::thread_local! {
                    static WORKSPACE: ::core::cell::RefCell<::std::boxed::Box<#krate::#workspace<#path>>> =
                        ::core::cell::RefCell::new(#krate::#workspace::boxed());
                }
                WORKSPACE.with_borrow_mut(|workspace| -> ::core::result::Result<(), ffi::Failure> { #body Ok(()) })?;
            },
        )
    };
    let params = ("params", quote!(call.argument::<&[#scalar]>));
    let changed_params = ("params", quote!(call.changed::<#scalar>));
    let gradient = ("gradient", quote!(call.changed::<#scalar>));
    let rate = ("rate", quote!(call.argument::<#scalar>));
    let value = std::slice::from_ref(&params);
    let mut entries = vec![own("", value, false, quote!(call.send(&#path::#ident(params, workspace, #(#places),*)?);))];
    let (batch, grad, grad_batch, sgd_batch) = (form("_batch"), form("_grad"), form("_grad_batch"), form("_sgd_batch"));
    if function.is_number() {
        let body = quote!(call.send(&#path::#grad(params, gradient, workspace, #(#places),*)?););
        entries.push(own("_grad", &[params.clone(), gradient.clone()], false, body));
    }
    if !function.has_batches() {
        return entries;
    }
    if function.is_number() {
        entries.push(own("_batch", value, true, quote!(call.send(&#path::#batch(params, workspace, samples)?);)));
        let body = quote!(call.send(&#path::#grad_batch(params, gradient, workspace, samples)?););
        entries.push(own("_grad_batch", &[params, gradient.clone()], true, body));
        let body = quote!(call.send(&#path::#sgd_batch(params, gradient, rate, workspace, samples)?););
        entries.push(own("_sgd_batch", &[changed_params, gradient, rate], true, body));
    } else {
        let zeros = function.results[0].iter().rev().fold(quote!(0.0 as #scalar), |inner, length| {
            let length = Literal::usize_unsuffixed(*length);
            quote!([#inner; #length])
        });
        let first = &places[0];
        let body = quote! {
            let mut results = ::std::vec![#zeros; #first.len()];
            #path::#batch(params, &mut results, workspace, samples)?;
            call.send(&results);
        };
        entries.push(own("_batch", value, true, body));
    }
    entries
}

/// Reads the arguments of one sample, from this place on: arrays by reference, numbers by value.
fn arguments(function: &Function, places: &[Ident], first: usize) -> TokenStream {
    let read = function.arguments.iter().zip(places).zip(first..).map(|((argument, name), at)| {
        let ty = array(&argument.number, &argument.shape);
        let reference = (!argument.shape.is_empty()).then(|| quote!(&));
        quote!(let #name: #reference #ty = call.argument(#at);)
    });
    quote!(#(#read)*)
}

/// Reads the arguments of a batch, from this place on, as an iterator over samples.
fn samples(function: &Function, places: &[Ident], first: usize) -> TokenStream {
    let count = &places[0];
    let read = function.arguments.iter().zip(places).zip(first..).map(|((argument, name), at)| {
        let ty = array(&argument.number, &argument.shape);
        quote!(let #name: &[#ty] = call.argument(#at);)
    });
    let first_name = &function.arguments[0].name;
    let checks = function.arguments.iter().zip(places).skip(1).map(|(argument, place)| {
        let name = &argument.name;
        quote! {
            if #place.len() != #count.len() {
                let counts = ::std::format!("`{}` has {} samples, but `{}` has {}", #first_name, #count.len(), #name, #place.len());
                return Err(counts.into());
            }
        }
    });
    let sample = match places {
        [place] => quote!(&#place[at]),
        places => quote!((#(&#places[at]),*)),
    };
    quote!(#(#read)* #(#checks)* let samples = (0..#count.len()).map(|at| #sample);)
}

/// The type of an array of numbers.
fn array(number: &str, shape: &[usize]) -> TokenStream {
    let number = format_ident!("{number}");
    shape.iter().rev().fold(quote!(#number), |inner, length| {
        let length = Literal::usize_unsuffixed(*length);
        quote!([#inner; #length])
    })
}

fn error(at: &impl quote::ToTokens, text: &str) -> TokenStream {
    syn::Error::new_spanned(at, text).into_compile_error()
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::{TokenStream, answer, ask};

    fn says(code: &TokenStream, words: &str) -> bool {
        code.to_string().contains(words)
    }

    #[test]
    fn names_of_models_are_asked_for() {
        assert!(says(&ask(quote!(), "net"), "takes the names of models"));
        assert!(says(&ask(quote!(3), "net"), "takes the names of models"));
        assert!(says(&ask(quote!(Net<3>), "net"), "write its name"));
        let asked = ask(quote!(Net, line::Line,), "net");
        assert!(!says(&asked, "compile_error") && says(&asked, "line :: Line ! {"));
    }

    #[test]
    fn what_cannot_be_called_is_said() {
        let of = |functions: TokenStream| answer(quote!({ Net } { model ::burtorch, f32 33 1 2 3 #functions }));
        assert!(says(&of(quote!()), "no public function"));
        assert!(says(&of(quote!(fn loss [(x bool 0 [2])] [[]];)), "`x` of `loss` holds `bool`"));
        assert!(says(&answer(quote!({ Net } { fn other })), "this is something else"));
        for known in
            [quote!(fn loss [(x f32 0 [2]) (y u8 3 [])] [[]];), quote!(fn two [(x i64 5 [2 3])] [[2] [3]] tuple;)]
        {
            assert!(!says(&of(known), "compile_error"));
        }
        assert!(!says(&answer(quote!({ Net } { broken })), "compile_error"));
    }
}
