use burtorch::derivative;

fn cube(x: f64) -> f64 {
    x * x * x
}

#[derivative(of = cube)]
fn slopes(x: f64, y: f64) -> (f64, f64) {
    (x * y, y)
}

fn main() {
    cube(slopes(1.0, 2.0).0);
}
