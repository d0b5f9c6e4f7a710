use burtorch::differentiable;

struct Spring(f64);

impl Spring {
    #[differentiable(compiled)]
    fn ends(&self, x: f64) -> [f64; 2] {
        [self.0 * x, x]
    }

    #[differentiable(compiled)]
    fn energy(&self, x: f64) -> f64 {
        sum(self.ends(x))
    }
}

#[differentiable(compiled)]
fn sum(x: [f64; 2]) -> f64 {
    x[0] + x[1]
}

fn main() {
    Spring(1.0).energy(1.0);
    Spring(1.0).energy_grad(1.0);
}
