//! What is just inside of the limits is compiled, and without deep recursion.

use super::*;
use crate::plan::{Expr, Program, Step, plan};

/// A loop of a body that changes an integer is written out.
fn looped(steps: usize, body: &str) -> String {
    format!(
        "struct Net {{ w: Param<4, 4> }}
        impl Net {{
            fn loss(&self, x: Tensor<4>) -> f32 {{
                let (mut y, mut n) = (x, 0);
                for _ in 0..{steps} {{ {body} }}
                sum(y)
            }}
        }}"
    )
}

#[test]
fn a_loop_is_written_out_up_to_the_limit() {
    // A step is a view, a product, a sum and `tanh`. Around all of them are the argument, the parameter and a sum.
    let body = "y = tanh(matvec(self.w, y)); n = n + 1;";
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
    let model = model(&looped(1000, "y = y * x + self.w[0]; n = n + 1;"));
    let program = plan(&simplify(&model.functions[0].graph, Precision::F32));
    let deepest = deepest(&program);
    assert!((32..=72).contains(&deepest), "{deepest}");
}

#[test]
fn masks_that_are_joined_in_a_loop_grow_by_one_in_each_step() {
    for join in
        ["m = m | (x > 0.5);", "m = (x > 0.5) | m;", "m = m & (x > 0.5);", "m = (x > 0.5) & m;", "m |= x > 0.5;"]
    {
        let body = format!("{join} y = y + self.w[0]; n = n + 1;");
        let text = looped(60, &body)
            .replace("(x, 0);", "(x, 0); let mut m = x > 0.0;")
            .replace("sum(y)", "sum(select(m, y, x))");
        let model = model(&text);
        let graph = simplify(&model.functions[0].graph, Precision::F32);
        let mut lengths: Vec<usize> = Vec::new();
        for id in graph.ids() {
            let inputs = graph.kind(id).inputs();
            lengths.push(inputs.iter().fold(1, |sum: usize, input| sum.saturating_add(lengths[input.index()])));
        }
        assert!(lengths.iter().all(|&length| length < 1000), "{join} {lengths:?}");
    }
}

#[test]
fn a_mask_that_is_joined_with_itself_is_refused_when_it_is_too_long() {
    let text = "struct Net { w: Param<4> }
        impl Net {
            fn loss(&self, x: Tensor<4>) -> f32 {
                let (mut m, mut n) = (x > self.w, 0);
                for _ in 0..15 { m = (m & (x > 0.5)) | (m & (x < 0.2)); n = n + 1; }
                sum(select(m, x, 0.0))
            }
        }";
    let errors = models(text).err().expect("it is too long");
    assert!(errors.contains("more than 4096 masks are written out for this one"), "{errors}");
}

#[test]
fn a_loop_over_time_has_no_limit() {
    let body = "y = tanh(matvec(self.w, y));";
    assert!(model(&looped(100_000, body)).functions[0].graph.len() < 10);
}
