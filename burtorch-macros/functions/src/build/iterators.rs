//! Iterators: what they go over, how many items they have, and which item comes when.
//!
//! An iterator is never run. A loop counts from zero, and the adaptors say what the item at a place is.

use std::rc::Rc;

use proc_macro2::{Delimiter, Ident, TokenTree};
use quote::quote;

use super::chains::is_iterator;
use super::refused::way_out;
use super::{Builder, Value};
use crate::ast::{Closure, Expr, ExprKind, IntType, Len, Type};
use crate::graph::{Id, Kind, Step, Template, element_type};

/// An iterator over what is known by its place.
#[derive(Clone)]
pub(super) enum Iter {
    Range {
        start: Value,
        end: Value,
        inclusive: bool,
    },
    /// `start..`
    From(Value),
    /// The items of something that is not differentiated and may be no slice.
    Items(Id),
    /// The elements of an array; `by_ref` if they are references.
    Array {
        array: Id,
        by_ref: bool,
    },
    /// The elements of something that is not differentiated.
    Code {
        slice: Template,
        by_ref: bool,
    },
    Chunks {
        array: Id,
        size: Value,
    },
    /// The elements of a variable, to be changed; and parts of so many of them.
    Places {
        var: usize,
        path: Vec<Step>,
    },
    MutChunks {
        var: usize,
        path: Vec<Step>,
        size: Value,
    },
    Windows {
        array: Id,
        size: Value,
    },
    Reversed(Box<Iter>),
    Enumerated(Box<Iter>),
    Zipped(Box<Iter>, Box<Iter>),
    /// Every so many items.
    Stepped(Box<Iter>, Value),
    Skipped(Box<Iter>, Value),
    Limited(Box<Iter>, Value),
    Mapped(Box<Iter>, Rc<Closure>, usize),
}

impl Iter {
    /// Whether the items are references.
    pub(super) fn by_ref(&self) -> bool {
        match self {
            Iter::Array { by_ref, .. } | Iter::Code { by_ref, .. } => *by_ref,
            Iter::Chunks { .. } | Iter::Windows { .. } | Iter::Places { .. } | Iter::MutChunks { .. } => true,
            Iter::Reversed(inner) | Iter::Stepped(inner, _) | Iter::Skipped(inner, _) | Iter::Limited(inner, _) => {
                inner.by_ref()
            }
            Iter::Range { .. }
            | Iter::From(_)
            | Iter::Items(_)
            | Iter::Enumerated(_)
            | Iter::Zipped(..)
            | Iter::Mapped(..) => false,
        }
    }

    fn set_by_ref(&mut self, to: bool) {
        match self {
            Iter::Array { by_ref, .. } | Iter::Code { by_ref, .. } => *by_ref = to,
            Iter::Reversed(inner) | Iter::Stepped(inner, _) | Iter::Skipped(inner, _) | Iter::Limited(inner, _) => {
                inner.set_by_ref(to);
            }
            _ => {}
        }
    }
}

