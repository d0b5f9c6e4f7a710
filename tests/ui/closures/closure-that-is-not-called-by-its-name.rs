use burtorch::differentiable;

#[differentiable(compiled)]
fn closure_returned(x: &[f64]) -> f64 {
    let make = |a: f64| move |b: f64| a * b;
    make(x[0])(x[1])
}

#[differentiable(compiled)]
fn closure_chosen(x: &[f64]) -> f64 {
    let g = if x.len() > 1 { |a: f64| a * a } else { |a: f64| a };
    g(x[0])
}

#[differentiable(compiled)]
fn closure_stored(x: &[f64]) -> f64 {
    let g = [|a: f64| a * a, |a: f64| a];
    g[0](x[0])
}

#[differentiable(compiled)]
fn dyn_closure(x: &[f64]) -> f64 {
    let g: &dyn Fn(f64) -> f64 = &|a| a * a;
    g(x[0])
}

#[differentiable(compiled)]
fn fn_pointer(x: &[f64]) -> f64 {
    let g: fn(f64) -> f64 = f64::sin;
    g(x[0])
}

#[differentiable(compiled)]
fn fn_item_variable(x: &[f64]) -> f64 {
    let g = f64::sin;
    g(x[0])
}

fn main() {
    closure_returned::grad(&[1.0]);
    closure_chosen::grad(&[1.0]);
    closure_stored::grad(&[1.0]);
    dyn_closure::grad(&[1.0]);
    fn_pointer::grad(&[1.0]);
    fn_item_variable::grad(&[1.0]);
}
