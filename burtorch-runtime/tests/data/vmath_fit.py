"""Fits the polynomials of burtorch-runtime/src/lane and prints them as Rust constants.

Run as `python vmath_fit.py` (needs mpmath).

Each fit is a minimax fit by Remez exchange on a grid, in 50 digits. The coefficients are then rounded to the type one
after another, lowest first, and those that remain are fitted again, so that the rounding of one is made up for by the
next. `error` is the largest relative error of the function from the rounded polynomial alone, as a power of two.
"""

import struct

from mpmath import atanh, cos, erf, erfc, exp, expm1, log, lu_solve, matrix, mp, mpf, pi, sin, sqrt

mp.dps = 50


def to_type(value, bits):
    """`value` rounded to f32 or f64."""
    if bits == 64:
        return float(value)
    # Through a double: the fits do not mind a double rounding.
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def remez(points, values, weights, degree):
    """The coefficients, lowest first, with the smallest largest |weight * (polynomial - value)| on the grid."""
    count, last = degree + 1, len(points) - 1
    # Columns of like size: without the scale the system looks singular.
    scale = max(abs(x) for x in points)
    chosen = [int(round(float((1 - cos(pi * i / count)) / 2 * last))) for i in range(count + 1)]
    for _ in range(40):
        rows = matrix(count + 1, count + 1)
        right = matrix(count + 1, 1)
        for i, k in enumerate(chosen):
            for j in range(count):
                rows[i, j] = weights[k] * (points[k] / scale) ** j
            rows[i, count] = (-1) ** i
            right[i] = weights[k] * values[k]
        solved = lu_solve(rows, right)
        coefficients = [solved[j] / scale**j for j in range(count)]
        errors = [(evaluate(coefficients, x) - v) * w for x, v, w in zip(points, values, weights)]
        # One extremum in every stretch of equal sign.
        extrema = []
        for k, e in enumerate(errors):
            if extrema and (errors[extrema[-1]] > 0) == (e > 0):
                if abs(e) > abs(errors[extrema[-1]]):
                    extrema[-1] = k
            else:
                extrema.append(k)
        while len(extrema) > count + 1:
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        largest = max(abs(e) for e in errors)
        if len(extrema) < count + 1 or largest < abs(solved[count]) * mpf("1.001"):
            break
        chosen = extrema
    return coefficients


