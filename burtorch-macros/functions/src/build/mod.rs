//! [`ast`](crate::ast) → graph: names become values, assignments new values, control flow regions.
//!
//! Loops with few iterations are written out, the others stay loops. What no differentiated value
//! touches passes through as the user's own tokens. Every mistake is reported; where one is, a
//! [`Kind::Poison`] stands in the graph, and what uses it is not reported again.

mod access;
mod arithmetic;
mod assign;
mod call;
mod called;
mod capture;
mod chains;
mod changes;
mod check;
mod choices;
mod closures;
mod control;
mod declared;
mod decompositions;
mod dispatch;
mod drive;
mod drops;
mod elements;
mod ends;
mod errors;
mod expressions;
mod flow;
mod frames;
mod function_values;
mod handed;
mod helpers;
mod in_place;
mod items;
mod iterators;
mod jumps;
mod libraries;
mod loops;
mod methods;
mod observed;
mod opened;
mod operators;
mod optional;
mod passes;
mod proofs;
mod pulled;
mod references;
mod refused;
mod resolution;
mod scalars;
mod slices;
mod sorts;
mod state;
mod statements;
mod structs;
mod template;
mod value;
mod vectors;

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};

use crate::ast::{Closure, Function, Len, Type};
pub use called::companion_name;
pub use state::{each_name, is_pure_method};

use crate::dispatch::Dispatch;
use crate::each::Each;
use crate::error::Errors;
use crate::graph::{Graph, Id, Kind, Set, Step, Template, Writer};
use crate::proofs::Proof;
use value::{Value, join};

/// Builds the graph of a function; its results are its value, and what its `&mut` arguments are at the end.
pub fn build(function: &Function, errors: &mut Errors) -> Built {
    let (mut vectors, before) = (Vec::new(), errors.count());
    loop {
        let known = vectors.len();
        let built = build_once(function, errors, &mut vectors);
        // What is pushed to a vector shows what it holds, and then the function is built anew.
        if vectors.len() == known {
            return built;
        }
        errors.truncate(before);
    }
}

/// Builds the graph, where it is known what these variables hold that start as empty vectors; adds what it finds out.
fn build_once(function: &Function, errors: &mut Errors, vectors: &mut Vec<(String, Type)>) -> Built {
    let mut builder = Builder {
        w: Writer::new(Graph::new()),
        function,
        errors,
        vars: Vec::new(),
        items: Vec::new(),
        bounds: Vec::new(),
        unrolling: None,
        gave_up: false,
        in_loop: false,
        in_index: false,
        loops: Vec::new(),
        passes: passes::Passes::default(),
        iterations: 1,
        holes: 0,
        resumed: 0,
        written: 0,
        branching: Set::default(),
        consumer: None,
        unwrapped: false,
        wants_option: false,
        tails: vec![helpers::tail_name(&function.body)],
        collects_code: false,
        hidden: Vec::new(),
        frames: Vec::new(),
        helpers: Vec::new(),
        changed: None,
        known: Set::default(),
        vectors,
        guesses: Vec::new(),
        unexpanded: Vec::new(),
        dispatches: Vec::new(),
        callees: Vec::new(),
        proofs: Vec::new(),
        proved_rows: Vec::new(),
        in_library: 0,
        in_place: 0,
        not_in_place: Set::default(),
    };
    builder.w.joins_reads = true;
    builder
        .w
        .graph
        .set_number_params(function.params.each(|param| !param.active && state::is_number_type(&param.tokens)));
    for param in &function.params {
        builder.w.span = param.name.span();
        let id = builder.w.param(Kind::Param, param.ty.clone(), param.active, Some(&param.name));
        let (state, by_value) = (Builder::is_state_param(param), !param.by_ref);
        builder.vars.push(Variable { by_value, state, ..Variable::new(&param.name, id, false) });
    }
    builder.prove_vectors();
    builder.refuse_destructors(&function.body);
    let results = builder.tail_block(&function.body, &jumps::Continuation::End);
    builder.w.graph.region_mut(Graph::ROOT).results.clone_from(&results);
    if builder.errors.count() == 0 {
        builder.check_that_vectors_can_be_copied();
        builder.mark_unused_calls(&results);
        if builder.errors.count() == 0 {
            builder.check_that_arguments_reach(&results);
        }
    }
    builder.prove_libraries();
    let unknown = builder.functions_to_ask();
    let Builder { w, items, proofs, callees, dispatches, .. } = builder;
    Built { graph: w.graph, items, unknown, proofs, callees, dispatches }
}

/// What `build` makes of a function.
pub struct Built {
    pub graph: Graph,
    /// Items inside the body, to be repeated in the generated functions.
    pub items: Vec<TokenStream>,
    /// Called functions whose signatures must be known first. Where there is one, the graph is built on a guess.
    pub unknown: Vec<syn::Path>,
    /// What the names in the body are taken to mean.
    pub proofs: Vec<Proof>,
    /// Functions whose companion types go by other names: see [`companion_name`].
    pub callees: Vec<TokenStream>,
    /// Hidden traits that stand beside the function, and the generic parameters that they bound.
    pub dispatches: Vec<(Dispatch, Ident)>,
}

