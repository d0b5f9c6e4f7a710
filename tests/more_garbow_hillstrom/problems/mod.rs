//! The table: every problem with its standard start and its published minima.

mod medium;
mod small;
mod variable;

use crate::minimize;
use medium::*;
use small::*;
use variable::*;

pub struct Problem {
    pub name: &'static str,
    pub value: fn(&[f64]) -> f64,
    pub gradient: fn(&[f64]) -> Vec<f64>,
    pub start: Vec<f64>,
    /// The global minimum, and the local ones where a descent may rightly end.
    pub minima: Vec<f64>,
}

macro_rules! problem {
    ($function:ident from $start:expr, to $($minimum:expr),+) => {
        Problem {
            name: stringify!($function),
            value: |x| $function(array(x)),
            gradient: |x| $function::grad(array(x)).to_vec(),
            start: $start.to_vec(),
            minima: vec![$($minimum),+],
        }
    };
}

impl Problem {
    pub fn minimize(&self) -> f64 {
        minimize::bfgs(self.value, self.gradient, self.start.clone())
    }
}

pub fn all() -> Vec<Problem> {
    vec![
        problem!(rosenbrock from [-1.2, 1.0], to 0.0),
        problem!(freudenstein_roth from [0.5, -2.0], to 0.0, 48.9842),
        problem!(powell_badly_scaled from [0.0, 1.0], to 0.0),
        problem!(brown_badly_scaled from [1.0, 1.0], to 0.0),
        problem!(beale from [1.0, 1.0], to 0.0),
        problem!(jennrich_sampson from [0.3, 0.4], to 124.362),
        problem!(helical_valley from [-1.0, 0.0, 0.0], to 0.0),
        problem!(bard from [1.0; 3], to 8.21487e-3, 17.4286),
        problem!(gaussian from [0.4, 1.0, 0.0], to 1.12793e-8),
        problem!(meyer from [0.02, 4000.0, 250.0], to 87.9458),
        problem!(gulf from [5.0, 2.5, 0.15], to 0.0),
        problem!(box_three_dimensional from [0.0, 10.0, 20.0], to 0.0),
        problem!(powell_singular from [3.0, -1.0, 0.0, 1.0], to 0.0),
        problem!(wood from [-3.0, -1.0, -3.0, -1.0], to 0.0),
        problem!(kowalik_osborne from [0.25, 0.39, 0.415, 0.39], to 3.07505e-4, 1.02734e-3),
        problem!(brown_dennis from [25.0, 5.0, -5.0, -1.0], to 85822.2),
        problem!(osborne_1 from [0.5, 1.5, -1.0, 0.01, 0.02], to 5.46489e-5),
        problem!(biggs_exp6 from [1.0, 2.0, 1.0, 1.0, 1.0, 1.0], to 0.0, 5.65565e-3),
        problem!(
            osborne_2 from [1.3, 0.65, 0.65, 0.7, 0.6, 3.0, 5.0, 7.0, 2.0, 4.5, 5.5],
            to 4.01377e-2
        ),
        problem!(watson from [0.0; 6], to 2.28767e-3),
        problem!(extended_rosenbrock from [-1.2, 1.0].repeat(5), to 0.0),
        problem!(extended_powell_singular from [3.0, -1.0, 0.0, 1.0].repeat(3), to 0.0),
        problem!(penalty_1 from every(10, |j| j), to 7.08765e-5),
        problem!(penalty_2 from [0.5; 4], to 9.37629e-6),
        problem!(variably_dimensioned from every(10, |j| 1.0 - j / 10.0), to 0.0),
        problem!(trigonometric from [0.2; 5], to 0.0),
        problem!(brown_almost_linear from [0.5; 10], to 0.0, 1.0),
        problem!(discrete_boundary_value from every(10, parabola), to 0.0),
        problem!(discrete_integral_equation from every(10, parabola), to 0.0),
        problem!(broyden_tridiagonal from [-1.0; 10], to 0.0),
        problem!(broyden_banded from [-1.0; 10], to 0.0),
        problem!(linear_full_rank from [1.0; 10], to 10.0),
        problem!(linear_rank_1 from [1.0; 10], to 190.0 / 41.0),
        problem!(linear_rank_1_zero from [1.0; 10], to 227.0 / 37.0),
        problem!(chebyquad from every(8, |j| j / 9.0), to 3.51687e-3),
    ]
}

/// The vector with `entry(j)` at the `j`th place, counted from one as the paper does.
fn every(n: u32, entry: impl Fn(f64) -> f64) -> Vec<f64> {
    (1..=n).map(|j| entry(f64::from(j))).collect()
}

/// `tⱼ (tⱼ − 1)` with `tⱼ = j / 11`, the start of both discretised equations.
fn parabola(j: f64) -> f64 {
    j / 11.0 * (j / 11.0 - 1.0)
}

fn array<const N: usize>(x: &[f64]) -> &[f64; N] {
    x.try_into().expect("a point of the problem's dimension")
}
