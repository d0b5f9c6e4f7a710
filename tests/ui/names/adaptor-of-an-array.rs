use burtorch::differentiable;

trait Pairs {
    fn enumerate(&self) -> std::vec::IntoIter<(usize, f64)>;
}

impl Pairs for [f64; 2] {
    fn enumerate(&self) -> std::vec::IntoIter<(usize, f64)> {
        vec![(7, self[0])].into_iter()
    }
}

#[differentiable]
fn f(x: &[f64; 2]) -> f64 {
    x.enumerate().map(|(i, v)| v * i as f64).sum()
}

fn main() {
    f::grad(&[1.0; 2]);
}
