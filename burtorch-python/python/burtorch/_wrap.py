"""Compiled functions inside of PyTorch and JAX."""

import numpy


def _active(function):
    """The places of the arguments that are differentiated."""
    names = {name for name, _, _ in function._entry("jvp").parameters}
    return [at for at, (name, _, _) in enumerate(function.parameters) if f"d_{name}" in names]


def _gradients(function, arrays, seed):
    gradients = function.vjp(tuple(arrays), seed)[1]
    return gradients if isinstance(gradients, tuple) else (gradients,)


def as_torch(function):
    """A function of PyTorch tensors, whose gradient is that of the compiled function."""
    import torch

    active = _active(function)
    # Of its first argument that is differentiated; what comes before may be integers.
    dtype = getattr(torch, function.parameters[active[0]][1])

    class Compiled(torch.autograd.Function):
        @staticmethod
        def forward(context, *args):
            # What PyTorch keeps it watches: a tensor that is changed before `backward` is an error.
            tensors = [arg if isinstance(arg, torch.Tensor) else None for arg in args]
            context.save_for_backward(*tensors)
            context.others = [None if isinstance(arg, torch.Tensor) else arg for arg in args]
            return torch.as_tensor(numpy.asarray(function(*map(_array, args))), dtype=dtype)

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(context, seed):
            seed = seed.detach().cpu().numpy()
            args = [other if tensor is None else tensor for tensor, other in zip(context.saved_tensors, context.others, strict=True)]
            parts = _gradients(function, map(_array, args), seed if seed.ndim else float(seed))
            slopes = [None] * len(args)
            for at, part in zip(active, parts, strict=True):
                # Not of arguments that are Python's numbers.
                if context.needs_input_grad[at]:
                    slopes[at] = torch.as_tensor(numpy.asarray(part))
            return tuple(slopes)

    def _array(arg):
        if not isinstance(arg, torch.Tensor):
            return arg
        array = arg.detach().cpu().contiguous().numpy()
        return array if array.ndim else array.item()

    def call(*args):
        return Compiled.apply(*args)

    call.__name__ = function.__name__
    return call


def as_jax(function):
    """A function of JAX arrays, whose gradient is that of the compiled function. It works under ``jit`` too."""
    import jax

    active = _active(function)
    parameters = function.parameters

    def plain(args):
        arrays = [numpy.asarray(arg, dtype=number, order="C") for arg, (_, number, _) in zip(args, parameters, strict=True)]
        return [array if array.ndim else array.item() for array in arrays]

    if "grad" not in function._entries:
        raise TypeError(f"`{function.__name__}` does not return a number: `as_jax` takes functions that do")

    def value(*args):
        like = jax.ShapeDtypeStruct((), args[active[0]].dtype)
        return jax.pure_callback(lambda *args: numpy.asarray(function(*plain(args)), like.dtype), like, *args)

    wrapped = jax.custom_vjp(value)

    def backward(args, seed):
        def slopes(seed, *args):
            parts = _gradients(function, plain(args), float(seed))
            return tuple(numpy.asarray(part, args[at].dtype) for at, part in zip(active, parts, strict=True))

        shapes = tuple(jax.ShapeDtypeStruct(args[at].shape, args[at].dtype) for at in active)
        parts = jax.pure_callback(slopes, shapes, seed, *args)
        known = dict(zip(active, parts, strict=True))
        return tuple(known[at] if at in known else zero(arg) for at, arg in enumerate(args))

    def zero(arg):
        # JAX has a type of its own for the derivative with respect to an integer.
        is_float = jax.numpy.issubdtype(arg.dtype, jax.numpy.floating)
        return jax.numpy.zeros_like(arg) if is_float else numpy.zeros(arg.shape, jax.dtypes.float0)

    wrapped.defvjp(lambda *args: (value(*args), args), backward)

    def call(*args):
        return wrapped(*(jax.numpy.asarray(arg) for arg in args))

    call.__name__ = function.__name__
    return call
