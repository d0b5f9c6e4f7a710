//! Prints some 2,300 steps of gradient descent, 22 of Newton's method, and twice the minimum (1, 1).

use burtorch::differentiable;

#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
}

const START: (f64, f64) = (-1.2, 1.0);
const TOLERANCE: f64 = 1e-10;

/// Steps along the negative gradient, as long as halving them until the value falls enough makes them.
fn descend((mut x, mut y): (f64, f64)) -> (usize, f64, f64) {
    for step in 0.. {
        let (value, (dx, dy)) = rosenbrock::value_and_grad(x, y);
        let slope = dx * dx + dy * dy;
        if slope.sqrt() < TOLERANCE {
            return (step, x, y);
        }
        let mut rate = 1.0;
        while rosenbrock(x - rate * dx, y - rate * dy) > value - 0.5 * rate * slope && rate > 1e-12 {
            rate *= 0.5;
        }
        (x, y) = (x - rate * dx, y - rate * dy);
    }
    unreachable!()
}

/// Newton's method. The system `H p = −g` is solved by conjugate gradients, which need the Hessian only as
/// its product with a direction: one `hvp` each, the matrix itself is never there.
fn newton((mut x, mut y): (f64, f64)) -> (usize, f64, f64) {
    for step in 0.. {
        let (value, (dx, dy)) = rosenbrock::value_and_grad(x, y);
        if dx.hypot(dy) < TOLERANCE {
            return (step, x, y);
        }
        let (mut p, mut r) = ((0.0, 0.0), (-dx, -dy));
        let mut d = r;
        for turn in 0..2 {
            let h = rosenbrock::hvp((x, y), d);
            let curvature = d.0 * h.0 + d.1 * h.1;
            if curvature <= 0.0 {
                // The function bends down this way: go along the gradient instead.
                if turn == 0 {
                    p = d;
                }
                break;
            }
            let rr = r.0 * r.0 + r.1 * r.1;
            let length = rr / curvature;
            p = (p.0 + length * d.0, p.1 + length * d.1);
            r = (r.0 - length * h.0, r.1 - length * h.1);
            let bend = (r.0 * r.0 + r.1 * r.1) / rr;
            d = (r.0 + bend * d.0, r.1 + bend * d.1);
        }
        let slope = p.0 * dx + p.1 * dy;
        let mut rate = 1.0;
        while rosenbrock(x + rate * p.0, y + rate * p.1) > value + 1e-4 * rate * slope && rate > 1e-12 {
            rate *= 0.5;
        }
        (x, y) = (x + rate * p.0, y + rate * p.1);
    }
    unreachable!()
}

fn main() {
    for (name, minimise) in [("gradient descent", descend as fn(_) -> _), ("newton", newton)] {
        let (steps, x, y) = minimise(START);
        println!("{name:>16}: {steps:5} steps to ({x:.9}, {y:.9})");
        assert!((x - 1.0).abs() < 1e-8 && (y - 1.0).abs() < 1e-8, "not the minimum");
    }
}
