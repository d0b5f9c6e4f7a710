//! Elements of arrays and tuples.

use proc_macro2::Span;

use super::elements::library_field;
use super::{Builder, Value};
use crate::ast::{Expr, ExprKind, Member, Type};
use crate::graph::{Id, Step};

impl Builder<'_> {
    /// Element `at` of a tuple or array, whatever is known of it.
    pub(super) fn part(&mut self, id: Id, at: usize, span: Span) -> Value {
        match self.ty(id) {
            Type::Tuple(_) | Type::Array(..) => Value::Node(self.w.get(id, &[Step::At(at)])),
            Type::Struct(of) => {
                let of = of.clone();
                self.member(id, &of, &Member::Index(at), span)
            }
            Type::Float | Type::Lanes => self.report(span, "this value is one number and has no parts"),
            Type::Other if self.is_poison(&Value::Node(id)) => Value::Node(id),
            Type::Other => {
                let base = self.template(Value::Node(id));
                Value::Code(base.field(&Member::Index(at)))
            }
        }
    }

    pub(super) fn index(&mut self, base: &Expr, index: &Expr) -> Value {
        let whole = self.expr(base, None);
        let whole = self.read(whole);
        if self.is_poison(&whole) {
            return whole;
        }
        if let Value::Node(id) = whole
            && let Some(steps) = self.library_index(id, index)
        {
            return match steps {
                Some(steps) => Value::Node(self.w.get(id, &steps)),
                None => self.poison(),
            };
        }
        if let (Value::Node(id), ExprKind::Range { start, end, inclusive }) = (&whole, &index.kind)
            && matches!(self.ty(*id), Type::Array(..))
        {
            return self.part_of(*id, start.as_deref(), end.as_deref(), *inclusive, index.span);
        }
        match &whole {
            Value::Node(id) if matches!(self.ty(*id), Type::Array(..)) => {
                let id = *id;
                match self.step(id, index) {
                    Some(step) => Value::Node(self.w.get(id, &[step])),
                    None => self.poison(),
                }
            }
            Value::Node(id) if self.ty(*id).parts().is_some() && self.w.graph.node(*id).active => {
                let at = self.expr(index, None);
                let base_span = base.span;
                match self.struct_index(&whole, &at, base_span) {
                    Some(value) => value,
                    None => self.report(
                        base_span,
                        "this value is not known to be an array: give it a type, `let y: [f64; 3] = …`",
                    ),
                }
            }
            Value::Node(id) if self.w.graph.node(*id).active => {
                self.report(base.span, "this value is not known to be an array: give it a type, `let y: [f64; 3] = …`")
            }
            _ => {
                let (at, by_ref) = (self.expr(index, None), self.is_reference(index));
                if self.is_active(&at) {
                    return self.active_index(index.span);
                }
                let (base, at) = (self.template(whole), self.argument(at, by_ref));
                Value::Code(base.index(at))
            }
        }
    }

    /// `array[start..end]`
    fn part_of(&mut self, array: Id, start: Option<&Expr>, end: Option<&Expr>, inclusive: bool, span: Span) -> Value {
        match self.range_step(array, start, end, inclusive, span) {
            Some(step) => Value::Node(self.w.get(array, &[step])),
            None => self.poison(),
        }
    }

    pub(super) fn range_step(
        &mut self,
        array: Id,
        start: Option<&Expr>,
        end: Option<&Expr>,
        inclusive: bool,
        span: Span,
    ) -> Option<Step> {
        let mut bound = |bound: Option<&Expr>| {
            let Some(bound) = bound else { return Some(None) };
            let value = self.index_expr(bound);
            if self.is_poison(&value) {
                return None;
            }
            if self.is_active(&value) {
                self.active_index(span);
                return None;
            }
            Some(Some(self.node(value)))
        };
        let (start, end) = (bound(start)?, bound(end)?);
        let start = start.unwrap_or_else(|| self.w.index(0));
        let end = match end {
            Some(end) if inclusive => {
                let one = self.w.index(1);
                self.w.offset(end, one)
            }
            Some(end) => end,
            None => self.w.length_of(array),
        };
        Some(Step::Range(start, end))
    }

    /// An expression that is used as an index.
    fn index_expr(&mut self, index: &Expr) -> Value {
        let outer = std::mem::replace(&mut self.in_index, true);
        let value = self.expr(index, None);
        self.in_index = outer;
        value
    }

    pub(super) fn active_index(&mut self, span: Span) -> Value {
        self.report(
            span,
            "an index cannot depend on a differentiated value: the derivative does not exist where the index jumps; compute it from integers",
        )
    }

    /// The step that an index expression takes into the array `base`.
    pub(super) fn step(&mut self, base: Id, index: &Expr) -> Option<Step> {
        let at = self.index_expr(index);
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

    pub(super) fn field(&mut self, base: &Expr, member: &Member, span: Span) -> Value {
        let whole = self.expr(base, None);
        if self.is_poison(&whole) {
            return whole;
        }
        match (&whole, member) {
            (Value::Node(id), Member::Index(at)) if matches!(self.ty(*id), Type::Tuple(_)) => {
                let (id, at) = (*id, *at);
                self.part(id, at, span)
            }
            (Value::Node(id), member) if library_field(self.ty(*id), member).is_some() => {
                let steps = library_field(self.ty(*id), member).unwrap_or_default();
                Value::Node(self.w.get(*id, &steps))
            }
            (Value::Node(id), member) if self.ty(*id).parts().is_some() => match self.ty(*id) {
                Type::Struct(of) => {
                    let (id, of) = (*id, of.clone());
                    self.member(id, &of, member, span)
                }
                _ => self.report(span, "a tuple has no named fields"),
            },
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
}
