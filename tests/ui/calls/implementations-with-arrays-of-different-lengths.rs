use burtorch::differentiable;

trait Dynamics<const N: usize> {
    fn rhs(&self, y: &[f64; N]) -> [f64; N];
}

struct Oscillator(f64);

impl Dynamics<2> for Oscillator {
    fn rhs(&self, y: &[f64; 2]) -> [f64; 2] {
        [y[1], -self.0 * y[0]]
    }
}

struct Growth(f64);

impl Dynamics<1> for Growth {
    fn rhs(&self, y: &[f64; 1]) -> [f64; 1] {
        [self.0 * y[0]]
    }
}

#[differentiable(wrt(y))]
fn speed<const N: usize, D: Dynamics<N>>(model: &D, y: [f64; N]) -> f64 {
    model.rhs(&y).iter().sum()
}

fn main() {}
