//! The errors of activations, norms and losses, over the range of their arguments: no larger than the guide's table says.
//!
//! `accuracy.txt` has values and slopes with all digits, as written by `accuracy.py`. A row of the table of rules computes with
//! them as numbers, and a model as vectors those in `ROWS`; both count. `--nocapture` shows the largest errors.

use std::collections::BTreeMap;

use burtorch::Workspace;
use burtorch::rules::{Op, adjoint, value};

const POINTS: &str = include_str!("accuracy.txt");
const GUIDE: &str = include_str!("../../src/guide.md");

/// How many points a model computes at once.
const N: usize = 16;

/// A line of the file.
struct Point {
    arguments: Vec<f64>,
    /// Values, and then slopes.
    results: Vec<f64>,
}

fn points(name: &str) -> Vec<Point> {
    let numbers = |text: &str| text.split_whitespace().map(|number| number.parse().unwrap()).collect::<Vec<f64>>();
    let lines = POINTS.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let points = lines.map(|line| {
        let (arguments, results) = line.split_once('=').unwrap();
        Point { arguments: numbers(arguments), results: numbers(results) }
    });
    points.collect()
}

/// The largest errors that were found, in units of 2⁻²³ or 2⁻⁵²: of values and slopes, of the result, and of
/// 1 or the largest of several results.
#[derive(Default)]
struct Worst(BTreeMap<Measured, [(f64, f64); 2]>);

/// A function, its precision, and whether its value or its slope.
type Measured = (&'static str, &'static str, &'static str);

impl Worst {
    fn add(&mut self, name: &'static str, float: &'static str, point: &Point, found: &[f64]) {
        let (epsilon, smallest) = match float {
            "f32" => (f64::from(f32::EPSILON), f64::from(f32::MIN_POSITIVE)),
            _ => (f64::EPSILON, f64::MIN_POSITIVE),
        };
        assert_eq!(found.len(), point.results.len(), "{name}");
        let values = point.results.len() - slopes(name, point.arguments.len());
        for (at, (found, exact)) in found.iter().zip(&point.results).enumerate() {
            let alike = if at < values { &point.results[..values] } else { &point.results[values..] };
            let largest = alike.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
            let what = if at < values { "value" } else { "slope" };
            let worst = self.0.entry((name, float, what)).or_default();
            let smallest = if at >= values && is_near_zero_of_slope(name, point.arguments[0]) { 0.1 } else { smallest };
            for (worst, scale) in worst.iter_mut().zip([exact.abs().max(smallest), largest]) {
                let error = (found - exact).abs() / scale / epsilon;
                assert!(!error.is_nan(), "{name} of {:?} in {float}: {found}, not {exact}", point.arguments);
                if error > worst.0 {
                    *worst = (error, point.arguments[0]);
                }
            }
        }
    }
}

/// How many of the arguments have slopes: targets and labels have none.
fn slopes(name: &str, arguments: usize) -> usize {
    if matches!(name, "logistic_loss" | "mse" | "hinge_loss" | "leaky_relu") { 1 } else { arguments }
}

/// The slopes of these functions change their sign, and next to there they are differences of larger numbers.
fn is_near_zero_of_slope(name: &str, x: f64) -> bool {
    matches!(name, "gelu" | "silu") && (-2.0..-0.5).contains(&x)
}

/// The table of the guide: of each function the bounds of value and slope in `f32`, and of both in `f64`.
fn table() -> BTreeMap<&'static str, [&'static str; 4]> {
    let (_, section) = GUIDE.split_once("## How exact the functions are").expect("the section");
    let (section, _) = section.split_once("\n## ").expect("the next section");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        (cells[0].split(['(', '`']).next().unwrap(), [cells[2], cells[3], cells[4], cells[5]])
    })
    .collect()
}

/// The rows that models compute in lanes or make of lanes, in the order of `Rows`.
const ROWS: [&str; 8] = ["sigmoid", "softplus", "silu", "tanh", "normal_cdf", "gelu", "erf", "ln_1p"];

