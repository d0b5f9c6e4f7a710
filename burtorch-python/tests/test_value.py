"""Values that record themselves, as in micrograd."""

import math
import random

import numpy
import pytest

from burtorch import Value


def test_the_example_of_micrograd():
    a, b = Value(-4.0), Value(2.0)
    c = a + b
    d = a * b + b**3
    c += c + 1
    c += 1 + c + (-a)
    d += d * 2 + (b + a).relu()
    d += 3 * d + (b - a).relu()
    e = c - d
    f = e**2
    g = f / 2.0
    g += 10.0 / f
    assert f"{g.data:.4f}" == "24.7041"
    g.backward()
    assert f"{a.grad:.4f}" == "138.8338"
    assert f"{b.grad:.4f}" == "645.5773"


@pytest.mark.parametrize(
    "name", "abs acos asin atan cos cosh exp ln log relu sigmoid sin sinh softplus sqrt tan tanh".split()
)
def test_functions_against_differences(name):
    at, step = 0.37, 1e-6
    x = Value(at)
    getattr(x, name)().backward()
    ends = [getattr(Value(at + sign * step), name)().data for sign in (1, -1)]
    assert math.isclose(x.grad, (ends[0] - ends[1]) / (2 * step), rel_tol=1e-7)


def test_powers():
    x, y = Value(1.5), Value(0.7)
    (x**y).backward()
    assert math.isclose(x.grad, 0.7 * 1.5**-0.3) and math.isclose(y.grad, 1.5**0.7 * math.log(1.5))
    z = Value(2.0)
    (3**z).backward()
    assert math.isclose(z.grad, 9 * math.log(3))


def test_numbers_of_numpy_on_either_side():
    x = Value(2.0)
    y = numpy.float64(3.0) * x + numpy.float32(1.0)
    assert isinstance(y, Value) and y.data == 7.0
    y.backward()
    assert x.grad == 3.0


def test_gradients_add_up_and_data_can_change():
    x = Value(3.0)
    y = x * x
    y.backward()
    (x * 2).backward()
    assert x.grad == 8.0
    x.data, x.grad = 5.0, 0.0
    y.backward()
    assert x.grad == 10.0


def test_a_graph_can_be_walked():
    x, y = Value(1.0), Value(2.0)
    z = x * y
    assert z._op == "*" and {value.data for value in z._prev} == {1.0, 2.0}
    assert repr(x) == "Value(data=1, grad=0)"


def test_a_long_chain_needs_no_stack():
    x = Value(1.0)
    y = x
    for _ in range(1_000_000):
        y = y + 1.0
    y.backward()
    assert x.grad == 1.0
    del y


def test_a_network_learns():
    """A program as one writes it for micrograd: neurons of values, gradient descent by hand."""
    random.seed(1)

    class Neuron:
        def __init__(self, inputs, nonlinear=True):
            self.w = [Value(random.uniform(-1, 1)) for _ in range(inputs)]
            self.b = Value(0)
            self.nonlinear = nonlinear

        def __call__(self, x):
            act = sum((wi * xi for wi, xi in zip(self.w, x, strict=True)), self.b)
            return act.tanh() if self.nonlinear else act

        def parameters(self):
            return [*self.w, self.b]

    hidden = [Neuron(2) for _ in range(6)]
    last = Neuron(6, nonlinear=False)
    parameters = [p for neuron in [*hidden, last] for p in neuron.parameters()]
    samples = [((0, 0), -1), ((0, 1), 1), ((1, 0), 1), ((1, 1), -1)]
    for _ in range(400):
        loss = sum((last([neuron(x) for neuron in hidden]) - y) ** 2 for x, y in samples)
        for p in parameters:
            p.grad = 0.0
        loss.backward()
        for p in parameters:
            p.data -= 0.05 * p.grad
    assert loss.data < 0.05


def test_what_is_no_number():
    with pytest.raises(TypeError):
        Value("a")
    with pytest.raises(TypeError):
        Value(1.0) + "a"
