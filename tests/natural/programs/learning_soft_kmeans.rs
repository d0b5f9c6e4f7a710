// Soft k-means: assignments by temperature, early return for a single cluster.
use burtorch::differentiable;

#[differentiable(wrt(centres))]
fn objective(points: &[[f64; 2]], centres: &[[f64; 2]], beta: f64) -> f64 {
    let squared = |a: &[f64; 2], b: &[f64; 2]| a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>();
    if centres.len() == 1 {
        return points.iter().map(|p| squared(p, &centres[0])).sum();
    }
    let mut total = 0.0;
    for p in points {
        let d: Vec<f64> = centres.iter().map(|c| squared(p, c)).collect();
        let w: Vec<f64> = d.iter().map(|d| (-beta * d).exp()).collect();
        let z: f64 = w.iter().sum();
        total += d.iter().zip(&w).map(|(d, w)| d * w / z).sum::<f64>();
    }
    total
}

// checks
fn main() {
    let points = [[0.1, 0.2], [0.9, 1.1], [1.0, 0.8], [-0.3, 0.0]];
    let c = |x: &[f64]| -> Vec<[f64; 2]> { x.chunks(2).map(|c| [c[0], c[1]]).collect() };
    for x in [&[0.0, 0.1, 1.0, 0.9][..], &[0.3, 0.4]] {
        check::grad("objective", x, |x| objective(&points, &c(x), 1.5), |x| objective::grad(&points, &c(x), 1.5));
    }
}
