use burtorch::differentiable;

#[differentiable]
unsafe fn f(x: f64) -> f64 {
    x * x
}

fn main() {
    unsafe { f(1.0) };
    f::grad(1.0);
}
