"""One training step of a model of `benches/zoo` in PyTorch or JAX, or its gradient beside ours.

    python zoo_bench.py step FOLDER lstm pytorch-compiled 16 --seconds 1
    python zoo_bench.py check FOLDER lstm

FOLDER is what the model's program wrote with `gradient`. `zoo.py` calls this.
"""

import argparse
import json
import math
import statistics
import time
from pathlib import Path

import numpy
import zoo_models

RATE = 1e-3
GROUP = 1e-3
MODES = ["pytorch-eager", "pytorch-compiled", "jax-jit", "jax-scan"]


class Case:
    """Parameters by name, and the samples of ours with their loss and gradient."""

    def __init__(self, folder):
        folder = Path(folder)
        about = json.loads((folder / "about.json").read_text())
        self.about, self.loss = about, about["loss"]
        flat, gradient = (numpy.fromfile(folder / name, numpy.float32) for name in ("params", "gradient"))
        self.params = {name: self.part(flat, place) for name, place in about["parameters"].items()}
        self.gradient = {name: self.part(gradient, place) for name, place in about["parameters"].items()}
        self.x, self.y = (
            numpy.fromfile(folder / name, about[name]["type"]).reshape(-1, *about[name]["shape"]) for name in "xy"
        )

    @staticmethod
    def part(flat, place):
        offset, shape = place
        return flat[offset : offset + math.prod(shape)].reshape(shape).copy()

    def batches(self, batch, count):
        """Random samples with the shapes and the range of ours: `count` batches."""
        random = numpy.random.default_rng(1)

        def like(ours):
            shape = (count, batch, *ours.shape[1:])
            if ours.dtype == numpy.float32:
                return random.uniform(-1, 1, shape).astype(numpy.float32)
            return random.integers(int(ours.max()) + 1, size=shape).astype(numpy.int32)

        return like(self.x), like(self.y)


def long(array, torch):
    tensor = torch.from_numpy(array)
    return tensor.long() if array.dtype == numpy.int32 else tensor


def pytorch(model, case, batch, compiled):
    import torch
    from pytorch import compiled as compile_step

    torch.set_num_threads(1)
    torch.set_grad_enabled(not compiled)
    loss_of = zoo_models.torch_losses(fused=not compiled)[model]
    params = {name: torch.tensor(value, requires_grad=not compiled) for name, value in case.params.items()}
    x, y = ([long(part, torch) for part in array] for array in case.batches(batch, 8))
    if compiled:

        @compile_step
        def step(params, x, y):
            gradients, loss = torch.func.grad_and_value(loss_of)(params, x, y)
            for name, gradient in gradients.items():
                params[name].sub_(gradient, alpha=RATE)
            return loss

    else:

        def step(params, x, y):
            loss = loss_of(params, x, y)
            leaves = list(params.values())
            gradients = torch.autograd.grad(loss, leaves)
            with torch.no_grad():
                torch._foreach_add_(leaves, gradients, alpha=-RATE)
            return loss

    return lambda n: step(params, x[n % 8], y[n % 8]), float, 1


def jax(model, case, batch, scan):
    import jax
    import jax.numpy as jnp

    loss_of = zoo_models.jax_losses()[model]
    size = sum(value.size for value in case.params.values())
    each = min(max((1 << 20) // (size * batch), 4), 64) if scan else 1
    state = {name: jnp.asarray(value) for name, value in case.params.items()}

    def step(params, sample):
        loss, gradient = jax.value_and_grad(loss_of)(params, *sample)
        return jax.tree.map(lambda value, slope: value - RATE * slope, params, gradient), loss

    x, y = case.batches(batch, each if scan else 8)
    if scan:
        samples = (jnp.asarray(x), jnp.asarray(y))
        take = jax.jit(lambda params, samples: jax.lax.scan(step, params, samples), donate_argnums=0)
        parts = [samples]
    else:
        take = jax.jit(step, donate_argnums=0)
        parts = [(jnp.asarray(inputs), jnp.asarray(targets)) for inputs, targets in zip(x, y)]

    def call(n):
        nonlocal state
        state, loss = take(state, parts[n % len(parts)])
        return jax.block_until_ready(loss)

    return call, lambda loss: float(numpy.atleast_1d(loss)[-1]), each


def step(options):
    """Microseconds of processor time of a step, in groups of about a millisecond."""
    case = Case(options.folder)
    framework, mode = options.mode.split("-")
    make = pytorch if framework == "pytorch" else jax
    call, loss_of, each = make(options.model, case, options.batch, mode in ("compiled", "scan"))
    call(0)
    calls, start, used = 0, time.perf_counter(), time.process_time()
    while calls < 2 or time.perf_counter() - start < options.seconds / 5:
        calls += 1
        call(calls)
    group = math.ceil(GROUP / ((time.process_time() - used) / calls))
    start, times = time.perf_counter(), []
    while len(times) < 5 or time.perf_counter() - start < options.seconds:
        used = time.process_time()
        for _ in range(group):
            calls += 1
            loss = call(calls)
        times.append((time.process_time() - used) / (group * each))
    loss = loss_of(loss)
    assert math.isfinite(loss), f"the loss is {loss}"
    print(json.dumps({"median_us": statistics.median(times) * 1e6, "min_us": min(times) * 1e6, "loss": loss}))


def check(options):
    """The largest difference of an element of the gradient, over the largest element of its parameter."""
    import torch

    torch.set_num_threads(1)
    case = Case(options.folder)
    params = {name: torch.tensor(value, dtype=torch.float64, requires_grad=True) for name, value in case.params.items()}
    x, y = (torch.from_numpy(array) for array in (case.x, case.y))
    x, y = (part.long() if part.dtype == torch.int32 else part.double() for part in (x, y))
    loss = zoo_models.torch_losses(fused=False)[options.model](params, x, y)
    gradients = torch.autograd.grad(loss, list(params.values()))
    worst, where = 0.0, ""
    for (name, ours), theirs in zip(case.gradient.items(), gradients, strict=True):
        theirs = theirs.numpy()
        scale = numpy.abs(theirs).max()
        error = numpy.abs(ours - theirs).max() / scale if scale > 0 else numpy.abs(ours).max()
        if error > worst:
            worst, where = float(error), name
    print(json.dumps({"loss": abs(case.loss / loss.item() - 1), "gradient": worst, "where": where}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("task", choices=["step", "check"])
    parser.add_argument("folder")
    parser.add_argument("model", choices=zoo_models.BATCHES)
    parser.add_argument("mode", choices=MODES, nargs="?", default=MODES[0])
    parser.add_argument("batch", type=int, nargs="?", default=1)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    {"step": step, "check": check}[options.task](options)


if __name__ == "__main__":
    main()
