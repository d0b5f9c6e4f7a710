//! Names, copies and moves.

use burtorch::differentiable;

use super::POINT;
use crate::cases::cases;

#[differentiable]
fn shadowing(x: &[f64]) -> f64 {
    let y = x[0];
    let y = y * y;
    {
        let y = y.sin();
        let _ = y;
    }
    let y = y * x[1];
    y
}

#[differentiable]
fn shadowing_in_loop(x: &[f64]) -> f64 {
    let s = 1.0;
    let mut t = 0.0;
    for v in x {
        let s = s * v;
        t += s * s;
    }
    t * s
}

#[differentiable]
fn shadow_slice(x: &[f64]) -> f64 {
    let x = &x[1..];
    let x = &x[..1];
    x[0] * x[0]
}

#[differentiable]
fn shadow_arg(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for x in x {
        s += x * x;
    }
    s * x[0]
}

#[differentiable]
fn swap_destructuring(x: &[f64]) -> f64 {
    let mut a = x[0];
    let mut b = x[1];
    (a, b) = (b, a * b);
    a * b
}

#[differentiable]
fn compound_destructuring(x: &[f64]) -> f64 {
    let mut y = [0.0; 2];
    [y[0], y[1]] = [x[1] * x[1], x[0]];
    y[0] + y[1] * y[1]
}

#[differentiable]
fn const_fn_index(x: &[f64]) -> f64 {
    const K: usize = 1;
    x[K] * x[K - 1]
}

#[differentiable]
fn trailing_unit_if(x: &[f64]) -> f64 {
    let mut s = 0.0;
    if x.len() > 2 {
        s = x[0] * x[1];
    };
    s
}

#[differentiable]
fn let_later(x: &[f64]) -> f64 {
    let s;
    if x.len() > 2 {
        s = x[0] * x[1];
    } else {
        s = x[0];
    }
    s * s
}

#[differentiable]
fn let_later_vec(x: &[f64]) -> f64 {
    let y;
    if x.len() > 2 {
        y = x.to_vec();
    } else {
        y = vec![1.0];
    }
    y[0] * y[0]
}

#[differentiable]
fn return_in_tail(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v * v;
    }
    return s;
}

#[differentiable]
fn block_expr_mut(x: &[f64]) -> f64 {
    let y = {
        let mut y = x.to_vec();
        y[0] *= y[1];
        y
    };
    y[0] * y[2]
}

#[differentiable]
fn const_generic_call(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += std::f64::consts::PI * v.powf(2.0) + f64::EPSILON;
    }
    s
}

#[differentiable]
fn ref_pattern(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, &v) in x.iter().enumerate() {
        s += v * v * i as f64;
    }
    s
}

#[differentiable]
fn method_on_deref(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += (*v).max(0.1) + v.clamp(-1.0, 1.0) + v.min(2.0);
    }
    s
}

#[differentiable]
fn partial_assign_after_move(x: &[f64]) -> f64 {
    let y = x.to_vec();
    let mut z = y;
    z[0] *= z[1];
    z[0] * z[2]
}

#[differentiable]
fn vec_moved_in_loop(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for _ in 0..2 {
        let mut z = y;
        z[0] *= z[1];
        y = z;
    }
    y[0]
}

#[differentiable]
fn deref_mut_index(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    (*v)[0] = x[1] * x[1];
    v[0]
}

#[differentiable]
fn vec_shadow_in_loop(x: &[f64]) -> f64 {
    let v = x.to_vec();
    let mut s = 0.0;
    for i in 0..2 {
        let mut v = v.clone();
        v[i] *= v[1];
        s += v[0] * v[i];
    }
    s * v[0]
}

#[differentiable]
fn array_copy_semantics(x: &[f64]) -> f64 {
    let mut a = [x[0], x[1]];
    let b = a;
    a[0] = 5.0;
    a[1] *= b[0];
    a[0] * a[1] + b[0] * b[1]
}

#[differentiable]
fn array_copy_in_loop(x: &[f64]) -> f64 {
    let mut a = [x[0], x[1]];
    let mut s = 0.0;
    for i in 0..x.len() {
        let b = a;
        a[i % 2] *= b[(i + 1) % 2] + 1.0;
        s += b[0] * a[1];
    }
    s
}

#[differentiable]
fn swap_elements_destructure(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    (a[0], a[1]) = (a[1], a[0] * 2.0);
    a[0] * a[1] * a[0]
}

#[differentiable]
fn read_before_copy(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let t = a[1];
    let b = vec![2.0; x.len()];
    a.copy_from_slice(&b);
    t * t * a[0]
}

#[differentiable]
fn dead_store(x: &[f64]) -> f64 {
    let mut a = x[0] * x[1];
    a = x[2];
    a * a
}

#[differentiable]
fn const_cond_loop(x: &[f64]) -> f64 {
    const ON: bool = true;
    let mut s = 0.0;
    for v in x {
        if ON {
            s += v * v;
        }
    }
    s
}

#[differentiable]
fn const_array_index_active(x: &[f64]) -> f64 {
    const W: [f64; 4] = [1.0, 2.0, 3.0, 4.0];
    let mut s = 0.0;
    for i in 0..4 {
        s += W[i] * x[i] * x[3 - i];
    }
    s
}

#[differentiable]
fn local_static(x: &[f64]) -> f64 {
    static W: [f64; 2] = [1.0, 2.0];
    let mut s = 0.0;
    for (a, b) in x.iter().zip(W.iter()) {
        s += a * b * a;
    }
    s
}

#[differentiable]
fn inactive_vec_then_active(x: &[f64]) -> f64 {
    let mut v = vec![1.0; x.len()];
    let mut s = 0.0;
    for i in 0..x.len() {
        s += v[i] * x[i];
        v[i] = x[i];
    }
    for a in &v {
        s += a * a;
    }
    s
}

#[differentiable]
fn inactive_scalar_then_active(x: &[f64]) -> f64 {
    let mut w = 1.0;
    let mut s = 0.0;
    for v in x {
        s += w * v;
        w = *v;
    }
    s * w
}

#[differentiable]
fn clone_of_ref(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        let w = v.clone();
        s += w * w;
    }
    s
}

#[differentiable]
fn deref_twice(x: &[f64]) -> f64 {
    let r = &x;
    let mut s = 0.0;
    for v in r.iter() {
        let p = &v;
        s += **p * **p;
    }
    s
}

#[test]
fn work() {
    cases! {
        |x| shadowing(x);
        |x| shadowing_in_loop(x);
        |x| shadow_slice(x);
        |x| shadow_arg(x);
        |x| swap_destructuring(x);
        |x| compound_destructuring(x);
        |x| const_fn_index(x);
        |x| trailing_unit_if(x);
        |x| let_later(x);
        |x| let_later_vec(x);
        |x| return_in_tail(x);
        |x| block_expr_mut(x);
        |x| const_generic_call(x);
        |x| ref_pattern(x);
        |x| method_on_deref(x);
        |x| partial_assign_after_move(x);
        |x| vec_moved_in_loop(x);
        |x| deref_mut_index(x);
        |x| vec_shadow_in_loop(x);
        |x| array_copy_semantics(x);
        |x| array_copy_in_loop(x);
        |x| swap_elements_destructure(x);
        |x| read_before_copy(x);
        |x| dead_store(x);
        |x| const_cond_loop(x);
        |x| const_array_index_active(x);
        |x| local_static(x);
        |x| inactive_vec_then_active(x);
        |x| inactive_scalar_then_active(x);
        |x| clone_of_ref(x);
        |x| deref_twice(x);
        at POINT
    }
}
