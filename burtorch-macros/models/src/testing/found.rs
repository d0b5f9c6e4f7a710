//! Models that were compiled wrongly once. They are looked at with the random ones.

use std::collections::BTreeMap;

use super::program::{Input, Program};

/// Their seeds begin here, so that no random model has one of them.
const FIRST: u64 = 1_000_000;

/// The models, with what was wrong.
pub fn found() -> Vec<Program> {
    let float = |shape: &[usize]| Input { shape: shape.to_vec(), int: None };
    let models = [
        // A sum over the samples is a part of one gradient, and another gradient is a sum of it: the inner sum was computed in the
        // kernel of the first alone, so the other kernel had two sums in one.
        (
            "type Scalar = f64;
pub struct Model {
w0: Param<3>,
w1: Param<3, 2>,
}
impl Model {
pub fn loss(&self, x0: [f64; 3]) -> f64 {
let v0 = stack([x0, self.w0], 1);
let v1 = concat([v0, slice(self.w1, 1, 0..1)], 1);
sum(x0) * cos(mean(v1))
}
}
",
            vec![float(&[3])],
        ),
        // The two terms of a gradient have one shape each, and the optimizer took the sum of them in that of the other.
        (
            "type Scalar = f64;
pub struct Model {
w0: Param<2, 5>,
w1: Param<5, 5>,
}
impl Model {
pub fn loss(&self, x0: f64, x1: f64, x2: [u16; 5]) -> f64 {
let mut v0 = ones([5]);
let mut v0y = zeros([2, 5]);
let v0m = self.w0 > 0.1;
for (t, row) in self.w0.iter().enumerate() {
v0 = select(v0m[t], sin(matvec(self.w1, v0) + row), v0);
v0y[t] = matvec(self.w1, v0) + row;
}
let v1 = v0y + v0;
let v2 = reshape(v1, [5, 2]);
mse(x0, 0.3) + mean(sqr(x1)) + mean(cross_entropy(v2, x2))
}
}
",
            vec![float(&[]), float(&[]), Input { shape: vec![5], int: Some(("u16", 2)) }],
        ),
    ];
    let program = |(seed, (items, inputs)): (u64, (&str, Vec<Input>))| Program {
        seed,
        items: items.to_owned(),
        double: true,
        inputs,
        wrt: Vec::new(),
        partial: false,
        out: None,
        constructs: BTreeMap::from([("once wrong", 1)]),
    };
    (FIRST..).zip(models).map(program).collect()
}
