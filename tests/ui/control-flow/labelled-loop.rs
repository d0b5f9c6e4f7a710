use burtorch::differentiable;

#[differentiable]
fn f(x: f64) -> f64 {
    let mut y = x;
    'rows: for i in 0..3 {
        for j in 0..3 {
            if i == j {
                continue 'rows;
            }
            y *= x;
        }
    }
    y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
