//! Numbers that record what is done with them: micrograd's `Value`, over burtorch's table of rules.
//!
//! A value holds its operands, so a graph lives as long as somebody holds its end, as Python's own objects do. Rules are run on
//! the data that values have when the sweep comes by, as in micrograd.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use burtorch_runtime::rules::{Op, adjoint, value};
use pyo3::prelude::*;
use pyo3::types::PySet;

use crate::arithmetic::arithmetic;

/// A number, how it was made, and the adjoint of it. Python's lock keeps threads apart; atomic numbers only say so to Rust.
struct Node {
    data: AtomicU64,
    grad: AtomicU64,
    /// The sweep that has seen it last.
    seen: AtomicU64,
    op: Option<Op>,
    operands: [Option<Arc<Node>>; 3],
}

/// A number for each sweep.
static SWEEPS: AtomicU64 = AtomicU64::new(0);

impl Node {
    fn new(data: f64, op: Option<Op>, operands: [Option<Arc<Self>>; 3]) -> Arc<Self> {
        Arc::new(Self {
            data: AtomicU64::new(data.to_bits()),
            grad: AtomicU64::new(0),
            seen: AtomicU64::new(0),
            op,
            operands,
        })
    }

    fn data(&self) -> f64 {
        f64::from_bits(self.data.load(Ordering::Relaxed))
    }

    fn grad(&self) -> f64 {
        f64::from_bits(self.grad.load(Ordering::Relaxed))
    }

    fn set_grad(&self, grad: f64) {
        self.grad.store(grad.to_bits(), Ordering::Relaxed);
    }

    /// The data of the operands, and how many there are.
    fn arguments(&self) -> ([f64; 3], usize) {
        let mut arguments = [0.0; 3];
        let mut count = 0;
        for operand in self.operands.iter().flatten() {
            arguments[count] = operand.data();
            count += 1;
        }
        (arguments, count)
    }

    /// Adds to the adjoints of the operands.
    fn push_back(&self) {
        let Some(op) = self.op else { return };
        let (arguments, count) = self.arguments();
        let slopes = adjoint(op, &arguments[..count], self.data(), self.grad());
        for (operand, slope) in self.operands.iter().flatten().zip(slopes) {
            if let Some(slope) = slope {
                operand.set_grad(operand.grad() + slope);
            }
        }
    }
}

/// A chain of a million operations is dropped without a million nested calls.
impl Drop for Node {
    fn drop(&mut self) {
        let mut held: Vec<Arc<Self>> = self.operands.iter_mut().filter_map(Option::take).collect();
        while let Some(node) = held.pop() {
            if let Some(mut node) = Arc::into_inner(node) {
                held.extend(node.operands.iter_mut().filter_map(Option::take));
            }
        }
    }
}

/// A number that records what is done with it, and knows its gradient after `backward()`.
#[pyclass(frozen, module = "burtorch")]
pub struct Value {
    node: Arc<Node>,
}

/// Something that arithmetic with a value takes.
struct Operand(Arc<Node>);

impl<'a, 'py> FromPyObject<'a, 'py> for Operand {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(value) = object.cast::<Value>() {
            return Ok(Self(value.get().node.clone()));
        }
        object.extract().map(|number| Self(Node::new(number, None, [None, None, None])))
    }
}

impl Value {
    #[allow(clippy::unnecessary_wraps, reason = "an operation on a tape may fail")]
    fn unary(&self, op: Op) -> PyResult<Self> {
        let data = value(op, &[self.node.data()]);
        Ok(Self { node: Node::new(data, Some(op), [Some(self.node.clone()), None, None]) })
    }

    #[allow(clippy::unnecessary_wraps, reason = "an operation on a tape may fail")]
    fn binary(op: Op, a: Arc<Node>, b: Arc<Node>) -> PyResult<Self> {
        let data = value(op, &[a.data(), b.data()]);
        Ok(Self { node: Node::new(data, Some(op), [Some(a), Some(b), None]) })
    }

    fn with(&self, op: Op, other: Operand) -> PyResult<Self> {
        Self::binary(op, self.node.clone(), other.0)
    }

    fn after(&self, op: Op, other: Operand) -> PyResult<Self> {
        Self::binary(op, other.0, self.node.clone())
    }
}

arithmetic! { Value, Operand {
    #[new]
    #[pyo3(signature = (data, _children = None, _op = ""))]
    fn new(data: f64, _children: Option<Bound<'_, PyAny>>, _op: &str) -> Self {
        Self { node: Node::new(data, None, [None, None, None]) }
    }

    /// The number.
    #[getter]
    fn data(&self) -> f64 {
        self.node.data()
    }

    #[setter]
    fn set_data(&self, data: f64) {
        self.node.data.store(data.to_bits(), Ordering::Relaxed);
    }

    /// The derivative of the value that `backward` was called on with respect to this one.
    #[getter]
    fn grad(&self) -> f64 {
        self.node.grad()
    }

    #[setter]
    fn set_grad(&self, grad: f64) {
        self.node.set_grad(grad);
    }

    /// The values that it was made of.
    #[getter]
    fn _prev<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySet>> {
        let operands = self.node.operands.iter().flatten();
        PySet::new(
            py,
            operands.map(|node| Self { node: node.clone() }.into_pyobject(py)).collect::<Result<Vec<_>, _>>()?,
        )
    }

    /// The operation that made it.
    #[getter]
    fn _op(&self) -> &'static str {
        match self.node.op {
            None => "",
            Some(Op::Add) => "+",
            Some(Op::Sub) => "-",
            Some(Op::Mul) => "*",
            Some(Op::Div) => "/",
            Some(Op::Neg) => "neg",
            Some(Op::Powf) => "**",
            Some(op) => op.name(),
        }
    }

    /// Computes the gradients of all values that this one was made of, and adds them to what is there.
    fn backward(&self) {
        let sweep = SWEEPS.fetch_add(1, Ordering::Relaxed) + 1;
        let mut order: Vec<&Node> = Vec::new();
        // Each with the number of its operands that were looked at.
        let mut path: Vec<(&Node, usize)> = vec![(&self.node, 0)];
        self.node.seen.store(sweep, Ordering::Relaxed);
        while let Some((node, at)) = path.last_mut() {
            let node: &Node = node;
            let Some(operand) = node.operands.get(*at).and_then(Option::as_deref) else {
                order.push(node);
                path.pop();
                continue;
            };
            *at += 1;
            if operand.seen.swap(sweep, Ordering::Relaxed) != sweep {
                path.push((operand, 0));
            }
        }
        self.node.set_grad(1.0);
        for node in order.into_iter().rev() {
            node.push_back();
        }
    }

    fn __float__(&self) -> f64 {
        self.node.data()
    }

    fn __repr__(&self) -> String {
        format!("Value(data={}, grad={})", self.node.data(), self.node.grad())
    }
} }
