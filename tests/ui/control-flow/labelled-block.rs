use burtorch::differentiable;

#[differentiable(compiled)]
fn f(x: f64) -> f64 {
    let y = 'found: {
        if x > 0.0 {
            break 'found x;
        }
        -x
    };
    y * y
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
