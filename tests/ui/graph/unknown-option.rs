use burtorch::graph;

fn main() {
    let square = graph!(#[differentiable(factord)] |x: f64| x * x);
    square.grad(1.0);
}
