"""JAX: eager, compiled by `jit`, and many steps in one `lax.scan`.

    python jax_bench.py mlp --mode scan --hidden 64 --batch 1
    python jax_bench.py gpt --check
"""

import common  # first: initialisation is counted from here

import functools
import math

import jax
import jax.numpy as jnp
import numpy
from common import HEADS, LAYERS, LENGTH, LN_EPS, WIDTH, Work

TASKS = {
    "tiny": ["eager", "jit", "scan"],
    "small": ["eager", "jit", "scan"],
    "saveload": ["numpy"],
    "mlp": ["jit", "scan"],
    "gpt": ["jit", "scan"],
}

SCAN = 1 << 20
"""Steps of a scan times parameters times samples are about this, within limits."""


def cross_entropy(logits, target):
    chosen = jnp.take_along_axis(logits, target[..., None], axis=-1)[..., 0]
    return jnp.mean(jax.nn.logsumexp(logits, axis=-1) - chosen)


def mlp(p, x, y):
    inputs = p["C"][x].reshape(len(x), -1)
    hidden = jnp.tanh(inputs @ p["W1"].T + p["b1"])
    return cross_entropy(hidden @ p["W2"].T + p["b2"], y)


def layer_norm(h, gain, bias):
    centred = h - h.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + LN_EPS) * gain + bias


def gpt(p, x, y):
    future = numpy.triu(numpy.ones((LENGTH, LENGTH), dtype=bool), 1)
    h = p["tok"][x] + p["pos"]
    for layer in range(LAYERS):
        block = {name: p[f"h{layer}.{name}"] for name in BLOCK}
        heads = layer_norm(h, block["ln1.g"], block["ln1.b"]) @ block["Wqkv"].T
        q, k, v = jnp.moveaxis(heads.reshape(len(x), LENGTH, 3, HEADS, WIDTH // HEADS), 2, 0)
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / math.sqrt(WIDTH // HEADS)
        weights = jax.nn.softmax(jnp.where(future, -jnp.inf, scores), axis=-1)
        mixed = jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(len(x), LENGTH, WIDTH)
        h = h + mixed @ block["Wo"].T + block["bo"]
        inner = jax.nn.relu(layer_norm(h, block["ln2.g"], block["ln2.b"]) @ block["Wf"].T + block["bf"])
        h = h + inner @ block["Wg"].T + block["bg"]
    return cross_entropy(h @ p["Whead"].T + p["bhead"], y)


BLOCK = ["ln1.g", "ln1.b", "Wqkv", "Wo", "bo", "ln2.g", "ln2.b", "Wf", "bf", "Wg", "bg"]


def model(mode, task, params, x, y, rate):
    """Steps of plain SGD."""
    loss_of = {"mlp": mlp, "gpt": gpt}[task]
    work = sum(value.size for value in params.values()) * x.shape[1]
    state = {name: jnp.asarray(value) for name, value in params.items()}

    def step(params, sample):
        loss, gradient = jax.value_and_grad(loss_of)(params, *sample)
        return jax.tree.map(lambda value, slope: value - rate * slope, params, gradient), loss

    each = min(max(SCAN // work, 8), 128, len(x)) if mode == "scan" else 1
    if mode == "scan":
        starts = range(0, len(x) - each + 1, each)
        parts = [(jnp.asarray(x[at : at + each]), jnp.asarray(y[at : at + each])) for at in starts]
        take = jax.jit(lambda params, samples: jax.lax.scan(step, params, samples), donate_argnums=0)
    else:
        parts = [(jnp.asarray(inputs), jnp.asarray(targets)) for inputs, targets in zip(x, y)]
        take = jax.jit(step, donate_argnums=0)

    def call(n):
        nonlocal state
        state, loss = take(state, parts[n % len(parts)])
        return loss

    def losses(loss):
        return numpy.atleast_1d(loss).astype(float).tolist()

    return Work(call, losses, each, jax.block_until_ready)


def graph(mode, task, points):
    """Value and gradient of a function of two numbers."""
    jax.config.update("jax_enable_x64", True)
    function = {"tiny": common.tiny, "small": functools.partial(common.small, relu=jax.nn.relu)}[task]
    step = jax.value_and_grad(function, argnums=(0, 1))
    if mode == "scan":
        each = len(points)
        points = tuple(jnp.asarray(numbers, dtype=jnp.float64) for numbers in zip(*points))
        take = jax.jit(lambda points: jax.lax.scan(lambda _, point: (None, step(*point)), None, points)[1])
        call = lambda n: take(points)
    else:
        each = 1
        points = [(jnp.float64(a), jnp.float64(b)) for a, b in points]
        take = jax.jit(step) if mode == "jit" else step
        call = lambda n: take(*points[n % len(points)])

    def losses(result):
        value, (da, db) = result
        return [float(numpy.atleast_1d(number)[0]) for number in (value, da, db)]

    return Work(call, losses, each, jax.block_until_ready)


def saveload(mode, part, path, values):
    """Seven values to a file and back, by `jax.numpy.save`."""
    jax.config.update("jax_enable_x64", True)
    path += ".npy"
    values = [jnp.asarray(value) for value in values]
    return common.save_and_load(part, lambda value: jnp.save(path, value), lambda: jnp.load(path), values)


if __name__ == "__main__":
    common.main("jax", __doc__, TASKS, graph, model, saveload)
