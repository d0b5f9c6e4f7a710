//! The entries of a model.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericArgument, ImplItem, Item, PathArguments, ReturnType, Type, Visibility};

use super::{Export, Parameter, gathered, is_named, parameters};

/// The entries of all models in a `graph!`.
pub fn exports(file: &syn::File) -> Vec<Export> {
    let mut exports: Vec<Export> = Vec::new();
    for item in &file.items {
        let Item::Impl(block) = item else { continue };
        let Type::Path(path) = &*block.self_ty else { continue };
        let Some(name) = path.path.get_ident().filter(|name| is_model(file, name)) else { continue };
        let public = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) if !matches!(function.vis, Visibility::Inherited) => Some(function),
            _ => None,
        });
        let own: Vec<_> =
            public.filter_map(|function| Function::new(name, function)).flat_map(|f| f.exports()).collect();
        if !own.is_empty() && !exports.iter().any(|export| export.name == format!("{name}.init")) {
            exports.extend(of_model(name));
        }
        exports.extend(own);
    }
    exports
}

/// Whether a struct of this name can be seen outside.
fn is_model(file: &syn::File, name: &Ident) -> bool {
    file.items.iter().any(
        |item| matches!(item, Item::Struct(item) if item.ident == *name && !matches!(item.vis, Visibility::Inherited)),
    )
}

