//! Every row of the table, both modes and the second derivative, against finite differences.
//!
//! One loop over `Op::ALL` and one over `Many::ALL`: a new operator is tested with no further work,
//! unless its domain is smaller than what `points` assumes.

use burtorch_runtime::Dual;
use burtorch_runtime::rules::{Many, Op, adjoint, many, tangent, value};

/// Central differences, extrapolated to step zero (Richardson).
///
/// The two best successive estimates of the tableau decide; its error is far below that of one difference.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    const ROUNDS: usize = 8;
    let mut step = 0.02 * x.abs().max(0.1);
    let mut previous = [0.0; ROUNDS];
    let (mut best, mut error) = (f64::NAN, f64::INFINITY);
    for round in 0..ROUNDS {
        let mut row = [0.0; ROUNDS];
        row[0] = (f(x + step) - f(x - step)) / (2.0 * step);
        let mut factor = 1.0;
        for k in 1..=round {
            factor *= 4.0;
            row[k] = row[k - 1] + (row[k - 1] - previous[k - 1]) / (factor - 1.0);
            let change = (row[k] - row[k - 1]).abs().max((row[k] - previous[k - 1]).abs());
            if change < error {
                (best, error) = (row[k], change);
            }
        }
        previous = row;
        step /= 2.0;
    }
    best
}

fn assert_close(actual: f64, expected: f64, what: impl Fn() -> String) {
    let error = (actual - expected).abs();
    assert!(
        error <= 1e-8 * expected.abs().max(1.0),
        "{}: the table says {actual}, finite differences {expected}",
        what()
    );
}

/// Points inside the operator's domain and away from its kinks.
fn points(op: Op) -> Vec<Vec<f64>> {
    let one = |xs: &[f64]| xs.iter().map(|&x| vec![x]).collect();
    match (op, op.arity()) {
        (Op::Acosh, _) => one(&[1.1, 1.7, 3.0, 40.0]),
        (Op::Asin | Op::Acos | Op::Atanh, _) => one(&[-0.9, -0.3, 0.1, 0.5, 0.8]),
        (Op::Sqrt | Op::InvSqrt | Op::Ln | Op::NegLn | Op::Log2 | Op::Log10, _) => one(&[0.06, 0.4, 1.3, 2.5, 50.0]),
        (Op::Ln1p, _) => one(&[-0.8, -0.1, 0.3, 2.5, 50.0]),
        (Op::Log, _) => vec![vec![0.3, 1.7], vec![2.5, 0.6], vec![9.0, 10.0]],
        (Op::Powf, _) => vec![vec![0.4, 1.7], vec![2.5, -0.6], vec![1.3, 3.0], vec![3.0, 0.0]],
        (Op::Powi, _) => [-3.0, -1.0, 0.0, 1.0, 2.0, 3.0, 7.0, 10.0]
            .into_iter()
            .flat_map(|n| [vec![-1.3, n], vec![0.7, n]])
            .collect(),
        (Op::Clamp, _) => {
            vec![vec![-2.5, -1.0, 1.0], vec![-0.4, -1.0, 1.0], vec![0.6, -1.0, 1.0], vec![3.2, -1.0, 1.0]]
        }
        (_, 1) => one(&[-2.3, -0.9, -0.3, 0.2, 0.7, 1.3, 2.6]),
        (_, 2) => vec![vec![1.3, 0.4], vec![-0.7, 2.2], vec![2.9, -0.6], vec![-1.7, -0.35], vec![0.3, 1.1]],
        (_, 3) => vec![vec![1.3, 0.4, -0.2], vec![-0.7, 2.2, 0.9], vec![0.3, -1.1, 2.0]],
        (_, arity) => unreachable!("{op:?} has {arity} arguments"),
    }
}

/// Whether an argument is a whole number, which has no neighbours to compare with.
fn is_whole(op: Op, argument: usize) -> bool {
    op == Op::Powi && argument == 1
}

fn with(args: &[f64], i: usize, x: f64) -> Vec<f64> {
    let mut args = args.to_vec();
    args[i] = x;
    args
}

fn in_direction(args: &[f64], i: usize) -> Vec<Dual<f64>> {
    let dual = |(j, &value)| Dual { value, tangent: f64::from(u8::from(i == j)) };
    args.iter().enumerate().map(dual).collect()
}

fn call(op: Op, args: &[Dual<f64>]) -> Dual<f64> {
    use burtorch_runtime::rules::Operand;
    match *args {
        [a] => a.call(op),
        [a, b] => a.call2(op, b),
        [a, b, c] => a.call3(op, b, c),
        _ => unreachable!("{op:?} has {} arguments", args.len()),
    }
}

