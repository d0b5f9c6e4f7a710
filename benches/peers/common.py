"""What the scripts of all frameworks share: arguments, models as data, clocks, and the line of JSON.

Import it before anything else: initialisation is counted from here.
"""

import time

START = time.perf_counter()

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import golden

RATE = 0.01
"""So small that training on random tokens stays where it is: every step is like the first."""

POOL = 4096
"""The samples that training takes one after the other, again and again."""

GROUP = 1e-3
"""Seconds that are timed at once."""

LN_EPS = 1e-5
LAYERS, HEADS, WIDTH, LENGTH, VOCAB = 6, 6, 24, 8, 65

GRAPHS = {"tiny": (-41.0, 2.0), "small": (-4.0, 2.0)}
EXPECTED = {"tiny": (612.5, -35.0, 1050.0), "small": (24.70408163265306, 138.83381924198252, 645.5772594752187)}


def tiny(a, b):
    """`(a + b - (a b + b^3))^2 / 2`"""
    c = a + b
    d = a * b + b**3
    e = c - d
    f = e**2
    return f / 2.0


def small(a, b, relu):
    """The graph of micrograd's README, 32 nodes."""
    c = a + b
    d = a * b + b**3
    c = c + (c + 1)
    c = c + (1 + c + (-a))
    d = d + (d * 2 + relu(b + a))
    d = d + (3 * d + relu(b - a))
    e = c - d
    f = e**2
    g = f / 2.0
    return g + 10.0 / f


def points(task, count=1024):
    """The point of the paper, and other points not far from it."""
    a, b = GRAPHS[task]
    return [(a + k / 1024, b + k / 2048) for k in range(count)]


def activations(a, b):
    """The seven values of the small graph that are saved: `a`, `b` and what it computes on the way to `g`."""
    c = 4 * (a + b) + 3 - a
    d = 4 * (3 * (a * b + b**3) + max(b + a, 0.0)) + max(b - a, 0.0)
    e = c - d
    f = e**2
    return [a, b, c, d, e, f, f / 2 + 10 / f]


def layout(task, hidden):
    """Names and shapes of the parameters in the order of the flat vector; query, key and value are one weight."""
    if task == "mlp":
        return {"C": (27, 64), "W1": (hidden, 1024), "b1": (hidden,), "W2": (27, hidden), "b2": (27,)}
    shapes = {"tok": (VOCAB, WIDTH), "pos": (LENGTH, WIDTH)}
    for layer in range(LAYERS):
        block = {
            "ln1.g": (WIDTH,), "ln1.b": (WIDTH,), "Wqkv": (3 * WIDTH, WIDTH), "Wo": (WIDTH, WIDTH), "bo": (WIDTH,),
            "ln2.g": (WIDTH,), "ln2.b": (WIDTH,), "Wf": (4 * WIDTH, WIDTH), "bf": (4 * WIDTH,),
            "Wg": (WIDTH, 4 * WIDTH), "bg": (WIDTH,),
        }  # fmt: skip
        shapes |= {f"h{layer}.{name}": shape for name, shape in block.items()}
    return shapes | {"Whead": (VOCAB, WIDTH), "bhead": (VOCAB,)}


def parameters(task, hidden):
    """NumPy float32 arrays by name: those of tests/data, which serve as well as random ones."""
    import numpy

    named, at = {}, 0
    for name, shape in layout(task, hidden).items():
        count = math.prod(shape)
        values = 0.1 * numpy.sin(0.37 * numpy.arange(at, at + count) + 0.1)
        named[name] = (values + (1.0 if name.endswith(".g") else 0.0)).reshape(shape).astype(numpy.float32)
        at += count
    return named


