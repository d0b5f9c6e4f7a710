"""Ten steps of training in PyTorch: what the models of the paper must do from known parameters.

    python train_reference.py ../../tests/data/gpt.txt > ../../tests/data/gpt_losses.txt
    python train_reference.py ../../tests/data/gpt.txt --optimizer adam > ../../tests/data/gpt_losses_adam.txt

The file holds a sample, the loss and the gradient of one model, either as text with the gradient beside it (see
tests/data/README.md) or as JSON with the keys `model`, `layout`, `params`, `x`, `y`, `loss` and `grad`. The model is
built from plain tensors in float64, without `torch.nn`. Its loss and gradient must be those of the file. Then it is
trained on the same sample again and again, by plain SGD or another optimizer of `torch.optim`. A line is the loss before
a step.

    python train_reference.py gpt.json --store ../../tests/data/gpt

writes the text form of a JSON file.
"""

import argparse
import json
import math
import struct
from pathlib import Path

import torch
from golden import initial, read_text

STEPS = 10
OPTIMIZERS = {
    "sgd": (torch.optim.SGD, {"lr": 0.1}),
    "momentum": (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
    "adam": (torch.optim.Adam, {"lr": 0.001}),
}
HEADS = 6
LN_EPS = 1e-5


def mlp(p, x, y):
    """Embedding, linear, tanh, linear; the mean cross-entropy over the samples."""
    inputs = p["C"][x].reshape(len(x), -1)
    hidden = torch.tanh(inputs @ p["W1"].T + p["b1"])
    return cross_entropy(hidden @ p["W2"].T + p["b2"], y)


def gpt(p, x, y):
    """Blocks of attention and feed-forward, each after a layer norm; the mean cross-entropy over all positions."""
    h = p["tok"][x] + p["pos"]
    layer = 0
    while f"h{layer}.Wq" in p:
        block = {name.split(".", 1)[1]: value for name, value in p.items() if name.startswith(f"h{layer}.")}
        h = h + attention(block, layer_norm(h, block["ln1.g"], block["ln1.b"]))
        inner = torch.relu(layer_norm(h, block["ln2.g"], block["ln2.b"]) @ block["Wf"].T + block["bf"])
        h = h + inner @ block["Wg"].T + block["bg"]
        layer += 1
    return cross_entropy(h @ p["Whead"].T + p["bhead"], y)


def attention(p, h):
    batch, length, width = h.shape
    size = width // HEADS

    def heads(weight):
        return (h @ weight.T).reshape(batch, length, HEADS, size).transpose(1, 2)

    q, k, v = heads(p["Wq"]), heads(p["Wk"]), heads(p["Wv"])
    scores = q @ k.transpose(2, 3) / math.sqrt(size)
    future = torch.ones(length, length, dtype=torch.bool).triu(1)
    weights = torch.softmax(scores.masked_fill(future, -math.inf), dim=-1)
    return (weights @ v).transpose(1, 2).reshape(batch, length, width) @ p["Wo"].T + p["bo"]


def layer_norm(h, gain, bias):
    centred = h - h.mean(-1, keepdim=True)
    return centred / torch.sqrt(centred.square().mean(-1, keepdim=True) + LN_EPS) * gain + bias


def cross_entropy(logits, target):
    return -torch.log_softmax(logits, dim=-1).gather(-1, target.unsqueeze(-1)).mean()


MODELS = {"mlp": mlp, "gpt": gpt}


def read(path):
    """A case of either form. The target of a sample is a number for `mlp`, a list for `gpt`."""
    case = json.loads(path.read_text()) if path.suffix == ".json" else read_text(path)
    if case["model"] == "mlp":
        case["y"] = torch.tensor(case["y"]).flatten().tolist()
    return case


def store(case, stem):
    """Writes the text form, with the gradient beside it in little-endian float64."""
    assert initial(case["layout"]) == case["params"], "the parameters do not follow the formula"
    lines = ["# One sample with its loss in PyTorch, float64; see README.md", f"model {case['model']}"]
    lines += [f"param {name} {offset} {' '.join(map(str, shape))}" for name, shape, offset in case["layout"]]
    for x, y in zip(case["x"], case["y"]):
        lines.append("x " + " ".join(map(str, x)))
        lines.append("y " + (" ".join(map(str, y)) if isinstance(y, list) else str(y)))
    lines.append(f"loss {case['loss']:.17g}")
    Path(f"{stem}.txt").write_text("\n".join(lines) + "\n")
    Path(f"{stem}_grad.f64").write_bytes(struct.pack(f"<{len(case['grad'])}d", *case["grad"]))


def losses(case, optimizer):
    model = MODELS[case["model"]]
    x, y = torch.tensor(case["x"]), torch.tensor(case["y"])
    params = torch.tensor(case["params"], dtype=torch.float64, requires_grad=True)
    kind, options = OPTIMIZERS[optimizer]
    optimizer = kind([params], **options)
    for step in range(STEPS):
        named = {
            name: params[offset : offset + math.prod(shape)].reshape(shape) for name, shape, offset in case["layout"]
        }
        loss = model(named, x, y)
        optimizer.zero_grad()
        loss.backward()
        if step == 0:
            check(case, loss.item(), params.grad)
        yield loss.item()
        optimizer.step()


def check(case, loss, gradient):
    """The model is the one of the file: only rounding may differ."""
    expected = torch.tensor(case["grad"], dtype=torch.float64)
    assert abs(loss - case["loss"]) <= 1e-14 * case["loss"], f"the loss is {loss}, not {case['loss']}"
    error = ((gradient - expected).norm() / expected.norm()).item()
    assert error <= 1e-13, f"the gradient is off by {error}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("path", type=Path, help="a sample with its loss and gradient, .txt or .json")
    parser.add_argument("--store", metavar="STEM", help="write STEM.txt and STEM_grad.f64 instead of training")
    parser.add_argument("--optimizer", choices=OPTIMIZERS, default="sgd", help="what trains it (sgd)")
    arguments = parser.parse_args()
    case = read(arguments.path)
    if arguments.store:
        store(case, arguments.store)
        return
    # One thread: the order of sums, and so the last digits, does not depend on the machine's cores.
    torch.set_num_threads(1)
    kind, options = OPTIMIZERS[arguments.optimizer]
    options = ", ".join(f"{name} {value}" for name, value in options.items()).replace("lr", "learning rate")
    print(f"# Losses of {case['model']} before each of {STEPS} steps of {kind.__name__} on one sample, {options}, float64")
    print(f"# Written by benches/peers/train_reference.py with PyTorch {torch.__version__.split('+')[0]}")
    for loss in losses(case, arguments.optimizer):
        print(f"{loss:.17g}")


if __name__ == "__main__":
    main()
