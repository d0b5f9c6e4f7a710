"""Apple's MLX on a CPU: eager, and compiled by `mx.compile`.

    python mlx_bench.py mlp --mode compiled --hidden 64 --batch 1
    python mlx_bench.py gpt --check
"""

import common  # first: initialisation is counted from here

import functools
import math

import mlx.core as mx
import numpy
from common import HEADS, LAYERS, LENGTH, LN_EPS, WIDTH, Work

TASKS = {
    "tiny": ["eager", "compiled"],
    "small": ["eager", "compiled"],
    "mlp": ["eager", "compiled"],
    "gpt": ["eager", "compiled"],
}

# On a Mac it would be the GPU.
mx.set_default_device(mx.cpu)


def cross_entropy(logits, target):
    chosen = mx.take_along_axis(logits, target[..., None], axis=-1)[..., 0]
    return mx.mean(mx.logsumexp(logits, axis=-1) - chosen)


def mlp(p, x, y):
    inputs = p["C"][x].reshape(len(x), -1)
    hidden = mx.tanh(mx.addmm(p["b1"], inputs, p["W1"].T))
    return cross_entropy(mx.addmm(p["b2"], hidden, p["W2"].T), y)


def gpt(p, x, y):
    mask = mx.array(numpy.triu(numpy.full((LENGTH, LENGTH), -numpy.inf, dtype=numpy.float32), 1))
    h = p["tok"][x] + p["pos"]
    for layer in range(LAYERS):
        block = {name: p[f"h{layer}.{name}"] for name in BLOCK}
        normed = mx.fast.layer_norm(h, block["ln1.g"], block["ln1.b"], LN_EPS)
        heads = (normed @ block["Wqkv"].T).reshape(len(x), LENGTH, 3, HEADS, WIDTH // HEADS)
        q, k, v = heads.transpose(2, 0, 3, 1, 4)
        scores = q @ k.swapaxes(-1, -2) / math.sqrt(WIDTH // HEADS)
        mixed = mx.softmax(scores + mask, axis=-1) @ v
        mixed = mixed.swapaxes(1, 2).reshape(len(x), LENGTH, WIDTH)
        h = h + mx.addmm(block["bo"], mixed, block["Wo"].T)
        normed = mx.fast.layer_norm(h, block["ln2.g"], block["ln2.b"], LN_EPS)
        inner = mx.maximum(mx.addmm(block["bf"], normed, block["Wf"].T), 0)
        h = h + mx.addmm(block["bg"], inner, block["Wg"].T)
    return cross_entropy(mx.addmm(p["bhead"], h, p["Whead"].T), y)


BLOCK = ["ln1.g", "ln1.b", "Wqkv", "Wo", "bo", "ln2.g", "ln2.b", "Wf", "bf", "Wg", "bg"]


def waited(result):
    """What is computed is computed when somebody asks for it."""
    mx.eval(result)
    return result


def model(mode, task, params, x, y, rate):
    """Steps of plain SGD."""
    slope = mx.value_and_grad({"mlp": mlp, "gpt": gpt}[task])
    state = {name: mx.array(value) for name, value in params.items()}
    parts = [(mx.array(inputs), mx.array(targets)) for inputs, targets in zip(x, y)]
    mx.eval(parts)

    def step(params, x, y):
        loss, gradient = slope(params, x, y)
        return {name: value - rate * gradient[name] for name, value in params.items()}, loss

    take = mx.compile(step) if mode == "compiled" else step

    def call(n):
        nonlocal state
        state, loss = take(state, *parts[n % len(parts)])
        # Without it the steps would be one ever longer graph.
        mx.eval(state, loss)
        return loss

    return Work(call, lambda loss: [loss.item()])


def graph(mode, task, points):
    """Value and gradient of a function of two numbers."""
    relu = functools.partial(mx.maximum, mx.array(0.0, dtype=mx.float64))
    function = {"tiny": common.tiny, "small": functools.partial(common.small, relu=relu)}[task]
    step = mx.value_and_grad(function, argnums=(0, 1))
    take = mx.compile(step) if mode == "compiled" else step
    points = [tuple(mx.array(number, dtype=mx.float64) for number in point) for point in points]

    def losses(result):
        value, (da, db) = result
        return [value.item(), da.item(), db.item()]

    return Work(lambda n: waited(take(*points[n % len(points)])), losses)


if __name__ == "__main__":
    common.main("mlx", __doc__, TASKS, graph, model)
