//! How compiled functions call a recorded one.
//!
//! A caller's sweep runs the function once more. So that is for functions without effects, as far as their source and that of
//! all they use shows; others say so where they are called.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::Function;
use super::arguments::{Argument, Passing};
use super::rewrite::each_word;
use crate::ast::IntType;

/// Names of what has effects, or depends on more than its arguments.
const EFFECTS: [&str; 41] = [
    "Cell",
    "RefCell",
    "UnsafeCell",
    "OnceCell",
    "OnceLock",
    "LazyCell",
    "LazyLock",
    "Mutex",
    "RwLock",
    "Condvar",
    "AtomicBool",
    "AtomicI32",
    "AtomicI64",
    "AtomicIsize",
    "AtomicU32",
    "AtomicU64",
    "AtomicUsize",
    "static",
    "thread_local",
    "unsafe",
    "Instant",
    "SystemTime",
    "RandomState",
    "stdin",
    "stdout",
    "stderr",
    "print",
    "println",
    "eprint",
    "eprintln",
    "dbg",
    "write",
    "writeln",
    "__Callee",
    "env",
    "fs",
    "net",
    "process",
    "thread",
    "rand",
    "random",
];

/// Whether nothing in these tokens has effects, by its name.
pub(super) fn is_pure(tokens: TokenStream) -> bool {
    let mut pure = true;
    each_word(tokens, &mut |word| pure &= !EFFECTS.contains(&word.to_string().as_str()));
    pure
}

impl Function<'_> {
    /// The functions that others call. There are none for arguments and results that others do not pass plainly.
    pub(super) fn convention(&self, pure: bool) -> TokenStream {
        if self.is_method || self.around.is_some() || !is_plain(&self.result) {
            return TokenStream::new();
        }
        if !self.arguments.iter().all(is_passed_plainly) {
            return TokenStream::new();
        }
        let krate = self.krate;
        let (private, recorded) = (quote!(#krate::__private), quote!(#krate::__private::recorded));
        let (result, vis, name) = (&self.result, &self.item.vis, &self.item.sig.ident);
        let (generics, _, bounds) = self.item.sig.generics.split_for_impl();
        let params = self.arguments.iter().map(|argument| {
            let (name, written) = (&argument.name, &argument.written);
            quote!(#name: #written)
        });
        let params = quote!(#(#params,)*);
        let names: Vec<&Ident> = self.arguments.iter().map(|argument| &argument.name).collect();
        let message = format!(
            "`{name}` has `tape` and may have effects, which would run twice: call it from a function with `tape`, or make it a function of its arguments alone"
        );
        let checked = if pure { TokenStream::new() } else { quote!(const { ::core::panic!(#message) }) };
        let adjoints = self
            .arguments
            .iter()
            .map(|argument| if argument.active { argument.owned() } else { quote!(#private::NotDifferentiated) });
        let adjoints = quote!((#(#adjoints,)*));
        let tangents = self.arguments.iter().map(|argument| {
            let ty = argument.owned();
            if argument.active { quote!(impl #private::Tangent<#ty>) } else { quote!(impl #private::NoTangent) }
        });
        let tangents = quote!((#(#tangents,)*));
        // The parts of a gradient, in the places of the arguments.
        let parts: Vec<Ident> = (0..self.active().count()).map(|at| format_ident!("__part_{at}")).collect();
        let pattern = match &parts[..] {
            [part] => quote!(#part),
            parts => quote!((#(#parts),*)),
        };
        let mut left = parts.iter();
        let placed = self.arguments.iter().map(|argument| match argument.active.then(|| left.next()).flatten() {
            Some(part) => part.to_token_stream(),
            None => quote!(#private::NotDifferentiated),
        });
        let placed = quote!((#(#placed,)*));
        let (mut read, mut lent) = (TokenStream::new(), Vec::new());
        for (at, argument) in self.arguments.iter().enumerate().filter(|(_, argument)| argument.active) {
            let (place, direction, name) = (syn::Index::from(at), format_ident!("__direction_{at}"), &argument.name);
            let zero = quote!(#recorded::zeros_like(&#name));
            read.extend(quote!(let #direction = #private::Tangent::or(__tangents.#place, #zero);));
            lent.push(quote!(&#direction));
        }
        let none = quote!(::core::option::Option::None);
        let along = quote!(::core::option::Option::Some((#(#lent,)*)));
        let gradient =
            self.run(&quote!(#recorded::Wanted::Gradient), &none, &quote!(::core::option::Option::Some(&__seed)));
        let moving = self.run(&quote!(#recorded::Wanted::Tangent), &along, &none);
        let both = self.run(&quote!(#recorded::Wanted::Both), &along, &quote!(::core::option::Option::Some(&__seed)));
        let by_seed = self.run(
            &quote!(#recorded::Wanted::Gradient),
            &none,
            &quote!(::core::option::Option::Some(&__seed_tangent)),
        );
        let effects = quote!(_: &mut impl #private::Effects);
        let sums = parts.iter().map(|part| {
            let other = format_ident!("{part}_more");
            quote!(let #part = #recorded::sum(&#part, &#other);)
        });
        let others = parts.iter().map(|part| format_ident!("{part}_more"));
        let others = match &others.collect::<Vec<_>>()[..] {
            [part] => quote!(#part),
            parts => quote!((#(#parts),*)),
        };
        quote! {
            #[doc(hidden)]
            #vis fn __value #generics (#params #effects) -> #result #bounds { #checked #name(#(#names),*) }

            #[doc(hidden)]
            #vis fn __vjp #generics (#params __seed: #result, #effects) -> (#result, #adjoints) #bounds {
                #checked
                let (__value, #pattern) = #gradient.value_and_gradient();
                (__value, #placed)
            }

            #[doc(hidden)]
            #vis fn __jvp #generics (#params __tangents: #tangents, #effects) -> (#result, #result) #bounds {
                #checked
                #read
                #moving.value_and_tangent()
            }

            #[doc(hidden)]
            #vis fn __vjp_jvp #generics (
                #params __seed: #result, __tangents: #tangents, __seed_tangent: #result, #effects
            ) -> ((#result, #adjoints), (#result, #adjoints)) #bounds {
                #checked
                #read
                let __outcome = #both;
                let __tangent = __outcome.tangent_of_result();
                let (__value, #pattern, __moving) = __outcome.all();
                let __adjoints = #placed;
                let #pattern = __moving;
                let (_, #others) = #by_seed.value_and_gradient();
                #(#sums)*
                ((__value, __adjoints), (__tangent, #placed))
            }
        }
    }
}

/// Whether a type is a number, or an array of such.
fn is_plain(ty: &TokenStream) -> bool {
    fn plain(ty: &syn::Type) -> bool {
        match ty {
            syn::Type::Path(path) => path.path.is_ident("f64"),
            syn::Type::Array(array) => plain(&array.elem),
            _ => false,
        }
    }
    syn::parse2(ty.clone()).is_ok_and(|ty| plain(&ty))
}

fn is_passed_plainly(argument: &Argument) -> bool {
    let text = argument.ty.to_string();
    let is_integer = IntType::named(&text).is_some() || text == "bool" || text == "char" || text == "str";
    argument.passing != Passing::Unique && (is_plain(&argument.ty) || is_integer)
}
