use burtorch::differentiable;

struct Spring {
    k: f64,
}

struct Damper {
    k: f64,
}

impl Damper {
    fn force(&self, v: f64) -> f64 {
        -self.k * v
    }
}

impl Spring {
    fn force(&self, x: f64) -> f64 {
        -self.k * x
    }

    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        -0.5 * self.force(x) * x
    }
}

fn main() {
    Spring { k: 1.0 }.energy(1.0);
    Spring { k: 1.0 }.energy_grad(1.0);
    Damper { k: 1.0 }.force(1.0);
}
