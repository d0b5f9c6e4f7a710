"""NumPy: files as its own functions write them, raw and with a header. It has no gradients.

    python numpy_bench.py saveload --mode raw --iters 5000
"""

import common  # first: initialisation is counted from here

import numpy

TASKS = {"saveload": ["raw", "npy"]}


def saveload(mode, part, path, values):
    """Seven values to a file and back, by `tofile` and `fromfile`, or by `save` and `load`."""
    values = [numpy.array(value) for value in values]
    if mode == "raw":
        return common.save_and_load(part, lambda value: value.tofile(path), lambda: numpy.fromfile(path), values)
    path += ".npy"
    return common.save_and_load(part, lambda value: numpy.save(path, value), lambda: numpy.load(path), values)


if __name__ == "__main__":
    common.main("numpy", __doc__, TASKS, saveload=saveload)
