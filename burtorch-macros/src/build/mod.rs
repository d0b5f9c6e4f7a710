//! [`ast`](crate::ast) → graph: names become values, assignments new values, control flow regions.
//!
//! Loops with few iterations are written out, the others stay loops. What no differentiated value
//! touches passes through as the user's own tokens. Every mistake is reported; where one is, a
//! [`Kind::Poison`] stands in the graph, and what uses it is not reported again.

mod arithmetic;
mod call;
mod control;
mod loops;
mod template;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::ast::{
    BinaryOp, Block, Expr, ExprKind, FloatLiteral, Function, IntType, Len, Member, Pattern, Precision, Stmt, Type,
    UnaryOp,
};
use crate::error::Errors;
use crate::graph::{Graph, Id, Kind, Step, Template, Writer, element_type};

/// Builds the graph of a function; its root has one result.
pub(crate) fn build(function: &Function, errors: &mut Errors) -> Built {
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
        holes: 0,
        resumed: 0,
    };
    for param in &function.params {
        builder.w.span = param.name.span();
        let id = builder.w.param(Kind::Param, param.ty.clone(), param.active, Some(&param.name));
        builder.vars.push(Variable::new(&param.name, id, false));
    }
    let result = builder.tail_block(&function.body, &control::Rest::End);
    builder.w.graph.region_mut(Graph::ROOT).results = vec![result];
    if builder.errors.count() == 0 {
        builder.check_that_arguments_reach(result);
        builder.check_that_calls_are_used(result);
    }
    Built { graph: builder.w.graph, items: builder.items }
}

/// What `build` makes of a function.
pub(crate) struct Built {
    pub graph: Graph,
    /// Items inside the body, to be repeated in the generated functions.
    pub items: Vec<TokenStream>,
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
    /// How many holes were made.
    holes: usize,
    /// How often the rest of the function was built.
    resumed: usize,
}

#[derive(Clone)]
struct Variable {
    name: Ident,
    /// The name once more, to compare with.
    text: String,
    id: Id,
    /// A local reference; the graph knows only what it refers to.
    is_ref: bool,
}

impl Variable {
    fn new(name: &Ident, id: Id, is_ref: bool) -> Self {
        Variable { name: name.clone(), text: name.to_string(), id, is_ref }
    }
}

