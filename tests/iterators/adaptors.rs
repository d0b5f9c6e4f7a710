//! Adaptors that leave items out, make several of one, or go on with a state.

use crate::cases::{ANY, LONG, SOME, cases};
use burtorch::differentiable;

#[differentiable]
fn filtered(x: &[f64]) -> f64 {
    x.iter().filter(|v| **v > 0.1).map(|v| v * v).sum::<f64>() + x.iter().copied().filter(|&v| v < 0.0).sum::<f64>()
}

#[differentiable]
fn filtered_by_place(x: &[f64]) -> f64 {
    let even: f64 = x.iter().enumerate().filter(|(i, _)| i % 2 == 0).map(|(_, v)| v.sin()).sum();
    let marked: f64 = x.iter().enumerate().filter(|&(i, &v)| i > 0 && v > 0.0).map(|(i, v)| v.exp() * i as f64).sum();
    even * marked + even
}

#[differentiable(wrt(x))]
fn filtered_by_others(x: &[f64], keep: &[bool]) -> f64 {
    x.iter().zip(keep).filter(|(_, keep)| **keep).map(|(v, _)| v * v * v).sum()
}

#[differentiable]
fn filter_mapped(x: &[f64]) -> f64 {
    let logs: f64 = x.iter().filter_map(|&v| if v > 0.0 { Some(v.ln()) } else { None }).sum();
    let squares: f64 = x.iter().filter_map(|v| (*v > 0.1).then(|| v * v)).sum();
    let cubes: f64 = x.iter().filter_map(|v| (*v < 0.1).then_some(v * v * v)).sum();
    logs * 0.1 + squares + cubes
}

#[differentiable]
fn filter_mapped_by_a_block(x: &[f64]) -> f64 {
    x.iter()
        .enumerate()
        .filter_map(|(i, &v)| {
            let w = v * (i + 1) as f64;
            if w < 0.0 {
                None
            } else if w < 0.5 {
                Some(w.sin())
            } else {
                Some(w * w)
            }
        })
        .sum()
}

#[differentiable]
fn taken_while(limit: f64, x: &[f64]) -> f64 {
    x.iter().take_while(|&&v| v < limit).map(|v| v * v * limit).sum()
}

#[differentiable]
fn taken_and_chained(x: &[f64]) -> f64 {
    // The end of the first part is none of the second.
    x.iter().take_while(|v| **v > 0.0).chain(x).map(|v| v.cos()).sum()
}

#[differentiable]
fn skipped_while(x: &[f64]) -> f64 {
    x.iter().skip_while(|v| **v > 0.26).map(|v| v.exp()).sum()
}

#[differentiable]
fn mapped_while(x: &[f64]) -> f64 {
    x.iter().map_while(|v| if *v > -0.5 { Some(v * v * v) } else { None }).sum()
}

#[differentiable]
fn scanned(a: f64, x: &[f64]) -> f64 {
    let smooth: Vec<f64> = x
        .iter()
        .scan(0.5, |state, &v| {
            *state = a * v + (1.0 - a) * *state;
            Some(*state)
        })
        .collect();
    smooth.iter().zip(x).map(|(s, v)| (s - v).powi(2)).sum()
}

#[differentiable]
fn scanned_up_to(x: &[f64]) -> f64 {
    x.iter()
        .scan((1.0, 0), |(product, count), v| {
            *product *= v + 1.5;
            *count += 1;
            if *count > 3 { None } else { Some(*product * *count as f64) }
        })
        .sum()
}

#[differentiable]
fn flat_mapped(x: &[f64]) -> f64 {
    x.iter().flat_map(|v| [v.sin(), v * v]).map(|w| w.exp()).sum()
}

#[differentiable]
fn flat_mapped_by_a_block(x: &[f64]) -> f64 {
    x.iter()
        .enumerate()
        .flat_map(|(i, v)| {
            let scale = v * 0.5;
            x[i..].iter().map(move |w| scale * w)
        })
        .filter(|p| *p > 0.0)
        .sum()
}

#[differentiable]
fn pairs(x: &[f64]) -> f64 {
    (0..x.len()).flat_map(|i| (i + 1..x.len()).map(move |j| (i, j))).map(|(i, j)| (x[i] - x[j]).powi(2)).sum()
}

#[differentiable]
fn flattened(rows: &[[f64; 2]]) -> f64 {
    rows.iter().flatten().map(|v| v.tanh()).sum::<f64>() * rows.iter().flat_map(|row| row.iter()).product::<f64>()
}

#[differentiable]
fn flattened_vectors(rows: &[Vec<f64>]) -> f64 {
    rows.iter().flatten().enumerate().map(|(i, v)| v * v * i as f64).sum()
}

