//! A kernel → the same for one row of its target, so that a gradient of some coordinates computes the rows alone that these are in.
//!
//! Afterwards the outermost loop of the kernel is one around it: what it reads and writes of one iteration lies a step behind that of
//! the one before. An element is computed by the same operations, so it has the same bits.

use super::{Access, Affine, Argument, Expr, Kernel, Memory, in_place};
use crate::each::Each;

/// A kernel for one row.
pub struct Row {
    pub kernel: Kernel,
    /// How many rows there are.
    pub count: usize,
    /// How many elements of the target a row has.
    pub length: usize,
}

/// The kernel for one row, with `depth` loops around that of the rows; `None` if rows are not computed one by one: if there are none, if
/// elements are sums, or if what is read for one row is not in one piece.
pub fn row(kernel: &Kernel, depth: usize) -> Option<Row> {
    let is_plain = kernel.reduce.is_none() && kernel.fused_update.is_none();
    let is_whole = in_place(&kernel.to) && kernel.dims == kernel.target.shape;
    let (&count, dims) = kernel.dims.split_first()?;
    if !is_plain || !is_whole || dims.is_empty() {
        return None;
    }
    // Of each argument, whether a row reads a row of it.
    let mut by_row = vec![None; kernel.arguments.len()];
    let value = of_row(&kernel.value, &mut by_row)?;
    let arguments = kernel.arguments.iter().zip(by_row);
    let arguments = arguments.map(|(argument, by_row)| match by_row {
        Some(true) => part(argument, depth),
        _ => Some(argument.clone()),
    });
    let length = dims.iter().product();
    let kernel = Kernel {
        value,
        target: part(&kernel.target, depth)?,
        to: (0..dims.len()).each(|axis| Access::Affine(Affine::axis(axis, dims.len()))),
        arguments: arguments.collect::<Option<_>>()?,
        dims: dims.to_vec(),
        ..kernel.clone()
    };
    Some(Row { kernel, count, length })
}

/// A row of a tensor, in an iteration of the loop at this depth.
fn part(argument: &Argument, depth: usize) -> Option<Argument> {
    let shape = argument.shape.get(1..)?.to_vec();
    let mut memory = argument.memory.clone();
    let (Memory::Params(leaf) | Memory::Gradient(leaf) | Memory::Workspace { leaf, .. }) = &mut memory else {
        return None;
    };
    leaf.steps.resize(depth, 0);
    leaf.steps.push(shape.iter().product());
    Some(Argument { memory, shape })
}

/// An expression in one iteration of the outermost loop, as a function of the others.
fn of_row(expr: &Expr, by_row: &mut [Option<bool>]) -> Option<Expr> {
    let mut all = |exprs: &[Expr]| exprs.iter().map(|expr| of_row(expr, by_row)).collect::<Option<Vec<_>>>();
    Some(match expr {
        Expr::Const(_) => expr.clone(),
        Expr::Index(affine) => Expr::Index(inner(affine)?),
        Expr::Load(argument, places) => {
            let is_row = matches!(places.first(), Some(Access::Affine(first)) if first.as_axis() == Some(0));
            // All that is read of an argument is read of its row, or nothing is.
            if *by_row[*argument].get_or_insert(is_row) != is_row {
                return None;
            }
            let places = places[usize::from(is_row)..].iter().map(|place| match place {
                Access::Affine(affine) => Some(Access::Affine(inner(affine)?)),
                // The indices would have to be read of a row, too.
                Access::At(..) => None,
            });
            Expr::Load(*argument, places.collect::<Option<_>>()?)
        }
        Expr::Op(op, args) => Expr::Op(*op, all(args)?),
        Expr::Compare(op, a, b) => {
            let [a, b] = <[Expr; 2]>::try_from(all(&[(**a).clone(), (**b).clone()])?).ok()?;
            Expr::Compare(*op, a.into(), b.into())
        }
        Expr::Select(truth, a, b) => {
            let [truth, a, b] = <[Expr; 3]>::try_from(all(&[(**truth).clone(), (**a).clone(), (**b).clone()])?).ok()?;
            Expr::Select(truth.into(), a.into(), b.into())
        }
        Expr::ToFloat(a) => Expr::ToFloat(of_row(a, by_row)?.into()),
        Expr::Random { .. } | Expr::Reduced => return None,
    })
}

/// A coordinate that does not depend on the outermost loop, as a function of the others.
fn inner(affine: &Affine) -> Option<Affine> {
    let (first, terms) = affine.terms.split_first()?;
    (*first == 0).then(|| Affine { offset: affine.offset, terms: terms.to_vec() })
}
