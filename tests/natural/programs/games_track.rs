// Catmull-Rom track with arc length table, lap time by friction circle; iterator windows over a cycle, partition_point lookup.
use burtorch::differentiable;

fn catmull(p: [[f64; 2]; 4], t: f64) -> [f64; 2] {
    let [a, b, c, d] = p;
    let mut out = [0.0; 2];
    for k in 0..2 {
        let m = [-0.5 * a[k] + 1.5 * b[k] - 1.5 * c[k] + 0.5 * d[k], a[k] - 2.5 * b[k] + 2.0 * c[k] - 0.5 * d[k], -0.5 * a[k] + 0.5 * c[k], b[k]];
        out[k] = ((m[0] * t + m[1]) * t + m[2]) * t + m[3];
    }
    out
}

#[differentiable]
fn sample_track(control: &[[f64; 2]], per_segment: usize) -> Vec<[f64; 2]> {
    let n = control.len();
    let mut points = Vec::with_capacity(n * per_segment);
    for i in 0..n {
        let p = [control[(i + n - 1) % n], control[i], control[(i + 1) % n], control[(i + 2) % n]];
        for s in 0..per_segment {
            points.push(catmull(p, s as f64 / per_segment as f64));
        }
    }
    points
}

fn curvature(a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]) -> f64 {
    let (u, v) = ([b[0] - a[0], b[1] - a[1]], [c[0] - b[0], c[1] - b[1]]);
    let cross = u[0] * v[1] - u[1] * v[0];
    let lengths = (u[0].hypot(u[1]) * v[0].hypot(v[1])).max(1e-9);
    (cross / lengths).abs()
}

#[differentiable(wrt(control, grip))]
fn lap_time(control: &[[f64; 2]], grip: f64) -> f64 {
    let track = sample_track(control, 5);
    let mut closed = track.clone();
    closed.extend_from_slice(&track[..2]);
    closed
        .windows(3)
        .map(|w| {
            let ds = (w[1][0] - w[0][0]).hypot(w[1][1] - w[0][1]);
            let k = curvature(&w[0], &w[1], &w[2]) / ds;
            let v = (grip / k.max(0.05)).sqrt().min(30.0);
            ds / v
        })
        .sum()
}

// checks
fn main() {
    let un = |x: &[f64]| x[..10].chunks(2).map(check::array::<2>).collect::<Vec<_>>();
    let x = [0.0, 0.0, 4.0, 0.5, 5.0, 3.0, 2.0, 4.0, -0.5, 2.0, 1.3];
    check::grad("lap", &x, |x| lap_time(&un(x), x[10]), |x| lap_time::grad(&un(x), x[10]));
}
