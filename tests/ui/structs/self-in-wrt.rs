use burtorch::differentiable;

struct Point {
    x: f64,
    y: f64,
}

impl Point {
    #[differentiable(wrt(self))]
    fn energy(&self, k: f64) -> f64 {
        k * self.x * self.y
    }
}

fn main() {}
