//! The passes from the tree of a function to the graphs of its derivatives, in their order, with what holds after each.

use proc_macro2::TokenStream;

use super::refuse::check_lanes;
use super::uncompiled::is_refusal;
use crate::ast::{Function, FunctionKind, Param, Precision};
use crate::build::{build, each_name};
use crate::differentiate::{Directions, reverse_fused, rows, segment, tangent};
use crate::dump::dump;
use crate::emit::Derivatives;
use crate::error::Errors;
use crate::factor::{factor, factor_all};
use crate::graph::{Graph, Id, count_numbers, dot, numbers_in, verify, verify_activity};
use crate::simplify::{finish, hoist, operations_before, pruned, simplify};

/// Gradients of up to this many operations come with second derivatives; those of larger functions take
/// rustc seconds to check, used or not, so they must be asked for.
const SECOND_ORDER: usize = 3000;

/// Jacobians of up to this many rows are computed all at once.
const MOST_ROWS: usize = 8;

/// Why there are no derivatives.
pub(super) enum NotCompiled {
    /// The mistakes; stubs stand in for the derivatives.
    Mistakes(TokenStream),
    /// Where the language of the compiler ends; numbers that record themselves go further.
    Refused(Errors),
    /// The signatures of these functions, which are called, must be known first.
    AskFirst(Vec<syn::Path>),
}

impl From<TokenStream> for NotCompiled {
    fn from(mistakes: TokenStream) -> Self {
        NotCompiled::Mistakes(mistakes)
    }
}

/// All graphs of a function.
pub(super) fn derive(function: &Function, mut errors: Errors) -> Result<Derivatives, NotCompiled> {
    let (before, precision) = (errors.count(), function.scalar.precision);

    // build: tree → graph.
    // After this point there is no more syntax: names are values, assignments are new values, closures and iterators are
    // gone, and a loop is either written out or a region.
    let built = build(function, &mut errors);
    if before == 0 && !built.unknown.is_empty() {
        // Other mistakes may come from a wrong guess; those that do not are found once the signatures are known.
        return Err(NotCompiled::AskFirst(built.unknown));
    }
    if can_be_recorded(function) && errors.are_all(is_refusal) {
        return Err(NotCompiled::Refused(errors));
    }
    errors.finish()?;
    verify(&built.graph, "build");
    verify_activity(&built.graph);
    // After this point there are no more mistakes of the user's, but for an option that does not fit the function.

    // hoist: rows move out of loops.
    // After this point no loop computes a row in every iteration alike.
    let primal = hoist(built.graph);
    verify(&primal, "hoist");

    // segment, with `checkpoint`: the body of a long loop becomes a loop over segments.
    // After this point a loop that the sweep runs once more says so, and saves nothing.
    let segmented = match function.checkpoint {
        Some(span) => {
            let (segmented, loops) = segment(&primal, &function.krate);
            if loops == 0 {
                let mut errors = Errors::default();
                errors.report(
                    span,
                    "there is nothing to checkpoint: this is for a `for` loop of the body itself, which goes forwards and is not left early",
                );
                return Err(errors.into_tokens().into());
            }
            verify(&segmented, "segment");
            Some(segmented)
        }
        None => None,
    };

    // reverse: the function, then the sweep over it.
    // After this point nothing is differentiated any more; rows may be made of other rows, and much is dead or there twice.
    let raw = reverse_fused(segmented.as_ref().unwrap_or(&primal), &mutable_params(function, &primal));
    let raw_operations = operations_before(&raw);

    // finish: exact simplification, down to rows that generated code can call; then `factor`, if the options allow rounding
    // to differ.
    // After this point no row is made of other rows, no two pure nodes are equal, and none is dead.
    let finished = |graph: &Graph| {
        let exact = finish(graph, precision);
        match (function.fast, function.factored) {
            // With `fast`, values are rewritten like derivatives.
            (Some(_), _) => factor_all(&exact, precision),
            (None, true) => factor(&exact, function.params.len(), precision),
            (None, false) => exact,
        }
    };
    let reverse = finished(&raw);

    // tangent: each value with its tangent, of the function and of its sweep. The rows of the sweep stay rows until then
    // (`simplify` instead of `finish`), since rows are what can be differentiated.
    // After this point all graphs are there; `emit` only writes them.
    let has_room = function.second_order.unwrap_or(reverse.operations() <= SECOND_ORDER);
    // There are no third derivatives, so none of a function that calls a derivative of another.
    let sweep = (has_room && !primal.calls_derivatives()).then(|| simplify(&raw, precision));
    let moving = |sweep: &Graph, from: usize| {
        let mut along = sweep.active_params();
        along.extend(&sweep.root().params[function.params.len() + from..]);
        finished(&tangent(sweep, &along, Directions::One))
    };
    // The sums to which adjoints of slices are added have tangents as well; the seed has none.
    let second = sweep.as_ref().map(|sweep| moving(sweep, 1));
    // But where a function is swept by calling itself: a pass for the tangent of the seed alone would be one more at each level.
    let along = sweep.filter(Graph::sweeps_itself).map(|sweep| moving(&sweep, 0));
    let forward = finished(&tangent(&primal, &primal.active_params(), Directions::One));
    let lanes = match function.lanes {
        Some(span) => {
            check_lanes(function, &primal, span)?;
            Some(finished(&tangent(&primal, &primal.active_params(), Directions::Lanes)))
        }
        None => None,
    };
    let rows = jacobian_rows(function, &primal, precision, reverse.operations());
    // Without effects the value is that of the user's own function.
    let value = primal.has_effects().then(|| finish(&primal, precision));

    let text = dot(&pruned(&primal), &function.name.to_string());
    dump(&function.name, "dot", || text.clone());
    dump(&function.name, "graph", || format!("{primal}\n{reverse}"));
    Ok(Derivatives {
        operations: [primal.operations(), raw_operations, reverse.operations()],
        reverse,
        forward,
        lanes,
        second,
        along,
        value,
        rows,
        dot: text,
        items: built.items,
        proofs: built.proofs,
        callees: built.callees,
        dispatches: built.dispatches,
    })
}

