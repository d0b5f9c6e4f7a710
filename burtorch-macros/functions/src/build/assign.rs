//! Assignment: a variable is another value from then on.

use proc_macro2::Span;

use super::elements::library_field;
use super::libraries::is_library;
use super::{Builder, Value};
use crate::ast::{BinaryOp, Expr, ExprKind, Len, Member, Type, UnaryOp};
use crate::graph::{Id, Kind, Step, element_type};

impl Builder<'_> {
    /// `place = value`, `place op= value`
    pub(super) fn assign(&mut self, place: &Expr, op: Option<BinaryOp>, value: &Expr, span: Span) {
        match &place.kind {
            ExprKind::Tuple(places) | ExprKind::Array(places) if op.is_none() => {
                let hint = Type::Tuple(places.iter().map(|place| self.place_type(place)).collect());
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
        if self.is_place_of_helper(place) {
            let new = value(self, &Type::Float);
            let mut new = self.once(new);
            let Value::Place(at, path) = self.place_of_helper(place) else { return };
            let old = self.w.get(self.vars[at].id, &path);
            let hint = self.ty(old).clone();
            if let Some(op) = op {
                let old = self.value_of(old);
                new = self.combine(op, old, new, span);
            }
            let new = self.node_as(new, &hint);
            self.vars[at].id = self.w.set(self.vars[at].id, &path, new);
            return;
        }
        // What a call lends, `*map.entry(key).or_insert(0) += 1`.
        if place.root().is_none() && self.is_inactive(place) {
            let new = value(self, &Type::Other);
            return self.assign_state(place, op, new, span);
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
        let (at, prefix) = self.aliased(at);
        if self.vars[at].state {
            return self.assign_state(place, op, new, span);
        }
        let target = self.w.get(self.vars[at].id, &prefix);
        let Some(path) = self.place(target, place) else { return };
        let path = [prefix, path].concat();
        if let (Some(op), Type::Struct(_)) = (op, &hint)
            && self.struct_assignment(op, place, &new, span).is_some()
        {
            return;
        }
        if let Some(op) = op {
            let old = self.w.get(self.vars[at].id, &path);
            let old = self.value_of(old);
            new = self.combine(op, old, new, span);
        }
        self.find_out_option(place, &hint, &new);
        let new = if hint.is_opaque() { self.passed_through(new, &hint, span) } else { new };
        let new = self.node_as(new, &hint);
        let name = self.vars[at].name.clone();
        self.vars[at].id = self.w.set(self.vars[at].id, &path, new);
        let id = self.vars[at].id;
        self.w.name(id, &name);
    }

    /// `place op= value` of a variable that is changed in place.
    fn assign_state(&mut self, place: &Expr, op: Option<BinaryOp>, value: Value, span: Span) {
        if self.is_poison(&value) {
            return;
        }
        if self.is_active(&value) {
            let root = place.root().map(ToString::to_string);
            let at = place.root().and_then(|root| self.lookup(root));
            if at.zip(root.as_deref()).is_some_and(|(at, name)| self.finds_declared(name, at)) {
                return;
            }
            let name = root.map_or_else(|| "this place".to_string(), |root| format!("`{root}`"));
            self.errors.report(
                span,
                format_args!("{name} is not differentiated, so a differentiated value would lose its derivative here: keep it in a variable, an array or a tuple of its own"),
            );
            return;
        }
        let value = self.settled(value, &[place]);
        let place = self.expr(place, None);
        let (place, value) = (self.template(place), self.template(value));
        let symbol = format!("{}=", op.map_or("", BinaryOp::symbol));
        let assignment = place.binary(&symbol, value);
        self.w.push(Kind::Observe(assignment), Type::Tuple(Vec::new()));
    }

    /// The type of a place, whatever its indices are.
    pub(super) fn place_type(&self, place: &Expr) -> Type {
        let step = |base: &Expr, step| element_type(&self.place_type(base), &[step]);
        match &place.kind {
            ExprKind::Name(name) => self.lookup(name).map_or(Type::Other, |at| {
                let (var, path) = self.aliased(at);
                element_type(self.ty(self.vars[var].id), &path)
            }),
            ExprKind::Unary(UnaryOp::Deref, base) => self.place_type(base),
            ExprKind::Index(base, index) if matches!(index.kind, ExprKind::Range { .. }) => match self.place_type(base)
            {
                Type::Array(element, _) => Type::Array(element, Len::Dynamic),
                other => other,
            },
            ExprKind::Index(base, _) if is_library(&self.place_type(base)) => Type::Float,
            ExprKind::Index(base, _) => step(base, Step::At(0)),
            ExprKind::Field(base, member) if library_field(&self.place_type(base), member).is_some() => Type::Float,
            ExprKind::Field(base, member) => match (self.place_type(base), member) {
                (Type::Struct(of), member) => of.position(member).map_or(Type::Other, |at| of.types[at].clone()),
                (_, Member::Index(at)) => step(base, Step::At(*at)),
                _ => Type::Other,
            },
            _ => Type::Other,
        }
    }

    /// The steps from a variable to the place that is assigned.
    pub(super) fn place(&mut self, target: Id, place: &Expr) -> Option<Vec<Step>> {
        match &place.kind {
            ExprKind::Name(_) => Some(Vec::new()),
            ExprKind::Unary(UnaryOp::Deref, inner) => self.place(target, inner),
            ExprKind::Index(base, index) => {
                let mut path = self.place(target, base)?;
                let array = self.w.get(target, &path);
                if let Some(steps) = self.library_index(array, index) {
                    path.extend(steps?);
                    return Some(path);
                }
                if !matches!(self.ty(array), Type::Array(..)) {
                    self.errors
                        .report(base.span, "only elements of local arrays can be assigned: use `let mut a = [0.0; N]`");
                    return None;
                }
                path.push(match &index.kind {
                    ExprKind::Range { start, end, inclusive } => {
                        self.range_step(array, start.as_deref(), end.as_deref(), *inclusive, index.span)?
                    }
                    _ => self.step(array, index)?,
                });
                Some(path)
            }
            ExprKind::Field(base, member)
                if self.place_type(place) != Type::Other || matches!(member, Member::Index(_)) =>
            {
                let mut path = self.place(target, base)?;
                if let Some(steps) = library_field(&self.place_type(base), member) {
                    path.extend(steps);
                    return Some(path);
                }
                path.push(Step::At(match (self.place_type(base), member) {
                    (Type::Struct(of), member) => of.position(member)?,
                    (_, Member::Index(at)) => *at,
                    (_, Member::Name(_)) => return None,
                }));
                Some(path)
            }
            _ => {
                self.errors.report(
                    place.span,
                    "this place cannot be assigned: use a local variable, an element of an array, or a field of a tuple or of a struct in `structs(…)`",
                );
                None
            }
        }
    }
}
