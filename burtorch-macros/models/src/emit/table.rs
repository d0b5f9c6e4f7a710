//! The table of a model's parameters.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::each::Each;
use crate::elaborate::{Init, Model, Parameter};

/// The places of all parameters; and these with names, which refer to them: what only initialises needs no names.
pub(super) fn table(model: &Model) -> (TokenStream, TokenStream) {
    let slots: Vec<TokenStream> = model.parameters.each(slot);
    let rows = model.parameters.iter().enumerate().map(
        |(at, Parameter { name, frozen, .. })| quote!(b::Parameter { name: #name, slot: __SLOTS[#at], frozen: #frozen }),
    );
    (quote!(#(#slots),*), quote!(#(#rows),*))
}

fn slot(Parameter { shape, offset, init, fan, .. }: &Parameter) -> TokenStream {
    let fan = match fan {
        Some(fan) => quote!(b::Some(#fan)),
        None => quote!(b::None),
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
