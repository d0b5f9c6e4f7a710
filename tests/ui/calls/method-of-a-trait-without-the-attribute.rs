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

#[differentiable(wrt(r))]
fn of_object(potential: &dyn Potential, r: f64) -> f64 {
    potential.energy(r)
}

fn main() {
    of_object::grad(&Spring(1.0), 1.0);
}
