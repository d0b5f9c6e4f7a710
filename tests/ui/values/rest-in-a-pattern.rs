use burtorch::differentiable;

#[differentiable]
fn f(x: [f64; 3]) -> f64 {
    let [first, .., last] = x;
    first * last
}

fn main() {
    f([1.0, 2.0, 3.0]);
    f::grad([1.0, 2.0, 3.0]);
}
