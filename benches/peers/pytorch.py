"""PyTorch: eager, TorchScript, and the whole step compiled.

    python pytorch.py mlp --mode compiled --hidden 64 --batch 1
    python pytorch.py gpt --check
"""

import common  # first: initialisation is counted from here

import functools
import math
import warnings

import numpy
import torch
import torch.nn.functional as F
from common import HEADS, LAYERS, LENGTH, LN_EPS, WIDTH, Work

TASKS = {
    "tiny": ["eager", "torchscript", "compiled"],
    "small": ["eager", "torchscript", "compiled"],
    "saveload": ["save", "bytes"],
    "mlp": ["eager", "torchscript", "compiled"],
    "gpt": ["eager", "torchscript", "compiled"],
}


def mlp(p: list[torch.Tensor], x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    inputs = F.embedding(x, p[0]).flatten(1)
    return F.cross_entropy(F.linear(torch.tanh(F.linear(inputs, p[1], p[2])), p[3], p[4]), y)


FUTURE = torch.ones(LENGTH, LENGTH, dtype=torch.bool).triu(1)


def attention(q, k, v):
    """Written out, for the compiler: it is faster than the library's. The library's is faster without a compiler."""
    scores = q @ k.transpose(2, 3) / math.sqrt(WIDTH // HEADS)
    return torch.softmax(scores.masked_fill(FUTURE, -math.inf), dim=-1) @ v


def library_attention(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, is_causal=True)


def gpt(p: list[torch.Tensor], x: torch.Tensor, y: torch.Tensor, mix=library_attention) -> torch.Tensor:
    batch = x.shape[0]
    h = F.embedding(x, p[0]) + p[1]
    for layer in range(LAYERS):
        gain1, bias1, qkv, wo, bo, gain2, bias2, wf, bf, wg, bg = p[2 + 11 * layer : 13 + 11 * layer]
        heads = F.linear(F.layer_norm(h, [WIDTH], gain1, bias1, LN_EPS), qkv)
        q, k, v = heads.view(batch, LENGTH, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4).unbind(0)
        h = h + F.linear(mix(q, k, v).transpose(1, 2).reshape(batch, LENGTH, WIDTH), wo, bo)
        inner = torch.relu(F.linear(F.layer_norm(h, [WIDTH], gain2, bias2, LN_EPS), wf, bf))
        h = h + F.linear(inner, wg, bg)
    return F.cross_entropy(F.linear(h, p[-2], p[-1]).flatten(0, 1), y.flatten())


def tiny(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return common.tiny(a, b)


def small(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return common.small(a, b, torch.relu)


def compiled(function):
    """One graph, its kernels called from C++, without a look at the arguments: they are always of the same shapes."""
    options = {"cpp_wrapper": True}
    if hasattr(torch.compiler, "skip_all_guards_unsafe"):
        options["guard_filter_fn"] = torch.compiler.skip_all_guards_unsafe
    return torch.compile(function, fullgraph=True, dynamic=False, options=options)


def model(mode, task, params, x, y, rate):
    """Steps of plain SGD."""
    torch.set_grad_enabled(mode != "compiled")
    loss_of = {"mlp": mlp, "gpt": gpt}[task]
    params = [torch.tensor(value, requires_grad=mode != "compiled") for value in params.values()]
    inputs, targets = list(torch.tensor(x).long()), list(torch.tensor(y).long())

    if mode == "compiled":
        if task == "gpt":
            loss_of = functools.partial(gpt, mix=attention)

        @compiled
        def step(params, x, y):
            gradients, loss = torch.func.grad_and_value(loss_of)(params, x, y)
            for value, gradient in zip(params, gradients):
                value.sub_(gradient, alpha=rate)
            return loss

    else:
        if mode == "torchscript":
            loss_of = torch.jit.trace(loss_of, (params, inputs[0], targets[0]))

        def step(params, x, y):
            loss = loss_of(params, x, y)
            gradients = torch.autograd.grad(loss, params)
            with torch.no_grad():
                torch._foreach_add_(params, gradients, alpha=-rate)
            return loss

    count = len(inputs)
    return Work(lambda n: step(params, inputs[n % count], targets[n % count]), lambda loss: [loss.item()])


def graph(mode, task, points):
    """Value and gradient of a function of two numbers."""
    torch.set_grad_enabled(mode != "compiled")
    function = {"tiny": tiny, "small": small}[task]
    leaf = dict(dtype=torch.float64, requires_grad=mode != "compiled")
    points = [(torch.tensor(a, **leaf), torch.tensor(b, **leaf)) for a, b in points]

    if mode == "compiled":
        step = compiled(lambda a, b: torch.func.grad_and_value(function, argnums=(0, 1))(a, b))
    else:
        if mode == "torchscript":
            function = torch.jit.trace(function, points[0])

        def step(a, b):
            value = function(a, b)
            return torch.autograd.grad(value, (a, b)), value

    def losses(result):
        (da, db), value = result
        return [value.item(), da.item(), db.item()]

    return Work(lambda n: step(*points[n % len(points)]), losses)


def saveload(mode, part, path, values):
    """Seven values to a file and back, by `torch.save` or as raw bytes."""
    values = [torch.tensor(value, dtype=torch.float64) for value in values]
    if mode == "save":
        return common.save_and_load(part, lambda value: torch.save(value, path), lambda: torch.load(path), values)

    def save(value):
        with open(path, "wb") as file:
            file.write(value.numpy().tobytes())

    def load():
        with open(path, "rb") as file:
            return torch.from_numpy(numpy.frombuffer(bytearray(file.read())))

    return common.save_and_load(part, save, load, values)


if __name__ == "__main__":
    # TorchScript is deprecated, but the paper measures it.
    for category in (DeprecationWarning, FutureWarning):
        warnings.filterwarnings("ignore", category=category)
    torch.set_num_threads(1)
    common.main("pytorch", __doc__, TASKS, graph, model, saveload)
