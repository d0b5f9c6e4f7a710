//! The programs of a function, as implementations of the traits that drivers of the runtime are generic over.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;

use super::function::{Code, Emit, Steps};
use super::program::{Inputs, Slice};
use super::{Programs, Tile, split};
use crate::plan::{Argument, Memory, Program};
use crate::tensor::{Dtype, elements};

/// Chooses a program of a tile, if it has it.
type Choose = fn(&Tile) -> Option<&Program>;

const VALUE: Choose = |tile| Some(&tile.forward);
const GRADIENT: Choose = |tile| tile.gradient.as_ref();
const STEP: Choose = |tile| tile.step.as_ref();
const INPUTS: Choose = |tile| tile.inputs.as_ref();

impl Emit<'_> {
    /// What is implemented for the function.
    pub(super) fn implementations(&mut self, programs: &Programs) -> TokenStream {
        let facts = self.facts(&programs.forward);
        let programs = if programs.gradient.is_some() {
            self.number(programs)
        } else if self.has_batches(programs) && !self.function.tuple {
            self.tensor(&programs.tiles[0])
        } else {
            TokenStream::new()
        };
        quote!(#facts #programs)
    }

    /// A function whose result is a number.
    fn number(&mut self, programs: &Programs) -> TokenStream {
        let gradient = programs.gradient.as_ref().expect("a number has a gradient");
        let (of, floats) = (self.of.clone(), gradient.floats);
        let trained = programs.trained.iter().map(|range| {
            let (start, end) = (range.start, range.end);
            quote!(#start..#end)
        });
        let single = self.single(programs, gradient);
        let tiles = if self.has_batches(programs) { self.tiles(&programs.tiles) } else { TokenStream::new() };
        let inputs = programs.inputs.as_ref().map(|program| self.input_gradients(programs, program));
        let partial = self.function.partial.then(|| self.partial(programs, gradient));
        quote! {
            impl d::NumberFunction for #of {
                const FLOATS: usize = #floats;
                const TRAINED: &'static [b::Range<usize>] = &[#(#trained),*];
                #single
                #tiles
            }
            #inputs
            #partial
        }
    }

    /// The programs of the gradient of some parameters, for one sample and for tiles.
    fn partial(&mut self, programs: &Programs, single: &Program) -> TokenStream {
        let chosen = Code { steps: Steps::Chosen, ..Code::default() };
        let tiles: &[Tile] = if self.has_batches(programs) { &programs.tiles } else { &[] };
        let tiles: Vec<_> =
            tiles.iter().enumerate().filter_map(|(at, tile)| Some((at, tile.samples, GRADIENT(tile)?))).collect();
        let (of, pattern, inputs) = (self.of.clone(), self.pattern(), self.by_name());
        let alone = self.body(single, &inputs, chosen);
        let together = (!tiles.is_empty()).then(|| {
            let body = self.choice(&tiles, chosen);
            quote! {
                fn tile_gradient_of<__G: ::core::ops::FnMut() -> bool>(
                    tile: usize, p: &[__S], g: &mut [__S], w: &mut [__S], seed: __S, c: &d::Chosen<'_>, go: &mut __G,
                    x: &[__S], ix: &[i64]
                ) -> b::Option<__S> { #body }
            }
        });
        quote! {
            impl d::PartialFunction for #of {
                fn gradient_of<__G: ::core::ops::FnMut() -> bool>(
                    p: &[__S], g: &mut [__S], w: &mut [__S], seed: __S, c: &d::Chosen<'_>, go: &mut __G,
                    inputs: d::References<'_, Self>
                ) -> b::Option<__S> {
                    let #pattern = d::slices::<Self>(inputs);
                    #alone
                }
                #together
            }
        }
    }

    /// The programs that also compute gradients with respect to arguments, for one sample and for tiles.
    fn input_gradients(&mut self, programs: &Programs, single: &Program) -> TokenStream {
        let end = |program: &Program| {
            let (floats, places) = (program.floats, program.results[1..].iter().map(place));
            quote!(d::InputProgram { floats: #floats, places: &[#(#places),*] })
        };
        let tiles: &[Tile] = if self.has_batches(programs) { &programs.tiles } else { &[] };
        let tiles: Vec<_> =
            tiles.iter().enumerate().filter_map(|(at, tile)| Some((at, tile.samples, INPUTS(tile)?))).collect();
        let all = std::iter::once(single).chain(tiles.iter().map(|(.., program)| *program)).map(end);
        let names = self.function.wrt.iter().map(|&at| format!("{}_grads", self.inputs()[at].name.unraw()));
        let (of, pattern) = (self.of.clone(), self.pattern());
        let facts = quote! {
            const NAMES: &'static [&'static b::str] = &[#(#names),*];
            const PROGRAMS: &'static [d::InputProgram] = &[#(#all),*];
        };
        self.sizes.floats = self.sizes.floats.max(single.floats);
        let inputs = self.by_name();
        let alone = self.body(single, &inputs, Code::default());
        let together = (!tiles.is_empty()).then(|| {
            let body = self.choice(&tiles, Code::default());
            quote! {
                fn tile_input_gradient(
                    tile: usize, p: &[__S], g: &mut [__S], w: &mut [__S], seed: __S, x: &[__S], ix: &[i64]
                ) -> __S { #body }
            }
        });
        quote! {
            impl d::InputFunction for #of {
                #facts
                fn input_gradient(
                    p: &[__S], g: &mut [__S], w: &mut [__S], seed: __S, inputs: d::References<'_, Self>
                ) -> __S {
                    let #pattern = d::slices::<Self>(inputs);
                    #alone
                }
                #together
            }
        }
    }

    /// The programs for one sample. Where a step has none of its own, the trait makes one of the gradient's, which it stores in
    /// the workspace.
    fn single(&mut self, programs: &Programs, gradient: &Program) -> TokenStream {
        let (inputs, pattern, count) = (self.by_name(), self.pattern(), self.model.count);
        let slices = quote!(let #pattern = d::slices::<Self>(inputs););
        let mut code = TokenStream::new();
        let mut room = gradient.floats;
        let body = self.body(gradient, &inputs, Code::default());
        code.extend(quote! {
            fn gradient(p: &[__S], g: &mut [__S], w: &mut [__S], seed: __S, inputs: d::References<'_, Self>) -> __S { #slices #body }
        });
        let changes = Code { changes: true, ..Code::default() };
        for (program, is_update) in [(&programs.step, false), (&programs.update, true)] {
            let Some(program) = program else {
                room = room.max(gradient.floats + count);
                continue;
            };
            room = room.max(program.floats);
            let body = self.body(program, &inputs, changes);
            code.extend(if is_update {
                quote! {
                    fn update<__U: b::Update<__S>>(
                        p: &mut [__S], w: &mut [__S], seed: __S, mut u: b::Step<'_, __S, __U>, inputs: d::References<'_, Self>
                    ) -> __S { #slices #body }
                }
            } else {
                quote! {
                    fn descend(p: &mut [__S], w: &mut [__S], seed: __S, inputs: d::References<'_, Self>) -> __S { #slices #body }
                }
            });
        }
        self.sizes.floats = self.sizes.floats.max(room);
        self.sizes.tile_floats = self.sizes.tile_floats.max(room);
        code
    }

    /// The programs for tiles.
    fn tiles(&mut self, tiles: &[Tile]) -> TokenStream {
        let rows = tiles.iter().map(|tile| {
            let (samples, least) = (tile.samples, tile.least);
            let program = |program: &Program| {
                let (floats, splits) = (program.floats, splits(program));
                quote!(d::TileProgram { floats: #floats, splits: #splits })
            };
            let (value, gradient) =
                (program(&tile.forward), program(tile.gradient.as_ref().expect("a number has a gradient")));
            let step = match tile.step.as_ref().map(program) {
                Some(step) => quote!(b::Some(#step)),
                None => quote!(b::None),
            };
            quote!(d::Tile { samples: #samples, least: #least, value: #value, gradient: #gradient, step: #step })
        });
        let rows = quote!(const TILES: &'static [d::Tile] = &[#(#rows),*];);
        let (g, seed, team) = (quote!(g: &mut [__S],), quote!(seed: __S,), quote!(, team: &mut b::Team));
        let none = TokenStream::new();
        let kinds = [
            (quote!(tile_value), quote!(split_value), VALUE, false, &none, &none),
            (quote!(tile_gradient), quote!(split_gradient), GRADIENT, false, &g, &seed),
            (quote!(tile_descend), quote!(split_descend), STEP, true, &none, &seed),
        ];
        let mut code = rows;
        for (alone, together, choose, changes, g, seed) in kinds {
            let p = if changes { quote!(&mut [__S]) } else { quote!(&[__S]) };
            for (name, team, shared) in [(alone, &none, false), (together, &team, true)] {
                let all: Vec<_> = tiles
                    .iter()
                    .enumerate()
                    .filter_map(|(at, tile)| Some((at, tile.samples, choose(tile)?)))
                    .filter(|(.., program)| !shared || splits(program))
                    .collect();
                if all.is_empty() {
                    continue;
                }
                let steps = if shared { Steps::Shared } else { Steps::All };
                let body = self.choice(&all, Code { changes, steps, ..Code::default() });
                code.extend(quote! {
                    fn #name(tile: usize, p: #p, #g w: &mut [__S], #seed x: &[__S], ix: &[i64] #team) -> __S { #body }
                });
            }
        }
        code
    }

    /// Runs the program of index `tile`; each is given with its index and its number of samples.
    fn choice(&mut self, programs: &[(usize, usize, &Program)], code: Code) -> TokenStream {
        let mut bodies = programs.iter().map(|(at, samples, program)| {
            let inputs = self.by_place(program, *samples);
            (*at, self.body(program, &inputs, code))
        });
        let mut bodies: Vec<_> = bodies.by_ref().collect();
        let (_, last) = bodies.pop().expect("there is a program");
        if bodies.is_empty() {
            return last;
        }
        let (places, bodies): (Vec<_>, Vec<_>) = bodies.into_iter().unzip();
        quote!(match tile { #(#places => { #bodies })* _ => { #last } })
    }

    /// Where the inputs of a tile and its weights lie: floats in `x`, integers in `ix`.
    fn by_place(&mut self, program: &Program, tile: usize) -> Inputs {
        let (mut floats, mut indices) = (0, 0);
        let slices = self.inputs().iter().map(|input| {
            let (scalar, name, next) = match input.dtype {
                Dtype::Float => ("__S", "x", &mut floats),
                _ => ("i64", "ix", &mut indices),
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

    /// A function whose result is a tensor, for a tile.
    fn tensor(&mut self, tile: &Tile) -> TokenStream {
        let Tile { samples, least, forward: program, .. } = tile;
        let (of, floats) = (self.of.clone(), program.floats);
        let inputs = self.by_place(program, *samples);
        let body = self.body(program, &inputs, Code { flat: true, ..Code::default() });
        quote! {
            impl d::TensorFunction for #of {
                const SAMPLES: usize = #samples;
                const LEAST: usize = #least;
                const FLOATS: usize = #floats;
                fn tile_value<'w>(p: &[__S], w: &'w mut [__S], x: &[__S], ix: &[i64]) -> &'w [__S] { #body }
            }
        }
    }
}

/// Where a result lies in the workspace.
fn place(result: &Argument) -> usize {
    match &result.memory {
        Memory::Workspace { leaf, .. } => leaf.offset,
        memory => unreachable!("{memory:?} is no place of a result"),
    }
}

/// Whether threads share the kernels of a program.
fn splits(program: &Program) -> bool {
    cfg!(feature = "parallel") && split::pays(program)
}
