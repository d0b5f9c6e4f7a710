//! Iterators: what they go over, how many items they have, and which item comes when.
//!
//! An iterator is never run. A loop counts from zero, and the adaptors say what the item at a place is.

use std::rc::Rc;

use proc_macro2::Ident;
use quote::quote;

use super::chains::is_iterator;
use super::refused::way_out;
use super::{Builder, Value};
use crate::ast::{Closure, Expr, ExprKind, Type};
use crate::graph::{Id, Kind, Number, Step, Template, element_type};

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
    /// Parts of so many elements; with `rest`, the last may be shorter.
    Chunks {
        array: Id,
        size: Value,
        rest: bool,
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
        rest: bool,
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
        // No more items may be asked for than the chain as a whole asks for.
        if self.is_inactive(expr) && self.may_not_end(expr) {
            let value = self.expr(expr, None);
            return (!self.is_poison(&value)).then(|| self.items(value));
        }
        match (method.as_str(), args) {
            ("iter" | "into_iter", []) if self.is_inactive(receiver) && !self.is_array(receiver) => self.elements(expr),
            ("iter", []) if self.place_type(receiver).is_opaque() => {
                let value = self.expr(receiver, None);
                let code = self.template(value);
                Some(self.items(Value::Code(Template::call(&quote!(iter), Some(code), Vec::new()))))
            }
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
            ("zip", [other]) => self.zip_of(receiver, name, other),
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
            ("map", [function]) => {
                let iter = self.link(receiver, name)?;
                let function = self.adaptor_of(function, 1)?;
                Some(Iter::Mapped(Box::new(iter), function.closure, function.depth))
            }
            ("chunks" | "chunks_exact" | "windows", [size]) => {
                let array = match self.shared_elements(receiver)? {
                    Iter::Array { array, .. } => array,
                    Iter::Code { slice, .. } => return self.parts_of_code(slice, name, size),
                    Iter::Items(_) => {
                        let value = self.expr(expr, None);
                        return Some(self.items(value));
                    }
                    _ => {
                        self.errors
                            .report(receiver.span, "this cannot be taken apart here: loop over a range and index");
                        return None;
                    }
                };
                let ty = self.ty(array).clone();
                self.prove_of_slices(name, receiver, &ty, 1, false);
                let size = self.inactive(size)?;
                Some(match method.as_str() {
                    "windows" => Iter::Windows { array, size },
                    "chunks" => Iter::Chunks { array, size, rest: true },
                    _ => Iter::Chunks { array, size, rest: false },
                })
            }
            ("iter_mut" | "chunks_exact_mut" | "chunks_mut", [] | [_]) => {
                let place = self.mut_reference(receiver);
                let ty = self.type_of(&place);
                self.prove_of_slices(name, receiver, &ty, args.len(), false);
                match (place, args) {
                    (Value::Place(var, path), []) => Some(Iter::Places { var, path }),
                    (Value::Place(var, path), [size]) => {
                        Some(Iter::MutChunks { var, path, size: self.inactive(size)?, rest: name == "chunks_mut" })
                    }
                    _ => None,
                }
            }
            (
                "filter" | "filter_map" | "flat_map" | "scan" | "take_while" | "skip_while" | "rchunks" | "peekable"
                | "chain" | "flatten" | "map_while" | "cycle" | "inspect",
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

    fn zip_of(&mut self, receiver: &Expr, name: &Ident, other: &Expr) -> Option<Iter> {
        let lasts = |builder: &Self, this: &Expr, beside: &Expr| {
            builder.is_inactive(this) && builder.may_not_end(this) && !builder.is_inactive(beside)
        };
        let (first, second) = if lasts(self, receiver, other) {
            let first = self.expr(receiver, None);
            let second = self.iterator(other)?;
            (self.limited(first, &second, true), second)
        } else {
            let first = self.link(receiver, name)?;
            let second = if lasts(self, other, receiver) {
                let second = self.expr(other, None);
                self.limited(second, &first, false)
            } else {
                self.iterator(other)?
            };
            (first, second)
        };
        Some(Iter::Zipped(Box::new(first), Box::new(second)))
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
    pub(super) fn inactive(&mut self, expr: &Expr) -> Option<Value> {
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

    /// `slice.windows(size)` of something that is not differentiated.
    fn parts_of_code(&mut self, slice: Template, name: &Ident, size: &Expr) -> Option<Iter> {
        let size = self.inactive(size)?;
        let size = self.template(size);
        let parts = Template::call(&quote!(#name), Some(slice), vec![size]);
        Some(self.items(Value::Code(parts)))
    }

    /// The elements of an array, a slice, or something that is not differentiated.
    fn elements(&mut self, expr: &Expr) -> Option<Iter> {
        // `for x in &mut a`, or a variable that is such a reference.
        if let ExprKind::MutReference(_) | ExprKind::Name(_) = &expr.kind
            && let Value::Place(var, path) = self.passed(expr)
        {
            return Some(Iter::Places { var, path });
        }
        if self.is_place_of_helper(expr)
            && let Value::Place(var, path) = self.place_of_helper(expr)
        {
            return Some(Iter::Places { var, path });
        }
        self.shared_elements(expr)
    }

    /// The elements of what `expr` borrows, which the loop reads and does not change.
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
    pub(super) fn items(&mut self, value: Value) -> Iter {
        let krate = self.function.krate.clone();
        let source = self.template(value);
        // What is changed in place may be changed again while the items are kept for the sweep.
        let of_state = self.is_of_state(&source, 0) || source.effects && self.is_of_inner_items(&source, 0);
        let items = if of_state { quote!(owned_items) } else { quote!(items) };
        let (known, effects, holes) = (source.known, source.effects, source.holes);
        let source = source.tokens;
        let tokens = quote!(#krate::__private::#items!(#source));
        let template = Template { tokens, holes, effects, known, ..Template::default() };
        Iter::Items(self.w.push(Kind::Opaque(template), Type::Other))
    }

    /// Whether code borrows from a variable that is changed in place.
    fn is_of_state(&self, code: &Template, depth: usize) -> bool {
        const DEEPEST: usize = 4;
        code.holes.iter().any(|(_, id)| {
            self.is_state_node(*id)
                || match self.w.graph.kind(*id) {
                    Kind::Opaque(inner) => {
                        depth < DEEPEST && inner.number != Number::Yes && self.is_of_state(inner, depth + 1)
                    }
                    _ => false,
                }
        })
    }

    /// Whether code borrows from the items of a loop that is not outermost: those do not live until the sweep.
    fn is_of_inner_items(&self, code: &Template, depth: usize) -> bool {
        const DEEPEST: usize = 8;
        let is_items = |template: &Template| {
            let text = template.tokens.to_string();
            text.contains("items !") || text.contains("items!")
        };
        depth < DEEPEST
            && code.holes.iter().any(|(_, id)| match self.w.graph.kind(*id) {
                Kind::Opaque(inner) if is_items(inner) => !self.w.graph.root().nodes.contains(id),
                Kind::Opaque(inner) => self.is_of_inner_items(inner, depth + 1),
                _ => false,
            })
    }

    /// Whether an expression is an array of the graph, or an argument that is a slice.
    fn is_array(&self, expr: &Expr) -> bool {
        let of_graph = expr.root().and_then(|root| self.lookup(root)).is_some_and(|at| {
            let variable = &self.vars[at];
            !variable.state && self.ty(variable.id).is_aggregate()
        });
        // A field that is not differentiated is none.
        let of_graph = of_graph && !self.place_type(expr).is_opaque();
        of_graph || self.is_declared_slice(expr) || matches!(expr.kind, ExprKind::Range { .. } | ExprKind::Array(_))
    }

    /// Whether an array is an argument that is passed by reference.
    fn is_borrowed(&self, array: Id) -> bool {
        let at = self.w.graph.root().params.iter().position(|&param| param == array);
        at.is_some_and(|at| self.function.params[at].by_ref)
    }
}
