use burtorch::differentiable;

#[differentiable(wrt(k))]
fn named(x: f64, #[constant] k: f64) -> f64 {
    x * k
}

#[differentiable]
fn changed(x: f64, #[constant] k: &mut f64) {
    *k = x;
}

#[differentiable]
fn twice(x: f64, #[constant] #[constant] k: f64) -> f64 {
    x * k
}

#[differentiable]
fn with_arguments(x: f64, #[constant(k)] k: f64) -> f64 {
    x * k
}

#[differentiable]
fn everything(#[constant] x: f64) -> f64 {
    x * x
}

fn main() {}
