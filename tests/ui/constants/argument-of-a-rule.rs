use burtorch::derivative;

type Matrix = [[f64; 2]; 2];

fn cube(m: &Matrix, x: f64) -> f64 {
    m[0][1] * x * x * x
}

#[derivative(of = cube, first_order)]
fn slope(m: &Matrix, x: f64) -> f64 {
    3.0 * m[0][1] * x * x
}

fn main() {
    cube(&[[1.0; 2]; 2], 1.0);
}
