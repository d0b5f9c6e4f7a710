//! Statements: blocks, `let` with its patterns, and expressions that run for their effect.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use super::pulled::refutable;
use super::{Builder, Value, Variable};
use crate::ast::{Block, Expr, ExprKind, IntType, Len, Pattern, Stmt, Type};
use crate::each::{Each, IntoEach};
use crate::graph::{Kind, Template};

impl Builder<'_> {
    /// A block that is not the function's own: its names end with it.
    pub(super) fn block(&mut self, block: &Block, hint: Option<&Type>) -> Value {
        let depth = self.vars.len();
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        let value = match &block.value {
            Some(value) => self.expr(value, hint),
            None => self.unit(),
        };
        let value = self.give_back(block, depth, value);
        self.vars.truncate(depth);
        value
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { pattern, ty, int, annotation, floats, init, span } => {
                let known = annotation.as_ref().and_then(|written| self.function.definitions.annotation(written));
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
                let nothing = match annotation {
                    None => self.starts_as_nothing(pattern, init.as_ref()),
                    Some(_) => None,
                };
                let mut value = match init {
                    _ if nothing.is_some() => nothing.unwrap_or_else(|| self.unit()),
                    Some(init) if annotation.is_none() && self.holds(pattern, init).is_some() => {
                        let elements = self.holds(pattern, init).unwrap_or(Type::Float);
                        Value::Node(self.w.push(Kind::Zero, Type::Array(Box::new(elements), Len::Dynamic)))
                    }
                    Some(init) => {
                        let guess = ty.clone().or_else(|| self.expected(pattern)).or_else(|| self.returned_as(pattern));
                        self.reborrow(init, guess.as_ref())
                    }
                    // Rust makes sure that it is assigned before it is read.
                    None => Value::Node(self.w.push(Kind::Zero, ty.clone().unwrap_or(Type::Other))),
                };
                let declared = init.as_ref().filter(|_| annotation.is_none()).and_then(|init| self.declared(init));
                if let (true, Some(init), None) = (self.is_declared(pattern), init, annotation) {
                    value = self.as_declared(value, init);
                }
                value = self.annotated(value, ty.as_ref(), *int, annotation.as_ref());
                let is_ref = init.as_ref().is_some_and(|init| {
                    // Parts of a reference are references.
                    let is_taken_apart = !matches!(pattern, Pattern::Name { .. });
                    self.is_reference(init) || is_taken_apart && self.is_reference_argument(init)
                });
                let by_value = init.as_ref().is_some_and(|init| self.is_surely_a_value(init));
                self.bind(pattern, value, is_ref, *span);
                self.declare(pattern, declared.as_ref());
                if let (Pattern::Name { .. }, Some(variable)) = (pattern, self.vars.last_mut()) {
                    variable.by_value = by_value;
                }
            }
            Stmt::Expr(expr) => {
                let value = self.expr(expr, Some(&Type::Tuple(Vec::new())));
                match value {
                    Value::Node(_) | Value::Place(..) | Value::Several(_) | Value::Closure(_) | Value::Maybe(_) => {}
                    Value::Code(_) if self.changes_a_local(expr) => {
                        self.errors.report(
                            expr.span,
                            "a method that may change a local value cannot be differentiated: compute the value before, or assign it",
                        );
                    }
                    Value::Code(template) => _ = self.w.push(Kind::Observe(template), Type::Tuple(Vec::new())),
                }
            }
            Stmt::Item(tokens) => {
                let text = tokens.to_string();
                if !self.items.iter().any(|item| item.to_string() == text) {
                    self.items.push(tokens.clone());
                }
            }
        }
    }

    /// The type that a pattern expects, where the structs in it are known.
    fn expected(&self, pattern: &Pattern) -> Option<Type> {
        match pattern {
            Pattern::Struct { path, .. } => self.named(path),
            Pattern::Tuple(patterns, _) => {
                Some(Type::Tuple(patterns.each(|pattern| self.expected(pattern).unwrap_or(Type::Other))))
            }
            pattern => guess(pattern),
        }
    }

    /// What is not differentiated, as code that may stand more than once.
    fn code_in(&mut self, value: &Value) -> Option<Template> {
        match value {
            Value::Code(code) if code.effects => {
                let id = self.node(Value::Code(code.clone()));
                Some(self.hole_for(id))
            }
            Value::Code(code) => Some(code.clone()),
            Value::Node(id)
                if *self.ty(*id) == Type::Other && !self.w.graph.node(*id).active && !self.is_poison(value) =>
            {
                Some(self.hole_for(*id))
            }
            _ => None,
        }
    }

    /// A value of which it is written what type it has.
    pub(super) fn annotated(
        &mut self,
        mut value: Value,
        ty: Option<&Type>,
        int: Option<IntType>,
        annotation: Option<&TokenStream>,
    ) -> Value {
        if let (Value::Code(code), Some(written), None) = (&value, annotation, int)
            && !code.is_path()
        {
            // What Rust infers from the type in the function it infers here, too.
            let (code, identity) = (code.clone(), quote!(::core::convert::identity::<#written>));
            let (known, effects) = (code.known, code.effects);
            value = Value::Code(Template { effects, known, ..Template::call(&identity, None, vec![code]) });
        }
        if let Some(ty) = int {
            return self.as_int(value, ty);
        }
        // What `_` stands for in the type of code, Rust finds out.
        let is_open = matches!(value, Value::Code(_)) && int.is_none() && annotation.is_some_and(has_hole);
        if let Some(ty) = ty.filter(|ty| **ty != Type::Other && !is_open)
            && !matches!(value, Value::Place(..) | Value::Several(_) | Value::Closure(_) | Value::Maybe(_))
            && (!matches!(value, Value::Code(_))
                || ty.has_floats() && ty.payload().is_none() && !is_borrowed(annotation))
        {
            if *ty == Type::Float
                && let Some(poison) = self.refuse_integer(&value)
            {
                value = poison;
            }
            value = Value::Node(self.node_as(value, ty));
        }
        value
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

    pub(super) fn bind(&mut self, pattern: &Pattern, value: Value, is_ref: bool, span: Span) {
        match pattern {
            Pattern::Ignore | Pattern::Rest => {}
            Pattern::Deref(pattern) => {
                let value = match value {
                    Value::Code(code) => Value::Code(code.prefixed("*")),
                    // Of what is lent, the parts are lent.
                    Value::Several(parts) => Value::Several(parts.into_each(|(part, by_ref)| match part {
                        Value::Code(code) => (Value::Code(code.prefixed("*")), false),
                        part => (part, by_ref),
                    })),
                    Value::Node(id) if self.w.graph.node(id).name.is_none() && self.is_code(id) => {
                        let code = self.hole_for(id);
                        Value::Code(code.prefixed("*"))
                    }
                    other => other,
                };
                self.bind(pattern, value, false, span);
            }
            Pattern::Name { ident: name, mutable } => {
                if let Value::Closure(closure) = value {
                    let unit = self.unit();
                    let unit = self.node(unit);
                    return self.vars.push(Variable { closure: Some(*closure), ..Variable::new(name, unit, false) });
                }
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
            Pattern::Struct { path, fields, span: at } => {
                if self.named(path).is_none()
                    && let Some(code) = self.code_in(&value)
                    && let Some(whole) = refutable(pattern)
                {
                    // Whether names in it are references depends on what it takes apart.
                    return self.bind_parts_of_code(&whole, &whole, &code);
                }
                self.bind_struct(fields, value, is_ref, *at, span);
            }
            Pattern::Tuple(patterns, at) if patterns.iter().any(|part| matches!(part, Pattern::Rest)) => {
                self.bind_around_rest(patterns, value, is_ref, (*at, span));
            }
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

    /// `let [first, .., last] = value;`
    fn bind_around_rest(&mut self, patterns: &[Pattern], value: Value, is_ref: bool, (at, span): (Span, Span)) {
        let id = match value {
            Value::Several(_) | Value::Code(_) => None,
            value => Some(self.node(value)),
        };
        let parts = id.and_then(|id| match self.ty(id) {
            Type::Tuple(elements) => Some(elements.len()),
            Type::Array(_, len) => len.literal(),
            _ => None,
        });
        let (Some(id), Some(parts)) = (id, parts.filter(|parts| parts + 1 >= patterns.len())) else {
            return self.errors.report(
                at,
                "this pattern cannot be differentiated: bind a name, a tuple or an array of names, or `_`",
            );
        };
        let left_out = parts + 1 - patterns.len();
        let rest = patterns.iter().position(|part| matches!(part, Pattern::Rest)).unwrap_or(parts);
        for (at, pattern) in patterns.iter().enumerate().filter(|(at, _)| *at != rest) {
            let part = self.part(id, if at < rest { at } else { at + left_out - 1 }, span);
            self.bind(pattern, part, is_ref, span);
        }
    }
}

/// The type that a pattern expects.
pub(super) fn guess(pattern: &Pattern) -> Option<Type> {
    match pattern {
        Pattern::Deref(pattern) => guess(pattern),
        Pattern::Tuple(patterns, _) if patterns.iter().any(|part| matches!(part, Pattern::Rest)) => None,
        Pattern::Tuple(patterns, _) => {
            Some(Type::Tuple(patterns.each(|pattern| guess(pattern).unwrap_or(Type::Other))))
        }
        _ => None,
    }
}

/// Whether something in a type is left open: `Vec<_>`.
fn has_hole(ty: &TokenStream) -> bool {
    ty.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "_",
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        TokenTree::Group(group) => has_hole(&group.stream()),
    })
}

/// Whether a type is a reference.
pub(super) fn is_borrowed(ty: Option<&TokenStream>) -> bool {
    let first = ty.and_then(|ty| ty.clone().into_iter().next());
    matches!(first, Some(TokenTree::Punct(punct)) if punct.as_char() == '&')
}
