//! A training step: gradient descent in one function, without a gradient in between where that is possible.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::batch::PARTS;
use super::function::{Emit, Work, ident};
use super::{Programs, Tile};
use crate::elaborate::Function;

impl Emit<'_> {
    pub(super) fn step(&mut self, programs: &Programs) -> TokenStream {
        if programs.gradient.is_none() {
            return TokenStream::new();
        }
        let single = self.step_of_one(programs);
        let batch = if programs.tiles.is_empty() || self.inputs().len() > PARTS {
            TokenStream::new()
        } else {
            self.step_of_many(programs)
        };
        quote!(#single #batch)
    }

    fn step_of_one(&mut self, programs: &Programs) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let word = name.unraw();
        let inputs = self.by_name();
        let (parameters, flat, checks, locals) = (self.parameters(), self.flat(), self.checks(), self.locals());
        let (public, inner) = (format_ident!("{word}_sgd"), format_ident!("__{word}_sgd"));
        let (model, count) = (&self.model.name, self.model.count);
        let mut arguments = vec![
            (ident("p"), quote!(&'a mut [__S])),
            (ident("w"), quote!(&'w mut [__S])),
            (ident("seed"), quote!(__S)),
        ];
        arguments.extend(self.slices());
        let work = if let Some(program) = &programs.step {
            self.sizes.floats = self.sizes.floats.max(program.floats);
            let body = self.change(program, &inputs);
            Work::number(&inner, arguments, body, program).tokens()
        } else {
            // The gradient is in the workspace, behind what is computed.
            let program = programs.gradient.as_ref().expect("a step has a gradient");
            let (floats, gradient) = (program.floats, format_ident!("__{word}_grad"));
            self.sizes.floats = self.sizes.floats.max(floats + count);
            self.sizes.tile_floats = self.sizes.tile_floats.max(floats + count);
            let slices = self.slices().into_iter().map(|(name, ty)| quote!(#name: #ty));
            quote! {
                fn #inner<'a, 'w>(p: &'a mut [__S], w: &'w mut [__S], seed: __S, #(#slices),*) -> __S {
                    let (w, g) = w.split_at_mut(#floats);
                    let g = &mut g[..#count];
                    g.fill(0.0);
                    let value = Self::#gradient(p, g, w, 1.0, #locals);
                    b::descend(p, g, -seed);
                    value
                }
            }
        };
        let title = format!(
            " One step of gradient descent, `params -= rate · gradient`; the value of [`{name}`](Self::{name}) before it."
        );
        let public = code! {
            #[doc = #title]
            ///
            /// # Errors
            /// If `params` has the wrong length, or an index is out of range.
            #[allow(clippy::too_many_arguments)]
            #vis fn #public(
                params: &mut [__S],
                rate: __S,
                workspace: &mut b::Workspace<#model>,
                #parameters
            ) -> ::core::result::Result<__S, b::Error> {
                b::check_length("params", params.len(), #count)?;
                #flat
                #checks
                Ok(Self::#inner(params, workspace.floats(), -rate, #locals))
            }
        };
        quote!(#public #work)
    }

    fn step_of_many(&mut self, programs: &Programs) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let word = name.unraw();
        let (public, one) = (format_ident!("{word}_sgd_batch"), format_ident!("__{word}_sgd"));
        let gradient = format_ident!("{word}_grad_batch");
        let (mut works, mut calls) = (TokenStream::new(), TokenStream::new());
        for tile in &programs.tiles {
            let Some(program) = &tile.step else { continue };
            let Tile { samples, least, .. } = *tile;
            let all = format_ident!("__{word}_sgd_{samples}");
            let inputs = self.by_place(program, samples);
            let arguments = vec![
                (ident("p"), quote!(&'a mut [__S])),
                (ident("w"), quote!(&'w mut [__S])),
                (ident("seed"), quote!(__S)),
                (ident("x"), quote!(&'a [__S])),
                (ident("ix"), quote!(&'a [::core::primitive::i64])),
            ];
            let body = self.change(program, &inputs);
            works.extend(Work::number(&all, arguments, body, program).tokens());
            let fill = self.fill(program.floats, samples);
            calls.extend(quote! {
                if (#least..=#samples).contains(&count) {
                    #fill
                    return Ok(Self::#all(params, w, -rate, x, ix));
                }
            });
        }
        let (samples, prepare, parts, locals) = (self.samples(), self.prepare(), self.parts(), self.locals());
        let (model, all) = (&self.model.name, self.model.count);
        let title = format!(
            " One step of gradient descent on the mean of [`{name}`](Self::{name}) over the samples, which is returned."
        );
        quote! {
            #[doc = #title]
            ///
            /// `gradient` is used where the parameters cannot be updated on the way; what it holds afterwards is not
            /// said.
            ///
            /// # Errors
            /// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
            #vis fn #public(
                params: &mut [__S],
                gradient: &mut [__S],
                rate: __S,
                workspace: &mut b::BatchWorkspace<#model>,
                samples: #samples,
            ) -> ::core::result::Result<__S, b::Error> {
                b::check_length("gradient", gradient.len(), #all)?;
                #prepare
                if count == 0 {
                    return Err(b::Error::Empty);
                }
                let scale = 1.0 / count as __S;
                #calls
                if count == 1 {
                    if let ::core::option::Option::Some(sample) = ::core::iter::Iterator::next(&mut samples) {
                        #parts
                        return Ok(Self::#one(params, floats, -rate, #locals));
                    }
                }
                gradient.fill(0.0);
                let value = Self::#gradient(params, gradient, workspace, samples)?;
                b::descend(params, gradient, rate);
                Ok(value)
            }

            #works
        }
    }
}
