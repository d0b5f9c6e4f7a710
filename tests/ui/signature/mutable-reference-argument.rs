use burtorch::differentiable;

#[differentiable]
fn f(x: &mut f64) -> f64 {
    *x * *x
}

fn main() {
    f(&mut 1.0);
    f::grad(&mut 1.0);
}
