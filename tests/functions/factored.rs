//! Sums in derivatives that are factored: values keep their bits, and derivatives are the same but for rounding.

use burtorch::{Differentiable, Float, Lanes, Real as _, Scratch, differentiable, graph};

/// The terms of the sums here are at most some hundred times as large as the sums.
const AGREEMENT: f64 = 1.0e-13;

fn assert_close(exact: &[f64], factored: &[f64]) {
    assert_eq!(exact.len(), factored.len());
    for (&exact, &factored) in exact.iter().zip(factored) {
        assert!((exact - factored).abs() <= AGREEMENT * (1.0 + exact.abs()), "{factored} is not {exact}");
    }
}

/// A function of two numbers, exact and factored: one test each, which also says that there was something to factor.
macro_rules! both {
    ($($name:ident($a:ident, $b:ident) at $(($x:expr, $y:expr))+ => $body:block)+) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn exact($a: f64, $b: f64) -> f64 $body

            #[differentiable(factored)]
            fn factored($a: f64, $b: f64) -> f64 $body

            assert!(factored::OPS.after < exact::OPS.after);
            for (x, y) in [$(($x, $y)),+] {
                let ((value, gradient), (same, close)) = (exact::value_and_grad(x, y), factored::value_and_grad(x, y));
                assert_eq!(value.to_bits(), same.to_bits());
                assert_close(&<[f64; 2]>::from(gradient), &<[f64; 2]>::from(close));
                assert_eq!(factored::grad(x, y), close);
                let along = (0.3, -0.7);
                let ((value, slope), (same, close)) = (exact::jvp((x, y), along), factored::jvp((x, y), along));
                assert_eq!(value.to_bits(), same.to_bits());
                assert_close(&[slope], &[close]);
                assert_close(exact::hessian(x, y).as_flattened(), factored::hessian(x, y).as_flattened());
            }
        }
    )+};
}

both! {
    the_tiny_graph_of_the_paper(a, b) at (-41.0, 2.0) (0.3, -0.2) => {
        let e = a + b - (a * b + b.powi(3));
        e.powi(2) / 2.0
    }

    multiples_and_choices(a, b) at (-4.0, 2.0) (1.5, 0.5) (-1.0, -2.5) => {
        let mut c = a + b;
        let mut d = a * b + b.powi(3);
        c += c + 1.0;
        c += 1.0 + c - a;
        d += d * 2.0 + (b + a).relu();
        d += 3.0 * d + (b - a).relu();
        let f = (c - d).powi(2);
        f / 2.0 + 10.0 / f
    }

    a_loop(a, b) at (0.5, 1.2) (-0.3, 0.8) => {
        let mut x = a;
        for i in 0..1000 {
            x += 0.001 * (x * b - x * x * a + (i as f64).sin() * x);
        }
        x * b
    }

    a_branch(a, b) at (0.5, 1.2) (-0.3, 0.8) => {
        let product = if a > 0.0 { a * b + a * a * b + a.sin() * b } else { a * b * b - b * a.cos() - b * a };
        product * a + product * b.exp() - product * product
    }
}

#[test]
fn the_factored_sum_is_the_one_that_a_person_writes() {
    #[differentiable(factored)]
    fn f(x: f64, y: f64) -> f64 {
        let g = x.exp();
        g * y + g * y.sin() + g * y.cos()
    }

    let (x, y) = (0.37_f64, 1.91_f64);
    let slope = (y + y.sin() + y.cos()) * x.exp();
    assert_eq!(f::grad(x, y).0.to_bits(), slope.to_bits());
}

#[test]
fn expressions_take_the_option_as_an_attribute() {
    let scale = 3.0;
    let exact = graph!(|a: f64, b: f64| {
        let e = a + b - (a * b + b.powi(3));
        e.powi(2) / scale
    });
    let factored = graph!(
        #[differentiable(factored)]
        |a: f64, b: f64| {
            let e = a + b - (a * b + b.powi(3));
            e.powi(2) / scale
        }
    );
    let ((value, gradient), (same, close)) = (exact.value_and_grad(-41.3, 2.1), factored.value_and_grad(-41.3, 2.1));
    assert_eq!(value.to_bits(), same.to_bits());
    assert_close(&<[f64; 2]>::from(gradient), &<[f64; 2]>::from(close));
    assert_ne!(gradient.1.to_bits(), close.1.to_bits(), "it is factored, and not exact");
}

