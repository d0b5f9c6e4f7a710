//! Vectors and arrays that are changed in branches and loops.

use burtorch::differentiable;

use super::POINT;
use crate::cases::cases;

#[differentiable]
fn for_vec_by_value(x: &[f64]) -> f64 {
    let a = x.to_vec();
    let mut s = 0.0;
    for v in a {
        s += v * v;
    }
    s
}

#[differentiable]
fn to_owned(x: &[f64]) -> f64 {
    let v = x.to_owned();
    v[0] * v[0]
}

#[differentiable]
fn vec_of_bools(x: &[f64]) -> f64 {
    let mut seen = vec![false; x.len()];
    seen[1] = true;
    let mut s = 0.0;
    for i in 0..x.len() {
        if seen[i] {
            s += x[i] * x[i];
        }
    }
    s
}

#[differentiable]
fn slice_method_len_chain(x: &[f64]) -> f64 {
    let n = x[1..].len();
    x[n] * x[n]
}

#[differentiable]
fn continue_before_push(x: &[f64]) -> f64 {
    let mut v = vec![];
    for a in x {
        if *a < 0.0 {
            continue;
        }
        v.push(a * a);
    }
    v[0] * v[1] * v[2]
}

#[differentiable]
fn push_vec_new_typed_branch(x: &[f64]) -> f64 {
    let mut v: Vec<f64> = Vec::new();
    for a in x {
        if *a > 0.0 {
            v.push(a * a);
        }
    }
    v[0] * v[1]
}

#[differentiable]
fn push_vec_macro_empty(x: &[f64]) -> f64 {
    let mut v = vec![];
    for a in x {
        v.push(a * a);
    }
    v[0] * v[1]
}

#[differentiable]
fn push_then_len(x: &[f64]) -> f64 {
    let mut v = vec![1.0];
    while v.len() < 4 {
        v.push(x[v.len() - 1] * v[v.len() - 1]);
    }
    v[3] * v[2]
}

#[differentiable]
fn push_return(x: &[f64]) -> f64 {
    let mut v = vec![1.0];
    for a in x {
        v.push(*a);
        if v.len() > 3 {
            return v[2] * v[3];
        }
    }
    v[0]
}

#[differentiable]
fn vec_reassign_in_if(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    if x[0] > 0.0 {
        v = vec![x[1], x[2] * x[3]];
    }
    v[0] * v[1]
}

#[differentiable]
fn vec_tuple_state(x: &[f64]) -> f64 {
    let mut st = (x.to_vec(), 1.0);
    st.0[0] *= st.0[1];
    st.1 += st.0[0];
    st.1 * st.0[2]
}

#[differentiable]
fn vec_array_state(x: &[f64]) -> f64 {
    let mut a = [0.0; 3];
    for (i, v) in x.iter().enumerate() {
        a[i % 3] += v * v;
        a[(i + 1) % 3] *= v;
    }
    a[0] * a[1] + a[2]
}

#[differentiable]
fn array_local_runtime_loop(x: &[f64]) -> f64 {
    let n = x.len();
    let mut a = [1.0; 8];
    for i in 0..n {
        a[i + 1] = a[i] * x[i];
    }
    a[n] + a[2]
}

#[differentiable]
fn array_compare_swap(x: &[f64]) -> f64 {
    let mut a = [x[0], x[1], x[2]];
    for i in 0..3 {
        for j in 0..2 {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
        if i > 5 {
            break;
        }
    }
    a[0] * a[1] * a[1] * a[2]
}

#[differentiable]
fn bubble_sort_vec(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let n = a.len();
    for i in 0..n {
        for j in 0..n - 1 - i {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
    let mut s = 0.0;
    for i in 0..n {
        s += a[i] * a[i] * i as f64;
    }
    s
}

#[differentiable]
fn bubble_temp(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let n = a.len();
    for i in 0..n {
        for j in 0..n - 1 - i {
            if a[j] > a[j + 1] {
                let t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
        }
    }
    let mut s = 0.0;
    for i in 0..n {
        s += a[i] * a[i] * i as f64;
    }
    s
}

#[differentiable]
fn overwrite_read_in_result(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let t = a[0];
    a[0] = 0.0;
    t * t + a[0]
}

#[differentiable]
fn nested_branch_writes(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    for i in 0..a.len() {
        if a[i] > 0.0 {
            if i % 2 == 0 {
                a[i] *= a[i];
            } else {
                a[0] += a[i];
            }
        } else {
            a[i] = 0.5;
        }
    }
    a[0] * a[1] + a[2] * a[3]
}

#[differentiable]
fn write_in_both_arms(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    if x[0] > 0.0 {
        a[0] = x[1] * x[1];
    } else {
        a[1] = x[0];
    }
    a[0] * a[1]
}

#[differentiable]
fn write_in_match(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    for i in 0..a.len() {
        match i % 3 {
            0 => a[i] *= 2.0,
            1 => {
                a[i] += a[0];
                a[0] = 1.0;
            }
            _ => {}
        }
    }
    a[0] * a[1] + a[2] * a[3]
}

#[differentiable]
fn running_overwritten_scalar(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s = v * v;
    }
    s
}

#[differentiable]
fn len_in_loop_bound_changes(x: &[f64]) -> f64 {
    let mut v = vec![x[0]];
    for i in 0..3 {
        for j in 0..v.len() {
            let a = v[j] * x[i];
            if j == 0 {
                v[0] = a + 1.0;
            }
        }
        v.push(x[i]);
    }
    v[0] * v[1] * v[2]
}

#[differentiable]
fn triangular_alloc(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let mut row = vec![0.0; i + 1];
        for j in 0..=i {
            row[j] = x[i] * x[j];
        }
        s += row[0] * row[i];
    }
    s
}

#[differentiable]
fn return_vec_elem_in_loop(x: &[f64]) -> f64 {
    let v = x.to_vec();
    for i in 0..v.len() {
        if v[i] < 0.0 {
            return v[i] * v[0];
        }
    }
    0.0
}

#[differentiable]
fn to_vec_of_sub(x: &[f64]) -> f64 {
    let v = x[1..3].to_vec();
    v[0] * v[1]
}

#[differentiable]
fn vec_of_slice_expr(x: &[f64]) -> f64 {
    let mut v = x[1..].to_vec();
    v[0] *= v[1];
    v.swap(0, 2);
    v[0] * v[2]
}

#[test]
fn work() {
    cases! {
        |x| for_vec_by_value(x);
        |x| to_owned(x);
        |x| vec_of_bools(x);
        |x| slice_method_len_chain(x);
        |x| continue_before_push(x);
        |x| push_vec_new_typed_branch(x);
        |x| push_vec_macro_empty(x);
        |x| push_then_len(x);
        |x| push_return(x);
        |x| vec_reassign_in_if(x);
        |x| vec_tuple_state(x);
        |x| vec_array_state(x);
        |x| array_local_runtime_loop(x);
        |x| array_compare_swap(x);
        |x| bubble_sort_vec(x);
        |x| bubble_temp(x);
        |x| overwrite_read_in_result(x);
        |x| nested_branch_writes(x);
        |x| write_in_both_arms(x);
        |x| write_in_match(x);
        |x| running_overwritten_scalar(x);
        |x| len_in_loop_bound_changes(x);
        |x| triangular_alloc(x);
        |x| return_vec_elem_in_loop(x);
        |x| to_vec_of_sub(x);
        |x| vec_of_slice_expr(x);
        at POINT
    }
}
