//! The pipeline: tokens → model → tensor → plan → emit → tokens.

use std::time::Instant;

use proc_macro2::TokenStream;
use quote::quote;

use crate::dump::{dump, report_time};
use crate::each::Each;
use crate::elaborate::{self, LookupOrder};
use crate::emit::{self, Programs, Tile, stub};
use crate::error::Errors;
use crate::plan::{plan, plan_step, plan_update, trained};
use crate::tensor::{self, verify::Known};
use crate::verify::verify;

/// Tiles of samples whose workspace has more floats than this are cut smaller.
const TILE_FLOATS: usize = 400_000;
/// A gradient that is stored takes so many picoseconds more for each parameter: it is cleared, and read for the update.
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

fn compile_model(model: &elaborate::Model) -> TokenStream {
    let start = Instant::now();
    let programs: Vec<_> = model.functions.each(|function| {
        let (programs, notes) = compile_model_function(model, function);
        dump(&function.name, "plan", || plans(&programs, &notes));
        programs
    });
    let generated = emit::model(model, &programs);
    report_time(&model.name, start);
    dump(&model.name, "code", || generated.to_string());
    generated
}

/// The programs of one function: its value and gradient, for one sample and for a tile. And what was decided about them.
pub(crate) fn compile_model_function(
    model: &elaborate::Model,
    function: &elaborate::Function,
) -> (Programs, Vec<String>) {
    let plan_options = &function.plan_options;
    let known = known(model, function);
    let checked = |graph: tensor::Graph, after: &str| {
        verify(after, || tensor::verify::check(&graph, Some(&known)));
        graph
    };
    verify("model", || tensor::verify::check(&function.graph, Some(&known)));
    let simplified = |graph: &tensor::Graph| checked(tensor::simplify(graph, model.precision), "simplify");
    let is_number = !function.tuple && function.graph.shape(function.graph.results[0]).is_empty();
    // The gradient, and the step that has the parameters in its place, are two plans of one graph.
    let swept = |graph: &tensor::Graph| is_number.then(|| simplified(&checked(tensor::reverse(graph), "reverse")));
    let primal = simplified(&function.graph);
    let text = tensor::dot(&primal, &function.name.to_string());
    dump(&function.name, "dot", || text.clone());

    // One sample has no lanes of its own.
    let mut notes = Vec::new();
    let turned = |graph: tensor::Graph, notes: &mut Vec<String>| {
        if plan_options.axes_as_written {
            graph
        } else {
            simplified(&checked(tensor::axis_layout(&graph, notes), "axis_layout"))
        }
    };
    let single = swept(&function.graph).map(|graph| turned(graph, &mut notes));
    let gradient = single.as_ref().map(plan);
    let mut programs = Programs {
        forward: plan(&turned(primal, &mut Vec::new())),
        step: single.as_ref().and_then(plan_step),
        update: single.as_ref().and_then(plan_update),
        trained: single.as_ref().map_or(Vec::new(), trained),
        gradient,
        tiles: Vec::new(),
        dot: text,
    };
    if !function.inputs.is_empty() {
        let floats = programs.gradient.as_ref().map_or(0, |program| program.floats);
        for samples in plan_options.tiles.clone().unwrap_or_else(|| tiles(floats)) {
            let mut graph = checked(tensor::batch(&function.graph, samples, function.inputs.len()), "batch");
            if plan_options.tables != LookupOrder::Early {
                graph = checked(
                    tensor::hoist_lookup(&graph, plan_options.tables == LookupOrder::Late, &mut notes),
                    "hoist_lookup",
                );
            }
            let swept = swept(&graph);
            programs.tiles.push(Tile {
                samples,
                least: samples,
                forward: plan(&simplified(&graph)),
                gradient: swept.as_ref().map(plan),
                step: swept.as_ref().and_then(plan_step),
            });
        }
        let single = programs.gradient.as_ref().unwrap_or(&programs.forward).picoseconds();
        for at in (0..programs.tiles.len()).rev() {
            let (tile, smaller) = programs.tiles[at..].split_first_mut().expect("there is a tile");
            let time = tile.picoseconds();
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
    (programs, notes)
}

/// What the graphs of a function are checked against.
pub(crate) fn known(model: &elaborate::Model, function: &elaborate::Function) -> Known {
    let parameter = |of: &elaborate::Parameter| (of.offset, (tensor::elements(&of.shape), of.frozen));
    Known {
        parameters: model.parameters.iter().map(parameter).collect(),
        bounds: function.inputs.each(|input| input.bound),
    }
}

/// How many samples are computed side by side, the largest number first, for a function that needs so many floats for
/// one: as many as keep the weights busy, as long as what they compute stays in the caches.
fn tiles(floats: usize) -> Vec<usize> {
    if floats <= TILE_FLOATS / 64 { vec![64, 16] } else { vec![16] }
}

/// How long a batch takes that is computed in these tiles, the largest first, and the rest of it one by one.
fn picoseconds(count: usize, tiles: &[Tile], single: usize) -> usize {
    let Some((tile, smaller)) = tiles.split_first() else { return count.saturating_mul(single) };
    let (full, rest) = (count / tile.samples, count % tile.samples);
    let rest = if rest >= tile.least { tile.picoseconds() } else { picoseconds(rest, smaller, single) };
    full.saturating_mul(tile.picoseconds()).saturating_add(rest)
}

/// What was decided about a function and why, and its programs, as text.
pub(crate) fn plans(programs: &Programs, notes: &[String]) -> String {
    let mut all = vec![("value".to_owned(), Some(&programs.forward))];
    all.push(("gradient".to_owned(), programs.gradient.as_ref()));
    all.push(("step".to_owned(), programs.step.as_ref()));
    all.push(("step of an optimizer".to_owned(), programs.update.as_ref()));
    for tile in &programs.tiles {
        let named = |what: &str| format!("{what} of {} samples", tile.samples);
        all.push((named("value"), Some(&tile.forward)));
        all.push((named("gradient"), tile.gradient.as_ref()));
        all.push((named("step"), tile.step.as_ref()));
    }
    let notes = notes.each(|note| format!("// {note}\n")).concat();
    let present = all.iter().filter_map(|(name, program)| Some(format!("// {name}\n{}", (*program)?)));
    [notes].into_iter().chain(present).collect::<Vec<_>>().join("\n")
}
