//! A tape whose memory is used again: numbers that record themselves, until a block of the program ends.
//!
//! The tape is that of the runtime. A value of Python is a place on it, with a number that no other value has: the place may be taken by another one
//! after the block, and then the number tells.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use burtorch_runtime::eager::{self, Checkpoint};
use burtorch_runtime::rules::{Many, Op};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arithmetic::arithmetic;
use crate::value::Value;

/// What the values of a tape share.
struct Shared {
    tape: eager::Tape<f64>,
    /// Which value is in each place. Constants have the number of the value that was recorded with them.
    serials: Vec<u64>,
    next: u64,
    /// Where the blocks began that are running.
    blocks: Vec<Checkpoint>,
}

/// Numbers that record what is done with them, in memory that is used again.
///
/// What is recorded in a `with` block is forgotten at its end. So a loop of training needs the memory of one step:
///
/// >>> from burtorch import Tape
/// >>> tape = Tape()
/// >>> w = tape.leaf(0.5)
/// >>> for x, y in [(1.0, 3.0), (2.0, 6.0)] * 20:
/// ...     with tape:
/// ...         loss = (w * x - y) ** 2
/// ...         loss.backward()
/// ...     w.data, w.grad = w.data - 0.05 * w.grad, 0.0
/// >>> round(w.data, 3)
/// 3.0
#[pyclass(frozen, module = "burtorch")]
pub struct Tape {
    shared: Arc<Mutex<Shared>>,
}

/// A number on a `Tape`.
#[pyclass(frozen, module = "burtorch")]
pub struct TapeValue {
    shared: Arc<Mutex<Shared>>,
    place: eager::Value,
    serial: u64,
}

fn lock(shared: &Arc<Mutex<Shared>>) -> MutexGuard<'_, Shared> {
    // Whatever is wrong with an argument is seen before anything is recorded.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Gives what was just recorded a number of its own.
    fn recorded(&mut self, shared: &Arc<Mutex<Self>>, place: eager::Value) -> TapeValue {
        let serial = self.next;
        self.next += 1;
        self.serials.resize(self.tape.len(), serial);
        TapeValue { shared: shared.clone(), place, serial }
    }

    /// The place of a value, if it is still that value's.
    fn place(&self, value: &TapeValue) -> PyResult<eager::Value> {
        if self.serials.get(value.place.index()) == Some(&value.serial) {
            Ok(value.place)
        } else {
            Err(PyRuntimeError::new_err(
                "the value was recorded in a `with` block of its tape that has ended: read what you need inside",
            ))
        }
    }

    fn rewind(&mut self, to: Checkpoint) {
        self.tape.rewind(to);
        self.serials.truncate(self.tape.len());
    }
}

/// Something that arithmetic with a value takes.
enum Operand {
    Number(f64),
    Value(Py<TapeValue>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Operand {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(value) = object.cast::<TapeValue>() {
            return Ok(Self::Value(value.to_owned().unbind()));
        }
        // It would become a constant, without its gradient.
        if object.cast::<Value>().is_ok() {
            return Err(PyTypeError::new_err("a `Value` does not know the tape: make a `tape.leaf` of its data"));
        }
        object.extract().map(Self::Number)
    }
}

impl TapeValue {
    fn record(
        &self,
        op: Op,
        operands: impl FnOnce(eager::Value, &Shared) -> PyResult<Vec<eager::Value>>,
    ) -> PyResult<Self> {
        let mut shared = lock(&self.shared);
        let own = shared.place(self)?;
        let operands = operands(own, &shared)?;
        let place = shared.tape.op(op, &operands).id();
        Ok(shared.recorded(&self.shared, place))
    }

    fn unary(&self, op: Op) -> PyResult<Self> {
        self.record(op, |own, _| Ok(vec![own]))
    }

    /// The place of an operand. A number becomes a constant.
    fn operand(&self, operand: &Operand, shared: &Shared) -> PyResult<eager::Value> {
        match operand {
            Operand::Number(number) => Ok(shared.tape.constant(*number).id()),
            Operand::Value(value) => on(&self.shared, value.get(), shared),
        }
    }

    fn with(&self, op: Op, other: Operand) -> PyResult<Self> {
        self.record(op, |own, shared| Ok(vec![own, self.operand(&other, shared)?]))
    }

