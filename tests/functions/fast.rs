//! The option `fast`: values and derivatives are the same but for rounding, on every instruction set.

use burtorch::{Real as _, Scratch, check_gradient, differentiable};

/// The terms of the sums here are at most some hundred times as large as the sums.
const AGREEMENT: f64 = 1.0e-13;

fn assert_close(exact: &[f64], fast: &[f64]) {
    assert_eq!(exact.len(), fast.len());
    for (&exact, &fast) in exact.iter().zip(fast) {
        assert!((exact - fast).abs() <= AGREEMENT * (1.0 + exact.abs()), "{fast} is not {exact}");
    }
}

/// A function of two numbers, exact and fast: one test each.
macro_rules! both {
    ($($name:ident($a:ident, $b:ident) at $(($x:expr, $y:expr))+ => $body:block)+) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn exact($a: f64, $b: f64) -> f64 $body

            #[differentiable(fast)]
            fn fast($a: f64, $b: f64) -> f64 $body

            for (x, y) in [$(($x, $y)),+] {
                assert_eq!(exact(x, y).to_bits(), fast(x, y).to_bits(), "the function itself is not touched");
                let ((value, gradient), (close, slopes)) = (exact::value_and_grad(x, y), fast::value_and_grad(x, y));
                assert_close(&[value], &[close]);
                assert_close(&<[f64; 2]>::from(gradient), &<[f64; 2]>::from(slopes));
                assert_eq!(fast::grad(x, y), slopes);
                let along = (0.3, -0.7);
                let ((value, slope), (close, same)) = (exact::jvp((x, y), along), fast::jvp((x, y), along));
                assert_close(&[value, slope], &[close, same]);
                assert_close(exact::hessian(x, y).as_flattened(), fast::hessian(x, y).as_flattened());
            }
        }
    )+};
}

both! {
    the_tiny_graph_of_the_paper(a, b) at (-41.0, 2.0) (0.3, -0.2) => {
        let e = a + b - (a * b + b.powi(3));
        e.powi(2) / 2.0
    }

    the_small_graph_of_the_paper(a, b) at (-4.0, 2.0) (1.5, 0.5) (-1.0, -2.5) => {
        let mut c = a + b;
        let mut d = a * b + b.powi(3);
        c += c + 1.0;
        c += 1.0 + c - a;
        d += d * 2.0 + (b + a).relu();
        d += 3.0 * d + (b - a).relu();
        let f = (c - d).powi(2);
        f / 2.0 + 10.0 / f
    }

    sums_that_are_multiplied_out(a, b) at (0.7, -1.3) (2.5, 0.1) => {
        let c = a + b + 1.0;
        let d = 2.0 * c - 3.0 * (b - c) + a;
        let e = d - (c + d) * 4.0;
        (e * a - e * b) * 0.5 - (0.5 * a - 0.25) * 4.0 * b
    }

    quotients_by_the_same_number(a, b) at (0.7, 1.3) (-2.5, 3.0) => {
        let f = 1.0 + a * a;
        3.0 / f + b / f - (a * b) / f
    }

    differences_of_products(a, b) at (0.7, 1.3) (-2.5, 3.0) => {
        (a * b - b) * (b - a * a) - (a * a - b * b) + (a * 3.0 - b * 2.0)
    }

    functions_and_choices(a, b) at (0.7, 1.3) (-0.4, 0.9) => {
        let wave = (a * b).sin() * b.exp() - (a - b).relu() * 3.0;
        if wave > 0.0 { wave * a + wave * b } else { wave.tanh() - a * b }
    }

    a_loop(a, b) at (0.5, 1.2) (-0.3, 0.8) => {
        let mut x = a;
        for i in 0..1000 {
            x += 0.001 * (x * b - x * x * a + (i as f64).sin() * x);
        }
        x * b
    }
}

#[test]
fn what_is_not_finite_stays_so() {
    #[differentiable(fast)]
    fn pole(a: f64, b: f64) -> f64 {
        a.relu() * 4.0 / b + a / b - a
    }

    // The second choice is off, and its factor is infinite: the sum is not finite with it or without.
    assert!(!pole::grad(-1.0, 0.0).0.is_finite());
    assert!(pole::grad(f64::NAN, 1.0).0.is_nan() || pole::value_and_grad(f64::NAN, 1.0).0.is_nan());
}

#[test]
fn single_precision_and_arrays() {
    #[differentiable(fast)]
    fn energy(x: &[f32; 4], k: f32) -> f32 {
        let mut sum = 0.0;
        for i in 1..4 {
            sum += k * (x[i] - x[i - 1] - 1.0).powi(2) + 0.5 * k * x[i];
        }
        sum
    }

    let (x, k) = ([0.1, 1.4, 1.9, 3.5], 2.0);
    let (slopes, slope) = energy::grad(&x, k);
    let stretch: Vec<f32> = x.windows(2).map(|pair| pair[1] - pair[0] - 1.0).collect();
    let by_hand = |i: usize| {
        let before = if i > 0 { 2.0 * k * stretch[i - 1] + 0.5 * k } else { 0.0 };
        before - if i < 3 { 2.0 * k * stretch[i] } else { 0.0 }
    };
    for i in 0..4 {
        assert!((slopes[i] - by_hand(i)).abs() < 1e-5, "{i}: {} {}", slopes[i], by_hand(i));
    }
    assert!((slope - energy(&x, k) / k).abs() < 1e-5);
}

#[test]
fn slices_and_many_arguments() {
    #[differentiable(fast)]
    fn weighted(x: &[f64], w: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += w * x[i] + w * x[i] * x[i] - 3.0 * x[i];
        }
        sum
    }

    let (x, mut scratch) = ([0.5, -1.5, 2.0], Scratch::new());
    let (mut slopes, mut slope) = ([0.0; 3], 0.0);
    let value = weighted::grad_into(&x, 0.7, (&mut slopes, &mut slope), &mut scratch);
    assert_close(&[weighted(&x, 0.7)], &[value]);
    assert_close(&x.map(|x| 0.7 + 1.4 * x - 3.0), &slopes);
    assert_close(&[x.iter().map(|x| x + x * x).sum()], &[slope]);

    #[differentiable(fast)]
    #[allow(clippy::too_many_arguments, clippy::many_single_char_names, reason = "that is what is tested")]
    fn many(
        a: f64,
        b: f64,
        c: f64,
        d: f64,
        e: f64,
        f: f64,
        g: f64,
        h: f64,
        i: f64,
        j: f64,
        k: f64,
        l: f64,
        m: f64,
    ) -> f64 {
        a * b + c * d + e * f + g * h + i * j + k * l * m
    }

    let gradient = many::grad(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0);
    assert_eq!((gradient.0, gradient.12), (2.0, 132.0));
}

#[test]
fn gradients_agree_with_differences() {
    #[differentiable(fast)]
    fn rosenbrock(x: &[f64; 4]) -> f64 {
        let mut sum = 0.0;
        for i in 0..3 {
            sum += 100.0 * (x[i + 1] - x[i] * x[i]).powi(2) + (1.0 - x[i]).powi(2);
        }
        sum
    }

    let at = [-1.2, 1.0, 0.3, -0.4];
    check_gradient(rosenbrock, &at, &rosenbrock::grad(&at)).expect("it agrees");
}
