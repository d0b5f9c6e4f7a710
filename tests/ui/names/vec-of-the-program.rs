use burtorch::differentiable;

struct Vec<T>(std::vec::Vec<T>);

impl std::ops::Deref for Vec<f64> {
    type Target = [f64];
    fn deref(&self) -> &[f64] {
        &self.0
    }
}

impl std::ops::Index<usize> for Vec<f64> {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.0[i - 1]
    }
}

#[differentiable]
fn f(x: &Vec<f64>) -> f64 {
    x[1] * x[2]
}

fn main() {
    f::grad(&Vec(vec![1.0, 2.0]));
}
