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
mod check;
mod closures;
mod control;
mod iterators;
mod jumps;
mod loops;
mod passes;
mod proofs;
mod refused;
mod state;
mod structs;
mod template;
mod vectors;

use std::rc::Rc;

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::ast::{
    Block, Closure, Expr, ExprKind, FloatLiteral, Function, IntType, Len, Pattern, Precision, Stmt, Type,
};
pub use called::companion_name;
pub use state::each_name;

use crate::each::{Each, IntoEach};
use crate::error::Errors;
use crate::graph::{Graph, Id, Kind, Set, Step, Template, Writer};
use crate::proofs::Proof;

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
        hidden: Vec::new(),
        changed: None,
        known: Set::default(),
        vectors,
        guesses: Vec::new(),
        callees: Vec::new(),
        proofs: Vec::new(),
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
    let results = builder.tail_block(&function.body, &jumps::Rest::End);
    builder.w.graph.region_mut(Graph::ROOT).results.clone_from(&results);
    if builder.errors.count() == 0 {
        builder.check_that_arguments_reach(&results);
        builder.mark_unused_calls(&results);
    }
    let unknown = builder.functions_to_ask();
    let Builder { w, items, proofs, callees, .. } = builder;
    Built { graph: w.graph, items, unknown, proofs, callees }
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
}

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
    /// Variables that the closures around do not see.
    hidden: Vec<std::ops::Range<usize>>,
    /// The names of variables that are changed in place, once somebody has asked.
    changed: Option<Rc<Set<String>>>,
    /// What loops carry that is of a type of the standard library.
    known: Set<Id>,
    /// Variables that start as empty vectors, and what differentiated values are pushed to them.
    vectors: &'a mut Vec<(String, Type)>,
    /// Calls of which nothing is known.
    guesses: Vec<called::Guess>,
    /// Functions whose companion types go by other names.
    callees: Vec<TokenStream>,
    /// What rustc is asked about names.
    proofs: Vec<Proof>,
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
    /// Code that is not differentiated may change it where it is, so it is no value of the graph.
    state: bool,
}

/// A closure that is bound to a name.
#[derive(Clone)]
struct LocalClosure {
    closure: Rc<Closure>,
    /// How many variables it sees.
    depth: usize,
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
            state: false,
        }
    }

    /// A variable that the user did not write.
    fn ours(text: &str, id: Id) -> Self {
        let name = Ident::new(text.trim(), Span::mixed_site());
        Variable { text: text.to_owned(), ..Variable::new(&name, id, false) }
    }
}

/// What an expression yields: a node, or code over values that are not differentiated.
///
/// Code stays code for as long as possible, so that the user's places (`self.table[i].k`) are not
/// torn into copies.
#[derive(Clone)]
enum Value {
    Node(Id),
    Code(Template),
    /// A part of a variable, to be changed: `&mut a[i]`.
    Place(usize, Vec<Step>),
    /// Several values that are about to be bound, and whether each is a reference.
    Several(Vec<(Value, bool)>),
}

