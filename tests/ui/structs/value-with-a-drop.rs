use burtorch::differentiable;
use std::cell::Cell;

struct Guard<'a>(&'a Cell<f64>);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1.0);
    }
}

#[differentiable(wrt(x))]
fn f(x: f64, count: &Cell<f64>) -> f64 {
    let _guard = Guard(count);
    x * count.get()
}

fn main() {}
