use burtorch::derivative;

fn cube(x: f64) -> f64 {
    x * x * x
}

#[derivative(of = cube)]
fn slope(x: f64) -> f64 {
    let mut y = 3.0;
    while y < 3.0 {
        y += 1.0;
    }
    y * x * x
}

fn main() {
    cube(slope(1.0));
}
