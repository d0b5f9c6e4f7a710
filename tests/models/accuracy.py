"""Writes accuracy.txt: values and slopes of activations, norms and losses, correctly rounded to f64.

Run as `python accuracy.py > accuracy.txt` (needs mpmath); `python accuracy.py 1000` takes more points, as the guide's table did but for the norms.
A line is `name arguments = value slopes`, each number with as many digits as an f64 has. Half of the arguments are numbers of f32,
too. The slopes are with respect to the arguments; of a function with several values they are those of the sum of its values,
weighted by 1, 2, 3, …
"""

import math
import random
import struct
import sys

from mpmath import erf, erfc, exp, expm1, log, log1p, mp, mpf, pi, sqrt, tanh

mp.dps = 400

RANDOM = random.Random(7)
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 48


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def normal_density(x):
    return exp(-x * x / 2) / sqrt(2 * pi)


def normal_cdf(x):
    return erfc(-x / sqrt(2)) / 2


def sigmoid(x):
    return 1 / (1 + exp(-x))


# Value, slope, and pairs of ranges of arguments: those of f32, and those of f64.
ROWS = {
    "exp": (exp, exp, [(-87, 88)], [(-700, 700)]),
    "exp_m1": (expm1, exp, [(-87, 88)], [(-700, 700)]),
    "ln": (log, lambda x: 1 / x, [(1e-37, 1e38)], [(1e-300, 1e300)]),
    "ln_1p": (log1p, lambda x: 1 / (1 + x), [(-0.999, 1e38)], [(-0.999, 1e300)]),
    "inv_sqrt": (lambda x: 1 / sqrt(x), lambda x: -1 / (2 * x * sqrt(x)), [(1e-25, 1e25)], [(1e-200, 1e200)]),
    "relu": (lambda x: max(x, mpf(0)), lambda x: mpf(x > 0), [(-1e3, 1e3)], [(-1e3, 1e3)]),
    "elu": (lambda x: x if x > 0 else expm1(x), lambda x: mpf(1) if x > 0 else exp(x), [(-87, 88)], [(-700, 700)]),
    "sigmoid": (sigmoid, lambda x: sigmoid(x) * sigmoid(-x), [(-87, 100)], [(-700, 700)]),
    "softplus": (lambda x: log1p(exp(x)), sigmoid, [(-87, 100)], [(-700, 700)]),
    "silu": (
        lambda x: x * sigmoid(x),
        lambda x: sigmoid(x) + x * sigmoid(x) * sigmoid(-x),
        [(-87, 100)],
        [(-700, 700)],
    ),
    "tanh": (tanh, lambda x: 1 - tanh(x) ** 2, [(-40, 40)], [(-300, 300)]),
    "normal_cdf": (normal_cdf, normal_density, [(-13, 13)], [(-37, 37)]),
    "gelu": (lambda x: x * normal_cdf(x), lambda x: normal_cdf(x) + x * normal_density(x), [(-13, 13)], [(-37, 37)]),
    "erf": (erf, lambda x: 2 / sqrt(pi) * exp(-x * x), [(-9, 9)], [(-26, 26)]),
}


def point(low, high):
    """Somewhere between, with as many small magnitudes as large ones, and where functions change."""
    while True:
        kind = RANDOM.randrange(4)
        if kind == 0:
            x = RANDOM.uniform(low, high)
        elif kind == 1:
            x = RANDOM.choice([-1.0, 1.0]) * math.exp(RANDOM.uniform(-math.log(max(high, 1e20)), math.log(high)))
        elif kind == 2:
            x = RANDOM.uniform(-20, 20)
        else:
            x = RANDOM.choice([low, high, -1.0, 1.0, 5.0, -5.0, -1.278, -0.7518]) + RANDOM.gauss(0, 0.5)
        if low <= x <= high:
            return x


def slopes(f, x, step=mpf(10) ** -120):
    """By differences, with far more digits than are wanted."""

    def at(i, d):
        return f([xi + d if i == j else xi for j, xi in enumerate(x)])

    return [(at(i, step) - at(i, -step)) / (2 * step) for i in range(len(x))]


def weighted(values):
    return sum((i + 1) * value for i, value in enumerate(values))


def logsumexp(x):
    return log(sum(map(exp, x)))


def softmax(x):
    return [exp(xi - logsumexp(x)) for xi in x]


def log_softmax(x):
    return [xi - logsumexp(x) for xi in x]


def rms_norm(x):
    return [xi / sqrt(sum(xj * xj for xj in x) / len(x) + mpf(1e-5)) for xi in x]


def layer_norm(x):
    mean = sum(x) / len(x)
    return rms_norm([xi - mean for xi in x])


def logits(spread):
    return [RANDOM.gauss(0, spread) for _ in range(3)]


def line(name, arguments, values, gradient):
    print(name, *map(repr, arguments), "=", *(repr(float(value)) for value in [*values, *gradient]))


print("# written by accuracy.py")
for name, (value, slope, *ranges) in ROWS.items():
    for i in range(2 * COUNT):
        [(low, high)] = ranges[i % 2]
        x = single(point(low, high)) if i % 2 == 0 else point(low, high)
        line(name, [x], [value(mpf(x))], [slope(mpf(x))])
for i in range(2 * COUNT):
    x = RANDOM.uniform(-87, 87) if i % 4 < 2 else RANDOM.choice([-1, 1]) * math.exp(RANDOM.uniform(-10, 4.4))
    x = single(x) if i % 2 == 0 else x
    t = RANDOM.choice([0.0, 1.0])
    value = log1p(exp(mpf(x))) - mpf(x) * t
    line("logistic_loss", [x, t], [value], [sigmoid(mpf(x)) - t])
for i in range(2 * COUNT):
    x, y = RANDOM.gauss(0, 10), RANDOM.choice([1.0, -1.0])
    x = single(x) if i % 2 == 0 else x
    line("mse", [x, y], [(mpf(x) - mpf(y)) ** 2], [2 * (mpf(x) - mpf(y))])
    line("hinge_loss", [x, y], [max(1 - mpf(x) * y, mpf(0))], [-mpf(y) if x * y < 1 else mpf(0)])
for i in range(COUNT):
    x = [single(v) for v in logits(RANDOM.choice([0.1, 3.0, 20.0]))]
    m = [mpf(v) for v in x]
    line("logsumexp", x, [logsumexp(m)], softmax(m))
    line("softmax", x, softmax(m), slopes(lambda x: weighted(softmax(x)), m))
    line("log_softmax", x, log_softmax(m), slopes(lambda x: weighted(log_softmax(x)), m))
    p = softmax(m)
    line("cross_entropy", x, [-log_softmax(m)[0]], [p[0] - 1, p[1], p[2]])
    scale = 10.0 ** RANDOM.randint(-2, 3)
    x = [single(scale * RANDOM.gauss(RANDOM.choice([0, 3]), 1)) for _ in range(3)]
    m = [mpf(v) for v in x]
    line("rms_norm", x, rms_norm(m), slopes(lambda x: weighted(rms_norm(x)), m))
    line("layer_norm", x, layer_norm(m), slopes(lambda x: weighted(layer_norm(x)), m))
for i in range(2 * COUNT):
    x, a = point(-1e3, 1e3), single(RANDOM.choice([0.01, 0.1, 0.3]))
    x = single(x) if i % 2 == 0 else x
    line("leaky_relu", [x, a], [mpf(x) if x > 0 else mpf(a) * mpf(x)], [mpf(1) if x > 0 else mpf(a)])
