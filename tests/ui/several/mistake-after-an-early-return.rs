use burtorch::differentiable;

#[differentiable]
fn f(x: f64, n: usize) -> f64 {
    if n == 0 {
        return x;
    }
    if n == 1 {
        return x * x;
    }
    x.next_up()
}

fn main() {
    f(1.0, 2);
    f::grad(1.0, 2);
}
