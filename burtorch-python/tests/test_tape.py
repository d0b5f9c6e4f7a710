"""Values on a tape whose memory is used again: the same numbers as those of `Value`, and no value of a block that has ended."""

import doctest
import math
import random

import numpy
import pytest

from burtorch import Tape, TapeValue, Value, _native


def test_the_example_in_the_documentation():
    finder = doctest.DocTestFinder(recurse=False)
    runner = doctest.DocTestRunner()
    (example,) = finder.find(Tape, "Tape", globs={}, module=False)
    assert example.examples and runner.run(example).failed == 0


def program(a, b):
    c = a + b
    d = a * b + b**3
    c += c + 1
    c += 1 + c + (-a)
    d += d * 2 + (b + a).relu()
    d += 3 * d + (b - a).tanh() - abs(a).sqrt() / (2.0 ** b)
    e = c - d
    f = e**2
    return f / 2.0 + 10.0 / f


def test_the_gradients_of_values():
    tape = Tape()
    mine, theirs = (tape.leaf(-4.0), tape.leaf(2.0)), (Value(-4.0), Value(2.0))
    y, expected = program(*mine), program(*theirs)
    y.backward()
    expected.backward()
    assert y.data == expected.data
    for a, b in zip(mine, theirs, strict=True):
        assert math.isclose(a.grad, b.grad, rel_tol=1e-14)
    once = [a.grad for a in mine]
    mine[0].grad = 0.0
    y.backward()
    # Those of leaves add up.
    assert [a.grad for a in mine] == [once[0], 2 * once[1]]
    tape.zero_grad()
    assert mine[1].grad == 0.0


def test_sums_and_products_of_lists():
    tape = Tape()
    a, b = tape.leaves(numpy.array([1.0, 2.0, 3.0])), tape.leaves([4.0, 5.0, 6.0])
    y = tape.dot(a, b) * tape.sum([a[0], b[2]])
    assert y.data == 32.0 * 7.0
    y.backward()
    assert [x.grad for x in a] == [4 * 7 + 32, 5 * 7, 6 * 7] and [x.grad for x in b] == [1 * 7, 2 * 7, 3 * 7 + 32]
    with pytest.raises(ValueError, match="as many of one as of the other, not 3 and 2"):
        tape.dot(a, b[:2])


def test_memory_is_used_again():
    tape, generator = Tape(), random.Random(1)
    weights = tape.leaves([0.1, -0.2, 0.3])
    before, first = len(tape), None
    for _ in range(300):
        with tape:
            x = tape.leaves([generator.uniform(-1, 1) for _ in weights])
            error = tape.dot(weights, x) - sum(known.data * scale for known, scale in zip(x, (1.0, 2.0, -1.0), strict=True))
            loss = error * error
            loss.backward()
            first = first or loss.data
        assert len(tape) == before
        for weight in weights:
            weight.data, weight.grad = weight.data - 0.2 * weight.grad, 0.0
    numpy.testing.assert_allclose([weight.data for weight in weights], [1.0, 2.0, -1.0], atol=1e-3)


def test_a_value_of_a_block_that_has_ended_is_refused():
    tape = Tape()
    x = tape.leaf(2.0)
    with tape:
        inside = x * 3
    # Another value takes its place.
    other = x * 5
    for call in (lambda: inside.data, lambda: inside.grad, inside.backward, lambda: inside + 1, lambda: other * inside, inside.tanh):
        with pytest.raises(RuntimeError, match="that has ended"):
            call()
    assert repr(inside) == "TapeValue of a block that has ended" and repr(other) == "TapeValue(data=10, grad=0)"
    with pytest.raises(ZeroDivisionError), tape:
        inside = x * 3
        1 / 0
    assert other.data == 10.0
    with pytest.raises(RuntimeError, match="that has ended"):
        inside.data  # noqa: B018


def test_what_does_not_belong_together():
    x, y = Tape().leaf(1.0), Tape().leaf(2.0)
    with pytest.raises(ValueError, match="on two tapes"):
        x + y  # noqa: B018
    for mixed in (lambda: x * Value(2.0), lambda: Value(2.0) * x, lambda: x + "a", lambda: Value(x)):
        with pytest.raises(TypeError):
            mixed()
    assert isinstance(numpy.float64(2.0) * x, TapeValue)


def test_both_have_the_same_operations():
    def names(kind):
        return {name for name in dir(kind) if callable(getattr(kind, name))} - {"__float__"}

    assert names(_native.Value) == names(TapeValue)
