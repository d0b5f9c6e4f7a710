use burtorch::derivative;

fn sum(x: &[f64; 3]) -> f64 {
    x[0] + x[1] + x[2]
}

#[derivative(of = sum)]
fn slopes(x: &[f64; 3]) -> [f64; 2] {
    [x[0], x[1]]
}

fn main() {
    sum(&[1.0, 2.0, 3.0]);
    slopes(&[1.0, 2.0, 3.0]);
}
