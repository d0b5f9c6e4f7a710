use std::cell::Cell;

use burtorch::differentiable;

fn keep(cell: &Cell<f64>, x: f64) {
    cell.set(x);
}

#[differentiable(wrt(x))]
fn f(x: f64, cell: &Cell<f64>) -> f64 {
    keep(cell, x);
    cell.get() * x
}

fn main() {
    f::grad(1.0, &Cell::new(0.0));
}
