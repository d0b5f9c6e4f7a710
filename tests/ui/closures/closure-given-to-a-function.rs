use burtorch::differentiable;

#[differentiable]
fn array_from_fn(x: &[f64]) -> f64 {
    let a: [f64; 2] = std::array::from_fn(|i| x[i] * x[i]);
    a[0] * a[1]
}

#[differentiable]
fn thread(x: &[f64]) -> f64 {
    std::thread::scope(|s| s.spawn(|| x[0] * x[0]).join().unwrap())
}

#[differentiable]
fn question(x: &[f64]) -> f64 {
    let g = || -> Option<f64> {
        let a = x.first()?;
        Some(a * a)
    };
    g().unwrap()
}

#[differentiable]
fn vec_of_indices(x: &[f64]) -> f64 {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|a, b| x[*a].total_cmp(&x[*b]));
    x[order[0]] * x[order[1]]
}

fn main() {
    array_from_fn::grad(&[1.0]);
    thread::grad(&[1.0]);
    question::grad(&[1.0]);
    vec_of_indices::grad(&[1.0]);
}
