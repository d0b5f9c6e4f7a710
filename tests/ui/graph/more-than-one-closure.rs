fn main() {
    let g = burtorch::graph!(|x: f64| x, |y: f64| y);
    g.value_and_grad(1.0);
}
