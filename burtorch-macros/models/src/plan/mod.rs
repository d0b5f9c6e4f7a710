//! Tensor graph → loops over buffers, and where each buffer lies.
//!
//! In: a simplified graph. Out: a [`Program`]: kernels in the order in which they run, and the size of the workspace. A kernel is
//! one loop nest that fills one tensor; nodes that it alone uses are fused into it.

mod cost;
mod display;
mod fuse;
mod gradient;
mod in_place;
mod kernel;
mod layout;
mod materialize;
mod memory;
mod needs;
mod rows;
mod schedule;
mod training;
mod verify;

use burtorch_runtime::rules::Op;

use crate::tensor::signed;
pub use crate::tensor::{Affine, BinaryOp, Bits, Leaf, Reduction, Shape};
pub use fuse::GemvByRows;
#[cfg(test)]
pub use layout::layout;
pub use needs::{Need, StepNeed, Tensor, needs};
pub use rows::{Row, row};
pub use schedule::{plan, plan_step, plan_update};
pub use training::trained;

/// What runs, in order.
pub struct Program {
    pub steps: Vec<Step>,
    /// Where the function's results are.
    pub results: Vec<Argument>,
    /// How many floats the workspace holds.
    pub floats: usize,
    /// The most floats that are alive at one time: a lower bound on `floats` for any choice of offsets.
    pub alive: usize,
}

pub enum Step {
    Kernel(Box<Kernel>),
    Loop { count: usize, reversed: bool, steps: Vec<Step> },
}

impl Step {
    fn kernel(kernel: Kernel) -> Self {
        Step::Kernel(Box::new(kernel))
    }
}

/// One loop nest.
#[derive(Clone)]
pub struct Kernel {
    /// The loops over the elements that it fills.
    pub dims: Shape,
    pub reduce: Option<Reduce>,
    /// An update of the factor of a sum of products, in the same pass.
    pub fused_update: Option<FusedUpdate>,
    /// The value of an element, in which [`Expr::Reduced`] is the reduction.
    pub value: Expr,
    pub target: Argument,
    /// Where the element goes, one entry per axis of the target.
    pub to: Vec<Access>,
    pub store: Store,
    /// The tensors that it reads, numbered for [`Expr::Load`].
    pub arguments: Vec<Argument>,
}

/// The reduction of a kernel: its loops, and the term in them.
#[derive(Clone)]
pub struct Reduce {
    pub reduction: Reduction,
    pub dims: Shape,
    pub body: Expr,
}

/// In every iteration of a sum of products: adds `value` to the factor that was just read, which is a parameter.
#[derive(Clone)]
pub struct FusedUpdate {
    /// The argument that is changed, after it was read.
    pub argument: usize,
    /// What is added to it.
    pub value: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Store {
    Set,
    Add,
    /// The target is a parameter and the element its gradient: an optimizer computes the new parameter.
    Update,
}

/// A tensor in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    pub memory: Memory,
    pub shape: Shape,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Memory {
    Params(Leaf),
    Gradient(Leaf),
    /// A buffer of the workspace. `leaf` is relative to the buffer until `memory` adds the buffer's offset.
    Workspace {
        buffer: usize,
        leaf: Leaf,
    },
    Input(usize),
    Seed,
}

/// One coordinate of an array access, as a function of the kernel's loops: those over elements, then those of the reduction.
#[derive(Clone, PartialEq, Debug)]
pub enum Access {
    Affine(Affine),
    /// An element of an integer argument (a gather), at these coordinates.
    At(usize, Vec<Affine>),
}

#[derive(Clone, Debug)]
pub enum Expr {
    Const(Bits),
    /// An integer: a coordinate.
    Index(Affine),
    /// An element of an argument.
    Load(usize, Vec<Access>),
    Op(Op, Vec<Expr>),
    Compare(BinaryOp, Box<Expr>, Box<Expr>),
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    ToFloat(Box<Expr>),
    Random {
        seed: Box<Expr>,
        stream: u64,
        position: Affine,
    },
    /// What the kernel's reduction yields.
    Reduced,
}

impl Expr {
    /// Whether `test` holds for it or for an expression inside of it.
    pub fn any(&self, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
        test(self)
            || match self {
                Expr::Op(_, args) => args.iter().any(|arg| arg.any(test)),
                Expr::Compare(_, a, b) => a.any(test) || b.any(test),
                Expr::Select(truth, a, b) => truth.any(test) || a.any(test) || b.any(test),
                Expr::ToFloat(a) | Expr::Random { seed: a, .. } => a.any(test),
                Expr::Const(_) | Expr::Index(_) | Expr::Load(..) | Expr::Reduced => false,
            }
    }
}

/// Whether coordinates are the identity: each loop is one axis, in order.
pub fn in_place(places: &[Access]) -> bool {
    places.iter().enumerate().all(|(at, place)| matches!(place, Access::Affine(affine) if affine.as_axis() == Some(at)))
}

impl Argument {
    /// The stride in memory along a loop; `None` if a looked-up coordinate depends on the loop.
    pub fn stride(&self, places: &[Access], variable: usize) -> Option<isize> {
        let mut step = 1;
        let mut stride = 0;
        for (place, &length) in places.iter().zip(&self.shape).rev() {
            match place {
                Access::Affine(affine) => stride += step * affine.terms.get(variable).copied().unwrap_or(0),
                Access::At(_, at) if at.iter().any(|at| at.terms.get(variable).is_some_and(|term| *term != 0)) => {
                    return None;
                }
                Access::At(..) => {}
            }
            step *= signed(length);
        }
        Some(stride)
    }
}

impl Memory {
    pub fn is_workspace(&self) -> bool {
        matches!(self, Memory::Workspace { .. })
    }
}
