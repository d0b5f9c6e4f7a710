// Constraints as closures in a list, a quadratic penalty.
use burtorch::differentiable;

#[differentiable(wrt(x))]
fn penalised(x: &[f64; 2], weight: f64) -> f64 {
    let constraints = [|x: &[f64; 2]| x[0] + x[1] - 1.0, |x: &[f64; 2]| x[0] * x[0] - x[1]];
    let objective = (x[0] - 2.0).powi(2) + (x[1] + 1.0).powi(2);
    let mut violation = 0.0;
    for c in &constraints {
        let v = c(x);
        if v > 0.0 {
            violation += v * v;
        }
    }
    objective + weight * violation
}

// checks
fn main() {
    let f = |x: &[f64]| penalised(&check::array(x), 3.0);
    check::grad("penalised", &[1.4, 0.2], f, |x| penalised::grad(&check::array(x), 3.0));
}
