use burtorch::differentiable;

trait Link {
    fn inverse(eta: f64) -> f64;
}

struct Log;

impl Link for Log {
    fn inverse(eta: f64) -> f64 {
        eta.exp()
    }
}

trait Family {
    type Link: Link;
}

struct Poisson;

impl Family for Poisson {
    type Link = Log;
}

#[differentiable]
fn mean<F: Family>(eta: f64) -> f64 {
    F::Link::inverse(eta)
}

fn main() {
    mean::<Poisson>(1.0);
}
