//! Tensor graph → loops over buffers, and where each buffer lies.
//!
//! In: a simplified graph. Out: a [`Program`]: kernels in the order in which they run, each one loop nest that fills
//! one tensor, with everything that it alone uses computed on the way; and the size of the workspace.

mod cost;
mod display;
mod fuse;
mod gradient;
mod in_place;
mod kernel;
mod layout;
mod materialize;
mod memory;
mod schedule;
mod training;
mod verify;

use burtorch_runtime::rules::Op;

use crate::tensor::signed;
pub use crate::tensor::{Affine, BinaryOp, Bits, Leaf, Reduction, Shape};
pub use fuse::GemvByRows;
#[cfg(test)]
pub use layout::layout;
pub use schedule::{plan, plan_step, plan_update};
pub use training::trained;

/// What runs, in order.
pub struct Program {
    pub steps: Vec<Step>,
    /// Where the function's results are.
    pub results: Vec<Argument>,
    /// How many floats the workspace holds.
    pub floats: usize,
    /// The most floats that are alive at one time: no plan can do with less.
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
    /// What else is done with the numbers that are summed, as they come by.
    pub fused_update: Option<FusedUpdate>,
    /// What an element is.
    pub value: Expr,
    pub target: Argument,
    /// Where the element goes, one entry per axis of the target.
    pub to: Vec<Access>,
    pub store: Store,
    /// What it reads.
    pub arguments: Vec<Argument>,
}

/// The loops over what is summed, and what that is.
#[derive(Clone)]
pub struct Reduce {
    pub reduction: Reduction,
    pub dims: Shape,
    pub body: Expr,
}

/// In every iteration of a sum of products: adds something to the factor that an argument is.
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
    /// The target is a parameter and the element its gradient: what an optimizer makes of the two.
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
    /// A buffer of the workspace; `leaf` is where, once that is decided.
    Workspace {
        buffer: usize,
        leaf: Leaf,
    },
    Input(usize),
    Seed,
}

/// A coordinate, as a function of the kernel's loops: those over elements, then those of the reduction.
#[derive(Clone, PartialEq, Debug)]
pub enum Access {
    Affine(Affine),
    /// An element of an integer argument.
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

/// Whether every element is at its own place.
pub fn in_place(places: &[Access]) -> bool {
    places.iter().enumerate().all(|(at, place)| matches!(place, Access::Affine(affine) if affine.as_axis() == Some(at)))
}

impl Argument {
    /// How far apart in memory the elements are that follow each other along a loop; `None` if that is not known.
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