impl Builder<'_> {
    fn report(&mut self, span: Span, message: impl std::fmt::Display) -> Value {
        self.errors.report(span, message);
        self.poison()
    }

    fn poison(&mut self) -> Value {
        Value::Node(self.w.push(Kind::Poison, Type::Other))
    }

    fn is_poison(&self, value: &Value) -> bool {
        matches!(value, Value::Node(id) if matches!(self.w.graph.kind(*id), Kind::Poison))
    }

    fn ty(&self, id: Id) -> &Type {
        &self.w.graph.node(id).ty
    }

    fn is_active(&self, value: &Value) -> bool {
        matches!(value, Value::Node(id) if self.w.graph.node(*id).active)
    }

    /// The node of a value; code is evaluated here, once.
    fn node(&mut self, value: Value) -> Id {
        match value {
            Value::Node(id) => id,
            Value::Code(template) => match self.opaque_in(&template) {
                Some(id) => id,
                None => self.w.push(Kind::Opaque(template), Type::Other),
            },
            Value::Place(..) => {
                // Read as a value it would be a copy, and what is done to that would be lost.
                let poison = self.report(
                    self.w.span,
                    "a `&mut` reference cannot be differentiated here: bind it with `let`, or pass it to a function",
                );
                self.node(poison)
            }
            Value::Several(values) => {
                let elements: Vec<_> = values.into_each(|(value, _)| self.node(value));
                let types = elements.each(|&id| self.ty(id).clone());
                self.w.pack(elements, Type::Tuple(types))
            }
        }
    }

    /// The same, where the type is known from elsewhere.
    fn node_as(&mut self, value: Value, ty: &Type) -> Id {
        match value {
            Value::Code(template) => self.w.push(Kind::Opaque(template), ty.clone()),
            other => self.node(other),
        }
    }

    fn unit(&mut self) -> Value {
        Value::Node(self.w.pack(Vec::new(), Type::Tuple(Vec::new())))
    }

    fn int(&self, value: &Value) -> Option<i128> {
        self.typed_int(value).map(|(value, _)| value)
    }

    fn typed_int(&self, value: &Value) -> Option<(i128, Option<IntType>)> {
        match value {
            Value::Node(id) => match self.w.graph.kind(*id) {
                Kind::Int(value, ty) => Some((*value, *ty)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of `let x: u8 = value;`
    fn as_int(&mut self, value: Value, ty: IntType) -> Value {
        if let Some((known, _)) = self.typed_int(&value) {
            return self.push_int(known, Some(ty));
        }
        if self.is_active(&value) || self.is_poison(&value) {
            return value;
        }
        let (inner, ty) = (self.template(value), Ident::new(ty.name, Span::call_site()));
        Value::Code(Template::call(&quote!(::core::convert::identity::<::core::primitive::#ty>), None, vec![inner]))
    }

    fn push_int(&mut self, value: i128, ty: Option<IntType>) -> Value {
        Value::Node(self.w.push(Kind::Int(value, ty), Type::Other))
    }

    fn lookup(&self, name: &Ident) -> Option<usize> {
        let (text, expansion) = (name.to_string(), expansion(name.span()));
        let found = |(at, variable): &(usize, &Variable)| {
            variable.text == text
                && variable.expansion == expansion
                && !self.hidden.iter().any(|hidden| hidden.contains(at))
        };
        self.vars.iter().enumerate().rev().find(found).map(|(at, _)| at)
    }

    /// A block that is not the function's own: its names end with it.
    fn block(&mut self, block: &Block, hint: Option<&Type>) -> Value {
        let depth = self.vars.len();
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        let value = match &block.value {
            Some(value) => self.expr(value, hint),
            None => self.unit(),
        };
        self.vars.truncate(depth);
        value
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { pattern, ty, int, annotation, floats, init, span } => {
                let known = annotation.as_ref().and_then(|written| self.function.structs.annotation(written));
                let ty = &known.or_else(|| ty.clone());
                if floats.iter().any(|&float| float != self.function.scalar.precision) {
                    self.errors.report(
                        *span,
                        "a local of another float type than the function's cannot be differentiated: use one float type throughout",
                    );
                }
                if let (Pattern::Name { ident, .. }, Some(Expr { kind: ExprKind::Closure(closure), .. })) =
                    (pattern, init)
                {
                    return self.let_closure(ident, closure);
                }
                let mut value = match init {
                    Some(init) if annotation.is_none() && self.holds(pattern, init).is_some() => {
                        let elements = self.holds(pattern, init).unwrap_or(Type::Float);
                        Value::Node(self.w.push(Kind::Zero, Type::Array(Box::new(elements), Len::Dynamic)))
                    }
                    Some(init) => {
                        let guess = ty.clone().or_else(|| match pattern {
                            Pattern::Struct { path, .. } => self.named(path),
                            pattern => guess(pattern),
                        });
                        self.reborrow(init, guess.as_ref())
                    }
                    // Rust makes sure that it is assigned before it is read.
                    None => Value::Node(self.w.push(Kind::Zero, ty.clone().unwrap_or(Type::Other))),
                };
                if let (Value::Code(code), Some(written), None) = (&value, annotation, int)
                    && !code.is_path()
                {
                    // What Rust infers from the type in the function it infers here, too.
                    let (code, identity) = (code.clone(), quote!(::core::convert::identity::<#written>));
                    let (known, effects) = (code.known, code.effects);
                    value = Value::Code(Template { effects, known, ..Template::call(&identity, None, vec![code]) });
                }
                if let Some(ty) = int {
                    value = self.as_int(value, *ty);
                } else if let Some(ty) = ty.as_ref().filter(|ty| **ty != Type::Other)
                    && !matches!(value, Value::Place(..) | Value::Several(_))
                    && (!matches!(value, Value::Code(_)) || ty.has_floats() && !is_borrowed(annotation.as_ref()))
                {
                    if *ty == Type::Float
                        && let Some(poison) = self.refuse_integer(&value)
                    {
                        value = poison;
                    }
                    value = Value::Node(self.node_as(value, ty));
                }
                let is_ref = init.as_ref().is_some_and(|init| {
                    // Parts of a reference are references.
                    let is_taken_apart = !matches!(pattern, Pattern::Name { .. });
                    self.is_reference(init) || is_taken_apart && self.is_reference_argument(init)
                });
                let by_value = init.as_ref().is_some_and(|init| self.is_surely_a_value(init));
                self.bind(pattern, value, is_ref, *span);
                if let (Pattern::Name { .. }, Some(variable)) = (pattern, self.vars.last_mut()) {
                    variable.by_value = by_value;
                }
            }
            Stmt::Expr(expr) => {
                let value = self.expr(expr, Some(&Type::Tuple(Vec::new())));
                match value {
                    Value::Node(_) | Value::Place(..) | Value::Several(_) => {}
                    Value::Code(_) if self.changes_a_local(expr) => {
                        self.errors.report(
                            expr.span,
                            "a method that may change a local value cannot be differentiated: compute the value before, or assign it",
                        );
                    }
                    Value::Code(template) => _ = self.w.push(Kind::Observe(template), Type::Tuple(Vec::new())),
                }
            }
            Stmt::Item(tokens) => self.items.push(tokens.clone()),
        }
    }

    /// Whether a statement calls a method of a local variable, which can only be for its effect.
    fn changes_a_local(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Method { receiver, .. } => {
                let local = receiver.root().and_then(|root| self.lookup(root));
                local.is_some_and(|at| at >= self.function.params.len() && !self.vars[at].state)
            }
            _ => false,
        }
    }

    /// Whether an expression is a local reference to a value of the graph.
    fn is_reference(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Reference(_) | ExprKind::MutReference(_) => true,
            ExprKind::Name(name) => self.lookup(name).is_some_and(|at| self.vars[at].is_ref),
            ExprKind::Method { name, args, .. } => {
                args.is_empty() && ["as_slice", "as_mut_slice", "as_ref"].iter().any(|borrows| name == borrows)
            }
            ExprKind::Block(block) => block.value.as_ref().is_some_and(|value| self.is_reference(value)),
            ExprKind::If { then, .. } => then.value.as_ref().is_some_and(|value| self.is_reference(value)),
            ExprKind::Match { arms, .. } => arms.iter().any(|arm| self.is_reference(&arm.body)),
            _ => false,
        }
    }

    /// Whether an expression is an argument that is passed by reference.
    fn is_reference_argument(&self, expr: &Expr) -> bool {
        let ExprKind::Name(name) = &expr.kind else { return false };
        self.lookup(name).and_then(|at| self.function.params.get(at)).is_some_and(|param| param.by_ref)
    }

    fn bind(&mut self, pattern: &Pattern, value: Value, is_ref: bool, span: Span) {
        match pattern {
            Pattern::Ignore => {}
            Pattern::Deref(pattern) => {
                let value = match value {
                    Value::Code(code) => Value::Code(code.prefixed("*")),
                    Value::Node(id) if self.w.graph.node(id).name.is_none() && self.is_code(id) => {
                        let code = self.hole_for(id);
                        Value::Code(code.prefixed("*"))
                    }
                    other => other,
                };
                self.bind(pattern, value, false, span);
            }
            Pattern::Name { ident: name, mutable } => {
                if let Value::Place(var, path) = value {
                    let alias = Some((var, path));
                    let id = self.vars[var].id;
                    return self.vars.push(Variable { alias, ..Variable::new(name, id, true) });
                }
                let id = self.node(value);
                self.w.name(id, name);
                let state = *mutable && self.is_state(name, id);
                // It gets a place of its own, which nothing else names.
                let id = if state { self.moved(id) } else { id };
                self.vars.push(Variable { state, ..Variable::new(name, id, is_ref) });
            }
            Pattern::Struct { fields, span: at, .. } => self.bind_struct(fields, value, is_ref, *at, span),
            Pattern::Tuple(patterns, at) => {
                if let Value::Several(values) = value {
                    if values.len() != patterns.len() {
                        let (names, parts) = (patterns.len(), values.len());
                        self.errors
                            .report(*at, format_args!("this pattern has {names} names, the value {parts} parts"));
                    }
                    for (pattern, (value, is_ref)) in patterns.iter().zip(values) {
                        self.bind(pattern, value, is_ref, span);
                    }
                    return;
                }
                if let Value::Code(code) = value {
                    let code = self.once(Value::Code(code));
                    let code = self.template(code);
                    for (at, pattern) in patterns.iter().enumerate() {
                        let part = Value::Code(code.clone().part(at, patterns.len()));
                        self.bind(pattern, part, false, span);
                    }
                    return;
                }
                let id = self.node(value);
                let arity = match self.ty(id) {
                    Type::Tuple(elements) => Some(elements.len()),
                    Type::Array(_, len) => len.literal(),
                    _ => None,
                };
                if arity.is_some_and(|arity| arity != patterns.len()) {
                    self.errors.report(
                        *at,
                        format_args!(
                            "this pattern has {} names, the value {} parts",
                            patterns.len(),
                            arity.unwrap_or(0)
                        ),
                    );
                }
                for (at, pattern) in patterns.iter().enumerate() {
                    let part = match self.part(id, at, span) {
                        // A pattern without `&` on a reference binds references.
                        Value::Code(code) if is_ref => Value::Code(code.prefixed("&")),
                        part => part,
                    };
                    self.bind(pattern, part, is_ref, span);
                }
            }
        }
    }

    /// Evaluates `expr`; `hint` is the type it is wanted as, where that is known.
    fn expr(&mut self, expr: &Expr, hint: Option<&Type>) -> Value {
        let outer = std::mem::replace(&mut self.w.span, expr.span);
        let value = self.expr_kind(expr, hint);
        self.w.span = outer;
        value
    }

    fn expr_kind(&mut self, expr: &Expr, hint: Option<&Type>) -> Value {
        match &expr.kind {
            ExprKind::Float(literal) => self.float_literal(literal),
            ExprKind::Int(value, ty) => self.push_int(*value, *ty),
            ExprKind::Bool(value) => Value::Node(self.w.push(Kind::Bool(*value), Type::Other)),
            ExprKind::Name(name) => match self.lookup(name) {
                Some(at) => self.variable(at),
                None => Value::Code(Template::verbatim(name.to_token_stream())),
            },
            ExprKind::Verbatim(tokens) => Value::Code(Template::verbatim(tokens.clone())),
            ExprKind::Unary(op, inner) => self.unary(*op, inner, hint),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.span),
            ExprKind::Method { receiver, name, turbofish, args } => {
                self.method(receiver, name, turbofish, args, hint)
            }
            ExprKind::Call(call) => match self.struct_call(call, hint) {
                Some(value) => value,
                None => self.call(call, hint),
            },
            ExprKind::Struct(literal) => self.struct_literal(literal, hint, expr.span),
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::Field(base, member) => self.field(base, member, expr.span),
            ExprKind::Array(elements) => {
                let inner = match hint {
                    Some(Type::Array(inner, _)) => Some(&**inner),
                    _ => None,
                };
                let elements: Vec<_> = elements.each(|element| self.element(element, inner));
                let ty = elements.iter().map(|&id| self.ty(id).clone()).reduce(join).unwrap_or(Type::Float);
                let len = Len::Literal(elements.len());
                Value::Node(self.w.pack(elements, Type::Array(Box::new(ty), len)))
            }
            ExprKind::Repeat(element, len) => {
                let element = self.element(element, None);
                Value::Node(self.w.splat(element, len))
            }
            ExprKind::Tuple(elements) => {
                let hints: &[Type] = match hint {
                    Some(Type::Tuple(hints)) => hints,
                    _ => &[],
                };
                if elements.iter().any(|element| self.is_mut_reference(element)) {
                    let parts = elements.each(|element| (self.reborrow(element, None), self.is_reference(element)));
                    return Value::Several(parts);
                }
                let elements: Vec<_> =
                    elements.iter().enumerate().map(|(at, element)| self.element(element, hints.get(at))).collect();
                let types = elements.each(|&id| self.ty(id).clone());
                Value::Node(self.w.pack(elements, Type::Tuple(types)))
            }
            ExprKind::Reference(inner) => match self.expr(inner, hint) {
                // What is lent lives as long as what it is lent for.
                Value::Code(template) if template.effects && inner.root().is_none() => {
                    let id = self.node(Value::Code(template));
                    Value::Code(self.hole_for(id).prefixed("&"))
                }
                Value::Code(template) => Value::Code(template.prefixed("&")),
                other => other,
            },
            ExprKind::MutReference(inner) => self.mut_reference(inner),
            ExprKind::Cast(inner, ty, int) => self.cast(inner, ty, *int, expr.span),
            ExprKind::Range { start, end, inclusive } => self.range_value(start.as_deref(), end.as_deref(), *inclusive, expr.span),
            ExprKind::If { .. } | ExprKind::Match { .. } => self.branch_expr(expr, hint),
            ExprKind::Block(block) => self.block(block, hint),
            ExprKind::For { label, pattern, iter, body } => {
                self.for_loop(label.as_ref(), pattern, iter, body);
                self.unit()
            }
            ExprKind::While { label, cond, body } => self.endless_loop(label.as_ref(), cond.as_deref(), body),
            ExprKind::Break { .. } | ExprKind::Continue { .. } => self.report(
                expr.span,
                "`break` and `continue` cannot be differentiated here: use them as statements of their own",
            ),
            ExprKind::Closure(closure) => {
                let advice = "call it in the body, or make it a function with `#[differentiable]`";
                self.untouched(&closure.tokens, "a closure that is passed on", advice, expr.span)
            }
            ExprKind::VecOf(element, len) => self.vec_of(element, len),
            ExprKind::Vec(elements) => self.vec_list(elements),
            ExprKind::Assign { place, op, value } => {
                self.assign(place, *op, value, expr.span);
                self.unit()
            }
            ExprKind::Return(_) => self.report(
                expr.span,
                "`return` cannot be differentiated here: use it as a statement of its own, or let the block yield the value",
            ),
            ExprKind::Diverge(tokens) => Value::Code(self.capture(tokens)),
            ExprKind::Observe(tokens) => {
                let template = self.capture(tokens);
                if template::has_block(tokens) {
                    return self.report(expr.span, "a block inside this macro cannot be differentiated: move it out");
                }
                self.w.push(Kind::Observe(template), Type::Tuple(Vec::new()));
                self.unit()
            }
            ExprKind::Foreign { tokens, problems } => self.foreign(tokens, problems),
            ExprKind::Other { tokens, construct, advice } => self.untouched(tokens, construct, advice, expr.span),
            ExprKind::Error => self.poison(),
        }
    }

    /// Code that is not looked into, so no differentiated value may be in it.
    fn untouched(&mut self, tokens: &TokenStream, construct: &str, advice: &str, span: Span) -> Value {
        let template = self.capture(tokens);
        if template.holes.iter().any(|(_, id)| self.w.graph.node(*id).active) {
            return self.report(span, format_args!("{construct} cannot be differentiated: {advice}"));
        }
        // It works on copies of the local values, so what it changed would be lost.
        if !template.holes.is_empty() && template::assigns(tokens) {
            return self.report(
                span,
                format_args!(
                    "{construct}, changing a local value, cannot be differentiated: assign it in the body itself"
                ),
            );
        }
        Value::Code(template)
    }

    /// Code that the language has no word for: it stays as it is if nothing in it is differentiated.
    fn foreign(&mut self, tokens: &TokenStream, problems: &[syn::Error]) -> Value {
        let depth = self.holes;
        let template = self.capture(tokens);
        let touches = |id: &Id| self.w.graph.node(*id).active || !self.is_state_node(*id) && template::assigns(tokens);
        if !template.holes.iter().any(|(_, id)| touches(id))
            && !template::jumps(tokens)
            && !self.mentions_a_closure(tokens)
        {
            return Value::Code(template);
        }
        self.holes = depth;
        for problem in problems {
            self.errors.push(problem.clone());
        }
        self.poison()
    }

    fn float_literal(&mut self, literal: &FloatLiteral) -> Value {
        let FloatLiteral { double, single, precision } = *literal;
        match (precision, self.function.scalar.precision) {
            (None | Some(Precision::F32), Precision::F32) => Value::Node(self.w.constant(f64::from(single))),
            (None, _) | (Some(Precision::F64), Precision::F64) => Value::Node(self.w.constant(double)),
            // A number of another float type than the function's.
            (Some(Precision::F32), _) if single.is_finite() => {
                Value::Code(Template::verbatim(Literal::f32_suffixed(single).to_token_stream()))
            }
            (Some(Precision::F64), _) if double.is_finite() => {
                Value::Code(Template::verbatim(Literal::f64_suffixed(double).to_token_stream()))
            }
            // rustc has a lint for literals that are out of range.
            _ => {
                self.errors.leave_to_rustc(self.w.span, "this literal is out of range");
                self.poison()
            }
        }
    }

    /// The value of a variable; of a reference, what it refers to now.
    fn variable(&mut self, at: usize) -> Value {
        if self.vars[at].state {
            return Value::Code(self.state(at));
        }
        let id = match self.vars[at].alias.clone() {
            Some((var, path)) => self.w.get(self.vars[var].id, &path),
            None => self.vars[at].id,
        };
        self.value_of(id)
    }

    /// Whether an expression is a `&mut` reference to a variable or a part of one.
    fn is_mut_reference(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::MutReference(_) => true,
            ExprKind::Name(name) => self.lookup(name).is_some_and(|at| self.vars[at].alias.is_some()),
            ExprKind::Method { receiver, name, args, .. } => {
                args.is_empty()
                    && name == "as_mut_slice"
                    && receiver.root().is_some_and(|root| self.lookup(root).is_some())
            }
            _ => false,
        }
    }

    /// An expression that is bound: a `&mut` reference stays one.
    fn reborrow(&mut self, expr: &Expr, hint: Option<&Type>) -> Value {
        match &expr.kind {
            ExprKind::Name(name) if self.is_mut_reference(expr) => {
                let (var, path) = self.lookup(name).map(|at| self.aliased(at)).expect("it was found");
                Value::Place(var, path)
            }
            ExprKind::Method { receiver, .. } if self.is_mut_reference(expr) => self.mut_reference(receiver),
            _ => self.expr(expr, hint),
        }
    }

    /// `&mut place`
    fn mut_reference(&mut self, place: &Expr) -> Value {
        let Some((var, prefix)) = place.root().and_then(|root| self.lookup(root)).map(|at| self.aliased(at)) else {
            return self.report(
                place.span,
                "this changes something outside of the function, whose derivative would be lost: change a local variable and return it",
            );
        };
        if self.vars[var].state {
            let place = self.expr(place, None);
            return Value::Code(self.template(place).lent());
        }
        let target = self.w.get(self.vars[var].id, &prefix);
        match self.place(target, place) {
            Some(path) => Value::Place(var, self.w.direct(&[prefix, path].concat())),
            None => self.poison(),
        }
    }

    /// The variable that a reference refers to, and the steps to its part.
    fn aliased(&self, at: usize) -> (usize, Vec<Step>) {
        self.vars[at].alias.clone().unwrap_or((at, Vec::new()))
    }

    /// Whether a node is a reference that code yields.
    fn is_code(&self, id: Id) -> bool {
        match self.w.graph.kind(id) {
            Kind::Opaque(template) => {
                let first = template.tokens.clone().into_iter().next();
                matches!(first, Some(TokenTree::Punct(punct)) if punct.as_char() == '&')
            }
            _ => false,
        }
    }

    fn element(&mut self, expr: &Expr, hint: Option<&Type>) -> Id {
        let value = self.expr(expr, hint);
        self.node(value)
    }
}

/// Whether a type is a reference.
fn is_borrowed(ty: Option<&TokenStream>) -> bool {
    let first = ty.and_then(|ty| ty.clone().into_iter().next());
    matches!(first, Some(TokenTree::Punct(punct)) if punct.as_char() == '&')
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

/// The type that a pattern expects.
fn guess(pattern: &Pattern) -> Option<Type> {
    match pattern {
        Pattern::Deref(pattern) => guess(pattern),
        Pattern::Tuple(patterns, _) => {
            Some(Type::Tuple(patterns.each(|pattern| guess(pattern).unwrap_or(Type::Other))))
        }
        _ => None,
    }
}

/// The type of a value that may come from two places.
fn join(a: Type, b: Type) -> Type {
    match (a, b) {
        (Type::Other, other) | (other, Type::Other) => other,
        (Type::Array(a, len), Type::Array(b, _)) => Type::Array(Box::new(join(*a, *b)), len),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            Type::Tuple(a.into_iter().zip(b).map(|(a, b)| join(a, b)).collect())
        }
        (a, _) => a,
    }
}
