fn main() {
    let g = burtorch::graph!(|x: f64| 2 * x);
    g.value_and_grad(1.0);
}
