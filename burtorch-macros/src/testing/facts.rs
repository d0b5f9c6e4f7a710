//! What rows of the table say of themselves.

use burtorch_runtime::rules::{Code, Op, SimdForm};
use burtorch_syntax::record::value;

use crate::graph::{Graph, Id, Kind, Type, Writer};

fn named(which: impl Fn(Op) -> bool) -> Vec<&'static str> {
    Op::ALL.iter().filter(|op| which(**op)).map(|op| op.name()).collect()
}

#[test]
fn a_row_is_composed_if_its_value_is_made_of_others() {
    for &op in Op::ALL {
        let mut w = Writer::new(Graph::new());
        let args: Vec<Id> = (0..op.arity()).map(|_| w.param(Kind::Param, Type::Float, false, None)).collect();
        let result = value(&mut w, op, &args);
        let is_itself = matches!(w.graph.kind(result), Kind::Op(same, _) if *same == op);
        assert_eq!(op.code() != Code::Composed, is_itself, "{op:?}");
        let parts = w.graph.all().into_iter().filter(|&id| w.graph.is_operation(id)).count();
        assert!(op.operations() >= parts, "{op:?} is made of {parts} parts");
    }
}

#[test]
fn a_row_is_cheap_if_it_takes_no_longer_than_a_load() {
    let expected = [
        "add",
        "sub",
        "mul",
        "neg",
        "mean2",
        "neg_mean2",
        "sqr",
        "pow3",
        "to_radians",
        "to_degrees",
        "abs",
        "signum",
        "copysign",
        "min",
        "max",
        "relu",
    ];
    assert_eq!(named(Op::is_cheap), expected);
}

#[test]
fn only_rows_that_are_not_made_of_others_are_exact() {
    assert!(Op::ALL.iter().all(|op| !op.is_exact() || op.code() != Code::Composed));
}

#[test]
fn rows_with_simd_functions_are_those_of_the_runtime() {
    let expected = ["exp", "exp_m1", "ln", "ln_1p", "tanh", "sigmoid", "gelu", "normal_cdf", "erf"];
    assert_eq!(named(|op| op.vector() == SimdForm::Function), expected);
    assert_eq!(named(|op| op.vector() == SimdForm::NearFunction), ["sin", "cos"]);
}
