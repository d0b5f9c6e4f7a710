//! With a scratch that has seen the sizes before, derivatives of functions over slices do not allocate.

#![allow(clippy::needless_range_loop, reason = "loops over indices are part of what is differentiated")]
#![allow(clippy::cast_precision_loss, reason = "the numbers are small")]

use burtorch::{Scratch, differentiable};
use counting::{allocations, bytes};

#[path = "common/allocations.rs"]
mod counting;

#[differentiable]
fn straight(x: &[f64]) -> f64 {
    x[0] * x[1] + x[2].sin()
}

#[differentiable]
fn nested_loops(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut row = x[i];
        for j in 0..i {
            row = (row * x[j]).sin() + row;
        }
        sum += row * row;
    }
    sum
}

#[differentiable]
fn while_loop(x: &[f64]) -> f64 {
    let mut sum = 0.3;
    for v in x {
        let mut w = v * v + 1.0;
        while w > 0.25 {
            w *= 0.5;
            sum = (sum + w * v).sin();
        }
    }
    sum
}

#[differentiable]
fn jumps(x: &[f64]) -> f64 {
    let mut product = 1.0;
    'outer: for i in 0..x.len() {
        for j in i..x.len() {
            if x[j] > 1.0 {
                continue 'outer;
            }
            product *= 1.0 + x[j] * x[i];
            if product > 50.0 {
                return product.ln();
            }
        }
        product += x[i];
    }
    product
}

#[differentiable]
fn local_vectors(x: &[f64]) -> f64 {
    let mut current = x.to_vec();
    for _ in 0..4 {
        let mut next = vec![0.0; x.len()];
        for i in 0..x.len() {
            next[i] = current[i] * 0.5 + current[(i + 1) % x.len()].sin();
        }
        current = next;
    }
    current.iter().map(|v| v * v).sum()
}

#[differentiable(vector)]
fn vector_code(x: &[f64]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i].tanh();
    }
    y.iter().zip(x).map(|(y, x)| y * x.exp()).sum::<f64>()
}

#[differentiable]
fn growing_vector(x: &[f64]) -> f64 {
    let mut v = vec![1.0];
    for a in x {
        let last = v[v.len() - 1];
        v.push(last * a + 0.3);
    }
    v.iter().map(|a| a.sin()).sum()
}

#[differentiable]
fn in_place(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    for _ in 0..3 {
        for i in 1..v.len() {
            v[i] += v[i - 1] * v[i];
        }
        v.swap(0, 1);
    }
    v.iter().sum()
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v.sin()).sum()
}

#[differentiable]
fn calls(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut total = 0.0;
    for k in 0..3 {
        let s = norm(&v) + norm(&x[k..]);
        for i in 0..v.len() {
            v[i] = v[i] * 0.5 + s * x[i] * 0.1;
        }
        total += s;
    }
    total
}

