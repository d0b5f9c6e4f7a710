//! Arrays and slices: parts of them, and arrays that a function makes element by element.

use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};

use super::flow::Flow;
use super::iterators::Iter;
use super::loops::Iteration;
use super::optional::{Lazy, Maybe};
use super::{Builder, Value};
use crate::ast::{BinaryOp, CallExpr, Expr, ExprKind, IntType, Len, Type};
use crate::graph::{Id, Kind, Step, Template};
use crate::proofs::{Proof, Question};

impl Builder<'_> {
    /// A method of slices that changes nothing; `None` if it is none that is known.
    pub(super) fn slice_method(&mut self, array: Id, name: &Ident, args: &[Expr]) -> Option<Value> {
        let span = name.span();
        match (name.to_string().as_str(), args) {
            ("map", [function]) => {
                let Type::Array(_, len) = self.ty(array).clone() else { return None };
                if matches!(len, Len::Dynamic) {
                    return None;
                }
                let Some(function) = self.adaptor_of(function, 1) else { return Some(self.poison()) };
                let made = self.tabulated(&len, span, &mut |builder, at| {
                    let step = builder.step_at(at);
                    let item = builder.w.get(array, &[step]);
                    builder.apply(&function.closure, function.depth, vec![(Value::Node(item), false)])
                });
                Some(Value::Node(made))
            }
            ("first", []) => {
                let zero = self.push_int(0, IntType::named("usize"));
                Some(self.element_at(array, zero, span))
            }
            ("last", []) => Some(self.last_of(array, span)),
            ("get", [at]) if !matches!(at.kind, ExprKind::Range { .. }) => {
                let at = self.expr(at, None);
                if self.is_poison(&at) {
                    return Some(at);
                }
                if self.is_active(&at) {
                    return Some(self.active_index(span));
                }
                let at = self.once(at);
                Some(self.element_at(array, at, span))
            }
            ("split_at", [at]) => {
                let Some(at) = self.inactive(at) else { return Some(self.poison()) };
                let (start, at, end) = (self.w.index(0), self.node(at), self.w.length_of(array));
                let parts = [(start, at), (at, end)]
                    .map(|(from, to)| (Value::Node(self.w.get(array, &[Step::Range(from, to)])), true));
                Some(Value::Several(parts.to_vec()))
            }
            ("split_first" | "split_last", []) => {
                let is_some = self.is_not_empty(array, span);
                let (zero, one, len) = (self.w.index(0), self.w.index(1), self.w.length_of(array));
                let (step, rest) = if name == "split_first" {
                    (Step::At(0), Step::Range(one, len))
                } else {
                    let last = self.last_index(array);
                    (Step::Index(last), Step::Range(zero, last))
                };
                let value = Lazy::Several(vec![Lazy::Element(array, step), Lazy::Element(array, rest)]);
                Some(Value::Maybe(Box::new(Maybe { is_some, value, by_ref: true })))
            }
            ("concat", []) if matches!(self.ty(array), Type::Array(inner, _) if matches!(**inner, Type::Array(..))) => {
                let rows = Flow::Known(Iter::Array { array, by_ref: true });
                Some(self.collected(&Flow::Flattened(Box::new(rows)), span))
            }
            _ => None,
        }
    }

    /// All items of a chain in a vector.
    pub(super) fn collected(&mut self, flow: &Flow, span: Span) -> Value {
        let depth = self.vars.len();
        let empty = self.w.push(Kind::Zero, Type::Array(Box::new(Type::Float), Len::Dynamic));
        let list = self.own_variable(" list", empty);
        self.drive(flow, &[], span, &mut |builder, item, _| builder.pushed(list, item));
        let id = self.vars[list].id;
        self.vars.truncate(depth);
        Value::Node(id)
    }

    /// The element at a place where there may be none.
    fn element_at(&mut self, array: Id, at: Value, span: Span) -> Value {
        let len = self.w.length_of(array);
        let len = self.usize_of(len);
        let is_some = self.combine(BinaryOp::Lt, at.clone(), len, span);
        let value = Lazy::Element(array, self.step_at(at));
        Value::Maybe(Box::new(Maybe { is_some, value, by_ref: true }))
    }

    pub(super) fn last_of(&mut self, array: Id, span: Span) -> Value {
        let is_some = self.is_not_empty(array, span);
        let last = self.last_index(array);
        let value = Lazy::Element(array, self.step_at(Value::Node(last)));
        Value::Maybe(Box::new(Maybe { is_some, value, by_ref: true }))
    }

    fn is_not_empty(&mut self, array: Id, span: Span) -> Value {
        let len = self.w.length_of(array);
        let (len, zero) = (self.usize_of(len), self.push_int(0, IntType::named("usize")));
        self.combine(BinaryOp::Gt, len, zero, span)
    }

    /// The index of the last element, which stops no program of an empty array as long as nobody looks there.
    pub(super) fn last_index(&mut self, array: Id) -> Id {
        let len = self.w.length_of(array);
        let len = self.usize_of(len);
        if let Some(len) = self.int(&len) {
            return self.w.index(usize::try_from(len - 1).unwrap_or(0));
        }
        let len = self.template(len);
        let last = Template::call(&quote!(wrapping_sub), Some(len), vec![Template::verbatim(quote!(1))]);
        self.node(Value::Code(last.yielding_number()))
    }

    /// `array::from_fn(|i| …)`; `None` if it is another function, or nothing is differentiated.
    pub(super) fn array_from_fn(&mut self, call: &CallExpr, hint: Option<&Type>) -> Option<Value> {
        let [function] = &call.args[..] else { return None };
        let prefix = call.prefix.to_string().replace(' ', "");
        let prefix = prefix.strip_prefix("::").unwrap_or(&prefix);
        if call.last != "from_fn"
            || !matches!(prefix, "array::" | "std::array::" | "core::array::")
            || self.is_inactive(function)
        {
            return None;
        }
        let Some(Type::Array(_, len @ (Len::Literal(_) | Len::Constant(_)))) = hint else {
            return Some(self.report(
                call.last.span(),
                "the length of this array is not known here: write its type, `let a: [f64; 3] = …`",
            ));
        };
        self.prove_from_fn(call);
        let Some(function) = self.adaptor_of(function, 1) else { return Some(self.poison()) };
        let inner = match hint {
            Some(Type::Array(inner, _)) => Some((**inner).clone()),
            _ => None,
        };
        let made = self.tabulated(len, call.last.span(), &mut |builder, at| {
            builder.apply_as(&function.closure, function.depth, vec![(at, false)], inner.as_ref())
        });
        Some(Value::Node(made))
    }

    fn prove_from_fn(&mut self, call: &CallExpr) {
        let (krate, scalar, path, span) =
            (&self.function.krate, &self.function.scalar.tokens, &call.path, call.last.span());
        let proof = quote!(#krate::__private::proof);
        let of = quote!(::<#scalar, 1, fn(::core::primitive::usize) -> #scalar>);
        let body = quote_spanned! {span=>
            #proof::Same(#path #of, ::core::array::from_fn #of).__burtorch_same()
        };
        let message = "`from_fn` here is not that of `core::array`: write `core::array::from_fn`".to_owned();
        let key = format!("{path}");
        self.prove(Proof { key, question: Question::Ours, of: quote!(()), body, names_types: true, span, message });
    }

    /// The array of so many elements that a function makes.
    fn tabulated(&mut self, len: &Len, span: Span, make: &mut dyn FnMut(&mut Builder, Value) -> Value) -> Id {
        // The type of the elements shows in an attempt.
        let before = self.checkpoint();
        let zero = self.push_int(0, IntType::named("usize"));
        let first = make(self, zero);
        let first = self.node(first);
        let element = self.ty(first).clone();
        if self.errors.count() > before.errors() {
            return first;
        }
        self.rollback(before);
        let zero = self.w.zero(&element);
        let start = self.w.splat(zero, len);
        let depth = self.vars.len();
        let list = self.own_variable(" list", start);
        let (from, to) = (self.push_int(0, IntType::named("usize")), self.w.length(len));
        let to = self.usize_of(to);
        let iteration = Iteration::Range {
            start: from,
            end: to,
            inclusive: false,
            bound: Some(len.clone()),
            natural: true,
            reversed: false,
        };
        self.repeat(&iteration, None, span, &mut |builder, at| {
            let value = make(builder, at.clone());
            let value = builder.node_as(value, &element);
            let step = builder.step_at(at);
            let array = builder.vars[list].id;
            builder.vars[list].id = builder.w.set(array, &[step], value);
            None
        });
        let id = self.vars[list].id;
        self.vars.truncate(depth);
        id
    }
}
