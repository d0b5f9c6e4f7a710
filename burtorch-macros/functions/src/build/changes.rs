//! Methods that change an array or a `Vec` as a whole: what it is afterwards is another value.

use proc_macro2::{Ident, Span};
use quote::quote;

use super::flow::Flow;
use super::iterators::Iter;
use super::loops::Iteration;
use super::{Builder, Value};
use crate::ast::{Expr, IntType, Len, Type};
use crate::graph::{Id, Kind, Step, Template};

/// Methods of slices, and those of `Vec` itself, with the number of their arguments.
const OF_SLICES: [(&str, usize); 9] = [
    ("reverse", 0),
    ("rotate_left", 1),
    ("rotate_right", 1),
    ("sort_by", 1),
    ("sort_unstable_by", 1),
    ("sort_by_key", 1),
    ("sort_unstable_by_key", 1),
    ("select_nth_unstable_by", 2),
    ("clone_from_slice", 1),
];
const OF_VEC: [(&str, usize); 9] = [
    ("pop", 0),
    ("truncate", 1),
    ("clear", 0),
    ("extend", 1),
    ("extend_from_slice", 1),
    ("insert", 2),
    ("remove", 1),
    ("swap_remove", 1),
    ("resize", 2),
];

impl Builder<'_> {
    /// A method that changes an array of the graph; `None` if it is none that is known.
    pub(super) fn change(&mut self, receiver: &Expr, (name, text): (&Ident, &str), args: &[Expr]) -> Option<Value> {
        let is = |list: &[(&str, usize)]| list.contains(&(text, args.len()));
        let of_vec = is(&OF_VEC);
        if !of_vec && !is(&OF_SLICES) {
            return None;
        }
        let root = receiver.root().and_then(|root| self.lookup(root)).filter(|&root| !self.vars[root].state)?;
        let ty = self.place_type(receiver);
        if !matches!(ty, Type::Array(..)) {
            return None;
        }
        let (root, prefix) = self.aliased(root);
        let target = self.w.get(self.vars[root].id, &prefix);
        let Some(path) = self.place(target, receiver) else { return Some(self.poison()) };
        let path = self.w.direct(&[prefix, path].concat());
        let is_part = matches!(path.last(), Some(Step::Range(..)));
        if of_vec && (is_part || !ty.is_slice()) {
            return None;
        }
        if of_vec {
            self.prove_of_vec(name, &ty, args.len());
        } else {
            self.prove_of_slices(name, receiver, &ty, args.len(), false);
        }
        let array = self.w.get(self.vars[root].id, &path);
        let errors = self.errors.count();
        let changed = self.changed_array(array, name, args);
        let Some((new, value)) = changed else {
            if self.errors.count() == errors {
                self.errors.report(name.span(), format_args!("`{name}` cannot be differentiated with these arguments"));
            }
            return Some(self.poison());
        };
        let whole = self.w.set(self.vars[root].id, &path, new);
        let variable = self.vars[root].name.clone();
        self.w.name(whole, &variable);
        self.vars[root].id = whole;
        Some(value)
    }

    /// What becomes of the array, and what the method yields.
    fn changed_array(&mut self, array: Id, name: &Ident, args: &[Expr]) -> Option<(Id, Value)> {
        let span = name.span();
        let method = name.to_string();
        let unit = self.unit();
        let (zero, len) = (self.w.index(0), self.w.length_of(array));
        Some(match (method.as_str(), args) {
            ("reverse", []) => {
                let count = self.usize_of(len);
                let count = self.node(count);
                (self.gathered(array, span, &mut |builder, at| builder.counted_back(count, at)), unit)
            }
            ("rotate_left" | "rotate_right", [by]) => {
                let (by, count) = (self.inactive(by)?, self.usize_of(len));
                let shift = if method == "rotate_left" {
                    by
                } else {
                    self.arithmetic("-", count.clone(), by, i128::checked_sub)
                };
                let shift = self.once_as_node(shift);
                let from = &mut |builder: &mut Builder, at: Value| {
                    let sum = builder.arithmetic("+", at, shift.clone(), i128::checked_add);
                    builder.arithmetic("%", sum, count.clone(), i128::checked_rem)
                };
                (self.gathered(array, span, from), unit)
            }
            ("sort_by" | "sort_unstable_by" | "sort_by_key" | "sort_unstable_by_key", [by]) => {
                (self.sorted(array, name, by)?, unit)
            }
            ("select_nth_unstable_by", [at, by]) => {
                let at = self.inactive(at)?;
                let new = self.sorted(array, name, by)?;
                let step = self.step_at(at.clone());
                let (at, end) = (self.node(at), self.w.length_of(new));
                let one = self.w.index(1);
                let next = self.w.offset(at, one);
                let parts = [Step::Range(zero, at), step, Step::Range(next, end)];
                let parts = parts.map(|step| (Value::Node(self.w.get(new, &[step])), true));
                (new, Value::Several(parts.to_vec()))
            }
            ("clone_from_slice", [from]) => {
                let from = self.expr(from, None);
                (self.node(from), unit)
            }
            _ => return self.changed_vec(array, name, args),
        })
    }

    /// A method that only a `Vec` has and that changes it: the array afterwards, and what the method yields.
    fn changed_vec(&mut self, array: Id, name: &Ident, args: &[Expr]) -> Option<(Id, Value)> {
        let (span, unit) = (name.span(), self.unit());
        let (zero, len) = (self.w.index(0), self.w.length_of(array));
        Some(match (name.to_string().as_str(), args) {
            ("pop", []) => {
                let value = self.last_of(array, span);
                let len = self.hole_for(len);
                let one = Template::verbatim(quote!(1));
                let less = Template::call(&quote!(saturating_sub), Some(len), vec![one]).yielding_number();
                let last = self.node(Value::Code(less));
                (self.w.get(array, &[Step::Range(zero, last)]), value)
            }
            ("truncate", [most]) => {
                let most = self.inactive(most)?;
                let len = self.usize_of(len);
                let end = self.smaller(most, len);
                let end = self.node(end);
                (self.w.get(array, &[Step::Range(zero, end)]), unit)
            }
            ("clear", []) => (self.w.push(Kind::Zero, self.ty(array).clone()), unit),
            ("extend", [items]) => {
                let depth = self.vars.len();
                let flow = self.flow(items)?;
                (self.extended(array, &flow, span, depth), unit)
            }
            ("extend_from_slice", [items]) => {
                let depth = self.vars.len();
                let items = self.expr(items, None);
                let items = self.node(items);
                let flow = match self.ty(items) {
                    Type::Array(..) => Flow::Known(Iter::Array { array: items, by_ref: false }),
                    _ => return None,
                };
                (self.extended(array, &flow, span, depth), unit)
            }
            ("insert", [at, value]) => {
                let at = self.inactive(at)?;
                let value = self.expr(value, None);
                let at = self.node(at);
                let before = self.w.get(array, &[Step::Range(zero, at)]);
                let depth = self.vars.len();
                let list = self.own_variable(" list", before);
                self.pushed(list, value);
                let rest = self.w.get(array, &[Step::Range(at, len)]);
                let before = self.vars[list].id;
                let rest = Flow::Known(Iter::Array { array: rest, by_ref: false });
                (self.extended(before, &rest, span, depth), unit)
            }
            ("remove", [at]) => {
                let at = self.inactive(at)?;
                let at = self.node(at);
                let depth = self.vars.len();
                let step = self.step_at(Value::Node(at));
                let value = Value::Node(self.w.get(array, &[step]));
                let one = self.w.index(1);
                let next = self.w.offset(at, one);
                let before = self.w.get(array, &[Step::Range(zero, at)]);
                let rest = self.w.get(array, &[Step::Range(next, len)]);
                let rest = Flow::Known(Iter::Array { array: rest, by_ref: false });
                (self.extended(before, &rest, span, depth), value)
            }
            ("swap_remove", [at]) => {
                let at = self.inactive(at)?;
                let step = self.step_at(at);
                let last = self.last_index(array);
                let value = Value::Node(self.w.get(array, &[step]));
                let moved = self.w.get(array, &[Step::Index(last)]);
                let new = self.w.set(array, &[step], moved);
                (self.w.get(new, &[Step::Range(zero, last)]), value)
            }
            ("resize", [count, value]) => {
                let count = self.inactive(count)?;
                let value = self.expr(value, None);
                let value = self.node(value);
                let kept = self.usize_of(len);
                let end = self.smaller(count.clone(), kept.clone());
                let end = self.node(end);
                let start = self.w.get(array, &[Step::Range(zero, end)]);
                let (depth, list) = (self.vars.len(), self.own_variable(" list", start));
                let more = Iteration::Chain(Iter::Range { start: kept, end: count, inclusive: false });
                self.repeat(&more, None, span, &mut |builder, _| {
                    builder.pushed(list, Value::Node(value));
                    None
                });
                let new = self.vars[list].id;
                self.vars.truncate(depth);
                (new, unit)
            }
            _ => return None,
        })
    }

    /// An array to which all items of a chain are pushed.
    fn extended(&mut self, array: Id, flow: &Flow, span: Span, depth: usize) -> Id {
        let list = self.own_variable(" list", array);
        self.drive(flow, &[], span, &mut |builder, item, _| builder.pushed(list, item));
        let new = self.vars[list].id;
        self.vars.truncate(depth);
        new
    }

    fn once_as_node(&mut self, value: Value) -> Value {
        match self.int(&value) {
            Some(_) => value,
            None => Value::Node(self.node(value)),
        }
    }

    /// The array whose elements are those of another, each from the place that `from` says.
    pub(super) fn gathered(&mut self, array: Id, span: Span, from: &mut dyn FnMut(&mut Builder, Value) -> Value) -> Id {
        let depth = self.vars.len();
        let list = self.own_variable(" list", array);
        let len = self.w.length_of(array);
        let bound = match self.ty(array) {
            Type::Array(_, Len::Dynamic) => None,
            Type::Array(_, len) => Some(len.clone()),
            _ => None,
        };
        let (start, end) = (self.push_int(0, IntType::named("usize")), self.usize_of(len));
        let iteration = Iteration::Range { start, end, inclusive: false, bound, natural: true, reversed: false };
        self.repeat(&iteration, None, span, &mut |builder, at| {
            let place = from(builder, at.clone());
            let step = builder.step_at(place);
            let value = builder.w.get(array, &[step]);
            let to = builder.step_at(at);
            let now = builder.vars[list].id;
            builder.vars[list].id = builder.w.set(now, &[to], value);
            None
        });
        let new = self.vars[list].id;
        self.vars.truncate(depth);
        new
    }
}
