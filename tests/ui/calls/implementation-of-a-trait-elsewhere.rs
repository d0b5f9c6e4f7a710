use burtorch::differentiable;

trait Potential {
    fn energy(&self, r: f64) -> f64;
}

struct Spring(f64);

impl Potential for Spring {
    fn energy(&self, r: f64) -> f64 {
        self.0 * r * r
    }
}

mod elsewhere {
    pub struct Wall;

    impl super::Potential for Wall {
        fn energy(&self, r: f64) -> f64 {
            1.0 / r
        }
    }
}

#[differentiable(wrt(r))]
fn total<P: Potential>(potential: &P, r: f64) -> f64 {
    potential.energy(r)
}

fn main() {
    total::grad(&Spring(1.0), 1.0);
    total::grad(&elsewhere::Wall, 1.0);
}