/// Whether `tape` takes the signature of a function: numbers in double precision, and no code that comes as an argument.
fn can_be_recorded(function: &Function) -> bool {
    let has_code = |param: &Param| {
        let mut found = false;
        each_name(&param.tokens, &mut |word| found |= word == "dyn" || word == "impl" || word == "fn" || word == "Fn");
        found
    };
    function.kind != FunctionKind::Closure
        && function.scalar.precision == Precision::F64
        && function.type_generics.is_empty()
        && !function.params.iter().any(|param| param.mutable && param.active || has_code(param))
}

/// The arguments that the function changes.
fn mutable_params(function: &Function, primal: &Graph) -> Vec<Id> {
    let params = primal.root().params.iter().zip(&function.params);
    params.filter(|(_, param)| param.mutable).map(|(&id, _)| id).collect()
}

/// The rows of a Jacobian over one forward pass, where it has few of them and more columns.
fn jacobian_rows(function: &Function, primal: &Graph, precision: Precision, operations: usize) -> Option<Graph> {
    count_numbers(&function.result).filter(|count| (2..=MOST_ROWS).contains(count))?;
    let elements = numbers_in(&function.result)?;
    let active = function.params.iter().filter(|param| param.active);
    let columns =
        active.map(|param| count_numbers(&param.ty)).try_fold(0, |all: usize, count| all.checked_add(count?))?;
    let changes = function.params.iter().any(|param| param.mutable);
    if columns <= elements.len() || changes || operations * elements.len() > SECOND_ORDER {
        return None;
    }
    let rows = finish(&rows(primal, &elements), precision);
    (!rows.needs_scratch()).then_some(rows)
}
