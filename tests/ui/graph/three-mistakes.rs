fn main() {
    let g = burtorch::graph!(|a: f64, b: f64| a.ramp() * b.step() + a as f32);
    g.value_and_grad(1.0, 2.0);
}
