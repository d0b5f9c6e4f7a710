//! Effects of called functions, whose values the sweep computes again.

use std::sync::atomic::{AtomicU32, Ordering};

use burtorch::differentiable;

use crate::{Counter, Rng, close, slope, with_counter, with_rng};

#[differentiable(wrt(x))]
fn noise(x: f64, rng: &mut Rng) -> f64 {
    (x * rng.next()).sin()
}

#[differentiable(wrt(x))]
fn counted(x: f64, counter: &Counter) -> f64 {
    let c = counter.bump();
    (x * c / 10.0).sin() * c
}

fn weight(i: usize) -> f64 {
    WEIGHTS.fetch_add(1, Ordering::Relaxed);
    1.0 / (1 + i) as f64
}

static WEIGHTS: AtomicU32 = AtomicU32::new(0);

/// A function without the attribute, which may have effects for all that is known.
#[differentiable(wrt(x))]
fn weighted(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += (weight(i) * x).sin() * noise(x, rng);
    }
    s
}

#[differentiable(wrt(x))]
fn straight(x: f64, rng: &mut Rng) -> f64 {
    let a = noise(x, rng);
    let b = rng.next();
    a * b * noise(x * x, rng)
}

#[differentiable(wrt(x))]
fn twice_in_one_expression(x: f64, rng: &mut Rng) -> f64 {
    noise(x, rng) * noise(x, rng) - noise(noise(x, rng), rng) / (2.0 + noise(x, rng))
}

#[differentiable(wrt(x))]
fn in_branches(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        if rng.next() < 0.4 {
            s += noise(s, rng);
        } else if i % 2 == 1 {
            s *= 1.0 + 0.1 * noise(x, rng) * noise(s, rng);
        } else {
            let unused = noise(3.0, rng);
            s -= 0.1 * unused;
        }
    }
    if n > 3 { s * noise(s, rng) } else { noise(s, rng) }
}

#[differentiable(wrt(x))]
fn written_out(x: f64, rng: &mut Rng) -> f64 {
    let mut s = x;
    for i in 0..3 {
        s += noise(s * f64::from(i), rng);
    }
    s
}

#[differentiable(wrt(x))]
fn in_a_bounded_loop(x: f64, rng: &mut Rng) -> f64 {
    let mut s = x;
    for _ in 0..100 {
        s = 0.8 * s + 0.2 * noise(s, rng);
    }
    s
}

#[differentiable(wrt(x))]
fn in_nested_loops(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for i in 0..n {
        s += noise(s, rng);
        for _ in 0..i {
            s = 0.9 * s + 0.1 * noise(s, rng) * rng.next();
        }
    }
    s
}

#[differentiable(wrt(x))]
fn in_while_loops(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let (mut s, mut k) = (x, 0);
    while k < n {
        k += 1 + rng.below(2);
        s += 0.5 * noise(s, rng);
        if rng.next() > 0.9 {
            break;
        }
    }
    s
}

#[differentiable(wrt(x))]
fn through_two_levels(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let before = rng.next();
    let a = in_branches(x, rng, n);
    let b = in_nested_loops(a, rng, 3);
    before * b + in_while_loops(x * a.tanh(), rng, n) + straight(x, rng)
}

#[differentiable(wrt(x))]
fn by_recursion(x: f64, rng: &mut Rng, n: usize) -> f64 {
    if n == 0 {
        return x * rng.next();
    }
    let drawn = rng.next();
    let inner = by_recursion(x * (0.5 + drawn), rng, n - 1);
    inner.sin() + noise(x, rng) * rng.next()
}

/// Two calls of itself, with draws before, between and behind them.
#[differentiable(wrt(x))]
fn by_tree(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let drawn = rng.next();
    if n == 0 {
        return (x * drawn).sin();
    }
    let left = by_tree(x * 0.5 + drawn, rng, n / 2);
    let between = rng.next();
    let right = by_tree(x * between, rng, n - 1 - n / 2);
    left * right + rng.next() * x
}

struct Source {
    scale: f64,
}

impl Source {
    #[differentiable(wrt(x))]
    fn noise(&self, x: f64, rng: &mut Rng) -> f64 {
        (x * self.scale * rng.next()).sin()
    }

    #[differentiable(method, wrt(x))]
    fn shifted(x: f64, rng: &mut Rng) -> f64 {
        (x + rng.next()).cos()
    }

    #[differentiable(wrt(x))]
    fn total(&self, x: f64, rng: &mut Rng, n: usize) -> f64 {
        let mut s: f64 = Self::shifted(x, rng);
        for _ in 0..n {
            s += self.noise(s, rng) * Self::shifted(x, rng);
        }
        s
    }
}

#[differentiable(wrt(x))]
fn by_methods(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let source = Source { scale: 0.7 };
    let mut s = x;
    for _ in 0..n {
        s += source.noise(x, rng);
    }
    s * Source::shifted(s, rng) * source.total(s, rng, n)
}

#[differentiable(wrt(x))]
fn over_a_slice(x: &[f64], rng: &mut Rng) -> f64 {
    let mut s = 0.0;
    for &v in x {
        s += (v * rng.next()).sin();
    }
    s * rng.next()
}

