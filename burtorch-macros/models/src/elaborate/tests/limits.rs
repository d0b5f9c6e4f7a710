//! What is just inside of the limits is compiled, and without deep recursion.

use super::*;
use crate::plan::{Expr, Program, Step, plan};

fn looped(steps: usize, body: &str) -> String {
    format!(
        "struct Net {{ w: Param<4, 4> }}
        impl Net {{
            fn loss(&self, x: Tensor<4>) -> f32 {{ let mut y = x; for _ in 0..{steps} {{ {body} }} sum(y) }}
        }}"
    )
}

#[test]
fn a_loop_is_written_out_up_to_the_limit() {
    // A step is a view, a product, a sum and `tanh`. Around all of them are the argument, the parameter and a sum.
    let body = "y = tanh(matvec(self.w, y));";
    assert_eq!(model(&looped(1000, body)).functions[0].graph.len(), 4003);
    let errors = models(&looped(1024, body)).err().expect("it is too long");
    assert!(errors.contains("1024 steps of 4 operations each and is written out, which makes 4096"), "{errors}");
}

/// How deep an expression is nested.
fn depth(expr: &Expr) -> usize {
    let inside: Vec<&Expr> = match expr {
        Expr::Op(_, args) => args.iter().collect(),
        Expr::Compare(_, a, b) => vec![a, b],
        Expr::Select(truth, a, b) => vec![truth, a, b],
        Expr::ToFloat(a) | Expr::Random { seed: a, .. } => vec![a],
        Expr::Const(_) | Expr::Index(_) | Expr::Load(..) | Expr::Reduced => Vec::new(),
    };
    1 + inside.into_iter().map(depth).max().unwrap_or(0)
}

fn deepest(program: &Program) -> usize {
    let of = |step: &Step| match step {
        Step::Kernel(kernel) => {
            depth(&kernel.value).max(kernel.reduce.as_ref().map_or(0, |reduce| depth(&reduce.body)))
        }
        Step::Loop { .. } => 0,
    };
    program.steps.iter().map(of).max().unwrap_or(0)
}

#[test]
fn a_long_chain_is_cut_into_kernels() {
    let model = model(&looped(1000, "y = y * x + self.w[0];"));
    let program = plan(&simplify(&model.functions[0].graph, Precision::F32));
    let deepest = deepest(&program);
    assert!((32..=72).contains(&deepest), "{deepest}");
}
