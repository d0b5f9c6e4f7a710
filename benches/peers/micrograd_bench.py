"""Micrograd: eager, one Python object per number. It has no exponential, so no softmax: the two graphs only.

    python micrograd_bench.py small
"""

import common  # first: initialisation is counted from here

import functools

from common import Work
from micrograd.engine import Value

TASKS = {"tiny": ["eager"], "small": ["eager"]}


def graph(mode, task, points):
    """Value and gradient of a function of two numbers."""
    function = {"tiny": common.tiny, "small": functools.partial(common.small, relu=Value.relu)}[task]

    def call(n):
        a, b = map(Value, points[n % len(points)])
        value = function(a, b)
        value.backward()
        return value.data, a.grad, b.grad

    return Work(call, list)


if __name__ == "__main__":
    common.main("micrograd", __doc__, TASKS, graph)
