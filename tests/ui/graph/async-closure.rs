fn main() {
    let g = burtorch::graph!(async |x: f64| x * x);
    g.value_and_grad(1.0);
}
