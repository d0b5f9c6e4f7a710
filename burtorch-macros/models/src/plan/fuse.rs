//! Fuses two passes over a weight into one, for a training step of one sample.
//!
//! The adjoint of a layer's input is a sum of the rows of the weight (a transposed GEMV), and the gradient of the weight is an
//! outer product. Each of them reads the whole weight from memory, which is most of what the layer costs. In a step both are
//! computed row by row: a row is added to the sum and updated while it is in registers.

use burtorch_runtime::rules::Op;

use super::{Access, Affine, Expr, FusedUpdate, Kernel, Memory, Reduction, Step, Store, in_place};
use crate::tensor::{elements, signed};

/// A transposed GEMV: a kernel that adds up contiguous rows of a matrix, each times a number.
pub struct GemvByRows {
    /// The loop along a row.
    pub vector: usize,
    /// The argument that is the matrix, and its coordinates.
    pub matrix: (usize, Vec<Access>),
    /// The argument that has the number for each row, and its coordinates.
    pub factor: (usize, Vec<Access>),
}

impl GemvByRows {
    /// The roles of the kernel's arguments, if it is a sum of rows, each of which it reads once.
    pub fn of(kernel: &Kernel) -> Option<GemvByRows> {
        let reduce = kernel.reduce.as_ref()?;
        let Expr::Op(Op::Mul, factors) = &reduce.body else { return None };
        let [Expr::Load(a, a_places), Expr::Load(b, b_places)] = &factors[..] else { return None };
        let rank = kernel.dims.len();
        let fits = reduce.reduction == Reduction::Sum
            && reduce.dims.len() == 1
            && kernel.store == Store::Set
            && kernel.target.shape == kernel.dims
            && in_place(&kernel.to);
        let vector = rank.checked_sub(1).filter(|_| fits)?;
        let is_matrix = |argument: usize, places: &[Access]| {
            let along = |variable: usize| kernel.arguments[argument].stride(places, variable);
            let last = matches!(places.last(), Some(Access::Affine(last)) if last.terms.get(vector) == Some(&1));
            last && along(vector) == Some(1) && (0..=rank).all(|variable| along(variable).is_some_and(|step| step != 0))
        };
        let is_factor = |argument: usize, places: &[Access]| {
            (0..rank).all(|variable| kernel.arguments[argument].stride(places, variable) == Some(0))
        };
        let (a, b) = ((*a, a_places.clone()), (*b, b_places.clone()));
        if is_matrix(a.0, &a.1) && is_factor(b.0, &b.1) {
            Some(GemvByRows { vector, matrix: a, factor: b })
        } else if is_matrix(b.0, &b.1) && is_factor(a.0, &a.1) {
            Some(GemvByRows { vector, matrix: b, factor: a })
        } else {
            None
        }
    }
}

/// The steps, with each sum of rows and the update of the same rows directly after it in one kernel.
pub(super) fn fuse(steps: Vec<Step>) -> Vec<Step> {
    let mut fused: Vec<Step> = Vec::new();
    for step in steps {
        match (fused.last_mut(), step) {
            (Some(Step::Kernel(sum)), Step::Kernel(update)) => match joined(sum, &update) {
                Some(both) => **sum = both,
                None => fused.push(Step::Kernel(update)),
            },
            (_, Step::Loop { count, reversed, steps }) => {
                fused.push(Step::Loop { count, reversed, steps: fuse(steps) });
            }
            (_, step) => fused.push(step),
        }
    }
    fused
}

/// One kernel that adds up the rows of a weight and adds to each row what `update` would.
fn joined(sum: &Kernel, update: &Kernel) -> Option<Kernel> {
    let rows = GemvByRows::of(sum)?;
    let (argument, places) = rows.matrix;
    let weight = &sum.arguments[argument];
    let (Memory::Params(read), Memory::Params(changed)) = (&weight.memory, &update.target.memory) else {
        return None;
    };
    let is_update = read == changed
        && weight.shape == update.target.shape
        && update.store == Store::Add
        && update.reduce.is_none()
        && update.dims == update.target.shape
        && in_place(&update.to);
    // Neither kernel may write what the other one reads, but for the weight itself.
    let is_params = |argument: &&super::Argument| matches!(argument.memory, Memory::Params(_));
    let apart = sum.fused_update.is_none()
        && sum.arguments.iter().filter(is_params).count() == 1
        && !update.arguments.iter().any(|argument| is_params(&argument) || argument.memory == sum.target.memory);
    if !is_update || !apart || !covers(sum, argument, &places) {
        return None;
    }
    let at: Vec<Affine> = places
        .iter()
        .map(|place| match place {
            Access::Affine(affine) => Some(affine.clone()),
            Access::At(..) => None,
        })
        .collect::<Option<_>>()?;
    let Expr::Op(Op::Mul, factors) = &update.value else { return None };
    let mut both = sum.clone();
    let mut factor = |expr: &Expr| {
        let Expr::Load(from, places) = expr else { return None };
        let from = &update.arguments[*from];
        let known = both.arguments.iter().position(|argument| argument == from);
        let at_argument = known.unwrap_or_else(|| {
            both.arguments.push(from.clone());
            both.arguments.len() - 1
        });
        let places: Vec<Access> = places
            .iter()
            .map(|place| match place {
                Access::Affine(affine) => Some(Access::Affine(affine.after(&at, sum.dims.len() + 1))),
                Access::At(..) => None,
            })
            .collect::<Option<_>>()?;
        // Along a row the factor is constant, or it is a contiguous row itself.
        let last = matches!(places.last(), Some(Access::Affine(last)) if last.terms[rows.vector] == 1);
        match from.stride(&places, rows.vector) {
            Some(0) => {}
            Some(1) if last => {}
            _ => return None,
        }
        Some(Expr::Load(at_argument, places))
    };
    let value = Expr::Op(Op::Mul, vec![factor(&factors[0])?, factor(&factors[1])?]);
    both.fused_update = Some(FusedUpdate { argument, value });
    Some(both)
}

/// Whether the kernel reads every element of an argument exactly once.
fn covers(kernel: &Kernel, argument: usize, places: &[Access]) -> bool {
    let lengths = kernel.dims.iter().chain(kernel.reduce.iter().flat_map(|reduce| &reduce.dims));
    let argument = &kernel.arguments[argument];
    let strides = lengths.enumerate().map(|(at, &length)| Some((argument.stride(places, at)?, length)));
    let Some(mut strides) = strides.collect::<Option<Vec<_>>>() else { return false };
    strides.sort_unstable();
    // From the innermost loop outwards, each stride is the number of elements that the loops inside cover.
    let mut next = 1;
    for (stride, length) in strides {
        if stride != next {
            return false;
        }
        next *= signed(length);
    }
    next == signed(elements(&argument.shape))
}
