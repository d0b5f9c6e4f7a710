"""Compiled functions: values, derivatives, and what is said when something is wrong."""

import threading
import time

import numpy
import pytest

import burtorch

PROGRAM = """
/// A valley.
#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
}

#[differentiable(wrt(c))]
fn misfit(c: &[f64], x: &[[f64; 2]], target: f64, skip: usize) -> f64 {
    let mut sum = 0.0;
    for row in skip..x.len() {
        sum += (x[row][0] * c[0] + x[row][1].sin() * c[1] - target).powi(2);
    }
    sum
}

#[differentiable]
fn polar(r: f64, phi: f64) -> [f64; 2] {
    [r * phi.cos(), r * phi.sin()]
}

#[differentiable]
fn mixed(a: [f32; 3], b: f32) -> f32 {
    a[0] * a[1] * b + a[2].exp()
}

#[differentiable(wrt(x))]
fn chosen(x: &[f64], indices: &[usize]) -> f64 {
    indices.iter().map(|&i| x[i] * x[i]).sum()
}

#[differentiable]
fn slow(x: f64, steps: usize) -> f64 {
    let mut y = x;
    for _ in 0..steps {
        y = y.sin() + x;
    }
    y
}
"""


@pytest.fixture(scope="module")
def program():
    return burtorch.compile(PROGRAM, quiet=True)


def slopes(function, arrays, at, step=1e-6):
    """Central differences with respect to the argument in this place."""
    x = numpy.array(arrays[at], dtype=float)
    result = numpy.zeros_like(x)
    for index in numpy.ndindex(x.shape):
        ends = []
        for sign in (1, -1):
            moved = x.copy()
            moved[index] += sign * step
            ends.append(function(*arrays[:at], moved if moved.ndim else float(moved), *arrays[at + 1 :]))
        result[index] = (ends[0] - ends[1]) / (2 * step)
    return result


def test_numbers(program):
    f = program.rosenbrock
    assert f(0.0, 1.0) == 101.0
    assert f.grad(0.0, 1.0) == (-2.0, 200.0)
    assert f.value_and_grad(0, 1) == (101.0, (-2.0, 200.0))
    assert f.grad(y=1.0, x=0.0) == (-2.0, 200.0)
    point, direction = (0.3, -0.7), (0.5, 2.0)
    numpy.testing.assert_allclose(f.jvp(point, direction)[1], numpy.dot(f.grad(*point), direction))
    numpy.testing.assert_allclose(f.hvp(point, direction), f.hessian(*point) @ direction)
    for at in range(2):
        numpy.testing.assert_allclose(f.grad(*point)[at], slopes(f, point, at), rtol=1e-6)


def test_arrays(program):
    random = numpy.random.default_rng(1)
    c, x = random.normal(size=2), random.normal(size=(5, 2))
    f = program.misfit
    args = (c, x, 0.5, 1)
    numpy.testing.assert_allclose(f.grad(*args), slopes(f, args, 0), rtol=1e-6)
    v = random.normal(size=2)
    numpy.testing.assert_allclose(f.jvp(args, v)[1], f.grad(*args) @ v)
    step = 1e-6
    expected = (f.grad(c + step * v, *args[1:]) - f.grad(c - step * v, *args[1:])) / (2 * step)
    numpy.testing.assert_allclose(f.hvp(args, v), expected, rtol=1e-6)
    # Lists are converted.
    assert f([1, 2], [[0, 0], [1, 0]], 0.0, 0) == 1.0


def test_results_that_are_arrays(program):
    f = program.polar
    numpy.testing.assert_allclose(f.jacobian(2.0, 0.0), [[1.0, 0.0], [0.0, 2.0]])
    value, (dr, dphi) = f.vjp((2.0, 0.0), numpy.array([1.0, 3.0]))
    numpy.testing.assert_allclose((dr, dphi), (1.0, 6.0))
    numpy.testing.assert_allclose(value, [2.0, 0.0])


def test_single_precision(program):
    a, b = numpy.array([1, 2, 0], dtype="float32"), 3.0
    da, db = program.mixed.grad(a, b)
    assert da.dtype == numpy.float32
    numpy.testing.assert_array_equal(da, [6.0, 3.0, 1.0])
    assert db == 2.0


