fn main() {
    let g = burtorch::graph!(|a, b| a * b);
    g.value_and_grad(1.0, 2.0);
}
