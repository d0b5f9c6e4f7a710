use burtorch::derivative;

fn cube(x: f64) -> f64 {
    x * x * x
}

#[derivative]
fn cube_slope(x: f64) -> f64 {
    3.0 * x * x
}

fn main() {
    cube(cube_slope(1.0));
}
