"""Steps of PAGE, SAGA and EF21 that look at one term each: ours beside NumPy, PyTorch and JAX, on the same data.

    python oracles.py                                   # all, in turn on one core, as a table
    python oracles.py --only saga --rounds 5
    python oracles.py --framework jax --mode scan --task saga     # one by itself, as a line of JSON

The problem is logistic regression: 500 rows of 50 numbers and a regulariser, in f64; for EF21 20 clients with a row each, who send 5
of 50 numbers. `f` is the value after as many steps for all: 100,000 of PAGE and SAGA, after which they are at the optimum, 200 of
EF21, in which nothing is random. Times are of the processor: what else the machine does counts less.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import run

D, K, ROWS, CLIENTS = 50, 5, 500, 20
STEP, CHANCE = 0.02, 0.002
FIRST = {"saga": 100_000, "page": 100_000, "ef21": 200}
MODES = {
    "numpy": ["by hand"],
    "pytorch": ["eager", "func", "compiled"],
    "jax": ["jit", "scan"],
}
OURS = ["function", "linear"]
"""Ours: a loss that the compiler differentiates, and the library's own linear model.

By hand: the gradient is written out, for NumPy has none. PyTorch `eager` records and calls `backward`, `func` is `torch.func.grad`."""


def rows(count):
    """Rows and targets: those of benches/oracle.rs."""
    import numpy

    at = numpy.arange(1, count * D + 1, dtype=numpy.int64)
    rows = numpy.sin(0.37 * (at * (at % 7 + 1)).astype(float)).reshape(count, D)
    targets = numpy.where(numpy.cos(1.3 * numpy.arange(count)) + 0.5 * rows[:, 0] > 0, 1.0, -1.0)
    return rows, targets


def value(x, count):
    """`f(x)`, by NumPy for all."""
    import numpy

    a, b = rows(count)
    return float(numpy.mean(numpy.logaddexp(0, -b * (a @ x))) + 0.05 * float(x @ x))


def numpy_steps(task, _):
    import numpy

    random = numpy.random.default_rng(1)
    a, b = rows(CLIENTS if task == "ef21" else ROWS)

    def gradient(x, i):
        margin = b[i] * (a[i] @ x)
        return (-b[i] / (1 + numpy.exp(margin))) * a[i] + 0.1 * x

    def full(x):
        margin = b * (a @ x)
        return (-b / (1 + numpy.exp(margin))) @ a / len(b) + 0.1 * x

    return python_steps(task, numpy.zeros, gradient, full, lambda: int(random.integers(ROWS)), random.random, top_numpy)


def top_numpy(change):
    import numpy

    kept = numpy.argpartition(-abs(change), K)[:K]
    sent = numpy.zeros(D)
    sent[kept] = change[kept]
    return sent


def python_steps(task, zeros, gradient, full, draw, chance, top):
    """The methods as one writes them in Python, for arrays that are changed in place. The function takes so many steps."""
    state = {"x": zeros(D)}
    if task == "saga":
        table, mean, started = zeros((ROWS, D)), zeros(D), [False]

        def step(x):
            if not started[0]:
                started[0] = True
                for i in range(ROWS):
                    table[i] = gradient(x, i)
                mean[:] = table.mean(0)
                return mean.copy() if hasattr(mean, "copy") else mean.clone()
            i = draw()
            fresh = gradient(x, i)
            change = fresh - table[i]
            g = mean + change
            mean[:] = mean + change / ROWS
            table[i] = fresh
            return g
    elif task == "page":
        memory = {}

        def step(x):
            if not memory or chance() < CHANCE:
                memory["g"] = full(x)
            else:
                i = draw()
                memory["g"] = memory["g"] + gradient(x, i) - gradient(memory["x"], i)
            memory["x"] = x
            return memory["g"]
    else:
        estimates = zeros((CLIENTS, D))

        def step(x):
            for i in range(CLIENTS):
                estimates[i] = estimates[i] + top(gradient(x, i) - estimates[i])
            return estimates.mean(0)

    def steps(count):
        for _ in range(count):
            state["x"] = state["x"] - STEP * step(state["x"])
        return state["x"]

    return steps, 1


def pytorch_steps(task, mode):
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(1)
    count = CLIENTS if task == "ef21" else ROWS
    a, b = (torch.from_numpy(array) for array in rows(count))

    def loss(x, row, target):
        return torch.nn.functional.softplus(-target * (row @ x)) + 0.05 * (x @ x)

    by_func = torch.func.grad(loss)

    def by_backward(x, row, target):
        x = x.detach().requires_grad_()
        loss(x, row, target).backward()
        return x.grad

    of_row = by_backward if mode == "eager" else torch.compile(by_func, dynamic=False) if mode == "compiled" else by_func
    of_all = torch.func.vmap(by_func, in_dims=(None, 0, 0))
    if mode == "compiled":
        of_all = torch.compile(of_all, dynamic=False)

    def top(change):
        kept = change.abs().topk(K).indices
        return torch.zeros_like(change).index_copy(0, kept, change[kept])

    if task == "ef21" and mode != "eager":
        # The clients at once, and with `compiled` the whole step.
        estimates = {"g": torch.zeros(CLIENTS, D, dtype=torch.float64)}
        gradients = torch.func.vmap(by_func, in_dims=(None, 0, 0))

        def together(x, g):
            change = gradients(x, a, b) - g
            kept = change.abs().topk(K, dim=1).indices
            g = g + torch.zeros_like(change).scatter(1, kept, change.gather(1, kept))
            return x - STEP * g.mean(0), g

        if mode == "compiled":
            together = torch.compile(together, dynamic=False)
        point = {"x": torch.zeros(D, dtype=torch.float64)}

        def steps(count):
            for _ in range(count):
                point["x"], estimates["g"] = together(point["x"], estimates["g"])
            return point["x"].numpy()

        return steps, 1
    draws = torch.randint(ROWS, (1 << 16,)).tolist()
    chances = torch.rand(1 << 16).tolist()
    steps, each = python_steps(
        task,
        lambda shape: torch.zeros(shape, dtype=torch.float64),
        lambda x, i: of_row(x, a[i], b[i]),
        lambda x: of_all(x, a, b).mean(0),
        iter_of(draws),
        iter_of(chances),
        top,
    )
    return lambda count: steps(count).numpy(), each


def iter_of(values):
    """Hands out the values in turn, again and again: drawing one number at a time by PyTorch would be most of a step."""
    at = [0]

    def one():
        at[0] = (at[0] + 1) % len(values)
        return values[at[0]]

    return one


def jax_steps(task, mode):
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    a, b = (jnp.asarray(array) for array in rows(CLIENTS if task == "ef21" else ROWS))
    gradient = jax.grad(lambda x, row, target: jax.nn.softplus(-target * (row @ x)) + 0.05 * (x @ x))
    gradients = jax.vmap(gradient, in_axes=(None, 0, 0))
    x = jnp.zeros(D)

    def saga(state, random):
        x, table, mean = state
        i = random[0]
        fresh = gradient(x, a[i], b[i])
        change = fresh - table[i]
        return x - STEP * (mean + change), table.at[i].set(fresh), mean + change / ROWS

    def page(state, random):
        x, before, g = state
        i, chance = random
        few = lambda: g + gradient(x, a[i], b[i]) - gradient(before, a[i], b[i])
        g = jax.lax.cond(chance < CHANCE, lambda: gradients(x, a, b).mean(0), few)
        return x - STEP * g, x, g

    def ef21(state, _):
        x, g = state
        change = gradients(x, a, b) - g
        kept = jax.lax.top_k(jnp.abs(change), K)[1]
        g = g + jax.vmap(lambda row, at: jnp.zeros(D).at[at].set(row[at]))(change, kept)
        return x - STEP * g.mean(0), g

    if task == "saga":
        table = gradients(x, a, b)
        mean = table.mean(0)
        step, state = saga, (x - STEP * mean, table, mean)
    elif task == "page":
        g = gradients(x, a, b).mean(0)
        step, state = page, (x - STEP * g, x, g)
    else:
        step, state = ef21, (x, jnp.zeros((CLIENTS, D)))
    each = (100 if task == "ef21" else 1000) if mode == "scan" else 1
    key = [jax.random.key(1)]
    held = [state]

    def draw(key, count):
        first, second = jax.random.split(key)
        return jax.random.randint(first, (count,), 0, ROWS), jax.random.uniform(second, (count,))

    if mode == "scan":

        def many(state, key):
            return jax.lax.scan(lambda state, random: (step(state, random), None), state, draw(key, each))[0]

        advance = jax.jit(many, donate_argnums=0)

        def steps(count):
            assert count % each == 0
            for _ in range(count // each):
                key[0], part = jax.random.split(key[0])
                held[0] = advance(held[0], part)
            return jax.device_get(held[0][0])

        return steps, each
    one = jax.jit(step, donate_argnums=0)
    indices, chances = (values.tolist() for values in jax.device_get(draw(key[0], 1 << 16)))
    index, chance = iter_of(indices), iter_of(chances)

    def steps(count):
        for _ in range(count):
            held[0] = one(held[0], (index(), chance()))
        return jax.device_get(held[0][0])

    return steps, 1


STEPS = {"numpy": numpy_steps, "pytorch": pytorch_steps, "jax": jax_steps}


def measure(framework, mode, task, seconds):
    """Prints a line of JSON: the median over groups of steps, and `f` after the first ones."""
    import numpy

    steps, each = STEPS[framework](task, mode)
    # Eager PyTorch would take minutes for all of the first steps, and does the same as others.
    first = min(FIRST[task], 20_000) if framework == "pytorch" else FIRST[task]
    x = numpy.asarray(steps(first))
    found = value(x, CLIENTS if task == "ef21" else ROWS)
    group, groups, start = max(each, 20), [], time.process_time()
    while time.process_time() - start < seconds or len(groups) < 5:
        begin = time.process_time()
        steps(group)
        groups.append((time.process_time() - begin) / group)
    median = statistics.median(groups) * 1e6
    print(json.dumps({"framework": framework, "mode": mode, "task": task, "median_us": round(median, 4), "f": found}), flush=True)


def ours():
    """The benchmark, built as cargo builds one."""
    command = ["cargo", "bench", "--bench", "oracle", "--no-run", "--message-format=json-render-diagnostics"]
    output = subprocess.run(command, cwd=run.ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    messages = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return next(m["executable"] for m in messages if m.get("executable") and m["target"]["name"] == "oracle")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--framework", choices=MODES)
    parser.add_argument("--mode")
    parser.add_argument("--task", choices=FIRST)
    parser.add_argument("--only", default="saga,page,ef21")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--python", action="append", default=[], help="an interpreter that has frameworks already")
    parser.add_argument("--venv", type=Path, default=run.ROOT / "target" / "peers-venv")
    options = parser.parse_args()
    if options.framework:
        measure(options.framework, options.mode or MODES[options.framework][0], options.task, options.seconds)
        return
    environment = {**os.environ, **run.ONE_THREAD}
    interpreters = run.Interpreters(options.python, options.venv)
    pythons = {framework: interpreters.find(framework) for framework in MODES}
    program = ours()
    run.pin(None)
    found = {}
    for turn in range(options.rounds):
        for task in options.only.split(","):
            commands = {("burtorch", mode): [program, task, str(options.seconds), mode] for mode in OURS}
            for framework, python in pythons.items():
                for mode in MODES[framework] if python else []:
                    arguments = ["--framework", framework, "--mode", mode, "--task", task, "--seconds", str(options.seconds)]
                    commands[framework, mode] = [python, __file__, *arguments]
            for key, command in commands.items():
                line, reason = run.measure(command, environment, 600)
                if line is None:
                    print(f"round {turn + 1}: {task}, {', '.join(key)}: skipped, {reason}", flush=True)
                else:
                    print(f"round {turn + 1}: {task}, {', '.join(key)}: {line['median_us']:.4g} µs, f = {line['f']:.9f}", flush=True)
                    found.setdefault(task, {}).setdefault(key, []).append(line["median_us"])
    for task, results in found.items():
        medians = {key: statistics.median(times) for key, times in results.items()}
        base = medians.get(("burtorch", OURS[0]), float("nan"))
        lines = [[", ".join(key), time, time / base] for key, time in sorted(medians.items(), key=lambda item: item[1])]
        print(run.table(f"One step of {task}", ["framework, mode", "µs", "times ours"], lines))


if __name__ == "__main__":
    sys.exit(main())
