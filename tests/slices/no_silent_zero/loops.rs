//! Loops, jumps and conditions.

use burtorch::differentiable;

use super::POINT;
use crate::cases::cases;

#[differentiable]
fn wrapping_index(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * x[i.wrapping_sub(1).min(x.len() - 1)];
    }
    s
}

#[differentiable]
fn println(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        if s < -100.0 {
            println!("{v}");
        }
        s += v * v;
    }
    s
}

#[differentiable]
fn assert(x: &[f64]) -> f64 {
    assert!(x.len() > 1);
    assert_eq!(x.len(), 4);
    debug_assert!(x[0] < 10.0);
    x[0] * x[1]
}

#[differentiable]
fn panic_in_loop(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        if *v > 100.0 {
            panic!("too large");
        }
        s += v * v;
    }
    s
}

#[differentiable]
fn unreachable_else(x: &[f64]) -> f64 {
    match x.len() {
        4 => x[0] * x[1],
        _ => unreachable!(),
    }
}

#[differentiable]
fn loop_var_float_range(x: &[f64], n: usize) -> f64 {
    let h = x[0] / n as f64;
    let mut s = 0.0;
    for i in 0..n {
        let t = h * i as f64;
        s += t.sin() * h;
    }
    s * x[1]
}

#[differentiable]
fn while_float_counter(x: &[f64]) -> f64 {
    let mut t = 0.0;
    let mut s = x[0];
    while t < 1.0 {
        s += x[1] * s * 0.25;
        t += 0.25;
    }
    s
}

#[differentiable]
fn active_loop_exit(x: &[f64]) -> f64 {
    let mut s = x[0];
    while s < 2.0 {
        s += s * s + 0.5;
    }
    s * x[1]
}

#[differentiable]
fn neg_zero_loop(x: &[f64], n: isize) -> f64 {
    let mut s = 0.0;
    for i in -n..=n {
        s += x[0] * i as f64 * x[1] + x[2];
    }
    s * s
}

#[differentiable]
fn char_range(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for c in 'a'..='c' {
        s += x[0] * x[0] * (c as u32) as f64;
    }
    s
}

#[differentiable]
fn range_contains(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        if (1..3).contains(&i) {
            s += x[i] * x[i];
        }
    }
    s
}

#[differentiable]
fn bool_state(x: &[f64]) -> f64 {
    let mut seen = false;
    let mut s = 0.0;
    for v in x {
        if seen {
            s += v * v;
        }
        if *v < 0.0 {
            seen = true;
        }
    }
    s + x[0]
}

#[differentiable]
fn argmin_loop(x: &[f64]) -> f64 {
    let mut best = 0;
    for i in 1..x.len() {
        if x[i] < x[best] {
            best = i;
        }
    }
    x[best] * x[best]
}

#[differentiable]
fn mul_add_assign_ops(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for v in x {
        s *= v;
        s += 1.0;
        s -= v * 0.5;
        s /= 1.0 + v * v;
        s %= 7.0;
    }
    s
}

#[differentiable]
fn generic_from(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += v * f64::from(i as u32) * v;
    }
    s
}

#[differentiable]
fn range_incl_empty(x: &[f64]) -> f64 {
    let mut s = x[0] * x[1];
    for i in 3..=2 {
        s += x[i] * x[i];
    }
    s
}

#[differentiable]
fn range_full_incl(x: &[f64]) -> f64 {
    let mut s = x[0] * x[1];
    for i in 0..=x.len() - 1 {
        s += x[i] * x[i];
    }
    s
}

#[differentiable]
fn while_and_or(x: &[f64]) -> f64 {
    let mut i = 0;
    let mut s = 0.0;
    while i < x.len() && (x[i] > 0.0 || s < 1.0) {
        s += x[i] * x[i];
        i += 1;
    }
    s
}

#[differentiable]
fn while_with_call_cond(x: &[f64]) -> f64 {
    let g = |a: f64| a * a;
    let mut s = x[0] + 1.0;
    while g(s) < 30.0 {
        s *= 1.5;
    }
    s * x[1]
}

#[differentiable]
fn loop_nested_break_value(x: &[f64]) -> f64 {
    let a = 'o: loop {
        let mut i = 0;
        loop {
            if i == 2 {
                break 'o x[i] * x[0];
            }
            i += 1;
        }
    };
    a * a
}

