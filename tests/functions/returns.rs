//! Early `return`, nested, among shadowed names, in `let` and `match`.

use crate::check::{scalar, several};
use burtorch::differentiable;

#[differentiable]
fn early(x: f64, y: f64) -> f64 {
    if x < 0.0 {
        return y * y;
    }
    let a = x * y;
    if a > 1.0 {
        let x = a * 2.0;
        if x > 4.0 {
            return x * y;
        }
    }
    // Here `x` is the argument again.
    x + a
}

#[differentiable]
fn early_and_assigned(x: f64, y: f64) -> f64 {
    let mut a = x;
    if x < y {
        a = y * 2.0;
        if y > 1.0 {
            return a * x;
        }
        a += x;
    } else {
        a *= a;
    }
    a * y
}

#[differentiable]
fn return_in_let(x: f64, yes: bool) -> f64 {
    let y = if yes { return 1.0 * x } else { 2.0 };
    x * x * y
}

#[differentiable]
fn return_in_match(x: f64, n: i32) -> f64 {
    let k = match n {
        0 => return x.sin(),
        1 => {
            let x = x * 2.0;
            x
        }
        n => {
            if x > 1.0 {
                return x * f64::from(n);
            }
            x * x
        }
    };
    k * x
}

#[differentiable]
fn return_in_block(x: f64) -> f64 {
    let y = {
        let x = x * 3.0;
        if x > 3.0 {
            return x;
        }
        let y = x * x;
        y + 1.0
    };
    y * x
}

#[differentiable]
fn return_in_both(x: f64) -> f64 {
    if x > 0.0 {
        return x * x;
    } else {
        return x.sin();
    }
}

#[differentiable]
fn returns_deep(x: f64, y: f64, n: i32) -> f64 {
    let mut a = x;
    if n > 0 {
        a *= y;
        if n > 1 {
            let a = a * 3.0;
            if n > 2 {
                let a = a.sin();
                if n > 3 {
                    return a * y;
                }
            }
            if n == 2 {
                return a;
            }
        }
        a += 1.0;
    }
    let y = a * y;
    if y > 100.0 {
        return 0.0;
    }
    y * a
}

#[differentiable]
fn returns_an_array(x: [f64; 2], n: usize) -> [f64; 2] {
    if n == 0 {
        return x;
    }
    let mut a = x;
    a[0] *= x[1];
    if n == 1 {
        return a;
    }
    [a[1], a[0] * a[0]]
}

#[differentiable]
fn decided_by_a_generic<const N: usize>(x: f64) -> f64 {
    if N == 0 {
        return x;
    }
    if N > 2 { x * x } else { x.sin() }
}

#[test]
fn returns() {
    scalar!(|x| early(x[0], x[1]); at [0.7, 1.2], [-0.7, 1.2], [1.5, 1.2], [3.0, 1.2]);
    scalar!(|x| early_and_assigned(x[0], x[1]); at [0.7, 1.2], [-0.7, 0.2], [1.5, 1.2]);
    for yes in [true, false] {
        scalar!(|x| return_in_let(x[0], yes); along (x[0]); at [0.7]);
    }
    for n in 0..3 {
        scalar!(|x| return_in_match(x[0], n); along (x[0]); at [0.7], [1.7]);
    }
    scalar!(|x| return_in_block(x[0]); at [0.7], [1.7]);
    scalar!(|x| return_in_both(x[0]); at [0.7], [-0.7]);
    for n in 0..5 {
        scalar!(|x| returns_deep(x[0], x[1], n); along (x[0], x[1]); at [0.7, 1.2], [20.0, 3.0]);
    }
    for n in 0..3 {
        several!(|x, y| returns_an_array([x[0], x[1]], n) -> [y[0], y[1]]; along ([x[0], x[1]]); at [0.7, 1.2]);
    }
    assert_eq!(decided_by_a_generic::grad::<0>(3.0).to_bits(), 1.0_f64.to_bits());
    assert_eq!(decided_by_a_generic::grad::<3>(3.0).to_bits(), 6.0_f64.to_bits());
    assert_eq!(decided_by_a_generic::grad::<1>(3.0).to_bits(), decided_by_a_generic::jvp::<1>(3.0, 1.0).1.to_bits());
    assert_eq!(decided_by_a_generic::<3>(3.0).to_bits(), 9.0_f64.to_bits());
}
