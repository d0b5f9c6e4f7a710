"""TensorFlow: eager, graph (`tf.function`), compiled by XLA, and TensorFlow Lite for the two graphs.

    python tensorflow_bench.py mlp --mode xla --hidden 64 --batch 1
    python tensorflow_bench.py gpt --check
"""

import common  # first: initialisation is counted from here

import contextlib
import functools
import math
import os
import warnings

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import numpy
import tensorflow as tf
from common import HEADS, LAYERS, LENGTH, LN_EPS, WIDTH, Work

TASKS = {
    "tiny": ["eager", "graph", "xla", "lite"],
    "small": ["eager", "graph", "xla", "lite"],
    "saveload": ["eager", "graph"],
    "mlp": ["eager", "graph", "xla"],
    "gpt": ["eager", "graph", "xla"],
}


def cross_entropy(logits, target):
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(target, logits))


def mlp(p, x, y):
    inputs = tf.reshape(tf.gather(p["C"], x), (x.shape[0], -1))
    hidden = tf.tanh(tf.matmul(inputs, p["W1"], transpose_b=True) + p["b1"])
    return cross_entropy(tf.matmul(hidden, p["W2"], transpose_b=True) + p["b2"], y)


def layer_norm(h, gain, bias):
    centred = h - tf.reduce_mean(h, -1, keepdims=True)
    return centred * tf.math.rsqrt(tf.reduce_mean(centred * centred, -1, keepdims=True) + LN_EPS) * gain + bias


def gpt(p, x, y):
    batch, size = x.shape[0], WIDTH // HEADS
    future = tf.constant([[-1e30 if k > q else 0.0 for k in range(LENGTH)] for q in range(LENGTH)])
    h = tf.reshape(tf.gather(p["tok"], x) + p["pos"], (-1, WIDTH))
    for layer in range(LAYERS):
        block = {name: p[f"h{layer}.{name}"] for name in BLOCK}
        heads = tf.matmul(layer_norm(h, block["ln1.g"], block["ln1.b"]), block["Wqkv"], transpose_b=True)
        heads = tf.transpose(tf.reshape(heads, (batch, LENGTH, 3, HEADS, size)), (2, 0, 3, 1, 4))
        q, k, v = tf.unstack(heads)
        weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / math.sqrt(size) + future)
        mixed = tf.reshape(tf.transpose(tf.matmul(weights, v), (0, 2, 1, 3)), (-1, WIDTH))
        h = h + tf.matmul(mixed, block["Wo"], transpose_b=True) + block["bo"]
        normed = layer_norm(h, block["ln2.g"], block["ln2.b"])
        inner = tf.nn.relu(tf.matmul(normed, block["Wf"], transpose_b=True) + block["bf"])
        h = h + tf.matmul(inner, block["Wg"], transpose_b=True) + block["bg"]
    return cross_entropy(tf.matmul(h, p["Whead"], transpose_b=True) + p["bhead"], tf.reshape(y, (-1,)))


BLOCK = ["ln1.g", "ln1.b", "Wqkv", "Wo", "bo", "ln2.g", "ln2.b", "Wf", "bf", "Wg", "bg"]


def staged(mode, function):
    """`function` as `mode` runs it."""
    return function if mode == "eager" else tf.function(function, jit_compile=mode == "xla")


def model(mode, task, params, x, y, rate):
    """Steps of plain SGD."""
    loss_of = {"mlp": mlp, "gpt": gpt}[task]
    params = {name: tf.Variable(value) for name, value in params.items()}
    inputs, targets = [tf.constant(part) for part in x], [tf.constant(part) for part in y]

    def step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_of(params, x, y)
        gradients = tape.gradient(loss, list(params.values()))
        for value, gradient in zip(params.values(), gradients):
            value.assign_sub(rate * tf.convert_to_tensor(gradient))
        return loss

    step = staged(mode, step)
    count = len(inputs)
    return Work(lambda n: step(inputs[n % count], targets[n % count]), lambda loss: [float(loss)])


def graph(mode, task, points):
    """Value and gradient of a function of two numbers."""
    # TensorFlow Lite has no gradient of relu, but one of the maximum.
    relu = tf.nn.relu if mode != "lite" else lambda x: tf.maximum(x, 0.0)
    function = {"tiny": common.tiny, "small": functools.partial(common.small, relu=relu)}[task]

    def step(a, b):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch((a, b))
            value = function(a, b)
        return value, *tape.gradient(value, (a, b))

    if mode == "lite":
        return lite(step, points)
    points = [(tf.constant(a, tf.float64), tf.constant(b, tf.float64)) for a, b in points]
    step = staged(mode, step)
    return Work(lambda n: step(*points[n % len(points)]), lambda result: [float(number) for number in result])


def lite(step, points):
    """The same in the interpreter of TensorFlow Lite, in float32: its own operators have no float64."""
    points = [(numpy.float32(a), numpy.float32(b)) for a, b in points]
    concrete = tf.function(step, input_signature=[tf.TensorSpec((), tf.float32)] * 2).get_concrete_function()
    converter = tf.lite.TFLiteConverter.from_concrete_functions([concrete])
    with open(os.devnull, "w") as null, contextlib.redirect_stdout(null), contextlib.redirect_stderr(null):
        interpreter = tf.lite.Interpreter(model_content=converter.convert(), num_threads=1)
    interpreter.allocate_tensors()

    def indices(details):
        return [entry["index"] for entry in sorted(details, key=lambda entry: entry["name"])]

    first, second = indices(interpreter.get_input_details())
    outputs = indices(interpreter.get_output_details())

    def call(n):
        a, b = points[n % len(points)]
        interpreter.set_tensor(first, a)
        interpreter.set_tensor(second, b)
        interpreter.invoke()
        return [interpreter.get_tensor(index) for index in outputs]

    return Work(call, lambda result: [float(number) for number in result], tolerance=1e-5)


def saveload(mode, part, path, values):
    """Seven values to a file and back, as a serialised tensor."""
    values = [tf.constant(value, tf.float64) for value in values]

    def write(value):
        # The operation that writes is no tensor, so a graph must not return it.
        tf.io.write_file(path, tf.io.serialize_tensor(value))

    save = staged(mode, write)
    load = staged(mode, lambda: tf.io.parse_tensor(tf.io.read_file(path), tf.float64))
    return common.save_and_load(part, save, load, values)


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    tf.config.threading.set_inter_op_parallelism_threads(1)
    tf.config.threading.set_intra_op_parallelism_threads(1)
    common.main("tensorflow", __doc__, TASKS, graph, model, saveload)
