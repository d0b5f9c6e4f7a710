use burtorch::differentiable;

struct Spring {
    k: f64,
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        self.k * x * x
    }
}

fn main() {
    Spring { k: 1.0 }.energy(2.0);
}
