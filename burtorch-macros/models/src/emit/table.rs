//! The table of a model's parameters.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::each::Each;
use crate::elaborate::{Init, Model, Parameter};

/// The parameters with their names, and the same without: what only initialises needs no names.
pub(super) fn table(model: &Model) -> (TokenStream, TokenStream) {
    let slots: Vec<TokenStream> = model.parameters.each(slot);
    let rows = model.parameters.iter().zip(&slots).map(
        |(Parameter { name, frozen, .. }, slot)| quote!(b::Parameter { name: #name, slot: #slot, frozen: #frozen },),
    );
    (quote!(#(#rows)*), quote!(#(#slots),*))
}

fn slot(Parameter { shape, offset, init, fan, .. }: &Parameter) -> TokenStream {
    let fan = match fan {
        Some(fan) => quote!(::core::option::Option::Some(#fan)),
        None => quote!(::core::option::Option::None),
    };
    let init = initialiser(init);
    quote! {
        b::Slot { offset: #offset, shape: &[#(#shape),*], init: b::Init::#init, fan: #fan }
    }
}

fn initialiser(init: &Init) -> TokenStream {
    let number = |value: &f64| {
        let magnitude = Literal::f64_suffixed(value.abs());
        if value.is_sign_negative() { quote!(-#magnitude) } else { quote!(#magnitude) }
    };
    match init {
        Init::Zeros => quote!(Zeros),
        Init::Ones => quote!(Ones),
        Init::Constant(value) => {
            let value = number(value);
            quote!(Constant(#value))
        }
        Init::Uniform { low, high } => {
            let (low, high) = (number(low), number(high));
            quote!(Uniform { low: #low, high: #high })
        }
        Init::Normal { mean, std } => {
            let (mean, std) = (number(mean), number(std));
            quote!(Normal { mean: #mean, std: #std })
        }
        Init::FanIn => quote!(FanIn),
        Init::KaimingUniform => quote!(KaimingUniform),
        Init::KaimingNormal => quote!(KaimingNormal),
        Init::XavierUniform => quote!(XavierUniform),
        Init::XavierNormal => quote!(XavierNormal),
    }
}
