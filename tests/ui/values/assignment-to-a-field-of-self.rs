use burtorch::differentiable;

#[derive(Clone, Copy)]
struct Spring {
    k: f64,
}

impl Spring {
    #[differentiable]
    fn energy(mut self, x: f64) -> f64 {
        self.k = x;
        self.k * x * x
    }
}

fn main() {
    Spring { k: 1.0 }.energy(1.0);
    Spring { k: 1.0 }.energy_grad(1.0);
}