    fn after(&self, op: Op, other: Operand) -> PyResult<Self> {
        self.record(op, |own, shared| Ok(vec![self.operand(&other, shared)?, own]))
    }
}

/// The place of a value on this tape.
fn on(tape: &Arc<Mutex<Shared>>, value: &TapeValue, shared: &Shared) -> PyResult<eager::Value> {
    if Arc::ptr_eq(tape, &value.shared) {
        shared.place(value)
    } else {
        Err(PyValueError::new_err("the values are on two tapes: a gradient goes along one"))
    }
}

arithmetic! { TapeValue, Operand {
    /// The number.
    #[getter]
    fn data(&self) -> PyResult<f64> {
        let shared = lock(&self.shared);
        Ok(shared.tape.value(shared.place(self)?))
    }

    /// Changes the number. What was computed from it stays as it is.
    #[setter]
    fn set_data(&self, data: f64) -> PyResult<()> {
        let mut shared = lock(&self.shared);
        let place = shared.place(self)?;
        shared.tape.values(place)[0] = data;
        Ok(())
    }

    /// The derivative of the value that `backward` was called on; of a leaf, the sum of all since it was set to zero.
    #[getter]
    fn grad(&self) -> PyResult<f64> {
        let shared = lock(&self.shared);
        Ok(shared.tape.adjoint(shared.place(self)?))
    }

    #[setter]
    fn set_grad(&self, grad: f64) -> PyResult<()> {
        let mut shared = lock(&self.shared);
        let place = shared.place(self)?;
        shared.tape.adjoints(place)[0] = grad;
        Ok(())
    }

    /// Computes the gradients of all values that this one was made of. Those of leaves are added to what is there.
    fn backward(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let mut shared = lock(&self.shared);
            let place = shared.place(self)?;
            shared.tape.backward(place);
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        match (self.data(), self.grad()) {
            (Ok(data), Ok(grad)) => format!("TapeValue(data={data}, grad={grad})"),
            _ => "TapeValue of a block that has ended".to_owned(),
        }
    }
} }

impl Tape {
    /// Places of values, all of which are on this tape.
    fn places(&self, values: &[Py<TapeValue>], shared: &Shared) -> PyResult<Vec<eager::Value>> {
        values.iter().map(|value| on(&self.shared, value.get(), shared)).collect()
    }
}

#[pymethods]
impl Tape {
    #[new]
    fn new() -> Self {
        let shared = Shared { tape: eager::Tape::new(), serials: Vec::new(), next: 0, blocks: Vec::new() };
        Self { shared: Arc::new(Mutex::new(shared)) }
    }

    /// A number to differentiate with respect to.
    fn leaf(&self, data: f64) -> TapeValue {
        let mut shared = lock(&self.shared);
        let place = shared.tape.leaf(data).id();
        shared.recorded(&self.shared, place)
    }

    /// Numbers to differentiate with respect to: of an array or anything else that has them one by one.
    fn leaves(&self, data: &Bound<'_, PyAny>) -> PyResult<Vec<TapeValue>> {
        let data: Vec<f64> = data.try_iter()?.map(|number| number?.extract()).collect::<PyResult<_>>()?;
        Ok(data.into_iter().map(|data| self.leaf(data)).collect())
    }

    /// The sum of values, as one operation.
    fn sum(&self, values: Vec<Py<TapeValue>>) -> PyResult<TapeValue> {
        let mut shared = lock(&self.shared);
        let places = self.places(&values, &shared)?;
        let place = shared.tape.many(Many::Sum, &[&&places[..]]).id();
        Ok(shared.recorded(&self.shared, place))
    }

    /// The sum of products of values, as one operation.
    fn dot(&self, a: Vec<Py<TapeValue>>, b: Vec<Py<TapeValue>>) -> PyResult<TapeValue> {
        if a.len() != b.len() {
            return Err(PyValueError::new_err(format!(
                "`dot` takes as many of one as of the other, not {} and {}",
                a.len(),
                b.len()
            )));
        }
        let mut shared = lock(&self.shared);
        let (a, b) = (self.places(&a, &shared)?, self.places(&b, &shared)?);
        let place = shared.tape.dot(&a[..], &b[..]).id();
        Ok(shared.recorded(&self.shared, place))
    }

    /// Makes all gradients zero.
    fn zero_grad(&self) {
        lock(&self.shared).tape.clear_adjoints();
    }

    fn __len__(&self) -> usize {
        lock(&self.shared).tape.len()
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        {
            let mut shared = lock(&this.get().shared);
            let start = shared.tape.checkpoint();
            shared.blocks.push(start);
        }
        this
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, _raised: &Bound<'_, pyo3::types::PyTuple>) -> bool {
        let mut shared = lock(&self.shared);
        if let Some(start) = shared.blocks.pop() {
            shared.rewind(start);
        }
        false
    }

    fn __repr__(&self) -> String {
        format!("<burtorch.Tape with {} values>", self.__len__())
    }
}
