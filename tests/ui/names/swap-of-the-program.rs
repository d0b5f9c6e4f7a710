use burtorch::differentiable;

fn swap(a: &mut f64, b: &mut f64) {
    *a += *b;
}

mod mem {
    pub fn replace<T: Copy>(place: &mut T, _: T) -> T {
        *place
    }
}

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    let mut a = x;
    let mut b = y;
    swap(&mut a, &mut b);
    a * a * b
}

#[differentiable]
fn g(x: f64, y: f64) -> f64 {
    let mut a = x;
    let b = mem::replace(&mut a, y);
    a * a * b
}

fn main() {
    f::grad(1.0, 2.0);
    g::grad(1.0, 2.0);
}