#[test]
fn every_row_agrees_with_finite_differences() {
    // An adjoint that is not 1, so that a row that forgets `g` is found out.
    const SEED: f64 = -1.75;
    for &op in Op::ALL {
        for args in points(op) {
            let y = value(op, &args);
            assert!(y.is_finite(), "{op:?}{args:?} is outside the domain");
            let adjoints = adjoint(op, &args, y, SEED);
            for i in (0..op.arity()).filter(|&i| !is_whole(op, i)) {
                let what = |mode: &str| format!("{op:?}{args:?}, {mode}, argument {i}");
                let expected = slope(|x| value(op, &with(&args, i, x)), args[i]);

                assert_close(adjoints[i].unwrap_or(0.0), SEED * expected, || what("reverse"));

                let mut tangents = [None; 3];
                tangents[i] = Some(SEED);
                let forward = tangent(op, &args, y, &tangents[..op.arity()]).unwrap_or(0.0);
                assert_close(forward, SEED * expected, || what("forward"));

                let duals = in_direction(&args, i);
                assert_close(call(op, &duals).tangent, expected, || what("dual"));
                // The value of a row, differentiated operator by operator, has the row's slope.
                assert_close(value(op, &duals).tangent, expected, || what("dual, spelled out"));
            }
        }
    }
}

#[test]
fn every_row_can_be_differentiated_again() {
    const SEED: f64 = -1.75;
    for &op in Op::ALL {
        for args in points(op) {
            for j in (0..op.arity()).filter(|&j| !is_whole(op, j)) {
                let duals = in_direction(&args, j);
                let g = Dual { value: SEED, tangent: 0.0 };
                let seconds = adjoint(op, &duals, call(op, &duals), g);
                for i in (0..op.arity()).filter(|&i| !is_whole(op, i)) {
                    let expected = slope(
                        |x| {
                            let args = with(&args, j, x);
                            adjoint(op, &args, value(op, &args), SEED)[i].unwrap_or(0.0)
                        },
                        args[j],
                    );
                    let actual = seconds[i].map_or(0.0, |dual| dual.tangent);
                    assert_close(actual, expected, || format!("{op:?}{args:?}, second derivative {i} {j}"));
                }
            }
        }
    }
}

const XS: [f64; 5] = [1.3, -0.7, 2.2, 0.4, -1.9];
const WS: [f64; 5] = [0.6, 1.1, -2.0, 0.9, 0.3];
const BIAS: [f64; 1] = [0.8];

fn slices(many: Many) -> Vec<Vec<f64>> {
    [&XS[..], &WS, &BIAS][..many.arity()].iter().map(|xs| xs.to_vec()).collect()
}

fn many_value<R: burtorch_runtime::rules::Operand>(many: Many, args: &[Vec<R>]) -> R {
    let args: Vec<&[R]> = args.iter().map(Vec::as_slice).collect();
    many::value(many, &args)
}

fn many_adjoint<R: burtorch_runtime::rules::Operand>(many: Many, args: &[Vec<R>], g: R) -> Vec<Vec<R>> {
    // Whatever the buffer held is overwritten.
    let mut out: Vec<Vec<R>> = args.iter().map(|xs| vec![g.lit(f64::NAN); xs.len()]).collect();
    let slices: Vec<&[R]> = args.iter().map(Vec::as_slice).collect();
    let mut outs: Vec<&mut [R]> = out.iter_mut().map(Vec::as_mut_slice).collect();
    many::adjoint(many, &slices, many::value(many, &slices), g, &mut outs);
    out
}

/// Every number of every slice: (slice, place).
fn places(args: &[Vec<f64>]) -> impl Iterator<Item = (usize, usize)> + '_ {
    args.iter().enumerate().flat_map(|(s, xs)| (0..xs.len()).map(move |i| (s, i)))
}

#[test]
fn every_row_over_slices_agrees_with_finite_differences() {
    const SEED: f64 = -1.75;
    for &many in Many::ALL {
        let args = slices(many);
        let at = |(s, i): (usize, usize), x: f64| {
            let mut args = args.clone();
            args[s][i] = x;
            args
        };
        let adjoints = many_adjoint(many, &args, SEED);
        for (s, i) in places(&args) {
            let what = |mode: &str| format!("{many:?}, {mode}, slice {s}, number {i}");
            let expected = slope(|x| many_value(many, &at((s, i), x)), args[s][i]);
            assert_close(adjoints[s][i], SEED * expected, || what("reverse"));

            let duals: Vec<Vec<Dual<f64>>> =
                args.iter().enumerate().map(|(t, xs)| in_direction(xs, if s == t { i } else { usize::MAX })).collect();
            assert_close(many_value(many, &duals).tangent, expected, || what("forward"));

            let g = Dual { value: SEED, tangent: 0.0 };
            let seconds = many_adjoint(many, &duals, g);
            for (t, j) in places(&args) {
                let expected = slope(|x| many_adjoint(many, &at((s, i), x), SEED)[t][j], args[s][i]);
                assert_close(seconds[t][j].tangent, expected, || what("second derivative"));
            }
        }
    }
}

#[test]
fn names_lead_back_to_operators() {
    for &op in Op::ALL {
        assert_eq!(Op::from_method(op.name(), op.arity()), Some(op));
        assert_eq!(Op::from_method(op.name(), op.arity() + 1), None);
    }
    assert_eq!(Op::from_method("no_such_operator", 1), None);
}
