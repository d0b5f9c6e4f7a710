//! The body of a generated function: nodes become `let`s, regions blocks.
//!
//! A value that is used once stands where it is used, as a person would write it; deep nesting is cut.
//! The body is written as text and read back as tokens in one go, which is many times faster than
//! making each token. Tokens of the user's keep their spans: marks stand for them in the text.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use burtorch_runtime::rules::Op;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

use super::call::adjoints_read;
use super::names::{Names, Uses};
use super::place::substitute;
use super::shape::{Code, Context, length};
use super::slices::{Loop, Slices};
use super::vector::Vector;
use crate::ast::{Precision, StructType, int_literal};
use crate::build::{each_name, expansion};
use crate::each::Each;
use crate::graph::{Callee, Column, Graph, Id, IdMap, Kind, RegionId, Set, Step, Table, Template, Type};

/// How deep expressions nest before a `let` cuts them.
const DEPTH: usize = 6;

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
        slices: Vec::new(),
        lent: Table::default(),
        columns: BTreeMap::new(),
        saved: unknown_columns(graph),
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
    if context.code != Code::Plain {
        body.vector = Some(Vector::new(body.fresh("isa"), context.code));
    }
    let text = body.region(Graph::ROOT);
    let mut results: Vec<String> = graph.root().results.each(|&id| body.bare(id));
    let recycled = body.leave(&mut results);
    let (mut taken, mut closed) = (body.arrays_of_terms(), Vec::new());
    for (name, kind) in body.columns.values() {
        if *kind == "saved" {
            let _ = writeln!(taken, "let mut {name} = {}::__private::Vec::new();", body.krate);
            continue;
        }
        let _ = writeln!(taken, "let mut {name} = {}.{kind}();", body.scratch);
        let close = if *kind == "column" { "close" } else { "close_arrays" };
        closed.push(format!("{}.{close}({name});\n", body.scratch));
    }
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
        effects: graph.has_effects().then(|| Ident::new(&body.effects, Span::call_site())),
        extra,
        isa: body.vector.and_then(Vector::isa),
    }
}

