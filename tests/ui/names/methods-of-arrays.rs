use burtorch::{Reduce, differentiable};

trait Vector {
    fn len(&self) -> f64;
    fn dot(&self, other: &Self) -> f64;
    fn iter(&self) -> std::vec::IntoIter<f64>;
}

impl Vector for [f64; 3] {
    fn len(&self) -> f64 {
        self.dot(self).sqrt()
    }
    fn dot(&self, other: &Self) -> f64 {
        self[0] * other[0] - self[1] * other[1] - self[2] * other[2]
    }
    fn iter(&self) -> std::vec::IntoIter<f64> {
        vec![self[0]].into_iter()
    }
}

#[differentiable]
fn length(x: &[f64; 3]) -> f64 {
    x[0] / x.len() as f64
}

#[differentiable]
fn product(x: &[f64; 3], y: [f64; 3]) -> f64 {
    x.dot(&y)
}

#[differentiable]
fn sum(x: [f64; 3]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

fn main() {
    length::grad(&[1.0; 3]);
    product::grad(&[1.0; 3], [1.0; 3]);
    sum::grad([1.0; 3]);
    let _ = [1.0, 2.0].mean();
}
