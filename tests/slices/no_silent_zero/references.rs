//! References to locals, elements and parts.

use burtorch::differentiable;

use super::POINT;
use crate::cases::cases;

#[differentiable]
fn as_slice(x: &[f64]) -> f64 {
    let v = x.to_vec();
    let s = v.as_slice();
    s[0] * s[0]
}

#[differentiable]
fn iter_mut_zip(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut z = vec![1.0; x.len()];
    for (a, b) in y.iter_mut().zip(z.iter_mut()) {
        *b = *a * *a;
        *a = 2.0;
    }
    y[0] * z[1]
}

#[differentiable]
fn for_mut_ref(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for v in &mut y {
        *v *= *v;
    }
    y[0] * y[1]
}

#[differentiable]
fn for_mut_subslice(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    for v in &mut y[1..] {
        *v *= *v;
    }
    y[0] * y[1]
}

#[differentiable]
fn index_mut_ref(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let a = &mut y[1];
    *a *= *a;
    y[0] * y[1]
}

#[differentiable]
fn two_index_refs(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    {
        let a = &mut y[1];
        *a += 1.0;
    }
    let b = &y[1];
    b * y[0]
}

#[differentiable]
fn mut_ref_of_local(x: &[f64]) -> f64 {
    let mut a = x[0];
    {
        let b = &mut a;
        *b *= *b;
        *b += x[1];
    }
    a * 2.0
}

#[differentiable]
fn swap_slice_refs(x: &[f64]) -> f64 {
    let mut a = &x[..1];
    let mut b = &x[1..];
    for _ in 0..3 {
        let t = a;
        a = b;
        b = t;
    }
    a[0] * a[0] + b[0]
}

#[differentiable]
fn index_by_cast(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..2i32 {
        s += x[i as usize] * x[0];
    }
    s
}

#[differentiable]
fn index_of_index(x: &[f64], p: &[usize]) -> f64 {
    x[p[p[0]]] * x[p[0]]
}

#[differentiable]
fn if_expr_slice(x: &[f64], a: bool) -> f64 {
    let y = if a { &x[..2] } else { &x[1..3] };
    y[0] * y[1]
}

#[differentiable]
fn match_expr_slice(x: &[f64], a: u8) -> f64 {
    let y = match a {
        0 => x,
        1 => &x[1..],
        _ => &x[2..],
    };
    y[0] * y[1]
}

#[differentiable]
fn nested_index_expr(x: &[f64]) -> f64 {
    let a = [[x[0], x[1]], [x[2], x[3]]];
    let mut s = 0.0;
    for i in 0..2 {
        for j in 0..2 {
            s += a[i][j] * a[j][i];
        }
    }
    s
}

#[differentiable]
fn reborrow_mut(x: &[f64]) -> f64 {
    let mut a = x[0];
    let r = &mut a;
    {
        let s = &mut *r;
        *s *= x[1];
    }
    *r += 1.0;
    a * a
}

#[differentiable]
fn block_of_mut(x: &[f64]) -> f64 {
    let mut a = x[0];
    let p = { &mut a };
    *p *= 3.0;
    a * x[1]
}

#[differentiable]
fn row_mut(x: &[f64]) -> f64 {
    let mut m = [[x[0], x[1]], [x[2], x[3]]];
    let r = &mut m[1];
    r[0] = x[0] * x[0];
    m[1][0] * m[0][1]
}

#[differentiable]
fn row_mut_loop(x: &[f64]) -> f64 {
    let mut m = [[x[0], x[1]], [x[2], x[3]]];
    for r in m.iter_mut() {
        r[0] *= r[1];
    }
    m[1][0] * m[0][0]
}

#[differentiable]
fn row_mut_vec(x: &[f64]) -> f64 {
    let mut m = vec![[0.0; 2]; 3];
    for (i, r) in m.iter_mut().enumerate() {
        r[0] = x[i] * x[0];
        r[1] = r[0] * 2.0;
    }
    m[1][0] * m[2][1]
}

#[differentiable]
fn row_of_vec_ref(x: &[f64]) -> f64 {
    let mut m = vec![[0.0; 2]; 3];
    let r = &mut m[2];
    r[1] = x[1] * x[2];
    m[2][1] * x[0]
}

#[differentiable]
fn push_through_ref(x: &[f64]) -> f64 {
    let mut v = vec![x[0]];
    let r = &mut v;
    r.push(x[1] * x[1]);
    v[0] * v[1]
}

#[differentiable]
fn fold_mut_acc(x: &[f64]) -> f64 {
    x.iter().fold(1.0, |mut a, v| {
        a *= v + 1.0;
        a
    })
}

#[differentiable]
fn range_to_slice_inclusive(x: &[f64]) -> f64 {
    let y = &x[..=1];
    y[0] * y[1]
}

#[differentiable]
fn full_slice(x: &[f64]) -> f64 {
    let y = &x[..];
    y[0] * y[1]
}

#[differentiable]
fn index_expr_side(x: &[f64]) -> f64 {
    let mut i = 0;
    let mut s = 0.0;
    while i < x.len() {
        s += {
            i += 1;
            x[i - 1]
        } * x[0];
    }
    s
}

#[differentiable]
fn index_update_in_cond(x: &[f64]) -> f64 {
    let mut i = 0;
    let mut s = 0.0;
    while {
        i += 1;
        i < x.len()
    } {
        s += x[i] * x[0];
    }
    s
}

#[differentiable]
fn write_then_read_alias(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let t = a[0];
    a[0] = a[1] * 2.0;
    a[1] = t * a[0];
    a[0] * a[1]
}

#[differentiable]
fn read_before_fill(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let t = a[1];
    a.fill(1.0);
    t * t * a[0]
}

#[differentiable]
fn read_before_swap(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let t = a[1];
    a.swap(0, 1);
    t * t * a[1]
}

#[differentiable]
fn slice_view_before_write(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let s: f64 = a[1..].iter().sum();
    a[1] = 0.0;
    s * s * a[0] + a[1]
}

#[test]
fn work() {
    cases! {
        |x| as_slice(x);
        |x| iter_mut_zip(x);
        |x| for_mut_ref(x);
        |x| for_mut_subslice(x);
        |x| index_mut_ref(x);
        |x| two_index_refs(x);
        |x| mut_ref_of_local(x);
        |x| swap_slice_refs(x);
        |x| index_by_cast(x);
        |x| index_of_index(x, &[1, 2, 0, 3][..]), along (x);
        |x| if_expr_slice(x, true), along (x);
        |x| match_expr_slice(x, 1), along (x);
        |x| nested_index_expr(x);
        |x| reborrow_mut(x);
        |x| block_of_mut(x);
        |x| row_mut(x);
        |x| row_mut_loop(x);
        |x| row_mut_vec(x);
        |x| row_of_vec_ref(x);
        |x| push_through_ref(x);
        |x| fold_mut_acc(x);
        |x| range_to_slice_inclusive(x);
        |x| full_slice(x);
        |x| index_expr_side(x);
        |x| index_update_in_cond(x);
        |x| write_then_read_alias(x);
        |x| read_before_fill(x);
        |x| read_before_swap(x);
        |x| slice_view_before_write(x);
        at POINT
    }
}
