//! Compressors by statistics, and to the bit.
#![allow(clippy::cast_precision_loss, clippy::float_cmp, reason = "counts are small, and some numbers are exact")]

use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::oracle::vector::{distance_squared, dot};

const DRAWS: usize = 100_000;

/// `C(v)`, read from a message of exactly the bits that it promises at most.
fn image(compressor: &mut impl Compressor, v: &[f64], rng: &mut Rng, message: &mut Message) -> Vec<f64> {
    compressor.compress(v, rng, message);
    assert!(message.bits() <= compressor.most_bits(v.len()));
    let mut out = vec![0.0; v.len()];
    compressor.add_to(message, 1.0, &mut out);
    out
}

fn vectors() -> [Vec<f64>; 3] {
    [vec![3.0, -1.0, 0.5, 0.0, 2.25, -7.5], vec![1.0; 6], vec![0.0, 0.0, 0.2, 0.0, 0.0, 10.0]]
}

/// The mean of many images is the vector, within five standard errors; the variance is within the bound.
fn is_unbiased(name: &str, mut compressor: impl Compressor) {
    let omega = compressor.class(6).omega().unwrap();
    let (mut rng, mut message) = (Rng::seed(7), Message::default());
    for v in vectors() {
        let (mut sum, mut squares, mut lost) = (vec![0.0; 6], vec![0.0; 6], 0.0);
        for _ in 0..DRAWS {
            let out = image(&mut compressor, &v, &mut rng, &mut message);
            lost += distance_squared(&out, &v);
            for j in 0..6 {
                sum[j] += out[j];
                squares[j] += out[j] * out[j];
            }
        }
        let n = DRAWS as f64;
        for j in 0..6 {
            let (mean, variance) = (sum[j] / n, squares[j] / n - (sum[j] / n).powi(2));
            let error = 5.0 * (variance.max(0.0) / n).sqrt() + 1e-9 * v[j].abs();
            assert!((mean - v[j]).abs() <= error, "{name}: {mean} is not {} of {v:?}", v[j]);
        }
        // The bound may be attained, and then statistics lie on both sides of it.
        assert!(lost / n <= omega * dot(&v, &v) * 1.02 + 1e-12, "{name}: {} > {omega} · {}", lost / n, dot(&v, &v));
    }
}

/// Contracts every one of many vectors, or on average over draws.
fn contracts(name: &str, mut compressor: impl Compressor, draws: usize, slack: f64) {
    let alpha = compressor.class(6).alpha().unwrap();
    let (mut rng, mut message) = (Rng::seed(8), Message::default());
    let random = (0..200).map(|at| (0..6).map(|_| (Rng::seed(at).normal() + rng.normal()).powi(3)).collect());
    let random: Vec<Vec<f64>> = random.collect();
    for v in vectors().into_iter().chain(random) {
        let lost: f64 =
            (0..draws).map(|_| distance_squared(&image(&mut compressor, &v, &mut rng, &mut message), &v)).sum();
        let bound = (1.0 - alpha) * dot(&v, &v);
        assert!(lost / draws as f64 <= bound * (1.0 + slack), "{name}: {v:?}");
    }
}

#[test]
fn unbiased_compressors_are_right_on_average_with_their_variance() {
    is_unbiased("rand 2", RandK::new(6, 2).unwrap());
    is_unbiased("rand 6", RandK::new(6, 6).unwrap());
    is_unbiased("rand seq 2", RandSeqK::new(6, 2).unwrap());
    is_unbiased("natural", Natural);
    is_unbiased("dithering 1", Dithering::new(1).unwrap());
    is_unbiased("dithering 4", Dithering::new(4).unwrap());
    is_unbiased("rand 3, natural", Compose::new(RandK::new(6, 3).unwrap(), Natural));
    is_unbiased("rand seq 3, dithering 2", Compose::new(RandSeqK::new(6, 3).unwrap(), Dithering::new(2).unwrap()));
}

#[test]
fn contractive_compressors_contract() {
    contracts("top 1", TopK::new(6, 1).unwrap(), 1, 1e-12);
    contracts("top 3", TopK::new(6, 3).unwrap(), 1, 1e-12);
    contracts("top 6", TopK::new(6, 6).unwrap(), 1, 1e-12);
    contracts("sign", Sign, 1, 1e-12);
    contracts("top 2, sign", Compose::new(TopK::new(6, 2).unwrap(), Sign), 1, 1e-12);
    contracts("identity", Identity, 1, 0.0);
    contracts("top 2, natural", Compose::new(TopK::new(6, 2).unwrap(), Natural), 500, 0.05);
    contracts("scaled rand 2", Scaled(RandK::new(6, 2).unwrap()), 2000, 0.1);
}

