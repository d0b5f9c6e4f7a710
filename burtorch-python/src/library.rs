//! Compiled libraries, and the functions in them.

use std::path::PathBuf;

use burtorch_ffi::{Sink, Table, View};
use libloading::Library;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods, PyDict, PyTuple};

use crate::arguments::{Argument, Parameter, check_apart, read};
use crate::optimizer::{Optimizer, Refused};
use crate::results::Results;

/// A function of a compiled library. It releases the GIL while it computes.
#[pyclass(frozen, module = "burtorch")]
pub struct Entry {
    name: String,
    parameters: Vec<Parameter>,
    /// The places of arguments that the function changes.
    changed: Vec<usize>,
    function: burtorch_ffi::Function,
    table: &'static Table,
}

/// What a call needs while the GIL is released.
struct Running {
    function: burtorch_ffi::Function,
    views: *const View,
    sink: *const Sink,
}

// SAFETY: views and sink belong to the thread that waits for the call.
unsafe impl Send for Running {}

impl Running {
    fn run(self) -> i32 {
        // SAFETY: arguments were checked against the description, and they and the sink live until the call ends.
        unsafe { (self.function)(self.views, self.sink) }
    }
}

/// What a step needs while the GIL is released.
struct Stepping<'a> {
    function: burtorch_ffi::Function,
    views: *mut View,
    count: usize,
    is_single: bool,
    optimizer: &'a Optimizer,
}

// SAFETY: the views belong to the thread that waits for the step.
unsafe impl Send for Stepping<'_> {}

impl Stepping<'_> {
    fn run(self) -> Result<f64, Refused> {
        // SAFETY: there are so many views, of arguments that were checked against the description and live until the step ends.
        unsafe {
            let views = std::slice::from_raw_parts_mut(self.views, self.count);
            self.optimizer.step(self.function, views, self.is_single)
        }
    }
}

impl Entry {
    /// The arguments of a call, in order. Nobody but the function may use those that it changes.
    fn arguments(
        &self,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
        changed: &[usize],
    ) -> PyResult<Vec<Argument>> {
        let (count, given) = (self.parameters.len(), args.len() + kwargs.map_or(0, PyDictMethods::len));
        if given != count {
            let names: Vec<_> = self.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
            return Err(PyTypeError::new_err(format!(
                "`{}` takes {count} arguments ({}), but {given} were given",
                self.name,
                names.join(", ")
            )));
        }
        let mut arguments: Vec<Argument> = Vec::with_capacity(count);
        for (at, parameter) in self.parameters.iter().enumerate() {
            let object = if at < args.len() {
                args.get_item(at)?
            } else {
                let found = kwargs.map(|kwargs| kwargs.get_item(&parameter.name)).transpose()?.flatten();
                found.ok_or_else(|| {
                    PyTypeError::new_err(format!("`{}` lacks its argument `{}`", self.name, parameter.name))
                })?
            };
            arguments.push(read(&self.name, parameter, &object, changed.contains(&at))?);
        }
        check_apart(&self.name, &self.parameters, &arguments, changed)?;
        Ok(arguments)
    }

    fn failed(&self) -> PyErr {
        PyRuntimeError::new_err(format!("`{}`: {}", self.name, self.table.last_error()))
    }
}

#[pymethods]
impl Entry {
    /// The name: `arm.grad`.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Name, type of numbers and shape of each argument; a length that the caller chooses is `None`.
    #[getter]
    fn parameters(&self) -> Vec<(String, &'static str, Vec<Option<usize>>)> {
        self.parameters
            .iter()
            .map(|Parameter { name, number, dims }| (name.clone(), number.numpy, dims.clone()))
            .collect()
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let arguments = self.arguments(args, kwargs, &self.changed)?;
        let views: Vec<View> = arguments.iter().map(Argument::view).collect();
        let mut results = Results::default();
        // SAFETY: the results live until the call ends, and nobody looks at them before.
        let sink = unsafe { results.sink() };
        let running = Running { function: self.function, views: views.as_ptr(), sink: &raw const sink };
        if py.detach(move || running.run()) != 0 {
            return Err(self.failed());
        }
        results.into_object(py)
    }