#[allow(clippy::struct_excessive_bools, reason = "each is an answer of its own")]
struct Builder<'a> {
    w: Writer,
    function: &'a Function,
    errors: &'a mut Errors,
    /// The variables in scope, innermost last.
    vars: Vec<Variable>,
    items: Vec<TokenStream>,
    /// Loop indices and a constant that each stays below.
    bounds: Vec<(Id, Len)>,
    /// While a loop is being written out: the number of nodes at which to give up.
    unrolling: Option<usize>,
    /// The loop that is being written out is too long, and so are those around it.
    gave_up: bool,
    /// Inside the body of a loop that stays a loop.
    in_loop: bool,
    /// In an expression that is an index.
    in_index: bool,
    /// The loops around, innermost last.
    loops: Vec<jumps::LoopScope>,
    /// What earlier passes found out of them.
    passes: passes::Passes,
    /// How many iterations of the loops around are kept on the stack.
    iterations: usize,
    /// How many holes were made.
    holes: usize,
    /// How often the rest of the function was built.
    resumed: usize,
    /// How many expressions the calls of closures wrote out.
    written: usize,
    /// Right sides of `&&` and `||` that are more than code, by their addresses in the tree.
    branching: Set<usize>,
    /// The method that is called on the iterator that is being looked at, if it is none that is known.
    consumer: Option<Ident>,
    /// What the chain that is being looked at yields is taken out of its `Option` by `unwrap`.
    unwrapped: bool,
    /// The variables that the functions whose bodies are being built return at their ends.
    tails: Vec<Option<Ident>>,
    /// A method of an `Option` is called on the value of the expression that is built next.
    wants_option: bool,
    /// What is being collected is not differentiated.
    collects_code: bool,
    /// Variables that the closures around do not see.
    hidden: Vec<std::ops::Range<usize>>,
    /// The functions whose bodies are being built where they are called, innermost last.
    frames: Vec<frames::Frame>,
    /// The helpers that were read; they stay, since loops and conditions are known by where they are in a tree.
    helpers: Vec<helpers::Known>,
    /// The names of variables that are changed in place, once somebody has asked.
    changed: Option<Rc<Set<String>>>,
    /// What loops carry that is of a type of the standard library.
    known: Set<Id>,
    /// Variables that start as empty vectors or as `None`, and what differentiated values are put into them.
    vectors: &'a mut Vec<(String, Type)>,
    /// Called functions of the file of which it is not known yet what becomes of them.
    unexpanded: Vec<syn::Path>,
    /// Traits whose implementations are told apart by a bound of a generic parameter.
    dispatches: Vec<(Dispatch, Ident)>,
    /// Calls of which nothing is known.
    guesses: Vec<called::Guess>,
    /// Functions whose companion types go by other names.
    callees: Vec<TokenStream>,
    /// What rustc is asked about names.
    proofs: Vec<Proof>,
    /// Methods that were taken for rows of the table.
    proved_rows: Vec<proofs::ProvedRow>,
    /// How many functions of other libraries are being built: what their names mean is known.
    in_library: usize,
    /// How many expressions of callees with derivatives of their own are built here.
    in_place: usize,
    /// The places in the file of callees that cannot be.
    not_in_place: Set<usize>,
}

#[derive(Clone)]
struct Variable {
    name: Ident,
    /// The name once more, and where it comes from, to compare with.
    text: String,
    expansion: String,
    id: Id,
    /// A local reference; the graph knows only what it refers to.
    is_ref: bool,
    /// Surely no reference.
    by_value: bool,
    /// What a `&mut` reference refers to: a variable, and the steps to a part of it.
    alias: Option<(usize, Vec<Step>)>,
    closure: Option<LocalClosure>,
    /// The type that was declared for what it holds, where that is code.
    declared: Option<Rc<syn::Type>>,
    /// Code that is not differentiated may change it where it is, so it is no value of the graph.
    state: bool,
}

/// A closure that is bound to a name.
#[derive(Clone)]
struct LocalClosure {
    closure: Rc<Closure>,
    /// How many variables it sees, but for these.
    depth: usize,
    hidden: Vec<std::ops::Range<usize>>,
    /// Of a `move` closure: what the variables that it mentions were.
    moved: Vec<(usize, Id)>,
    /// How many expressions a call writes out.
    written: usize,
}

impl Variable {
    fn new(name: &Ident, id: Id, is_ref: bool) -> Self {
        let (text, expansion) = (name.to_string(), expansion(name.span()));
        Variable {
            name: name.clone(),
            text,
            expansion,
            id,
            is_ref,
            by_value: false,
            closure: None,
            alias: None,
            declared: None,
            state: false,
        }
    }

    /// A variable that the user did not write.
    fn ours(text: &str, id: Id) -> Self {
        let name = Ident::new(text.trim(), Span::mixed_site());
        Variable { text: text.to_owned(), ..Variable::new(&name, id, false) }
    }
}

/// Whether two names mean the same variable: equal, and from the same expansion of a macro.
fn same_name(a: &Ident, b: &Ident) -> bool {
    a == b && expansion(a.span()) == expansion(b.span())
}

/// Which expansion a span comes from.
///
/// `proc_macro` has no other way to ask: a span shows itself as `#3 bytes(10..12)`, the number being
/// that of the expansion.
pub fn expansion(span: Span) -> String {
    let text = format!("{span:?}");
    match text.split_once(' ') {
        Some((number, _)) if number.starts_with('#') => number.to_owned(),
        _ => String::new(),
    }
}
