//! References to variables and to parts of them: the graph knows only what they refer to.

use std::rc::Rc;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use super::libraries::is_library;
use super::{Builder, Value};
use crate::ast::{Expr, ExprKind, Member, Param, StructType, Type, UnaryOp};
use crate::graph::{Id, Kind, Step, element_type};
use crate::parse::takes_exclusive_receiver;
use crate::surroundings::SourceFunction;

impl Builder<'_> {
    /// Whether an expression is a local reference to a value of the graph.
    pub(super) fn is_reference(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Reference(_) | ExprKind::MutReference(_) => true,
            ExprKind::Name(name) => self.lookup(name).is_some_and(|at| self.vars[at].is_ref),
            ExprKind::Method { name, args, .. } => {
                args.is_empty() && ["as_slice", "as_mut_slice", "as_ref"].contains(&name.to_string().as_str())
            }
            ExprKind::Block(block) => block.value.as_ref().is_some_and(|value| self.is_reference(value)),
            ExprKind::If { then, .. } => then.value.as_ref().is_some_and(|value| self.is_reference(value)),
            ExprKind::Match { arms, .. } => arms.iter().any(|arm| self.is_reference(&arm.body)),
            _ => false,
        }
    }

    /// The argument of the function that an expression names.
    pub(super) fn argument_named(&self, expr: &Expr) -> Option<&Param> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        self.function.params.get(self.lookup(name)?)
    }

    /// Whether an expression is an argument that is passed by reference.
    pub(super) fn is_reference_argument(&self, expr: &Expr) -> bool {
        self.argument_named(expr).is_some_and(|param| param.by_ref)
    }

    /// Whether an expression is an argument that is passed by value.
    pub(super) fn is_owned_argument(&self, expr: &Expr) -> bool {
        self.argument_named(expr).is_some_and(|param| !param.by_ref)
    }

    /// Whether an expression is an argument that is declared as a slice, an array or a vector.
    pub(super) fn is_declared_slice(&self, expr: &Expr) -> bool {
        let expr = match &expr.kind {
            ExprKind::Reference(inner) => inner,
            _ => expr,
        };
        self.argument_named(expr).is_some_and(|param| {
            let mut tokens = param.tokens.clone().into_iter();
            let first = tokens.find(|token| !matches!(token, TokenTree::Punct(punct) if punct.as_char() == '&'));
            match first {
                Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Bracket,
                Some(TokenTree::Ident(word)) => word == "Vec",
                _ => false,
            }
        })
    }

    /// Whether an expression is a `&mut` reference to a variable or a part of one.
    pub(super) fn is_mut_reference(&self, expr: &Expr) -> bool {
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
    pub(super) fn reborrow(&mut self, expr: &Expr, hint: Option<&Type>) -> Value {
        match &expr.kind {
            ExprKind::Name(name) if self.is_mut_reference(expr) => {
                let (var, path) = self.lookup(name).map(|at| self.aliased(at)).expect("it was found");
                Value::Place(var, path)
            }
            ExprKind::Method { receiver, args, .. } if args.is_empty() && self.is_mut_reference(expr) => {
                self.mut_reference(receiver)
            }
            ExprKind::Method { receiver, name, args, .. } if args.len() == 1 && name == "split_at_mut" => {
                if self.splits(receiver) { self.split_at_mut(receiver, name, &args[0]) } else { self.expr(expr, hint) }
            }
            _ => self.expr(expr, hint),
        }
    }

    /// Whether what is split is an array of the graph.
    fn splits(&self, receiver: &Expr) -> bool {
        let root = receiver.root().and_then(|root| self.lookup(root)).map(|at| self.aliased(at).0);
        root.is_some_and(|at| !self.vars[at].state && self.ty(self.vars[at].id).is_aggregate())
    }

    /// `place.split_at_mut(at)`: two parts of one place, which do not overlap.
    fn split_at_mut(&mut self, receiver: &Expr, name: &Ident, at: &Expr) -> Value {
        let place = self.mut_reference(receiver);
        let Value::Place(var, path) = place else { return place };
        let array = self.w.get(self.vars[var].id, &path);
        let ty = self.ty(array).clone();
        if !matches!(ty, Type::Array(..)) {
            return self.report(
                receiver.span,
                "this value is not known to be an array: give it a type, `let y: [f64; 3] = …`",
            );
        }
        self.prove_of_slices(name, receiver, &ty, 1, false);
        let Some(at) = self.inactive(at) else { return self.poison() };
        let (start, at, end) = (self.w.index(0), self.node(at), self.w.length_of(array));
        let parts = [(start, at), (at, end)].map(|(from, to)| {
            let path = [&path[..], &[Step::Range(from, to)]].concat();
            (Value::Place(var, self.w.direct(&path)), true)
        });
        Value::Several(parts.to_vec())
    }

    /// Whether a place is what a method of a struct yields a `&mut` reference to: `m[(i, j)]`, `*m.at_mut(i)`, or a part of that.
    pub(super) fn is_place_of_helper(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Index(base, index) if self.indexed_struct(base).is_some() => {
                !matches!(index.kind, ExprKind::Range { .. })
            }
            ExprKind::Method { receiver, name, .. } => {
                let known = receiver.root().is_some_and(|root| self.lookup(root).is_some());
                let Type::Struct(of) = self.place_type(receiver) else { return false };
                let source = if known { self.helper_method(&of, name) } else { None };
                source.is_some_and(|source| {
                    takes_exclusive_receiver(&source.signature)
                        && source.signature.rsplit_once("->").is_some_and(|(_, result)| {
                            result.trim_start().strip_prefix('&').is_some_and(|rest| rest.contains("mut "))
                        })
                })
            }
            ExprKind::Unary(UnaryOp::Deref, inner) | ExprKind::Index(inner, _) | ExprKind::Field(inner, _) => {
                self.is_place_of_helper(inner)
            }
            _ => false,
        }
    }

    /// The struct that has an operator for its elements to be changed.
    fn indexed_struct(&self, base: &Expr) -> Option<(Rc<StructType>, SourceFunction)> {
        let ty = self.place_type(base);
        if is_library(&ty) {
            return None;
        }
        let Type::Struct(of) = &ty else { return None };
        let source = self.implementation(&Ident::new("index_mut", base.span), &ty, Some(&Type::Other))?;
        Some((of.clone(), source))
    }

    /// That place.
    pub(super) fn place_of_helper(&mut self, place: &Expr) -> Value {
        match &place.kind {
            ExprKind::Method { receiver, name, args, .. } => {
                let value = self.changing_helper(receiver, name, args);
                value.unwrap_or_else(|| self.poison())
            }
            ExprKind::Unary(UnaryOp::Deref, inner) => self.place_of_helper(inner),
            ExprKind::Index(base, index) if self.indexed_struct(base).is_some() => {
                let Some((of, source)) = self.indexed_struct(base) else { return self.poison() };
                let this = self.exclusive(base);
                let at = self.expr(index, None);
                let at = self.once(at);
                let values = vec![(this, true), (at, self.is_reference(index))];
                let name = Ident::new("index_mut", base.span);
                self.build_helper(&source, Some(&of), values, &TokenStream::new(), &name)
            }
            ExprKind::Index(base, index) => {
                let Value::Place(var, mut path) = self.place_of_helper(base) else { return self.poison() };
                let array = self.w.get(self.vars[var].id, &path);
                let step = match &index.kind {
                    ExprKind::Range { start, end, inclusive } => {
                        self.range_step(array, start.as_deref(), end.as_deref(), *inclusive, index.span)
                    }
                    _ => self.step(array, index),
                };
                let Some(step) = step else { return self.poison() };
                path.push(step);
                Value::Place(var, self.w.direct(&path))
            }
            ExprKind::Field(base, member) => {
                let Value::Place(var, mut path) = self.place_of_helper(base) else { return self.poison() };
                let at = match (element_type(self.ty(self.vars[var].id), &path), member) {
                    (Type::Struct(of), member) => of.position(member),
                    (_, Member::Index(at)) => Some(*at),
                    _ => None,
                };
                let Some(at) = at else { return self.poison() };
                path.push(Step::At(at));
                Value::Place(var, path)
            }
            _ => self.poison(),
        }
    }

    /// What a place holds.
    pub(super) fn read(&mut self, value: Value) -> Value {
        match value {
            Value::Place(var, path) => {
                let id = self.w.get(self.vars[var].id, &path);
                self.value_of(id)
            }
            other => other,
        }
    }

    /// `&mut place`
    pub(super) fn mut_reference(&mut self, place: &Expr) -> Value {
        if self.is_place_of_helper(place) {
            return self.place_of_helper(place);
        }
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
    pub(super) fn aliased(&self, at: usize) -> (usize, Vec<Step>) {
        self.vars[at].alias.clone().unwrap_or((at, Vec::new()))
    }

    /// Whether a node is a reference that code yields.
    pub(super) fn is_code(&self, id: Id) -> bool {
        match self.w.graph.kind(id) {
            Kind::Opaque(template) => {
                let first = template.tokens.clone().into_iter().next();
                matches!(first, Some(TokenTree::Punct(punct)) if punct.as_char() == '&')
            }
            _ => false,
        }
    }
}
