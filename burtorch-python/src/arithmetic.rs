//! The operators and functions of numbers that record what is done with them.

/// The methods of such a class: its own, and those that are the same for all. A type with operands of the second type has functions `unary`, `with` and
/// `after`, for an operator on it, on it and an operand, and on an operand and it.
macro_rules! arithmetic {
    ($ty:ident, $operand:ident { $($own:tt)* }) => {
        arithmetic! { $ty, $operand { $($own)* }
            abs Abs, acos Acos, asin Asin, atan Atan, cos Cos, cosh Cosh, exp Exp, ln Ln, log Ln, relu Relu, sigmoid Sigmoid, sin Sin, sinh Sinh,
            softplus Softplus, sqrt Sqrt, tan Tan, tanh Tanh, __neg__ Neg, __abs__ Abs
        }
    };
    ($ty:ident, $operand:ident { $($own:tt)* } $($name:ident $op:ident),*) => {
        #[pymethods]
        impl $ty {
            /// numpy leaves arithmetic with its numbers to us.
            #[classattr]
            #[allow(non_upper_case_globals, reason = "numpy looks for this name")]
            const __array_ufunc__: Option<bool> = None;

            $($own)*

            $(fn $name(&self) -> PyResult<Self> {
                self.unary(Op::$op)
            })*

            fn __add__(&self, other: $operand) -> PyResult<Self> {
                self.with(Op::Add, other)
            }

            fn __radd__(&self, other: $operand) -> PyResult<Self> {
                self.after(Op::Add, other)
            }

            fn __sub__(&self, other: $operand) -> PyResult<Self> {
                self.with(Op::Sub, other)
            }

            fn __rsub__(&self, other: $operand) -> PyResult<Self> {
                self.after(Op::Sub, other)
            }

            fn __mul__(&self, other: $operand) -> PyResult<Self> {
                self.with(Op::Mul, other)
            }

            fn __rmul__(&self, other: $operand) -> PyResult<Self> {
                self.after(Op::Mul, other)
            }

            fn __truediv__(&self, other: $operand) -> PyResult<Self> {
                self.with(Op::Div, other)
            }

            fn __rtruediv__(&self, other: $operand) -> PyResult<Self> {
                self.after(Op::Div, other)
            }

            fn __pow__(&self, exponent: $operand, modulo: Option<Bound<'_, PyAny>>) -> PyResult<Self> {
                $crate::arithmetic::no_modulus(modulo.as_ref())?;
                self.with(Op::Powf, exponent)
            }

            fn __rpow__(&self, base: $operand, modulo: Option<Bound<'_, PyAny>>) -> PyResult<Self> {
                $crate::arithmetic::no_modulus(modulo.as_ref())?;
                self.after(Op::Powf, base)
            }
        }
    };
}

pub(crate) use arithmetic;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// # Errors
/// If a power has a modulus.
pub(crate) fn no_modulus(modulo: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    match modulo {
        None => Ok(()),
        Some(_) => Err(PyTypeError::new_err("a power with a modulus has no derivative")),
    }
}
