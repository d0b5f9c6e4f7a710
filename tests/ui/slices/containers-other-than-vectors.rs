use burtorch::differentiable;

#[differentiable(compiled)]
fn boxed(x: &[f64]) -> f64 {
    let b = Box::new(x[0] * x[0]);
    *b * x[1]
}

#[differentiable(compiled)]
fn option(x: &[f64]) -> f64 {
    let a = Some(x[0] * x[0]);
    a.unwrap()
}

#[differentiable(compiled)]
fn option_state(x: &[f64]) -> f64 {
    let mut best: Option<f64> = None;
    for v in x {
        if best.is_none() {
            best = Some(v * v);
        }
    }
    best.unwrap_or(0.0)
}

#[differentiable(compiled)]
fn cell(x: &[f64]) -> f64 {
    let c = std::cell::Cell::new(0.0);
    c.set(x[0] * x[0]);
    c.get()
}

#[differentiable(compiled)]
fn refcell(x: &[f64]) -> f64 {
    let c = std::cell::RefCell::new(x.to_vec());
    c.borrow_mut()[0] = x[1];
    let r = c.borrow()[0];
    r * r
}

#[differentiable(compiled)]
fn hashmap(x: &[f64]) -> f64 {
    let mut m = std::collections::HashMap::new();
    m.insert(1, x[0]);
    m[&1] * m[&1]
}

#[differentiable(compiled)]
fn vecdeque(x: &[f64]) -> f64 {
    let mut m = std::collections::VecDeque::new();
    m.push_back(x[0]);
    m[0] * m[0]
}

fn main() {
    boxed::grad(&[1.0]);
    option::grad(&[1.0]);
    option_state::grad(&[1.0]);
    cell::grad(&[1.0]);
    refcell::grad(&[1.0]);
    hashmap::grad(&[1.0]);
    vecdeque::grad(&[1.0]);
}
