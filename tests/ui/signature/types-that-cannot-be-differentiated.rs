use burtorch::differentiable;

#[differentiable]
fn slice_in_a_tuple(x: f64, pair: (&[f64], f64)) -> f64 {
    x * pair.1
}

#[differentiable]
fn slices_of_slices(x: &[&[f64]]) -> f64 {
    x[0][0]
}

#[differentiable]
fn boxed(x: Box<[f64]>) -> f64 {
    x[0]
}

#[differentiable]
fn optional(x: Option<f64>) -> f64 {
    x.unwrap()
}

#[differentiable]
fn twice_a_reference(x: &&[f64]) -> f64 {
    x[0]
}

#[differentiable]
fn changed_vec(x: &mut Vec<Vec<f64>>) -> f64 {
    x[0][0]
}

#[differentiable]
fn boxed_result(x: f64) -> Box<[f64]> {
    vec![x].into_boxed_slice()
}

#[differentiable]
fn reference_as_a_result(x: &[f64]) -> &[f64] {
    x
}

#[differentiable]
fn integer_beside_a_vec(x: f64) -> (Vec<f64>, usize) {
    (vec![x], 1)
}

#[differentiable]
fn row_that_grows(x: &[f64]) -> f64 {
    let mut rows = vec![vec![0.0]; 2];
    rows[0].push(x[0]);
    rows[0][1]
}

fn main() {}
