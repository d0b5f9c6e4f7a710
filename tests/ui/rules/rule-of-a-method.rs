use burtorch::derivative;

struct Spring {
    k: f64,
}

impl Spring {
    fn energy(&self, x: f64) -> f64 {
        self.k * x * x
    }

    #[derivative(of = energy)]
    fn slope(&self, x: f64) -> f64 {
        2.0 * self.k * x
    }
}

fn main() {
    Spring { k: 1.0 }.energy(1.0);
    Spring { k: 1.0 }.slope(1.0);
}
