use burtorch::differentiable;

struct Spring;

impl Spring {
    #[differentiable]
    fn energy(x: f64) -> f64 {
        x * x
    }
}

fn main() {
    Spring::energy(1.0);
}
