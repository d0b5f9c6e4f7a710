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
