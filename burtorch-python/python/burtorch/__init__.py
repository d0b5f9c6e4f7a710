"""Gradients and small models on a CPU, compiled from Rust.

>>> import burtorch
>>> f = burtorch.compile('''
... #[differentiable]
... fn rosenbrock(x: f64, y: f64) -> f64 {
...     (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
... }
... ''')                                                    # doctest: +SKIP
>>> f.grad(0.0, 1.0)                                        # doctest: +SKIP
(-2.0, 200.0)

``Value`` is a number that records what is done with it, as in micrograd:

>>> from burtorch import Value
>>> x = Value(3.0)
>>> y = x * x + 2 * x
>>> y.backward()
>>> x.grad
8.0
"""

from ._compile import CompileError, compile
from ._compile import adopt as _adopt  # noqa: F401 - called by modules of `burtorch::python!`
from ._function import Function
from ._model import Model
from ._module import Module
from ._native import Optimizer, Tape, TapeValue, Value
from ._wrap import as_jax, as_torch

__all__ = ["CompileError", "Function", "Model", "Module", "Optimizer", "Tape", "TapeValue", "Value", "as_jax", "as_torch", "compile"]


def load_ipython_extension(ipython):
    """``%load_ext burtorch`` adds the cell magic ``%%burtorch``."""
    from ._magic import register

    register(ipython)
