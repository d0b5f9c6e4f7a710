fn main() {
    let g = burtorch::graph!(|x: f64| {
        let mut y = x;
        while y < 10.0 {
            y *= 2.0;
        }
        y
    });
    g.value_and_grad(1.0);
}
