// Graded response model: sorted thresholds from increments by scan, categories in Vec<Vec<Option<u8>>>.
use burtorch::differentiable;

#[inline]
fn sigmoid(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + (-x).exp())
    } else {
        let e = x.exp();
        e / (1.0 + e)
    }
}

fn thresholds(first: f64, increments: &[f64]) -> Vec<f64> {
    std::iter::once(first)
        .chain(increments.iter().scan(first, |acc, d| {
            *acc += d.exp();
            Some(*acc)
        }))
        .collect()
}

fn category_probability(eta: f64, cuts: &[f64], category: usize) -> f64 {
    let upper = cuts.get(category).map_or(1.0, |c| sigmoid(c - eta));
    let lower = if category == 0 { 0.0 } else { sigmoid(cuts[category - 1] - eta) };
    upper - lower
}

#[differentiable(wrt(ability, discrimination, cuts))]
fn log_likelihood(ability: &[f64], discrimination: &[f64], cuts: &[Vec<f64>], answers: &[Vec<Option<u8>>]) -> f64 {
    let tables: Vec<Vec<f64>> = cuts
        .iter()
        .map(|c| {
            let (first, rest) = c.split_first().expect("an item has a threshold");
            thresholds(*first, rest)
        })
        .collect();
    let mut total = 0.0;
    for (theta, row) in ability.iter().zip(answers) {
        for (item, answer) in row.iter().enumerate() {
            let Some(category) = answer else { continue };
            let p = category_probability(discrimination[item].exp() * theta, &tables[item], usize::from(*category));
            total += p.ln();
        }
    }
    let prior: f64 = ability.iter().map(|t| -0.5 * t * t).sum();
    total + prior
}

// checks
fn main() {
    let answers = vec![vec![Some(0), Some(2)], vec![Some(1), None], vec![Some(2), Some(1)]];
    let x = [0.3, -0.5, 0.8, 0.1, -0.1, -0.6, 0.2, -0.4, 0.1];
    let cuts = |x: &[f64]| vec![x[5..7].to_vec(), x[7..].to_vec()];
    let f = |x: &[f64]| log_likelihood(&x[..3], &x[3..5], &cuts(x), &answers);
    check::grad("irt", &x, f, |x| log_likelihood::grad(&x[..3], &x[3..5], &cuts(x), &answers));
}
