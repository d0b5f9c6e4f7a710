//! What is just inside of the limits is compiled, and without deep recursion.

use super::*;
use crate::plan::{Expr, Program, Step, plan};
use crate::tensor::Id;

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
fn masks_that_are_joined_in_a_loop_stay_short() {
    for join in
        ["m = m | (x > 0.5);", "m = (x > 0.5) | m;", "m = m & (x > 0.5);", "m = (x > 0.5) & m;", "m |= x > 0.5;"]
    {
        let body = format!("{join} y = y + self.w[0]; n = n + 1;");
        let text = looped(60, &body)
            .replace("(x, 0);", "(x, 0); let mut m = x > 0.0;")
            .replace("sum(y)", "sum(select(m, y, x))");
        let model = model(&text);
        let graph = simplify(&model.functions[0].graph, Precision::F32);
        // How many masks are written out for each.
        let mut lengths: Vec<usize> = Vec::new();
        for id in graph.ids() {
            let inputs = graph.kind(id).inputs();
            let of = |input: &Id| lengths[input.index()];
            let is_mask = graph.node(id).dtype == Dtype::Bool;
            lengths.push(if is_mask {
                inputs.iter().fold(1, |sum: usize, input| sum.saturating_add(of(input)))
            } else {
                0
            });
        }
        assert!(lengths.iter().all(|&length| length < 40), "{join} {lengths:?}");
    }
}

#[test]
fn a_mask_that_is_cut_holds_where_it_held() {
    let text = "struct Net { w: Param<4> }
        impl Net {
            fn loss(&self, x: Tensor<4>) -> f32 {
                let mut m = x > 100.0;
                for at in 0..40 { m = (m | (x == at as f32)) & !(x == (at - 3) as f32); }
                sum(select(m, self.w, 0.0))
            }
        }";
    let (model, params) = (model(text), [1.0, 2.0, 4.0, 8.0]);
    for (x, expected) in [([36.0, 37.0, 0.0, 39.0], 10.0), ([40.0, 101.0, 38.0, 36.0], 6.0)] {
        let inputs = [Given::Float(x.to_vec())];
        assert_eq!(run(&model, "loss", &params, &inputs), [[expected]]);
        let held = x.map(|x| f64::from(u8::from(x > 36.5 && !(39.5..41.0).contains(&x))));
        assert_eq!(gradient(&model, "loss", &params, &inputs), held);
    }
}

/// How many characters of code a model becomes.
fn code(text: &str) -> usize {
    let code = crate::expand::models(text.parse().expect("tokens")).to_string();
    assert!(!code.contains("compile_error"), "{text}");
    code.len()
}

