//! Coordinates of views: affine functions of the coordinates of the result, and looked-up indices.

use super::{Graph, Id, ScatterPart, signed};
use crate::each::Each;

/// A coordinate in the source of a view, as a function of the coordinates of the result.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Coord {
    Affine(Affine),
    /// An element of an integer tensor, at these coordinates.
    At(Id, Vec<Affine>),
}

/// `offset + Σ terms[axis] · coordinate[axis]`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Affine {
    pub offset: isize,
    pub terms: Vec<isize>,
}

impl Affine {
    /// The coordinate `axis` of a result with `rank` axes.
    pub fn axis(axis: usize, rank: usize) -> Self {
        Affine { offset: 0, terms: (0..rank).each(|at| isize::from(at == axis)) }
    }

    /// The constant coordinate `offset`.
    pub fn fixed(offset: usize, rank: usize) -> Self {
        Affine { offset: signed(offset), terms: vec![0; rank] }
    }

    /// The axis whose coordinate this is, if it is the coordinate of one axis unchanged.
    pub fn as_axis(&self) -> Option<usize> {
        let mut used = self.terms.iter().enumerate().filter(|(_, term)| **term != 0);
        match (self.offset, used.next(), used.next()) {
            (0, Some((axis, 1)), None) => Some(axis),
            _ => None,
        }
    }

    /// Composition of affine functions: `inner` gives the coordinates that this one takes, in terms of `rank` others.
    pub fn after(&self, inner: &[Affine], rank: usize) -> Affine {
        let mut result = Affine { offset: self.offset, terms: vec![0; rank] };
        for (term, inner) in self.terms.iter().zip(inner) {
            result.offset += term * inner.offset;
            for (sum, inner) in result.terms.iter_mut().zip(&inner.terms) {
                *sum += term * inner;
            }
        }
        result
    }
}

impl Coord {
    pub fn affine(&self) -> Option<&Affine> {
        match self {
            Coord::Affine(affine) => Some(affine),
            Coord::At(..) => None,
        }
    }

    pub fn as_axis(&self) -> Option<usize> {
        self.affine().and_then(Affine::as_axis)
    }

    /// The integer tensor whose elements are the coordinate, if it is looked up.
    pub fn looked_up(&self) -> Option<Id> {
        match self {
            Coord::Affine(_) => None,
            Coord::At(indices, _) => Some(*indices),
        }
    }
}

/// The coordinates of a view that reads every element where it is.
pub fn identity(rank: usize) -> Vec<Coord> {
    (0..rank).each(|axis| Coord::Affine(Affine::axis(axis, rank)))
}

/// The coordinates of a view of a view: `first` leads from the middle to the source, `then` to the middle from a
/// result with `rank` axes. `None` where a computed index would go into arithmetic, or lose its bound.
pub fn compose(first: &[Coord], then: &[Coord], rank: usize, middle: &[usize], source: &[usize]) -> Option<Vec<Coord>> {
    // A looked-up coordinate is not known here, so it cannot be part of an affine function; unchanged it can be passed on.
    let affine: Vec<Affine> = then.each(|coord| coord.affine().cloned().unwrap_or_else(|| Affine::fixed(0, rank)));
    let through = |of: &Affine| {
        let looked_up = of.terms.iter().zip(then).any(|(term, coord)| *term != 0 && coord.affine().is_none());
        (!looked_up).then(|| of.after(&affine, rank))
    };
    first
        .iter()
        .zip(source)
        .map(|(coord, length)| match coord {
            Coord::Affine(of) => match of.as_axis().map(|axis| (&then[axis], middle[axis])) {
                // The bound of an index is the length of the axis that it is looked up in.
                Some((looked_up @ Coord::At(..), bound)) => (bound == *length).then(|| looked_up.clone()),
                _ => through(of).map(Coord::Affine),
            },
            Coord::At(indices, at) => Some(Coord::At(*indices, at.iter().map(through).collect::<Option<_>>()?)),
        })
        .collect()
}

/// The coordinates of a reshape in which every axis of the source becomes one or several axes of the result.
pub(super) fn split(from: &[usize], to: &[usize]) -> Option<Vec<Coord>> {
    let rank = to.len();
    let mut coords = Vec::new();
    let mut next = 0;
    for &length in from {
        let first = next;
        let mut product = 1;
        while product < length {
            product *= to.get(next)?;
            next += 1;
        }
        if product != length {
            return None;
        }
        let mut affine = Affine::fixed(0, rank);
        let mut step = 1;
        for axis in (first..next).rev() {
            affine.terms[axis] = step;
            step *= signed(to[axis]);
        }
        coords.push(Coord::Affine(affine));
    }
    to[next..].iter().all(|&length| length == 1).then_some(coords)
}

/// Whether the parts of an assembled tensor lie one after the other along one axis, and are all of it.
pub fn is_concatenation(graph: &Graph, parts: &[ScatterPart], shape: &[usize]) -> bool {
    let along = |axis: usize| {
        let mut intervals = Vec::new();
        for ScatterPart { value, to } in parts {
            let lengths = graph.shape(*value);
            if lengths.len() != shape.len() {
                return false;
            }
            for (at, coord) in to.iter().enumerate() {
                let Some(affine) = coord.affine() else { return false };
                let offset = if at == axis { affine.offset } else { 0 };
                let whole = at == axis || lengths[at] == shape[at];
                if !whole || (Affine { offset, ..Affine::axis(at, shape.len()) }) != *affine {
                    return false;
                }
            }
            let Some(Coord::Affine(start)) = to.get(axis) else { return false };
            intervals.push((start.offset, start.offset + signed(lengths[axis])));
        }
        intervals.sort_unstable();
        let joined = intervals.windows(2).all(|pair| pair[0].1 == pair[1].0);
        let ends = intervals.first().zip(intervals.last()).map(|(first, last)| (first.0, last.1));
        joined && ends == Some((0, signed(shape[axis])))
    };
    (0..shape.len()).any(along)
}
