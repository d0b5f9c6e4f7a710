fn main() {
    let k: f32 = 2.0;
    let g = burtorch::graph!(|x: f64| x * k);
    g.value_and_grad(1.0);
}
