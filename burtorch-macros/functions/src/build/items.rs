//! How many items an iterator has, and which one stands at a place.

use quote::quote;

use super::iterators::Iter;
use super::{Builder, Value};
use crate::ast::{IntType, Len, Type};
use crate::graph::{Id, Kind, Step, Template, element_type};

impl Builder<'_> {
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
            Iter::Chunks { array, size, rest } => {
                let len = self.w.length_of(*array);
                let len = self.usize_of(len);
                if !rest {
                    return self.arithmetic("/", len, size.clone(), i128::checked_div);
                }
                self.rounded_up(len, size)
            }
            Iter::Places { var, path } => {
                let array = self.w.get(self.vars[*var].id, path);
                let len = self.w.length_of(array);
                self.usize_of(len)
            }
            Iter::MutChunks { var, path, size, rest } => {
                let array = self.w.get(self.vars[*var].id, path);
                let len = self.w.length_of(array);
                let len = self.usize_of(len);
                if *rest {
                    return self.rounded_up(len, size);
                }
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
                self.rounded_up(count, step)
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
            Iter::Range { start, end, .. } => self.nth(start, Some(end), at),
            Iter::From(start) => self.nth(start, None, at),
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
            Iter::Chunks { array, size, rest } => {
                let start = self.arithmetic("*", at, size.clone(), i128::checked_mul);
                let (start, size) = (self.node(start), self.node(size.clone()));
                let mut end = self.w.offset(start, size);
                if *rest {
                    let len = self.w.length_of(*array);
                    let (len, whole) = (self.usize_of(len), self.usize_of(end));
                    let least = self.smaller(whole, len);
                    end = self.node(least);
                }
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
            Iter::MutChunks { var, path, size, rest } => {
                let start = self.arithmetic("*", at, size.clone(), i128::checked_mul);
                let (start, size) = (self.node(start), self.node(size.clone()));
                let mut end = self.w.offset(start, size);
                if *rest {
                    let array = self.w.get(self.vars[*var].id, path);
                    let len = self.w.length_of(array);
                    let (len, whole) = (self.usize_of(len), self.usize_of(end));
                    let least = self.smaller(whole, len);
                    end = self.node(least);
                }
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

    /// How many steps it takes to go so far.
    fn rounded_up(&mut self, count: Value, step: &Value) -> Value {
        if let (Some(count), Some(step @ 1..)) = (self.int(&count), self.int(step)) {
            return self.push_int((count + step - 1) / step, IntType::named("usize"));
        }
        let (count, step) = (self.template(count), self.template(step.clone()));
        Value::Code(Template::call(&quote!(div_ceil), Some(count), vec![step]).yielding_number())
    }

    pub(super) fn step_at(&mut self, at: Value) -> Step {
        match self.int(&at).and_then(|at| usize::try_from(at).ok()) {
            Some(at) => Step::At(at),
            None => Step::Index(self.node(at)),
        }
    }

    /// A length as an integer of type `usize`.
    pub(super) fn usize_of(&mut self, len: Id) -> Value {
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

    /// The integer so many places after `start`. A literal has the type of the other end of the range.
    pub(super) fn nth(&mut self, start: &Value, end: Option<&Value>, at: Value) -> Value {
        let end_type = end.and_then(|end| self.typed_int(end)).and_then(|(_, ty)| ty);
        let known = self.typed_int(start);
        if let (Some((start, ty)), Some(at)) = (known, self.int(&at)) {
            return self.push_int(start + at, ty.or(end_type));
        }
        let is_literal = matches!(known, Some((_, None)));
        let krate = &self.function.krate;
        let path = if is_literal && end.is_some() { quote!(nth_before) } else { quote!(nth) };
        let path = quote!(#krate::__private::#path);
        let (start, at) = (self.template(start.clone()), self.template(at));
        let end = end.filter(|_| is_literal).map(|end| self.template(end.clone()));
        let args = [Some(start), end, Some(at)].into_iter().flatten().collect();
        Value::Code(Template::call(&path, None, args).yielding_number())
    }

    /// The place that is as far from the end as `at` is from the start.
    pub(super) fn counted_back(&mut self, count: Id, at: Value) -> Value {
        let last = self.arithmetic("-", Value::Node(count), at, i128::checked_sub);
        let one = self.push_int(1, None);
        self.arithmetic("-", last, one, i128::checked_sub)
    }

    /// An operation on indices.
    pub(super) fn arithmetic(&mut self, op: &str, a: Value, b: Value, fold: fn(i128, i128) -> Option<i128>) -> Value {
        if let (Some(a), Some(b)) = (self.int(&a), self.int(&b))
            && let Some(value) = fold(a, b)
        {
            return self.push_int(value, IntType::named("usize"));
        }
        let (a, b) = (self.template(a), self.template(b));
        Value::Code(a.binary(op, b))
    }

    pub(super) fn smaller(&mut self, a: Value, b: Value) -> Value {
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
