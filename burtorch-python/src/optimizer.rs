//! Optimizers of models, by name: those of the runtime, whose loss and gradient a compiled library computes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use burtorch_ffi::{Sink, View};
use burtorch_runtime::Error;
use burtorch_runtime::optimizer::{Any, AnyError, Decay};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::arguments::{Parameter, read};
use crate::results::Results;

/// The memory of an optimizer, which `Model.step` changes.
///
/// Names are `sgd`, `momentum`, `nesterov`, `rmsprop`, `adagrad`, `adam`, `adamw`, `lion`, `armijo` and `lbfgs`. All that decides the next step is
/// `rate`, `steps` and `state`.
#[pyclass(frozen, module = "burtorch")]
pub struct Optimizer {
    // Whoever waits for this lock has left Python's, so that others go on.
    kind: Mutex<Kind>,
    /// What a state holds, as an argument of `restore`.
    state: Parameter,
}

enum Kind {
    Single(Any<f32>),
    Double(Any<f64>),
}

/// Runs code for either precision.
macro_rules! either {
    ($kind:expr, $any:ident => $then:expr) => {
        match $kind {
            Kind::Single($any) => $then,
            Kind::Double($any) => $then,
        }
    };
}

/// Why a step was not taken.
pub enum Refused {
    /// The library says why.
    Library,
    /// Something has the wrong length.
    Argument(Error),
    /// The optimizer is for numbers of this type.
    Precision(&'static str),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Argument(error)
    }
}

