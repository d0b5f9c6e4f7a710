//! Adjoints that are still being summed.
//!
//! A missing adjoint is missing, never a literal zero. An aggregate's adjoint stays in parts for as
//! long as its elements are reached by constant steps, so small arrays and tuples cost nothing.

use std::collections::BTreeMap;

use burtorch_runtime::rules::Op;

use crate::each::Each;
use crate::graph::{Id, Kind, Step, Type, Writer, element_type};

/// The sum of the contributions so far.
#[derive(Clone, Default, Debug)]
pub(super) enum Adjoint {
    #[default]
    Missing,
    Whole(Id),
    Parts(BTreeMap<usize, Adjoint>),
}

impl Adjoint {
    /// Adds `g` to the element at `path` of an adjoint of type `ty`.
    #[must_use]
    pub(super) fn add(self, w: &mut Writer, ty: &Type, path: &[Step], g: Id) -> Self {
        let Some((&first, rest)) = path.split_first() else { return self.add_whole(w, ty, g) };
        match (self, first) {
            (Adjoint::Missing, Step::At(at)) => {
                let part = Adjoint::Missing.add(w, &element_type(ty, &[first]), rest, g);
                Adjoint::Parts(BTreeMap::from([(at, part)]))
            }
            (Adjoint::Parts(mut parts), Step::At(at)) => {
                let part = parts.remove(&at).unwrap_or_default();
                parts.insert(at, part.add(w, &element_type(ty, &[first]), rest, g));
                Adjoint::Parts(parts)
            }
            (other, _) => {
                let whole = other.materialize(w, ty);
                let element = element_type(ty, path);
                let part = matches!(path.last(), Some(Step::Range(..))) || element.is_slice();
                Adjoint::Whole(if is_number(&element) || part {
                    w.push(Kind::AddAt(whole, path.to_vec(), g), ty.clone())
                } else {
                    let old = w.get(whole, path);
                    let sum = w.push(Kind::Sum(old, g), element);
                    w.set(whole, path, sum)
                })
            }
        }
    }

    fn add_whole(self, w: &mut Writer, ty: &Type, g: Id) -> Self {
        match self {
            Adjoint::Missing => Adjoint::Whole(g),
            Adjoint::Whole(sum) if is_number(ty) => Adjoint::Whole(w.op(Op::Add, &[sum, g])),
            Adjoint::Whole(sum) => Adjoint::Whole(w.push(Kind::Sum(sum, g), ty.clone())),
            parts @ Adjoint::Parts(_) => {
                parts.leaves().into_iter().fold(Adjoint::Whole(g), |whole, (path, part)| whole.add(w, ty, &path, part))
            }
        }
    }

    /// Adds another adjoint of the same type.
    #[must_use]
    pub(super) fn merge(self, w: &mut Writer, ty: &Type, other: Adjoint) -> Self {
        match (self, other) {
            (Adjoint::Missing, other) | (other, Adjoint::Missing) => other,
            (mine, other) => other.leaves().into_iter().fold(mine, |sum, (path, part)| sum.add(w, ty, &path, part)),
        }
    }

    /// The adjoint of the element at `path`.
    pub(super) fn part(&self, w: &mut Writer, ty: &Type, path: &[Step]) -> Adjoint {
        let Some((&first, rest)) = path.split_first() else { return self.clone() };
        match (self, first) {
            (Adjoint::Missing, _) => Adjoint::Missing,
            (Adjoint::Parts(parts), Step::At(at)) => match parts.get(&at) {
                Some(part) => part.part(w, &element_type(ty, &[first]), rest),
                None => Adjoint::Missing,
            },
            (other, _) => {
                let whole = other.clone().materialize(w, ty);
                Adjoint::Whole(w.get(whole, path))
            }
        }
    }

    /// The adjoint without the element at `path`, which was overwritten.
    #[must_use]
    pub(super) fn without(self, w: &mut Writer, ty: &Type, path: &[Step]) -> Self {
        let Some((&first, rest)) = path.split_first() else { return Adjoint::Missing };
        match (self, first) {
            (Adjoint::Missing, _) => Adjoint::Missing,
            (Adjoint::Parts(mut parts), Step::At(at)) => {
                if let Some(part) = parts.remove(&at) {
                    match part.without(w, &element_type(ty, &[first]), rest) {
                        Adjoint::Missing => {}
                        part => _ = parts.insert(at, part),
                    }
                }
                Adjoint::Parts(parts)
            }
            (other, _) => {
                let whole = other.materialize(w, ty);
                let part = element_type(ty, path);
                let zero = match path.last() {
                    Some(&Step::Range(start, end)) => {
                        let len = w.distance(start, end);
                        w.zeros(&part, len)
                    }
                    _ => w.zero(&part),
                };
                Adjoint::Whole(w.set(whole, path, zero))
            }
        }
    }

    /// The adjoint as one node, zero where nothing was added.
    pub(super) fn materialize(self, w: &mut Writer, ty: &Type) -> Id {
        match self {
            Adjoint::Missing => w.zero(ty),
            Adjoint::Whole(id) => id,
            Adjoint::Parts(mut parts) => {
                let arity = match ty {
                    Type::Array(_, len) => len.literal().filter(|len| *len <= 4 * parts.len().max(16)),
                    ty => ty.parts().map(<[Type]>::len),
                };
                if let Some(arity) = arity {
                    let elements = (0..arity).each(|at| {
                        let part = parts.remove(&at).unwrap_or_default();
                        part.materialize(w, &element_type(ty, &[Step::At(at)]))
                    });
                    return w.pack(elements, ty.clone());
                }
                let zero = w.zero(ty);
                parts.into_iter().fold(zero, |whole, (at, part)| {
                    let part = part.materialize(w, &element_type(ty, &[Step::At(at)]));
                    w.set(whole, &[Step::At(at)], part)
                })
            }
        }
    }

    /// The nodes that it consists of, and where they belong.
    pub(super) fn leaves(&self) -> Vec<(Vec<Step>, Id)> {
        match self {
            Adjoint::Missing => Vec::new(),
            Adjoint::Whole(id) => vec![(Vec::new(), *id)],
            Adjoint::Parts(parts) => parts
                .iter()
                .flat_map(|(&at, part)| {
                    part.leaves().into_iter().map(move |(mut path, id)| {
                        path.insert(0, Step::At(at));
                        (path, id)
                    })
                })
                .collect(),
        }
    }

    pub(super) fn is_missing(&self) -> bool {
        match self {
            Adjoint::Missing => true,
            Adjoint::Whole(_) => false,
            Adjoint::Parts(parts) => parts.values().all(Adjoint::is_missing),
        }
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Float | Type::Other)
}
