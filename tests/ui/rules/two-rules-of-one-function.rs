use burtorch::derivative;

fn cube(x: f64) -> f64 {
    x * x * x
}

#[derivative(of = cube)]
fn slope(x: f64) -> f64 {
    3.0 * x * x
}

#[derivative(of = cube)]
fn other(x: f64) -> f64 {
    3.0 * x.powi(2)
}

fn main() {
    cube(slope(other(1.0)));
}
