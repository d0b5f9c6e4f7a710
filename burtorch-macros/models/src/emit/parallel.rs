//! A function of a model for batches on several threads.
//!
//! Samples are shared out in whole tiles, and each thread has a gradient of its own. Tiles that are too few for that are
//! computed one after the other, and the threads share their large kernels.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::batch::PARTS;
use super::function::{Emit, Work, ident};
use super::program::Inputs;
use super::{Programs, Tile, split};
use crate::elaborate::Function;
use crate::plan::Program;

impl Emit<'_> {
    pub(super) fn parallel(&mut self, programs: &Programs) -> TokenStream {
        if !cfg!(feature = "parallel") || programs.gradient.is_none() {
            return TokenStream::new();
        }
        if programs.tiles.is_empty() || self.inputs().len() > PARTS {
            return TokenStream::new();
        }
        let gradient = self.parallel_gradient();
        let step = self.parallel_step(&programs.tiles);
        let mean = self.parallel_mean(&programs.tiles);
        quote!(#gradient #step #mean)
    }

    fn parallel_gradient(&self) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let word = name.unraw();
        let (public, inner) = (format_ident!("{word}_grad_parallel"), format_ident!("__{word}_parallel"));
        let (samples, checked) = (self.samples_that(&quote!(+ ::core::marker::Sync)), self.checked());
        let (model, all) = (&self.model.name, self.model.count);
        let title = format!(
            " The mean of [`{name}`](Self::{name}) over the samples, on several threads; adds its gradient to `gradient`."
        );
        quote! {
            #[doc = #title]
            ///
            /// # Errors
            /// If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.
            #vis fn #public(
                params: &[__S],
                gradient: &mut [__S],
                workspace: &mut b::ParallelWorkspace<#model>,
                samples: #samples,
            ) -> ::core::result::Result<__S, b::Error> {
                b::check_length("gradient", gradient.len(), #all)?;
                #checked
                if count == 0 {
                    return Err(b::Error::Empty);
                }
                let value = Self::#inner(params, gradient, false, workspace, samples);
                workspace.add_up(gradient);
                Ok(value)
            }
        }
    }

    fn parallel_step(&mut self, tiles: &[Tile]) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let word = name.unraw();
        let (public, inner) = (format_ident!("{word}_sgd_parallel"), format_ident!("__{word}_parallel"));
        let one = format_ident!("__{word}_sgd");
        let (mut works, mut calls) = (TokenStream::new(), TokenStream::new());
        for (at, tile) in tiles.iter().enumerate() {
            let Some(program) = &tile.step else { continue };
            let Tile { samples, least, .. } = *tile;
            let (split, smallest) = (split::pays(program), at + 1 == tiles.len());
            let inputs = self.by_place(program, samples);
            let fill = self.fill(program.floats, samples);
            let all = format_ident!("__{word}_sgd_{samples}");
            let mut call = quote!(Self::#all(params, w, -rate, x, ix));
            if split {
                let together = format_ident!("__{word}_sgd_{samples}_together");
                works.extend(self.together(program, &inputs, &together, true));
                call = quote!(Self::#together(params, w, -rate, x, ix, team));
            }
            let fits = if split || smallest {
                quote!((#least..=#samples).contains(&count))
            } else {
                // Several threads take smaller tiles.
                quote!((#least..=#samples).contains(&count) && workspace.threads() == 1)
            };
            calls.extend(quote! {
                if #fits {
                    let (floats, ix, team) = workspace.together();
                    #fill
                    return Ok(#call);
                }
            });
        }
        let (samples, checked) = (self.samples_that(&quote!(+ ::core::marker::Sync)), self.checked());
        let (parts, locals) = (self.parts(), self.locals());
        let (model, all) = (&self.model.name, self.model.count);
        let title = format!(
            " One step of gradient descent on the mean of [`{name}`](Self::{name}) over the samples, which is returned; \
             on several threads."
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
                workspace: &mut b::ParallelWorkspace<#model>,
                samples: #samples,
            ) -> ::core::result::Result<__S, b::Error> {
                b::check_length("gradient", gradient.len(), #all)?;
                #checked
                if count == 0 {
                    return Err(b::Error::Empty);
                }
                let scale = 1.0 / count as __S;
                #calls
                if count == 1 {
                    if let ::core::option::Option::Some(sample) = ::core::iter::Iterator::next(&mut samples) {
                        let (floats, ..) = workspace.together();
                        #parts
                        return Ok(Self::#one(params, floats, -rate, #locals));
                    }
                }
                let value = Self::#inner(params, gradient, true, workspace, samples);
                workspace.descend(params, gradient, rate);
                Ok(value)
            }

            #works
        }
    }

    /// The mean over checked samples; each thread adds to a gradient of its own.
    fn parallel_mean(&mut self, tiles: &[Tile]) -> TokenStream {
        let word = self.function.name.unraw();
        let (inner, one) = (format_ident!("__{word}_parallel"), format_ident!("__{word}_grad"));
        let (mut shares, mut calls) = (TokenStream::new(), TokenStream::new());
        let (mut works, mut rest) = (TokenStream::new(), TokenStream::new());
        for (at, tile) in tiles.iter().enumerate() {
            let Some(program) = &tile.gradient else { continue };
            let Tile { samples, least, .. } = *tile;
            let (share, all) = (format_ident!("tiles_{samples}"), format_ident!("__{word}_grad_{samples}"));
            // What cannot be shared out evenly is computed together, or left to smaller tiles.
            let split = split::pays(program);
            let evenly = split || at + 1 < tiles.len();
            let inputs = self.by_place(program, samples);
            let fill = self.fill(program.floats, samples);
            shares.extend(quote!(let #share = left.take(#samples, #least, #evenly);));
            calls.extend(quote! {
                let mut samples = #share.of(seat, &all);
                while ::core::iter::ExactSizeIterator::len(&samples) >= #least {
                    #fill
                    blocks.tile(gradient);
                    total.add(Self::#all(params, gradient, w, 1.0, x, ix));
                }
            });
            if split {
                let (share, name) =
                    (format_ident!("together_{samples}"), format_ident!("__{word}_grad_{samples}_together"));
                works.extend(self.together(program, &inputs, &name, false));
                shares.extend(quote!(let #share = left.together(#samples, #least);));
                rest.extend(quote! {
                    let mut samples = #share.of(0, &all);
                    while ::core::iter::ExactSizeIterator::len(&samples) >= #least {
                        #fill
                        blocks.tile(gradient);
                        total.add(Self::#name(params, gradient, w, 1.0, x, ix, team));
                    }
                });
            }
        }
        let (sample, parts, locals, blocks) = (self.sample_bound(), self.parts(), self.locals(), self.blocks());
        let model = &self.model.name;
        quote! {
            fn #inner(
                params: &[__S],
                gradient: &mut [__S],
                fresh: ::core::primitive::bool,
                workspace: &mut b::ParallelWorkspace<#model>,
                all: impl ::core::iter::ExactSizeIterator<Item: #sample> + ::core::clone::Clone + ::core::marker::Sync,
            ) -> __S {
                let count = ::core::iter::ExactSizeIterator::len(&all);
                let scale = 1.0 / count as __S;
                let mut left = b::Left::new(count, workspace.threads());
                #shares
                let singles = left.take(1, 1, false);
                let value = workspace.at_seats(left.used(), gradient, fresh, |seat, gradient, workspace| {
                    let (floats, ix) = workspace.parts();
                    let mut total = b::Total::<__S>::new();
                    #blocks
                    #calls
                    for sample in singles.of(seat, &all) {
                        #parts
                        total.add(Self::#one(params, gradient, floats, scale, #locals) * scale);
                    }
                    blocks.finish(gradient);
                    total.value()
                });
                let (floats, ix, team) = workspace.together();
                let mut total = b::Total::<__S>::new();
                #blocks
                total.add(value);
                #rest
                blocks.finish(gradient);
                total.value()
            }

            #works
        }
    }

    /// The function that computes a tile with all threads; it changes the parameters or adds to a gradient.
    fn together(&mut self, program: &Program, inputs: &Inputs, name: &Ident, changes: bool) -> TokenStream {
        let mut arguments = if changes {
            vec![(ident("p"), quote!(&'a mut [__S]))]
        } else {
            vec![(ident("p"), quote!(&'a [__S])), (ident("g"), quote!(&'a mut [__S]))]
        };
        arguments.extend([
            (ident("w"), quote!(&'w mut [__S])),
            (ident("seed"), quote!(__S)),
            (ident("x"), quote!(&'a [__S])),
            (ident("ix"), quote!(&'a [::core::primitive::i64])),
            (ident("team"), quote!(&'a mut b::Team)),
        ]);
        let body = self.share(program, inputs, changes);
        Work::number(name, arguments, body, program).tokens()
    }
}
