// A potential in spherical harmonics: Legendre by recurrence, coefficients in a triangular table.
use burtorch::differentiable;

#[differentiable(wrt(x))]
fn legendre(n: usize, x: f64) -> f64 {
    match n {
        0 => 1.0,
        1 => x,
        _ => {
            let k = n as f64;
            ((2.0 * k - 1.0) * x * legendre(n - 1, x) - (k - 1.0) * legendre(n - 2, x)) / k
        }
    }
}

#[differentiable(wrt(r, latitude))]
fn potential(r: f64, latitude: f64, zonal: &[f64]) -> f64 {
    let mut sum = 1.0;
    for (n, j) in zonal.iter().enumerate().skip(2).filter(|(_, j)| **j != 0.0) {
        sum -= j * (1.0 / r).powi(n as i32) * legendre(n, latitude.sin());
    }
    -sum / r
}

// checks
fn main() {
    let zonal = [0.0, 0.0, 1.08e-3, -2.5e-6, -1.6e-2];
    check::grad("potential", &[1.2, 0.6], |x| potential(x[0], x[1], &zonal), |x| potential::grad(x[0], x[1], &zonal));
}
