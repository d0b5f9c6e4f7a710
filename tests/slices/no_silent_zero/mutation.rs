//! `&mut` slices, changed element by element, in branches, by other functions.
//!
//! The whole point is the state: what it is at the end is the result.

use burtorch::differentiable;

use super::POINT;
use crate::cases::in_place;

#[differentiable]
fn scale(y: &mut [f64]) {
    for v in y.iter_mut() {
        *v = *v * *v + 0.5;
    }
}

#[differentiable]
fn norm(y: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in y {
        s += v * v;
    }
    s
}

#[differentiable]
fn set_const(y: &mut [f64]) {
    y[0] = 1.0;
}

#[differentiable]
fn scale_one(y: &mut [f64]) {
    y[0] *= 3.0;
}

#[differentiable]
fn scale_one_idx(y: &mut [f64]) {
    let i = y.len() - 1;
    y[i] *= 3.0;
}

#[differentiable]
fn copy_elem(y: &mut [f64]) {
    y[0] = y[1];
}

#[differentiable]
fn product_elem(y: &mut [f64]) {
    y[0] = y[1] * y[2];
}

#[differentiable]
fn swap_elems(y: &mut [f64]) {
    let t = y[0];
    y[0] = y[1];
    y[1] = t;
}

#[differentiable]
fn swap_method(y: &mut [f64]) {
    y.swap(0, 1);
    y[0] *= 2.0;
}

#[differentiable]
fn two_writes(y: &mut [f64]) {
    y[0] = y[1] * 2.0;
    y[1] = y[0] * y[0];
}

#[differentiable]
fn same_twice(y: &mut [f64]) {
    y[0] *= y[0];
    y[0] *= y[1];
}

#[differentiable]
fn add_assign(y: &mut [f64]) {
    y[0] += y[1] * y[2];
    y[1] -= y[0];
}

#[differentiable]
fn if_scale(y: &mut [f64]) {
    if y[0] > 0.0 {
        y[0] *= 3.0;
    }
}

#[differentiable]
fn if_else(y: &mut [f64]) {
    if y[0] > 0.0 {
        y[0] *= 3.0;
    } else {
        y[1] = 2.0;
    }
    y[2] *= y[0];
}

#[differentiable]
fn if_return(y: &mut [f64]) {
    if y[0] < 0.0 {
        return;
    }
    y[0] *= 3.0;
}

#[differentiable]
fn for_all(y: &mut [f64]) {
    for i in 0..y.len() {
        y[i] *= y[0];
    }
}

#[differentiable]
fn for_back(y: &mut [f64]) {
    for i in (0..y.len()).rev() {
        y[i] *= y[0];
    }
}

#[differentiable]
fn for_if(y: &mut [f64]) {
    for i in 0..y.len() {
        if y[i] > 0.5 {
            y[i] = y[i].sin();
        } else {
            y[0] += y[i];
        }
    }
}

#[differentiable]
fn for_if_return(y: &mut [f64]) {
    for i in 0..y.len() {
        if y[i] < 0.0 {
            return;
        }
        y[i] *= 3.0;
    }
    y[0] *= 2.0;
}

#[differentiable]
fn for_break(y: &mut [f64]) {
    for i in 0..y.len() {
        if y[i] < 0.0 {
            break;
        }
        y[i] *= 3.0;
    }
    y[0] *= y[1];
}

#[differentiable]
fn while_loop(y: &mut [f64]) {
    let mut k = 0;
    while y[0] < 1.0 && k < 9 {
        y[0] += y[2] * y[3];
        k += 1;
    }
    y[1] *= y[0];
}

#[differentiable]
fn fill_some(y: &mut [f64]) {
    let a = y[1] * y[1];
    y.fill(a);
}

#[differentiable]
fn fill_then_set(y: &mut [f64]) {
    let a = y[1] * y[1];
    y.fill(a);
    y[0] *= 2.0;
}

#[differentiable]
fn copy_from(y: &mut [f64]) {
    let t = y.to_vec();
    y[0] *= 2.0;
    let n = y.len();
    for i in 0..n {
        y[i] += t[n - 1 - i];
    }
}

#[differentiable]
fn copy_from_slice(y: &mut [f64]) {
    let mut t = y.to_vec();
    t[0] *= t[1];
    y.copy_from_slice(&t);
}

