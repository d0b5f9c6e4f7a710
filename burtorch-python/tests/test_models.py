"""Compiled models, against the same formulas in numpy."""

from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import burtorch

PROGRAM = """
graph! {
    const CLASSES: usize = 3;

    pub struct Net {
        up: Linear<2, 8>,
        down: Linear<8, CLASSES>,
    }

    impl Net {
        pub fn scores(&self, x: Tensor<2>) -> Tensor<CLASSES> {
            self.down.forward(tanh(self.up.forward(x)))
        }

        pub fn loss(&self, x: Tensor<2>, kind: u8) -> f32 {
            cross_entropy(self.scores(x), kind)
        }
    }
}
"""


@pytest.fixture(scope="module")
def net():
    return burtorch.compile(PROGRAM, quiet=True)


def reference(net, params, x, kind):
    """The loss in numpy, in double precision."""
    parts = {name: part.astype(float) for name, part in net.split(params).items()}
    (up, up_bias), (down, down_bias) = (
        [next(part for name, part in parts.items() if name.startswith(layer) and part.ndim == ndim) for ndim in (2, 1)]
        for layer in ("up", "down")
    )
    up, down = (weight if weight.shape[1] == size else weight.T for weight, size in ((up, 2), (down, 8)))
    scores = numpy.tanh(x @ up.T + up_bias) @ down.T + down_bias
    return scores, float(numpy.log(numpy.exp(scores).sum()) - scores[kind])


def samples(count):
    random = numpy.random.default_rng(3)
    x = random.normal(size=(count, 2)).astype("float32")
    return x, (x[:, 0] > 0).astype("uint8") + (x[:, 1] > 0).astype("uint8")


def test_values(net):
    params = net.init(1)
    assert params.dtype == numpy.float32 and params.shape == (net.PARAMS,) and net.PARAMS == 51
    numpy.testing.assert_array_equal(params, net.init(1))
    x, kinds = samples(5)
    losses = []
    for row, kind in zip(x, kinds, strict=True):
        scores, loss = reference(net, params, row, kind)
        numpy.testing.assert_allclose(net.scores(params, row), scores, rtol=1e-4, atol=1e-5)
        numpy.testing.assert_allclose(net.loss(params, row, int(kind)), loss, rtol=1e-4)
        losses.append(loss)
    numpy.testing.assert_allclose(net.loss(params, x, kinds), numpy.mean(losses), rtol=1e-4)
    assert net.scores(params, x).shape == (5, 3)


def test_gradients(net):
    params = net.init(2)
    x, kinds = samples(20)
    loss, gradient = net.loss_grad(params, x, kinds)
    singles = [net.loss_grad(params, row, int(kind))[1] for row, kind in zip(x, kinds, strict=True)]
    numpy.testing.assert_allclose(gradient, numpy.mean(singles, axis=0), atol=1e-6)
    step = 1e-3
    for at in range(0, net.PARAMS, 7):
        ends = []
        for sign in (1, -1):
            moved = params.copy()
            moved[at] += sign * step
            ends.append(numpy.mean([reference(net, moved, row, kind)[1] for row, kind in zip(x, kinds, strict=True)]))
        numpy.testing.assert_allclose(gradient[at], (ends[0] - ends[1]) / (2 * step), rtol=1e-3, atol=1e-4)
    out = numpy.ones_like(params)
    net.loss_grad(params, x, kinds, out=out)
    numpy.testing.assert_allclose(out, gradient + 1, rtol=1e-6)


def test_several_threads_use_one_model(net):
    """Each has parameters of its own; all of them write what one thread does, to the bit."""
    x, kinds = samples(200)

    def trained(seed):
        params = net.init(seed)
        adam = net.optimizer("adam", rate=0.01)
        return [net.step(params, x, kinds, optimizer=adam) for _ in range(300)], params

    expected = [trained(seed) for seed in range(8)]
    with ThreadPoolExecutor(8) as threads:
        for (losses, params), (own_losses, own_params) in zip(expected, threads.map(trained, range(8)), strict=True):
            assert losses == own_losses
            numpy.testing.assert_array_equal(params, own_params)


def test_no_leak(net):
    resource = pytest.importorskip("resource")
    params = net.init(3)
    x, kinds = samples(2)

    def many(count):
        for _ in range(count):
            net.loss_grad(params, x, kinds)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = many(20_000)
    assert many(1_000_000) - before < 2000  # kilobytes; a leak of one number per call would be 4,000


def test_training(net):
    params = net.init(3)
    x, kinds = samples(200)
    first = net.loss(params, x, kinds)
    for _ in range(300):
        net.step(params, x, kinds, rate=0.5)
    assert net.loss(params, x, kinds) < 0.3 * first


def test_parameters_by_name(net):
    params = net.init(4)
    state = net.state_dict(params)
    numpy.testing.assert_array_equal(net.from_state_dict(state), params)
    renamed = {f"x.{name}": part for name, part in state.items()}
    numpy.testing.assert_array_equal(net.from_state_dict(renamed, {name: f"x.{name}" for name in state}), params)
    with pytest.raises(KeyError, match="is not there"):
        net.from_state_dict(renamed)
    first = next(iter(state))
    with pytest.raises(ValueError, match="has shape"):
        net.from_state_dict({**state, first: numpy.zeros(3)})
    with pytest.raises(KeyError, match="no parameters for other"):
        net.from_state_dict({**state, "other": numpy.zeros(3)})


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda net, params: net.loss(params[:-1], [0.0, 1.0], 1), RuntimeError, "params"),
        (lambda net, params: net.loss(params, [0.0, 1.0], 3), RuntimeError, "3"),
        (lambda net, params: net.loss(params, *([[0.0, 1.0]] * 2,), numpy.zeros(1, "uint8")), RuntimeError, "samples"),
        (lambda net, params: net.step(params.astype(float), [[0.0, 1.0]], [1], rate=0.1), TypeError, "float64"),
        (lambda net, params: net.los(params, [0.0, 1.0], 1), AttributeError, "there are loss, loss_grad, scores"),
    ],
)
def test_wrong_arguments(net, call, error, words):
    with pytest.raises(error, match=words):
        call(net, net.init(1))