#[differentiable]
fn break_value_tuple(x: &[f64]) -> f64 {
    let mut i = 0;
    let (a, b) = loop {
        i += 1;
        if x[i] > 0.0 {
            break (x[i], x[0] * 2.0);
        }
    };
    a * b
}

#[differentiable]
fn last_value_wins(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut t = 0.0;
    for v in x {
        t = s;
        s = v * v + t * 0.1;
    }
    s * t
}

#[differentiable]
fn carried_unused_then_used(x: &[f64]) -> f64 {
    let mut a = 1.0;
    let mut b = 2.0;
    for v in x {
        let c = a;
        a = b * v;
        b = c + v;
    }
    a * b
}

#[differentiable]
fn conditional_reset(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        if *v < 0.0 {
            s = 0.0;
        }
        s += v * v;
    }
    s
}

#[differentiable]
fn nan_guard(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        if v.is_nan() {
            continue;
        }
        if v.is_finite() {
            s += v * v;
        }
    }
    s
}

#[differentiable]
fn sign_guard(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        if v.is_sign_positive() {
            s += v * v;
        } else {
            s -= v;
        }
    }
    s
}

#[differentiable]
fn signum_floor(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v.signum() * v + v.floor() + v.fract();
    }
    s
}

#[differentiable]
fn float_as_bool_state(x: &[f64]) -> f64 {
    let mut prev = false;
    let mut s = 0.0;
    for v in x {
        let now = *v > 0.0;
        if now && !prev {
            s += v * v;
        }
        prev = now;
    }
    s
}

#[differentiable]
fn int_state_from_compare(x: &[f64]) -> f64 {
    let mut k = 0usize;
    for v in x {
        k += usize::from(*v > 0.0);
    }
    x[k] * x[k]
}

#[differentiable]
fn int_state_cast_bool(x: &[f64]) -> f64 {
    let mut k = 0usize;
    for v in x {
        k += (*v > 0.0) as usize;
    }
    x[k] * x[k]
}

#[differentiable]
fn compare_chain_let(x: &[f64]) -> f64 {
    let big = x[0] > x[1];
    let (lo, hi) = if big { (x[1], x[0]) } else { (x[0], x[1]) };
    hi * hi - lo
}

#[differentiable]
fn generic_ops_bool(x: &[f64]) -> f64 {
    let p = x[0] > 0.0;
    let q = x[1] > 0.0;
    if p ^ q {
        x[0] * x[1]
    } else if p & q {
        x[0]
    } else {
        x[1]
    }
}

#[differentiable]
fn empty_loop_body(x: &[f64]) -> f64 {
    for _ in 0..x.len() {}
    x[0] * x[1]
}

#[differentiable]
fn loop_only_breaks(x: &[f64]) -> f64 {
    loop {
        break;
    }
    x[0] * x[1]
}

#[differentiable]
fn for_ignored_item(x: &[f64]) -> f64 {
    let mut s = x[0];
    for (i, _) in x.iter().enumerate() {
        s += s * i as f64;
    }
    s * x[1]
}

#[test]
fn work() {
    cases! {
        |x| wrapping_index(x);
        |x| println(x);
        |x| assert(x);
        |x| panic_in_loop(x);
        |x| unreachable_else(x);
        |x| loop_var_float_range(x, 5), along (x);
        |x| while_float_counter(x);
        |x| active_loop_exit(x);
        |x| neg_zero_loop(x, 2), along (x);
        |x| char_range(x);
        |x| range_contains(x);
        |x| bool_state(x);
        |x| argmin_loop(x);
        |x| mul_add_assign_ops(x);
        |x| generic_from(x);
        |x| range_incl_empty(x);
        |x| range_full_incl(x);
        |x| while_and_or(x);
        |x| while_with_call_cond(x);
        |x| loop_nested_break_value(x);
        |x| break_value_tuple(x);
        |x| last_value_wins(x);
        |x| carried_unused_then_used(x);
        |x| conditional_reset(x);
        |x| nan_guard(x);
        |x| sign_guard(x);
        |x| signum_floor(x);
        |x| float_as_bool_state(x);
        |x| int_state_from_compare(x);
        |x| int_state_cast_bool(x);
        |x| compare_chain_let(x);
        |x| generic_ops_bool(x);
        |x| empty_loop_body(x);
        |x| loop_only_breaks(x);
        |x| for_ignored_item(x);
        at POINT
    }
}