#[differentiable]
fn subslice(y: &mut [f64]) {
    let r = &mut y[1..3];
    r[0] *= r[1];
    r[1] += 1.0;
}

#[differentiable]
fn subslice_shadow(y: &mut [f64]) {
    let y = &mut y[1..];
    y[0] *= y[1];
}

#[differentiable]
fn call_sub(y: &mut [f64]) {
    scale(&mut y[1..3]);
    y[0] *= y[1];
}

#[differentiable]
fn call_value(y: &mut [f64]) {
    let s = norm(y);
    y[0] = s * y[1];
}

#[differentiable]
fn closure_change(y: &mut [f64]) {
    let mut g = |i: usize| y[i] *= 3.0;
    g(0);
    g(2);
}

#[differentiable]
fn iter_mut(y: &mut [f64]) {
    for v in y.iter_mut() {
        *v = *v * *v;
    }
}

#[differentiable]
fn iter_mut_skip(y: &mut [f64]) {
    for v in y.iter_mut().skip(1) {
        *v = *v * *v;
    }
}

#[differentiable]
fn iter_mut_enum(y: &mut [f64]) {
    for (i, v) in y.iter_mut().enumerate() {
        if i != 1 {
            *v = *v * i as f64;
        }
    }
}

#[differentiable]
fn chunks(y: &mut [f64]) {
    for c in y.chunks_exact_mut(2) {
        c[0] *= c[1];
    }
}

#[differentiable]
fn zip_mut(y: &mut [f64]) {
    let k = y.to_vec();
    for (v, w) in y.iter_mut().zip(&k[1..]) {
        *v *= w;
    }
}

#[differentiable]
fn local_vec_mix(y: &mut [f64]) {
    let mut a = vec![0.0; y.len()];
    for i in 0..y.len() {
        a[i] = y[i] * y[0];
        y[i] = a[i] + 1.0;
    }
    y[0] = a[1] * a[2];
}

#[differentiable]
fn nested_loops(y: &mut [f64]) {
    let n = y.len();
    for i in 0..n {
        for j in 0..i {
            y[i] += y[j] * 0.5;
            y[j] *= 0.9;
        }
    }
}

#[differentiable]
fn gauss_seidel(y: &mut [f64]) {
    for _ in 0..3 {
        for i in 1..y.len() - 1 {
            y[i] = 0.5 * (y[i - 1] + y[i + 1]) + y[i] * y[i];
        }
    }
}

#[differentiable]
fn recursive(y: &mut [f64]) {
    if y.len() < 2 {
        return;
    }
    y[0] *= y[1];
    recursive(&mut y[1..]);
}

#[differentiable]
fn max_in_place(y: &mut [f64]) {
    for i in 1..y.len() {
        y[i] = y[i].max(y[i - 1]);
    }
}

#[differentiable]
fn index_dependent(y: &mut [f64]) {
    let n = y.len();
    for i in 0..n {
        let j = (i * 3 + 1) % n;
        y[j] += y[i] * y[i];
    }
}

#[differentiable]
fn cond_on_written(y: &mut [f64]) {
    y[0] *= 2.0;
    if y[0] > 0.5 {
        y[1] = y[0];
    } else {
        y[2] = y[0];
    }
}

#[differentiable]
fn match_arms(y: &mut [f64]) {
    for i in 0..y.len() {
        match i {
            0 => y[i] *= 2.0,
            1 | 2 => y[i] += y[0],
            _ => y[0] = y[i],
        }
    }
}

#[differentiable]
fn let_then_overwrite(y: &mut [f64]) {
    let a = y[0];
    let b = a * a;
    y[0] = 5.0;
    y[1] = b * y[1] + a;
}

#[test]
fn work() {
    in_place! { set_const scale_one scale_one_idx copy_elem product_elem swap_elems swap_method two_writes same_twice add_assign if_scale if_else if_return for_all for_back for_if for_if_return for_break while_loop fill_some fill_then_set copy_from copy_from_slice subslice subslice_shadow call_sub call_value closure_change iter_mut iter_mut_skip iter_mut_enum chunks zip_mut local_vec_mix nested_loops gauss_seidel recursive max_in_place index_dependent cond_on_written match_arms let_then_overwrite; at POINT }
}
