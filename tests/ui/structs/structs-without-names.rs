use burtorch::differentiable;

#[differentiable(structs())]
fn energy(k: f64) -> f64 {
    k * k
}

fn main() {}
