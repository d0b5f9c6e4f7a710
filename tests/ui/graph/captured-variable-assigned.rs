fn main() {
    let mut last = 0.0;
    let g = burtorch::graph!(|x: f64| {
        last = x;
        x * x
    });
    g.value_and_grad(1.0);
}
