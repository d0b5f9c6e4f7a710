//! About how long programs take, on a processor of today.

use burtorch_runtime::rules::Op;

use super::{Expr, Kernel, Program, Step};
use crate::tensor::elements;

impl Program {
    pub fn picoseconds(&self) -> usize {
        self.picoseconds_of(&|_| true)
    }

    /// The same for some of its kernels.
    pub fn picoseconds_of(&self, some: &dyn Fn(&Kernel) -> bool) -> usize {
        steps(&self.steps, some)
    }
}

fn steps(all: &[Step], some: &dyn Fn(&Kernel) -> bool) -> usize {
    let time = |step: &Step| match step {
        Step::Kernel(kernel) => {
            if some(kernel) {
                kernel.picoseconds()
            } else {
                0
            }
        }
        Step::Loop { count, steps: inner, .. } => count * steps(inner, some),
    };
    all.iter().map(time).sum()
}

impl Kernel {
    pub fn picoseconds(&self) -> usize {
        let summed = self.reduce.as_ref().map_or(0, |reduce| {
            let each = match &reduce.body {
                // Most numbers are in registers already.
                Expr::Op(Op::Mul, factors) if factors.iter().all(|factor| matches!(factor, Expr::Load(..))) => 20,
                body => element(body),
            };
            elements(&reduce.dims) * each
        });
        elements(&self.dims) * (summed + element(&self.value) + 70)
    }
}

/// About how long an element takes.
fn element(expr: &Expr) -> usize {
    let mut time = 0;
    expr.any(&mut |part| {
        time += match part {
            Expr::Load(..) => 70,
            Expr::Op(Op::Add | Op::Sub | Op::Mul | Op::Neg, _) | Expr::Compare(..) | Expr::Select(..) => 30,
            Expr::Op(Op::Div | Op::Sqrt, _) => 100,
            Expr::Op(..) => 400,
            Expr::Random { .. } => 2000,
            Expr::Const(_) | Expr::Index(_) | Expr::ToFloat(_) | Expr::Reduced => 0,
        };
        false
    });
    time
}