def test_arguments_are_lent(program):
    x = numpy.arange(4.0)
    before = x.copy()
    gradient = program.chosen.grad(x, numpy.array([1, 3, 3]))
    numpy.testing.assert_array_equal(gradient, [0, 2, 0, 12])
    numpy.testing.assert_array_equal(x, before)
    gradient[0] = 5.0  # It is the caller's own.


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda p: p.misfit.grad(numpy.ones(2, "f4"), numpy.ones((3, 2)), 0.0, 0), TypeError, "holds float32"),
        (lambda p: p.misfit.grad(numpy.ones(2), numpy.ones((3, 3)), 0.0, 0), ValueError, r"has shape \(3, 3\)"),
        (lambda p: p.misfit.grad(numpy.ones(4)[::2], numpy.ones((3, 2)), 0.0, 0), ValueError, "ascontiguousarray"),
        (lambda p: p.misfit.grad(numpy.ones(2), numpy.ones((3, 2))), TypeError, "takes 4 arguments"),
        (lambda p: p.misfit.grad(numpy.ones(2), numpy.ones((3, 2)), 0.0, -1), TypeError, "`skip`"),
        (lambda p: p.misfit(numpy.ones(1), numpy.ones((3, 2)), 0.0, 0), RuntimeError, r"index out of bounds.*\(line 12\)"),
        (lambda p: p.chosen.grad(numpy.ones(2), numpy.array([0, -1])), ValueError, "one is -1"),
        (lambda p: p.rosenbrock.grad("1", 2.0), TypeError, "`x` of `rosenbrock.grad`"),
        (lambda p: p.rosenbrock.grad(1.0, z=2.0), TypeError, "lacks its argument `y`"),
        (lambda p: p.rosenbrock.jacobian(1.0, 2.0), AttributeError, "returns an array has a Jacobian"),
        (lambda p: p.rosenbrok, AttributeError, "there are rosenbrock, misfit"),
    ],
)
def test_wrong_arguments(program, call, error, words):
    with pytest.raises(error, match=words):
        call(program)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("#[differentiable]\nfn f(x: f64) -> f64 {\n    x.foo()\n}\n", 3, "no derivative is known for the method `foo`"),
        ("\nfn f(x: f64) -> f64 {\n    x\n", 3, "unclosed delimiter"),
        ("fn f(x: f64) -> f64 { x }", None, "nothing to export"),
        ("#[differentiable]\nfn f(x: f64, name: &str) -> f64 { x }", None, "cannot be called from Python"),
        ("graph! { pub struct Net { a: Linear<2, 1> } impl Net { pub fn loss(&self, x: Tensor<3>) -> f32 { sum(self.a.forward(x)) } } }", 1, r"\[3\]"),
    ],
)
def test_programs_with_mistakes(text, line, words):
    with pytest.raises(burtorch.CompileError, match=words) as caught:
        burtorch.compile(text, quiet=True)
    assert caught.value.line == line


def test_no_cargo(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(RuntimeError, match="rustup"):
        burtorch.compile("#[differentiable]\nfn never_compiled_before(x: f64) -> f64 { x }", quiet=True)


def test_what_was_compiled_is_kept(program):
    start = time.monotonic()
    again = burtorch.compile(PROGRAM, quiet=True)
    assert time.monotonic() - start < 1.0
    assert again.rosenbrock(0.0, 1.0) == 101.0


def test_threads_run_at_the_same_time(program):
    """The lock of Python is free while a function computes: a counter goes on."""
    done = threading.Event()

    def work():
        program.slow(0.5, 20_000_000)
        done.set()

    thread = threading.Thread(target=work)
    count = 0
    thread.start()
    while not done.is_set():
        count += 1
        time.sleep(0.001)
    thread.join()
    assert count > 10


def test_no_leak(program):
    resource = pytest.importorskip("resource")
    x, indices = numpy.ones(100), numpy.arange(100)

    def many(count):
        for _ in range(count):
            program.chosen.grad(x, indices)
            program.rosenbrock.grad(1.0, 2.0)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = many(20_000)
    assert many(500_000) - before < 2000  # kilobytes; a leak of one float per call would be 8,000