#[differentiable]
fn chained(y: f64, x: &[f64]) -> f64 {
    let ends: f64 = std::iter::once(y).chain(x.iter().copied()).chain([y * y, 0.5]).map(|v| v * v).sum();
    x.iter().chain(&x[1..]).map(|v| v.sin()).sum::<f64>() + ends
}

#[differentiable]
fn counted_after_a_filter(x: &[f64]) -> f64 {
    let placed: f64 = x.iter().filter(|v| **v > 0.0).enumerate().map(|(i, v)| v * (i + 1) as f64).sum();
    let cut: f64 = x.iter().filter(|v| **v > 0.0).skip(1).take(2).map(|v| v.exp()).sum();
    let stepped: f64 = x.iter().filter(|v| **v > -10.0).step_by(2).map(|v| v * v).sum();
    placed + cut * stepped
}

#[differentiable]
fn zipped_after_a_filter(x: &[f64]) -> f64 {
    let left: f64 = x.iter().filter(|v| **v > 0.0).zip(&x[1..]).map(|(a, b)| a * b).sum();
    let right: f64 = x[1..].iter().zip(x.iter().filter(|v| **v > 0.0)).map(|(a, b)| a.sin() * b).sum();
    left + right
}

#[differentiable]
fn reversed_filter(x: &[f64]) -> f64 {
    x.iter().filter(|v| **v > 0.0).rev().fold(0.0, |sum, v| sum * 0.5 + v)
}

#[differentiable]
fn inspected(x: &[f64]) -> f64 {
    x.iter().inspect(|v| assert!(v.is_finite())).filter(|v| **v > 0.0).map(|v| v * v).sum()
}

#[differentiable]
fn in_parts(x: &[f64]) -> f64 {
    x.chunks(3).map(|part| part.iter().sum::<f64>().powi(2) * part.len() as f64).sum()
}

#[differentiable]
fn by_name(x: &[f64]) -> f64 {
    let is_large = |v: &f64| *v > 0.15;
    let twice = |v: f64| v * v * 2.0;
    let roots: f64 = x.iter().copied().filter(is_large).map(f64::sqrt).sum();
    roots + x.iter().copied().map(twice).map(f64::sin).sum::<f64>()
}

#[differentiable]
fn loops_with_jumps(x: &[f64]) -> f64 {
    let mut sum = 0.2;
    for (i, v) in x.iter().enumerate().filter(|(_, v)| **v > -0.5) {
        if i == 1 {
            continue;
        }
        sum += v * sum;
        if i == 4 {
            break;
        }
    }
    for v in x.iter().flat_map(|v| [*v, v * v]) {
        if v > 1.0 {
            return sum * v;
        }
        sum += v;
    }
    sum
}

#[differentiable(wrt(x))]
fn over_inactive_windows(x: &[f64], marks: &[(usize, f64)]) -> f64 {
    let mut sum = 0.0;
    for pair in marks.windows(2) {
        let (i, a) = pair[0];
        let (j, b) = pair[1];
        sum += (a * x[i] - b * x[j]).powi(2);
    }
    sum + marks.chunks(2).map(|part| x[part[0].0] * part.len() as f64).sum::<f64>()
}

#[differentiable]
fn nested(x: &[f64]) -> f64 {
    x.iter()
        .filter(|v| x.iter().filter(|w| w > v).count() > 0)
        .map(|v| x.iter().filter(|w| *w < v).map(|w| w * v).sum::<f64>())
        .sum()
}

const KEEP: [bool; 4] = [true, false, true, true];
const MARKS: [(usize, f64); 3] = [(0, 0.5), (2, 1.5), (3, -0.5)];

#[test]
fn adaptors() {
    cases! {
        |x| filtered(x);
        |x| filtered_by_place(x);
        |x| filter_mapped(x);
        |x| filter_mapped_by_a_block(x);
        |x| taken_and_chained(x);
        |x| skipped_while(x);
        |x| mapped_while(x);
        |x| scanned_up_to(x);
        |x| flat_mapped(x);
        |x| flat_mapped_by_a_block(x);
        |x| pairs(x);
        |x| counted_after_a_filter(x);
        |x| reversed_filter(x);
        |x| inspected(x);
        |x| in_parts(x);
        |x| by_name(x);
        |x| loops_with_jumps(x);
        |x| nested(x);
        at ANY
    }
    cases! {
        |x| taken_while(x[0], &x[1..]);
        |x| scanned(x[0], &x[1..]);
        |x| zipped_after_a_filter(x);
        at SOME
    }
    cases! {
        |x| chained(x[0], &x[1..]);
        |x| filtered_by_others(x, &KEEP[..]), along (x);
        |x| over_inactive_windows(x, &MARKS[..]), along (x);
        |x| flattened(&[[x[0], x[1]], [x[2], x[3]]][..]);
        |x| flattened_vectors(&[vec![x[0], x[1], x[2]], Vec::new(), vec![x[3]]][..]);
        at &LONG[..1]
    }
}
