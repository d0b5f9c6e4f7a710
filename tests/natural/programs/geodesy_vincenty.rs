// Distance on the ellipsoid by Vincenty's iteration; points that are opposite do not converge.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct LatLon {
    lat: f64,
    lon: f64,
}

const A: f64 = 6_378_137.0;
const F: f64 = 1.0 / 298.257223563;

#[differentiable]
fn distance(p: LatLon, q: LatLon) -> Result<f64, &'static str> {
    let b = A * (1.0 - F);
    let u1 = ((1.0 - F) * p.lat.tan()).atan();
    let u2 = ((1.0 - F) * q.lat.tan()).atan();
    let l = q.lon - p.lon;
    let mut lambda = l;
    for _ in 0..100 {
        let (sl, cl) = lambda.sin_cos();
        let ss = ((u2.cos() * sl).powi(2) + (u1.cos() * u2.sin() - u1.sin() * u2.cos() * cl).powi(2)).sqrt();
        let cs = u1.sin() * u2.sin() + u1.cos() * u2.cos() * cl;
        let sigma = ss.atan2(cs);
        let sa = u1.cos() * u2.cos() * sl / ss;
        let c2a = 1.0 - sa * sa;
        let c2m = cs - 2.0 * u1.sin() * u2.sin() / c2a;
        let c = F / 16.0 * c2a * (4.0 + F * (4.0 - 3.0 * c2a));
        let before = lambda;
        lambda = l + (1.0 - c) * F * sa * (sigma + c * ss * (c2m + c * cs * (-1.0 + 2.0 * c2m * c2m)));
        if (lambda - before).abs() < 1e-13 {
            let u = c2a * (A * A - b * b) / (b * b);
            let big_a = 1.0 + u / 16384.0 * (4096.0 + u * (-768.0 + u * (320.0 - 175.0 * u)));
            let big_b = u / 1024.0 * (256.0 + u * (-128.0 + u * (74.0 - 47.0 * u)));
            let ds = big_b * ss * (c2m + big_b / 4.0 * cs * (-1.0 + 2.0 * c2m * c2m));
            return Ok(b * big_a * (sigma - ds));
        }
    }
    Err("nearly antipodal")
}

#[differentiable]
fn kilometres(p: LatLon, q: LatLon) -> f64 {
    distance(p, q).unwrap_or(f64::NAN) / 1000.0
}

// checks
fn main() {
    let at = |x: &[f64]| (LatLon { lat: x[0], lon: x[1] }, LatLon { lat: x[2], lon: x[3] });
    check::grad("kilometres", &[0.8, 0.1, 0.9, 0.4], |x| kilometres(at(x).0, at(x).1), |x| {
        let (p, q) = kilometres::grad(at(x).0, at(x).1);
        [p.lat, p.lon, q.lat, q.lon]
    });
}