def batches(task, batch):
    """Batches of random tokens: NumPy arrays `x` and `y`, with one batch in each row."""
    import numpy

    random = numpy.random.default_rng(1)
    count = max(POOL // batch, 16)
    if task == "mlp":
        x, y = random.integers(27, size=(count, batch, 16)), random.integers(27, size=(count, batch))
    else:
        x, y = (random.integers(VOCAB, size=(count, batch, LENGTH)) for _ in "xy")
    return x.astype(numpy.int32), y.astype(numpy.int32)


@dataclass
class Work:
    """Something to measure.

    `call(n)` does `each` gradients or steps, the nth time, and returns what `losses` turns into a list of numbers,
    one per step; for a graph into value and gradient of the first point. `wait` returns when what `call` returned has
    been computed. `tolerance` is how far, relatively, a graph's results may be from the exact ones.
    """

    call: Callable[[int], Any]
    losses: Callable[[Any], list]
    each: int = 1
    wait: Callable[[Any], Any] = lambda result: result
    tolerance: float = 1e-12


def measure(work, seconds, iters):
    """Seconds of initialisation, gradients or steps done, seconds for each group by group, first and last loss."""
    first = work.wait(work.call(0))
    init = time.perf_counter() - START
    first = work.losses(first)[0]

    # Warm up, and see how many calls make a group.
    start, calls = time.perf_counter(), 1
    while calls < 4 or time.perf_counter() - start < seconds / 5:
        work.wait(work.call(calls))
        calls += 1
    each = (time.perf_counter() - start) / (calls - 1)
    group = math.ceil(GROUP / each)
    left = max(math.ceil(iters / work.each) if iters else math.ceil(seconds / each), 1)
    total, groups = left * work.each, []
    while left > 0:
        count = min(group, left)
        start = time.perf_counter()
        for n in range(calls, calls + count):
            result = work.call(n)
        work.wait(result)
        groups.append((time.perf_counter() - start) / (count * work.each))
        calls += count
        left -= count
    return init, total, groups, first, work.losses(result)[-1]


def peak_rss():
    """The most memory that the process had, in megabytes; 0 where the system does not say."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


def report(framework, mode, options, work):
    """Measures, and prints the line of JSON."""
    init, iters, groups, first, last = measure(work, options.seconds, options.iters)
    model = options.task in ("mlp", "gpt")
    shapes = layout(options.task, options.hidden).values() if model else ()
    line = {
        "framework": framework,
        "mode": mode,
        "task": options.task,
        "hidden": options.hidden if options.task == "mlp" else 0,
        "batch": options.batch if model else 1,
        "params": sum(map(math.prod, shapes)) if model else 7 if options.task == "saveload" else 2,
        "iters": iters,
        "median_us": round(statistics.median(groups) * 1e6, 6),
        "mean_us": round(statistics.fmean(groups) * 1e6, 6),
        "min_us": round(min(groups) * 1e6, 6),
        "init_ms": round(init * 1e3, 3),
        "peak_rss_mb": round(peak_rss(), 2),
        "loss": first if options.task in GRAPHS else last,
    }
    print(json.dumps(line), flush=True)


def check(modes, options, graph, model):
    """Every mode of a model must train as tests/data says, and a graph must have the gradient of the paper."""
    if options.task in EXPECTED:
        for mode in modes:
            work = graph(mode, options.task, points(options.task))
            found = work.losses(work.wait(work.call(0)))
            for ours, expected in zip(found, EXPECTED[options.task], strict=True):
                assert abs(ours - expected) <= work.tolerance * abs(expected), f"{mode}: {ours} instead of {expected}"
            print(f"{options.task}, {mode}: value and gradient are right")
        return
    import numpy

    path = golden.DATA / ("gpt.txt" if options.task == "gpt" else "mlp_e4.txt")
    case = golden.read_text(path)
    expected = golden.read_losses(path)
    # The same sample again and again.
    x = numpy.array([case["x"]] * len(expected), dtype=numpy.int32)
    y = numpy.array([case["y"]] * len(expected), dtype=numpy.int32)
    for mode in modes:
        work = model(mode, options.task, parameters(options.task, 4), x, y, 0.1)
        found = []
        while len(found) < len(expected):
            found += work.losses(work.wait(work.call(len(found) // work.each)))
        error = max(abs(ours / loss - 1) for ours, loss in zip(found, expected))
        assert error < 2e-5, f"{mode}: the losses {found} are not {expected}"
        print(f"{options.task}, {mode}: ten losses of training agree within {error:.1e}")


def main(framework, doc, tasks, graph=None, model=None, saveload=None):
    """The program of one framework.

    `tasks` gives the modes of each task. The three functions give the `Work`:
    `graph(mode, task, points)`, `model(mode, task, params, x, y, rate)` and `saveload(mode, part, path, values)`.
    """
    parser = argparse.ArgumentParser(description=doc.split("\n", 1)[0])
    parser.add_argument("task", choices=tasks)
    parser.add_argument("--mode", help="one of the task's modes; all of them, one process each, if not given")
    parser.add_argument("--hidden", type=int, default=64, help="hidden units of mlp (64)")
    parser.add_argument("--batch", type=int, default=1, help="samples in a step of mlp or gpt (1)")
    parser.add_argument("--iters", type=int, help="gradients, files or steps to measure")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to measure without --iters (1)")
    parser.add_argument("--part", choices=["save", "load", "both"], default="both", help="what saveload does (both)")
    parser.add_argument("--check", action="store_true", help="compare with tests/data instead")
    parser.add_argument("--list", action="store_true", help="print the modes of the task instead")
    options = parser.parse_args()
    modes = tasks[options.task]
    if options.mode and options.mode not in modes:
        parser.error(f"{framework} has no mode {options.mode} for {options.task}: there is {', '.join(modes)}")
    if options.list:
        print(*modes)
    elif options.check and options.task != "saveload":
        check([options.mode] if options.mode else modes, options, graph, model)
    elif options.mode is None:
        for mode in modes:
            subprocess.run([sys.executable, *sys.argv, "--mode", mode], check=True)
    elif options.task in GRAPHS:
        report(framework, options.mode, options, graph(options.mode, options.task, points(options.task)))
    elif options.task == "saveload":
        with tempfile.TemporaryDirectory() as folder:
            values = [activations(a, b) for a, b in points("small")]
            work = saveload(options.mode, options.part, os.path.join(folder, "values"), values)
            report(framework, options.mode, options, work)
    else:
        params = parameters(options.task, options.hidden)
        x, y = batches(options.task, options.batch)
        report(framework, options.mode, options, model(options.mode, options.task, params, x, y, RATE))


def save_and_load(part, save, load, values):
    """The `Work` of `saveload`: `save(value)` writes one of `values`, `load()` returns it."""
    save(values[0])

    def call(n):
        if part != "load":
            save(values[n % len(values)])
        return load() if part != "save" else None

    return Work(call, lambda _: [float(load()[6])])
