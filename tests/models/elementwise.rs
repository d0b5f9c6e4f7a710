//! Every row of the table that has a derivative, element by element, with broadcasting.

use burtorch::Workspace;

use crate::check::{array, matrix};

burtorch::graph! {
    type Scalar = f64;

    /// Rows that take any number.
    pub struct Anywhere { a: Param<19> }

    impl Anywhere {
        pub fn loss(&self, x: Tensor<19>) -> f64 {
            let a = self.a + 0.1 * x;
            let powers = sqr(a) + pow3(a) * 1.1 + powi(a, 4) * 1.2 + a.powi(-1) * 0.001 + exp(a) * 1.3 + exp2(a) * 1.4;
            let waves = exp_m1(a) + sin(a) * 1.1 + cos(a) * 1.2 + tan(a) * 1.3 + atan(a) * 1.4 + sinh(a) * 1.5;
            let curves = cosh(a) + tanh(a) * 1.1 + asinh(a) * 1.2 + to_radians(a) * 1.3 + to_degrees(a) * 0.01 - a;
            let kinks = abs(a) + relu(a) * 1.1 + fract(a) * 1.2 + floor(a) * 1.3 + ceil(a) + round(a * 0.4) + trunc(a);
            let gates = sigmoid(a) + softplus(a) * 1.1 + gelu(a) * 1.2 + silu(a) * 1.3 + erf(a) * 1.4 + neg(a) * 1.5;
            sum(powers * x) + sum(waves * sqr(x)) + sum(curves) + sum(kinks * cos(x)) + sum(gates * exp(x))
        }
    }

    /// Rows that take positive numbers, or those between −1 and 1.
    pub struct Somewhere { a: Param<5>, b: Param<3, 1> }

    impl Somewhere {
        pub fn loss(&self, x: Tensor<3, 5>) -> f64 {
            let c = 1.0 + 0.5 * self.a + 0.4 * self.b + 0.01 * x;
            let roots = recip(c) + sqrt(c) * 1.1 + inv_sqrt(c) * 1.2 + cbrt(c) * 1.3;
            let logs = ln(c) + neg_ln(c) * 1.1 + log2(c) * 1.2 + log10(c) * 1.3 + ln_1p(c) * 1.4 + log(c, c + 2.0);
            let d = 0.5 * self.a * self.b;
            let arcs = asin(d) + acos(d) * 1.1 + atanh(d) * 1.2 + acosh(c + 1.0) * 1.3;
            sum(roots * x) + sum(logs) + sum(arcs * sin(x))
        }
    }

    /// Rows of two and three operands. Axes are missing, or of length one, on either side.
    pub struct Several { a: Param<3, 1>, b: Param<5>, c: Param, d: Param<2, 1, 5>, e: Param<2, 3, 1> }

    impl Several {
        pub fn loss(&self, x: Tensor<3, 5>) -> f64 {
            let (a, b, c, d, e) = (self.a, self.b, self.c, self.d, self.e);
            let plain = (a + b) * x - c / (b + 3.0) + (d - e) / (2.0 + a) - (3.0 - d) * c;
            let squares = mean2(a, b) + neg_mean2(b, c) * 1.1 + add_squares(d, e) * 1.2 + mean_squares2(e, c) * 1.3;
            let angles = hypot(a, b) + atan2(d, 2.0 + e) * 1.1 + hypot(c, 0.5);
            let powers = powf(1.5 + a, b) + (1.5 + d).powf(2.5) + powf(2.0, e) + log(3.0 + b, 2.0 + a);
            let choices = max(a, b) + min(d, e) * 1.1 + max(e, 0.2) * 1.2 + b.min(c) * 1.3 + copysign(a, b);
            let threes = mul_add(a, b, c) + mul_add(d, e, x) * 1.1 + clamp(a, -0.3, 0.3) + clamp(d, e - 1.0, e + 0.1);
            let slopes = leaky_relu(a, b) + elu(d, 0.5 + sqr(a)) * 1.1 + leaky_relu(e, 0.1) + elu(b, 1.0);
            let rests = (a + 5.0) % (b + 2.0) + rem_euclid(d - 3.0, e + 2.0) * 1.1 + (c + 7.0) % 2.0;
            sum(plain) + sum(squares) + sum(angles) + sum(powers) + sum(choices) + sum(threes) + sum(slopes) + sum(rests)
        }
    }

    /// Comparisons of everything with everything, and choices by them.
    pub struct Chosen { a: Param<3, 1>, b: Param<5>, c: Param }

    impl Chosen {
        pub fn loss(&self, x: Tensor<3, 5>, i: [u8; 3], j: i32) -> f64 {
            let (a, b, c) = (self.a, self.b, self.c);
            let one = select(a < b, exp(a), sin(b)) + select(x >= c, a * c, b) + select(c > 0.0, x, a * 2.0);
            let two = select(0.1 <= b, c, 1.0) + select(x != x, a, 3.0 * a) + select(a == b, a, b);
            let three = select(i < 2, a[(.., 0)], c) + select(i == j, 2.0, a[(.., 0)]) + select(j >= i, c * c, 0.0);
            let four = select(i as f64 > 1.5, c, a[(.., 0)]) * (i as f64) + exp(c * (j as f64));
            let same = if 1 < 2 { c } else { a };
            sum(one) + sum(two) + sum(three) + sum(four) + same
        }
    }
}

