//! Views: the same elements at other coordinates, and tensors assembled from others.
//!
//! A view of a view is written as one view, so that few nodes are left.

use proc_macro2::Span;

use super::eval::Evaluator;
use super::layers::Slot;
use super::source::{element, shape as show, text};
use super::value::{Arg, ParameterRef, Value};
use crate::ast::Expr;
use crate::each::Each;
use crate::tensor::{Affine, Coord, Dtype, Id, Kind, ScatterPart, Shape, compose, identity, signed};

impl Evaluator<'_> {
    pub(super) fn view(&mut self, source: Id, coords: Vec<Coord>, shape: &[usize], span: Span) -> Id {
        let graph = self.builder.graph();
        if coords == identity(shape.len()) && graph.shape(source) == shape {
            return source;
        }
        let composed = match graph.kind(source) {
            Kind::View(inner, middle) => {
                compose(middle, &coords, shape.len(), graph.shape(source), graph.shape(*inner))
                    .map(|coords| (*inner, coords))
            }
            // A broadcast constant is a constant.
            Kind::Const(value) => {
                let (value, dtype) = (*value, graph.node(source).dtype);
                return graph.add(Kind::Const(value), shape, dtype, span);
            }
            _ => None,
        };
        match composed {
            Some((inner, coords)) if coords == identity(shape.len()) && graph.shape(inner) == shape => inner,
            Some((inner, coords)) => graph.view(inner, coords, shape, span),
            None => graph.view(source, coords, shape, span),
        }
    }

    /// The tensor repeated along new axes: `axes[i]` is where axis `i` of the source is in `to`.
    pub(super) fn spread(&mut self, source: Id, axes: &[usize], to: &[usize], span: Span) -> Id {
        let lengths = self.shape(source);
        let coords = axes.iter().zip(lengths).map(|(&axis, length)| {
            let one = length == 1 && to[axis] != 1;
            Coord::Affine(if one { Affine::fixed(0, to.len()) } else { Affine::axis(axis, to.len()) })
        });
        let coords = coords.collect();
        self.view(source, coords, to, span)
    }

    /// The tensor at one coordinate of an axis, without that axis.
    pub(super) fn at(&mut self, source: Id, axis: usize, at: usize, span: Span) -> Id {
        let mut shape = self.shape(source);
        shape.remove(axis);
        let rank = shape.len();
        let coords = (0..=rank).map(|from| {
            Coord::Affine(if from == axis {
                Affine::fixed(at, rank)
            } else {
                Affine::axis(if from < axis { from } else { from - 1 }, rank)
            })
        });
        let coords = coords.collect();
        self.view(source, coords, &shape, span)
    }

    pub(super) fn permuted(&mut self, source: Id, order: &[usize], span: Span) -> Id {
        let from = self.shape(source);
        let shape: Shape = order.each(|&axis| from[axis]);
        let place = |axis| order.iter().position(|&from| from == axis).unwrap_or_default();
        let coords = (0..order.len()).each(|axis| Coord::Affine(Affine::axis(place(axis), order.len())));
        self.view(source, coords, &shape, span)
    }

    pub(super) fn reshaped(&mut self, source: Id, to: &[usize], span: Span) -> Id {
        let id = self.builder.graph().reshape(source, to, span);
        match self.builder.graph().kind(id).clone() {
            Kind::View(inner, coords) if inner == source => {
                if matches!(self.builder.graph().kind(source), Kind::View(..)) {
                    self.view(source, coords, to, span)
                } else {
                    id
                }
            }
            _ => id,
        }
    }

    /// The entries `start`, `start + step`, … of the first axis, `count` of them.
    pub(super) fn part(&mut self, source: Id, start: usize, step: isize, count: usize, span: Span) -> Id {
        let mut shape = self.shape(source);
        shape[0] = count;
        let mut coords = identity(shape.len());
        if let Coord::Affine(affine) = &mut coords[0] {
            affine.offset = signed(start);
            affine.terms[0] = step;
        }
        self.view(source, coords, &shape, span)
    }

    /// The tensor with an axis of length one more, at `axis`.
    pub(super) fn unsqueezed(&mut self, source: Id, axis: usize, span: Span) -> Id {
        let mut shape = self.shape(source);
        let rank = shape.len() + 1;
        let coords = (0..shape.len()).map(|at| Coord::Affine(Affine::axis(if at < axis { at } else { at + 1 }, rank)));
        let coords = coords.collect();
        shape.insert(axis, 1);
        self.view(source, coords, &shape, span)
    }

    /// A nested array of numbers and tensors as one tensor.
    pub(super) fn gathered(&mut self, arg: &Arg) -> Value {
        let Value::Array(values) = &arg.value else { return arg.value.clone() };
        if values.is_empty() {
            return self.report(arg.expr.span, "an empty array has no shape");
        }
        let mut ids = Vec::new();
        for value in values.clone() {
            match self.float_tensor(&Arg { value, expr: arg.expr }) {
                Some(id) => ids.push(id),
                None => return Value::Poison,
            }
        }
        self.stacked(&ids, 0, arg.expr)
    }

    pub(super) fn stacked(&mut self, ids: &[Id], axis: usize, expr: &Expr) -> Value {
        if !self.alike(ids, None, expr) {
            return Value::Poison;
        }
        let ids: Vec<Id> = ids.each(|&id| self.unsqueezed(id, axis, expr.span));
        self.joined_along(&ids, axis, expr)
    }

    /// Whether tensors have one shape, but for the axis along which they are joined; if not, it is reported.
    fn alike(&mut self, ids: &[Id], along: Option<usize>, expr: &Expr) -> bool {
        let first = self.shape(ids[0]);
        for (at, &id) in ids.iter().enumerate() {
            let own = self.shape(id);
            let fits = own.len() == first.len() && (0..own.len()).all(|at| Some(at) == along || own[at] == first[at]);
            if !fits {
                let rule = match along {
                    Some(axis) => format!("they may differ only along axis {axis}"),
                    None => "they must have one shape".to_owned(),
                };
                let (a, b) = (element(expr, 0), element(expr, at));
                self.report(
                    b.span,
                    format_args!("`{}` is {} but `{}` is {}: {rule}", text(a), show(&first), text(b), show(&own)),
                );
                return false;
            }
        }
        true
    }

    /// Tensors one after the other along an axis.
    pub(super) fn joined_along(&mut self, ids: &[Id], axis: usize, expr: &Expr) -> Value {
        if !self.alike(ids, Some(axis), expr) {
            return Value::Poison;
        }
        let id = if let [one] = ids { *one } else { self.builder.graph().concat(ids, axis, expr.span) };
        self.done(id)
    }

    /// `base[index]`
    pub(super) fn index(&mut self, base: &Arg, index: &Expr, span: Span) -> Value {
        let at = self.expr(index);
        match (&base.value, &at) {
            (Value::Poison, _) | (_, Value::Poison) => Value::Poison,
            (Value::Parameters(place), Value::Int(at)) => {
                let Slot::Array(element, count) = &*place.slot else {
                    return self.report(span, format_args!("`{}` is not an array", text(base.expr)));
                };
                match usize::try_from(*at).ok().filter(|at| at < count) {
                    Some(at) => self.place(ParameterRef {
                        slot: element.clone(),
                        offset: place.offset + at * element.size(),
                        steps: place.steps.clone(),
                    }),
                    None => self.out_of_range(base, *at, *count, index),
                }
            }
            (Value::Array(values), Value::Int(at)) => {
                match usize::try_from(*at).ok().and_then(|at| values.get(at)).cloned() {
                    Some(value) => value,
                    None => self.out_of_range(base, *at, values.len(), index),
                }
            }
            (Value::Tensor(tensor), Value::Step(Some(step))) => match self.row_of_step(*tensor, *step) {
                Some(row) => row,
                None => self.report(index.span, format_args!("`{}` has no such row", text(base.expr))),
            },
            (Value::Tensor(tensor), _) => {
                let id = self.builder.id(*tensor);
                let indices = match at {
                    Value::Tuple(values) => values,
                    other => vec![other],
                };
                self.indexed(id, &indices, base, index, span)
            }
            _ => self.report(
                index.span,
                format_args!("`{}` cannot be used as an index of `{}`", text(index), text(base.expr)),
            ),
        }
    }

    fn out_of_range(&mut self, base: &Arg, at: i128, count: usize, index: &Expr) -> Value {
        self.report(index.span, format_args!("index {at} is out of range: `{}` has length {count}", text(base.expr)))
    }

    /// One view for a list of indices: integers, ranges and integer tensors, from the first axis on.
    pub(super) fn indexed(&mut self, source: Id, indices: &[Value], base: &Arg, index: &Expr, span: Span) -> Value {
        let from = self.shape(source);
        if indices.len() > from.len() {
            return self.report(
                index.span,
                format_args!("{} indices for `{}`, which is {}", indices.len(), text(base.expr), show(&from)),
            );
        }
        // First the shape of the result, then the coordinates, which need its rank.
        let mut shape = Vec::new();
        let mut plan: Vec<(usize, usize, Option<Id>)> = Vec::new();
        for (axis, &length) in from.iter().enumerate() {
            let first = shape.len();
            match indices.get(axis) {
                None | Some(Value::Range(None, None)) => {
                    shape.push(length);
                    plan.push((0, first, None));
                }
                Some(Value::Range(start, end)) => {
                    let (start, end) = (start.unwrap_or(0), end.unwrap_or(length as i128));
                    if start < 0 || end > length as i128 || start >= end {
                        return self.report(
                            index.span,
                            format_args!(
                                "`{start}..{end}` is not inside axis {axis} of `{}`, which is {}",
                                text(base.expr),
                                show(&from)
                            ),
                        );
                    }
                    let (start, end) = (usize::try_from(start).unwrap_or(0), usize::try_from(end).unwrap_or(0));
                    shape.push(end - start);
                    plan.push((start, first, None));
                }
                Some(Value::Int(at)) => match usize::try_from(*at).ok().filter(|at| *at < length) {
                    Some(at) => plan.push((at, usize::MAX, None)),
                    None => return self.out_of_range(base, *at, length, index),
                },
                Some(Value::Tensor(tensor)) if self.builder.dtype(*tensor) == Dtype::Int => {
                    let id = self.builder.id(*tensor);
                    let own = self.shape(id);
                    shape.extend(&own);
                    if self.looked_up(id, &[], 0).is_none() {
                        return self.report(
                            index.span,
                            format_args!("`{}` is looked up itself: pass the indices as an argument", text(index)),
                        );
                    }
                    plan.push((0, first, Some(id)));
                }
                Some(Value::Tensor(_) | Value::Float(_)) => {
                    return self.report(
                        index.span,
                        format_args!(
                            "`{}` holds floats where an index is needed: take integers as an argument",
                            text(index)
                        ),
                    );
                }
                Some(_) => {
                    return self.report(index.span, format_args!("`{}` cannot be used as an index", text(index)));
                }
            }
        }
        let rank = shape.len();
        let mut coords = Vec::new();
        for (offset, first, gathered) in plan {
            coords.push(match gathered {
                Some(id) => {
                    let own = self.shape(id).len();
                    let at: Vec<Affine> = (first..first + own).each(|axis| Affine::axis(axis, rank));
                    match self.looked_up(id, &at, rank) {
                        Some(coord) => coord,
                        None => return Value::Poison,
                    }
                }
                None if first == usize::MAX => Coord::Affine(Affine::fixed(offset, rank)),
                None => {
                    let mut affine = Affine::axis(first, rank);
                    affine.offset = signed(offset);
                    Coord::Affine(affine)
                }
            });
        }
        let id = self.view(source, coords, &shape, span);
        self.done(id)
    }

    /// The element of integers at some coordinates, read where these were passed, not from a view of
    /// them; `at` are functions of the coordinates of a result with `rank` axes.
    pub(super) fn looked_up(&mut self, id: Id, at: &[Affine], rank: usize) -> Option<Coord> {
        match self.builder.graph().kind(id).clone() {
            Kind::View(source, coords) => {
                let coords: Option<Vec<Affine>> =
                    coords.iter().map(|coord| Some(coord.affine()?.after(at, rank))).collect();
                self.looked_up(source, &coords?, rank)
            }
            Kind::Input(_) | Kind::Sliced(_) => Some(Coord::At(id, at.to_vec())),
            Kind::Reshape(source) if matches!(self.builder.graph().kind(source), Kind::Input(_)) => {
                Some(Coord::At(id, at.to_vec()))
            }
            _ => None,
        }
    }

    /// Windows of `size` elements along axes, `stride` apart: each axis gets one more at the end.
    pub(super) fn windowed(&mut self, source: Id, axes: &[usize], size: usize, stride: usize, span: Span) -> Id {
        let mut shape = self.shape(source);
        let from = shape.len();
        for &axis in axes {
            shape[axis] = (shape[axis] - size) / stride + 1;
            shape.push(size);
        }
        let rank = shape.len();
        let mut coords: Vec<Coord> = (0..from).each(|axis| Coord::Affine(Affine::axis(axis, rank)));
        for (at, &axis) in axes.iter().enumerate() {
            if let Coord::Affine(affine) = &mut coords[axis] {
                affine.terms[axis] = signed(stride);
                affine.terms[from + at] = 1;
            }
        }
        self.view(source, coords, &shape, span)
    }

    /// Zeros around the elements of an axis.
    pub(super) fn padded(&mut self, source: Id, axis: usize, before: usize, after: usize, span: Span) -> Id {
        let mut shape = self.shape(source);
        let mut to = identity(shape.len());
        if let Coord::Affine(affine) = &mut to[axis] {
            affine.offset = signed(before);
        }
        shape[axis] += before + after;
        let parts = vec![ScatterPart { value: source, to }];
        self.builder.graph().add(Kind::Assemble { parts, add: true }, &shape, Dtype::Float, span)
    }
}
