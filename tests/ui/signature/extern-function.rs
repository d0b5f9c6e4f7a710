use burtorch::differentiable;

#[differentiable]
extern "C" fn f(x: f64) -> f64 {
    x * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
