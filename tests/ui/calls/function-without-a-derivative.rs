use burtorch::differentiable;

fn plain(x: f64) -> f64 {
    fn square(x: f64) -> f64 {
        x * x
    }
    2.0 * square(x)
}

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    plain(x) * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
