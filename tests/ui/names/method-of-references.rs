use burtorch::differentiable;

trait Angle {
    fn sin(&self) -> f64;
}

impl Angle for f64 {
    fn sin(&self) -> f64 {
        (*self).to_radians().sin()
    }
}

#[differentiable]
fn f(x: &[f64; 3]) -> f64 {
    x.iter().map(|angle| angle.sin()).sum()
}

fn main() {
    f::grad(&[1.0, 2.0, 3.0]);
}