/// In single precision, where results are subnormal earlier.
mod tails {
    burtorch::graph! {
        type Scalar = f32;

        pub struct Tails { scale: Param }

        impl Tails {
            pub fn gates(&self, x: Tensor<9>) -> Tensor<9> {
                sigmoid(self.scale * x)
            }

            pub fn units(&self, x: Tensor<9>) -> Tensor<9> {
                gelu(self.scale * x)
            }
        }
    }
}

/// As far as `1 / (1 + e⁻ˣ)` overflows and `1 + erf` cancels.
#[test]
fn small_sigmoids_and_gelus_keep_their_digits() {
    let x = [-95.0, -89.0, -50.0, -13.0, -9.0, -5.0, -0.5, 0.0, 3.0];
    let mut workspace = Workspace::boxed();
    let gates = *tails::Tails::gates(&[1.0], &mut workspace, &x).expect("one parameter");
    let units = *tails::Tails::units(&[1.0], &mut workspace, &x).expect("one parameter");
    for at in 0..9 {
        let x = f64::from(x[at]);
        let close = |found: f32, exact: f64| (f64::from(found) - exact).abs() <= 3e-7 * exact.abs() + 3e-45;
        assert!(close(gates[at], x.exp() / (1.0 + x.exp())), "sigmoid({x}) = {}", gates[at]);
        // `Φ(−13)` and others, by the continued fraction of the tail.
        let tail = (1..200).rev().fold(x.abs(), |sum, n| x.abs() + f64::from(n) / sum);
        let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
        if x <= -5.0 {
            assert!(close(units[at], x * density / tail), "gelu({x}) = {}", units[at]);
        }
    }
}

#[test]
fn rows_of_any_number() {
    check_gradients!(Anywhere, array::<19>, x => x);
}

#[test]
fn rows_of_positive_numbers() {
    check_gradients!(Somewhere, matrix::<3, 5>, x => x);
}

#[test]
fn rows_of_two_and_three_operands() {
    check_gradients!(Several, matrix::<3, 5>, x => x);
}

#[test]
fn comparisons_and_choices() {
    let samples = |at: u64| {
        let small = |by: u64| u8::try_from((at * by) % 4).expect("a small number");
        (matrix::<3, 5>(at), [small(1), small(3), small(5)], i32::from(small(2)) - 1)
    };
    check_model!(Chosen, samples, (x, i, j) => x, i, *j);
}
