use burtorch::differentiable;

struct Spring {
    k: f64,
}

impl Spring {
    #[differentiable]
    fn energy(&mut self, x: f64) -> f64 {
        self.k * x * x
    }
}

fn main() {
    let mut spring = Spring { k: 1.0 };
    spring.energy(1.0);
}
