fn main() {
    let g = burtorch::graph!(|x| x * x);
    g.value_and_grad(1.0);
}
