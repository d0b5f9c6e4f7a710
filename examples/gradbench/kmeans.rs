//! `kmeans`: how far points are from the nearest of some centroids, and Newton's step towards better centroids.

use super::runs::{Evaluation, Runs};
use super::{check, flat, read, rows, unknown};
use burtorch::differentiable;
use serde::Deserialize;
use serde_json::Value;

/// `Σᵢ (aᵢ − bᵢ)²`.
#[differentiable]
fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>()
}

/// The sum over the points of the squared distance to the nearest centroid. Both are matrices with `d` columns.
#[differentiable(wrt(centroids))]
pub fn cost(points: &[f64], centroids: &[f64], d: usize) -> f64 {
    let mut sum = 0.0;
    for point in points.chunks_exact(d) {
        // Which one is nearest says only where to go on: one distance a point is differentiated, not all.
        let mut nearest = 0;
        let mut least = f64::INFINITY;
        for (j, centroid) in centroids.chunks_exact(d).enumerate() {
            let squared = distance(point, centroid);
            if squared < least {
                least = squared;
                nearest = j;
            }
        }
        sum += distance(point, &centroids[nearest * d..(nearest + 1) * d]);
    }
    sum
}

/// Newton's step. The Hessian is diagonal, so that its product with ones is its diagonal.
pub fn direction(points: &[f64], centroids: &[f64], d: usize) -> Vec<f64> {
    let (_, gradient, curvature) = cost::value_grad_hvp((points, centroids, d), &vec![1.0; centroids.len()]);
    gradient.iter().zip(&curvature).map(|(g, h)| g / h).collect()
}

#[derive(Deserialize)]
struct Input {
    points: Vec<Vec<f64>>,
    centroids: Vec<Vec<f64>>,
}

pub fn evaluate(function: &str, input: Value, runs: &Runs) -> Result<Evaluation, String> {
    let Input { points, centroids } = read(input)?;
    let d = centroids.first().map_or(0, Vec::len);
    check(d > 0, "there are no centroids")?;
    let points = flat("points", &points, d)?;
    let centroids = flat("centroids", &centroids, d)?;
    match function {
        "cost" => {
            let (value, timings) = runs.repeat(|| cost(&points, &centroids, d));
            Evaluation::new(value, timings)
        }
        "dir" => {
            let (step, timings) = runs.repeat(|| direction(&points, &centroids, d));
            Evaluation::new(rows(&step, d), timings)
        }
        _ => Err(unknown(function, &["cost", "dir"])),
    }
}
