//! Local variables that are changed in place.

use burtorch::differentiable;

use crate::{Rng, close, slope};

#[differentiable(wrt(x))]
fn local_generator(x: f64, seed: u64, n: usize) -> f64 {
    let mut rng = Rng(seed);
    let mut s = 0.0;
    for _ in 0..n {
        s += (x * rng.next()).sin();
    }
    s * rng.next()
}

#[differentiable(wrt(x))]
fn local_list(x: f64, n: usize) -> f64 {
    let mut visited: Vec<usize> = Vec::new();
    let mut s = x;
    for i in 0..n {
        if i % 3 != 1 {
            visited.push(i);
        }
        s += (x * visited.len() as f64).sin();
    }
    for &i in &visited {
        s += x * i as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn histogram(x: f64, data: &[usize]) -> f64 {
    let mut counts = [0_usize; 4];
    for &d in data {
        counts[d % 4] += 1;
    }
    let mut s = 0.0;
    for k in 0..4 {
        s += x.powi(k as i32) * counts[k] as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn counts_for_the_caller(x: f64, count: &mut usize, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        *count += 1;
        s += x.sin() * *count as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn fills_for_the_caller(x: f64, log: &mut Vec<usize>, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        log.push(2 * i);
        s += x.powi(2) * log[i] as f64 + log.len() as f64;
    }
    s
}

#[differentiable(wrt(x))]
fn plain_counters(x: f64, n: usize) -> f64 {
    let (mut k, mut s) = (0_usize, x);
    while k < n {
        s += (x * k as f64).sin();
        k += 1 + k.min(2);
    }
    s * k as f64
}

#[differentiable(wrt(x))]
fn named_iterators(x: f64, data: &[usize]) -> f64 {
    let mut items = data.iter();
    let mut last = Some(3_usize);
    let mut s = x;
    for _ in 0..data.len() {
        if items.any(|&item| item > 2) {
            s += (x * s).sin();
        }
        let taken = last.take();
        s += x * taken.unwrap_or(1) as f64;
        s += x * items.nth(0).copied().unwrap_or(7) as f64;
    }
    s
}

#[test]
fn locals_are_changed_in_place() {
    let data = [1, 3, 5, 2, 8, 1, 9];
    close(named_iterators::grad(0.7, &data), slope(|x| named_iterators(x, &data), 0.7));
    close(local_generator::grad(0.7, 7, 9), slope(|x| local_generator(x, 7, 9), 0.7));
    close(local_generator::hvp((0.7, 7, 9), 1.0), slope(|x| local_generator::grad(x, 7, 9), 0.7));
    close(local_list::grad(0.7, 8), slope(|x| local_list(x, 8), 0.7));
    let data = [3, 1, 4, 1, 5, 9, 2, 6];
    close(histogram::grad(0.7, &data), slope(|x| histogram(x, &data), 0.7));
    close(plain_counters::grad(0.7, 9), slope(|x| plain_counters(x, 9), 0.7));
}

#[test]
fn what_the_caller_lends_is_changed_once() {
    let mut count = 0;
    close(counts_for_the_caller::grad(0.7, &mut count, 5), slope(|x| counts_for_the_caller(x, &mut 0, 5), 0.7));
    assert_eq!(count, 5);
    let mut log = Vec::new();
    close(fills_for_the_caller::grad(0.7, &mut log, 4), slope(|x| fills_for_the_caller(x, &mut Vec::new(), 4), 0.7));
    assert_eq!(log, [0, 2, 4, 6]);
}
