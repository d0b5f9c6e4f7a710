//! A definition → a `macro_rules!` of the same name, which hands it on to the macro that it is called with.
//!
//! A macro sees tokens alone. So what others are to know leaves a macro of its own name, and is found wherever it is: macros
//! have a namespace of their own.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use crate::parse::is_reserved;

/// The macro that hands a definition on.
pub fn tell(name: &Ident, vis: &syn::Visibility, definition: &TokenStream) -> TokenStream {
    if is_reserved(name) {
        return TokenStream::new();
    }
    // Exported macros share one namespace, whatever module they stand in. A macro of the user's may write one name token into
    // several items, so the place of the name alone does not tell two of them apart; that of this expansion does.
    let place = hash(&format!("{:?} {:?}", name.span(), Span::call_site()));
    let hidden = format_ident!("__burtorch_definition_of_{}_{place:016x}", name.unraw(), span = name.span());
    let export = matches!(vis, syn::Visibility::Public(_)).then(|| quote!(#[macro_export]));
    quote! {
        #[doc(hidden)]
        #[allow(unused_macros, non_local_definitions)]
        #export
        macro_rules! #hidden {
            ([$($next:tt)*] $($rest:tt)*) => { $($next)* ! { $($rest)* { #definition } } };
        }
        #[doc(hidden)]
        #[allow(unused_imports)]
        #vis use #hidden as #name;
    }
}

/// The hash of Fowler, Noll and Vo: the same everywhere.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
