use burtorch::derivative;

fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[derivative(of = product)]
fn slopes(x: f64, y: f64) -> f64 {
    x * y
}

fn main() {
    product(1.0, slopes(1.0, 2.0));
}
