use burtorch::differentiable;

trait Energy {
    #[differentiable]
    fn energy(&self, x: f64) -> f64;
}

fn main() {}
