use burtorch::differentiable;

macro_rules! twice {
    ($e:expr) => {
        $e + $e
    };
}

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    twice!(x) * x
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
