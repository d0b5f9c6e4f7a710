fn main() {
    let g = burtorch::graph!(|x: f64| x.next_up());
    g.value_and_grad(1.0);
}
