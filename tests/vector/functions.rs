//! The functions, once for each float type, with the option and without.

/// All functions, of slices `x` and `w` of one length, and of a number.
macro_rules! functions {
    ($module:ident, $float:ident $(, $vector:ident)?) => {
        pub mod $module {
            #![allow(clippy::needless_range_loop, reason = "loops over indices are what is tested")]
            #![allow(unstable_name_collisions, reason = "`erf` is ours as long as Rust has none")]

            use crate::Form;
            use burtorch::{Real, differentiable};

            /// One loop, one sum, everything in windows; the sweep adds up the adjoint of `b`.
            #[differentiable($($vector)?)]
            pub fn logistic(x: &[$float], w: &[$float], b: $float) -> $float {
                let mut loss = 0.0;
                for i in 0..x.len() {
                    loss += (-(x[i] * w[i] + b)).exp().ln_1p();
                }
                loss
            }

            /// The same loss as a row, along a chain.
            #[differentiable($($vector)?)]
            pub fn softplus(x: &[$float], w: &[$float], b: $float) -> $float {
                x.iter().zip(w).map(|(x, w)| (x * w - b).softplus()).sum::<$float>() + b
            }

            /// A largest element first, which depends on the order.
            #[differentiable($($vector)?)]
            pub fn log_sum_exp(x: &[$float], w: &[$float], b: $float) -> $float {
                let mut max = b;
                for &x in x {
                    if x > max {
                        max = x;
                    }
                }
                let sum = x.iter().map(|x| (x - max).exp()).sum::<$float>() + (b - max).exp();
                let dot = x.iter().zip(w).map(|(x, w)| x * w).sum::<$float>();
                sum.ln() + max + dot
            }

            /// Every function that there is vector code for, and elements that are written one by one.
            #[differentiable($($vector)?)]
            pub fn elementary(x: &[$float], w: &[$float], b: $float) -> $float {
                let n = x.len();
                let mut y = vec![0.0; n];
                for i in 0..n {
                    let t = x[i] * w[i];
                    y[i] = t.tanh() + x[i].exp_m1() * 0.01 + (t * t + 0.5).ln() + (w[i] * w[i]).ln_1p() + t.erf();
                }
                for i in 0..n {
                    y[i] = y[i] + x[i].sigmoid() + w[i].gelu() + (b + x[i]).silu() + (b * w[i]).elu(0.7);
                }
                let mut sum = 0.0;
                for i in 0..n {
                    sum += y[i] * x[i] + b / (1.0 + y[i] * y[i]).sqrt();
                }
                sum
            }

            /// Choices between numbers.
            #[differentiable($($vector)?)]
            pub fn kinks(x: &[$float], w: &[$float], b: $float) -> $float {
                let mut sum = b;
                for i in 0..x.len() {
                    let t = x[i] - w[i];
                    sum += t.relu() * w[i] + x[i].max(w[i]) * t + t.min(b) + t.abs().exp() + x[i].clamp(-1.0, 1.0) * b;
                }
                sum
            }

            /// Several sums in one loop, one of two terms, one that is subtracted from; a loop backwards, and one that starts late.
            #[differentiable($($vector)?)]
            pub fn sums(x: &[$float], w: &[$float], b: $float) -> $float {
                let (mut first, mut second, mut third) = (1.0, b, 0.0);
                for i in 0..x.len() {
                    first += x[i].exp();
                    second -= x[i] * w[i] * b;
                    third = third + w[i].tanh() - x[i];
                }
                for i in (1..x.len()).rev() {
                    first += (x[i] - x[i - 1]).tanh() * w[i];
                    third -= w[i - 1] * b;
                }
                first.ln() + second * third
            }

            /// A sum inside of a loop, and one outside; an element that does not change in the loop.
            #[differentiable($($vector)?)]
            pub fn rows(x: &[$float], w: &[$float], b: $float) -> $float {
                let mut loss = b;
                for start in (0..x.len() / 5).map(|row| 5 * row) {
                    let mut dot = b;
                    for j in 0..5 {
                        dot += x[start + j] * w[j] * x[0];
                    }
                    loss += dot.tanh();
                    for j in 0..5 {
                        loss += (x[start + j] * w[start + j]).exp() * w[start];
                    }
                }
                loss + x.iter().map(|x| x * x).sum::<$float>()
            }

            /// Calls of another such function, in a loop and beside one.
            #[differentiable($($vector)?)]
            pub fn calls(x: &[$float], w: &[$float], b: $float) -> $float {
                let mut sum = logistic(x, w, b);
                for k in 0..3 {
                    let part = k * x.len() / 3;
                    sum += softplus(&x[part..], &w[part..], b * 0.5);
                }
                for i in 0..x.len() {
                    sum += (x[i] * b).tanh() * w[i];
                }
                sum
            }

            /// Long loops in segments, and elements that are changed again and again.
            #[differentiable(checkpoint = sqrt $(, $vector)?)]
            pub fn steps(x: &[$float], w: &[$float], b: $float) -> $float {
                let mut y = x.to_vec();
                for _ in 0..x.len() % 5 + 2 {
                    for i in 0..y.len() {
                        y[i] = (y[i] * 0.5 + w[i] * b).tanh();
                    }
                }
                y.iter().map(|y| y * y).sum::<$float>() + b
            }

            /// Loops that depend on the iteration before, or call what there is no vector code for.
            #[differentiable($($vector)?)]
            pub fn never(x: &[$float], w: &[$float], b: $float) -> $float {
                let (mut y, mut power, mut sum) = (b, 1.0, 0.0);
                for i in 0..x.len() {
                    y = (y * w[i] + x[i]).tanh();
                    sum += power * y;
                    power *= 0.9;
                }
                for i in 0..x.len() {
                    sum += x[i].sin() * (w[i] * b).exp();
                }
                for i in 0..x.len() {
                    if x[i] < w[i] {
                        sum += x[i].exp();
                        continue;
                    }
                    sum -= w[i].exp();
                    if sum > 1e3 {
                        break;
                    }
                }
                for i in 0..x.len() {
                    sum += x[x.len() - 1 - i].exp() * w[i];
                }
                let mut before = b;
                for i in 0..x.len() {
                    before += x[i];
                    sum += before * w[i].exp();
                }
                let mut chain = w.to_vec();
                for i in 1..chain.len() {
                    chain[i] = (chain[i - 1] * x[i]).tanh();
                }
                for i in 0..chain.len() {
                    sum += chain[i] * power;
                    power *= 0.8;
                }
                sum
            }

            pub const ALL: &[(&str, Form<$float>)] = &[
                ("logistic", crate::form!(logistic)),
                ("softplus", crate::form!(softplus)),
                ("log_sum_exp", crate::form!(log_sum_exp)),
                ("elementary", crate::form!(elementary)),
                ("kinks", crate::form!(kinks)),
                ("sums", crate::form!(sums)),
                ("rows", crate::form!(rows)),
                ("calls", crate::form!(calls)),
                ("steps", crate::form!(steps)),
            ];

            #[allow(dead_code, reason = "it is looked at in one precision")]
            pub const NEVER: Form<$float> = crate::form!(never);
        }
    };
}

functions!(plain, f64);
functions!(vector, f64, vector);
functions!(plain_f32, f32);
functions!(vector_f32, f32, vector);
