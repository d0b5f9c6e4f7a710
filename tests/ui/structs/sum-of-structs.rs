use burtorch::differentiable;
use points::Point;

mod points {
    #[derive(Clone, Copy, burtorch::Differentiable)]
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    impl std::ops::Add for Point {
        type Output = Point;

        fn add(self, other: Point) -> Point {
            Point { x: self.x + other.x, y: self.y + other.y }
        }
    }
}

#[differentiable]
fn energy(p: Point, q: Point) -> f64 {
    let r = p + q;
    r.x
}

fn main() {}
