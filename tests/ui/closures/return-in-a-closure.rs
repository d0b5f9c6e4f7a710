use burtorch::differentiable;

#[differentiable]
fn closure_return(x: &[f64]) -> f64 {
    let g = |a: f64| {
        if a > 0.0 {
            return a * a;
        }
        a
    };
    g(x[0])
}

#[differentiable]
fn for_each_return(x: &[f64]) -> f64 {
    let mut s = 0.0;
    x.iter().for_each(|v| {
        if *v < 0.0 {
            return;
        }
        s += v * v;
    });
    s
}

fn main() {
    closure_return::grad(&[1.0]);
    for_each_return::grad(&[1.0]);
}
