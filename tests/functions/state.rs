//! Arrays and variables that loops carry, read and overwrite.

use crate::check::{scalar, several};
use burtorch::differentiable;

#[differentiable]
fn written_then_read<const N: usize>(x: &[f64; N]) -> f64 {
    let mut a = [1.0; N];
    for i in 1..N {
        a[i] = a[i - 1] * x[i] + x[0];
        a[0] += a[i] * a[i];
    }
    a[0] * a[N - 1]
}

#[differentiable]
fn stencil_in_place<const N: usize>(x: &[f64; N]) -> f64 {
    let mut u = *x;
    for _ in 0..5 {
        for i in 1..N - 1 {
            u[i] = 0.25 * u[i - 1] + 0.5 * u[i].sin() + 0.25 * u[i + 1];
        }
    }
    let mut sum = 0.0;
    for v in u {
        sum += v * v;
    }
    sum
}

#[differentiable]
fn product(a: [[f64; 2]; 2], b: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let mut c = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

#[differentiable]
fn generic_product<const N: usize>(a: &[[f64; N]; N]) -> f64 {
    let mut c = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..N {
            for k in 0..N {
                c[i][j] += a[i][k] * a[k][j];
            }
        }
    }
    let mut trace = 0.0;
    for i in 0..N {
        trace += c[i][i] * c[0][i];
    }
    trace
}

#[differentiable]
fn elimination(m: &[[f64; 3]; 3], b: &[f64; 3]) -> f64 {
    let mut a = *m;
    let mut x = *b;
    for k in 0..3 {
        for i in k + 1..3 {
            let factor = a[i][k] / a[k][k];
            for j in k..3 {
                a[i][j] -= factor * a[k][j];
            }
            x[i] -= factor * x[k];
        }
    }
    for i in (0..3).rev() {
        for j in i + 1..3 {
            x[i] = x[i] - a[i][j] * x[j];
        }
        x[i] /= a[i][i];
    }
    x[0] + 2.0 * x[1] * x[2]
}

#[differentiable]
fn generic_elimination<const N: usize>(m: &[[f64; N]; N], b: &[f64; N]) -> f64 {
    let mut a = *m;
    let mut x = *b;
    for k in 0..N {
        for i in k + 1..N {
            let factor = a[i][k] / a[k][k];
            for j in k..N {
                a[i][j] -= factor * a[k][j];
            }
            x[i] -= factor * x[k];
        }
    }
    for i in (0..N).rev() {
        for j in i + 1..N {
            x[i] = x[i] - a[i][j] * x[j];
        }
        x[i] /= a[i][i];
    }
    x[0] + 2.0 * x[1] * x[2]
}

#[differentiable]
fn running_extremes<const N: usize>(x: &[f64; N]) -> f64 {
    let (mut low, mut high) = (x[0], x[0]);
    for i in 1..N {
        if x[i] < low {
            low = x[i];
        }
        high = high.max(x[i]);
    }
    high * high - low
}

#[differentiable]
fn index_of_the_largest<const N: usize>(x: &[f64; N]) -> f64 {
    let mut best = 0;
    for i in 1..N {
        if x[i] > x[best] {
            best = i;
        }
    }
    x[best] * x[best] + x[0]
}

#[differentiable]
fn swaps(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    for _ in 0..5 {
        let t = a;
        a = b;
        b = t;
        a = a * a * 0.5;
    }
    a - 3.0 * b
}

#[differentiable]
fn long_swaps(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    for _ in 0..2001 {
        let t = a;
        a = b;
        b = t;
        a = a.sin();
    }
    a - 3.0 * b
}

#[differentiable]
fn fibonacci<const N: usize>(x: &[f64; N]) -> f64 {
    let mut a = x[0];
    let mut b = x[1];
    for i in 2..N {
        let next = a * b + x[i];
        a = b;
        b = next;
    }
    b
}

