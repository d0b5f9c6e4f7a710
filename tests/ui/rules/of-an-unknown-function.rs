use burtorch::derivative;

#[derivative(of = missing)]
fn slope(x: f64) -> f64 {
    3.0 * x * x
}

fn main() {
    slope(1.0);
}
