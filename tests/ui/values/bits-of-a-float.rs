use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !(1 << 63))
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
