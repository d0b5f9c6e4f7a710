fn main() {
    let square = |x: f64| x * x;
    let g = burtorch::graph!(|x: f64| square(x));
    g.value_and_grad(1.0);
}
