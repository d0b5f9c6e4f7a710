use burtorch::differentiable;
use points::Point;

mod points {
    #[derive(Clone, Copy, burtorch::Differentiable)]
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    impl Point {
        pub fn norm(&self) -> f64 {
            self.x * self.x + self.y * self.y
        }
    }
}

#[differentiable]
fn energy(p: &Point) -> f64 {
    p.norm() * p.x
}

fn main() {}
