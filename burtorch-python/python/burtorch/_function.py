"""Compiled functions."""


class Function:
    """A differentiable function. Call it for its value; its derivatives are methods.

    Numbers are Python numbers. Arrays are numpy arrays, which are lent and not copied, so their type and shape must be those
    of the Rust function. Lists are converted.
    """

    def __init__(self, name, entries):
        self.__name__ = name
        self._entries = entries
        self._value = entries["value"]
        self._count = len(self._value.parameters)
        # Without a layer in between.
        for mode in ("grad", "value_and_grad", "hessian", "jacobian"):
            if mode in entries:
                setattr(self, mode, entries[mode])

    @property
    def parameters(self):
        """Name, type of numbers and shape of each argument; a length that the caller chooses is ``None``."""
        return self._value.parameters

    def __call__(self, *args, **kwargs):
        return self._value(*args, **kwargs)

    def __repr__(self):
        text = ", ".join(f"{name}: {number}{list(shape) if shape else ''}" for name, number, shape in self.parameters)
        return f"<burtorch.Function {self.__name__}({text})>"

    def __getattr__(self, name):
        if name in ("grad", "value_and_grad", "hessian", "jacobian"):
            self._missing(name)
        raise AttributeError(f"a compiled function has no attribute `{name}`")

    def jvp(self, point, direction):
        """The value, and the derivative in a direction (forward mode).

        ``point`` has all arguments, ``direction`` one for each that is differentiated: tuples, or a single one bare.
        """
        return self._entry("jvp")(*self._point(point), *_tuple(direction))

    def vjp(self, point, seed):
        """The value, and ``seed`` times the derivative (reverse mode)."""
        return self._entry("vjp")(*self._point(point), seed)

    def hvp(self, point, direction):
        """The derivative of the gradient in a direction: the Hessian-vector product."""
        return self._entry("hvp")(*self._point(point), *_tuple(direction))

    def _point(self, point):
        return (point,) if self._count == 1 and not isinstance(point, tuple) else point

    def _entry(self, mode):
        entry = self._entries.get(mode)
        if entry is None:
            self._missing(mode)
        return entry

    def _missing(self, mode):
        kinds = ", ".join(sorted(self._entries))
        raise AttributeError(
            f"`{self.__name__}` has no `{mode}`: a function that returns a number has a gradient and, if it is small or its "
            f"attribute says `second_order`, a Hessian; one that returns an array has a Jacobian. This one has {kinds}"
        )


def _tuple(parts):
    return parts if isinstance(parts, tuple) else (parts,)
