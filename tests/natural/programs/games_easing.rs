// Easing curves chosen by name, keyframes in a list of tuples.
use burtorch::differentiable;

#[differentiable(wrt(t))]
fn ease(name: &str, t: f64) -> f64 {
    match name {
        "linear" => t,
        "quad" => t * t,
        "smooth" => t * t * (3.0 - 2.0 * t),
        "elastic" => 2f64.powf(-10.0 * t) * ((t * 10.0 - 0.75) * 2.1).sin() + 1.0,
        other => panic!("no such easing: {other}"),
    }
}

#[differentiable(wrt(time))]
fn animate(time: f64, frames: &[(f64, f64, &str)]) -> f64 {
    let mut value = frames[0].1;
    for pair in frames.windows(2) {
        let (t0, v0, _) = pair[0];
        let (t1, v1, name) = pair[1];
        if time >= t0 && time < t1 {
            let u = (time - t0) / (t1 - t0);
            value = v0 + (v1 - v0) * ease(name, u);
        }
    }
    value
}

// checks
fn main() {
    let frames = [(0.0, 1.0, "linear"), (1.0, 2.0, "quad"), (2.0, 0.5, "smooth"), (4.0, 3.0, "elastic")];
    for t in [0.3, 1.4, 2.9] {
        check::grad("animate", &[t], |x| animate(x[0], &frames), |x| animate::grad(x[0], &frames));
    }
}
