"""Writes written_by_python.safetensors, a model in every type that is read as f32:

    python written_by_python.py

It needs the packages numpy and safetensors.
"""

import json
import struct
from pathlib import Path

import numpy
from safetensors.numpy import save

tensors = {
    "up.weight": (numpy.arange(15, dtype=numpy.float32).reshape(5, 3) - 7) / 8,
    "up.bias": numpy.array([65504, -(2.0**-24), 0.333251953125, -0.0, 1.5], dtype=numpy.float16),
    "down.weight": (numpy.arange(20, dtype=numpy.float32).reshape(4, 5) ** 2) / 3,
    "down.bias": numpy.array([0x3F80, 0xC040, 0x7F7F, 0x0001], dtype=numpy.uint16),
}
data = save(tensors, metadata={"made by": "Python"})

# NumPy has no bf16: the last tensor holds the bits of 1, -3, the largest number and the smallest.
length = struct.unpack("<Q", data[:8])[0]
header = json.loads(data[8 : 8 + length])
header["down.bias"]["dtype"] = "BF16"
text = json.dumps(header, separators=(",", ":")).encode()
text += b" " * (-len(text) % 8)
path = Path(__file__).with_suffix(".safetensors")
path.write_bytes(struct.pack("<Q", len(text)) + text + data[8 + length :])