#[differentiable]
fn array_swaps<const N: usize>(x: &[f64; N], y: &[f64; N]) -> f64 {
    let mut a = *x;
    let mut b = *y;
    for i in 0..N {
        let t = a;
        a = b;
        b = t;
        a[i] *= b[0];
    }
    a[0] + b[1] * a[1] - b[0]
}

#[differentiable]
fn copy_then_change(x: [f64; 3]) -> f64 {
    let mut a = x;
    let b = a;
    a[0] = a[1] * a[2];
    a[1] += b[0];
    a[0] * b[0] + a[1] * b[1] + x[0] * a[2]
}

#[differentiable]
fn copy_of_an_element(x: &[[f64; 2]; 2]) -> f64 {
    let mut m = *x;
    let row = m[0];
    m[0][0] = m[1][1] * 2.0;
    m[1] = row;
    m[0][0] * m[1][0] + row[1] * m[0][1] * m[1][1]
}

#[differentiable]
fn wandering_index<const N: usize>(x: &[f64; N]) -> f64 {
    let mut at = 0;
    let mut a = [0.0; N];
    let mut sum = 0.0;
    for i in 0..2 * 3 {
        at = (at * 2 + i + 1) % N;
        a[at] += x[i % N] * x[at];
        sum += a[at] * a[at];
    }
    sum
}

#[differentiable]
fn kept_wandering_index<const N: usize>(x: &[f64; N]) -> f64 {
    let mut at = 0_usize;
    let mut a = [0.0; N];
    let mut sum = 0.0;
    for i in 0..N {
        at = (at * 2 + i + 1) % N;
        a[at] += x[i] * x[at];
        at += 1;
        sum += a[at % N] * a[at % N] + a[0];
    }
    sum
}

#[differentiable]
fn permuted(x: &[f64; 3], order: &[usize; 3]) -> f64 {
    let mut a = [0.0; 3];
    for i in 0..3 {
        a[order[i]] = x[i] * x[order[i]];
    }
    a[0] * a[1] - a[2]
}

#[differentiable]
fn scatter<const N: usize>(x: &[f64; N], to: &[usize; N]) -> f64 {
    let mut a = [0.0; N];
    for i in 0..N {
        a[to[i]] += x[i].exp();
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += a[i] * a[i] * x[to[i]];
    }
    sum
}

#[differentiable]
fn tuple_fields(x: f64, y: f64) -> f64 {
    let mut p = (x, (y, [x, y]));
    p.0 *= y;
    p.1.0 += p.0;
    p.1.1[0] -= p.1.0 * x;
    p.1.1[1] /= p.0;
    p.0 * p.1.1[0] + p.1.1[1]
}

#[differentiable]
fn carried_tuple(x: f64, y: f64) -> f64 {
    let mut p = (x, y);
    for _ in 0..2000 {
        p.0 = p.0 * 0.9 + p.1 * 0.1;
        p.1 = (p.0 - p.1).sin();
    }
    let mut q = (p, x);
    for _ in 0..3 {
        q.0.1 *= q.1;
        q = ((q.0.1, q.0.0), q.1 + 0.5);
    }
    q.0.0 * q.0.1 + q.1
}

#[differentiable]
fn state_of_state<const N: usize>(x: &[f64; N]) -> f64 {
    let mut table = [[0.0; N]; N];
    for i in 0..N {
        table[0][i] = x[i];
    }
    for k in 1..N {
        for i in 0..N - k {
            table[k][i] = (table[k - 1][i + 1] - table[k - 1][i]) * x[k] + table[k - 1][i];
        }
    }
    table[N - 1][0]
}

#[differentiable]
fn inactive_then_active<const N: usize>(x: &[f64; N]) -> f64 {
    let mut a = 1.0;
    let mut b = 2.0;
    let mut c = 3.0;
    for i in 0..N {
        // What is not differentiated becomes so one iteration later.
        c = c + b * b;
        b = b + a * 0.5;
        a = a * x[i];
    }
    a + b + c
}

#[differentiable]
fn overwritten<const N: usize>(x: &[f64; N]) -> f64 {
    let mut a = *x;
    for i in 0..N {
        a[i] = x[i] * x[i];
        a[i] = 2.0 * a[i] * x[0];
        a[0] = 1.0;
    }
    a[0] + a[1] + a[2]
}