impl Builder<'_> {
    /// Understands an expression that is iterated over.
    pub(super) fn iterator(&mut self, expr: &Expr) -> Option<Iter> {
        match &expr.kind {
            ExprKind::Range { start: Some(start), end: Some(end), inclusive } => {
                let (start, end) = (self.inactive(start)?, self.inactive(end)?);
                Some(Iter::Range { start, end, inclusive: *inclusive })
            }
            ExprKind::Range { start: Some(start), end: None, .. } => Some(Iter::From(self.inactive(start)?)),
            ExprKind::Method { receiver, name, args, .. } => self.adaptor(expr, receiver, name, args),
            _ => self.elements(expr),
        }
    }

    fn adaptor(&mut self, expr: &Expr, receiver: &Expr, name: &Ident, args: &[Expr]) -> Option<Iter> {
        let method = name.to_string();
        match (method.as_str(), args) {
            ("iter" | "into_iter", []) if self.is_inactive(receiver) && !self.is_array(receiver) => self.elements(expr),
            ("iter", []) => {
                let chain = matches!(receiver.kind, ExprKind::Method { .. } | ExprKind::Range { .. });
                let mut iter = if chain { self.iterator(receiver)? } else { self.shared_elements(receiver)? };
                if let Iter::Array { array, .. } = &iter {
                    let ty = self.ty(*array).clone();
                    self.prove_of_slices(name, receiver, &ty, 0, false);
                }
                iter.set_by_ref(true);
                Some(iter)
            }
            ("into_iter", []) => self.iterator(receiver),
            ("copied" | "cloned", []) => {
                let mut iter = self.link(receiver, name)?;
                iter.set_by_ref(false);
                Some(iter)
            }
            ("rev", []) => Some(Iter::Reversed(Box::new(self.link(receiver, name)?))),
            ("enumerate", []) => Some(Iter::Enumerated(Box::new(self.link(receiver, name)?))),
            ("zip", [other]) => {
                let (iter, other) = (self.link(receiver, name)?, self.iterator(other)?);
                Some(Iter::Zipped(Box::new(iter), Box::new(other)))
            }
            ("step_by", [step]) => {
                let iter = self.link(receiver, name)?;
                Some(Iter::Stepped(Box::new(iter), self.inactive(step)?))
            }
            ("skip", [count]) => {
                let iter = self.link(receiver, name)?;
                Some(Iter::Skipped(Box::new(iter), self.inactive(count)?))
            }
            ("take", [count]) => {
                let iter = self.link(receiver, name)?;
                Some(Iter::Limited(Box::new(iter), self.inactive(count)?))
            }
            ("map", [Expr { kind: ExprKind::Closure(closure), .. }]) => {
                let iter = self.link(receiver, name)?;
                Some(Iter::Mapped(Box::new(iter), Rc::clone(closure), self.vars.len()))
            }
            ("chunks_exact" | "windows", [size]) => {
                let array = self.array(receiver)?;
                let ty = self.ty(array).clone();
                self.prove_of_slices(name, receiver, &ty, 1, false);
                let size = self.inactive(size)?;
                Some(if method == "windows" { Iter::Windows { array, size } } else { Iter::Chunks { array, size } })
            }
            ("iter_mut" | "chunks_exact_mut", [] | [_]) => {
                let place = self.mut_reference(receiver);
                let ty = self.type_of(&place);
                self.prove_of_slices(name, receiver, &ty, args.len(), false);
                match (place, args) {
                    (Value::Place(var, path), []) => Some(Iter::Places { var, path }),
                    (Value::Place(var, path), [size]) => {
                        Some(Iter::MutChunks { var, path, size: self.inactive(size)? })
                    }
                    _ => None,
                }
            }
            (
                "filter" | "filter_map" | "flat_map" | "scan" | "take_while" | "skip_while" | "chunks" | "rchunks"
                | "peekable" | "chain" | "flatten" | "map_while" | "cycle" | "inspect",
                _,
            ) => {
                if self.is_inactive(expr) {
                    let value = self.expr(expr, None);
                    return Some(self.items(value));
                }
                let way_out = way_out(&method);
                self.errors.report(name.span(), format_args!("`{name}` cannot be differentiated: {way_out}"));
                None
            }
            _ => self.elements(expr),
        }
    }

    /// The iterator that an adaptor is called on. An array is none, but has `map` as well.
    fn link(&mut self, receiver: &Expr, name: &Ident) -> Option<Iter> {
        let iter = self.iterator(receiver)?;
        let ty = match &iter {
            Iter::Array { array, .. } => self.ty(*array).clone(),
            Iter::Places { var, path } => element_type(self.ty(self.vars[*var].id), path),
            _ => return Some(iter),
        };
        if is_iterator(receiver) {
            return Some(iter);
        }
        if name == "map" {
            self.prove_of_slices(name, receiver, &ty, 1, false);
            return Some(iter);
        }
        self.errors.report(
            name.span(),
            format_args!("`{name}` is not known to be that of iterators here: call it on `x.iter()` or on a range"),
        );
        None
    }

    /// A value that is not differentiated.
    fn inactive(&mut self, expr: &Expr) -> Option<Value> {
        let value = self.expr(expr, None);
        if self.is_poison(&value) {
            return None;
        }
        if self.is_active(&value) {
            self.errors.report(expr.span, "the bound of a loop cannot depend on a differentiated value: use integers");
            return None;
        }
        Some(self.once(value))
    }

    fn array(&mut self, expr: &Expr) -> Option<Id> {
        match self.shared_elements(expr)? {
            Iter::Array { array, .. } => Some(array),
            _ => {
                self.errors.report(expr.span, "this cannot be taken apart here: loop over a range and index");
                None
            }
        }
    }

    /// The elements of an array, a slice, or something that is not differentiated.
    fn elements(&mut self, expr: &Expr) -> Option<Iter> {
        // `for x in &mut a`, or a variable that is such a reference.
        if let ExprKind::MutReference(_) | ExprKind::Name(_) = &expr.kind
            && let Value::Place(var, path) = self.passed(expr)
        {
            return Some(Iter::Places { var, path });
        }
        self.shared_elements(expr)
    }

    /// The same, not to be changed.
    fn shared_elements(&mut self, expr: &Expr) -> Option<Iter> {
        let value = self.expr(expr, None);
        if self.is_poison(&value) {
            return None;
        }
        let by_ref = self.is_reference(expr);
        match value {
            Value::Node(array) if matches!(self.ty(array), Type::Array(..)) => {
                // A slice that is an argument is a reference itself.
                let by_ref = by_ref || self.is_borrowed(array);
                Some(Iter::Array { array, by_ref })
            }
            value if !self.is_active(&value) && !self.is_float(&value) && !self.is_declared_slice(expr) => {
                let value = match (value, &expr.kind) {
                    (Value::Node(id), ExprKind::Reference(_)) => Value::Code(self.hole_for(id).prefixed("&")),
                    (value, _) => value,
                };
                Some(self.items(value))
            }
            value if !self.is_active(&value) && !self.is_float(&value) => {
                let value = self.once(value);
                let code = matches!(value, Value::Code(_));
                let mut slice = self.template(value);
                if code && by_ref {
                    slice = slice.prefixed("*");
                }
                Some(Iter::Code { slice, by_ref: by_ref || !self.is_owned_argument(expr) })
            }
            _ => {
                self.errors.report(
                    expr.span,
                    "this loop cannot be differentiated: loop over a range of integers, an array or a slice",
                );
                None
            }
        }
    }

    /// The items of something that is not differentiated, in whatever way Rust iterates over it.
    fn items(&mut self, value: Value) -> Iter {
        let krate = self.function.krate.clone();
        let source = self.template(value);
        let (known, effects, holes) = (source.known, source.effects, source.holes);
        let source = source.tokens;
        let tokens = quote!(#krate::__private::items!(#source));
        let template = Template { tokens, holes, effects, known, ..Template::default() };
        Iter::Items(self.w.push(Kind::Opaque(template), Type::Other))
    }

    /// Whether an expression is an array of the graph, or an argument that is a slice.
    fn is_array(&self, expr: &Expr) -> bool {
        let of_graph = expr.root().and_then(|root| self.lookup(root)).is_some_and(|at| {
            let variable = &self.vars[at];
            !variable.state && self.ty(variable.id).is_aggregate()
        });
        of_graph || self.is_declared_slice(expr) || matches!(expr.kind, ExprKind::Range { .. } | ExprKind::Array(_))
    }

    /// Whether an expression is an argument that is declared as a slice, an array or a vector.
    fn is_declared_slice(&self, expr: &Expr) -> bool {
        let expr = match &expr.kind {
            ExprKind::Reference(inner) => inner,
            _ => expr,
        };
        let ExprKind::Name(name) = &expr.kind else { return false };
        let param = self.lookup(name).and_then(|at| self.function.params.get(at));
        param.is_some_and(|param| {
            let mut tokens = param.tokens.clone().into_iter();
            let first = tokens.find(|token| !matches!(token, TokenTree::Punct(punct) if punct.as_char() == '&'));
            match first {
                Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Bracket,
                Some(TokenTree::Ident(word)) => word == "Vec",
                _ => false,
            }
        })
    }

    /// Whether an expression is an argument that is passed by value.
    fn is_owned_argument(&self, expr: &Expr) -> bool {
        let ExprKind::Name(name) = &expr.kind else { return false };
        let param = self.lookup(name).and_then(|at| self.function.params.get(at));
        param.is_some_and(|param| !param.by_ref)
    }

    /// Whether an array is an argument that is passed by reference.
    fn is_borrowed(&self, array: Id) -> bool {
        let at = self.w.graph.root().params.iter().position(|&param| param == array);
        at.is_some_and(|at| self.function.params[at].by_ref)
    }

    /// How many items there are.
    pub(super) fn count(&mut self, iter: &Iter) -> Value {
        match iter {
            Iter::Range { start, end, inclusive } => self.distance_of(start, end, *inclusive),
            Iter::From(_) => Value::Code(Template::number(quote!(::core::primitive::usize::MAX))),
            Iter::Items(items) => {
                let items = self.hole_for(*items);
                Value::Code(Template::call(&quote!(len), Some(items), Vec::new()).yielding_number())
            }
            Iter::Array { array, .. } => {
                let len = self.w.length_of(*array);
                self.usize_of(len)
            }
            Iter::Code { slice, .. } => {
                Value::Code(Template::call(&quote!(len), Some(slice.clone()), Vec::new()).yielding_number())
            }
            Iter::Chunks { array, size } => {
                let len = self.w.length_of(*array);
                let len = self.usize_of(len);
                self.arithmetic("/", len, size.clone(), i128::checked_div)
            }
            Iter::Places { var, path } => {
                let array = self.w.get(self.vars[*var].id, path);
                let len = self.w.length_of(array);
                self.usize_of(len)
            }
            Iter::MutChunks { var, path, size } => {
                let array = self.w.get(self.vars[*var].id, path);
                let len = self.w.length_of(array);
                let len = self.usize_of(len);
                self.arithmetic("/", len, size.clone(), i128::checked_div)
            }
            Iter::Windows { array, size } => {
                let len = self.w.length_of(*array);
                let len = self.usize_of(len);
                if let (Some(len), Some(size)) = (self.int(&len), self.int(size)) {
                    return self.push_int((len - size + 1).max(0), IntType::named("usize"));
                }
                let (len, size) = (self.template(len), self.template(size.clone()));
                let one = Template::verbatim(quote!(1));
                let len = len.binary("+", one);
                Value::Code(Template::call(&quote!(saturating_sub), Some(len), vec![size]).yielding_number())
            }
            Iter::Reversed(inner) | Iter::Enumerated(inner) | Iter::Mapped(inner, ..) => self.count(inner),
            Iter::Zipped(a, b) => {
                let (a, b) = (self.count(a), self.count(b));
                self.smaller(a, b)
            }
            Iter::Stepped(inner, step) => {
                let count = self.count(inner);
                if let (Some(count), Some(step @ 1..)) = (self.int(&count), self.int(step)) {
                    return self.push_int((count + step - 1) / step, IntType::named("usize"));
                }
                let (count, step) = (self.template(count), self.template(step.clone()));
                Value::Code(Template::call(&quote!(div_ceil), Some(count), vec![step]).yielding_number())
            }
            Iter::Skipped(inner, count) => {
                let all = self.count(inner);
                if let (Some(all), Some(count)) = (self.int(&all), self.int(count)) {
                    return self.push_int((all - count).max(0), IntType::named("usize"));
                }
                let (all, count) = (self.template(all), self.template(count.clone()));
                Value::Code(Template::call(&quote!(saturating_sub), Some(all), vec![count]).yielding_number())
            }
            Iter::Limited(inner, count) => {
                let all = self.count(inner);
                self.smaller(all, count.clone())
            }
        }
    }

    /// A constant that is at least the number of items.
    pub(super) fn bound_of(&mut self, iter: &Iter) -> Option<Len> {
        match iter {
            Iter::Array { array, .. } => match self.ty(*array) {
                Type::Array(_, Len::Dynamic) => None,
                Type::Array(_, len) => Some(len.clone()),
                _ => None,
            },
            Iter::Reversed(inner)
            | Iter::Enumerated(inner)
            | Iter::Mapped(inner, ..)
            | Iter::Stepped(inner, _)
            | Iter::Skipped(inner, _) => self.bound_of(inner),
            Iter::Zipped(a, b) => self.bound_of(a).or_else(|| self.bound_of(b)),
            Iter::Limited(inner, count) => {
                let literal = self.int(count).and_then(|count| usize::try_from(count).ok()).map(Len::Literal);
                literal.or_else(|| self.bound_of(inner))
            }
            Iter::Range { .. } => {
                let count = self.count(iter);
                let literal = self.int(&count).and_then(|count| usize::try_from(count).ok());
                literal.map(Len::Literal)
            }
            Iter::Places { var, path } => match element_type(self.ty(self.vars[*var].id), path) {
                Type::Array(_, Len::Dynamic) => None,
                Type::Array(_, len) => Some(len),
                _ => None,
            },
            Iter::From(_)
            | Iter::Items(_)
            | Iter::Code { .. }
            | Iter::Chunks { .. }
            | Iter::MutChunks { .. }
            | Iter::Windows { .. } => None,
        }
    }

    /// The item at a place.
    pub(super) fn item(&mut self, iter: &Iter, at: Value) -> Value {
        match iter {
            Iter::Range { start, .. } | Iter::From(start) => self.nth(start, at),
            Iter::Items(items) => {
                let (items, at) = (self.hole_for(*items), self.template(at));
                let known = items.known;
                Value::Code(Template { known, ..Template::call(&quote!(item), Some(items), vec![at]) })
            }
            Iter::Array { array, .. } => {
                let step = self.step_at(at);
                Value::Node(self.w.get(*array, &[step]))
            }
            Iter::Code { slice, by_ref } => {
                let at = self.template(at);
                let item = slice.clone().index(at).prefixed("&");
                Value::Code(if *by_ref {
                    item
                } else {
                    Template::call(&quote!(::core::clone::Clone::clone), None, vec![item])
                })
            }
            Iter::Chunks { array, size } => {
                let start = self.arithmetic("*", at, size.clone(), i128::checked_mul);
                let (start, size) = (self.node(start), self.node(size.clone()));
                let end = self.w.offset(start, size);
                Value::Node(self.w.get(*array, &[Step::Range(start, end)]))
            }
            Iter::Windows { array, size } => {
                let (start, size) = (self.node(at), self.node(size.clone()));
                let end = self.w.offset(start, size);
                Value::Node(self.w.get(*array, &[Step::Range(start, end)]))
            }
            Iter::Reversed(inner) => {
                let count = self.count(inner);
                let count = self.node(count);
                let at = self.counted_back(count, at);
                self.item(inner, at)
            }
            Iter::Enumerated(inner) => {
                let item = self.item(inner, at.clone());
                Value::Several(vec![(at, false), (item, inner.by_ref())])
            }
            Iter::Places { var, path } => {
                let step = self.step_at(at);
                let path = [&path[..], &[step]].concat();
                Value::Place(*var, self.w.direct(&path))
            }
            Iter::MutChunks { var, path, size } => {
                let start = self.arithmetic("*", at, size.clone(), i128::checked_mul);
                let (start, size) = (self.node(start), self.node(size.clone()));
                let end = self.w.offset(start, size);
                let path = [&path[..], &[Step::Range(start, end)]].concat();
                Value::Place(*var, self.w.direct(&path))
            }
            Iter::Zipped(a, b) => {
                let refs = (a.by_ref(), b.by_ref());
                let (a, b) = (self.item(a, at.clone()), self.item(b, at));
                Value::Several(vec![(a, refs.0), (b, refs.1)])
            }
            Iter::Stepped(inner, step) => {
                let at = self.arithmetic("*", at, step.clone(), i128::checked_mul);
                self.item(inner, at)
            }
            Iter::Skipped(inner, count) => {
                let at = self.arithmetic("+", at, count.clone(), i128::checked_add);
                self.item(inner, at)
            }
            Iter::Limited(inner, _) => self.item(inner, at),
            Iter::Mapped(inner, closure, depth) => {
                let item = self.item(inner, at);
                let by_ref = inner.by_ref();
                self.apply(closure, *depth, vec![(item, by_ref)])
            }
        }
    }

    pub(super) fn step_at(&mut self, at: Value) -> Step {
        match self.int(&at).and_then(|at| usize::try_from(at).ok()) {
            Some(at) => Step::At(at),
            None => Step::Index(self.node(at)),
        }
    }

    /// A length as an integer of type `usize`.
    fn usize_of(&mut self, len: Id) -> Value {
        match self.w.graph.kind(len) {
            &Kind::Int(len, _) => self.push_int(len, IntType::named("usize")),
            _ => Value::Node(len),
        }
    }

    /// The number of integers in a range.
    pub(super) fn distance_of(&mut self, start: &Value, end: &Value, inclusive: bool) -> Value {
        if let (Some(from), Some(to)) = (self.int(start), self.int(end)) {
            return self.push_int((to - from + i128::from(inclusive)).max(0), IntType::named("usize"));
        }
        // Up to the length of an array there are as many.
        if let (Some(0), Value::Node(id), false) = (self.int(start), end, inclusive)
            && matches!(self.w.graph.kind(*id), Kind::Len(_))
        {
            return end.clone();
        }
        let (start, end) = (self.template(start.clone()), self.template(end.clone()));
        let range = start.binary(if inclusive { "..=" } else { ".." }, end);
        let tokens = &range.tokens;
        let range = Template { tokens: quote!((#tokens)), ..range };
        Value::Code(Template::call(&quote!(count), Some(range), Vec::new()).yielding_number())
    }

    /// The integer so many places after `start`.
    pub(super) fn nth(&mut self, start: &Value, at: Value) -> Value {
        if let (Some((start, ty)), Some(at)) = (self.typed_int(start), self.int(&at)) {
            return self.push_int(start + at, ty);
        }
        let krate = &self.function.krate;
        let path = quote!(#krate::__private::nth);
        let (start, at) = (self.template(start.clone()), self.template(at));
        Value::Code(Template::call(&path, None, vec![start, at]).yielding_number())
    }

    /// The place that is as far from the end as `at` is from the start.
    pub(super) fn counted_back(&mut self, count: Id, at: Value) -> Value {
        let last = self.arithmetic("-", Value::Node(count), at, i128::checked_sub);
        let one = self.push_int(1, None);
        self.arithmetic("-", last, one, i128::checked_sub)
    }

    /// An operation on indices.
    fn arithmetic(&mut self, op: &str, a: Value, b: Value, fold: fn(i128, i128) -> Option<i128>) -> Value {
        if let (Some(a), Some(b)) = (self.int(&a), self.int(&b))
            && let Some(value) = fold(a, b)
        {
            return self.push_int(value, IntType::named("usize"));
        }
        let (a, b) = (self.template(a), self.template(b));
        Value::Code(a.binary(op, b))
    }

    fn smaller(&mut self, a: Value, b: Value) -> Value {
        if let (Some(x), Some(y)) = (self.int(&a), self.int(&b)) {
            return self.push_int(x.min(y), IntType::named("usize"));
        }
        if let (Value::Node(x), Value::Node(y)) = (&a, &b)
            && x == y
        {
            return a;
        }
        let (a, b) = (self.template(a), self.template(b));
        Value::Code(Template::call(&quote!(::core::cmp::Ord::min), None, vec![a, b]).yielding_number())
    }
}
