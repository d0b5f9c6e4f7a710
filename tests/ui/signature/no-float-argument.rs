use burtorch::differentiable;

#[differentiable]
fn f(name: &str, n: u32) -> f64 {
    name.len() as f64 * f64::from(n)
}

fn main() {
    f("a", 1);
    f::grad("a", 1);
}
