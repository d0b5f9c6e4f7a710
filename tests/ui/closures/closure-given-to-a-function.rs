use burtorch::differentiable;

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

fn main() {
    thread::grad(&[1.0]);
    question::grad(&[1.0]);
}
