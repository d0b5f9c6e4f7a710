"""Autograd: eager, on NumPy.

    python autograd_bench.py mlp --hidden 64 --batch 1
    python autograd_bench.py gpt --check
"""

import common  # first: initialisation is counted from here

import functools
import math

import autograd.numpy as np
from autograd import value_and_grad
from common import HEADS, LAYERS, LENGTH, LN_EPS, WIDTH, Work

TASKS = {"tiny": ["eager"], "small": ["eager"], "mlp": ["eager"], "gpt": ["eager"]}


def cross_entropy(logits, target):
    """The mean over all rows; `logits` has two dimensions."""
    largest = np.max(logits, axis=-1, keepdims=True)
    total = np.log(np.sum(np.exp(logits - largest), axis=-1)) + largest[:, 0]
    return np.mean(total - logits[np.arange(len(target)), target])


def mlp(p, x, y):
    inputs = np.reshape(p["C"][x], (len(x), -1))
    hidden = np.tanh(np.dot(inputs, p["W1"].T) + p["b1"])
    return cross_entropy(np.dot(hidden, p["W2"].T) + p["b2"], y)


def layer_norm(h, gain, bias):
    centred = h - np.mean(h, axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred * centred, axis=-1, keepdims=True) + LN_EPS) * gain + bias


FUTURE = np.triu(np.full((LENGTH, LENGTH), -1e30, dtype=np.float32), 1)


def gpt(p, x, y):
    size = WIDTH // HEADS
    h = p["tok"][x] + p["pos"]
    for layer in range(LAYERS):
        block = {name: p[f"h{layer}.{name}"] for name in BLOCK}
        heads = np.dot(layer_norm(h, block["ln1.g"], block["ln1.b"]), block["Wqkv"].T)
        heads = np.transpose(np.reshape(heads, (len(x), LENGTH, 3, HEADS, size)), (2, 0, 3, 1, 4))
        q, k, v = heads[0], heads[1], heads[2]
        scores = np.matmul(q, np.transpose(k, (0, 1, 3, 2))) / math.sqrt(size) + FUTURE
        scores = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
        weights = scores / np.sum(scores, axis=-1, keepdims=True)
        mixed = np.reshape(np.transpose(np.matmul(weights, v), (0, 2, 1, 3)), (len(x), LENGTH, WIDTH))
        h = h + np.dot(mixed, block["Wo"].T) + block["bo"]
        inner = np.maximum(np.dot(layer_norm(h, block["ln2.g"], block["ln2.b"]), block["Wf"].T) + block["bf"], 0.0)
        h = h + np.dot(inner, block["Wg"].T) + block["bg"]
    logits = np.dot(np.reshape(h, (-1, WIDTH)), p["Whead"].T) + p["bhead"]
    return cross_entropy(logits, np.reshape(y, -1))


BLOCK = ["ln1.g", "ln1.b", "Wqkv", "Wo", "bo", "ln2.g", "ln2.b", "Wf", "bf", "Wg", "bg"]


def model(mode, task, params, x, y, rate):
    """Steps of plain SGD."""
    step = value_and_grad({"mlp": mlp, "gpt": gpt}[task])
    rate = np.float32(rate)

    def call(n):
        loss, gradient = step(params, x[n % len(x)], y[n % len(x)])
        for name, value in params.items():
            value -= rate * gradient[name]
        return loss

    return Work(call, lambda loss: [float(loss)])


def graph(mode, task, points):
    """Value and gradient of a function of two numbers."""
    relu = lambda x: np.maximum(x, 0.0)
    function = {"tiny": common.tiny, "small": functools.partial(common.small, relu=relu)}[task]
    step = value_and_grad(function, argnum=(0, 1))

    def losses(result):
        value, (da, db) = result
        return [float(value), float(da), float(db)]

    return Work(lambda n: step(*points[n % len(points)]), losses)


if __name__ == "__main__":
    common.main("autograd", __doc__, TASKS, graph, model)
