"""The stored samples of tests/data: a model's layout, one sample, its loss and gradient."""

import math
import struct
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"


def initial(layout):
    """The parameters of the stored samples: 0.1 sin(0.37 i + 0.1), and one more for the gains of layer norms."""
    values = []
    for name, shape, offset in layout:
        assert offset == len(values)
        one = 1.0 if name.endswith(".g") else 0.0
        values += [one + 0.1 * math.sin(0.37 * i + 0.1) for i in range(offset, offset + math.prod(shape))]
    return values


def read_text(path):
    """The text form with the gradient beside it; see tests/data/README.md."""
    case = {"layout": [], "x": [], "y": []}
    for line in path.read_text().splitlines():
        key, _, rest = line.partition(" ")
        if key == "param":
            name, offset, *shape = rest.split()
            case["layout"].append([name, [int(n) for n in shape], int(offset)])
        elif key in ("x", "y"):
            case[key].append([int(n) for n in rest.split()])
        elif key in ("model", "loss"):
            case[key] = rest
    if case["model"] == "mlp":
        case["y"] = [y for (y,) in case["y"]]
    case["loss"] = float(case["loss"])
    case["params"] = initial(case["layout"])
    case["grad"] = [g for (g,) in struct.iter_unpack("<d", Path(f"{path.with_suffix('')}_grad.f64").read_bytes())]
    return case


def read_losses(path):
    """The losses of ten steps of training on the sample."""
    lines = Path(f"{path.with_suffix('')}_losses.txt").read_text().splitlines()
    return [float(line) for line in lines if not line.startswith("#")]
