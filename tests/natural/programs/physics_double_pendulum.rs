// Double pendulum by Runge-Kutta, with the step as a generic helper.
use burtorch::differentiable;

type State = [f64; 4];

fn rk4(f: impl Fn(&State) -> State, y: &State, h: f64) -> State {
    let shift = |k: &State, s: f64| -> State { std::array::from_fn(|i| y[i] + s * k[i]) };
    let k1 = f(y);
    let k2 = f(&shift(&k1, h / 2.0));
    let k3 = f(&shift(&k2, h / 2.0));
    let k4 = f(&shift(&k3, h));
    std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
}

#[differentiable]
fn tip_height(theta1: f64, theta2: f64, ratio: f64) -> f64 {
    let g = 9.81;
    let rhs = |s: &State| -> State {
        let [a, b, wa, wb] = *s;
        let d = a - b;
        let den = 1.0 + ratio - ratio * d.cos().powi(2);
        let da = (-g * (1.0 + ratio) * a.sin() - ratio * d.sin() * (wb * wb + wa * wa * d.cos())
            + ratio * g * b.sin() * d.cos())
            / den;
        let db = ((1.0 + ratio) * (wa * wa * d.sin() + g * a.sin() * d.cos() - g * b.sin())
            + ratio * wb * wb * d.sin() * d.cos())
            / den;
        [wa, wb, da, db]
    };
    let mut y = [theta1, theta2, 0.0, 0.0];
    for _ in 0..20 {
        y = rk4(rhs, &y, 0.01);
    }
    -y[0].cos() - y[1].cos()
}

// checks
fn main() {
    let f = |x: &[f64]| tip_height(x[0], x[1], x[2]);
    check::grad("tip_height", &[1.2, 0.7, 0.5], f, |x| tip_height::grad(x[0], x[1], x[2]));
}
