"""Nanoseconds per gradient: compiled functions and values beside PyTorch, JAX, autograd and micrograd, where these are installed.

    python bench.py

All run in one process, one after the other in rounds; the table has medians over rounds.
"""

import statistics
import time

import numpy

import burtorch

ARM = """
#[differentiable(wrt(q))]
fn reach(q: &[f64; 6], target: &[f64; 2]) -> f64 {
    let (mut x, mut y, mut turned) = (0.0, 0.0, 0.0);
    for angle in q {
        turned += angle;
        x += turned.cos();
        y += turned.sin();
    }
    (x - target[0]).powi(2) + (y - target[1]).powi(2)
}
"""


def arms():
    start = time.perf_counter()
    reach = burtorch.compile(ARM, quiet=True)
    print(f"burtorch.compile: {time.perf_counter() - start:.2f} s")
    inputs = numpy.random.default_rng(1).normal(size=(64, 6))
    target = numpy.array([3.0, 4.0])
    yield "burtorch", lambda at: reach.grad(inputs[at], target), inputs
    try:
        import torch

        torch.set_num_threads(1)
        goal = torch.tensor(target)

        def with_torch(at):
            q = torch.tensor(inputs[at], requires_grad=True)
            turned = torch.cumsum(q, 0)
            loss = (turned.cos().sum() - goal[0]) ** 2 + (turned.sin().sum() - goal[1]) ** 2
            loss.backward()
            return q.grad.numpy()

        yield "PyTorch", with_torch, inputs
    except ImportError:
        pass
    try:
        import jax

        jax.config.update("jax_enable_x64", True)

        def loss(q):
            turned = jax.numpy.cumsum(q)
            return (jax.numpy.cos(turned).sum() - target[0]) ** 2 + (jax.numpy.sin(turned).sum() - target[1]) ** 2

        compiled = jax.jit(jax.grad(loss))
        yield "JAX, jit", lambda at: compiled(inputs[at]).block_until_ready(), inputs
    except ImportError:
        pass
    try:
        import autograd

        def loss(q):
            turned = autograd.numpy.cumsum(q)
            return (
                autograd.numpy.sum(autograd.numpy.cos(turned)) - target[0]
            ) ** 2 + (autograd.numpy.sum(autograd.numpy.sin(turned)) - target[1]) ** 2

        slope = autograd.grad(loss)
        yield "autograd", lambda at: slope(inputs[at]), inputs
    except ImportError:
        pass


def expression(number):
    a, b = number
    c = a + b
    d = a * b + b**3
    e = c - d
    f = e**2
    g = f / 2.0
    return g + 10.0 / f


def values():
    inputs = numpy.random.default_rng(2).normal(size=(64, 2)).tolist()

    def with_class(make):
        def gradient(at):
            leaves = [make(x) for x in inputs[at]]
            expression(leaves).backward()
            return [float(leaf.grad) for leaf in leaves]

        return gradient

    yield "burtorch.Value", with_class(burtorch.Value), inputs
    tape = burtorch.Tape()

    def on_tape(at):
        with tape:
            leaves = tape.leaves(inputs[at])
            expression(leaves).backward()
            return [leaf.grad for leaf in leaves]

    yield "burtorch.Tape", on_tape, inputs
    try:
        from micrograd.engine import Value

        yield "micrograd", with_class(Value), inputs
    except ImportError:
        pass
    try:
        import torch

        yield "PyTorch", with_class(lambda x: torch.tensor(x, dtype=torch.float64, requires_grad=True)), inputs
    except ImportError:
        pass


def table(title, cases):
    cases = list(cases)
    expected = numpy.array([cases[0][1](at) for at in range(8)])
    for name, gradient, _ in cases[1:]:
        numpy.testing.assert_allclose(numpy.array([gradient(at) for at in range(8)]), expected, rtol=1e-9, err_msg=name)
    times = {name: [] for name, _, _ in cases}
    for _ in range(15):
        for name, gradient, inputs in cases:
            count = 64
            start = time.perf_counter()
            for at in range(count):
                gradient(at)
            times[name].append((time.perf_counter() - start) / count * 1e9)
    first = statistics.median(times[cases[0][0]])
    print(f"\n{title}\n{'':16} {'ns':>10} {'ratio':>8}")
    for name, rounds in times.items():
        print(f"{name:16} {statistics.median(rounds):10.0f} {statistics.median(rounds) / first:8.1f}")


if __name__ == "__main__":
    table("Gradient of an arm with six joints", arms())
    table("An expression of values, forward and backward", values())