/// What an expression yields: a node, or code over values that are not differentiated.
///
/// Code stays code for as long as possible, so that the user's places (`self.table[i].k`) are not
/// torn into copies.
enum Value {
    Node(Id),
    Code(Template),
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
            Value::Code(template) => self.w.push(Kind::Opaque(template), Type::Other),
        }
    }

    /// The same, where the type is known from elsewhere.
    fn node_as(&mut self, value: Value, ty: &Type) -> Id {
        match value {
            Value::Code(template) => self.w.push(Kind::Opaque(template), ty.clone()),
            node @ Value::Node(_) => self.node(node),
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
            Value::Code(_) => None,
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
        let text = name.to_string();
        let same = |variable: &Variable| variable.text == text && same_name(&variable.name, name);
        self.vars.iter().rposition(same)
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
            Stmt::Let { pattern, ty, int, floats, init, span } => {
                if floats.iter().any(|&float| float != self.function.scalar.precision) {
                    self.errors.report(
                        *span,
                        "a local of another float type than the function's cannot be differentiated: use one float type throughout",
                    );
                }
                let mut value = match init {
                    Some(init) => {
                        let guess = ty.clone().or_else(|| guess(pattern));
                        self.expr(init, guess.as_ref())
                    }
                    // Rust makes sure that it is assigned before it is read.
                    None => Value::Node(self.w.push(Kind::Zero, ty.clone().unwrap_or(Type::Other))),
                };
                if let Some(ty) = int {
                    value = self.as_int(value, *ty);
                } else if let Some(ty) = ty.as_ref().filter(|ty| **ty != Type::Other) {
                    value = Value::Node(self.node_as(value, ty));
                }
                let is_ref = init.as_ref().is_some_and(|init| self.is_reference(init));
                self.bind(pattern, value, is_ref, *span);
            }
            Stmt::Expr(expr) => {
                let value = self.expr(expr, None);
                match value {
                    Value::Node(id) if matches!(self.w.graph.kind(id), Kind::Call(_)) => {
                        self.errors.report(
                            expr.span,
                            "the result of this call is dropped, and what it may keep is not differentiated: use its result, or remove it",
                        );
                    }
                    Value::Node(_) => {}
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
                receiver.root().is_some_and(|root| self.lookup(root).is_some_and(|at| at >= self.function.params.len()))
            }
            _ => false,
        }
    }

    /// Whether an expression is a local reference to a value of the graph.
    fn is_reference(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Reference(_) => true,
            ExprKind::Name(name) => self.lookup(name).is_some_and(|at| self.vars[at].is_ref),
            _ => false,
        }
    }

    fn bind(&mut self, pattern: &Pattern, value: Value, is_ref: bool, span: Span) {
        match pattern {
            Pattern::Ignore => {}
            Pattern::Deref(pattern) => self.bind(pattern, value, false, span),
            Pattern::Name(name) => {
                let id = self.node(value);
                self.w.name(id, name);
                self.vars.push(Variable::new(name, id, is_ref));
            }
            Pattern::Tuple(patterns, at) => {
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
                    let part = self.part(id, at, span);
                    self.bind(pattern, part, is_ref, span);
                }
            }
        }
    }

    /// Element `at` of a tuple or array, whatever is known of it.
    fn part(&mut self, id: Id, at: usize, span: Span) -> Value {
        match self.ty(id) {
            Type::Tuple(_) | Type::Array(..) => Value::Node(self.w.get(id, &[Step::At(at)])),
            Type::Float => self.report(span, "this value is one number and has no parts"),
            Type::Other if self.is_poison(&Value::Node(id)) => Value::Node(id),
            Type::Other => {
                let base = self.template(Value::Node(id));
                Value::Code(base.field(&Member::Index(at)))
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
                Some(at) => Value::Node(self.vars[at].id),
                None => Value::Code(Template::verbatim(name.to_token_stream())),
            },
            ExprKind::Verbatim(tokens) => Value::Code(Template::verbatim(tokens.clone())),
            ExprKind::Unary(op, inner) => self.unary(*op, inner, hint),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.span),
            ExprKind::Method { receiver, name, turbofish, args } => {
                self.method(receiver, name, turbofish, args, hint)
            }
            ExprKind::Call(call) => self.call(call, hint),
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::Field(base, member) => self.field(base, member, expr.span),
            ExprKind::Array(elements) => {
                let inner = match hint {
                    Some(Type::Array(inner, _)) => Some(&**inner),
                    _ => None,
                };
                let elements: Vec<_> = elements.iter().map(|element| self.element(element, inner)).collect();
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
                let elements: Vec<_> =
                    elements.iter().enumerate().map(|(at, element)| self.element(element, hints.get(at))).collect();
                let types = elements.iter().map(|&id| self.ty(id).clone()).collect();
                Value::Node(self.w.pack(elements, Type::Tuple(types)))
            }
            ExprKind::Reference(inner) => match self.expr(inner, hint) {
                Value::Code(template) => Value::Code(template.prefixed("&")),
                node @ Value::Node(_) => node,
            },
            ExprKind::Cast(inner, ty, int) => self.cast(inner, ty, *int, expr.span),
            ExprKind::Range { start, end, inclusive } => self.range_value(start.as_deref(), end.as_deref(), *inclusive, expr.span),
            ExprKind::If { .. } | ExprKind::Match { .. } => self.branch_expr(expr, hint),
            ExprKind::Block(block) => self.block(block, hint),
            ExprKind::For { pattern, iter, body } => {
                self.for_loop(pattern, iter, body);
                self.unit()
            }
            ExprKind::Assign { place, op, value } => {
                self.assign(place, *op, value, expr.span);
                self.unit()
            }
            ExprKind::Return(_) => self.report(
                expr.span,
                "`return` cannot be differentiated here: use it as a statement outside of loops, or let the block yield the value",
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
            ExprKind::Other { tokens, construct, advice } => {
                let template = self.capture(tokens);
                if template.holes.iter().any(|(_, id)| self.w.graph.node(*id).active) {
                    return self.report(expr.span, format_args!("{construct} cannot be differentiated: {advice}"));
                }
                // It works on copies of the local values, so what it changed would be lost.
                if !template.holes.is_empty() && template::assigns(tokens) {
                    return self.report(
                        expr.span,
                        format_args!("{construct} that changes a local value cannot be differentiated: assign it in the body itself"),
                    );
                }
                Value::Code(template)
            }
            ExprKind::Error => self.poison(),
        }
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
            _ => self.poison(),
        }
    }

    fn element(&mut self, expr: &Expr, hint: Option<&Type>) -> Id {
        let value = self.expr(expr, hint);
        self.node(value)
    }

    fn index(&mut self, base: &Expr, index: &Expr) -> Value {
        let whole = self.expr(base, None);
        if self.is_poison(&whole) {
            return whole;
        }
        if let (Value::Node(_), ExprKind::Range { .. }) = (&whole, &index.kind) {
            if self.is_active(&whole) {
                return self
                    .report(index.span, "a slice of an array cannot be differentiated: index its elements one by one");
            }
        }
        match &whole {
            Value::Node(id) if matches!(self.ty(*id), Type::Array(..)) => {
                let id = *id;
                match self.step(id, index) {
                    Some(step) => Value::Node(self.w.get(id, &[step])),
                    None => self.poison(),
                }
            }
            Value::Node(id) if self.w.graph.node(*id).active => {
                self.report(base.span, "this value is not known to be an array: give it a type, `let y: [f64; 3] = …`")
            }
            _ => {
                let at = self.expr(index, None);
                if self.is_active(&at) {
                    return self.active_index(index.span);
                }
                let (base, at) = (self.template(whole), self.template(at));
                Value::Code(base.index(at))
            }
        }
    }

    fn active_index(&mut self, span: Span) -> Value {
        self.report(
            span,
            "an index cannot depend on a differentiated value: the derivative does not exist where the index jumps; compute it from integers",
        )
    }

    /// The step that an index expression takes into the array `base`.
    fn step(&mut self, base: Id, index: &Expr) -> Option<Step> {
        let at = self.expr(index, None);
        if self.is_poison(&at) {
            return None;
        }
        if self.is_active(&at) {
            self.active_index(index.span);
            return None;
        }
        if let Some(at) = self.int(&at) {
            let len = match self.ty(base) {
                Type::Array(_, len) => len.literal(),
                _ => None,
            };
            return match usize::try_from(at) {
                Ok(at) if len.is_none_or(|len| at < len) => Some(Step::At(at)),
                _ => {
                    let len = len.unwrap_or(0);
                    self.errors
                        .report(index.span, format_args!("index {at} is out of bounds: the array has {len} elements"));
                    None
                }
            };
        }
        Some(Step::Index(self.node(at)))
    }

    fn field(&mut self, base: &Expr, member: &Member, span: Span) -> Value {
        let whole = self.expr(base, None);
        if self.is_poison(&whole) {
            return whole;
        }
        match (&whole, member) {
            (Value::Node(id), Member::Index(at)) if matches!(self.ty(*id), Type::Tuple(_)) => {
                let (id, at) = (*id, *at);
                self.part(id, at, span)
            }
            (value, _) if self.is_active(value) => self.report(
                span,
                "this field cannot be differentiated: use a tuple or an array, and give the result of a call its type",
            ),
            _ => {
                let base = self.template(whole);
                Value::Code(base.field(member))
            }
        }
    }

    /// `place = value`, `place op= value`
    fn assign(&mut self, place: &Expr, op: Option<BinaryOp>, value: &Expr, span: Span) {
        match &place.kind {
            ExprKind::Tuple(places) | ExprKind::Array(places) if op.is_none() => {
                let hint = Type::Tuple(vec![Type::Float; places.len()]);
                let value = self.expr(value, Some(&hint));
                let whole = self.node(value);
                for (at, place) in places.iter().enumerate() {
                    let part = self.part(whole, at, span);
                    self.assign_value(place, None, |_, _| part, span);
                }
            }
            _ => self.assign_value(place, op, |builder, hint| builder.expr(value, Some(hint)), span),
        }
    }

    /// Assigns what `value` yields for the type of the place.
    fn assign_value(
        &mut self,
        place: &Expr,
        op: Option<BinaryOp>,
        value: impl FnOnce(&mut Self, &Type) -> Value,
        span: Span,
    ) {
        if matches!(&place.kind, ExprKind::Name(name) if name == "_") {
            return;
        }
        let Some(at) = place.root().and_then(|root| self.lookup(root)) else {
            self.errors.report(
                place.span,
                "this assigns to something outside of the function, whose derivative would be lost: assign to a local variable and return it",
            );
            return;
        };
        // Rust evaluates the right side first, then the indices of the place.
        let hint = self.place_type(place);
        let mut new = value(self, &hint);
        let target = self.vars[at].id;
        let Some(path) = self.place(target, place) else { return };
        if let Some(op) = op {
            let old = Value::Node(self.w.get(self.vars[at].id, &path));
            new = self.combine(op, old, new, span);
        }
        let new = self.node_as(new, &hint);
        let name = self.vars[at].name.clone();
        self.vars[at].id = self.w.set(self.vars[at].id, &path, new);
        let id = self.vars[at].id;
        self.w.name(id, &name);
    }

    /// The type of a place, whatever its indices are.
    fn place_type(&self, place: &Expr) -> Type {
        let step = |base: &Expr, step| element_type(&self.place_type(base), &[step]);
        match &place.kind {
            ExprKind::Name(name) => self.lookup(name).map_or(Type::Other, |at| self.ty(self.vars[at].id).clone()),
            ExprKind::Unary(UnaryOp::Deref, base) => self.place_type(base),
            ExprKind::Index(base, _) => step(base, Step::At(0)),
            ExprKind::Field(base, Member::Index(at)) => step(base, Step::At(*at)),
            _ => Type::Other,
        }
    }

    /// The steps from a variable to the place that is assigned.
    fn place(&mut self, target: Id, place: &Expr) -> Option<Vec<Step>> {
        match &place.kind {
            ExprKind::Name(_) => Some(Vec::new()),
            ExprKind::Unary(UnaryOp::Deref, inner) => self.place(target, inner),
            ExprKind::Index(base, index) => {
                let mut path = self.place(target, base)?;
                let array = self.w.get(target, &path);
                if !matches!(self.ty(array), Type::Array(..)) {
                    self.errors
                        .report(base.span, "only elements of local arrays can be assigned: use `let mut a = [0.0; N]`");
                    return None;
                }
                path.push(self.step(array, index)?);
                Some(path)
            }
            ExprKind::Field(base, Member::Index(at)) => {
                let mut path = self.place(target, base)?;
                path.push(Step::At(*at));
                Some(path)
            }
            _ => {
                self.errors.report(
                    place.span,
                    "this place cannot be assigned: use a local variable, a tuple field or an array element",
                );
                None
            }
        }
    }

    /// A call whose result nobody needs can only be for an effect, which has no derivative.
    fn check_that_calls_are_used(&mut self, result: Id) {
        let graph = &self.w.graph;
        let all = graph.all();
        let mut used = vec![false; graph.len()];
        let mut open = vec![result];
        open.extend(all.iter().copied().filter(|&id| matches!(graph.kind(id), Kind::Observe(_))));
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut used[id.index()], true) {
                continue;
            }
            open.extend(graph.kind(id).inputs());
            for region in graph.regions_of(id) {
                open.extend(&graph.region(region).results);
            }
        }
        let dropped: Vec<Span> = all
            .into_iter()
            .filter(|&id| matches!(graph.kind(id), Kind::Call(_)) && !used[id.index()])
            .map(|id| graph.node(id).span)
            .collect();
        for span in dropped {
            self.errors.report(
                span,
                "the result of this call never reaches that of the function, and what it may keep is not differentiated: use its result, or remove it",
            );
        }
    }

    /// An argument whose derivative is zero whatever its value is a mistake, not an answer.
    fn check_that_arguments_reach(&mut self, result: Id) {
        let graph = &self.w.graph;
        let mut reached = vec![false; graph.len()];
        let mut open = vec![result];
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut reached[id.index()], true) || !graph.node(id).active {
                continue;
            }
            open.extend(graph.kind(id).inputs());
            for region in graph.regions_of(id) {
                open.extend(&graph.region(region).results);
            }
        }
        for (param, &id) in self.function.params.iter().zip(&graph.root().params) {
            // A leading underscore says that the user knows.
            if param.active && !reached[id.index()] && !param.name.to_string().starts_with('_') {
                let name = &param.name;
                self.errors.report(
                    name.span(),
                    format_args!(
                        "the derivative with respect to `{name}` is always zero: `{name}` never reaches the result; leave it out with `wrt(…)`"
                    ),
                );
            }
        }
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
pub(crate) fn expansion(span: Span) -> String {
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
            Some(Type::Tuple(patterns.iter().map(|pattern| guess(pattern).unwrap_or(Type::Float)).collect()))
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
