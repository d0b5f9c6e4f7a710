//! Programs of a size that machines write: what rustc takes without the attribute it takes with it, or says why not.
//!
//! Where a stack overflows, rustc ends without an error, which [`Compiler::compile`] does not let pass.

use super::compiler::{Compiler, parallel, run};

/// A program that prints the derivative of a function beside a difference of its values.
fn program(function: &str) -> String {
    format!(
        "use burtorch::differentiable;
         #[differentiable]
         {function}
         fn main() {{
             let (at, h) = (0.3, 1e-6);
             println!(\"{{}} {{}}\", f::grad(at, 3), (f(at + h, 3) - f(at - h, 3)) / (2.0 * h));
         }}"
    )
}

fn function(body: &str) -> String {
    format!("fn f(x: f64, n: usize) -> f64 {{ {body} }}")
}

/// The parts for all numbers, one after the other.
fn numbered(count: usize, part: &dyn Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

#[test]
fn long_and_nested_programs_have_right_derivatives() {
    let programs = [
        ("long_sum", function(&format!("x{}", numbered(3000, &|at| format!(" + x * {at}.5e-4"))))),
        ("long_chain", function(&format!("x{}", ".sin().cos().max(x)".repeat(1000)))),
        (
            "long_code",
            function(&format!("let k = n{}; x * k as f64", numbered(3000, &|at| format!(" + n % {}", at + 1)))),
        ),
        (
            "long_condition",
            function(&format!(
                "if x > 0.0{} {{ x * x }} else {{ -x }}",
                numbered(1000, &|at| format!(" && x < {at}.9"))
            )),
        ),
        (
            "deep_loops",
            function(&format!(
                "let mut v = x; {} {} v",
                "for _ in 0..1.min(n) { v = v.sin() + x; ".repeat(50),
                "}".repeat(50)
            )),
        ),
        // 10^6 values are kept for the sweep, which would be 8 MB of the stack.
        (
            "many_iterations",
            function("let mut v = x; for _ in 0..100 { for _ in 0..100 { for _ in 0..100 { v = v.sin() + x; } } } v"),
        ),
    ];
    let failed = parallel(&programs, |(name, function)| {
        let compiled = Compiler::get().compile(&format!("sizes_{name}"), &program(function), true);
        let errors: Vec<_> = compiled.errors().map(|error| error.rendered.clone()).collect();
        let Some(binary) = compiled.binary else { return Some(format!("{name}: {}", errors.join("\n"))) };
        let printed = match run(&binary) {
            Ok(printed) => printed,
            Err(why) => return Some(format!("{name}: {why}")),
        };
        let numbers: Vec<f64> = printed.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let [derivative, difference] = numbers[..] else { return Some(format!("{name} prints {printed}")) };
        let error = (derivative - difference).abs() / derivative.abs().max(1.0);
        (error > 1e-5).then(|| format!("{name}: {derivative}, but differences say {difference}"))
    });
    let failed: Vec<_> = failed.into_iter().flatten().collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn what_is_too_much_is_refused_with_its_number_and_a_way_out() {
    let doubling = numbered(30, &|at| format!("let c{} = |a: f64| c{at}(a) + c{at}(a * 2.0); ", at + 1));
    let returns = numbered(300, &|at| format!("if n == {at} {{ return x * {at}.5; }} "));
    let programs = [
        (
            "doubling",
            function(&format!("let c0 = |a: f64| a * x; {doubling} c30(x)")),
            "at most 30000 can be: make `c30` a function with `#[differentiable]`, or call it in a loop",
        ),
        (
            "deep",
            function(&format!("{}x{}", "(".repeat(400), " * x)".repeat(400))),
            "this code nests 402 levels deep, and at most 128 can be read: bind inner parts to names with `let`",
        ),
        (
            "cases",
            function(&format!("{} {{ x }}", "if x > 1.0 { x * x } else ".repeat(400))),
            "at most 128 can be read",
        ),
        ("returns", function(&format!("{returns} x")), "more than 256 ways lead past the jumps of this function"),
    ];
    for (name, function, message) in programs {
        // What would run in a moment is recorded, if it is not to be compiled.
        let option = if name == "returns" { "(compiled)" } else { "" };
        let source = format!("#![allow(unused)] #[burtorch::differentiable{option}] {function} fn main() {{}}");
        let compiled = Compiler::get().compile(&format!("sizes_{name}"), &source, false);
        let errors: Vec<_> = compiled.errors().map(|error| error.message.clone()).collect();
        assert!(matches!(&errors[..], [only] if only.contains(message)), "{name}: {errors:?}");
    }
}
