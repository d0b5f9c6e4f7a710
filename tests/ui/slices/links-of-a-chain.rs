use burtorch::differentiable;

#[differentiable(compiled)]
fn rchunks(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for c in x.rchunks(3) {
        s += c[0] * c[0];
    }
    s
}

#[differentiable(compiled)]
fn cycle_take(x: &[f64]) -> f64 {
    x.iter().cycle().take(5).map(|v| v * v).sum()
}

fn main() {
    rchunks::grad(&[1.0]);
    cycle_take::grad(&[1.0]);
}
