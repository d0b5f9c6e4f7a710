"""Parameters in files: what is written is read, by others too, and what is broken is said."""

import json

import numpy
import pytest

import burtorch

PROGRAM = """
graph! {
    pub struct Saved { up: Linear<2, 3>, scale: Param }
    impl Saved {
        pub fn loss(&self, x: Tensor<2>) -> f32 { sum(self.up.forward(x)) * self.scale }
    }
}
"""


@pytest.fixture(scope="module")
def net():
    return burtorch.compile(PROGRAM, quiet=True)


def file_of(header, numbers):
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + numbers


def test_what_is_saved_is_loaded(net, tmp_path):
    path, params = tmp_path / "net.safetensors", net.init(1)
    net.save(path, net.init(7))
    net.save(path, params)
    numpy.testing.assert_array_equal(net.load(path), params)
    assert [file.name for file in tmp_path.iterdir()] == ["net.safetensors"]


def test_by_the_library_safetensors(net, tmp_path):
    library = pytest.importorskip("safetensors.numpy")
    path, params = tmp_path / "net.safetensors", net.init(1)
    net.save(path, params)
    state = library.load_file(path)
    assert {name: part.shape for name, part in state.items()} == net.shapes
    numpy.testing.assert_array_equal(net.from_state_dict(state), params)
    library.save_file(net.state_dict(params), path, metadata={"by": "a test"})
    numpy.testing.assert_array_equal(net.load(path), params)


def test_other_names_numbers_and_what_a_checkpoint_has(net, tmp_path):
    path = tmp_path / "net.safetensors"
    burtorch._safetensors.save(path, {
        "up.weight": numpy.arange(6, dtype="float64").reshape(3, 2),
        "up.bias": numpy.array([1, 2, 3], dtype="float16"),
        "other": numpy.float32(4),
        "burtorch.optimizer.state": numpy.zeros(20, "float32"),
    })  # fmt: skip
    params = net.load(path, {"scale": "other"})
    assert net.split(params)["scale"] == 4 and net.split(params)["up.weight"][2, 1] == 5
    half = file_of({"a": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}}, b"\x80\x3f\x40\xc0")
    path.write_bytes(half)
    numpy.testing.assert_array_equal(burtorch._safetensors.load(path)["a"], [1.0, -3.0])


@pytest.mark.parametrize("change", ["nothing", "one", "short", "header", "offsets", "dtype", "list"])
def test_broken_files(net, tmp_path, change):
    path = tmp_path / "net.safetensors"
    net.save(path, net.init(1))
    whole = path.read_bytes()
    entry = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}
    path.write_bytes({
        "nothing": b"",
        "one": b"\1",
        "short": whole[:-1],
        "header": whole[:40],
        "offsets": file_of({"a": {**entry, "data_offsets": [-8, 0]}}, bytes(8)),
        "dtype": file_of({"a": {**entry, "dtype": "F8"}}, bytes(8)),
        "list": file_of([1], b""),
    }[change])  # fmt: skip
    with pytest.raises(ValueError, match="is no safetensors file"):
        net.load(path)


def test_a_file_of_another_model(net, tmp_path):
    path = tmp_path / "net.safetensors"
    burtorch._safetensors.save(path, {"down.weight": numpy.zeros((3, 2), "float32")})
    with pytest.raises(KeyError, match="is not there: down.weight are"):
        net.load(path)