#[test]
fn the_sign_loses_exactly_what_the_formula_says() {
    for v in vectors() {
        let out = image(&mut Sign, &v, &mut Rng::seed(1), &mut Message::default());
        let sum: f64 = v.iter().map(|v| v.abs()).sum();
        let lost = dot(&v, &v) - sum * sum / 6.0;
        assert!((distance_squared(&out, &v) - lost).abs() <= 1e-12 * dot(&v, &v));
    }
}

#[test]
fn the_largest_are_kept_and_the_first_of_equal_ones() {
    let mut top = TopK::new(6, 2).unwrap();
    let out = image(&mut top, &[1.0, -2.0, 2.0, 2.0, 0.0, -1.0], &mut Rng::seed(1), &mut Message::default());
    assert_eq!(out, [0.0, -2.0, 2.0, 0.0, 0.0, 0.0]);
    let out =
        image(&mut top, &[1.0, f64::NAN, 2.0, f64::INFINITY, 0.0, 3.0], &mut Rng::seed(1), &mut Message::default());
    assert!(out[1].is_nan() && out[3] == f64::INFINITY);
}

#[test]
fn another_receiver_reads_the_same_from_the_bits() {
    fn same(mut sender: impl Compressor + Clone, dim: usize) {
        let (mut receiver, mut rng, mut message) = (sender.clone(), Rng::seed(3), Message::default());
        let fresh = receiver.clone();
        for round in 0..20 {
            let v: Vec<f64> = (0..dim).map(|_| rng.normal()).collect();
            let sent = image(&mut sender, &v, &mut rng, &mut message);
            let mut other = fresh.clone();
            for receiver in [&mut receiver, &mut other] {
                let mut out = vec![0.0; dim];
                receiver.add_to(&message, 1.0, &mut out);
                assert_eq!(out, sent, "{round}");
            }
        }
    }
    for (dim, kept) in [(1, 1), (7, 3), (64, 64), (1000, 2), (1000, 100)] {
        same(TopK::new(dim, kept).unwrap(), dim);
        same(RandK::new(dim, kept).unwrap(), dim);
        same(RandSeqK::new(dim, kept).unwrap(), dim);
        same(Compose::new(TopK::new(dim, kept).unwrap(), Dithering::new(5).unwrap()), dim);
        same(Scaled(Compose::new(RandK::new(dim, kept).unwrap(), Natural)), dim);
    }
    same(Natural, 37);
    same(Sign, 37);
    same(Identity, 37);
}

#[test]
fn coordinates_that_are_chosen_before_are_those_of_the_message() {
    fn same(mut compressor: impl Compressor) {
        let (mut rng, mut message) = (Rng::seed(5), Message::default());
        for _ in 0..50 {
            let before = compressor.coordinates(&mut rng).unwrap().to_vec();
            let out = image(&mut compressor, &[1.0; 9], &mut rng, &mut message);
            let chosen: Vec<usize> = (0..9).filter(|&j| out[j] != 0.0).collect();
            let mut before = before;
            before.sort_unstable();
            assert_eq!(before, chosen);
        }
    }
    same(RandK::new(9, 4).unwrap());
    same(RandSeqK::new(9, 4).unwrap());
    assert!(TopK::new(9, 4).unwrap().coordinates(&mut Rng::seed(1)).is_none());
}

#[test]
fn natural_compression_knows_the_ends_of_the_range() {
    let (mut rng, mut message) = (Rng::seed(1), Message::default());
    let v = [f64::MAX, -f64::MAX, f64::MIN_POSITIVE, 0.0, -0.0, f64::INFINITY, f64::NAN];
    let out = image(&mut Natural, &v, &mut rng, &mut message);
    assert_eq!(out[..5], [2_f64.powi(1023), -2_f64.powi(1023), f64::MIN_POSITIVE, 0.0, 0.0]);
    assert!(out[5].is_nan() && out[6].is_nan());
    // Half of the least power of two is zero half of the time.
    let tiny = vec![f64::MIN_POSITIVE / 2.0; 10_000];
    let ups = image(&mut Natural, &tiny, &mut rng, &mut message).iter().filter(|&&out| out > 0.0).count();
    assert!((4800..5200).contains(&ups), "{ups}");
}

#[test]
fn vectors_of_zeros_stay_so() {
    let (mut rng, mut message) = (Rng::seed(1), Message::default());
    let zero = [0.0; 6];
    assert_eq!(image(&mut Dithering::new(3).unwrap(), &zero, &mut rng, &mut message), zero);
    assert_eq!(image(&mut Sign, &zero, &mut rng, &mut message), zero);
    assert_eq!(image(&mut TopK::new(6, 2).unwrap(), &zero, &mut rng, &mut message), zero);
}