#[test]
fn slices_of_any_length() {
    #[differentiable]
    fn exact(x: &[f64], w: f64) -> f64 {
        let mut sum = 0.0;
        for i in 1..x.len() {
            let step = x[i] - x[i - 1];
            sum += w * step * x[i] + w * step * step - w * x[i - 1].sin();
        }
        sum * w
    }

    #[differentiable(factored)]
    fn factored(x: &[f64], w: f64) -> f64 {
        let mut sum = 0.0;
        for i in 1..x.len() {
            let step = x[i] - x[i - 1];
            sum += w * step * x[i] + w * step * step - w * x[i - 1].sin();
        }
        sum * w
    }

    assert!(factored::OPS.after < exact::OPS.after);
    let x: Vec<f64> = (0..50).map(|i| (0.7 * f64::from(i)).sin()).collect();
    let (gradient, slope) = exact::grad(&x, 1.3);
    let (mut close, mut close_slope, mut scratch) = (vec![0.0; 50], 0.0, Scratch::new());
    let value = factored::grad_into(&x, 1.3, (&mut close, &mut close_slope), &mut scratch);
    assert_eq!(value.to_bits(), exact(&x, 1.3).to_bits());
    assert_close(&gradient, &close);
    assert_close(&[slope], &[close_slope]);
}

#[test]
fn a_lane_is_still_what_jvp_gives() {
    #[differentiable(factored, lanes)]
    fn f(x: f64, y: f64) -> [f64; 2] {
        let e = x + y - (x * y + y.powi(3));
        [e * e + e * x.sin() - e * y, x * y + x * e]
    }

    let (value, moving) = f::jvp_lanes((0.4, 1.7), (Lanes([1.0, -0.3]), Lanes([0.2, 0.9])));
    for (lane, (dx, dy)) in [(1.0, 0.2), (-0.3, 0.9)].into_iter().enumerate() {
        let (same, slope) = f::jvp((0.4, 1.7), (dx, dy));
        assert_eq!(value, same);
        assert_eq!([moving[0][lane].to_bits(), moving[1][lane].to_bits()], slope.map(f64::to_bits));
    }
}

#[test]
fn single_precision_and_generic_floats() {
    #[differentiable(factored)]
    fn single(x: f32, y: f32) -> f32 {
        0.1 * x * y + 0.3 * x * y * y + x * y.sin()
    }

    #[differentiable(factored)]
    fn generic<T: Float>(x: T, y: T) -> T {
        x * y + x * y * y + x * y.sin()
    }

    let (dx, dy) = single::grad(0.7, -1.3);
    let (x, y) = (0.7_f64, -1.3_f64);
    assert!((f64::from(dx) - (0.1 * y + 0.3 * y * y + y.sin())).abs() < 1e-6);
    assert!((f64::from(dy) - x * (0.1 + 0.6 * y + y.cos())).abs() < 1e-6);
    let (dx, dy) = generic::grad(x, y);
    assert_close(&[y + y * y + y.sin(), x * (1.0 + 2.0 * y + y.cos())], &[dx, dy]);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

struct Field(f64);

impl Field {
    #[differentiable(factored)]
    fn energy(&self, x: f64, y: f64) -> f64 {
        let e = x * self.0;
        e * y + e * y.sin() + e * x
    }
}

#[test]
fn structs_and_methods() {
    #[differentiable(factored)]
    fn energy(at: Point) -> f64 {
        let e = at.x * 2.0;
        e * at.y + e * at.y.sin() + e * at.x
    }

    let slope = energy::grad(Point { x: 0.7, y: 1.1 });
    let (dx, dy) = Field(2.0).energy_grad(0.7, 1.1);
    assert_close(&[slope.x, slope.y], &[dx, dy]);
    assert_close(&[2.0 * (1.1 + 1.1_f64.sin()) + 2.8, 1.4 * (1.0 + 1.1_f64.cos())], &[dx, dy]);
}