/// `part` for each number.
fn repeated(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// A model with a loop that is written out, of a mask `m` and a tensor `y`.
fn masked(steps: usize, body: &str) -> String {
    format!(
        "struct Net {{ w: Param<4> }}
        impl Net {{
            fn loss(&self, x: Tensor<4>) -> f32 {{
                let (mut m, mut y) = (x > self.w, x * self.w);
                for _ in 0..{steps} {{ {body} }}
                sum(select(m, y, x))
            }}
        }}"
    )
}

#[test]
fn masks_are_not_written_out_again_with_each_use() {
    for body in [
        "m = m | (x > 0.5);",
        "m = (m & (x > 0.5)) | (m & (x < 0.2));",
        "m = !m & m;",
        "m = !m & (m | (x > 0.1));",
        "m = m | (y > 0.5); y = select(m, y * self.w, y + self.w);",
        "m = (y > 0.5) & (y < 0.7); y = select(m, y, y + y) * self.w;",
    ] {
        let [half, whole] = [30, 60].map(|steps| code(&masked(steps, body)));
        assert!(whole < 2 * half, "{half} characters, then {whole}: {body}");
    }
}

#[test]
fn code_grows_as_what_is_written_does() {
    let chain = |step: &'static str| {
        move |size| {
            format!(
                "struct Net {{ w: Param<4> }} impl Net {{
                    fn loss(&self, x: Tensor<4>) -> f32 {{ let mut y = x * self.w; {} sum(y) }}
                }}",
                repeated(size, |_| step.to_owned())
            )
        }
    };
    let fields = |size| {
        format!(
            "struct Net {{ {} }} impl Net {{
                fn loss(&self, x: Tensor<4>) -> f32 {{ let mut y = x; {} sum(y) }}
            }}",
            repeated(size, |at| format!("w{at}: Param<4>,")),
            repeated(size, |at| format!("y = tanh(y + self.w{at});"))
        )
    };
    let structs = |size| {
        format!(
            "struct S0 {{ w: Param<4> }} impl S0 {{ fn f(&self, x: Tensor<4>) -> Tensor<4> {{ x * self.w }} }} {}
            struct Net {{ s: S{size} }} impl Net {{ fn loss(&self, x: Tensor<4>) -> f32 {{ sum(self.s.f(x)) }} }}",
            repeated(size, |at| format!(
                "struct S{0} {{ s: S{at}, w: Param<4> }}
                impl S{0} {{ fn f(&self, x: Tensor<4>) -> Tensor<4> {{ self.s.f(x * self.w) }} }}",
                at + 1
            ))
        )
    };
    let functions = |size| {
        format!(
            "struct Net {{ w: Param<4> }} impl Net {{ {} }}",
            repeated(size, |at| format!(
                "pub fn f{at}(&self, x: Tensor<4>) -> f32 {{ sum(tanh(x * self.w)) + {at}.0 }}"
            ))
        )
    };
    let calls = |size| {
        format!(
            "struct Net {{ w: Param<4> }} fn h0(x: Tensor<4>) -> Tensor<4> {{ tanh(x) }} {}
            impl Net {{ fn loss(&self, x: Tensor<4>) -> f32 {{ sum(h{size}(x * self.w)) }} }}",
            repeated(size, |at| format!("fn h{}(x: Tensor<4>) -> Tensor<4> {{ tanh(h{at}(x)) }}", at + 1))
        )
    };
    let models: [&dyn Fn(usize) -> String; 11] = [
        &chain("y = select(y > 0.5, y, y + y);"),
        &chain("y = max(min(y, self.w), y * x);"),
        &chain("y = relu(y + self.w);"),
        &chain("y = y + concat([y[2..4], y[0..2]], 0);"),
        &chain("y = y - max(y, 0);"),
        &chain("y = y * sum(y);"),
        &chain("y = y + y;"),
        &fields,
        &structs,
        &functions,
        &calls,
    ];
    for model in models {
        let [half, whole] = [20, 40].map(|size| code(&model(size)));
        assert!(10 * whole < 21 * half, "{half} characters, then {whole}: {}", model(2));
    }
}

#[test]
fn what_nests_too_deep_is_refused() {
    let calls = |depth| {
        format!(
            "struct Net {{ w: Param<4> }} fn h0(x: Tensor<4>) -> Tensor<4> {{ x }} {}
            impl Net {{ fn loss(&self, x: Tensor<4>) -> f32 {{ sum(h{depth}(x * self.w)) }} }}",
            repeated(depth, |at| format!("fn h{}(x: Tensor<4>) -> Tensor<4> {{ h{at}(x) }}", at + 1))
        )
    };
    let structs = |depth| {
        format!(
            "struct S0 {{ _w: Param<4> }} {} struct Net {{ _s: S{depth}, w: Param<4> }}
            impl Net {{ fn loss(&self, x: Tensor<4>) -> f32 {{ sum(x * self.w) }} }}",
            repeated(depth, |at| format!("struct S{} {{ _s: S{at} }}", at + 1))
        )
    };
    let constants = |depth| {
        format!(
            "const A0: usize = 1; {} struct Net {{ w: Param<4> }}
            impl Net {{ fn loss(&self, x: Tensor<4>) -> f32 {{ sum(x * self.w) * A{depth} as f32 }} }}",
            repeated(depth, |at| format!("const A{}: usize = A{at} + 1;", at + 1))
        )
    };
    let check = |text: &dyn Fn(usize) -> String, few: usize, said: &str| {
        model(&text(few));
        let errors = models(&text(5000)).err().expect("it nests too deep");
        assert_eq!(errors.matches(said).count(), 1, "{errors}");
    };
    let all = || {
        check(&calls, 120, "calls are nested more than 128 deep here");
        check(&structs, 120, "structs are nested more than 128 deep here");
        check(&constants, 500, "more than 512 constants need each other");
    };
    // As much as rustc has.
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    std::thread::scope(|scope| thread.spawn_scoped(scope, all).expect("a thread").join().expect("it is refused"));
}

#[test]
fn a_loop_over_time_has_no_limit() {
    let body = "y = tanh(matvec(self.w, y));";
    assert!(model(&looped(100_000, body)).functions[0].graph.len() < 10);
}