/// The entries of a model itself: first values, and the names and shapes of its parameters.
fn of_model(name: &Ident) -> [Export; 2] {
    let scalar = quote!(<#name as ::burtorch::Model>::Scalar);
    [
        Export {
            name: format!("{name}.init"),
            describe: quote!(description.parameter::<u64>("seed");),
            body: quote! {
                let seed: u64 = call.argument(0);
                let mut params = ::std::vec![0.0 as #scalar; <#name as ::burtorch::Model>::PARAMS];
                <#name as ::burtorch::Model>::init(&mut params, &mut ::burtorch::Rng::seed(seed))?;
                call.send(&params);
            },
        },
        Export {
            name: format!("{name}.parameters"),
            describe: quote! {
                for parameter in <#name as ::burtorch::Model>::PARAMETERS {
                    description.array::<#scalar>(parameter.name, parameter.slot.shape);
                }
            },
            body: quote!(),
        },
    ]
}

/// The type of an argument of a model's function, outside of `graph!`. With `0.0` in the place of the scalar, a tensor of zeros.
fn outside(ty: &Type, scalar: &TokenStream) -> TokenStream {
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && last.ident == "Tensor"
    {
        let PathArguments::AngleBracketed(arguments) = &last.arguments else { return scalar.clone() };
        return arguments.args.iter().rev().fold(scalar.clone(), |inner, length| {
            let length = match length {
                GenericArgument::Const(expr) => quote!(#expr),
                other => quote!(#other),
            };
            quote!([#inner; #length])
        });
    }
    quote!(#ty)
}

/// Whether arguments are those of one sample or of a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Single,
    Batch,
}

/// A function of a model.
struct Function<'a> {
    model: &'a Ident,
    name: &'a Ident,
    result: Option<&'a Type>,
    parameters: Vec<Parameter>,
    /// The types of the arguments outside of `graph!`, and names for them.
    types: Vec<TokenStream>,
    args: Vec<Ident>,
    scalar: TokenStream,
}

impl<'a> Function<'a> {
    fn new(model: &'a Ident, function: &'a syn::ImplItemFn) -> Option<Self> {
        let parameters = parameters(function.sig.inputs.iter(), None)?;
        let scalar = quote!(<#model as ::burtorch::Model>::Scalar);
        let types: Vec<_> = parameters.iter().map(|parameter| outside(&parameter.ty, &scalar)).collect();
        let args = (0..types.len()).map(|at| format_ident!("argument_{at}")).collect();
        let result = match &function.sig.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(&**ty),
        };
        Some(Self { model, name: &function.sig.ident, result, parameters, types, args, scalar })
    }

    fn exports(&self) -> Vec<Export> {
        let (model, name, args, scalar) = (self.model, self.name, &self.args, &self.scalar);
        let read = quote!(let params: &[#scalar] = call.argument(0););
        let gradient = quote!(let gradient: &mut [#scalar] = call.changed(1););
        let value = quote!(#model::#name(params, workspace, #(#args),*)?);
        let mut exports = vec![self.export("", Form::Single, &["params"], &read, &quote!(call.send(&#value);))];
        if args.is_empty() {
            return exports;
        }
        let [batch, grad, grad_batch, sgd_batch] =
            ["_batch", "_grad", "_grad_batch", "_sgd_batch"].map(|suffix| format_ident!("{name}{suffix}"));
        let is_number =
            matches!(self.result, Some(Type::Path(path)) if is_named(&path.path, "f32") || is_named(&path.path, "f64"));
        if !is_number {
            if let Some(ty) = self.result {
                let (zeros, first) = (outside(ty, &quote!(0.0)), &args[0]);
                let body = quote! {
                    let mut results = ::std::vec![#zeros; #first.len()];
                    #model::#batch(params, &mut results, workspace, samples)?;
                    call.send(&results);
                };
                exports.push(self.export("_batch", Form::Batch, &["params"], &read, &body));
            }
            return exports;
        }
        let with_gradient = quote!(#read #gradient);
        let body = quote!(call.send(&#model::#batch(params, workspace, samples)?););
        exports.push(self.export("_batch", Form::Batch, &["params"], &read, &body));
        let body = quote!(call.send(&#model::#grad(params, gradient, workspace, #(#args),*)?););
        exports.push(self.export("_grad", Form::Single, &["params", "gradient"], &with_gradient, &body));
        let body = quote!(call.send(&#model::#grad_batch(params, gradient, workspace, samples)?););
        exports.push(self.export("_grad_batch", Form::Batch, &["params", "gradient"], &with_gradient, &body));
        let read = quote! {
            let params: &mut [#scalar] = call.changed(0);
            #gradient
            let rate: #scalar = call.argument(2);
        };
        let body = quote!(call.send(&#model::#sgd_batch(params, gradient, rate, workspace, samples)?););
        exports.push(self.export("_sgd_batch", Form::Batch, &["params", "gradient", "rate"], &read, &body));
        exports
    }

    /// An entry whose first arguments are `before`, which `read` reads; `body` uses a workspace, and arguments or samples.
    fn export(&self, suffix: &str, form: Form, before: &[&str], read: &TokenStream, body: &TokenStream) -> Export {
        let (model, name, scalar) = (self.model, self.name, &self.scalar);
        let first = before.iter().map(|&name| {
            let ty = if name == "rate" { scalar.clone() } else { quote!(&[#scalar]) };
            quote!(description.parameter::<#ty>(#name);)
        });
        let others = self.parameters.iter().zip(&self.types).map(|(Parameter { name, .. }, ty)| match form {
            Form::Single => quote!(description.parameter::<#ty>(#name);),
            Form::Batch => quote!(description.samples::<#ty>(#name);),
        });
        let (arguments, workspace) = match form {
            Form::Single => (self.arguments(before.len()), quote!(::burtorch::Workspace)),
            Form::Batch => (self.samples(before.len()), quote!(::burtorch::BatchWorkspace)),
        };
        Export {
            name: format!("{model}.{name}{suffix}"),
            describe: quote!(#(#first)* #(#others)*),
            body: quote! {
                #read
                #arguments
                ::std::thread_local! {
                    static WORKSPACE: ::std::cell::RefCell<::std::boxed::Box<#workspace<#model>>> =
                        ::std::cell::RefCell::new(#workspace::boxed());
                }
                WORKSPACE.with_borrow_mut(|workspace| -> ::core::result::Result<(), ffi::Failure> { #body Ok(()) })?;
            },
        }
    }

    /// Reads the arguments of one sample, from this place on: arrays by reference, numbers by value.
    fn arguments(&self, place: usize) -> TokenStream {
        let read = self.args.iter().zip(&self.types).zip(place..).map(|((arg, ty), place)| {
            let reference = ty.to_string().starts_with('[').then(|| quote!(&));
            quote!(let #arg: #reference #ty = call.argument(#place);)
        });
        quote!(#(#read)*)
    }

    /// Reads the arguments of a batch, from this place on, as an iterator over samples.
    fn samples(&self, place: usize) -> TokenStream {
        let (args, first) = (&self.args, &self.args[0]);
        let read = args
            .iter()
            .zip(&self.types)
            .zip(place..)
            .map(|((arg, ty), place)| quote!(let #arg: &[#ty] = call.argument(#place);));
        let checks = args.iter().zip(&self.parameters).skip(1).map(|(arg, Parameter { name, .. })| {
            let first_name = &self.parameters[0].name;
            quote! {
                if #arg.len() != #first.len() {
                    let counts = ::std::format!("`{}` has {} samples, but `{}` has {}", #first_name, #first.len(), #name, #arg.len());
                    return Err(counts.into());
                }
            }
        });
        let sample = gathered(&args.iter().map(|arg| quote!(&#arg[at])).collect::<Vec<_>>());
        quote!(#(#read)* #(#checks)* let samples = (0..#first.len()).map(|at| #sample);)
    }
}
