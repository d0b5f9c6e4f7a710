use burtorch::differentiable;

const TABLE: [f64; 3] = [1.0, 2.0, 3.0];

#[differentiable]
fn f(x: f64) -> f64 {
    let a = x as i32;
    let b = x.next_up();
    let c = TABLE[x as usize];
    let d = vec![x];
    f64::from(a) + b + c + d[0]
}

fn main() {
    f(1.0);
    f::grad(1.0);
}
