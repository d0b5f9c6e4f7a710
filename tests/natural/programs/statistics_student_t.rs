// Student's t with the Lanczos approximation of ln gamma, recursion for the reflection.
use burtorch::differentiable;
use std::f64::consts::PI;

const G: f64 = 7.0;
static LANCZOS: [f64; 9] = [
    0.999_999_999_999_809_93,
    676.5203681218851,
    -1259.1392167224028,
    771.323_428_777_653_13,
    -176.615_029_162_140_6,
    12.507343278686905,
    -0.13857109526572012,
    9.984_369_578_019_572e-6,
    1.5056327351493116e-7,
];

#[differentiable]
fn ln_gamma(z: f64) -> f64 {
    if z < 0.5 {
        return (PI / (PI * z).sin()).ln() - ln_gamma(1.0 - z);
    }
    let z = z - 1.0;
    let mut x = LANCZOS[0];
    for (i, c) in LANCZOS.iter().enumerate().skip(1) {
        x += c / (z + i as f64);
    }
    let t = z + G + 0.5;
    0.5 * (2.0 * PI).ln() + (z + 0.5) * t.ln() - t + x.ln()
}

#[differentiable]
fn log_pdf(x: f64, nu: f64) -> f64 {
    ln_gamma((nu + 1.0) / 2.0) - ln_gamma(nu / 2.0)
        - 0.5 * (nu * PI).ln()
        - (nu + 1.0) / 2.0 * (1.0 + x * x / nu).ln()
}

// checks
fn main() {
    check::grad("log_pdf", &[0.7, 3.3], |x| log_pdf(x[0], x[1]), |x| log_pdf::grad(x[0], x[1]));
    check::grad("reflected", &[0.3], |x| ln_gamma(x[0]), |x| ln_gamma::grad(x[0]));
}