/// Those of three numbers, in the order of `Three`.
const VECTORS: [&str; 4] = ["softmax", "log_softmax", "rms_norm", "layer_norm"];

/// All functions in a few, so that there is less to compile.
macro_rules! models {
    ($module:ident $float:ident) => {
        mod $module {
            use super::{N, Point, ROWS, VECTORS, Workspace, Worst, points};

            burtorch::graph! {
                type Scalar = $float;

                pub struct Rows { x: Param<8, 16> }

                impl Rows {
                    fn all(&self) -> Tensor<8, 16> {
                        let x = self.x;
                        stack([sigmoid(x[0]), softplus(x[1]), silu(x[2]), tanh(x[3]), normal_cdf(x[4]), gelu(x[5]), erf(x[6]), ln_1p(x[7])], 0)
                    }

                    pub fn values(&self) -> Tensor<8, 16> { self.all() }

                    pub fn total(&self) -> $float { sum(self.all()) }
                }

                pub struct One { x: Param<3> }

                impl One {
                    pub fn losses(&self, t: Tensor<3>) -> Tensor<3> {
                        stack([logistic_loss(self.x[0], t[0]), hinge_loss(self.x[1], t[1]), mse(self.x[2], t[2])], 0)
                    }

                    pub fn total(&self, t: Tensor<3>) -> $float {
                        logistic_loss(self.x[0], t[0]) + hinge_loss(self.x[1], t[1]) + mse(self.x[2], t[2])
                    }
                }

                pub struct Three { x: Param<4, 3> }

                impl Three {
                    fn all(&self) -> Tensor<4, 3> {
                        let x = self.x;
                        stack([softmax(x[0]), log_softmax(x[1]), rms_norm(x[2]), layer_norm(x[3])], 0)
                    }

                    pub fn values(&self) -> Tensor<4, 3> { self.all() }

                    pub fn total(&self) -> $float { sum(self.all() * (iota(3) + 1.0)) }
                }

                pub struct Logits { x: Param<3> }

                impl Logits {
                    pub fn logsumexp(&self) -> $float { logsumexp(self.x) }

                    pub fn cross_entropy(&self, t: u8) -> $float { cross_entropy(self.x, t) }
                }
            }

            /// The points of this precision.
            #[allow(clippy::cast_possible_truncation, clippy::cast_lossless, reason = "one of the types is `f64`")]
            fn own_points(name: &str) -> Vec<Point> {
                let is_own = |point: &Point| point.arguments.iter().all(|&x| (x as $float) as f64 == x);
                points(name).into_iter().filter(is_own).collect()
            }

            #[allow(clippy::cast_possible_truncation, clippy::cast_lossless, reason = "one of the types is `f64`")]
            pub fn measure(worst: &mut Worst) {
                let float = stringify!($float);
                let all = ROWS.map(own_points);
                for start in (0..all.iter().map(Vec::len).max().unwrap()).step_by(N) {
                    let mut x = [0.5; 8 * N];
                    let part = |row: usize| all[row].iter().skip(start).take(N).enumerate();
                    for row in 0..ROWS.len() {
                        part(row).for_each(|(at, point)| x[row * N + at] = point.arguments[0] as $float);
                    }
                    let values = *Rows::values(&x, &mut Workspace::boxed()).unwrap();
                    let mut slopes = [0.0; 8 * N];
                    Rows::total_grad(&x, &mut slopes, &mut Workspace::boxed()).unwrap();
                    for (row, name) in ROWS.into_iter().enumerate() {
                        for (at, point) in part(row) {
                            worst.add(name, float, point, &[values[row][at] as f64, slopes[row * N + at] as f64]);
                        }
                    }
                }
                for (at, name) in ["logistic_loss", "hinge_loss", "mse"].into_iter().enumerate() {
                    for point in own_points(name) {
                        let (mut x, mut t, mut slopes) = ([0.5; 3], [0.5; 3], [0.0; 3]);
                        (x[at], t[at]) = (point.arguments[0] as $float, point.arguments[1] as $float);
                        let value = One::losses(&x, &mut Workspace::boxed(), &t).unwrap()[at];
                        One::total_grad(&x, &mut slopes, &mut Workspace::boxed(), &t).unwrap();
                        worst.add(name, float, &point, &[value as f64, slopes[at] as f64]);
                    }
                }
                for (at, name) in VECTORS.into_iter().enumerate() {
                    for point in own_points(name) {
                        let (mut x, mut slopes) = ([0.5; 12], [0.0; 12]);
                        (0..3).for_each(|i| x[3 * at + i] = point.arguments[i] as $float);
                        let values = Three::values(&x, &mut Workspace::boxed()).unwrap()[at];
                        Three::total_grad(&x, &mut slopes, &mut Workspace::boxed()).unwrap();
                        let found: Vec<f64> = values.iter().chain(&slopes[3 * at..][..3]).map(|&x| x as f64).collect();
                        worst.add(name, float, &point, &found);
                    }
                }
                for name in ["logsumexp", "cross_entropy"] {
                    for point in own_points(name) {
                        let x = [0, 1, 2].map(|at| point.arguments[at] as $float);
                        let mut slopes = [0.0; 3];
                        let value = match name {
                            "logsumexp" => Logits::logsumexp_grad(&x, &mut slopes, &mut Workspace::boxed()),
                            _ => Logits::cross_entropy_grad(&x, &mut slopes, &mut Workspace::boxed(), 0),
                        };
                        let found: Vec<f64> = [value.unwrap()].iter().chain(&slopes).map(|&x| x as f64).collect();
                        worst.add(name, float, &point, &found);
                    }
                }
            }
        }
    };
}