#[differentiable]
fn closures(x: &[f64]) -> f64 {
    let n = x.len();
    let f = |a: &[f64], out: &mut [f64]| {
        for i in 0..n {
            out[i] += a[i].sin() * a[0];
        }
    };
    let mut k = vec![0.0; n];
    for _ in 0..3 {
        f(x, &mut k);
    }
    k.iter().zip(x).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn recursion(x: &[f64]) -> f64 {
    if x.len() < 2 {
        return x[0].sin();
    }
    let half = x.len() / 2;
    recursion(&x[..half]) * 2.0 + recursion(&x[half..]) * x[0]
}

#[differentiable]
fn settle(y: &mut [f64], x: &[f64]) -> f64 {
    let mut work = 0.0;
    for i in 1..y.len() {
        let d = y[i] - y[i - 1] * x[i];
        y[i] -= 0.5 * d;
        work += d * d;
    }
    work
}

#[differentiable]
fn helpers(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut work = 0.0;
    for _ in 0..3 {
        work += settle(&mut y, x);
    }
    work + y.iter().sum::<f64>()
}

fn point(len: usize) -> Vec<f64> {
    (0..len).map(|i| 0.9 * (i as f64 * 0.7).sin()).collect()
}

/// Asserts that the second call of each form does not allocate, nor the second round of all forms with one scratch.
macro_rules! second_call {
    ($($f:ident $(without $second:ident)?;)*) => {$({
        let (x, v) = (point(12), point(12));
        let mut gradient = vec![0.0; 12];
        let grad = |gradient: &mut [f64], scratch: &mut Scratch| {
            $f::grad_into(&x, gradient, scratch);
        };
        let vjp = |gradient: &mut [f64], scratch: &mut Scratch| {
            $f::vjp_into(&x, 0.5, gradient, scratch);
        };
        let jvp = |_: &mut [f64], scratch: &mut Scratch| {
            let _ = $f::jvp_with(&x, &v, scratch);
        };
        let hvp = |_gradient: &mut [f64], _scratch: &mut Scratch| second_call!(@ $f x v _gradient _scratch $($second)?);
        let forms: [(&str, &dyn Fn(&mut [f64], &mut Scratch)); 4] =
            [("grad_into", &grad), ("vjp_into", &vjp), ("jvp_with", &jvp), ("hvp_into", &hvp)];
        let mut shared = Scratch::new();
        for (name, form) in forms {
            let mut scratch = Scratch::new();
            form(&mut gradient, &mut scratch);
            let count = allocations(|| form(&mut gradient, &mut scratch));
            assert_eq!(count, 0, "{}::{name}", stringify!($f));
        }
        for round in 0..3 {
            for (name, form) in forms {
                let count = allocations(|| form(&mut gradient, &mut shared));
                assert!(round == 0 || count == 0, "{}::{name} allocates {count} times in round {round}", stringify!($f));
            }
        }
    })*};
    (@ $f:ident $x:ident $v:ident $gradient:ident $scratch:ident) => { $f::hvp_into(&$x, &$v, $gradient, $scratch) };
    (@ $f:ident $x:ident $v:ident $gradient:ident $scratch:ident $second:ident) => { () };
}

#[test]
fn the_second_call_does_not_allocate() {
    second_call! {
        straight;
        vector_code;
        nested_loops;
        while_loop;
        jumps;
        local_vectors;
        growing_vector;
        in_place;
        norm;
        calls;
        closures;
        recursion;
        helpers without hvp_into;
    }
}

#[test]
fn smaller_sizes_fit_as_well() {
    let mut scratch = Scratch::new();
    let mut gradient = vec![0.0; 12];
    local_vectors::grad_into(&point(12), &mut gradient, &mut scratch);
    nested_loops::grad_into(&point(12), &mut gradient, &mut scratch);
    for len in 1..12 {
        let x = point(len);
        assert_eq!(allocations(|| local_vectors::grad_into(&x, &mut gradient[..len], &mut scratch)), 0);
        assert_eq!(allocations(|| nested_loops::grad_into(&x, &mut gradient[..len], &mut scratch)), 0);
    }
}

#[test]
fn changed_arguments_do_not_allocate() {
    let mut scratch = Scratch::new();
    let x = point(12);
    let mut gradients = (vec![0.0; 12], vec![0.0; 12]);
    for round in 0..3 {
        let mut y = point(12);
        let count =
            allocations(|| settle::vjp_into((&mut y, &x), 1.0, (&mut gradients.0, &mut gradients.1), &mut scratch));
        assert!(round == 0 || count == 0, "vjp_into allocates {count} times");
        let (mut y, mut t) = (point(12), point(12));
        let count = allocations(|| settle::jvp_with((&mut y, &x), (&mut t, &x), &mut scratch));
        assert!(round == 0 || count == 0, "jvp_with allocates {count} times");
    }
}

#[differentiable]
fn rows(x: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let row = &x[i];
        for j in 0..row.len() {
            sum = (sum + row[j] * x[0][0]).sin();
        }
        sum += norm(row) * norm(&x[i]);
    }
    sum
}

#[test]
fn rows_do_not_allocate() {
    let (mut scratch, x) = (Scratch::new(), vec![point(5), point(7), Vec::new()]);
    let mut gradient = x.clone();
    for round in 0..3 {
        let count = allocations(|| rows::grad_into(&x, &mut gradient, &mut scratch));
        assert!(round == 0 || count == 0, "grad_into allocates {count} times");
        let count = allocations(|| rows::jvp_with(&x, &x, &mut scratch));
        assert!(round == 0 || count == 0, "jvp_with allocates {count} times");
    }
}

/// The equations `y₀' = x₀`, `yᵢ' = xᵢ yᵢ₋₁`, by the method of Runge and Kutta: gradbench's `ode`, with checkpoints.
#[differentiable(checkpoint = sqrt)]
fn ode(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let slope = |y: &[f64], h: f64, k: &[f64], next: &mut [f64]| {
        next[0] = x[0];
        for i in 1..n {
            next[i] = x[i] * (y[i - 1] + h * k[i - 1]);
        }
    };
    let zero = vec![0.0; n];
    let (mut y, mut k1, mut k2) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    let (mut k3, mut k4) = (vec![0.0; n], vec![0.0; n]);
    for _ in 0..steps {
        slope(&y, 0.0, &zero, &mut k1);
        slope(&y, 0.5 * h, &k1, &mut k2);
        slope(&y, 0.5 * h, &k2, &mut k3);
        slope(&y, h, &k3, &mut k4);
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y[n - 1]
}

#[test]
fn memory_with_checkpoints_grows_with_the_square_root_of_the_steps() {
    let x = point(10);
    let memory = |steps: usize| {
        bytes(|| {
            let mut scratch = Scratch::new();
            ode::grad_into(&x, steps, &mut [0.0; 10], &mut scratch);
            scratch
        })
    };
    let sizes = [1_000, 16_000, 256_000].map(memory);
    for pair in sizes.windows(2) {
        let growth = pair[1] as f64 / pair[0] as f64;
        // Four, but for what does not grow and for room that is doubled.
        assert!(growth < 5.5, "16 times the steps take {growth} times the memory: {sizes:?}");
    }
}