/// The columns that hold values of which no zero can be made.
fn unknown_columns(graph: &Graph) -> Set<Column> {
    let keeps = graph.all().into_iter().filter_map(|id| match graph.kind(id) {
        Kind::Keep(column, value) if !graph.is_storable(*value) => Some(*column),
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
    references: IdMap<()>,
    /// Variables that were changed in place.
    pub changed: HashSet<String>,
    /// The region in which each variable is declared.
    homes: Table<String, RegionId>,
    /// The scratch, and the arrays taken from it that the region being written gives back; innermost region last.
    pub scratch: String,
    pub slices: Vec<Slices>,
    /// What becomes of effects.
    pub effects: String,
    /// Buffers of the caller's, each with the method that overwrites it.
    pub lent: Table<String, &'static str>,
    /// Where loops put values aside, and what kind of column that is.
    pub columns: BTreeMap<Column, (String, &'static str)>,
    /// The columns of values whose types nobody knows: vectors of their own.
    pub saved: Set<Column>,
    /// The loops around, innermost last.
    pub loops: Vec<Loop>,
    /// Arrays that calls added to, by the steps to them in what the call yields.
    pub sums: Table<(Id, Vec<Step>), String>,
    /// What stays the same in a loop, as it is written before it.
    pub constant_parts: IdMap<String>,
    /// Some call changes its arguments.
    calls_change: bool,
    /// Which adjoints of a call's arguments are read.
    pub adjoints: IdMap<Vec<usize>>,
    /// What is vector code, if that is asked for.
    pub vector: Option<Vector>,
    /// The user's tokens, in the order of their marks.
    marks: Vec<TokenStream>,
    pub at: RegionId,
}

/// How a value is written.
#[derive(Clone)]
pub(super) struct Value {
    pub text: String,
    /// How deep it nests; 0 for a name or a literal.
    pub depth: usize,
}

impl Value {
    pub(super) fn name(text: impl Into<String>) -> Self {
        Value { text: text.into(), depth: 0 }
    }
}

impl Body<'_> {
    /// Keeps our names away from those that the user's tokens mean.
    fn reserve(&mut self, items: &[TokenStream]) {
        let mut tokens: Vec<TokenStream> = items.to_vec();
        tokens.extend([self.context.krate.clone(), self.context.scalar.tokens.clone()]);
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

    /// As an operand: in parentheses if it is an expression.
    pub(super) fn value(&mut self, id: Id) -> String {
        let value = self.written(id);
        if value.depth > 0 { joined(&["(", &value.text, ")"]) } else { value.text }
    }

    /// As a whole expression.
    pub(super) fn bare(&mut self, id: Id) -> String {
        self.written(id).text
    }

    /// Whether it is in a variable that may be changed.
    fn is_owned(&mut self, id: Id) -> bool {
        self.owned.contains(self.uses.canonical(self.graph, id))
    }

    /// Whether it is an argument that is a reference.
    pub(super) fn is_reference(&self, id: Id) -> bool {
        self.references.contains(id)
    }

    /// As a place: a reference is not followed.
    pub(super) fn place_of(&mut self, id: Id) -> String {
        if self.references.contains(id) {
            return self.values[id].text.clone();
        }
        if self.graph.node(id).ty.is_cloned() { self.unread(id) } else { self.value(id) }
    }

    fn written(&mut self, id: Id) -> Value {
        match self.graph.kind(id) {
            Kind::Const(value) => Value::name(self.context.constant_text(*value)),
            Kind::Int(value, ty) => Value::name(int_literal(*value, *ty)),
            Kind::Bool(value) => Value::name(value.to_string()),
            _ if self.references.contains(id) => self.cloned(id, Value::name(format!("(*{})", self.values[id].text))),
            _ => {
                let written = self.uses.canonical(self.graph, id);
                self.cloned(id, self.values[written].clone())
            }
        }
    }

    /// What is read as a whole while it stays where it is. A struct need not be `Copy`; a literal is not needed again.
    pub(super) fn cloned(&self, id: Id, value: Value) -> Value {
        if !self.graph.node(id).ty.is_cloned() || self.is_slice(id) || value.text.ends_with('}') {
            return value;
        }
        Value::name(clone_of(&value.text))
    }

    /// The result of a region: a struct is not read yet, since it may be in the variable that the result goes to.
    pub(super) fn result(&mut self, id: Id) -> String {
        if self.graph.node(id).ty.is_cloned() { self.unread(id) } else { self.bare(id) }
    }

    /// Where a struct is.
    fn unread(&mut self, id: Id) -> String {
        if self.references.contains(id) {
            return format!("(*{})", self.values[id].text);
        }
        let id = self.uses.canonical(self.graph, id);
        self.values[id].text.clone()
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

    /// The same for an aggregate, which may be changed further inside.
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

    #[allow(clippy::too_many_lines, reason = "one arm per kind of node")]
    fn node(&mut self, id: Id) -> String {
        let node = self.graph.node(id);
        match &node.kind {
            Kind::Const(_) | Kind::Int(..) | Kind::Bool(_) => String::new(),
            Kind::Op(op, args) => {
                let depth = self.depth(args);
                let text = self.row(*op, args);
                self.place_or_bind(id, text, depth)
            }
            Kind::Compare(op, a, b) => {
                let depth = self.depth(&[*a, *b]);
                let text = format!("{} {} {}", self.value(*a), op.symbol(), self.value(*b));
                self.place_or_bind(id, text, depth)
            }
            Kind::Not(a) => {
                let depth = self.depth(&[*a]);
                let text = format!("!{}", self.value(*a));
                self.place_or_bind(id, text, depth)
            }
            Kind::ToIndex(a, start) => {
                let depth = self.depth(&[*a, *start]);
                let (a, from) = (self.value(*a), self.value(*start));
                let text = match self.graph.kind(*start) {
                    Kind::Int(0, _) => format!("{a} as usize"),
                    _ => format!("({a} - {from}) as usize"),
                };
                self.place_or_bind(id, text, depth)
            }
            Kind::Select(cond, a, b) => {
                let text = format!("if {} {{ {} }} else {{ {} }}", self.bare(*cond), self.bare(*a), self.bare(*b));
                self.bind(id, &text)
            }
            Kind::Opaque(template) => self.code(id, template),
            Kind::Observe(template) => self.observe(template),
            Kind::Pack(elements) => {
                let elements: Vec<_> = elements.each(|&element| self.stored(element, id));
                if node.ty.is_slice() && node.ty.holds_slices() {
                    let text = self.taken_from_scratch("list", &format!("[{}]", elements.join(", ")), "");
                    return self.bind(id, &text);
                }
                if node.ty.is_slice() {
                    let text = format!("{}.copy(&[{}])", self.scratch, elements.join(", "));
                    return self.bind(id, &text);
                }
                let text = match &node.ty {
                    Type::Tuple(_) => tuple_of(&elements),
                    Type::Struct(of) => self.struct_of(of, &elements),
                    _ => format!("[{}]", elements.join(", ")),
                };
                self.aggregate(id, text)
            }
            Kind::Splat(element) => {
                let element = if self.is_slice(*element) { self.copy_of(*element) } else { self.bare(*element) };
                let Type::Array(_, len) = &node.ty else { unreachable!("a repetition is an array") };
                if node.ty.is_cloned() {
                    return self.aggregate(
                        id,
                        format!("::core::array::from_fn::<_, {{ {} }}, _>(|_| {element})", length(len)),
                    );
                }
                self.aggregate(id, format!("[{element}; {}]", length(len)))
            }
            Kind::Zero if node.ty.is_slice() => {
                let text = format!("{}.take()", self.scratch);
                self.bind(id, &text)
            }
            Kind::Zero => {
                let zero = self.zero(&node.ty);
                self.aggregate(id, zero)
            }
            Kind::ZeroLike(value) => self.zero_like(id, *value),
            Kind::Len(array) => {
                let text = format!("{}.len()", self.place_of(*array));
                self.bind(id, &text)
            }
            Kind::Offset(a, b) => {
                let depth = self.depth(&[*a, *b]);
                let text = match *self.graph.kind(*b) {
                    Kind::Int(negative, _) if negative < 0 => format!("{} - {}", self.value(*a), -negative),
                    _ => format!("{} + {}", self.value(*a), self.value(*b)),
                };
                self.place_or_bind(id, text, depth)
            }
            Kind::Fill(element, count) => {
                let (element, count) = (self.stored(*element, id), self.bare(*count));
                let text = if node.ty.holds_slices() {
                    self.taken_from_scratch("fill", &element, &format!(", {count}"))
                } else {
                    format!("{}.fill({element}, {count})", self.scratch)
                };
                self.bind(id, &text)
            }
            Kind::Keep(column, value) => self.keep(*column, *value),
            Kind::Kept(column) => self.kept(id, *column),
            Kind::Get(base, path) => self.get(id, *base, path),
            Kind::Set(..) | Kind::AddAt(..) | Kind::Sum(..) | Kind::Push(..) => self.change(id),
            Kind::Branch { on, arms } => self.branch(id, *on, arms),
            Kind::For { .. } => self.for_loop(id),
            Kind::Call(call) => {
                let (copies, text) = self.call(id, call, node.span);
                // Its result is used, if at all, by other such calls.
                if call.unused && self.uses.count(id) == 0 {
                    return copies + &format!("let _ = {text};\n");
                }
                copies + &self.bind(id, &text)
            }
            kind @ (Kind::Param | Kind::Argument | Kind::Poison) => unreachable!("{kind:?} is never listed"),
        }
    }

    /// Zeros in the shape of a value.
    fn zero_like(&mut self, id: Id, value: Id) -> String {
        let place = self.place_of(value).parse().expect("a value is written as Rust");
        let zero = self.context.zero_like(&self.graph.node(id).ty, &place);
        let text = self.mark(zero);
        self.bind(id, &text)
    }

    /// How deep an expression over `args` nests.
    fn depth(&mut self, args: &[Id]) -> usize {
        let mut depth = 0;
        for &arg in args {
            let arg = self.uses.canonical(self.graph, arg);
            // Literals are not among the values.
            depth = depth.max(self.values.get(arg).map_or(0, |value| value.depth));
        }
        depth + 1
    }

    /// Leaves an expression that is used once for its user to write, unless it nests too deep.
    fn place_or_bind(&mut self, id: Id, text: String, depth: usize) -> String {
        let single = self.uses.count(id) == 1 && self.uses.is_local(id, self.at);
        // A number that a call made of another is in a variable which the next such call changes.
        if self.calls_change && self.graph.kind(id).inputs().into_iter().any(|input| self.is_owned(input)) {
            return self.bind(id, &text);
        }
        let is_name_kept = self.graph.node(id).name.is_some() && self.context.code != Code::Fast;
        if single && depth < DEPTH && !is_name_kept {
            self.values.insert(id, Value { text, depth });
            return String::new();
        }
        self.bind(id, &text)
    }

    /// The same for an aggregate. One that holds other aggregates is written now: those may change.
    fn aggregate(&mut self, id: Id, text: String) -> String {
        let inputs = self.graph.kind(id).inputs();
        let flat = !inputs.into_iter().any(|input| is_aggregate(&self.graph.node(input).ty));
        if flat && self.uses.count(id) == 1 && self.uses.is_local(id, self.at) {
            self.values.insert(id, Value::name(text));
            return String::new();
        }
        self.bind(id, &text)
    }

    fn row(&mut self, op: Op, args: &[Id]) -> String {
        if let Some(text) = self.fused(op, args) {
            return text;
        }
        let operator = match op {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::Neg => return format!("-{}", self.value(args[0])),
            // Linear, or there would be no such row.
            op if self.graph.node(args[0]).ty == Type::Lanes => {
                let row = format!("{}::__private::Float::{}", self.krate, op.name());
                return format!("{}.map({row})", self.value(args[0]));
            }
            op if self.is_lane(op) => return self.lane(op, args[0]),
            op => {
                // Functions that `num_traits::Float` does not have, or has with other results.
                let home = if matches!(op, Op::Erf | Op::NormalCdf | Op::Powi) { "" } else { "Float::" };
                let mut text = joined(&[&self.krate, "::__private::", home, op.name(), "("]);
                for (at, &arg) in args.iter().enumerate() {
                    text.push_str(if at == 0 { "" } else { ", " });
                    text.push_str(&self.bare(arg));
                }
                return text + ")";
            }
        };
        // Of one number and one for each direction, the latter knows how to be multiplied.
        let is_lanes = |id: Id| self.graph.node(id).ty == Type::Lanes;
        let (a, b) = if is_lanes(args[1]) && !is_lanes(args[0]) { (args[1], args[0]) } else { (args[0], args[1]) };
        joined(&[&self.value(a), " ", operator, " ", &self.value(b)])
    }

    fn get(&mut self, id: Id, base: Id, path: &[Step]) -> String {
        if let Kind::Branch { .. } | Kind::For { .. } = self.graph.kind(base) {
            // The variable itself; it was named when the branch or loop was written.
            return String::new();
        }
        if let Some(name) = self.sums.get(&(base, path.to_vec())) {
            // A call added to it in place.
            let name = name.clone();
            self.own(id, name);
            return String::new();
        }
        let ty = self.graph.node(base).ty.clone();
        let place = self.place_of(base);
        let text = self.element(&place, &ty, path);
        if self.is_slice(id) && self.is_only_read(id) && self.is_only_read_argument(base) {
            let hint = self.hint(id);
            let part = self.fresh(&hint);
            self.values.insert(id, Value::name(format!("(*{part})")));
            return format!("let {part} = &{text};\n");
        }
        if self.is_slice(id) {
            let text = format!("{}.copy(&{text})", self.scratch);
            return self.bind(id, &text);
        }
        // What never changes can be read where it is used; the rest is read now.
        let fixed = match self.graph.kind(base) {
            Kind::Param => self.is_only_read_argument(base),
            Kind::Call(call) => call.seed.is_some() || call.tangents.is_some(),
            _ => false,
        };
        let constant = path.iter().all(|step| matches!(step, Step::At(_)));
        let small = !matches!(self.graph.node(id).ty, Type::Array(..));
        if fixed && constant && small && self.graph.node(id).name.is_none() {
            self.values.insert(id, Value::name(text));
            return String::new();
        }
        let text = self.cloned(id, Value::name(text)).text;
        self.bind(id, &text)
    }

    /// Whether it is an argument that the function does not change.
    fn is_only_read_argument(&self, id: Id) -> bool {
        matches!(self.graph.kind(id), Kind::Param) && !self.owned.contains(id)
    }

    /// Code of the user's.
    fn code(&mut self, id: Id, template: &Template) -> String {
        // What is lent is lent again wherever it is used.
        if template.is_path() || template.is_loan() {
            let text = self.fill(template);
            self.values.insert(id, Value::name(text));
            return String::new();
        }
        let text = if template.effects && !template.fresh && !template.is_about_effects() {
            self.effect(id, template)
        } else {
            let text = self.fill(template);
            self.typed(id, text)
        };
        self.bind(id, &text)
    }

    /// Code that runs for its effect alone.
    fn observe(&mut self, template: &Template) -> String {
        let code = self.fill(template);
        if template.is_about_effects() {
            format!("{code};\n")
        } else {
            format!("if {}.runs() {{ {code}; }}\n", self.effects)
        }
    }

    /// Code of the user's that runs once, however often the code around it does.
    fn effect(&mut self, id: Id, template: &Template) -> String {
        // What a call yields is borrowed outside, where it lives as long as what is bound to it.
        let (borrow, called) = match template.borrowed_call() {
            Some(called) => ("&", called),
            None => ("", template.clone()),
        };
        let text = self.fill(&called);
        let text = self.typed(id, text);
        let (krate, effects) = (&self.krate, &self.effects);
        if self.graph.node(id).ty == Type::Float && self.context.scalar.precision == Precision::Generic {
            return format!("{krate}::__private::effect!({effects}, {krate}::__private::FloatWord({text})).0");
        }
        format!("{borrow}{krate}::__private::effect!({effects}, {text})")
    }

    /// Code of the user's, which may leave it to its place which type it has.
    fn typed(&mut self, id: Id, text: String) -> String {
        let ty = &self.graph.node(id).ty;
        if !ty.is_cloned() {
            return text;
        }
        let ty = self.context.ty(ty);
        format!("::core::convert::identity::<{}>({text})", self.mark(ty))
    }

    /// Zero of a type.
    pub(super) fn zero(&mut self, ty: &Type) -> String {
        let zero = self.context.zero(ty);
        // The user's own tokens keep their spans.
        if ty.is_cloned() { self.mark(zero) } else { zero.to_string() }
    }

    /// `Point { x: …, y: …, }`
    fn struct_of(&mut self, of: &StructType, values: &[String]) -> String {
        let mut text = self.mark(of.literal.clone()) + " { ";
        for (field, value) in of.fields.iter().zip(values) {
            let _ = write!(text, "{field}: {value}, ");
        }
        text + "}"
    }
}

/// What is written here is Rust; read back, its names are seen where the attribute stands.
pub(super) fn read(text: &str) -> TokenStream {
    // `proc_macro2` would read it twice, first by itself for the sake of an error that cannot be.
    if proc_macro::is_available() {
        return text.parse::<proc_macro::TokenStream>().expect("it is Rust").into();
    }
    text.parse().expect("it is Rust")
}

/// Literals of text that is long: raw, so that no character of it needs to be looked at.
pub(super) fn raw_literal(text: &str) -> TokenStream {
    let mut hashes = String::from("#");
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    // Which a raw literal cannot have.
    if text.contains('\r') { text.to_token_stream() } else { read(&format!("r{hashes}\"{text}\"{hashes}")) }
}

/// The pieces one after the other, in memory that is taken once.
fn joined(pieces: &[&str]) -> String {
    let mut length = 0;
    for piece in pieces {
        length += piece.len();
    }
    let mut text = String::with_capacity(length);
    for piece in pieces {
        text.push_str(piece);
    }
    text
}

pub(super) fn is_aggregate(ty: &Type) -> bool {
    ty.is_aggregate()
}

pub(super) fn clone_of(place: &str) -> String {
    format!("::core::clone::Clone::clone(&{place})")
}

/// `(a, b,)`
pub(super) fn tuple_of(values: &[String]) -> String {
    values.iter().fold(String::from("("), |text, value| text + value + ", ") + ")"
}
