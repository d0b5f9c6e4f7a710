use burtorch::graph;

fn main() {
    let square = graph!(#[differentiable(factored)] #[differentiable(factored)] |x: f64| x * x);
    square.grad(1.0);
}
