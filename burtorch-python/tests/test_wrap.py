"""Compiled functions inside of PyTorch and JAX, checked by their own means; skipped where they are not installed."""

import numpy
import pytest

import burtorch

PROGRAM = """
#[differentiable]
fn energy(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() {
        sum += 0.5 * k * (x[i] - x[i - 1]).powi(2) + x[i].cos();
    }
    sum
}

#[differentiable(wrt(x))]
fn turned(x: [f64; 2], turns: usize) -> [f64; 2] {
    let mut y = x;
    for _ in 0..turns {
        y = [y[0] * 0.6 - y[1].sin() * 0.8, y[0] * 0.8 + y[1] * 0.6];
    }
    y
}

#[differentiable(wrt(x))]
fn chosen(places: &[i64], x: &[f32]) -> f32 {
    let mut sum = 0.0;
    for &place in places {
        sum += x[place as usize] * x[place as usize];
    }
    sum
}
"""


@pytest.fixture(scope="module")
def program():
    return burtorch.compile(PROGRAM, quiet=True)


def test_torch(program):
    torch = pytest.importorskip("torch")
    energy = burtorch.as_torch(program.energy)
    x = torch.linspace(-1, 1, 5, dtype=torch.float64, requires_grad=True)
    k = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(energy, (x, k))
    # Between PyTorch's own operations.
    (3 * energy(x.sin(), k) ** 2).backward()
    expected = torch.autograd.grad(3 * plain(torch, x.sin(), k) ** 2, x)[0]
    torch.testing.assert_close(x.grad, expected)
    turned = burtorch.as_torch(program.turned)
    y = torch.tensor([0.3, -0.4], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda y: turned(y, 3), (y,))


def test_torch_with_integers_first(program):
    torch = pytest.importorskip("torch")
    chosen = burtorch.as_torch(program.chosen)
    x = torch.tensor([0.5, 1.5, 2.5], requires_grad=True)
    loss = chosen(torch.tensor([1, 1, 2]), x)
    assert loss.dtype == torch.float32 and loss.item() == 10.75
    loss.backward()
    torch.testing.assert_close(x.grad, torch.tensor([0.0, 6.0, 5.0]))


def test_torch_with_numbers_of_python(program):
    torch = pytest.importorskip("torch")
    energy = burtorch.as_torch(program.energy)
    assert energy([0.0, 0.0], 1.0).item() == 1.0
    x = torch.linspace(-1, 1, 5, dtype=torch.float64, requires_grad=True)
    energy(x, 2.0).backward()
    torch.testing.assert_close(x.grad, torch.autograd.grad(plain(torch, x, 2.0), x)[0])


def test_torch_notices_what_is_changed_before_backward(program):
    torch = pytest.importorskip("torch")
    x = torch.linspace(-1, 1, 5, dtype=torch.float64, requires_grad=True)
    y = x * 1.0
    loss = burtorch.as_torch(program.energy)(y, torch.tensor(2.0, dtype=torch.float64))
    with torch.no_grad():
        y += 1.0
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def plain(torch, x, k):
    return (0.5 * k * (x[1:] - x[:-1]) ** 2 + x[1:].cos()).sum()


def test_jax(program):
    jax = pytest.importorskip("jax")
    from jax.test_util import check_grads

    jax.config.update("jax_enable_x64", True)
    energy = burtorch.as_jax(program.energy)
    x = numpy.linspace(-1, 1, 5)
    check_grads(energy, (x, 2.0), order=1, modes=["rev"])
    check_grads(jax.jit(energy), (x, 2.0), order=1, modes=["rev"])
    dx, dk = jax.grad(lambda x, k: energy(jax.numpy.sin(x), k), argnums=(0, 1))(x, 2.0)
    with pytest.raises(TypeError, match="does not return a number"):
        burtorch.as_jax(program.turned)
    gx, gk = program.energy.grad(numpy.sin(x), 2.0)
    numpy.testing.assert_allclose(dx, gx * numpy.cos(x))
    numpy.testing.assert_allclose(dk, gk)
