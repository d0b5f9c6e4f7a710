"""Compiled models."""

import math

import numpy

from . import _safetensors
from ._native import Optimizer


class Model:
    """A model that ``graph!`` compiled. Its parameters are one numpy array that you own.

    Each ``pub fn`` of the model is a method here. Arguments with one axis more than the function's are a batch, whose
    result is the mean; so ``Net.loss(params, x, y)`` takes a sample or a batch.
    """

    def __init__(self, name, entries):
        self.__name__ = name
        self._init = entries.pop("init")
        self.shapes = {
            parameter: tuple(shape) for parameter, _, shape in entries.pop("parameters").parameters
        }
        self._trained = entries.pop("trained")
        self._entries = entries
        self.dtype = self._init(0).dtype
        self.PARAMS = sum(math.prod(shape) for shape in self.shapes.values())

    def __dir__(self):
        return [*super().__dir__(), *(name for name in self._entries if not name.endswith("_batch"))]

    def __repr__(self):
        return f"<burtorch.Model {self.__name__} with {self.PARAMS} parameters>"

    def init(self, seed=0):
        """First values of the parameters, which depend on the seed alone."""
        return self._init(seed)

    def __getattr__(self, name):
        entries = self.__dict__.get("_entries", {})
        if name.endswith("_grad") and name in entries:
            return lambda params, *args, out=None: self._gradient(name, params, args, out)
        if name in entries:
            return lambda params, *args: self._form(name, args)(params, *args)
        known = ", ".join(sorted(name for name in entries if not name.endswith("_batch")))
        raise AttributeError(f"`{self.__name__}` has no function `{name}`: there are {known}")

    def optimizer(self, name="adam", rate=None):
        """An optimizer for ``step``: ``sgd``, ``momentum``, ``nesterov``, ``rmsprop``, ``adagrad``, ``adam``, ``adamw``, ``lion``, ``armijo`` or
        ``lbfgs``.

        Each has a rate to begin with; set ``optimizer.rate`` for a schedule. To save it, keep ``state`` and ``steps``, and give them
        to ``restore``.
        """
        ranges, at = [], 0
        for shape, trained in zip(self.shapes.values(), self._trained(), strict=True):
            length = math.prod(shape)
            if trained:
                ranges.append((at, at + length))
            at += length
        return Optimizer(name, self.PARAMS, str(self.dtype), rate, ranges)

    def step(self, params, *batch, rate=None, optimizer=None, function="loss"):
        """A step on a batch, of gradient descent with a rate or of an optimizer: changes ``params`` and returns the loss before it."""
        if (rate is None) == (optimizer is None):
            raise TypeError("`step` takes either `rate`, for gradient descent, or `optimizer`, whose rate is `optimizer.rate`")
        entry = self._entries.get(f"{function}_sgd_batch" if optimizer is None else f"{function}_grad_batch")
        if entry is None:
            raise AttributeError(f"`{self.__name__}` has no function `{function}` with a number as its result")
        gradient = numpy.empty_like(params)
        return entry(params, gradient, rate, *batch) if optimizer is None else entry.step(optimizer, params, gradient, *batch)

    def _gradient(self, name, params, args, out):
        gradient = numpy.zeros_like(params) if out is None else out
        return self._form(name, args)(params, gradient, *args), gradient

    def _form(self, name, args):
        """The entry for one sample, or that for a batch: by the axes of the first argument."""
        single = self._entries[name]
        batch = self._entries.get(f"{name}_batch")
        own = [parameter for parameter in single.parameters if parameter[0] not in ("params", "gradient")]
        if batch is None or not args or not own:
            return single
        return batch if numpy.ndim(args[0]) == len(own[0][2]) + 1 else single

    def split(self, params):
        """The parameters by name, as views with their shapes: changing one changes ``params``."""
        parts, at = {}, 0
        for name, shape in self.shapes.items():
            length = math.prod(shape)
            parts[name] = params[at : at + length].reshape(shape)
            at += length
        return parts

    def from_state_dict(self, state, names=None):
        """One array of parameters from arrays by name, such as ``torch.nn.Module.state_dict()``.

        ``names`` maps names of this model to those of ``state`` where they differ.
        """
        names = names or {}
        params = numpy.zeros(self.PARAMS, self.dtype)
        left = set(state)
        for name, view in self.split(params).items():
            other = names.get(name, name)
            if other not in state:
                raise KeyError(f"`{name}` of `{self.__name__}` is not there: {', '.join(sorted(state))} are")
            array = state[other]
            array = numpy.asarray(array.detach().cpu() if hasattr(array, "detach") else array)
            if array.shape != view.shape:
                raise ValueError(f"`{name}` has shape {view.shape}, but `{other}` has shape {array.shape}")
            view[...] = array
            left.discard(other)
        if left:
            raise KeyError(f"`{self.__name__}` has no parameters for {', '.join(sorted(left))}")
        return params

    def state_dict(self, params):
        """Copies of the parameters by name."""
        return {name: view.copy() for name, view in self.split(params).items()}

    def save(self, path, params):
        """Writes the parameters by name to a safetensors file. The file is replaced at once."""
        _safetensors.save(path, self.split(params))

    def load(self, path, names=None):
        """Parameters from a safetensors file: of ``save``, of a Rust program of burtorch, or of another library.

        ``names`` maps names of this model to those in the file where they differ.
        """
        state = _safetensors.load(path)
        # What a checkpoint of a Rust program keeps beside the parameters.
        return self.from_state_dict({name: part for name, part in state.items() if not name.startswith("burtorch.")}, names)
