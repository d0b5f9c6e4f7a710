use burtorch::differentiable;
use std::cell::Cell;

#[differentiable(wrt(x))]
fn f(x: f64, count: &Cell<u32>) -> Result<f64, String> {
    count.set(count.get() + 1);
    if x < 0.0 { Err("negative".to_string()) } else { Ok(x * x) }
}

fn root(x: f64) -> Result<f64, u32> {
    if x < 0.0 { Err(1) } else { Ok(x * x) }
}

fn counted(count: &Cell<u32>) -> u32 {
    count.set(count.get() + 1);
    count.get()
}

#[differentiable(wrt(x))]
fn g(x: f64, count: &Cell<u32>) -> f64 {
    root(x).map_err(|error| error + counted(count)).unwrap_or(x)
}

fn main() {
    let count = Cell::new(0);
    _ = f::grad(-1.0, &count);
    g::grad(1.0, &count);
}
