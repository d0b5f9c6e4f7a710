use burtorch::differentiable;

trait Energy {
    fn energy(&self, x: f64) -> f64;
}

struct Spring;

impl Energy for Spring {
    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        x * x
    }
}

fn main() {
    Spring.energy(1.0);
}
