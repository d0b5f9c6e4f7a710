// Loops that yield values by `break`, also out of each other.
use burtorch::differentiable;
#[differentiable]
fn brk_value(x: f64) -> f64 {
    let mut k = 0;
    let v = 'outer: loop {
        let mut y = x;
        let w = loop {
            y *= 1.5;
            k += 1;
            if y > 3.0 {
                break y * x;
            }
            if k > 20 {
                break 'outer -x;
            }
        };
        if w > 2.0 {
            break w.ln();
        }
        if k > 7 {
            break 'outer x * x;
        }
    };
    v * x
}
fn main() {
    for v in [0.1, 0.5, 1.1, 2.9] {
        check::grad("brk", &[v], |x| brk_value(x[0]), |x| brk_value::grad(x[0]));
    }
}
