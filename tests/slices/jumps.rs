//! `break`, `continue`, labels and `return` inside loops.

use crate::cases::{ANY, SOME, cases};
use crate::check::scalar;
use burtorch::differentiable;

#[differentiable]
fn stop_at_negative(x: &[f64]) -> f64 {
    let mut sum = 0.5;
    for v in x {
        if *v < 0.0 {
            break;
        }
        sum += v * sum;
    }
    sum
}

#[differentiable]
fn skip_negative(x: &[f64]) -> f64 {
    let mut sum = 0.5;
    for (i, v) in x.iter().enumerate() {
        if *v < 0.0 {
            continue;
        }
        sum = sum * v + i as f64;
    }
    sum
}

#[differentiable]
fn break_in_the_middle(x: &[f64]) -> f64 {
    let mut sum = 0.5;
    for v in x {
        sum += v.sin();
        if sum > 1.0 {
            sum *= 2.0;
            break;
        }
        sum *= v + 0.1;
    }
    sum * sum
}

#[differentiable]
fn labels(x: &[f64]) -> f64 {
    let mut product = 1.0;
    'outer: for i in 0..x.len() {
        if x[i] < 0.0 {
            continue;
        }
        for j in i..x.len() {
            if x[j] > 1.0 {
                continue 'outer;
            }
            product *= 1.0 + x[j] * x[i];
            if product > 3.0 {
                break 'outer;
            }
        }
        product += x[i];
    }
    product * product
}

#[differentiable]
fn labels_of_three(x: &[f64]) -> f64 {
    let mut sum = 0.1;
    'a: for u in x {
        'b: for v in x {
            for w in x {
                sum += u * v * w;
                if *w < 0.0 {
                    continue 'b;
                }
                if sum > 2.0 {
                    break 'a;
                }
                if *v > 1.0 {
                    continue 'a;
                }
            }
            sum *= 0.9;
        }
        sum += u;
    }
    sum
}

#[differentiable]
fn early_return(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        sum += v * v * (i as f64 + 1.0);
        if sum > 1.0 {
            return sum.sin() * x[0];
        }
    }
    sum
}

#[differentiable]
fn return_from_nested(x: &[f64]) -> f64 {
    let mut sum = 1.0;
    for i in 0..x.len() {
        let mut j = i;
        while j < x.len() {
            if x[j] * x[i] < -0.1 {
                return sum * x[j];
            }
            sum += x[i] * x[j];
            j += 1;
        }
        if sum > 3.0 {
            return sum.ln();
        }
    }
    sum * sum
}

#[differentiable]
fn return_out_of_a_loop(a: f64) -> f64 {
    let mut b = a;
    loop {
        b *= 0.5 + 0.1 * a;
        if b < 0.1 {
            return b * a;
        }
    }
}

#[differentiable]
fn while_counting(a: f64, n: usize) -> f64 {
    let mut b = a;
    let mut k = 0;
    while k < 100 {
        if k == n {
            break;
        }
        k += 1;
        if k % 2 == 0 {
            continue;
        }
        b = b.sin() + a;
    }
    b
}

#[differentiable]
fn value_of_a_labelled_loop(x: &[f64]) -> f64 {
    let mut i = 0;
    let found = 'search: loop {
        if i == x.len() {
            break 0.25;
        }
        let mut j = 0;
        while j < i {
            if x[i] * x[j] > 0.3 {
                break 'search x[i] * x[j];
            }
            j += 1;
        }
        i += 1;
    };
    found * found + x.len() as f64 * found
}

#[differentiable]
fn jump_in_an_arm(x: &[f64], codes: &[u8]) -> f64 {
    let mut sum = 0.2;
    for (v, code) in x.iter().zip(codes) {
        let w = match code {
            0 => continue,
            1 => v * v,
            2 => break,
            3 if sum > 0.4 => return sum * v,
            _ => v.sin(),
        };
        sum += w * sum;
    }
    sum
}

#[differentiable]
fn inactive_state(x: &[f64]) -> f64 {
    let mut count = 0;
    let mut last = 0;
    for (i, v) in x.iter().enumerate() {
        if *v > 0.28 {
            count += 1;
            last = i;
            if count == 3 {
                break;
            }
        }
    }
    if count == 0 { 1.0 } else { x[last] * f64::from(count) * x[0] }
}

#[differentiable]
fn break_of_a_constant_range(a: f64, n: usize) -> f64 {
    let mut b = a;
    for i in 0..10 {
        if i == n {
            break;
        }
        b = b * a + 0.1;
    }
    b
}

#[test]
fn breaks_and_continues() {
    cases! {
        |x| stop_at_negative(x);
        |x| skip_negative(x);
        |x| break_in_the_middle(x);
        |x| labels(x);
        |x| labels_of_three(x);
        |x| value_of_a_labelled_loop(x);
        |x| jump_in_an_arm(x, &[1, 0, 4, 1, 2, 1][..]), along (x);
        |x| jump_in_an_arm(x, &[1, 4, 3, 3, 3, 3][..]), along (x);
        at ANY
    }
    cases! { |x| inactive_state(x); at SOME }
    cases! {
        |x| while_counting(x[0], 0), along (x[0]);
        |x| while_counting(x[0], 6), along (x[0]);
        at &[&[0.3], &[-0.8]]
    }
    for n in [0, 4, 40] {
        scalar!(|x| break_of_a_constant_range(x[0], n); along (x[0]); at [0.3], [-0.8]);
    }
}

#[test]
fn returns() {
    cases! { |x| return_from_nested(x); at ANY }
    cases! { |x| early_return(x); at ANY }
    cases! { |x| return_out_of_a_loop(x[0]); at &[&[0.7], &[2.3]] }
}
