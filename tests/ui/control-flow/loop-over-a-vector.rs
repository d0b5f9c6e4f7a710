use burtorch::differentiable;

#[differentiable]
fn f(x: f64, ks: &Vec<f64>) -> f64 {
    let mut y = x;
    for k in ks {
        y *= k;
    }
    y
}

fn main() {
    f(1.0, &vec![]);
    f::grad(1.0, &vec![]);
}
