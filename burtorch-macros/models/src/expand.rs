//! The pipeline: tokens → elaborate → tensor → plan → emit → tokens.
//!
//! `compile_model_function` has the passes over the graph of one function, in order, with what holds after each.

use std::time::Instant;

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::Precision;
use crate::c;
use crate::dump::{dump, report_time};
use crate::each::Each;
use crate::elaborate::{self, Function, LookupOrder, Model, Parameter};
use crate::emit::{self, Programs, Tile, stub};
use crate::error::Errors;
use crate::format::formatted;
use crate::plan::{Program, plan, plan_step, plan_update, trained};
use crate::tensor::verify::Interface;
use crate::tensor::{self, Graph, Names};
use crate::verify::verify;

/// Tiles whose workspace would have more floats than this have fewer samples, so that a tile stays in the caches.
const TILE_FLOATS: usize = 400_000;
/// Picoseconds per parameter that a stored gradient costs beside a fused step: it is cleared before, and read for the update.
const STORED: usize = 300;

/// `graph! { items }`
pub fn models(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let elaborated = elaborate::elaborate(input, &mut errors);
    let constants = &elaborated.constants;
    let stubs = |errors: TokenStream| {
        let stubs = elaborated.models.iter().map(stub);
        quote!(#errors #(#stubs)*)
    };
    let models = match errors.finish() {
        Ok(()) => {
            let models: TokenStream = elaborated.models.iter().map(compile_model).collect();
            let mut errors = Errors::default();
            elaborate::free_constants(&elaborated.names, &models, &mut errors);
            errors.finish().map_or_else(stubs, |()| models)
        }
        Err(errors) => stubs(errors),
    };
    quote!(#(#[allow(dead_code)] #constants)* #models)
}

fn compile_model(model: &Model) -> TokenStream {
    let start = Instant::now();
    let programs: Vec<_> = model.functions.each(|function| {
        let (programs, notes) = compile_model_function(model, function);
        dump(&function.name, "plan", || plans(&programs, &notes));
        programs
    });
    let (generated, sizes) = emit::model(model, &programs);
    report_time(&model.name, start);
    dump(&model.name, "code", || formatted(&generated));
    let told = c::told(model, sizes);
    quote!(#generated #told)
}

/// The programs of one function, and what was decided about them: the list of passes, with what holds after each.
pub(crate) fn compile_model_function(model: &Model, function: &Function) -> (Programs, Vec<String>) {
    let mut passes = Passes::new(model, function);
    verify("elaborate", || tensor::verify::check(&function.graph, Some(&passes.interface)));
    // After this point: no more mistakes of the user's. There are no structs, calls, generic parameters or constants; of the
    // loops, those over layers and over time are left. Shapes are known, and broadcasting is written out as views.

    let mut programs = passes.one_sample();
    if !function.inputs.is_empty() {
        let floats = programs.gradient.as_ref().map_or(0, |program| program.floats);
        programs.batches = true;
        for samples in function.plan_options.tiles.clone().unwrap_or_else(|| tiles(floats)) {
            programs.tiles.push(passes.tile(samples));
        }
        if function.plan_options.tiles.is_none() {
            drop_slow(&mut programs, &mut passes.notes);
        }
        choose_least(model, &mut programs, floats, &mut passes.notes);
    }
    // After this point: no tile takes longer than its samples one by one, and a tile knows from how many samples on it is less work
    // than smaller tiles.
    (programs, passes.notes)
}

/// The passes over the graph of one function. Each makes a new graph, which is checked.
struct Passes<'f> {
    function: &'f Function,
    precision: Precision,
    interface: Interface,
    names: Names,
    /// What was decided, for `BURTORCH_DUMP=plan`.
    notes: Vec<String>,
}

impl<'f> Passes<'f> {
    fn new(model: &Model, function: &'f Function) -> Self {
        let names = Names {
            parameters: model.parameters.iter().map(|parameter| (parameter.offset, parameter.name.clone())).collect(),
            inputs: function.inputs.each(|input| input.name.to_string()),
        };
        Passes { function, precision: model.precision, interface: interface(model, function), names, notes: Vec::new() }
    }

    fn checked(&self, after: &str, graph: Graph) -> Graph {
        verify(after, || tensor::verify::check(&graph, Some(&self.interface)));
        graph
    }

    fn simplified(&self, graph: &Graph) -> Graph {
        self.checked("simplify", tensor::simplify(graph, self.precision))
        // After this point: views of views are one view, common subexpressions are one node (CSE), no node is dead, and no row of
        // the table is made of other rows.
    }

    /// The function and its reverse sweep, if it returns one number. The gradients with respect to the inputs `wrt` are further
    /// results.
    fn swept(&self, graph: &Graph, wrt: &[usize]) -> Option<Graph> {
        let function = &self.function.graph;
        let is_number = !self.function.tuple && function.shape(function.results[0]).is_empty();
        is_number.then(|| {
            let graph = self.checked("reverse", tensor::reverse(graph, wrt));
            // After this point: each parameter has a list of what is added to its gradient. Loops of the sweep run backwards, and
            // find what they need of the forward loop in stacks of saved values, or compute it again.
            self.simplified(&graph)
        })
    }

    /// The graph of the value, its gradient, and the gradient with respect to the inputs that the user named, if there are any.
    fn swept_inputs(&self, graph: &Graph) -> Option<Graph> {
        let wrt = &self.function.wrt;
        if wrt.is_empty() { None } else { self.swept(graph, wrt) }
    }

    fn laid_out(&mut self, graph: Graph) -> Graph {
        if self.function.plan_options.axes_as_written {
            return graph;
        }
        let graph = tensor::axis_layout(&graph, &mut self.notes);
        let graph = self.checked("axis_layout", graph);
        // After this point: the axis that is shared by most multiplications by weights is innermost, wherever it is.
        self.simplified(&graph)
    }

    /// One sample: its SIMD lanes come from an axis of the model.
    fn one_sample(&mut self) -> Programs {
        let value = self.simplified(&self.function.graph);
        let dot = tensor::dot(&value, &self.function.name.to_string(), &self.names);
        dump(&self.function.name, "dot", || dot.clone());
        let swept = self.swept(&self.function.graph, &[]).map(|graph| self.laid_out(graph));
        // The value alone is laid out as well, and so are gradients of inputs; what is decided about them is not worth a note.
        let noted = self.notes.len();
        let value = self.laid_out(value);
        let inputs = self.swept_inputs(&self.function.graph).map(|graph| self.laid_out(graph));
        self.notes.truncate(noted);
        // After this point: graphs are final. The gradient and the two steps that have the parameters in its place are three
        // plans of one graph.
        Programs {
            forward: plan(&value),
            gradient: swept.as_ref().map(plan),
            step: swept.as_ref().and_then(plan_step),
            update: swept.as_ref().and_then(plan_update),
            inputs: inputs.as_ref().map(plan),
            trained: swept.as_ref().map_or(Vec::new(), trained),
            tiles: Vec::new(),
            batches: false,
            dot,
        }
        // After this point: loop nests over buffers, in order, and every buffer has an offset in the workspace (liveness).
    }

    /// A tile: samples are the innermost axis, and so the SIMD lanes.
    fn tile(&mut self, samples: usize) -> Tile {
        let Function { graph, inputs, plan_options, .. } = self.function;
        let mut graph = self.checked("batch", tensor::batch(graph, samples, inputs.len()));
        // After this point: whatever depends on an input has one more axis, the innermost. A number is the sum over the samples.
        if plan_options.tables != LookupOrder::Early {
            let always = plan_options.tables == LookupOrder::Late;
            graph = tensor::hoist_lookup(&graph, always, &mut self.notes);
            graph = self.checked("hoist_lookup", graph);
        }
        // After this point: tables with fewer rows than are looked up are multiplied by weights before the lookup.
        let (value, swept, inputs) = (self.simplified(&graph), self.swept(&graph, &[]), self.swept_inputs(&graph));
        // After this point: graphs are final.
        Tile {
            samples,
            least: samples,
            forward: plan(&value),
            gradient: swept.as_ref().map(plan),
            step: swept.as_ref().and_then(plan_step),
            inputs: inputs.as_ref().map(plan),
        }
    }
}

/// What the graphs of a function are checked against.
pub(crate) fn interface(model: &Model, function: &Function) -> Interface {
    let parameter = |of: &Parameter| (of.offset, (tensor::elements(&of.shape), of.frozen));
    Interface {
        parameters: model.parameters.iter().map(parameter).collect(),
        bounds: function.inputs.each(|input| input.bound),
    }
}

/// How many samples are computed side by side, the largest number first, for a function that needs so many floats for
/// one: as many as keep the weights busy, as long as what they compute stays in the caches.
fn tiles(floats: usize) -> Vec<usize> {
    if floats <= TILE_FLOATS / 64 { vec![64, 16] } else { vec![16] }
}

/// Drops tiles that take longer than their samples one by one: what many samples compute does not fit into the caches, while the lanes
/// that one sample has of its own are full. Then a batch needs no more memory than a sample, either.
fn drop_slow(programs: &mut Programs, notes: &mut Vec<String>) {
    // A batch of tensors has one program, for a tile.
    let Some(single) = programs.gradient.as_ref().map(Program::estimate) else { return };
    programs.tiles.retain(|tile| {
        let (together, apart) = (tile.estimate(), single.saturating_mul(tile.samples));
        if together > apart {
            notes.push(format!(
                "{} samples one by one: side by side they would take some {} ns, and so some {} ns",
                tile.samples,
                together / 1000,
                apart / 1000
            ));
        }
        together <= apart
    });
}

/// Sets from how many samples on a tile that is not full takes no longer than smaller tiles and single samples.
fn choose_least(model: &Model, programs: &mut Programs, floats: usize, notes: &mut Vec<String>) {
    let single = programs.gradient.as_ref().unwrap_or(&programs.forward).estimate();
    for at in (0..programs.tiles.len()).rev() {
        let (tile, smaller) = programs.tiles[at..].split_first_mut().expect("there is a tile");
        let time = tile.estimate();
        let stored = if tile.step.is_some() { STORED * model.count } else { 0 };
        let pays = |count: &usize| time <= picoseconds(*count, smaller, single).saturating_add(stored);
        tile.least = (2..tile.samples).find(pays).unwrap_or(tile.samples);
        let nanoseconds = [time, single].map(|time| time / 1000);
        notes.push(format!(
            "{} to {} samples side by side, some {} ns; one: {} ns and {floats} floats",
            tile.least, tile.samples, nanoseconds[0], nanoseconds[1]
        ));
    }
}

/// How long a batch takes that is computed in these tiles, the largest first, and the rest of it one by one.
fn picoseconds(count: usize, tiles: &[Tile], single: usize) -> usize {
    let Some((tile, smaller)) = tiles.split_first() else { return count.saturating_mul(single) };
    let (full, rest) = (count / tile.samples, count % tile.samples);
    let rest = if rest >= tile.least { tile.estimate() } else { picoseconds(rest, smaller, single) };
    full.saturating_mul(tile.estimate()).saturating_add(rest)
}

/// What was decided about a function and why, and its programs, as text.
pub(crate) fn plans(programs: &Programs, notes: &[String]) -> String {
    let mut all = vec![("value".to_owned(), Some(&programs.forward))];
    all.push(("gradient".to_owned(), programs.gradient.as_ref()));
    all.push(("step".to_owned(), programs.step.as_ref()));
    all.push(("step of an optimizer".to_owned(), programs.update.as_ref()));
    all.push(("gradient with inputs".to_owned(), programs.inputs.as_ref()));
    for tile in &programs.tiles {
        let named = |what: &str| format!("{what} of {} samples", tile.samples);
        all.push((named("value"), Some(&tile.forward)));
        all.push((named("gradient"), tile.gradient.as_ref()));
        all.push((named("step"), tile.step.as_ref()));
        all.push((named("gradient with inputs"), tile.inputs.as_ref()));
    }
    let notes = notes.each(|note| format!("// {note}\n")).concat();
    let present = all.iter().filter_map(|(name, program)| Some(format!("// {name}\n{}", (*program)?)));
    [notes].into_iter().chain(present).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many samples are side by side in tiles of the function `loss` of layers that are applied to so many vectors.
    fn tiles_of(width: usize, plan: &str) -> (Vec<usize>, bool) {
        let text = format!(
            "pub struct Net {{ layers: [Linear<{width}, {width}>; 8] }}
            impl Net {{
                {plan} pub fn loss(&self, x: Tensor<{width}, {width}>) -> f32 {{
                    let mut x = x;
                    for layer in &self.layers {{ x = x + tanh(layer.forward(x)); }}
                    sum(x)
                }}
            }}"
        );
        let mut errors = Errors::default();
        let models = elaborate::elaborate(text.parse().expect("tokens"), &mut errors).models;
        errors.finish().expect("it is right");
        let (programs, _) = compile_model_function(&models[0], &models[0].functions[0]);
        (programs.tiles.each(|tile| tile.samples), programs.batches)
    }

    #[test]
    fn samples_whose_tile_leaves_the_caches_are_computed_one_by_one() {
        assert_eq!(tiles_of(8, ""), (vec![64, 16], true));
        assert_eq!(tiles_of(128, ""), (vec![], true));
        assert_eq!(tiles_of(128, "#[plan(tiles = [32])]"), (vec![32], true));
    }
}
