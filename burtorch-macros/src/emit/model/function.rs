//! A function of a model: the checks, the call, and the same for batches.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::kernel::array;
use super::program::{Inputs, Kernels, Slice, reference, statements};
use super::{Programs, TILE, element};
use crate::model::{Function, Input, Model};
use crate::plan::Program;
use crate::tensor::{Dtype, elements};

/// How large the workspaces must be.
#[derive(Default)]
pub(super) struct Sizes {
    pub floats: usize,
    pub tile_floats: usize,
    pub tile_indices: usize,
}

/// All that a function of the model becomes.
pub(super) fn function(
    model: &Model,
    function: &Function,
    programs: &Programs,
    kernels: &mut Kernels,
    sizes: &mut Sizes,
) -> TokenStream {
    let mut emit = Emit { model, function, kernels, sizes };
    let single = emit.single(programs);
    let batch = match &programs.tile {
        Some(tile) => emit.batch(tile, programs),
        None => TokenStream::new(),
    };
    let (name, dot) = (format_ident!("{}_DOT", function.name.to_string().to_uppercase()), &programs.dot);
    let vis = &function.vis;
    let title = format!(" The graph of [`{0}`](Self::{0}), as Graphviz text.", function.name);
    quote! {
        #single
        #batch
        #[doc = #title]
        #vis const #name: &'static ::core::primitive::str = #dot;
    }
}

struct Emit<'a> {
    model: &'a Model,
    function: &'a Function,
    kernels: &'a mut Kernels,
    sizes: &'a mut Sizes,
}