    /// A step of an optimizer, if this computes a loss and its gradient: the arguments are parameters, which it changes, memory for
    /// the gradient, and a batch. Returns the loss before it.
    #[pyo3(signature = (optimizer, *args))]
    fn step(&self, py: Python<'_>, optimizer: &Bound<'_, Optimizer>, args: &Bound<'_, PyTuple>) -> PyResult<f64> {
        let [params, gradient] = match &self.parameters[..] {
            [params, gradient, ..] if (&*params.name, &*gradient.name) == ("params", "gradient") => [params, gradient],
            _ => return Err(PyTypeError::new_err(format!("`{}` has no gradient for an optimizer", self.name))),
        };
        let arguments = self.arguments(args, None, &[0, 1])?;
        let mut views: Vec<View> = arguments.iter().map(Argument::view).collect();
        let stepping = Stepping {
            function: self.function,
            views: views.as_mut_ptr(),
            count: views.len(),
            is_single: params.number.size == 4,
            optimizer: optimizer.get(),
        };
        py.detach(move || stepping.run()).map_err(|refused| match refused {
            Refused::Library => self.failed(),
            Refused::Argument(error) => PyValueError::new_err(format!("`{}`: {error}", self.name)),
            Refused::Precision(of) => PyTypeError::new_err(format!(
                "the optimizer is for parameters of {of}, but `{}` computes in {}: make one with `model.optimizer`",
                self.name, gradient.number.numpy
            )),
        })
    }

    fn __repr__(&self) -> String {
        let parameters: Vec<_> =
            self.parameters.iter().map(|parameter| format!("{}: {}", parameter.name, parameter.shown())).collect();
        format!("<burtorch function {}({})>", self.name, parameters.join(", "))
    }
}

/// Loads a compiled library: its functions in order. It stays loaded until the process ends.
#[pyfunction]
pub fn load(path: PathBuf) -> PyResult<Vec<Entry>> {
    let failed = |error: libloading::Error| PyOSError::new_err(format!("{} cannot be loaded: {error}", path.display()));
    // SAFETY: the library was compiled by us, and running its initialisers is what loading is for.
    let table = unsafe {
        let library = Library::new(&path).map_err(failed)?;
        let symbol = library.get::<extern "C" fn() -> &'static Table>(b"burtorch_table\0").map_err(failed)?;
        let table = symbol();
        std::mem::forget(library);
        table
    };
    entries(table, &path.display().to_string())
}

/// The functions of a module that `burtorch::python!` made.
#[pyfunction]
pub fn adopt(capsule: &Bound<'_, PyCapsule>) -> PyResult<Vec<Entry>> {
    let table = capsule.pointer_checked(Some(burtorch_ffi::CAPSULE)).map_err(|_| {
        PyRuntimeError::new_err(
            "the module was compiled for another version of burtorch: compile it with the version of this package",
        )
    })?;
    // SAFETY: a capsule of this name holds such a reference.
    let table: &'static Table = unsafe { *table.cast().as_ptr() };
    entries(table, "the module")
}

/// The functions in a table, in order.
fn entries(table: &'static Table, from: &str) -> PyResult<Vec<Entry>> {
    table
        .entries()
        .iter()
        .map(|entry| {
            let description = entry.description();
            let parameters: Option<Vec<_>> = if description.is_empty() {
                Some(Vec::new())
            } else {
                description.lines().map(Parameter::parse).collect()
            };
            let parameters = parameters
                .ok_or_else(|| PyRuntimeError::new_err(format!("{from} was compiled by another version: remove it")))?;
            let name = entry.name().to_owned();
            // A step changes the parameters and uses the gradient as memory.
            let changed = if name.ends_with("_sgd_batch") {
                vec![0, 1]
            } else {
                parameters.iter().position(|parameter| parameter.name == "gradient").into_iter().collect()
            };
            Ok(Entry { name, parameters, changed, function: entry.function(), table })
        })
        .collect()
}
