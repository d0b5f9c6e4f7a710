//! The body of a generated function: nodes become `let`s, regions blocks.
//!
//! A value that is used once stands where it is used, as a person would write it; deep nesting is cut.
//! The body is written as text and read back as tokens in one go, which is many times faster than
//! making each token. Tokens of the user's keep their spans: marks stand for them in the text.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use burtorch_runtime::rules::{Notation, Op};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

use super::call::adjoints_read;
use super::names::{Names, Uses};
use super::operand::Value;
use super::place::substitute;
use super::shape::{Code, Context};
use super::slices::{Loop, Slices};
use super::text::{joined, read};
use super::vector::Vector;
use crate::build::{each_name, expansion};
use crate::each::Each;
use crate::graph::{Callee, Graph, Id, IdMap, Kind, RegionId, SaveStack, Set, Step, Table, Type};

/// What marks start with.
pub(super) const MARK: &str = "__burtorch_mark_";

/// A written graph.
pub(super) struct Written {
    pub statements: TokenStream,
    pub results: Vec<TokenStream>,
    /// What is done when the results are computed.
    pub recycled: TokenStream,
    /// The name of the scratch.
    pub scratch: Ident,
    /// The name of what says what becomes of effects, if there may be some.
    pub effects: Option<Ident>,
    /// The name of what says whether the gradient is wanted.
    pub gradient: Ident,
    /// The names of the parameters after the first `arity`.
    pub extra: Vec<Ident>,
    /// The name of the instruction set, if there is vector code.
    pub isa: Option<Ident>,
}

/// How an argument that is not the user's is passed.
pub(super) enum Extra {
    Value,
    /// A buffer that is changed in place.
    Lent,
    /// A buffer that is only added to, and only if somebody wants it.
    Gradient,
    Borrowed,
}

/// The arguments that are references, and those of them that are changed.
pub(super) struct UserParams {
    pub by_ref: Vec<Ident>,
    pub mutable: Vec<Ident>,
}

/// Writes a graph whose first `arity` parameters are the user's.
///
/// `extra` says how those after the first `arity` are passed.
pub(super) fn body(
    graph: &Graph,
    context: &Context,
    arity: usize,
    params: &UserParams,
    extra: &dyn Fn(usize) -> Extra,
    items: &[TokenStream],
) -> Written {
    let mut body = Body {
        graph,
        context,
        krate: context.krate.to_string(),
        uses: Uses::of(graph),
        names: Names::with_room(graph.len()),
        values: IdMap::new(),
        owned: IdMap::new(),
        references: IdMap::new(),
        changed: HashSet::new(),
        homes: Table::default(),
        scratch: String::new(),
        effects: String::new(),
        gradient: String::new(),
        gradients: HashSet::new(),
        slices: Vec::new(),
        lent: Table::default(),
        stacks: BTreeMap::new(),
        opened: Vec::new(),
        saved: stacks_of_unknown_types(graph),
        loops: Vec::new(),
        sums: Table::default(),
        constant_parts: IdMap::new(),
        calls_change: graph.calls_change(),
        adjoints: adjoints_read(graph),
        vector: None,
        marks: Vec::new(),
        at: Graph::ROOT,
    };
    body.reserve(items);
    let extra = body.params(arity, params, extra);
    body.scratch = body.fresh("scratch");
    body.effects = body.fresh("effects");
    body.gradient = body.fresh("gradient");
    if context.code == Code::Vector || context.code == Code::Fast && is_worth_a_call(graph) {
        body.vector = Some(Vector::new(body.fresh("isa"), context.code));
    }
    let text = body.region(Graph::ROOT);
    let mut results: Vec<String> = graph.root().results.each(|&id| body.bare(id));
    let recycled = body.leave(&mut results);
    let (mut taken, mut closed) = (body.arrays_of_terms(), Vec::new());
    for (name, kind) in body.stacks.values() {
        if *kind == "saved" {
            let _ = writeln!(taken, "let mut {name} = {}::__private::Vec::new();", body.krate);
            continue;
        }
        let _ = writeln!(taken, "let mut {name} = {}.{kind}();", body.scratch);
        match *kind {
            "column" => closed.push(format!("{}.close({name});\n", body.scratch)),
            "array_column" => closed.push(format!("{}.close_arrays({name});\n", body.scratch)),
            _ => {}
        }
    }
    // In the opposite order, so that each stack gets the same memory in the next call.
    closed.extend(body.opened.iter().map(|stack| format!("{}.close({});\n", body.scratch, body.stacks[stack].0)));
    let closed: String = closed.into_iter().rev().collect();
    let read = |text: &str| {
        let tokens = read(text);
        if text.contains(MARK) { substitute(tokens, &body.marks) } else { tokens }
    };
    Written {
        statements: read(&(taken + &text)),
        results: results.each(|text| read(text)),
        recycled: read(&(recycled + &closed)),
        scratch: Ident::new(&body.scratch, Span::call_site()),
        gradient: Ident::new(&body.gradient, Span::call_site()),
        effects: graph.has_effects().then(|| Ident::new(&body.effects, Span::call_site())),
        extra,
        isa: body.vector.and_then(Vector::isa),
    }
}

