use burtorch::differentiable;

#[differentiable]
fn min_max_by_partial_cmp(x: &[f64]) -> f64 {
    let m = x.iter().copied().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    m * m
}

#[differentiable]
fn max_by_other(x: &[f64]) -> f64 {
    let m = x.iter().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap();
    m * m
}

#[differentiable]
fn max_by_index(x: &[f64]) -> f64 {
    let (i, m) = x.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    m * m * i as f64
}

#[differentiable]
fn max_by_reverse(x: &[f64]) -> f64 {
    let m = x.iter().copied().max_by(|a, b| a.total_cmp(b).reverse()).unwrap();
    m * m
}

fn main() {
    min_max_by_partial_cmp::grad(&[1.0]);
    max_by_other::grad(&[1.0]);
    max_by_index::grad(&[1.0]);
    max_by_reverse::grad(&[1.0]);
}