fn wrong(error: &AnyError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A number that a model computes in.
trait Float: Copy + num_traits::Float {
    fn of(kind: &mut Kind) -> Option<&mut Any<Self>>;
    /// The loss that a function sent.
    fn sent(results: &Results) -> Option<Self>;
}

impl Float for f32 {
    fn of(kind: &mut Kind) -> Option<&mut Any<Self>> {
        if let Kind::Single(any) = kind { Some(any) } else { None }
    }

    fn sent(results: &Results) -> Option<Self> {
        results.number().map(Self::from_ne_bytes)
    }
}

impl Float for f64 {
    fn of(kind: &mut Kind) -> Option<&mut Any<Self>> {
        if let Kind::Double(any) = kind { Some(any) } else { None }
    }

    fn sent(results: &Results) -> Option<Self> {
        results.number().map(Self::from_ne_bytes)
    }
}

impl Optimizer {
    fn lock(&self) -> MutexGuard<'_, Kind> {
        // A step that panics leaves an optimizer that is usable: parameters are changed at its end.
        self.kind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One step. `views` are those of a function that computes loss and gradient: parameters, gradient, and a batch.
    ///
    /// # Safety
    /// The views are as the function's description says, and nobody else changes what they show or reads the first two. `is_single` is the precision of
    /// the function.
    pub unsafe fn step(
        &self,
        function: burtorch_ffi::Function,
        views: &mut [View],
        is_single: bool,
    ) -> Result<f64, Refused> {
        // SAFETY: the caller says so.
        unsafe {
            if is_single {
                self.step_in::<f32>(function, views).map(f64::from)
            } else {
                self.step_in::<f64>(function, views)
            }
        }
    }

    /// # Safety
    /// As that of `step`; `T` is the precision of the function.
    unsafe fn step_in<T: Float>(&self, function: burtorch_ffi::Function, views: &mut [View]) -> Result<T, Refused> {
        let mut kind = self.lock();
        let name = either!(&*kind, any => precision(any));
        let any = T::of(&mut kind).ok_or(Refused::Precision(name))?;
        let [params, gradient] = [views[0], views[1]];
        // SAFETY: these are two arrays of such numbers, which are ours for the call.
        let (params, gradient) = unsafe {
            (
                core::slice::from_raw_parts_mut(params.data.cast_mut().cast::<T>(), params.length),
                core::slice::from_raw_parts_mut(gradient.data.cast_mut().cast::<T>(), gradient.length),
            )
        };
        any.step(params, gradient, |params, gradient| {
            views[0] = View { data: params.as_ptr().cast(), length: params.len() };
            views[1] = View { data: gradient.as_mut_ptr().cast(), length: gradient.len() };
            let mut results = Results::default();
            // SAFETY: the other views are the caller's, these two have the same type and length, and sink and results live until the call
            // ends, before which nobody looks at the results.
            let code = unsafe {
                let sink: Sink = results.sink();
                function(views.as_ptr(), &raw const sink)
            };
            if code == 0 { T::sent(&results).ok_or(Refused::Library) } else { Err(Refused::Library) }
        })
    }
}

/// Bytes as numbers.
fn numbers<T, const N: usize>(bytes: &[u8], number: fn([u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks().0.iter().map(|bytes| number(*bytes)).collect()
}

fn precision<T>(_: &Any<T>) -> &'static str {
    if size_of::<T>() == 4 { "float32" } else { "float64" }
}

#[pymethods]
impl Optimizer {
    /// An optimizer for so many parameters. `trained` are the places of those that are not frozen: `adamw` lets only them decay.
    #[new]
    #[pyo3(signature = (name, params, dtype, rate = None, trained = None))]
    fn new(
        name: &str,
        params: usize,
        dtype: &str,
        rate: Option<f64>,
        trained: Option<Vec<(usize, usize)>>,
    ) -> PyResult<Self> {
        let default = Any::default_rate(name).map_err(|error| wrong(&error))?;
        let rate = rate.unwrap_or(default);
        let mut kind = match dtype {
            "float32" => Any::new(name, rate, params).map(Kind::Single),
            "float64" => Any::new(name, rate, params).map(Kind::Double),
            other => return Err(PyTypeError::new_err(format!("models compute in float32 or float64, not in {other}"))),
        }
        .map_err(|error| wrong(&error))?;
        if let (Some(trained), "adamw") = (trained, name) {
            if trained.iter().any(|&(start, end)| start > end || end > params) {
                return Err(PyValueError::new_err(format!("not all of {trained:?} are parts of {params} parameters")));
            }
            let decay = Decay::of_ranges(params, trained.into_iter().map(|(start, end)| (start..end, 0.01)));
            either!(&mut kind, any => any.set_decay(decay))
                .map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        let number = if matches!(kind, Kind::Single(_)) { "f32" } else { "f64" };
        let state = Parameter::parse(&format!("state {number} -"))
            .ok_or_else(|| PyTypeError::new_err("there is no such type of numbers"))?;
        Ok(Self { kind: Mutex::new(kind), state })
    }

    /// Its name.
    #[getter]
    fn name(&self, py: Python<'_>) -> &'static str {
        py.detach(|| either!(&*self.lock(), any => any.name()))
    }

    /// The learning rate of the next step.
    #[getter]
    fn rate(&self, py: Python<'_>) -> f64 {
        py.detach(|| either!(&*self.lock(), any => any.rate))
    }

    #[setter]
    fn set_rate(&self, py: Python<'_>, rate: f64) {
        py.detach(|| either!(&mut *self.lock(), any => any.rate = rate));
    }

    /// How many steps were taken.
    #[getter]
    fn steps(&self, py: Python<'_>) -> u64 {
        py.detach(|| either!(&*self.lock(), any => any.steps()))
    }

    /// A copy of what it remembers of the parameters.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let bytes: Vec<u8> = py.detach(|| match &*self.lock() {
            Kind::Single(any) => any.state().iter().flat_map(|value| value.to_ne_bytes()).collect(),
            Kind::Double(any) => any.state().iter().flat_map(|value| value.to_ne_bytes()).collect(),
        });
        let array =
            py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, &bytes), self.state.number.numpy))?;
        Ok(array.unbind())
    }

    /// Goes on where `state` and `steps` were taken, with the rate that it has.
    fn restore(&self, py: Python<'_>, state: &Bound<'_, PyAny>, steps: u64) -> PyResult<()> {
        let array = read("restore", &self.state, state, false)?;
        // A copy, for others may write to the array once Python's lock is free.
        let bytes = array.bytes();
        let restored = py.detach(|| match &mut *self.lock() {
            Kind::Single(any) => any.restore(&numbers(&bytes, f32::from_ne_bytes), steps),
            Kind::Double(any) => any.restore(&numbers(&bytes, f64::from_ne_bytes), steps),
        });
        restored.map_err(|error| wrong(&error))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<burtorch.Optimizer {} with rate {} after {} steps>", self.name(py), self.rate(py), self.steps(py))
    }
}
