"""The examples of the guide and of README.md run as they are written."""

import pathlib
import re

import numpy
import pytest

ROOT = pathlib.Path(__file__).parents[2]


def examples(path, begin="", end=""):
    text = (ROOT / path).read_text()
    text = text[text.index(begin) : text.index(end, text.index(begin)) if end else None]
    return "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize(
    "program",
    [examples("docs/6-other-worlds.md", "## Python", "### A wheel"), examples("burtorch-python/README.md")],
    ids=["guide", "README"],
)
def test_examples(program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(program, names)  # noqa: S102 - it is our own text
    if "chain" in names:
        chain, x = names["chain"], names["net"].load("net.safetensors")
        numpy.testing.assert_array_equal(chain.grad(numpy.array([0.0, 1.0, 3.0]), 0.5), [-1, -1, 2])
        assert x.shape == (names["net"].PARAMS,) and names["loss"] < 0.05
