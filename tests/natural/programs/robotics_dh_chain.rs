// Denavit-Hartenberg: a product of 4x4 matrices.
use burtorch::differentiable;

type Mat4 = [[f64; 4]; 4];

const IDENTITY: Mat4 = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

#[differentiable]
fn mul(a: &Mat4, b: &Mat4) -> Mat4 {
    let mut c = [[0.0; 4]; 4];
    for i in 0..4 {
        for j in 0..4 {
            for k in 0..4 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[differentiable]
fn joint(theta: f64, d: f64, a: f64, alpha: f64) -> Mat4 {
    let (st, ct) = theta.sin_cos();
    let (sa, ca) = alpha.sin_cos();
    [[ct, -st * ca, st * sa, a * ct], [st, ct * ca, -ct * sa, a * st], [0.0, sa, ca, d], [0.0, 0.0, 0.0, 1.0]]
}

#[differentiable(wrt(q))]
fn height(q: &[f64; 3], dh: &[(f64, f64, f64)]) -> f64 {
    let mut t = IDENTITY;
    for (i, &(d, a, alpha)) in dh.iter().enumerate() {
        t = mul(&t, &joint(q[i], d, a, alpha));
    }
    t[2][3] + 0.1 * t[0][3] * t[1][3]
}

// checks
fn main() {
    let dh = [(0.3, 0.0, 1.5), (0.0, 0.5, 0.2), (0.1, 0.4, -0.3)];
    check::grad("height", &[0.2, -0.7, 1.1], |x| height(&check::array(x), &dh), |x| height::grad(&check::array(x), &dh));
}
