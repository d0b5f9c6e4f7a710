// Hidden Markov model: forward algorithm in log space, rows as Vec<Vec<f64>>, softmax-parameterised.
use burtorch::differentiable;

fn logsumexp<I: IntoIterator<Item = f64>>(values: I) -> f64 {
    let v: Vec<f64> = values.into_iter().collect();
    let max = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if max == f64::NEG_INFINITY {
        return max;
    }
    max + v.iter().map(|x| (x - max).exp()).sum::<f64>().ln()
}

fn log_softmax(row: &[f64]) -> Vec<f64> {
    let z = logsumexp(row.iter().copied());
    row.iter().map(|r| r - z).collect()
}

#[differentiable(wrt(transition, emission))]
fn log_likelihood(transition: &[Vec<f64>], emission: &[Vec<f64>], symbols: &[usize]) -> f64 {
    let n = transition.len();
    let a: Vec<Vec<f64>> = transition.iter().map(|r| log_softmax(r)).collect();
    let b: Vec<Vec<f64>> = emission.iter().map(|r| log_softmax(r)).collect();
    let (first, rest) = symbols.split_first().expect("symbols");
    let mut alpha: Vec<f64> = (0..n).map(|s| -(n as f64).ln() + b[s][*first]).collect();
    for &sym in rest {
        alpha = (0..n).map(|to| logsumexp((0..n).map(|from| alpha[from] + a[from][to])) + b[to][sym]).collect();
    }
    logsumexp(alpha)
}

#[differentiable(wrt(transition, emission))]
fn best_path(transition: &[Vec<f64>], emission: &[Vec<f64>], symbols: &[usize]) -> f64 {
    let n = transition.len();
    let mut score: Vec<f64> = emission.iter().map(|row| row[symbols[0]]).collect();
    for &sym in symbols.iter().skip(1) {
        let mut next = vec![f64::NEG_INFINITY; n];
        for to in 0..n {
            for from in 0..n {
                let candidate = score[from] + transition[from][to] + emission[to][sym];
                if candidate > next[to] {
                    next[to] = candidate;
                }
            }
        }
        std::mem::swap(&mut score, &mut next);
    }
    score.into_iter().reduce(f64::max).unwrap()
}

// checks
fn main() {
    let x: Vec<f64> = (0..10).map(|i| ((i * 3 % 7) as f64) / 5.0 - 0.3).collect();
    let un = |x: &[f64]| {
        (
            x[..4].chunks(2).map(<[f64]>::to_vec).collect::<Vec<_>>(),
            x[4..].chunks(3).map(<[f64]>::to_vec).collect::<Vec<_>>(),
        )
    };
    let sym = [0, 2, 1, 1, 0];
    check::grad(
        "hmm",
        &x,
        |x| {
            let (a, b) = un(x);
            log_likelihood(&a, &b, &sym)
        },
        |x| {
            let (a, b) = un(x);
            log_likelihood::grad(&a, &b, &sym)
        },
    );
    check::grad(
        "viterbi",
        &x,
        |x| {
            let (a, b) = un(x);
            best_path(&a, &b, &sym)
        },
        |x| {
            let (a, b) = un(x);
            best_path::grad(&a, &b, &sym)
        },
    );
}