/// The stacks that hold values of which no zero can be made.
fn stacks_of_unknown_types(graph: &Graph) -> Set<SaveStack> {
    let keeps = graph.all().into_iter().filter_map(|id| match graph.kind(id) {
        Kind::Save(stack, value) if !graph.is_storable(*value) => Some(*stack),
        _ => None,
    });
    keeps.collect()
}

pub(super) struct Body<'g> {
    pub graph: &'g Graph,
    pub context: &'g Context,
    pub krate: String,
    pub uses: Uses,
    names: Names,
    pub values: IdMap<Value>,
    /// The variables of ours that hold aggregates.
    pub owned: IdMap<String>,
    /// Arguments that are references.
    pub references: IdMap<()>,
    /// Variables that were changed in place.
    pub changed: HashSet<String>,
    /// The region in which each variable is declared.
    homes: Table<String, RegionId>,
    /// The scratch, and the arrays taken from it that the region being written gives back; innermost region last.
    pub scratch: String,
    pub slices: Vec<Slices>,
    /// What becomes of effects.
    pub effects: String,
    /// Whether the gradient is wanted, and the buffers to which it is added then.
    pub gradient: String,
    pub gradients: HashSet<String>,
    /// Buffers of the caller's, each with the method that overwrites it.
    pub lent: Table<String, &'static str>,
    /// Where loops put values aside, and what kind of stack that is.
    pub stacks: BTreeMap<SaveStack, (String, &'static str)>,
    /// Those that get their memory in an arm of a branch, in the order in which they do.
    pub opened: Vec<SaveStack>,
    /// The stacks of values whose types nobody knows: vectors of their own.
    pub saved: Set<SaveStack>,
    /// The loops around, innermost last.
    pub loops: Vec<Loop>,
    /// Arrays that calls added to, by the steps to them in what the call yields.
    pub sums: Table<(Id, Vec<Step>), String>,
    /// What stays the same in a loop, as it is written before it.
    pub constant_parts: IdMap<String>,
    /// Some call changes its arguments.
    pub calls_change: bool,
    /// Which adjoints of a call's arguments are read.
    pub adjoints: IdMap<Vec<usize>>,
    /// What is vector code, if that is asked for.
    pub vector: Option<Vector>,
    /// The user's tokens, in the order of their marks.
    marks: Vec<TokenStream>,
    pub at: RegionId,
}