models! { single f32 }
models! { double f64 }

/// The rows of the table of rules, as functions and tapes have them.
#[allow(clippy::cast_possible_truncation, reason = "the points are numbers of the smaller type")]
fn measure_rows(worst: &mut Worst) {
    for &op in Op::ALL {
        for point in points(op.name()) {
            let arguments: Vec<f64> = point.arguments.iter().copied().chain([1.0]).take(op.arity()).collect();
            let y = value(op, &arguments);
            let slope = adjoint(op, &arguments, y, 1.0)[0].unwrap_or(0.0);
            worst.add(op.name(), "f64", &point, &[y, slope]);
            let single: Vec<f32> = arguments.iter().map(|&x| x as f32).collect();
            if single.iter().zip(&arguments).all(|(&x, &y)| f64::from(x) == y) {
                let y = value(op, &single);
                let slope = adjoint(op, &single, y, 1.0)[0].unwrap_or(0.0);
                worst.add(op.name(), "f32", &point, &[y.into(), slope.into()]);
            }
        }
    }
}

#[test]
fn errors_are_no_larger_than_the_guide_says() {
    let mut worst = Worst::default();
    measure_rows(&mut worst);
    single::measure(&mut worst);
    double::measure(&mut worst);
    let (table, mut wrong) = (table(), Vec::new());
    for (&(name, float, what), [relative, absolute]) in &worst.0 {
        println!(
            "{name} {float} {what}: {:.2} at {:e}, of 1 {:.2} at {:e}",
            relative.0, relative.1, absolute.0, absolute.1
        );
        let row = table.get(name).unwrap_or_else(|| panic!("{name} is not in the table"));
        let cell = row[2 * usize::from(float == "f64") + usize::from(what == "slope")];
        let ((found, at), bound) = match cell.strip_suffix(" of 1") {
            Some(bound) => (*absolute, bound),
            None => (*relative, cell),
        };
        let bound: f64 = bound.parse().unwrap();
        // Nor are the bounds much too large.
        if found > bound || bound > 2.0 + 10.0 * found {
            wrong.push(format!("{name} {float} {what}: the table has {cell}, but at {at:e} it is {found:.2}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let measured = |name| worst.0.keys().filter(|key| key.0 == name).count();
    assert!(table.keys().all(|name| measured(*name) == 4), "a row of the table was not measured");
}
