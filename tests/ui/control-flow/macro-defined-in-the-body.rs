use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    macro_rules! twice {
        () => {
            2.0 * x
        };
    }
    x + twice!()
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
