use burtorch::differentiable;

#[differentiable(compiled)]
fn thread(x: &[f64]) -> f64 {
    std::thread::scope(|s| s.spawn(|| x[0] * x[0]).join().unwrap())
}

fn main() {
    thread::grad(&[1.0]);
}
