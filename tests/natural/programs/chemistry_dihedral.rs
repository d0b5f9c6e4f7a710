// The torsion of four atoms, an energy as a Fourier series over a table of (multiplicity, phase, height).
use burtorch::differentiable;

type Vec3 = [f64; 3];

#[differentiable]
fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[differentiable]
fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[differentiable]
fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[differentiable(wrt(atoms))]
fn torsion_energy(atoms: &[Vec3; 4], series: &[(i32, f64, f64)]) -> f64 {
    let b1 = sub(atoms[1], atoms[0]);
    let b2 = sub(atoms[2], atoms[1]);
    let b3 = sub(atoms[3], atoms[2]);
    let (n1, n2) = (cross(b1, b2), cross(b2, b3));
    let phi = (dot(cross(n1, n2), b2) / dot(b2, b2).sqrt()).atan2(dot(n1, n2));
    series.iter().map(|&(n, phase, height)| height * (1.0 + (n as f64 * phi - phase).cos())).sum()
}

// checks
fn main() {
    let series = [(1, 0.0, 0.7), (2, 3.1, 0.2), (3, 0.0, 1.4)];
    let atoms = |x: &[f64]| -> [Vec3; 4] { std::array::from_fn(|i| [x[3 * i], x[3 * i + 1], x[3 * i + 2]]) };
    let x = [0.0, 0.1, 0.9, 0.0, 0.0, 0.0, 1.4, 0.1, -0.2, 1.6, 0.9, 0.6];
    check::grad("torsion_energy", &x, |x| torsion_energy(&atoms(x), &series), |x| torsion_energy::grad(&atoms(x), &series));
}
