"""Steps of optimizers: against their formulas in numpy, saved and resumed, and from several threads."""

import threading

import numpy
import pytest

import burtorch

PROGRAM = """
graph! {
    type Scalar = f64;

    pub struct Fit {
        #[frozen]
        scale: Param<3>,
        weight: Param<3>,
        offset: Param<1>,
    }

    impl Fit {
        pub fn loss(&self, x: Tensor<3>, y: f64) -> f64 {
            sqr(sum(self.weight * x) + sum(self.scale) + self.offset[0] - y)
        }
    }
}

graph! {
    pub struct Tiny { weight: Param<3> }
    impl Tiny {
        pub fn loss(&self, x: Tensor<3>, y: f32) -> f32 { sqr(sum(self.weight * x) - y) }
    }
}
"""
NAMES = "sgd momentum nesterov rmsprop adagrad adam adamw lion armijo lbfgs".split()


@pytest.fixture(scope="module")
def program():
    return burtorch.compile(PROGRAM, quiet=True)


@pytest.fixture
def fit(program):
    return program.Fit


def samples(dtype="float64"):
    random = numpy.random.default_rng(5)
    x = random.normal(size=(40, 3)).astype(dtype)
    return x, (x @ numpy.array([1.0, -2.0, 0.5]) + 0.25).astype(dtype)


@pytest.mark.parametrize("name", NAMES)
def test_each_goes_down_and_leaves_alone_what_is_frozen(fit, name):
    x, y = samples()
    params = fit.init(1)
    fit.split(params)["scale"][...] = [0.1, 0.2, 0.3]
    optimizer = fit.optimizer(name)
    first = fit.loss(params, x, y)
    for _ in range(50):
        fit.step(params, x, y, optimizer=optimizer)
    assert fit.loss(params, x, y) < first and optimizer.steps == 50
    numpy.testing.assert_array_equal(fit.split(params)["scale"], [0.1, 0.2, 0.3])


def test_adam_by_hand(fit):
    x, y = samples()
    params, adam = fit.init(2), fit.optimizer("adam", rate=0.05)
    expected, m, v = params.copy(), 0.0, 0.0
    for step in range(1, 11):
        loss, slope = fit.loss_grad(expected, x, y)
        m, v = 0.9 * m + 0.1 * slope, 0.999 * v + 0.001 * slope**2
        expected -= 0.05 * (m / (1 - 0.9**step)) / (numpy.sqrt(v / (1 - 0.999**step)) + 1e-8)
        numpy.testing.assert_allclose(fit.step(params, x, y, optimizer=adam), loss, rtol=1e-12)
        numpy.testing.assert_allclose(params, expected, rtol=1e-9)


def test_adamw_decays_what_is_trained(fit):
    x, y = samples()
    params, plain = fit.init(2) + 1.0, fit.init(2) + 1.0
    fit.step(plain, x, y, optimizer=fit.optimizer("adam", rate=0.1))
    fit.step(params, x, y, optimizer=fit.optimizer("adamw", rate=0.1))
    before, after = fit.split(fit.init(2) + 1.0), fit.split(params)
    numpy.testing.assert_array_equal(after["scale"], before["scale"])
    numpy.testing.assert_allclose(after["weight"], fit.split(plain)["weight"] - 0.1 * 0.01 * before["weight"], rtol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_resumed_to_the_bit(fit, name):
    x, y = samples()
    params, optimizer = fit.init(3), fit.optimizer(name)
    for _ in range(5):
        fit.step(params, x, y, optimizer=optimizer)
    other, resumed = params.copy(), fit.optimizer(name)
    resumed.restore(optimizer.state, optimizer.steps)
    for _ in range(5):
        fit.step(params, x, y, optimizer=optimizer)
        fit.step(other, x, y, optimizer=resumed)
    numpy.testing.assert_array_equal(params, other)
    optimizer.rate = 0.0
    assert optimizer.rate == 0.0 and "after 10 steps" in repr(optimizer)


def test_what_is_wrong_is_said_and_changes_nothing(program, fit):
    x, y = samples()
    params, adam = fit.init(4), fit.optimizer("adam")
    for call, error, words in [
        (lambda: fit.optimizer("adma"), ValueError, "no optimizer is called `adma`: there are sgd, "),
        (lambda: fit.step(params, x, y), TypeError, "either `rate`"),
        (lambda: fit.step(params, x, y, rate=0.1, optimizer=adam), TypeError, "either `rate`"),
        (lambda: fit.step(params, x, y, optimizer=program.Tiny.optimizer("adam")), TypeError, "for parameters of float32"),
        (lambda: fit.step(params[:-1].copy(), x, y, optimizer=adam), ValueError, "`params` has length 6"),
        (lambda: fit.step(params, x, y[:-1], optimizer=adam), RuntimeError, "samples"),
        (lambda: fit.step(params, x.astype("float32"), y, optimizer=adam), TypeError, "holds float32"),
        (lambda: adam.restore(numpy.zeros(3), 1), ValueError, "a state of 3 numbers"),
        (lambda: adam.restore(numpy.zeros(3, "float32"), 1), TypeError, "holds float32"),
    ]:
        with pytest.raises(error, match=words):
            call()
    numpy.testing.assert_array_equal(params, fit.init(4))
    assert adam.steps == 0


def test_what_is_changed_lies_apart(fit):
    """A function that writes to what it reads would have no result to rely on."""
    x, y = samples()
    params = fit.init(5)
    memory = numpy.zeros(200)
    memory[:7] = params
    with pytest.raises(ValueError, match="changes `gradient`, which lies in the same memory as `params`"):
        fit.loss_grad(params, x, y, out=params)
    for inside in (memory[:120].reshape(40, 3), memory[6:126].reshape(40, 3)):
        for settings in ({"rate": 0.1}, {"optimizer": fit.optimizer("sgd")}):
            with pytest.raises(ValueError, match="changes `params`, which lies in the same memory as `x`"):
                fit.step(memory[:7], inside, y, **settings)
    fit.step(memory[:7], memory[7:127].reshape(40, 3), y, rate=0.1)


def test_several_threads_use_one_model(fit):
    x, y = samples()

    def train(seed):
        params, adam = fit.init(seed), fit.optimizer("adam", rate=0.05)
        for _ in range(300):
            fit.step(params, x, y, optimizer=adam)
        return params

    expected = [train(seed) for seed in range(4)]
    found = [None] * 4
    threads = [threading.Thread(target=lambda seed=seed: found.__setitem__(seed, train(seed))) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    numpy.testing.assert_array_equal(found, expected)


def test_one_optimizer_takes_one_step_at_a_time(fit):
    x, y = samples()
    adam = fit.optimizer("adam")
    each = [fit.init(seed) for seed in range(4)]

    def work(params):
        for _ in range(200):
            fit.step(params, x, y, optimizer=adam)
            assert adam.steps > 0 and len(adam.state) == 14

    threads = [threading.Thread(target=work, args=(params,)) for params in each]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert adam.steps == 800 and all(numpy.isfinite(params).all() for params in each)
