"""Writes vmath.txt: elementary functions of f64 numbers, correctly rounded, and how far the exact value is from there.

Run as `python vmath.py > vmath.txt` (needs mpmath); `python vmath.py 20000` takes more points of each function. A line is
`function x y rest`: the bits of the argument and of the rounded value in hexadecimal, and what the exact value has in
excess of it, in hundredths of an ulp.
"""

import math
import random
import struct
import sys

from mpmath import cos, erf, erfc, exp, expm1, log, log1p, mp, mpf, pi, sin, sqrt, tanh

mp.dps = 60

RANDOM = random.Random(4)
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 360
# Angles up to here are reduced by other means than those beyond.
LIMIT = 1e8


def sigmoid(x):
    return 1 / (1 + exp(-x))


def gelu(x):
    return x * erfc(-x / sqrt(2)) / 2


def normal_cdf(x):
    return erfc(-x / sqrt(2)) / 2


def uniform(low, high):
    return lambda: RANDOM.uniform(low, high)


def any_size(low, high):
    """Numbers of either sign with magnitudes of all sizes between two powers of two."""
    return lambda: RANDOM.choice([-1.0, 1.0]) * math.ldexp(RANDOM.uniform(1.0, 2.0), RANDOM.randint(low, high))


def any_positive(low, high):
    pick = any_size(low, high)
    return lambda: abs(pick())


def around(centre, low, high):
    """Numbers near `centre`, at distances of all sizes."""
    pick = any_size(low, high)
    return lambda: centre + pick()


def multiple_of_right_angle():
    """Next to a zero of the sine or the cosine."""
    n = RANDOM.randint(1, int(LIMIT / 1.6)) if RANDOM.random() < 0.5 else RANDOM.randint(1, 100)
    near = float(n * pi / 2)
    return RANDOM.choice([-1.0, 1.0]) * math.nextafter(near, RANDOM.choice([0.0, near, math.inf]))


def close_to_right_angle(digits, low, high):
    """The worst arguments of a reduction: `q` times a power of two that is closer to a multiple of a right angle than
    with any smaller `q`. Such `q` are denominators of a continued fraction."""

    def pick():
        exponent = RANDOM.randint(low, high)
        mp.dps = 700
        above, below = int(mp.floor(mp.ldexp(2 / pi, 1400))), 1 << 1400
        above, below = (above << exponent, below) if exponent > 0 else (above, below << -exponent)
        before, last = 1, 0
        while (following := last * (above // below) + before) < 2**digits:
            before, last = last, following
            above, below = below, above % below
        return RANDOM.choice([-1.0, 1.0]) * math.ldexp(last, exponent)

    return pick


SUBNORMAL = any_positive(-1074, -1022)
ANGLES = [
    uniform(-4.0, 4.0),
    uniform(-1e3, 1e3),
    uniform(-LIMIT, LIMIT),
    any_size(-1074, 25),
    multiple_of_right_angle,
    any_size(26, 1023),
    close_to_right_angle(53, -52, 970),
    close_to_right_angle(24, -23, 103),
]

FUNCTIONS = {
    "exp": (
        exp,
        [uniform(-1.0, 1.0), uniform(-20.0, 20.0), uniform(-745.0, 709.7), uniform(-745.0, -708.0), any_size(-60, 8)],
    ),
    "exp_m1": (
        expm1,
        [uniform(-1.1, 1.1), uniform(-40.0, 40.0), uniform(-1.0, 709.7), any_size(-60, 8), any_size(-1074, -1)],
    ),
    "ln": (
        log,
        [uniform(0.5, 2.0), uniform(0.0, 1e3), around(1.0, -52, -2), any_positive(-1020, 1023), SUBNORMAL],
    ),
    "ln_1p": (
        log1p,
        [uniform(-0.999, 3.0), uniform(-0.5, 0.5), around(-1.0, -52, -2), any_size(-60, -1), any_positive(-1074, 1023)],
    ),
    "tanh": (
        tanh,
        [uniform(-1.0, 1.0), uniform(-20.0, 20.0), uniform(0.1, 0.6), any_size(-60, 4), any_size(-1074, -1)],
    ),
    "sigmoid": (
        sigmoid,
        [uniform(-1.0, 1.0), uniform(-40.0, 40.0), uniform(-745.0, 40.0), uniform(-745.0, -708.0), any_size(-60, 8)],
    ),
    "erf": (
        erf,
        [uniform(-1.0, 1.0), uniform(-6.0, 6.0), uniform(0.9, 1.3), any_size(-60, 2), any_size(-1074, -1)],
    ),
    "sin": (sin, ANGLES),
    "cos": (cos, ANGLES),
    "gelu": (
        gelu,
        [uniform(-3.0, 3.0), uniform(-38.0, 0.0), uniform(-38.55, -37.0), any_size(-60, 4), any_size(-1074, -1)],
    ),
    "normal_cdf": (
        normal_cdf,
        [uniform(-3.0, 3.0), uniform(-38.0, 0.0), uniform(-38.4, -37.0), uniform(-14.5, 6.0), any_size(-60, 4)],
    ),
}


def bits(x):
    return f"{struct.unpack('>Q', struct.pack('>d', x))[0]:016x}"


def rounded(value):
    """The nearest f64 and the rest in hundredths of an ulp, for normal and subnormal values alike."""
    _, _, exponent, count = value._mpf_
    ulp = max(exponent + count - 53, -1074)
    units = mp.ldexp(value, -ulp)
    whole = int(mp.nint(units))
    # ulp and whole are such that the product is exact, or infinite.
    return math.ldexp(whole, ulp), int(mp.nint((units - whole) * 100))


def main():
    print("# function x y rest; written by vmath.py")
    for name, (function, samplers) in FUNCTIONS.items():
        for index in range(COUNT * len(samplers) // 5):
            x = samplers[index % len(samplers)]()
            if x == 0 or (name == "ln_1p" and x <= -1):
                continue
            # Of the smallest arguments, and of the largest angles, more digits are needed than of the others.
            small = abs(x) < 1e-30 and name in ("exp_m1", "ln_1p", "tanh", "erf", "sin")
            mp.dps = 700 if small or abs(x) > LIMIT and name in ("sin", "cos") else 60
            y, rest = rounded(function(mpf(x)))
            print(name, bits(x), bits(y), rest)


if __name__ == "__main__":
    main()