def evaluate(coefficients, x):
    total = mpf(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def fit(name, bits, function, weight, low, high, degree, grid=400):
    """Prints the coefficients of `function` on [low, high], highest power first."""
    low, high = mpf(low), mpf(high)
    middle, half = (low + high) / 2, (high - low) / 2
    points = [middle - half * cos(pi * (i + mpf(1) / 2) / grid) for i in range(grid)]
    values = [function(x) for x in points]
    weights = [weight(x) for x in points]
    done = []
    if low < 0:
        # Around zero the quotient below has a pole, and the exchange no alternation to find.
        done = [mpf(to_type(c, bits)) for c in remez(points, values, weights, degree)]
    for power in range(len(done), degree + 1):
        # What is left is x^power times a polynomial: divided by it, the fit is an ordinary one.
        rest = [(v - evaluate(done, x)) / x**power for x, v in zip(points, values)]
        found = remez(points, rest, [w * abs(x) ** power for x, w in zip(points, weights)], degree - power)
        done.append(mpf(to_type(found[0], bits)))
    error = max(abs((evaluate(done, x) - v) * w) for x, v, w in zip(points, values, weights))
    print(f"{name} f{bits}, degree {degree}, error 2^{float(log(error, 2)):.1f}")
    for c in reversed(done):
        print(f"        {rust(to_type(c, bits), bits)},")


def rust(value, bits):
    """The shortest decimal that reads back as the same number, with digits in groups of three."""
    text = repr(value)
    if bits == 32:
        text = next(t for t in (f"{value:.{n}g}" for n in range(1, 12)) if to_type(float(t), 32) == value)
    digits, _, exponent = text.partition("e")
    if "." not in digits:
        digits += ".0"
    whole, _, fraction = digits.partition(".")
    groups = "_".join(fraction[i : i + 3] for i in range(0, len(fraction), 3))
    return f"{whole}.{groups}" + (f"e{int(exponent)}" if exponent else "")


def split(name, value, bits, width, pieces):
    """`value` below 2 as a sum: its first `width` bits, the next, and so on, and a rest rounded to the type."""
    print(f"{name} f{bits}")
    for index in range(pieces):
        scale = mpf(2) ** (width * (index + 1) - 1)
        piece = mp.floor(value * scale) / scale
        print(f"        {rust(to_type(piece, bits), bits)},")
        value -= piece
    print(f"        {rust(to_type(value, bits), bits)},")


def near_zero(function, series, x):
    """`function`, or the first term of its series where the quotient of two zeros would be formed."""
    return series if abs(x) < mpf("1e-12") else function(x)


def argument(t):
    return 4 * (1 + t) / (1 - t)


def main():
    reach = log(2) / 2 * mpf("1.004")
    for bits, degree in ((32, 4), (64, 9)):
        # e^r = 1 + r + r^2 q(r); the weight makes the error relative to e^r - 1.
        fit(
            "exp", bits,
            lambda r: near_zero(lambda r: (expm1(r) - r) / r**2, mpf(1) / 2, r),
            lambda r: abs(r), -reach, reach, degree,
        )
    split("ln 2", log(2), 32, 16, 1)
    split("ln 2", log(2), 64, 33, 1)

    top = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * mpf("1.004")
    for bits, degree in ((32, 2), (64, 6)):
        # ln((1 + s) / (1 - s)) = 2 s + s^3 q(s^2).
        fit(
            "ln", bits,
            lambda z: near_zero(lambda z: (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z, mpf(2) / 3, z),
            lambda z: z / 2, 0, top, degree,
        )

    top = (pi / 4 * mpf("1.004")) ** 2
    # sin r = r + r^3 q(r^2).
    fit(
        "sin up to pi / 4", 64,
        lambda z: near_zero(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, -mpf(1) / 6, z),
        lambda z: z, 0, top, 5,
    )
    # cos r = 1 - r^2 / 2 + r^4 q(r^2).
    fit(
        "cos up to pi / 4", 64,
        lambda z: near_zero(lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2, mpf(1) / 24, z),
        lambda z: z**2 / cos(sqrt(z)), 0, top, 5,
    )
    # The same for f32, whose sines are computed in f64.
    top = (pi / 2 * mpf("1.0001")) ** 2
    fit(
        "sin up to pi / 2", 64,
        lambda z: near_zero(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, -mpf(1) / 6, z),
        lambda z: near_zero(lambda z: z * sqrt(z) / sin(sqrt(z)), z, z), 0, top, 3,
    )
    split("pi / 2", pi / 2, 64, 27, 4)
    split("pi / 2, fused", pi / 2, 64, 53, 1)

    for bits, low_degree, degree in ((32, 6, 6), (64, 11, 12)):
        # erf x = x + x q(x^2) where |x| < 1.
        fit(
            "erf below 1", bits,
            lambda z: near_zero(lambda z: erf(sqrt(z)) / sqrt(z) - 1, 2 / sqrt(pi) - 1, z),
            lambda z: near_zero(lambda z: sqrt(z) / erf(sqrt(z)), sqrt(pi) / 2, z), 0, 1, low_degree,
        )
        # erf a = 1 - e^(-a^2) q(1 / (a + 3)) from 1 on.
        fit(
            "erf above 1", bits,
            lambda t: erfc(1 / t - 3) * exp((1 / t - 3) ** 2),
            lambda t: exp(-((1 / t - 3) ** 2)) / erf(1 / t - 3),
            1 / mpf(9), 1 / mpf(4), degree,
        )

    # For f32, which is computed in f64, and for f64.
    for most, degree in ((15, 10), (40, 23)):
        # The tail of the normal distribution beyond a, times (a + 4) e^(a^2 / 2), by (a - 4) / (a + 4).
        fit(
            "normal tail", 64,
            lambda t: 8 / (1 - t) * exp(argument(t) ** 2 / 2) * erfc(argument(t) / sqrt(2)) / 2,
            lambda t: 2 / (8 / (1 - t) * exp(argument(t) ** 2 / 2) * erfc(argument(t) / sqrt(2))),
            -1, mpf(most - 4) / (most + 4), degree,
        )


if __name__ == "__main__":
    main()
