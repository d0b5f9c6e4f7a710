//! Code with effects in chains runs as often as in the function, in the same order, in every mode.

use burtorch::differentiable;
use std::cell::RefCell;

thread_local! {
    static SEEN: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn note(what: usize) -> bool {
    SEEN.with_borrow_mut(|seen| seen.push(what));
    what % 2 == 0
}

fn seen() -> Vec<usize> {
    SEEN.take()
}

#[differentiable]
fn filters(x: &[f64]) -> f64 {
    x.iter()
        .enumerate()
        .filter(|(i, _)| note(*i))
        .map(|(i, v)| if note(10 + i) { v * v } else { *v })
        .take_while(|v| *v < 0.9)
        .chain(x.iter().enumerate().filter_map(|(i, v)| if note(20 + i) { Some(v.sin()) } else { None }).take(1))
        .sum()
}

#[differentiable]
fn calls(x: &[f64]) -> f64 {
    (0..2).filter(|k| note(30 + k)).map(|k| filters(&x[k..])).sum()
}

#[test]
fn effects_run_once_and_in_order() {
    let x = [0.3, -0.2, 1.1, 0.7];
    let v = [1.0, 0.5, -0.5, 0.25];
    calls(&x);
    let once = seen();
    assert!(once.len() > 4, "{once:?}");
    let _ = calls::grad(&x);
    assert_eq!(seen(), once);
    let _ = calls::jvp(&x, &v);
    assert_eq!(seen(), once);
    let _ = calls::hvp(&x, &v);
    assert_eq!(seen(), once);
    filters(&x);
    let once = seen();
    let _ = filters::grad(&x);
    assert_eq!(seen(), once);
}
