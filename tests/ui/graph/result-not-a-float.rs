fn main() {
    let g = burtorch::graph!(|x: f64| x > 0.0);
    g.value_and_grad(1.0);
}
