use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let k = x as i32;
    let y = x.next_up();
    let z = |t: f64| t + y + x;
    let mut w = z(1.0) + f64::from(k);
    while w > 1.0 {
        w *= 0.5;
    }
    w
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
