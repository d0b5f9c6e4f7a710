"""Files of safetensors: arrays by name. The format is the length of a header, the header in JSON, and the numbers."""

import json
import os
import pathlib
import tempfile

import numpy

DTYPES = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "<i1",
    "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "<u1", "BOOL": "?",
}  # fmt: skip
# The same limit as in the reference implementation: a header is not as long as the memory of the machine.
LONGEST_HEADER = 100_000_000


def save(path, arrays):
    """Writes arrays by name. The file is replaced at once: whoever reads it meanwhile sees the old one or the new one."""
    path = pathlib.Path(path)
    names = {numpy.dtype(dtype): name for name, dtype in DTYPES.items()}
    header, parts, at = {}, [], 0
    for name, array in arrays.items():
        array = numpy.ascontiguousarray(array, numpy.asarray(array).dtype.newbyteorder("<"))
        header[name] = {"dtype": names[array.dtype], "shape": list(numpy.shape(arrays[name])), "data_offsets": [at, at + array.nbytes]}
        parts.append(array)
        at += array.nbytes
    text = json.dumps(header).encode()
    # Numbers begin at a multiple of eight bytes.
    text += b" " * (-len(text) % 8)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(len(text).to_bytes(8, "little") + text)
            for part in parts:
                file.write(part.tobytes())
            file.flush()
            os.fsync(file.fileno())
        # What mkstemp makes is for nobody else.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def load(path):
    """The arrays of a file by name."""
    data = pathlib.Path(path).read_bytes()
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(len(data) - 8, LONGEST_HEADER):
        raise ValueError(f"{path} is no safetensors file")
    try:
        header = json.loads(data[8 : 8 + length])
        header.pop("__metadata__", None)
        return {name: _array(data, 8 + length, **entry) for name, entry in header.items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is no safetensors file, or it is broken: {error}") from error


def _array(data, start, dtype, shape, data_offsets):
    begin, end = data_offsets
    if not 0 <= begin <= end <= len(data) - start:
        raise ValueError(f"it ends before the numbers {begin} to {end}")
    part = data[start + begin : start + end]
    if dtype == "BF16":
        # The upper half of a float32.
        return (numpy.frombuffer(part, "<u2").astype("<u4") << 16).view("<f4").reshape(shape)
    if dtype not in DTYPES:
        raise ValueError(f"numbers of type {dtype} are not known")
    return numpy.frombuffer(part, DTYPES[dtype]).reshape(shape)
