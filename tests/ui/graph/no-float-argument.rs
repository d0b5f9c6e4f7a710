fn main() {
    let g = burtorch::graph!(|n: i32| f64::from(n));
    g.value_and_grad(1);
}
