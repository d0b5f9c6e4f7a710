use burtorch::differentiable;

mod inner {
    pub fn plain(x: f64) -> f64 {
        x * x
    }
}

#[differentiable]
fn f(x: f64) -> f64 {
    inner::plain(x) * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
