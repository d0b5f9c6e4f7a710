//! Samplings by counting.
#![allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "counts are small, and some numbers are exact")]

use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::oracle::Constants;
use crate::oracle::vector::distance_squared;

const DRAWS: usize = 100_000;
const N: usize = 6;

/// Vectors in the plane, one for each term.
const V: [[f64; 2]; N] = [[1.0, 0.0], [-3.0, 2.0], [0.5, 0.5], [4.0, -1.0], [0.0, 0.0], [2.0, 7.0]];

fn mean() -> [f64; 2] {
    [0, 1].map(|axis| V.iter().map(|v| v[axis]).sum::<f64>() / N as f64)
}

/// Counts how often each index is drawn, and returns the mean square of `Σ wᵢ vᵢ − mean`.
fn counted(name: &str, mut sampling: impl Sampling, repeats: bool) -> f64 {
    let (mut rng, mut counts, mut lost) = (Rng::seed(11), [0_u32; N], 0.0);
    let (mut sum, mut square) = ([0.0; 2], [0.0; 2]);
    for _ in 0..DRAWS {
        let set = sampling.draw(&mut rng).to_vec();
        assert!(set.len() <= sampling.most(), "{name}");
        let mut sorted = set.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert!(repeats || sorted.len() == set.len(), "{name} repeats {set:?}");
        let mut estimate = [0.0; 2];
        for &i in &set {
            counts[i] += 1;
            for axis in 0..2 {
                estimate[axis] += sampling.weight(i) * V[i][axis];
            }
        }
        lost += distance_squared(&estimate, &mean());
        for axis in 0..2 {
            sum[axis] += estimate[axis];
            square[axis] += estimate[axis] * estimate[axis];
        }
    }
    let n = DRAWS as f64;
    for (i, &count) in counts.iter().enumerate() {
        let (found, expected) = (f64::from(count) / n, sampling.expected(i));
        // A count of independent draws has a variance below its mean.
        assert!((found - expected).abs() <= 5.0 * (expected / n).sqrt(), "{name}: {i} {found} {expected}");
    }
    for axis in 0..2 {
        let variance = square[axis] / n - (sum[axis] / n).powi(2);
        let error = 5.0 * (variance.max(0.0) / n).sqrt() + 1e-9;
        assert!((sum[axis] / n - mean()[axis]).abs() <= error, "{name} is biased");
    }
    lost / n
}

/// `1/n Σ ‖vᵢ‖² − ‖1/n Σ vᵢ‖²`
fn spread() -> f64 {
    V.iter().map(|v| distance_squared(v, &mean())).sum::<f64>() / N as f64
}

#[test]
fn samplings_have_their_probabilities_and_are_unbiased() {
    for size in [1, 2, 5, 6] {
        let nice = Nice::new(N, size).unwrap();
        let bound = nice.variance().unwrap() * spread();
        let lost = counted("nice", nice, false);
        assert!((lost - bound).abs() <= 0.02 * bound + 1e-9, "{size}: {lost} {bound}");

        let drawn = WithReplacement::new(N, size).unwrap();
        let bound = drawn.variance().unwrap() * spread();
        let lost = counted("with replacement", drawn, true);
        assert!((lost - bound).abs() <= 0.02 * bound, "{size}: {lost} {bound}");

        counted("importance", Importance::new(&[1.0, 2.0, 3.0, 0.1, 5.0, 1.0], size).unwrap(), true);
    }
    counted("independent", Independent::new(&[0.9, 0.1, 0.5, 1.0, 0.3, 0.7]).unwrap(), false);
    counted("reshuffling", Reshuffling::new(N, 2).unwrap(), false);
    // In a fixed order only sets of the same size are unbiased on average over rounds.
    counted("cyclic", Cyclic::new(N, 3).unwrap(), false);
}

#[test]
fn every_pair_is_equally_likely_in_nice_sampling() {
    let (mut nice, mut rng, mut pairs) = (Nice::new(4, 2).unwrap(), Rng::seed(2), [[0_u32; 4]; 4]);
    for _ in 0..60_000 {
        let &[a, b] = nice.draw(&mut rng) else { unreachable!() };
        pairs[a.min(b)][a.max(b)] += 1;
    }
    for a in 0..4 {
        for b in a + 1..4 {
            assert!((9_500..10_500).contains(&pairs[a][b]), "{pairs:?}");
        }
    }
}

#[test]
fn an_epoch_has_every_index_once_in_ever_new_orders() {
    let (mut epochs, mut rng) = (Reshuffling::new(7, 3).unwrap(), Rng::seed(3));
    let mut orders: Vec<Vec<usize>> = vec![];
    for _ in 0..20 {
        let mut order = vec![];
        for size in [3, 3, 1] {
            let set = epochs.draw(&mut rng).to_vec();
            assert_eq!(set.len(), size);
            assert!((epochs.weight(0) - 1.0 / size as f64).abs() < 1e-15);
            order.extend(set);
        }
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3, 4, 5, 6]);
        assert!(!orders.contains(&order));
        orders.push(order);
    }
}

#[test]
fn expected_smoothness_is_between_that_of_one_and_of_all() {
    let terms = vec![1.0, 2.0, 3.0, 4.0, 5.0, 9.0];
    let constants = Constants { terms, l: 3.5, l_plus: 4.0, l_plus_minus: 2.0, mu: 0.1 };
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
    near(Nice::new(N, 1).unwrap().expected_smoothness(&constants), 9.0);
    near(Nice::new(N, N).unwrap().expected_smoothness(&constants), 3.5);
    near(WithReplacement::new(N, 1).unwrap().expected_smoothness(&constants), 9.0);
    near(Importance::new(&constants.terms, 1).unwrap().expected_smoothness(&constants), 4.0);
    near(Independent::new(&[1.0; N]).unwrap().expected_smoothness(&constants), 3.5);
}