#[differentiable(wrt(x))]
fn with_slices(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut values = vec![x; n];
    for i in 1..n {
        values[i] = values[i - 1] * 0.9 + noise(x, rng);
    }
    let a = over_a_slice(&values, rng);
    let b = over_a_slice(&values[n / 2..], rng);
    a * b
}

#[differentiable(wrt(x))]
fn change(values: &mut [f64], x: f64, rng: &mut Rng) {
    for v in values.iter_mut() {
        *v = *v * rng.next() + x;
    }
}

#[differentiable(wrt(x), first_order)]
fn with_changes(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut values = vec![x; n];
    for _ in 0..3 {
        change(&mut values, x * rng.next(), rng);
    }
    let mut s = 0.0;
    for i in 0..n {
        s += values[i] * values[i];
    }
    s
}

#[differentiable(wrt(x))]
fn pair(x: f64, rng: &mut Rng) -> [f64; 2] {
    [x * rng.next(), (x + rng.next()).sin()]
}

#[differentiable(wrt(x))]
fn with_arrays(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut p: [f64; 2] = pair(x, rng);
    for _ in 0..n {
        let q: [f64; 2] = pair(p[0] + p[1], rng);
        p = [p[1] + 0.1 * q[0], q[1]];
    }
    p[0] * p[1]
}

#[differentiable(wrt(x))]
fn with_a_derivative(x: f64, rng: &mut Rng) -> f64 {
    let slope: f64 = noise::grad(x, rng);
    slope * noise(x, rng)
}

#[differentiable(wrt(x))]
fn drawn_as_options(x: f64, rng: &mut Rng) -> f64 {
    let mut queue = (rng.below(5), rng.next() < 0.5);
    queue.0 += 1;
    let picked = rng.pick();
    if picked.is_none() {
        return x * x;
    }
    match picked.unwrap() {
        0 => x.sin() * queue.0 as f64,
        _ => x * if queue.1 { 2.0 } else { 3.0 },
    }
}

#[differentiable(wrt(x))]
fn with_options(x: f64, rng: &mut Rng, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s = 0.5 * s + 0.2 * drawn_as_options(s, rng);
    }
    s
}

#[differentiable(wrt(x))]
fn many_counted(x: f64, counter: &Counter, n: usize) -> f64 {
    let mut s = counted(x, counter);
    for _ in 0..n {
        s += counted(x, counter) * counter.bump();
    }
    s
}

#[test]
fn called_functions_have_their_effects_once() {
    with_rng!(straight, 0.7);
    with_rng!(twice_in_one_expression, 0.7);
    with_rng!(written_out, 0.7);
    with_rng!(in_a_bounded_loop, 0.7);
    for n in [0, 1, 2, 7] {
        with_rng!(in_branches, 0.7, n);
        with_rng!(in_nested_loops, 0.4, n);
        with_rng!(in_while_loops, 0.7, n);
        with_rng!(through_two_levels, 0.3, n);
        with_rng!(by_recursion, 0.7, n);
        with_rng!(by_tree, 0.7, n);
        with_rng!(by_methods, 0.7, n);
        with_rng!(with_arrays, 0.7, n);
        with_rng!(with_options, 0.7, n);
        with_counter!(many_counted, 0.7, n);
    }
    for n in [1, 2, 7] {
        with_rng!(with_slices, 0.7, n);
    }
}

#[test]
fn a_function_without_the_attribute_runs_as_often_as_in_the_function() {
    for n in [0, 1, 5] {
        with_rng!(weighted, 0.7, n);
    }
    let before = WEIGHTS.load(Ordering::Relaxed);
    let _ = above_weighted::grad(0.7, &mut Rng(1));
    let _ = above_weighted::jvp((0.7, &mut Rng(1)), 1.0);
    let _ = above_weighted::hvp((0.7, &mut Rng(1)), 1.0);
    let _ = above_weighted::hessian(0.7, &mut Rng(1));
    assert_eq!(WEIGHTS.load(Ordering::Relaxed) - before, 4 * 10);
}

#[differentiable(wrt(x))]
fn above_weighted(x: f64, rng: &mut Rng) -> f64 {
    weighted(x, rng, 4) * weighted(x * x, rng, 6)
}

#[test]
fn what_a_callee_changes_is_changed_once() {
    for n in [1, 2, 7] {
        let start = Rng(42);
        let mut after = start.clone();
        let value = with_changes(0.7, &mut after, n);
        let want = slope(|x| with_changes(x, &mut start.clone(), n), 0.7);
        let mut rng = start.clone();
        let (v, g) = with_changes::value_and_grad(0.7, &mut rng, n);
        assert_eq!((v, &rng), (value, &after));
        close(g, want);
        let mut rng = start.clone();
        close(with_changes::jvp((0.7, &mut rng, n), 1.0).1, want);
        assert_eq!(rng, after);
    }
}