impl Body<'_> {
    /// Keeps our names away from those that the user's tokens mean.
    fn reserve(&mut self, items: &[TokenStream]) {
        let mut tokens: Vec<TokenStream> = items.to_vec();
        tokens.extend([self.context.krate.stream(), self.context.scalar.tokens.stream()]);
        for id in self.graph.all() {
            match self.graph.kind(id) {
                Kind::Opaque(template) | Kind::Observe(template) => tokens.push(template.tokens.clone()),
                Kind::Call(call) => match &call.callee {
                    Callee::Path { path, .. } | Callee::Derivative { path, .. } => tokens.push(path.clone()),
                    Callee::Associated { prefix, .. } => tokens.push(prefix.clone()),
                    Callee::Method(receiver, _) => tokens.push(receiver.tokens.clone()),
                },
                _ => {}
            }
        }
        for tokens in tokens {
            each_name(&tokens, &mut |name| self.names.reserve(&name.to_string()));
        }
    }

    /// The parameters of the function; yields names for those that are not the user's.
    fn params(&mut self, arity: usize, user_params: &UserParams, extra: &dyn Fn(usize) -> Extra) -> Vec<Ident> {
        let UserParams { by_ref, mutable } = user_params;
        let (user, ours) = self.graph.root().params.split_at(arity);
        for &param in user {
            let name = self.graph.node(param).name.as_deref().expect("arguments have names");
            self.names.reserve(&name.to_string());
            if by_ref.contains(name) && !mutable.contains(name) {
                self.references.insert(param, ());
            }
            // A name from a macro is not the same as one that we write.
            let ours = expansion(name.span()) == expansion(self.context.site);
            let text = if ours { name.to_string() } else { self.mark(name.to_token_stream()) };
            if mutable.contains(name) && self.is_slice(param) {
                self.homes.insert(text.clone(), Graph::ROOT);
                self.lend(param, &text);
                continue;
            }
            if mutable.contains(name) {
                self.references.insert(param, ());
            }
            self.values.insert(param, Value::name(text));
        }
        ours.iter()
            .enumerate()
            .map(|(at, &param)| {
                let hint = self.hint(param);
                let name = if self.is_slice(param) { self.fresh_aggregate(&hint) } else { self.fresh(&hint) };
                self.values.insert(param, Value::name(&name));
                match extra(at) {
                    Extra::Value => {}
                    Extra::Lent => self.lend(param, &name),
                    Extra::Gradient => {
                        self.lend(param, &name);
                        self.gradients.insert(name.clone());
                    }
                    Extra::Borrowed => self.references.insert(param, ()),
                }
                Ident::new(&name, Span::call_site())
            })
            .collect()
    }

    /// A mark in the text for tokens of the user's.
    pub(super) fn mark(&mut self, tokens: TokenStream) -> String {
        self.marks.push(tokens);
        format!("{MARK}{}", self.marks.len() - 1)
    }

    pub(super) fn hint(&self, id: Id) -> String {
        match &self.graph.node(id).name {
            Some(name) => name.to_string(),
            None => match self.graph.node(id).ty {
                Type::Array(..) => "a".to_owned(),
                _ => "t".to_owned(),
            },
        }
    }

    /// A new variable of the region that is being written.
    pub(super) fn fresh(&mut self, hint: &str) -> String {
        self.names.fresh(hint)
    }

    /// A new variable for an aggregate, which code further inside may change.
    pub(super) fn fresh_aggregate(&mut self, hint: &str) -> String {
        let name = self.names.fresh(hint);
        self.homes.insert(name.clone(), self.at);
        name
    }

    /// Whether a variable is declared in the region that is being written, or around it.
    pub(super) fn is_in_scope(&self, name: &str) -> bool {
        self.homes.get(name).is_some_and(|&home| self.graph.is_around(home, self.at))
    }

    /// `let name = text;`
    pub(super) fn bind(&mut self, id: Id, text: &str) -> String {
        if self.is_slice(id) {
            return self.bind_slice(id, text);
        }
        let hint = self.hint(id);
        if is_aggregate(&self.graph.node(id).ty) {
            let name = self.fresh_aggregate(&hint);
            self.own(id, name.clone());
            return format!("let mut {name} = {text};\n");
        }
        let name = self.fresh(&hint);
        // What code yields may be changed by its own methods.
        let keyword =
            if matches!(self.graph.kind(id), Kind::Opaque(template) if template.effects) { "let mut " } else { "let " };
        let statement = joined(&[keyword, &name, " = ", text, ";\n"]);
        self.values.insert(id, Value::name(name));
        statement
    }

    /// From here on `id` is what the variable `name` holds.
    pub(super) fn own(&mut self, id: Id, name: String) {
        self.values.insert(id, Value::name(&name));
        self.owned.insert(id, name);
    }

    pub(super) fn region(&mut self, region: RegionId) -> String {
        let outer = std::mem::replace(&mut self.at, region);
        self.slices.push(Slices::default());
        let mut statements = String::new();
        for &id in &self.graph.region(region).nodes {
            statements.push_str(&self.node(id));
        }
        self.at = outer;
        statements
    }

    pub(super) fn row(&mut self, op: Op, args: &[Id]) -> String {
        if let Some(text) = self.fused(op, args) {
            return text;
        }
        let home = match (op.notation(), args) {
            (Notation::Operator(symbol), &[a]) => return joined(&[symbol, &self.value(a)]),
            (Notation::Operator(symbol), &[a, b]) => {
                // Of one number and one for each direction, the latter knows how to be multiplied.
                let is_lanes = |id: Id| self.graph.node(id).ty == Type::Lanes;
                let (a, b) = if is_lanes(b) && !is_lanes(a) { (b, a) } else { (a, b) };
                return joined(&[&self.value(a), " ", symbol, " ", &self.value(b)]);
            }
            // Linear, or there would be no such row.
            _ if self.graph.node(args[0]).ty == Type::Lanes => {
                let row = format!("{}::__private::Float::{}", self.krate, op.name());
                return format!("{}.map({row})", self.value(args[0]));
            }
            _ if self.is_lane(op) => return self.lane(op, args[0]),
            (notation, _) => notation.home(),
        };
        let mut text = joined(&[&self.krate, "::__private::", home, op.name(), "("]);
        for (at, &arg) in args.iter().enumerate() {
            text.push_str(if at == 0 { "" } else { ", " });
            text.push_str(&self.bare(arg));
        }
        text + ")"
    }
}

pub(super) fn is_aggregate(ty: &Type) -> bool {
    ty.is_aggregate()
}

/// Whether instructions of its own are worth a call that cannot be inlined: a loop, or more operations than about ten
/// nanoseconds have. A caller's loop over a smaller function is vector code only if that is inlined.
fn is_worth_a_call(graph: &Graph) -> bool {
    graph.has_loops() || graph.operations() >= WORTH_A_CALL
}

/// From this number of operations on, code is worth a function of its own.
const WORTH_A_CALL: usize = 32;
