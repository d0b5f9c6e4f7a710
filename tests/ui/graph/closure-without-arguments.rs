fn main() {
    let g = burtorch::graph!(|| 2.0 * 3.0);
    g.value_and_grad();
}
