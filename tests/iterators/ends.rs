//! Ends of chains: one item of many, two vectors of one, a fold that may stop.

use crate::cases::{ANY, SOME, cases};
use burtorch::differentiable;

#[differentiable]
fn reduced(x: &[f64]) -> f64 {
    let product = x.iter().copied().reduce(|a, b| a * b).unwrap();
    let most = x.iter().copied().reduce(f64::max).unwrap();
    product * most + most
}

#[differentiable]
fn reduced_or_none(x: &[f64]) -> f64 {
    let product = x.iter().copied().reduce(|a, b| a * b).unwrap_or(1.5);
    let positive = x.iter().copied().filter(|v| *v > 0.0).reduce(|a, b| a + b * b).unwrap_or(0.25);
    let largest = x.iter().copied().max_by(|a, b| a.total_cmp(b)).map_or(2.0, |m| m * m);
    product * positive * largest
}

#[differentiable]
fn largest_by(x: &[f64]) -> f64 {
    let (i, v) = x.iter().enumerate().max_by(|a, b| a.1.partial_cmp(b.1).unwrap()).unwrap();
    let (j, w) = x.iter().enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap();
    let size = x.iter().max_by(|a, b| a.abs().partial_cmp(&b.abs()).unwrap()).unwrap();
    v * (i + 1) as f64 + w * w * (j + 2) as f64 + size * size
}

#[differentiable]
fn place_of_the_largest(x: &[f64]) -> f64 {
    let best = (0..x.len()).max_by(|&a, &b| x[a].total_cmp(&x[b])).unwrap();
    let least = (0..x.len()).min_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap()).unwrap();
    x[best] * x[best] - x[least].exp()
}

#[differentiable]
fn largest_after_a_filter(x: &[f64]) -> f64 {
    x.iter().filter(|v| **v < 1.0).max_by(|a, b| a.total_cmp(b)).unwrap().powi(2)
}

#[differentiable]
fn some_items(x: &[f64]) -> f64 {
    let last = x.iter().last().unwrap() * x.iter().rev().last().unwrap();
    let second = x.iter().nth(1).copied().unwrap_or(0.3);
    let found = x.iter().find(|v| **v < 0.0).copied().unwrap_or(0.7);
    let logged = x.iter().find_map(|&v| if v > 0.27 { Some(v.ln()) } else { None }).unwrap_or(0.0);
    last + second * found + logged
}

#[differentiable]
fn questions(x: &[f64]) -> f64 {
    let scale = if x.iter().any(|v| *v < 0.0) { 2.0 } else { 3.0 };
    let all = if x.iter().all(|v| *v < 1.0) { 0.5 } else { 0.25 };
    let count = x.iter().filter(|v| **v > 0.27).count();
    let place = x.iter().position(|v| *v > 0.42).unwrap_or(0);
    x.iter().sum::<f64>() * scale * all + count as f64 * x[place] * x[place]
}

#[differentiable]
fn questions_of_closures(x: &[f64]) -> f64 {
    let is_large = |v: f64| v > 0.42;
    let twice = |v: f64| 2.0 * v;
    let scale = if x.iter().any(|v| is_large(*v)) { 2.0 } else { 3.0 };
    let place = x.iter().position(|v| twice(*v) > 0.84).unwrap_or(0);
    scale * x[place] * x[0]
}

#[differentiable]
fn tried(x: &[f64]) -> f64 {
    let all = x.iter().try_fold(0.0, |sum, v| if *v > -5.0 { Some(sum + v * v) } else { None }).unwrap();
    all + x.iter().try_fold(1.0, |product, v| if *v > 0.0 { Some(product * v) } else { None }).unwrap_or(0.1)
}

#[differentiable]
fn unzipped(x: &[f64]) -> f64 {
    let (squares, sines): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v * v, v.sin())).unzip();
    squares.iter().zip(&sines).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn folded_with_a_count(x: &[f64]) -> f64 {
    let (sum, count) = x.iter().fold((0.0, 0usize), |(sum, count), v| (sum + v.exp(), count + 1));
    let (at, most) = x.iter().enumerate().fold((0, f64::MIN), |best, (i, &v)| if v > best.1 { (i, v) } else { best });
    sum / count as f64 + most * at as f64
}

#[differentiable]
fn collected_places(x: &[f64]) -> f64 {
    let places: Vec<usize> = (0..x.len()).filter(|&i| x[i] > 0.0).collect();
    places.iter().map(|&i| x[i] * x[i]).sum::<f64>() * places.len() as f64
}

#[differentiable]
fn collected_parts(x: &[f64]) -> f64 {
    let rows: Vec<Vec<f64>> = x.chunks(2).map(|part| part.iter().map(|v| v * v).collect()).collect();
    let pairs: Vec<(f64, f64)> = x.iter().map(|v| (v.sin(), v * 2.0)).collect();
    rows.iter().map(|row| row.iter().sum::<f64>().sqrt()).sum::<f64>() + pairs.iter().map(|(a, b)| a * b).sum::<f64>()
}

#[test]
fn ends() {
    cases! {
        |x| reduced_or_none(x);
        |x| tried(x);
        |x| unzipped(x);
        |x| collected_places(x);
        |x| collected_parts(x);
        at ANY
    }
    cases! {
        |x| reduced(x);
        |x| largest_by(x);
        |x| place_of_the_largest(x);
        |x| largest_after_a_filter(x);
        |x| some_items(x);
        |x| questions(x);
        |x| questions_of_closures(x);
        |x| folded_with_a_count(x);
        at SOME
    }
}
