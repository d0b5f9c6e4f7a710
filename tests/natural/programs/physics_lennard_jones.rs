// A cluster of argon: all pairs, a cutoff, the minimum image in a box.
use burtorch::differentiable;

static SIGMA: f64 = 1.0;
const EPSILON: f64 = 0.8;

#[differentiable(wrt(r))]
fn pair(r: f64, cutoff: f64) -> Option<f64> {
    if r > cutoff {
        return None;
    }
    let s6 = (SIGMA / r).powi(6);
    Some(4.0 * EPSILON * (s6 * s6 - s6))
}

#[differentiable(wrt(atoms))]
fn energy(atoms: &[[f64; 3]], side: f64, cutoff: f64) -> f64 {
    let n = atoms.len();
    let mut e = 0.0;
    for i in 0..n {
        for j in i + 1..n {
            let mut r2 = 0.0;
            for k in 0..3 {
                let mut d = atoms[i][k] - atoms[j][k];
                d -= side * (d / side).round();
                r2 += d * d;
            }
            if let Some(u) = pair(r2.sqrt(), cutoff) {
                e += u;
            }
        }
    }
    e
}

// checks
fn main() {
    let atoms = |x: &[f64]| -> Vec<[f64; 3]> { x.chunks(3).map(|c| [c[0], c[1], c[2]]).collect() };
    let x = [0.1, 0.0, 0.2, 1.1, 0.2, 0.0, 0.3, 1.3, 0.1, 4.6, 0.3, 1.2];
    check::grad("energy", &x, |x| energy(&atoms(x), 5.0, 2.0), |x| energy::grad(&atoms(x), 5.0, 2.0));
}
