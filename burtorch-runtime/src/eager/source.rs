//! A tape as source text: what was recorded once can be compiled.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::node::{List, Node, Value};
use super::order::arguments;
use super::{Order, Scalar, Tape};
use crate::rules::{Many, Notation, Op};

/// A function as text, and the leaves that are its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// `burtorch::graph!(|…| …)`
    pub text: String,
    /// The leaves, in the order of the arguments.
    pub arguments: Vec<Value>,
}

/// Why a graph has no source text: this value comes from a function outside of the tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSource(pub Value);

impl fmt::Display for NotSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "value {} comes from a function outside of the tape; make it a leaf, or compute it on the tape",
            self.0.index()
        )
    }
}

impl core::error::Error for NotSource {}

impl<T: Scalar> Tape<T> {
    /// The graph of a root as `graph!`, to be compiled later. Leaves become arguments, in the order in which they came.
    ///
    /// ```
    /// use burtorch_runtime::eager::Tape;
    ///
    /// let mut tape = Tape::new();
    /// let (a, b) = (tape.leaf(-41.0), tape.leaf(2.0));
    /// let root = (a * b + b.tanh() * 0.5).id();
    /// let source = tape.source(root)?;
    /// assert_eq!(
    ///     source.text,
    ///     "burtorch::graph!(|x0: f64, x1: f64| {
    ///     let v2 = x0 * x1;
    ///     let v3 = x1.tanh();
    ///     let v5 = v3 * 0.5_f64;
    ///     let v6 = v2 + v5;
    ///     v6
    /// })"
    /// );
    /// # Ok::<(), burtorch_runtime::eager::NotSource>(())
    /// ```
    ///
    /// # Errors
    /// If a value comes from a function outside of the tape.
    ///
    /// # Panics
    /// If the root is not on the tape any more.
    pub fn source(&mut self, root: impl Into<Value>) -> Result<Source, NotSource> {
        let root = root.into();
        let mut order = Order::new();
        self.order(root, &mut order);
        let mut leaves: Vec<Value> = Vec::new();
        let mut add = |value: Value| {
            if matches!(self.node(value), Node::Leaf { .. }) {
                leaves.push(value);
            }
        };
        add(root);
        for value in order.visits() {
            arguments(self.node(value), &self.lists.borrow(), |run| run.iter().for_each(&mut add));
        }
        leaves.sort_unstable();
        leaves.dedup();

        let list: Vec<String> = leaves.iter().map(|leaf| format!("x{}: {}", leaf.index(), T::NAME)).collect();
        let mut text = format!("burtorch::graph!(|{}| {{\n", list.join(", "));
        for value in order.visits().rev() {
            let _ = writeln!(text, "    let v{} = {};", value.index(), self.expression(value)?);
        }
        let _ = write!(text, "    {}\n}})", self.operand(root));
        Ok(Source { text, arguments: leaves })
    }

    /// How a value is referred to.
    fn operand(&self, value: Value) -> String {
        match self.node(value) {
            Node::Leaf { .. } => format!("x{}", value.index()),
            Node::Constant => literal::<T>(self.value(value).first()),
            _ => format!("v{}", value.index()),
        }
    }

    fn expression(&self, value: Value) -> Result<String, NotSource> {
        match self.node(value) {
            Node::Row { op, args } | Node::Deferred { op, args } => {
                let args: Vec<Value> = args[..op.arity()].iter().map(|&arg| Value(arg)).collect();
                Ok(self.row_text(op, &args))
            }
            Node::Rows { many, args, .. } => {
                let mut args: Vec<String> = args[..many.arity()].iter().map(|&list| self.list_text(list)).collect();
                if many == Many::DotBias
                    && let Some(bias) = args.last_mut()
                {
                    *bias = bias.trim_start_matches("&[").trim_end_matches(']').to_string();
                }
                Ok(format!("burtorch::math::{}({})", many.name(), args.join(", ")))
            }
            Node::Call { .. } => Err(NotSource(value)),
            Node::Leaf { .. } | Node::Constant => Ok(self.operand(value)),
        }
    }

    fn row_text(&self, op: Op, args: &[Value]) -> String {
        let mut args: Vec<String> = match (op, args) {
            (Op::Powi, &[base, exponent]) => vec![self.operand(base), self.value(exponent).first().to_string()],
            _ => args.iter().map(|&arg| self.operand(arg)).collect(),
        };
        match op.notation() {
            Notation::Operator(symbol) => match &args[..] {
                [a] => format!("{symbol}{a}"),
                args => args.join(&format!(" {symbol} ")),
            },
            Notation::Math => format!("burtorch::math::{}({})", op.name(), args.join(", ")),
            Notation::Float | Notation::Whole => {
                let receiver = args.remove(0);
                format!("{receiver}.{}({})", op.name(), args.join(", "))
            }
        }
    }

    fn list_text(&self, list: List) -> String {
        let lists = self.lists.borrow();
        let all: Vec<String> = lists.of(list).iter().flat_map(|run| run.iter()).map(|at| self.operand(at)).collect();
        format!("&[{}]", all.join(", "))
    }
}

/// A number as Rust has it, with its type, so that it can have methods.
fn literal<T: Scalar>(value: f64) -> String {
    let name = T::NAME;
    if value.is_nan() {
        format!("{name}::NAN")
    } else if value.is_infinite() {
        format!("{name}::{}INFINITY", if value < 0.0 { "NEG_" } else { "" })
    } else if value.is_sign_negative() {
        format!("({value:?}_{name})")
    } else {
        format!("{value:?}_{name}")
    }
}
