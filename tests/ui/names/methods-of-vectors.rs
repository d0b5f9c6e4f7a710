use burtorch::differentiable;

trait Log {
    fn push(&self, value: f64);
    fn windows(&self, size: usize) -> std::vec::IntoIter<[f64; 2]>;
}

impl Log for Vec<f64> {
    fn push(&self, _: f64) {}
    fn windows(&self, _: usize) -> std::vec::IntoIter<[f64; 2]> {
        vec![].into_iter()
    }
}

#[differentiable]
fn f(x: &Vec<f64>) -> f64 {
    x.windows(2).map(|w| w[0] * w[1]).sum()
}

fn main() {
    f::grad(&vec![1.0, 2.0]);
}
