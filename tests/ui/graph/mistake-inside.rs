fn main() {
    let g = burtorch::graph!(|x: f64| {
        let mut y = x;
        if let Some(ref k) = None {
            y *= k;
        }
        y
    });
    g.value_and_grad(1.0);
}