#[differentiable]
fn repeated(x: f64) -> [f64; 100] {
    [x * x; 100]
}

#[differentiable]
fn repeated_rows<const N: usize>(x: &[f64; N]) -> f64 {
    let mut m = [*x; N];
    for i in 0..N {
        m[i][i] *= x[0];
    }
    m[1][0] * m[2][2] + m[0][0]
}

/// The inner loop writes `u`, of which it reads the copy `old`.
#[differentiable(unroll = 0)]
fn stencil_from_copy(x: &[f64; 4]) -> f64 {
    let mut u = *x;
    for _ in 0..2 {
        let old = u;
        for i in 1..3 {
            u[i] = old[i - 1] * old[i] + old[i + 1];
        }
    }
    u[1] * u[2]
}

#[test]
fn reads_and_writes() {
    scalar!(|x| written_then_read(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [-1.5, 0.4, 1.0]);
    scalar!(|x| stencil_in_place(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| stencil_from_copy(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| copy_then_change([x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| copy_of_an_element(&[[x[0], x[1]], [x[2], x[3]]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| overwritten(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| state_of_state(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| repeated_rows(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    let (value, tangent) = repeated::jvp(3.0, 1.0);
    assert!(value == [9.0; 100] && tangent == [6.0; 100]);
    assert_eq!(repeated::vjp(3.0, [1.0; 100]).1.to_bits(), 600.0_f64.to_bits());
}

#[test]
fn linear_algebra() {
    several!(|x, y| product([[x[0], x[1]], [x[2], x[3]]], [[x[4], x[5]], [x[6], x[7]]]) -> [[y[0], y[1]], [y[2], y[3]]];
        at [0.7, 1.2, -0.3, 0.5, 2.0, 1.1, -0.6, 0.9]);
    scalar!(|x| generic_product(&[[x[0], x[1]], [x[2], x[3]]]); no hessian; at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| elimination(&[[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]], &[x[9], x[10], x[11]]);
        at [2.7, 1.2, -0.3, 0.5, 3.0, 1.1, -0.6, 0.9, 2.5, 1.0, 0.3, -0.7]);
    scalar!(|x| generic_elimination(&[[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]], &[x[9], x[10], x[11]]);
        no hessian; at [2.7, 1.2, -0.3, 0.5, 3.0, 1.1, -0.6, 0.9, 2.5, 1.0, 0.3, -0.7]);
}

#[test]
fn carried_variables() {
    scalar!(|x| running_extremes(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [2.0, 1.2, 1.5]);
    scalar!(|x| index_of_the_largest(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3], [2.0, 1.2, 1.5]);
    scalar!(|x| swaps(x[0], x[1]); at [0.7, 1.2], [-0.5, 0.4]);
    scalar!(|x| long_swaps(x[0], x[1]); at [0.7, 1.2], [-0.5, 0.4]);
    scalar!(|x| fibonacci(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| array_swaps(&[x[0], x[1]], &[x[2], x[3]]); no hessian; at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| inactive_then_active(&[x[0], x[1], x[2], x[3]]); at [0.7, 1.2, -0.3, 0.5]);
    scalar!(|x| tuple_fields(x[0], x[1]); at [0.7, 1.2], [-0.5, 0.4]);
    scalar!(|x| carried_tuple(x[0], x[1]); at [0.7, 1.2], [-0.5, 0.4]);
}

#[test]
fn computed_indices() {
    scalar!(|x| wandering_index(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    scalar!(|x| kept_wandering_index(&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    for order in [[0, 1, 2], [2, 0, 1], [1, 1, 0]] {
        scalar!(|x| permuted(&[x[0], x[1], x[2]], &order); along (&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
        scalar!(|x| scatter(&[x[0], x[1], x[2]], &order); along (&[x[0], x[1], x[2]]); at [0.7, 1.2, -0.3]);
    }
}
