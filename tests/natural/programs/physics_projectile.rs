// Range of a projectile with drag: integrate until it lands, then interpolate.
use burtorch::differentiable;

const G: f64 = 9.81;

#[differentiable(wrt(speed, angle, drag))]
fn range(speed: f64, angle: f64, drag: f64) -> f64 {
    let dt = 0.01;
    let (mut x, mut y) = (0.0, 0.0);
    let (mut vx, mut vy) = (speed * angle.cos(), speed * angle.sin());
    let mut steps = 0usize;
    while y >= 0.0 {
        let v = (vx * vx + vy * vy).sqrt();
        let (ax, ay) = (-drag * v * vx, -G - drag * v * vy);
        let (px, py) = (x, y);
        x += vx * dt;
        y += vy * dt;
        if y < 0.0 {
            return px + (x - px) * py / (py - y);
        }
        vx += ax * dt;
        vy += ay * dt;
        steps += 1;
        assert!(steps < 100_000, "never lands");
    }
    x
}

// checks
fn main() {
    let f = |x: &[f64]| range(x[0], x[1], x[2]);
    check::grad("range", &[12.0, 0.8, 0.01], f, |x| range::grad(x[0], x[1], x[2]));
}
