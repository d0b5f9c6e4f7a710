//! A function of a model for batches: tile by tile, and the rest one by one.
//!
//! A tile that is not full holds the last sample several times. These share its weight, or nobody reads their results.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

use super::function::{Emit, Work, flatten, ident, local, parse};
use super::kernel::array;
use super::program::{Inputs, Slice};
use super::{Programs, Tile, element};
use crate::elaborate::Function;
use crate::plan::Program;
use crate::tensor::{Dtype, elements};

/// A sample has at most this many parts.
pub(super) const PARTS: usize = 6;

/// The arguments of a function, as the tuple that a sample is.
pub(super) fn arguments(function: &Function) -> TokenStream {
    let types = function.inputs.iter().map(|input| parse(&array(&input.shape, &element(input))));
    quote!((#(#types,)*))
}

impl Emit<'_> {
    pub(super) fn batch(&mut self, programs: &Programs) -> TokenStream {
        let Some(tile) = programs.tiles.first() else { return TokenStream::new() };
        if self.inputs().len() > PARTS {
            return TokenStream::new();
        }
        if tile.gradient.is_some() {
            let forward = self.batch_of_numbers(&programs.tiles, false);
            let gradient = self.batch_of_numbers(&programs.tiles, true);
            quote!(#forward #gradient)
        } else if self.function.tuple {
            TokenStream::new()
        } else {
            self.batch_of_tensors(tile)
        }
    }

    /// Where a tile's inputs and its weights lie: floats after what the program computes, integers in a buffer of their
    /// own.
    pub(super) fn by_place(&mut self, program: &Program, tile: usize) -> Inputs {
        let (mut floats, mut indices) = (0, 0);
        let slices = self.inputs().iter().map(|input| {
            let (scalar, name, next) = match input.dtype {
                Dtype::Float => ("__S", "x", &mut floats),
                _ => ("::core::primitive::i64", "ix", &mut indices),
            };
            let offset = *next;
            *next += elements(&input.shape) * tile;
            Slice { scalar: scalar.to_owned(), name: name.to_owned(), offset }
        });
        let mut slices: Vec<Slice> = slices.collect();
        slices.push(Slice { scalar: "__S".to_owned(), name: "x".to_owned(), offset: floats });
        floats += tile;
        self.sizes.tile_floats = self.sizes.tile_floats.max(program.floats + floats);
        self.sizes.tile_indices = self.sizes.tile_indices.max(indices);
        Inputs { slices }
    }

    /// Brings sample `s` of a tile to its place.
    fn load(inputs: &[Slice], tile: usize) -> TokenStream {
        let loads = inputs.iter().enumerate().map(|(at, slice)| {
            let (local, offset, place) = (local(at), slice.offset, ident(&slice.name));
            let value = if slice.name == "x" { quote!(value) } else { quote!(value as ::core::primitive::i64) };
            quote! {
                for (at, &value) in #local.iter().enumerate() { #place[#offset + at * #tile + s] = #value; }
            }
        });
        quote!(#(#loads)*)
    }

    /// What a sample may be.
    pub(super) fn sample_bound(&self) -> TokenStream {
        let arguments = arguments(self.function);
        quote!(b::SampleOf<#arguments>)
    }

    /// What a batch may be.
    pub(super) fn samples(&self) -> TokenStream {
        self.samples_that(&TokenStream::new())
    }

    /// The same; `more` is what its iterator must be besides.
    pub(super) fn samples_that(&self, more: &TokenStream) -> TokenStream {
        let sample = self.sample_bound();
        quote! {
            impl ::core::iter::IntoIterator<
                Item: #sample,
                IntoIter: ::core::iter::ExactSizeIterator + ::core::clone::Clone #more,
            >
        }
    }

    /// The parts of a sample, as flat slices.
    pub(super) fn parts(&self) -> TokenStream {
        let (arguments, locals) = (arguments(self.function), self.locals());
        let flat = self.inputs().iter().enumerate().map(|(at, input)| {
            let local = local(at);
            flatten(&local, &quote!(#local), input.shape.len())
        });
        quote! {
            let (#locals) = b::SampleOf::<#arguments>::parts(&sample);
            #(#flat)*
        }
    }

    /// Fills the tile with the next samples, each with the weight `scale`, and splits what is computed from what it is
    /// computed of.
    pub(super) fn fill(&self, floats: usize, tile: usize) -> TokenStream {
        let name = format_ident!("__{}_fill_{tile}", self.function.name.unraw());
        quote! {
            let (w, x) = floats.split_at_mut(#floats);
            Self::#name(&mut samples, x, ix, scale);
        }
    }

    /// The function that fills a tile, which is the same for all programs.
    fn filling(&self, inputs: &Inputs, tile: usize) -> TokenStream {
        let name = format_ident!("__{}_fill_{tile}", self.function.name.unraw());
        let sample = self.sample_bound();
        let (weights, inputs) = inputs.slices.split_last().expect("weights come last");
        let (parts, load, weights) = (self.parts(), Self::load(inputs, tile), weights.offset);
        let indices = self.inputs().iter().filter(|input| input.dtype != Dtype::Float);
        let indices = indices.map(|input| elements(&input.shape) * tile).sum::<usize>();
        quote! {
            #[inline(never)]
            fn #name(
                samples: &mut impl ::core::iter::Iterator<Item: #sample>,
                x: &mut [__S],
                ix: &mut [::core::primitive::i64],
                scale: __S,
            ) {
                let mut filled = 0;
                for sample in ::core::iter::Iterator::take(samples, #tile) {
                    let s = filled;
                    #parts
                    #load
                    filled += 1;
                }
                b::fill_up(&mut x[..#weights], #tile, filled);
                b::fill_up(&mut ix[..#indices], #tile, filled);
                b::weigh(&mut x[#weights..][..#tile], filled, scale);
            }
        }
    }

    /// The same as `checked`, and leaves the workspace in `floats` and `ix`.
    pub(super) fn prepare(&self) -> TokenStream {
        let checked = self.checked();
        quote!(#checked let (floats, ix) = workspace.parts();)
    }

    /// Checks all samples; leaves them in `samples` and their number in `count`.
    pub(super) fn checked(&self) -> TokenStream {
        let (parts, checks, count) = (self.parts(), self.checks(), self.model.count);
        quote! {
            b::check_length("params", params.len(), #count)?;
            let mut samples = ::core::iter::IntoIterator::into_iter(samples);
            for sample in ::core::clone::Clone::clone(&samples) {
                #parts
                #checks
            }
            let count = ::core::iter::ExactSizeIterator::len(&samples);
        }
    }

    /// The mean over a batch, with or without the gradient.
    fn batch_of_numbers(&mut self, tiles: &[Tile], gradient: bool) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let (suffix, title, errors) = if gradient {
            (
                "_grad",
                format!(" The mean of [`{name}`](Self::{name}) over the samples; adds its gradient to `gradient`."),
                " If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.",
            )
        } else {
            (
                "",
                format!(" The mean of [`{name}`](Self::{name}) over the samples."),
                " If `params` has the wrong length, an index is out of range, or there are no samples.",
            )
        };
        let word = name.unraw();
        let (public, one) = (format_ident!("{word}{suffix}_batch"), format_ident!("__{word}{suffix}"));
        let only = |tokens: TokenStream| if gradient { tokens } else { TokenStream::new() };
        let count = self.model.count;
        let parameter = only(quote!(gradient: &mut [__S],));
        let check = only(quote!(b::check_length("gradient", gradient.len(), #count)?;));
        let (g, one_seed, all_seed) = (only(quote!(gradient,)), only(quote!(scale,)), only(quote!(1.0,)));
        let (begin, next, finish) =
            (only(self.blocks()), only(quote!(blocks.tile(gradient);)), only(quote!(blocks.finish(gradient);)));
        let (mut works, mut calls) = (TokenStream::new(), TokenStream::new());
        for tile in tiles {
            let program = tile.gradient.as_ref().filter(|_| gradient).unwrap_or(&tile.forward);
            let all = format_ident!("__{word}{suffix}_{}", tile.samples);
            let (inputs, fill) = (self.by_place(program, tile.samples), self.fill(program.floats, tile.samples));
            works.extend(self.tile(program, &inputs, &all, gradient));
            if !gradient {
                works.extend(self.filling(&inputs, tile.samples));
            }
            let least = tile.least;
            calls.extend(quote! {
                while ::core::iter::ExactSizeIterator::len(&samples) >= #least {
                    #fill
                    #next
                    total.add(Self::#all(params, #g w, #all_seed x, ix));
                }
            });
        }
        let (samples, prepare, parts, locals) = (self.samples(), self.prepare(), self.parts(), self.locals());
        let model = &self.model.name;
        quote! {
            #[doc = #title]
            ///
            /// Samples are taken a tile at a time, so memory does not grow with the batch.
            ///
            /// # Errors
            #[doc = #errors]
            #vis fn #public(
                params: &[__S],
                #parameter
                workspace: &mut b::BatchWorkspace<#model>,
                samples: #samples,
            ) -> ::core::result::Result<__S, b::Error> {
                #check
                #prepare
                if count == 0 {
                    return Err(b::Error::Empty);
                }
                let scale = 1.0 / count as __S;
                let mut total = b::Total::<__S>::new();
                #begin
                #calls
                for sample in samples {
                    #parts
                    total.add(Self::#one(params, #g floats, #one_seed #locals) * scale);
                }
                #finish
                Ok(total.value())
            }

            #works
        }
    }

    /// Takes the room for a sum of gradients from the end of `floats`.
    pub(super) fn blocks(&self) -> TokenStream {
        let count = self.model.count;
        quote! {
            let (floats, aside) = floats.split_at_mut(floats.len() - #count);
            let mut blocks = b::Blocks::new(aside);
        }
    }

    /// The function that computes a tile.
    fn tile(&mut self, program: &Program, inputs: &Inputs, name: &Ident, gradient: bool) -> TokenStream {
        let mut arguments = vec![(ident("p"), quote!(&'a [__S]))];
        if gradient {
            arguments.push((ident("g"), quote!(&'a mut [__S])));
        }
        arguments.push((ident("w"), quote!(&'w mut [__S])));
        if gradient {
            arguments.push((ident("seed"), quote!(__S)));
        }
        arguments.extend([(ident("x"), quote!(&'a [__S])), (ident("ix"), quote!(&'a [::core::primitive::i64]))]);
        let body = self.work(program, inputs);
        Work::number(name, arguments, body, program).tokens()
    }

    /// The results for a batch, in a slice.
    fn batch_of_tensors(&mut self, tile: &Tile) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let Tile { samples: tile, least, forward: program, .. } = tile;
        let inputs = self.by_place(program, *tile);
        let result = &program.results[0];
        let (whole, shape) = (parse(&array(&result.shape, "__S")), &result.shape[..result.shape.len() - 1]);
        let (one, size) = (parse(&array(shape, "__S")), elements(shape));
        let word = name.unraw();
        let (public, inner, all) =
            (format_ident!("{word}_batch"), format_ident!("__{word}"), format_ident!("__{word}_batch"));
        let arguments = vec![
            (ident("p"), quote!(&'a [__S])),
            (ident("w"), quote!(&'w mut [__S])),
            (ident("x"), quote!(&'a [__S])),
            (ident("ix"), quote!(&'a [::core::primitive::i64])),
        ];
        let body = self.work(program, &inputs);
        let work = Work {
            name: all.clone(),
            arguments,
            body,
            result: quote!(&'w #whole),
            updates: false,
            wide: program.is_wide(),
        }
        .tokens();
        let (fill, filling) = (self.fill(program.floats, *tile), self.filling(&inputs, *tile));
        let (samples, prepare, parts, locals) = (self.samples(), self.prepare(), self.parts(), self.locals());
        let model = &self.model.name;
        let title = format!(" [`{name}`](Self::{name}) of each sample, written to `results`.");
        quote! {
            #[doc = #title]
            ///
            /// # Errors
            /// If `params` has the wrong length, an index is out of range, or there are not as many results as samples.
            #vis fn #public(
                params: &[__S],
                results: &mut [#one],
                workspace: &mut b::BatchWorkspace<#model>,
                samples: #samples,
            ) -> ::core::result::Result<(), b::Error> {
                #prepare
                b::check_length("results", results.len(), count)?;
                // Nothing is summed.
                let scale = 1.0;
                let mut results = results;
                while results.len() >= #least {
                    let (now, later) = results.split_at_mut(results.len().min(#tile));
                    results = later;
                    #fill
                    let tile = b::flat::<__S, #whole>(Self::#all(params, w, x, ix));
                    for (s, result) in now.iter_mut().enumerate() {
                        let result = b::flat_mut::<__S, #one>(result);
                        for at in 0..#size { result[at] = tile[at * #tile + s]; }
                    }
                }
                for (sample, result) in samples.zip(results) {
                    #parts
                    *result = *Self::#inner(params, floats, #locals);
                }
                Ok(())
            }

            #filling
            #work
        }
    }
}