#[test]
fn a_derivative_that_is_called_has_effects_too() {
    let start = Rng(42);
    let mut after = start.clone();
    let value = with_a_derivative(0.7, &mut after);
    let mut rng = start.clone();
    let (v, g) = with_a_derivative::value_and_grad(0.7, &mut rng);
    assert_eq!((v, &rng), (value, &after));
    close(g, slope(|x| with_a_derivative(x, &mut start.clone()), 0.7));
    let mut rng = start.clone();
    close(with_a_derivative::jvp((0.7, &mut rng), 1.0).1, g);
    assert_eq!(rng, after);
}

#[differentiable(wrt(x))]
fn of_two(x: [f64; 2], rng: &mut Rng) -> f64 {
    let mut s = x[0] * rng.next();
    for _ in 0..20 {
        s += noise(x[1] * s, rng) * rng.next();
    }
    s
}

#[differentiable(wrt(x))]
fn many_results(x: [f64; 2], rng: &mut Rng) -> [f64; 3] {
    let scale = rng.next();
    [noise(x[0], rng) * scale, x[0] * x[1] * rng.next(), noise(x[1] * x[0], rng)]
}

#[differentiable(wrt(x))]
fn few_results(x: [f64; 3], rng: &mut Rng) -> [f64; 2] {
    let scale = rng.next();
    [noise(x[0] * x[2], rng) * scale, x[0] * x[1] * rng.next() * noise(x[1], rng)]
}

#[differentiable(wrt(x))]
fn over_all(x: &[f64], rng: &mut Rng) -> f64 {
    let mut s = 1.0;
    for &v in x {
        s += noise(v * s, rng) * rng.next();
    }
    s
}

#[differentiable(wrt(x))]
fn scaled(x: &[f64], rng: &mut Rng) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = x[i] * rng.next() * noise(x[0], rng);
    }
    y
}

/// The rows of a matrix against differences, and the generator afterwards.
fn check<const N: usize>(
    f: impl Fn(&[f64], &mut Rng) -> Vec<f64>,
    rows: impl Fn(&mut Rng) -> Vec<Vec<f64>>,
    x: [f64; N],
    after: &Rng,
) {
    let mut rng = Rng(42);
    let rows = rows(&mut rng);
    assert_eq!(&rng, after);
    for (at, row) in rows.iter().enumerate() {
        for (column, &got) in row.iter().enumerate() {
            let moved = |v: f64| {
                let mut x = x;
                x[column] = v;
                f(&x, &mut Rng(42))[at]
            };
            close(got, slope(moved, x[column]));
        }
    }
}

fn after(f: impl Fn(&mut Rng)) -> Rng {
    let mut rng = Rng(42);
    f(&mut rng);
    rng
}

#[test]
fn matrices_have_the_effects_of_one_call() {
    let rows = |rows: &[&[f64]]| rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>();
    let x = [0.7, -0.4];
    check(
        |x, rng| of_two::grad([x[0], x[1]], rng).to_vec(),
        |rng| rows(&of_two::hessian(x, rng).each_ref().map(|row| &row[..])),
        x,
        &after(|rng| _ = of_two(x, rng)),
    );
    check(
        |x, rng| many_results([x[0], x[1]], rng).to_vec(),
        |rng| rows(&many_results::jacobian(x, rng).each_ref().map(|row| &row[..])),
        x,
        &after(|rng| _ = many_results(x, rng)),
    );
    let x = [0.7, -0.4, 1.3];
    check(
        |x, rng| few_results([x[0], x[1], x[2]], rng).to_vec(),
        |rng| rows(&few_results::jacobian(x, rng).each_ref().map(|row| &row[..])),
        x,
        &after(|rng| _ = few_results(x, rng)),
    );
    check(over_all::grad, |rng| over_all::hessian(&x, rng), x, &after(|rng| _ = over_all(&x, rng)));
    check(scaled, |rng| scaled::jacobian(&x, rng), x, &after(|rng| _ = scaled(&x, rng)));
}

#[test]
fn closures_have_the_effects_of_one_call() {
    let source = Counter::default();
    let g = burtorch::graph!(|x: f64, y: f64| counted(x * y, &source) * source.bump() + counted(y, &source));
    let plain = |x: f64, y: f64| {
        source.0.set(0);
        counted(x * y, &source) * source.bump() + counted(y, &source)
    };
    let value = plain(0.7, 0.3);
    let each = |count: u32| {
        assert_eq!(source.0.get(), count);
        source.0.set(0);
    };
    each(3);
    assert_eq!(g.value_and_grad(0.7, 0.3).0, value);
    each(3);
    let (gx, gy) = g.grad(0.7, 0.3);
    each(3);
    close(gx, slope(|x| plain(x, 0.3), 0.7));
    close(gy, slope(|y| plain(0.7, y), 0.3));
    source.0.set(0);
    let h = g.hessian(0.7, 0.3);
    each(3);
    let grad = |x: f64, y: f64| {
        source.0.set(0);
        g.grad(x, y)
    };
    close(h[0][0], slope(|x| grad(x, 0.3).0, 0.7));
    close(h[0][1], slope(|y| grad(0.7, y).0, 0.3));
    close(h[1][1], slope(|y| grad(0.7, y).1, 0.3));
}
