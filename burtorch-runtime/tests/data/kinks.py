"""Writes kinks.txt: PyTorch's value and gradients where a derivative is a matter of convention.

Run as `python kinks.py > kinks.txt`. A line is `op args = value gradients`; `-` stands for a gradient
that PyTorch does not define (the argument is a plain number there).
"""

import itertools
import math

import torch
import torch.nn.functional as F

INF, NAN = math.inf, math.nan
EDGES = [-INF, -1000.0, -2.0, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 2.0, 1000.0, INF, NAN]
PAIRS = [-INF, -2.0, -1.0, -0.0, 0.0, 0.5, 1.0, 2.0, INF, NAN]
BOUNDS = [-1.0, 0.0, 1.0]

UNARY = {
    "neg": torch.neg,
    "sqr": torch.square,
    "pow3": lambda a: a**3,
    "recip": torch.reciprocal,
    "sqrt": torch.sqrt,
    "inv_sqrt": torch.rsqrt,
    "exp": torch.exp,
    "exp2": torch.exp2,
    "exp_m1": torch.expm1,
    "ln": torch.log,
    "neg_ln": lambda a: -torch.log(a),
    "log2": torch.log2,
    "log10": torch.log10,
    "ln_1p": torch.log1p,
    "sin": torch.sin,
    "cos": torch.cos,
    "tan": torch.tan,
    "asin": torch.asin,
    "acos": torch.acos,
    "atan": torch.atan,
    "sinh": torch.sinh,
    "cosh": torch.cosh,
    "tanh": torch.tanh,
    "asinh": torch.asinh,
    "acosh": torch.acosh,
    "atanh": torch.atanh,
    "abs": torch.abs,
    "signum": torch.sign,
    "floor": torch.floor,
    "ceil": torch.ceil,
    "round": torch.round,
    "round_ties_even": torch.round,
    "trunc": torch.trunc,
    "fract": torch.frac,
    "to_radians": torch.deg2rad,
    "to_degrees": torch.rad2deg,
    "relu": torch.relu,
    "sigmoid": torch.sigmoid,
    "softplus": F.softplus,
    "gelu": F.gelu,
    "silu": F.silu,
    "normal_cdf": torch.special.ndtr,
    "erf": torch.erf,
}

BINARY = {
    "add": torch.add,
    "sub": torch.sub,
    "mul": torch.mul,
    "div": torch.div,
    "rem": torch.fmod,
    "hypot": torch.hypot,
    "powf": torch.pow,
    "log": lambda a, b: torch.log(a) / torch.log(b),
    "atan2": torch.atan2,
    "copysign": torch.copysign,
    "min": torch.minimum,
    "max": torch.maximum,
    "mean2": lambda a, b: torch.stack([a, b]).mean(),
}

# The second argument is a plain number in PyTorch.
WITH_NUMBER = {
    "powi": (lambda a, n: torch.pow(a, int(n)), [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0]),
    "leaky_relu": (F.leaky_relu, [0.01, 0.5]),
    "elu": (F.elu, [1.0, 0.5]),
}


def number(x):
    return "-" if x is None else repr(float(x))


def line(name, f, args, plain=()):
    leaves = [a if i in plain else torch.tensor(a, dtype=torch.float64, requires_grad=True) for i, a in enumerate(args)]
    value = f(*leaves)
    active = [leaf for leaf in leaves if torch.is_tensor(leaf)]
    gradients = iter(torch.autograd.grad(value, active, allow_unused=True))
    columns = [next(gradients) if torch.is_tensor(leaf) else None for leaf in leaves]
    print(name, *map(number, args), "=", number(value.detach()), *map(number, columns))


print(f"# PyTorch {torch.__version__.split('+')[0]}, float64, CPU; written by kinks.py")
for name, f in UNARY.items():
    for a in EDGES:
        line(name, f, [a])
for name, f in BINARY.items():
    for args in itertools.product(PAIRS, PAIRS):
        line(name, f, args)
for args in itertools.product(PAIRS, [0.5, 1.0, 2.0, INF]):
    line("rem_euclid", torch.remainder, args)
for name, (f, numbers) in WITH_NUMBER.items():
    for args in itertools.product(EDGES, numbers):
        line(name, f, args, plain={1})
for args in itertools.product(EDGES, BOUNDS, BOUNDS):
    line("clamp", torch.clamp, args)
    line("clamp", torch.clamp, args, plain={1, 2})
for args in itertools.product([-INF, -1.0, 0.0, 2.0, NAN], repeat=3):
    line("mul_add", lambda a, b, c: torch.addcmul(c, a, b), args)
