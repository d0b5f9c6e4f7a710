//! Values of expressions during elaboration.

use std::rc::Rc;

use super::items::FnItem;
use super::layers::{Instance, Slot};
use super::sequence::Step;
use crate::ast::Expr;
use crate::each::Each;
use crate::tensor::Tensor;

/// The value of an expression. Only tensors are left when the program runs.
#[derive(Clone)]
pub(super) enum Value {
    Int(i128),
    Float(f64),
    Bool(bool),
    Tensor(Tensor),
    /// A layer, or an array of layers or parameters.
    Parameters(ParameterRef),
    Array(Vec<Value>),
    Tuple(Vec<Value>),
    Function(Callee),
    /// `start..end`, the end not included.
    Range(Option<i128>, Option<i128>),
    /// The number of the step of a loop over time, which picks rows and does nothing else; without one, a variable whose rows
    /// such a loop fills.
    Step(Option<Step>),
    /// The value of an expression with a mistake, which has been reported.
    Poison,
}

/// A layer, a parameter or an array of these, and where its parameters start.
#[derive(Clone)]
pub(super) struct ParameterRef {
    pub slot: Rc<Slot>,
    pub offset: usize,
    /// How far the offset moves per iteration of the open loops, the outermost first.
    pub steps: Vec<usize>,
}

/// A function by its name.
#[derive(Clone)]
pub(super) enum Callee {
    Item(Rc<FnItem>, Option<Rc<Instance>>),
    /// A row of the table or a function on tensors.
    Builtin(String),
}

/// An argument, and the expression that it comes from.
pub(super) struct Arg<'a> {
    pub value: Value,
    pub expr: &'a Expr,
}

impl Value {
    pub(super) fn is_poison(&self) -> bool {
        match self {
            Value::Poison => true,
            Value::Array(values) | Value::Tuple(values) => values.iter().any(Value::is_poison),
            _ => false,
        }
    }

    pub(super) fn unit() -> Value {
        Value::Tuple(Vec::new())
    }

    /// The tensors and numbers that it consists of, or nothing if there is anything else in it.
    pub(super) fn leaves(&self) -> Option<Vec<Value>> {
        match self {
            Value::Tensor(_) | Value::Float(_) => Some(vec![self.clone()]),
            Value::Array(values) | Value::Tuple(values) => {
                let leaves: Option<Vec<_>> = values.iter().map(Value::leaves).collect();
                leaves.map(|leaves| leaves.concat())
            }
            _ => None,
        }
    }

    /// A value of the same structure, made of other tensors.
    pub(super) fn rebuild(&self, leaves: &mut dyn Iterator<Item = Value>) -> Value {
        match self {
            Value::Array(values) => Value::Array(values.each(|value| value.rebuild(leaves))),
            Value::Tuple(values) => Value::Tuple(values.each(|value| value.rebuild(leaves))),
            _ => leaves.next().unwrap_or(Value::Poison),
        }
    }
}
