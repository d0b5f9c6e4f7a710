// Weights from a source that counts how often it is asked, and from one without an end.
use burtorch::differentiable;
use std::cell::Cell;
struct Count<'a> {
    c: &'a Cell<u32>,
    left: u32,
}
impl Iterator for Count<'_> {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.c.set(self.c.get() + 1);
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        Some(self.c.get() as f64)
    }
}

#[differentiable(wrt(x))]
fn broken(x: f64, c: &Cell<u32>) -> f64 {
    let mut s = 0.0;
    for w in (Count { c, left: 10 }) {
        s += (x * w).sin();
        if s > 1.5 {
            break;
        }
    }
    s
}
#[differentiable(wrt(x))]
fn interleaved(x: f64, c: &Cell<u32>) -> f64 {
    let mut s = 0.0;
    for w in (Count { c, left: 5 }) {
        s += x * w * c.get() as f64;
        c.set(c.get() + 10);
    }
    s
}
#[differentiable(wrt(x))]
fn zipped(x: &[f64], c: &Cell<u32>) -> f64 {
    x.iter().zip(Count { c, left: 100 }).map(|(a, b)| a * b).sum()
}
#[differentiable(wrt(x))]
fn zipped2(x: &[f64], c: &Cell<u32>) -> f64 {
    (Count { c, left: 100 }).zip(x.iter()).map(|(a, b)| a * b).sum()
}
#[differentiable(wrt(x))]
fn unbounded(x: f64) -> f64 {
    let mut s = 0.0;
    for (i, w) in std::iter::repeat(2.0).enumerate() {
        s += x * w;
        if i > 3 {
            break;
        }
    }
    s
}
#[differentiable(wrt(x))]
fn taken(x: f64, c: &Cell<u32>) -> f64 {
    {
        let mut s = 0.0;
        for w in (Count { c, left: 100 }).take(3) {
            s += w * x;
        }
        s
    }
}
#[differentiable(wrt(x))]
fn whiled(x: f64, c: &Cell<u32>) -> f64 {
    let mut it = Count { c, left: 10 };
    let mut s = 0.0;
    while let Some(w) = it.next() {
        s += w * x;
        if s > 5.0 {
            break;
        }
    }
    s
}
// checks
fn both(name: &str, x: f64, f: impl Fn(f64, &Cell<u32>) -> f64, g: impl Fn(f64, &Cell<u32>) -> f64) {
    let (a, b) = (Cell::new(0), Cell::new(0));
    f(x, &a);
    g(x, &b);
    assert_eq!(a.get(), b.get(), "{name}: how often the source was asked");
    check::grad(name, &[x], |x| f(x[0], &Cell::new(0)), |x| g(x[0], &Cell::new(0)));
}
fn main() {
    both("broken", 0.3, broken, |x, c| broken::grad(x, c));
    both("interleaved", 0.3, interleaved, |x, c| interleaved::grad(x, c));
    both("zipped", 0.3, |x, c| zipped(&[x, x], c), |x, c| zipped::grad(&[x, x], c).iter().sum());
    both("zipped2", 0.3, |x, c| zipped2(&[x, x], c), |x, c| zipped2::grad(&[x, x], c).iter().sum());
    both("taken", 0.3, taken, |x, c| taken::grad(x, c));
    check::grad("unbounded", &[0.3], |x| unbounded(x[0]), |x| unbounded::grad(x[0]));
    both("whiled", 0.7, whiled, |x, c| whiled::grad(x, c));
}
