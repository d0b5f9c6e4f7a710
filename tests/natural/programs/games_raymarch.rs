// A signed distance field, sphere tracing with a hit as an Option.
use burtorch::differentiable;

fn length(p: [f64; 3]) -> f64 {
    (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt()
}

#[differentiable]
fn scene(p: [f64; 3], radius: f64) -> f64 {
    let sphere = length(p) - radius;
    let floor = p[1] + 1.0;
    let k = 0.3;
    let h = (0.5 + 0.5 * (floor - sphere) / k).clamp(0.0, 1.0);
    floor * (1.0 - h) + sphere * h - k * h * (1.0 - h)
}

#[differentiable]
fn march(pitch: f64, radius: f64) -> Option<f64> {
    let dir = [0.0, pitch.sin(), -pitch.cos()];
    let mut t = 0.0;
    for _ in 0..64 {
        let p = [dir[0] * t, dir[1] * t, 3.0 + dir[2] * t];
        let d = scene(p, radius);
        if d < 1e-9 {
            return Some(t);
        }
        t += d;
        if t > 20.0 {
            break;
        }
    }
    None
}

#[differentiable]
fn depth(pitch: f64, radius: f64) -> f64 {
    march(pitch, radius).map(|t| 1.0 / (1.0 + t)).unwrap_or(0.0)
}

// checks
fn main() {
    check::grad("depth", &[-0.05, 0.9], |x| depth(x[0], x[1]), |x| depth::grad(x[0], x[1]));
    check::grad("sky", &[0.9, 0.9], |x| depth(x[0], x[1]), |x| depth::grad(x[0], x[1]));
}
