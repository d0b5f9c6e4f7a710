//! Functions in `f32`.

use burtorch::{Scratch, check_gradient, differentiable};

#[differentiable]
fn energy(x: &[f32], n: usize) -> f32 {
    let mut y = x.to_vec();
    let mut sum = 0.0;
    for k in 0..n {
        for i in 1..y.len() {
            y[i] = y[i] * 0.5 + y[i - 1].sin() * k as f32;
            if y[i] > 2.0 {
                break;
            }
        }
        sum += y.iter().map(|v| v * v).sum::<f32>();
    }
    sum
}

#[differentiable(wrt(x))]
fn until(x: &[f32], limit: f32) -> f32 {
    let mut product = 1.0;
    for v in x {
        product *= v + 1.0;
        if product > limit {
            return product.ln();
        }
    }
    let mut half = product * x[0];
    while half > 0.25 {
        half *= 0.5;
    }
    half
}

#[differentiable]
fn written(x: &[f32], y: &mut [f32]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += x * x;
    }
}

#[differentiable]
fn calls(x: &[f32]) -> f32 {
    let mut y = x.to_vec();
    written(x, &mut y);
    energy(&y, 2) * 0.5 + y[0]
}

#[test]
fn single_precision() {
    let mut scratch = Scratch::new();
    for x in [&[0.3_f32][..], &[0.4, -0.2], &[0.3, -0.2, 1.1, 0.7]] {
        for n in 0..4 {
            check_gradient(|x: &[f32]| energy(x, n), x, &energy::grad(x, n)).expect("energy");
            let mut gradient = vec![0.0; x.len()];
            assert_eq!(energy::grad_into(x, n, &mut gradient, &mut scratch).to_bits(), energy(x, n).to_bits());
            assert_eq!(gradient, energy::grad(x, n));
        }
        check_gradient(|x: &[f32]| calls(x), x, &calls::grad(x)).expect("calls");
        let gradient = until::grad(x, 3.0);
        check_gradient(|x: &[f32]| until(x, 3.0), x, &gradient).expect("until");
        let ones = vec![1.0; x.len()];
        let tangent = calls::jvp(x, &ones).1;
        let sum: f32 = calls::grad(x).iter().sum();
        assert!((tangent - sum).abs() < 1e-4 * (1.0 + sum.abs()), "{tangent} {sum}");
        let (product, step) = (energy::hvp((x, 2), &ones), 1e-2);
        let moved = |by: f32| energy::grad(&x.iter().map(|x| x + by).collect::<Vec<_>>(), 2);
        for ((ours, up), down) in product.iter().zip(moved(step)).zip(moved(-step)) {
            assert!((ours - (up - down) / (2.0 * step)).abs() < 1e-2 * (1.0 + ours.abs()), "{product:?}");
        }
    }
}
