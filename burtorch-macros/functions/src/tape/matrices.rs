//! Matrices of derivatives of a recorded function, which runs once for each column or row.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::arguments::Passing;
use super::{Around, Function};

/// Code whose variables are its own: arguments may have the same names.
macro_rules! local {
    ($($tokens:tt)*) => {
        quote::quote_spanned!(proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}

impl Function<'_> {
    /// Whether no argument is used up or changed.
    fn can_run_again(&self) -> bool {
        let is_used_up = |argument: &super::Argument| {
            !argument.recorded && argument.passing != Passing::Shared && !is_copied(&argument.ty)
        };
        !self.arguments.iter().any(|argument| argument.passing == Passing::Unique || is_used_up(argument))
    }

    /// The matrix of second derivatives, where all arguments are numbers, or the only one is an array or list of them.
    pub(super) fn hessian(&self, recorded: &TokenStream) -> Option<TokenStream> {
        let active: Vec<_> = self.active().collect();
        if !self.can_run_again() {
            return None;
        }
        let name = &self.item.sig.ident;
        let doc =
            format!("The matrix of second derivatives of `{name}`, rows and columns in the order of its arguments.");
        let none = local!(::core::option::Option::None);
        let product = |lent: &TokenStream| {
            let run = self.run(&local!(#recorded::Wanted::Both), &local!(::core::option::Option::Some(#lent)), &none);
            let run = match self.around {
                None => run,
                Some(_) => local!(#run?),
            };
            local!(#run.all().2)
        };
        let close = |rows: TokenStream| match &self.around {
            None => rows,
            Some(Around::Option) => local!(::core::option::Option::Some(#rows)),
            Some(Around::Result(_)) => local!(::core::result::Result::Ok(#rows)),
        };
        let is_number = |ty: &TokenStream| ty.to_string() == "f64";
        if active.iter().all(|argument| is_number(&argument.ty)) {
            let count = active.len();
            let parts = (0..count).map(syn::Index::from);
            let lent = local!((#(&direction[#parts],)*));
            let call = product(&lent);
            let names: Vec<Ident> = (0..count).map(|at| format_ident!("__part_{at}")).collect();
            let pattern = match &names[..] {
                [name] => local!(#name),
                names => local!((#(#names),*)),
            };
            let rows = close(local!(rows));
            let block = local! {
                let mut rows = [[0.0; #count]; #count];
                for at in 0..#count {
                    let mut direction = [0.0; #count];
                    direction[at] = 1.0;
                    let #pattern = #call;
                    rows[at] = [#(#names),*];
                }
                #rows
            };
            return Some(self.function(&doc, "hessian", &self.params(), &local!([[f64; #count]; #count]), &block));
        }
        let [argument] = &active[..] else { return None };
        let name = if argument.is_receiver { return None } else { &argument.name };
        let call = product(&local!((&direction,)));
        let ty = argument.ty.to_string();
        let rows = close(local!(rows));
        if let Ok(syn::Type::Array(array)) = syn::parse2(argument.ty.clone())
            && quote::ToTokens::to_token_stream(&array.elem).to_string() == "f64"
        {
            let length = &array.len;
            let block = local! {
                let mut rows = [[0.0; #length]; #length];
                for at in 0..#length {
                    let mut direction = [0.0; #length];
                    direction[at] = 1.0;
                    rows[at] = #call;
                }
                #rows
            };
            return Some(self.function(&doc, "hessian", &self.params(), &local!([[f64; #length]; #length]), &block));
        }
        if ty != "[f64]" && ty != "Vec < f64 >" {
            return None;
        }
        let block = local! {
            let count = #name.len();
            let mut rows = ::std::vec::Vec::with_capacity(count);
            for at in 0..count {
                let mut direction = ::std::vec![0.0; count];
                direction[at] = 1.0;
                rows.push(#call);
            }
            #rows
        };
        let result = local!(::std::vec::Vec<::std::vec::Vec<f64>>);
        Some(self.function(&doc, "hessian", &self.params(), &result, &block))
    }

    /// The matrix of derivatives of an array or list of numbers, with respect to numbers alone or to one array or list of them.
    pub(super) fn jacobian(&self, recorded: &TokenStream) -> Option<TokenStream> {
        if !self.can_run_again() || self.around.is_some() {
            return None;
        }
        let is_list = self.result.to_string() == "Vec < f64 >";
        let rows = length_of(&self.result);
        if !is_list && rows.is_none() {
            return None;
        }
        let active: Vec<_> = self.active().collect();
        let none = local!(::core::option::Option::None);
        let by_seed =
            self.run(&local!(#recorded::Wanted::Gradient), &none, &local!(::core::option::Option::Some(&seed)));
        let row = local!(#by_seed.value_and_gradient().1);
        let of_numbers = active.iter().all(|argument| argument.ty.to_string() == "f64");
        let names: Vec<Ident> = (0..active.len()).map(|at| format_ident!("__part_{at}")).collect();
        let (row, columns) = match (&active[..], &names[..]) {
            (_, [name]) if of_numbers => (local!({ let #name = #row; [#name] }), Some(quote!(1))),
            (_, names) if of_numbers => {
                let count = names.len();
                (local!({ let (#(#names),*) = #row; [#(#names),*] }), Some(quote!(#count)))
            }
            ([argument], _) if !argument.is_receiver => {
                let columns = length_of(&argument.ty);
                let is_flat = columns.is_some() || ["[f64]", "Vec < f64 >"].contains(&argument.ty.to_string().as_str());
                if !is_flat {
                    return None;
                }
                (row, columns)
            }
            _ => return None,
        };
        let name = &self.item.sig.ident;
        let doc = format!("The matrix of derivatives of `{name}`: one row per result, one column per argument.");
        let (result, block) = match (rows, columns) {
            (Some(rows), Some(columns)) => (
                local!([[f64; #columns]; #rows]),
                local! {
                    ::core::array::from_fn(|at| {
                        let mut seed = [0.0; #rows];
                        seed[at] = 1.0;
                        #row
                    })
                },
            ),
            (Some(rows), None) => (
                local!(::std::vec::Vec<::std::vec::Vec<f64>>),
                local! {
                    (0..#rows).map(|at| {
                        let mut seed = [0.0; #rows];
                        seed[at] = 1.0;
                        #row
                    }).collect()
                },
            ),
            (None, _) => {
                let value = self.run(&local!(#recorded::Wanted::Value), &none, &none);
                (
                    local!(::std::vec::Vec<::std::vec::Vec<f64>>),
                    local! {
                        let count = #value.value.len();
                        (0..count).map(|at| {
                            let mut seed = ::std::vec![0.0; count];
                            seed[at] = 1.0;
                            #row.to_vec()
                        }).collect()
                    },
                )
            }
        };
        Some(self.function(&doc, "jacobian", &self.params(), &result, &block))
    }
}

/// The length of an array of numbers.
fn length_of(ty: &TokenStream) -> Option<TokenStream> {
    let syn::Type::Array(array) = syn::parse2(ty.clone()).ok()? else { return None };
    let length = &array.len;
    (quote::ToTokens::to_token_stream(&array.elem).to_string() == "f64").then(|| quote!(#length))
}

/// Types of which a value can be used twice.
fn is_copied(ty: &TokenStream) -> bool {
    let text = ty.to_string();
    text == "bool" || text == "char" || crate::ast::IntType::named(&text).is_some()
}
