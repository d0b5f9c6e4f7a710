// Kalman filter as a struct with marked methods that call each other; a Vec of boxed sensors.
use burtorch::{Differentiable, differentiable};

trait Sensor {
    fn predict(&self, x: f64) -> f64;
    fn slope(&self, x: f64) -> f64;
}
struct Direct;
struct Squared(f64);
impl Sensor for Direct {
    fn predict(&self, x: f64) -> f64 {
        x
    }
    fn slope(&self, _: f64) -> f64 {
        1.0
    }
}
impl Sensor for Squared {
    fn predict(&self, x: f64) -> f64 {
        self.0 * x * x
    }
    fn slope(&self, x: f64) -> f64 {
        2.0 * self.0 * x
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Noise {
    process: f64,
    measure: f64,
}

impl Noise {
    #[differentiable]
    fn log_likelihood(&self, ys: &[f64], start: f64) -> f64 {
        let sensors: Vec<Box<dyn Sensor>> = vec![Box::new(Direct), Box::new(Squared(0.5))];
        let (mut x, mut p) = (start, 1.0);
        let mut total = 0.0;
        for (i, &y) in ys.iter().enumerate() {
            p += self.process;
            let sensor = &sensors[i % sensors.len()];
            let h = sensor.slope(x);
            let s = h * p * h + self.measure;
            let innovation = y - sensor.predict(x);
            let k = p * h / s;
            x += k * innovation;
            p *= 1.0 - k * h;
            total -= 0.5 * (s.ln() + innovation * innovation / s);
        }
        total
    }
}

// checks
fn main() {
    let ys = [0.9, 0.7, 1.3, 0.4];
    check::grad(
        "kf",
        &[0.1, 0.3, 1.0],
        |x| Noise { process: x[0], measure: x[1] }.log_likelihood(&[0.9, 0.7, 1.3, 0.4], x[2]),
        |x| {
            let (n, y, s) = Noise { process: x[0], measure: x[1] }.log_likelihood_grad(&ys, x[2]);
            let _ = y;
            [n.process, n.measure, s]
        },
    );
}