impl Emit<'_> {
    fn inputs(&self) -> &[Input] {
        &self.function.inputs
    }

    /// `tokens: &[usize; 8]`; a number is passed by value.
    fn arguments(&self) -> TokenStream {
        let arguments = self.inputs().iter().map(|input| {
            let (name, ty) = (&input.name, parse(&array(&input.shape, &element(input))));
            if input.shape.is_empty() { quote!(#name: #ty) } else { quote!(#name: &#ty) }
        });
        quote!(#(#arguments),*)
    }

    /// The inputs as flat slices.
    fn flat(&self) -> TokenStream {
        let slices = self.inputs().iter().map(|input| {
            let name = &input.name;
            match input.shape.len() {
                0 => quote!(let #name = ::core::slice::from_ref(&#name);),
                rank => {
                    let flatten = (1..rank).map(|_| quote!(.as_flattened()));
                    quote!(let #name = #name.as_slice()#(#flatten)*;)
                }
            }
        });
        quote!(#(#slices)*)
    }

    /// The checks of everything that may be wrong, given the inputs as flat slices.
    fn checks(&self) -> TokenStream {
        let checks = self.inputs().iter().filter_map(|input| {
            let (name, bound) = (&input.name, input.bound?);
            let text = name.to_string();
            Some(quote!(b::check_indices(#text, #name.iter().map(|&index| index as ::core::primitive::i64), #bound)?;))
        });
        quote!(#(#checks)*)
    }

    fn check_params(&self) -> TokenStream {
        let count = self.model.count;
        quote!(b::check_length("params", params.len(), #count)?;)
    }

    fn check_gradient(&self) -> TokenStream {
        let count = self.model.count;
        quote!(b::check_length("gradient", gradient.len(), #count)?;)
    }

    /// The inputs of one sample, by name.
    fn by_name(&self) -> Inputs {
        let slices =
            self.inputs().iter().map(|input| Slice { scalar: element(input), name: input.name.to_string(), offset: 0 });
        Inputs { slices: slices.collect() }
    }

    /// The parameters of the functions that do the work: the inputs as flat slices.
    fn slices(&self) -> (TokenStream, TokenStream) {
        let names: Vec<&Ident> = self.inputs().iter().map(|input| &input.name).collect();
        let types = self.inputs().iter().map(|input| parse(&element(input)));
        (quote!(#(#names: &[#types],)*), quote!(#(#names,)*))
    }

    fn single(&mut self, programs: &Programs) -> TokenStream {
        let Function { name, vis, docs, .. } = self.function;
        let inputs = self.by_name();
        let (arguments, flat, checks) = (self.arguments(), self.flat(), self.checks());
        let (check_params, check_gradient) = (self.check_params(), self.check_gradient());
        let (slices, names) = self.slices();
        let (work, inner) = (self.work(&programs.forward, &inputs), format_ident!("__{name}"));
        let (result, results) = self.results(&programs.forward, &inputs);
        let model = &self.model.name;
        let forward = quote! {
            #(#docs)*
            ///
            /// # Errors
            /// If `params` has the wrong length, or an index is out of range.
            #[allow(clippy::too_many_arguments)]
            #vis fn #name<'w>(
                params: &[S],
                workspace: &'w mut ::burtorch::Workspace<#model>,
                #arguments
            ) -> ::core::result::Result<#result, ::burtorch::Error> {
                #check_params
                #flat
                #checks
                Ok(Self::#inner(params, workspace.floats(), #names))
            }

            fn #inner<'w>(p: &[S], w: &'w mut [S], #slices) -> #result {
                #work
                #results
            }
        };
        let Some(gradient) = &programs.gradient else { return forward };
        let work = self.work(gradient, &inputs);
        let (_, results) = self.results(gradient, &inputs);
        let (grad, inner) = (format_ident!("{name}_grad"), format_ident!("__{name}_grad"));
        let title = format!(" The value of [`{name}`](Self::{name}); adds its gradient to `gradient`.");
        quote! {
            #forward

            #[doc = #title]
            ///
            /// # Errors
            /// If `params` or `gradient` has the wrong length, or an index is out of range.
            #[allow(clippy::too_many_arguments)]
            #vis fn #grad(
                params: &[S],
                gradient: &mut [S],
                workspace: &mut ::burtorch::Workspace<#model>,
                #arguments
            ) -> ::core::result::Result<S, ::burtorch::Error> {
                #check_params
                #check_gradient
                #flat
                #checks
                Ok(Self::#inner(params, gradient, workspace.floats(), #names 1.0))
            }

            fn #inner(p: &[S], g: &mut [S], w: &mut [S], #slices seed: S) -> S {
                #work
                #results
            }
        }
    }

    fn work(&mut self, program: &Program, inputs: &Inputs) -> TokenStream {
        self.sizes.floats = self.sizes.floats.max(program.floats);
        self.sizes.tile_floats = self.sizes.tile_floats.max(program.floats);
        parse(&statements(program, inputs, self.model.precision, self.kernels))
    }

    /// The type of the results, and the expression.
    fn results(&self, program: &Program, inputs: &Inputs) -> (TokenStream, TokenStream) {
        let one = |argument: &crate::plan::Argument| {
            let (ty, value) = (parse(&array(&argument.shape, "S")), parse(&reference(argument, inputs)));
            if argument.shape.is_empty() { (ty, quote!(*#value)) } else { (quote!(&'w #ty), value) }
        };
        let (types, values): (Vec<_>, Vec<_>) = program.results.iter().map(one).unzip();
        if self.function.tuple {
            (quote!((#(#types,)*)), quote!((#(#values,)*)))
        } else {
            (quote!(#(#types)*), quote!(#(#values)*))
        }
    }

    /// Where a tile's inputs lie: floats after what the program computes, integers in a buffer of their own.
    fn by_place(&mut self, program: &Program) -> Inputs {
        let (mut floats, mut indices) = (0, 0);
        let slices = self.inputs().iter().map(|input| {
            let size = elements(&input.shape) * TILE;
            let (scalar, name, next) = match input.dtype {
                Dtype::Float => ("S", "x", &mut floats),
                _ => ("::core::primitive::i64", "ix", &mut indices),
            };
            let offset = *next;
            *next += size;
            Slice { scalar: scalar.to_owned(), name: name.to_owned(), offset }
        });
        let inputs = Inputs { slices: slices.collect() };
        self.sizes.tile_floats = self.sizes.tile_floats.max(program.floats + floats);
        self.sizes.tile_indices = self.sizes.tile_indices.max(indices);
        inputs
    }

    /// Brings sample `s` of a tile to its place.
    fn load(&self, inputs: &Inputs) -> TokenStream {
        let loads = self.inputs().iter().zip(&inputs.slices).map(|(input, slice)| {
            let (name, offset) = (&input.name, slice.offset);
            let place = parse(&slice.name);
            let value = if slice.name == "x" { quote!(value) } else { quote!(value as ::core::primitive::i64) };
            quote! {
                for (at, &value) in #name.iter().enumerate() { #place[#offset + at * #TILE + s] = #value; }
            }
        });
        quote!(#(#loads)*)
    }

    fn batch(&mut self, tile: &Program, programs: &Programs) -> TokenStream {
        if self.inputs().len() > 6 {
            return TokenStream::new();
        }
        let forward = match (&programs.gradient, &self.function.tuple) {
            (Some(_), _) => self.batch_of_numbers(tile, false),
            (None, false) => self.batch_of_tensors(tile),
            (None, true) => TokenStream::new(),
        };
        let gradient = match &programs.tile_gradient {
            Some(gradient) => self.batch_of_numbers(gradient, true),
            None => TokenStream::new(),
        };
        quote!(#forward #gradient)
    }

    /// Generic parameters of a function of batches: what a sample is.
    fn samples(&self) -> TokenStream {
        let sample = Ident::new(&format!("Sample{}", self.inputs().len()), Span::call_site());
        let types = self.inputs().iter().map(|input| parse(&array(&input.shape, &element(input))));
        quote! {
            impl ::core::iter::IntoIterator<
                Item: ::burtorch::model::#sample<#(#types),*>,
                IntoIter: ::core::iter::ExactSizeIterator + ::core::clone::Clone,
            >
        }
    }

    /// The parts of a sample, as flat slices.
    fn parts(&self) -> TokenStream {
        let sample = Ident::new(&format!("Sample{}", self.inputs().len()), Span::call_site());
        let names: Vec<&Ident> = self.inputs().iter().map(|input| &input.name).collect();
        let pattern = if names.len() == 1 { quote!((#(#names),*,)) } else { quote!((#(#names),*)) };
        let flat = self.inputs().iter().map(|input| {
            let name = &input.name;
            match input.shape.len() {
                0 => quote!(let #name = ::core::slice::from_ref(#name);),
                rank => {
                    let flatten = (1..rank).map(|_| quote!(.as_flattened()));
                    quote!(let #name = #name.as_slice()#(#flatten)*;)
                }
            }
        });
        quote! {
            let #pattern = ::burtorch::model::#sample::parts(&sample);
            #(#flat)*
        }
    }

    /// The mean over a batch, with or without the gradient.
    fn batch_of_numbers(&mut self, program: &Program, gradient: bool) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let inputs = self.by_place(program);
        let (work, load, parts, checks) =
            (self.work(program, &inputs), self.load(&inputs), self.parts(), self.checks());
        let (_, results) = self.results(program, &inputs);
        let (samples, model, floats) = (self.samples(), &self.model.name, program.floats);
        let (_, names) = self.slices();
        let (check_params, check_gradient) = (self.check_params(), self.check_gradient());
        let (suffix, title, errors) = match gradient {
            true => (
                "grad_batch",
                format!(" The mean of [`{name}`](Self::{name}) over the samples; adds its gradient to `gradient`."),
                " If `params` or `gradient` has the wrong length, an index is out of range, or there are no samples.",
            ),
            false => (
                "batch",
                format!(" The mean of [`{name}`](Self::{name}) over the samples."),
                " If `params` has the wrong length, an index is out of range, or there are no samples.",
            ),
        };
        let public = format_ident!("{name}_{suffix}");
        let tile = format_ident!("__{name}_{suffix}");
        let one = if gradient { format_ident!("__{name}_grad") } else { format_ident!("__{name}") };
        let only = |tokens: TokenStream| if gradient { tokens } else { TokenStream::new() };
        let (parameter, check, pass) =
            (only(quote!(gradient: &mut [S],)), only(check_gradient), only(quote!(gradient,)));
        let (g, seed, last) = (only(quote!(g: &mut [S],)), only(quote!(seed: S)), only(quote!(scale)));
        quote! {
            #[doc = #title]
            ///
            /// Samples are taken a tile at a time, so memory does not grow with the batch.
            ///
            /// # Errors
            #[doc = #errors]
            #vis fn #public(
                params: &[S],
                #parameter
                workspace: &mut ::burtorch::BatchWorkspace<#model>,
                samples: #samples,
            ) -> ::core::result::Result<S, ::burtorch::Error> {
                #check_params
                #check
                let mut samples = ::core::iter::IntoIterator::into_iter(samples);
                for sample in ::core::clone::Clone::clone(&samples) {
                    #parts
                    #checks
                }
                let count = ::core::iter::ExactSizeIterator::len(&samples);
                if count == 0 {
                    return Err(::burtorch::Error::Empty);
                }
                let scale = 1.0 / count as S;
                let mut total: S = 0.0;
                let (floats, ix) = workspace.parts();
                for _ in 0..count / #TILE {
                    let (w, x) = floats.split_at_mut(#floats);
                    for s in 0..#TILE {
                        let ::core::option::Option::Some(sample) = ::core::iter::Iterator::next(&mut samples) else {
                            break;
                        };
                        #parts
                        #load
                    }
                    total += Self::#tile(params, #pass w, x, ix, #last);
                }
                for sample in samples {
                    #parts
                    total += Self::#one(params, #pass floats, #names #last);
                }
                Ok(total * scale)
            }

            fn #tile(p: &[S], #g w: &mut [S], x: &[S], ix: &[::core::primitive::i64], #seed) -> S {
                #work
                #results
            }
        }
    }

    /// The results for a batch, in a slice.
    fn batch_of_tensors(&mut self, program: &Program) -> TokenStream {
        let Function { name, vis, .. } = self.function;
        let inputs = self.by_place(program);
        let (work, load, parts, checks) =
            (self.work(program, &inputs), self.load(&inputs), self.parts(), self.checks());
        let result = &program.results[0];
        let (whole, value) = (array(&result.shape, "S"), parse(&reference(result, &inputs)));
        let shape = &result.shape[..result.shape.len() - 1];
        let (one, size) = (parse(&array(shape, "S")), elements(shape));
        let whole = parse(&whole);
        let (samples, model, floats) = (self.samples(), &self.model.name, program.floats);
        let (_, names) = self.slices();
        let check_params = self.check_params();
        let (public, tile, inner) =
            (format_ident!("{name}_batch"), format_ident!("__{name}_batch"), format_ident!("__{name}"));
        let title = format!(" [`{name}`](Self::{name}) of each sample, written to `results`.");
        quote! {
            #[doc = #title]
            ///
            /// # Errors
            /// If `params` has the wrong length, an index is out of range, or there are not as many results as samples.
            #vis fn #public(
                params: &[S],
                results: &mut [#one],
                workspace: &mut ::burtorch::BatchWorkspace<#model>,
                samples: #samples,
            ) -> ::core::result::Result<(), ::burtorch::Error> {
                #check_params
                let mut samples = ::core::iter::IntoIterator::into_iter(samples);
                for sample in ::core::clone::Clone::clone(&samples) {
                    #parts
                    #checks
                }
                let count = ::core::iter::ExactSizeIterator::len(&samples);
                b::check_length("results", results.len(), count)?;
                let (floats, ix) = workspace.parts();
                let mut tiles = results.chunks_exact_mut(#TILE);
                for results in &mut tiles {
                    let (w, x) = floats.split_at_mut(#floats);
                    for s in 0..#TILE {
                        let ::core::option::Option::Some(sample) = ::core::iter::Iterator::next(&mut samples) else {
                            break;
                        };
                        #parts
                        #load
                    }
                    let tile = b::read::<S, [[S; #TILE]; #size]>(Self::#tile(params, w, x, ix), 0);
                    for (s, result) in results.iter_mut().enumerate() {
                        let result = b::read_mut::<S, [S; #size]>(b::flat_mut::<S, #one>(result), 0);
                        for (value, all) in result.iter_mut().zip(tile) { *value = all[s]; }
                    }
                }
                for (sample, result) in samples.zip(tiles.into_remainder()) {
                    #parts
                    *result = *Self::#inner(params, floats, #names);
                }
                Ok(())
            }

            fn #tile<'w>(p: &[S], w: &'w mut [S], x: &[S], ix: &[::core::primitive::i64]) -> &'w [S] {
                #work
                let result: &#whole = #value;
                b::flat::<S, #whole>(result)
            }
        }
    }
}

fn parse(text: &str) -> TokenStream {
    text.parse().expect("what is written here is Rust")
}
