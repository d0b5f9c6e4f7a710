use burtorch::{Float, differentiable};

#[differentiable(fast)]
fn f<T: Float>(x: &[T]) -> T {
    let mut sum = T::zero();
    for i in 0..x.len() {
        sum = sum + x[i].exp();
    }
    sum
}

fn main() {
    f(&[1.0]);
    f::grad(&[1.0]);
}
