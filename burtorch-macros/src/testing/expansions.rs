//! Expansions that people can read, checked in: `cargo insta review` after a change.

use proc_macro2::TokenStream;

use crate::expand;

/// The generated code of a function, formatted.
fn expansion(options: &str, function: &str) -> String {
    let tokens = |text: &str| text.parse::<TokenStream>().expect("these are tokens");
    let generated = expand::differentiable(tokens(options), &tokens(function));
    let file = syn::parse2(generated).expect("generated code is Rust");
    prettyplease::unparse(&file)
}

#[test]
fn straight_line_code() {
    let function = "
        /// Rosenbrock's valley.
        pub fn rosenbrock(x: f64, y: f64) -> f64 {
            let valley = y - x * x;
            (1.0 - x).powi(2) + 100.0 * valley.powi(2)
        }";
    insta::assert_snapshot!(expansion("", function));
}

#[test]
fn factored_sums() {
    let function = "
        fn tiny(a: f64, b: f64) -> f64 {
            let e = a + b - (a * b + b.powi(3));
            e.powi(2) / 2.0
        }";
    insta::assert_snapshot!(expansion("factored, first_order", function));
}

#[test]
fn a_loop_that_stays_a_loop() {
    let function = "
        fn energy<const N: usize>(x: &[f64; N], stiffness: f64) -> f64 {
            let mut sum = 0.0;
            let mut previous = 0.0;
            for i in 0..N {
                let stretch = (x[i] - previous).sin();
                sum += stiffness * stretch * stretch;
                previous = x[i];
            }
            sum
        }";
    insta::assert_snapshot!(expansion("wrt(x)", function));
}

#[test]
fn loops_that_are_vector_code() {
    let function = "
        fn logistic(x: &[f32], w: &[f32], bias: f32) -> f32 {
            let mut loss = 0.0;
            for i in 0..x.len() {
                loss += (-(x[i] * w[i] + bias)).exp().ln_1p();
            }
            loss
        }";
    insta::assert_snapshot!(expansion("wrt(w, bias), vector, first_order", function));
}

#[test]
fn branches_and_calls() {
    let function = "
        fn huber<T: Float>(x: T, n: usize) -> T {
            if x.abs() < T::one() {
                return helper(x, n) * x;
            }
            x.abs() - T::from(0.5).unwrap()
        }";
    insta::assert_snapshot!(expansion("", function));
}

#[test]
fn a_large_expression_has_all_three_closures() {
    let terms: Vec<String> = (0..900).map(|at| format!("sum += x.sin() * {at}.5 * y;")).collect();
    let closure = format!("|x: f64, y: f64| {{ let mut sum = x; {} sum }}", terms.join(" "));
    let closure = closure.parse().expect("these are tokens");
    let generated = expand::graph(closure).to_string();
    for field in ["value", "reverse", "forward", "second"] {
        assert!(generated.contains(&format!("{field} : |")), "{field} is missing");
    }
}
