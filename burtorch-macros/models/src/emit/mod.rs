//! Models → tokens: a type, its sizes, and its functions, for one sample and for batches.

mod accessors;
mod angles;
mod block;
mod elementwise;
mod forms;
mod function;
mod implementation;
mod kernel;
mod kernels;
mod loss;
mod pairs;
mod program;
mod rows;
mod split;
mod stub;
mod table;
mod transpose;
mod update;
mod vectors;
mod wide;
mod width;

use std::ops::Range;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::ast::Precision;
use crate::elaborate::{Input, Model};
use crate::plan::Program;

pub(crate) use function::PARTS;
use function::{Emit, Sizes};
use kernels::Kernels;
pub use stub::stub;

/// The programs of a function of a model.
pub struct Programs {
    pub forward: Program,
    /// For functions with a number as result.
    pub gradient: Option<Program>,
    /// The program of a step of gradient descent: the gradient's, with the parameters in its place, where that is possible.
    pub step: Option<Program>,
    /// The program of a step of an optimizer, of one sample: for several, gradients are sums, which must be stored.
    pub update: Option<Program>,
    /// The gradient with those with respect to arguments, which are its further results, if there are any.
    pub inputs: Option<Program>,
    /// The parameters that get a gradient.
    pub trained: Vec<Range<usize>>,
    /// The programs for tiles of samples, the largest first; none if there are no inputs, or if samples are faster one by one.
    pub tiles: Vec<Tile>,
    /// Whether there are samples: arguments.
    pub batches: bool,
    pub dot: String,
}

/// The programs for several samples side by side.
pub struct Tile {
    pub samples: usize,
    /// So many samples are worth a tile that is filled up with others.
    pub least: usize,
    pub forward: Program,
    pub gradient: Option<Program>,
    pub step: Option<Program>,
    pub inputs: Option<Program>,
}

impl Tile {
    /// About how long its gradient takes, or its value if it has none.
    pub fn estimate(&self) -> usize {
        self.gradient.as_ref().unwrap_or(&self.forward).estimate()
    }
}

/// What stands in the user's program for a model; and the floats of its workspace, the floats of that for batches, and its indices.
pub fn model(model: &Model, programs: &[Programs]) -> (TokenStream, [usize; 3]) {
    let mut kernels = Kernels::default();
    let mut sizes = Sizes::default();
    let (mut functions, mut implementations) = (TokenStream::new(), TokenStream::new());
    for (at, (function, programs)) in model.functions.iter().zip(programs).enumerate() {
        let of = format_ident!("__F{at}");
        let mut emit = Emit { model, function, of, kernels: &mut kernels, sizes: &mut sizes };
        let (public, own) = emit.function(programs);
        functions.extend(public);
        implementations.extend(own);
    }
    let dots = model.functions.iter().zip(programs).map(|(function, programs)| function::dot(function, programs));
    let Model { name, vis, docs, count, krate, .. } = model;
    let trained = model
        .functions
        .iter()
        .zip(programs)
        .find(|(function, programs)| function.name == "loss" && programs.batches && programs.gradient.is_some());
    let loss = trained
        .filter(|(function, _)| function.inputs.len() <= function::PARTS)
        .map(|(function, _)| loss::loss(name, &function::arguments(function)));
    let scalar = scalar(model.precision);
    let kernels = kernels.tokens();
    let ((slots, parameters), rows) = (table::table(model), model.parameters.len());
    let Sizes { floats, mut tile_floats, tile_indices } = sizes;
    if programs.iter().any(|programs| programs.batches && programs.gradient.is_some()) {
        // Where the gradient of a large batch is summed up.
        tile_floats += count;
    }
    let code = quote! {
        #(#docs)*
        #[allow(dead_code)]
        #vis enum #name {}

        #[automatically_derived]
        #[allow(
            dead_code, unused_imports, unused_variables, unused_mut, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery,
            clippy::restriction
        )]
        const _: () = {
            // The path of the crate stands in one place, so that one that does not exist is one error.
            use #krate::__private as b;
            use b::{Blocks as _, Elementwise as _, RowSums as _, Vector as _, driver as d, i64, u64, usize};
            type __S = b::#scalar;
            const __SLOTS: [b::Slot; #rows] = [#slots];

            impl b::Model for #name {
                type Scalar = __S;
                type Floats = [__S; #floats];
                type TileFloats = [__S; #tile_floats];
                type TileIndices = [i64; #tile_indices];
                const PARAMS: usize = #count;
                const PARAMETERS: &'static [b::Parameter] = {
                    // A name of its own: one table, and not one for each part of the program that reads it.
                    static TABLE: [b::Parameter; #rows] = [#parameters];
                    &TABLE
                };
            }

            impl #name {
                /// How many parameters the model has.
                pub const PARAMS: usize = #count;

                /// How many floats its workspace holds.
                pub const WORKSPACE: usize = #floats;

                /// How many floats its workspace for batches holds.
                pub const BATCH_WORKSPACE: usize = #tile_floats;

                /// Gives every parameter its first values, which depend on the generator alone.
                ///
                /// # Errors
                /// If `params` does not have [`PARAMS`](Self::PARAMS) elements.
                pub fn init(params: &mut [__S], rng: &mut b::Rng) -> b::Result<(), b::Error> {
                    b::initialise(&__SLOTS, params, #count, rng)
                }

                #functions
            }

            // Documentation lists the constants of a block before its functions: in a block of their own, graphs come last.
            impl #name {
                #(#dots)*
            }

            #implementations

            #loss

            #kernels
        };
    };
    (code, [floats, tile_floats, tile_indices])
}

pub(crate) fn scalar(precision: Precision) -> TokenStream {
    match precision {
        Precision::F32 => quote!(f32),
        Precision::F64 | Precision::Generic => quote!(f64),
    }
}

/// The type of an input's elements.
fn element(input: &Input) -> String {
    match input.int {
        Some(int) => format!("b::{}", int.name),
        None => "__S".to_owned(),
    }
}
