//! The way from an aggregate to one of its elements, and what stands there.

use super::Id;
use crate::ast::{Len, Type};

/// A step from an aggregate to one of its elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    At(usize),
    Index(Id),
    /// The elements from one index up to another.
    Range(Id, Id),
}

/// The type of the element that `path` leads to.
pub fn element_type(ty: &Type, path: &[Step]) -> Type {
    let Some((first, rest)) = path.split_first() else { return ty.clone() };
    match (ty, first) {
        (Type::Array(element, _), Step::Range(..)) => element_type(&Type::Array(element.clone(), Len::Dynamic), rest),
        (Type::Array(element, _), _) => element_type(element, rest),
        (ty, Step::At(at)) => {
            let part = ty.parts().and_then(|parts| parts.get(*at));
            part.map_or(Type::Other, |part| element_type(part, rest))
        }
        _ => Type::Other,
    }
}

/// How many numbers are in a value, if its type says so.
pub fn count_numbers(ty: &Type) -> Option<usize> {
    let sum = |parts: &[Type]| parts.iter().try_fold(0, |all: usize, part| all.checked_add(count_numbers(part)?));
    match ty {
        Type::Float | Type::Lanes => Some(1),
        Type::Other => None,
        Type::Array(element, len) => count_numbers(element)?.checked_mul(len.literal()?),
        Type::Tuple(elements) => sum(elements),
        Type::Struct(of) => sum(&of.types),
    }
}

/// The steps to every number in a value, if its type says how many there are: see first that they are few.
pub fn numbers_in(ty: &Type) -> Option<Vec<Vec<Step>>> {
    let parts: Vec<Type> = match ty {
        Type::Float | Type::Lanes => return Some(vec![Vec::new()]),
        Type::Other => return None,
        Type::Array(element, len) => vec![(**element).clone(); len.literal()?],
        Type::Tuple(elements) => elements.clone(),
        Type::Struct(of) => of.types.clone(),
    };
    let mut all = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        all.extend(numbers_in(part)?.into_iter().map(|mut path| {
            path.insert(0, Step::At(at));
            path
        }));
    }
    Some(all)
}
