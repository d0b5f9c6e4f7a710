// Swing up of a cart and pole: dynamics as a function of a struct, a rollout over controls.
use burtorch::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct State {
    x: f64,
    v: f64,
    theta: f64,
    omega: f64,
}

#[derive(Clone, Copy)]
struct Params {
    cart: f64,
    pole: f64,
    length: f64,
}

#[differentiable(wrt(s, force))]
fn step(s: State, force: f64, p: &Params, dt: f64) -> State {
    let (sin, cos) = s.theta.sin_cos();
    let total = p.cart + p.pole;
    let temp = (force + p.pole * p.length * s.omega * s.omega * sin) / total;
    let alpha = (9.81 * sin - cos * temp) / (p.length * (4.0 / 3.0 - p.pole * cos * cos / total));
    let acc = temp - p.pole * p.length * alpha * cos / total;
    State { x: s.x + dt * s.v, v: s.v + dt * acc, theta: s.theta + dt * s.omega, omega: s.omega + dt * alpha }
}

#[differentiable(wrt(controls))]
fn rollout(controls: &[f64], p: &Params) -> f64 {
    let mut s = State { x: 0.0, v: 0.0, theta: 0.4, omega: 0.0 };
    let mut cost = 0.0;
    for &u in controls {
        s = step(s, u, p, 0.05);
        cost += s.x * s.x + 5.0 * (1.0 - s.theta.cos()) + 0.01 * u * u;
    }
    cost
}

// checks
fn main() {
    let p = Params { cart: 1.0, pole: 0.1, length: 0.5 };
    let x = [1.0, -0.5, 2.0, 0.3, -1.0];
    check::grad("rollout", &x, |x| rollout(x, &p), |x| rollout::grad(x, &p));
    check::hvp("rollout", &x, &check::direction(5), |x| rollout::grad(x, &p), |x, v| rollout::hvp((x, &p), v));
}
