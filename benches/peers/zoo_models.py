"""The losses of the models in `benches/zoo`, as PyTorch and JAX users write them, with our parameters by our names.

Each is a function of parameters, inputs and targets of a batch, and yields the mean loss. `p` maps names to arrays.
"""

import functools
import math

BATCHES = {
    "mlp": [1, 8, 64, 256],
    "lenet": [1, 16, 64],
    "autoencoder": [1, 32],
    "resnet": [1, 16],
    "gru": [1, 16, 64],
    "lstm": [1, 16, 64],
    "gpt64": [1, 8, 32],
    "gpt128": [1, 8, 32],
    "gpt384": [1, 4],
    "gpt768": [1],
    "table": [1, 32],
    "sound": [1, 16],
    "encoder": [1, 16],
    "tower": [1, 64],
    "ratings": [1, 64],
}
"""The models, with the batches that are measured."""

GPT = {"gpt64": (64, 4, 4, 32), "gpt128": (128, 4, 4, 64), "gpt384": (384, 6, 6, 256), "gpt768": (768, 12, 12, 64)}
"""Width, layers, heads, length."""

EPS = 1e-5


def torch_losses(fused):
    """With `fused`, attention is the library's; a compiler makes more of it written out."""
    import torch
    import torch.nn.functional as F

    def linear(p, name, x):
        return F.linear(x, p[f"{name}.weight"], p[f"{name}.bias"])

    def norm(p, name, x):
        return F.layer_norm(x, x.shape[-1:], p[f"{name}.gain"], p[f"{name}.bias"], EPS)

    def mlp(p, x, y):
        x = torch.relu(linear(p, "second", torch.relu(linear(p, "first", x))))
        return F.cross_entropy(linear(p, "last", x), y)

    def lenet(p, x, y):
        x = F.conv2d(x[:, None], p["first.weight"], p["first.bias"], padding=2)
        x = F.max_pool2d(torch.relu(x), 2)
        x = F.max_pool2d(torch.relu(F.conv2d(x, p["second.weight"], p["second.bias"])), 2)
        x = torch.relu(linear(p, "fourth", torch.relu(linear(p, "third", x.flatten(1)))))
        return F.cross_entropy(linear(p, "last", x), y)

    def autoencoder(p, x, y):
        for name in ("first", "second", "third"):
            x = F.gelu(norm(p, f"{name}.norm", linear(p, f"{name}.linear", x)))
        return F.mse_loss(linear(p, "last", x), y)

    def resnet(p, x, y):
        def same(name, x):
            return F.conv2d(x, p[f"{name}.conv.weight"], p[f"{name}.conv.bias"], padding=1)

        x = torch.relu(same("stem", x))
        for block in range(6):
            x = torch.relu(x + same(f"blocks.{block}.second", torch.relu(same(f"blocks.{block}.first", x))))
        return F.cross_entropy(linear(p, "last", x.mean((2, 3))), y)

    def cell(p):
        return [p["cell.input"], p["cell.hidden"], p["cell.input_bias"], p["cell.hidden_bias"]]

    def gru(p, x, y):
        h = x.new_zeros(1, len(x), 64)
        _, h = torch._VF.gru(x, h, cell(p), True, 1, 0.0, False, False, True)
        return F.cross_entropy(linear(p, "last", h[0]), y)

    def lstm(p, x, y):
        x = F.embedding(x, p["letters.table"])
        h = x.new_zeros(1, len(x), 128)
        hidden, _, _ = torch._VF.lstm(x, (h, h), cell(p), True, 1, 0.0, False, False, True)
        return F.cross_entropy(linear(p, "last", hidden).flatten(0, 1), y.flatten())

    def attention(p, name, x, heads, causal):
        batch, length, width = x.shape
        q, k, v = (
            F.linear(x, p[f"{name}.{part}.weight"]).view(batch, length, heads, -1).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        if fused:
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=causal)
        else:
            scores = q @ k.transpose(2, 3) / math.sqrt(width // heads)
            if causal:
                future = torch.ones(length, length, dtype=torch.bool).triu(1)
                scores = scores.masked_fill(future, -math.inf)
            mixed = torch.softmax(scores, dim=-1) @ v
        return linear(p, f"{name}.output", mixed.transpose(1, 2).reshape(batch, length, width))

    def block(p, name, x, heads, causal, act):
        x = x + attention(p, f"{name}.attention", norm(p, f"{name}.norm1", x), heads, causal)
        inner = act(linear(p, f"{name}.think.up", norm(p, f"{name}.norm2", x)))
        return x + linear(p, f"{name}.think.down", inner)

    def gpt(layers, heads, p, x, y):
        x = F.embedding(x, p["token.table"]) + p["position"]
        for layer in range(layers):
            x = block(p, f"blocks.{layer}", x, heads, True, torch.relu)
        return F.cross_entropy(linear(p, "head", x).flatten(0, 1), y.flatten())

    def encoder(p, x, y):
        x = linear(p, "patch", x) + p["position"]
        for layer in range(2):
            x = block(p, f"blocks.{layer}", x, 4, False, F.gelu)
        return F.cross_entropy(linear(p, "last", x.mean(1)), y)

    def table(p, x, y):
        x = torch.tanh(linear(p, "net.hidden.0", torch.tanh(linear(p, "net.first", x))))
        return F.mse_loss(linear(p, "net.last", x)[:, 0], y)

    def sound(p, x, y):
        x = F.max_pool1d(torch.relu(F.conv1d(x, p["first.weight"], p["first.bias"])), 2)
        x = torch.relu(F.conv1d(x, p["second.weight"], p["second.bias"]))
        return F.cross_entropy(linear(p, "last", x.mean(2)), y)

    def tower(p, x, y):
        for floor in range(16):
            gain = p[f"floors.{floor}.norm.gain"]
            x = x + F.silu(linear(p, f"floors.{floor}.linear", F.rms_norm(x, x.shape[-1:], gain, EPS)))
        return F.cross_entropy(linear(p, "last", x), y)

    def ratings(p, x, y):
        person, thing = x[:, 0], x[:, 1]
        fit = (F.embedding(person, p["people.table"]) * F.embedding(thing, p["things.table"])).sum(1)
        logit = fit + F.embedding(person, p["mood.table"])[:, 0] + F.embedding(thing, p["fame.table"])[:, 0]
        return F.binary_cross_entropy_with_logits(logit, y)

    losses = {name: functools.partial(gpt, layers, heads) for name, (_, layers, heads, _) in GPT.items()}
    own = [mlp, lenet, autoencoder, resnet, gru, lstm, encoder, table, sound, tower, ratings]
    return losses | {loss.__name__: loss for loss in own}


def jax_losses():
    import jax
    import jax.numpy as jnp
    import numpy

    def cross_entropy(logits, target):
        chosen = jnp.take_along_axis(logits, target[..., None], axis=-1)[..., 0]
        return jnp.mean(jax.nn.logsumexp(logits, axis=-1) - chosen)

    def linear(p, name, x):
        return x @ p[f"{name}.weight"].T + p[f"{name}.bias"]

    def norm(p, name, x):
        centred = x - x.mean(-1, keepdims=True)
        scaled = centred * jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + EPS)
        return scaled * p[f"{name}.gain"] + p[f"{name}.bias"]

    relu = jax.nn.relu
    gelu = functools.partial(jax.nn.gelu, approximate=False)

    def conv(x, weight, bias, padding):
        axes = x.ndim - 2
        letters = "HW"[:axes]
        form = (f"NC{letters}", f"OI{letters}", f"NC{letters}")
        y = jax.lax.conv_general_dilated(x, weight, (1,) * axes, [(padding, padding)] * axes, dimension_numbers=form)
        return y + bias.reshape(-1, *[1] * axes)

    def max_pool(x):
        sizes = (1, 1) + (2,) * (x.ndim - 2)
        return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, sizes, sizes, "VALID")

    def mlp(p, x, y):
        return cross_entropy(linear(p, "last", relu(linear(p, "second", relu(linear(p, "first", x))))), y)

    def lenet(p, x, y):
        x = max_pool(relu(conv(x[:, None], p["first.weight"], p["first.bias"], 2)))
        x = max_pool(relu(conv(x, p["second.weight"], p["second.bias"], 0)))
        x = relu(linear(p, "fourth", relu(linear(p, "third", x.reshape(len(x), -1)))))
        return cross_entropy(linear(p, "last", x), y)

    def autoencoder(p, x, y):
        for name in ("first", "second", "third"):
            x = gelu(norm(p, f"{name}.norm", linear(p, f"{name}.linear", x)))
        return jnp.mean((linear(p, "last", x) - y) ** 2)

    def resnet(p, x, y):
        def same(name, x):
            return conv(x, p[f"{name}.conv.weight"], p[f"{name}.conv.bias"], 1)

        x = relu(same("stem", x))
        for block in range(6):
            x = relu(x + same(f"blocks.{block}.second", relu(same(f"blocks.{block}.first", x))))
        return cross_entropy(linear(p, "last", x.mean((2, 3))), y)

    def gru(p, x, y):
        inputs = jnp.moveaxis(x @ p["cell.input"].T + p["cell.input_bias"], 1, 0)

        def step(h, a):
            b = h @ p["cell.hidden"].T + p["cell.hidden_bias"]
            (ar, az, an), (br, bz, bn) = jnp.split(a, 3, -1), jnp.split(b, 3, -1)
            z = jax.nn.sigmoid(az + bz)
            n = jnp.tanh(an + jax.nn.sigmoid(ar + br) * bn)
            return (1 - z) * n + z * h, None

        h, _ = jax.lax.scan(step, jnp.zeros((len(x), 64)), inputs)
        return cross_entropy(linear(p, "last", h), y)

    def lstm(p, x, y):
        inputs = p["letters.table"][x] @ p["cell.input"].T + p["cell.input_bias"] + p["cell.hidden_bias"]

        def step(state, a):
            h, c = state
            i, f, g, o = jnp.split(a + h @ p["cell.hidden"].T, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        start = jnp.zeros((len(x), 128))
        _, hidden = jax.lax.scan(step, (start, start), jnp.moveaxis(inputs, 1, 0))
        return cross_entropy(linear(p, "last", jnp.moveaxis(hidden, 0, 1)), y)

    def attention(p, name, x, heads, causal):
        batch, length, width = x.shape
        q, k, v = (
            (x @ p[f"{name}.{part}.weight"].T).reshape(batch, length, heads, -1) for part in ("query", "key", "value")
        )
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / math.sqrt(width // heads)
        if causal:
            scores = jnp.where(numpy.triu(numpy.ones((length, length), dtype=bool), 1), -jnp.inf, scores)
        mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, axis=-1), v)
        return linear(p, f"{name}.output", mixed.reshape(batch, length, width))

    def block(p, name, x, heads, causal, act):
        x = x + attention(p, f"{name}.attention", norm(p, f"{name}.norm1", x), heads, causal)
        return x + linear(p, f"{name}.think.down", act(linear(p, f"{name}.think.up", norm(p, f"{name}.norm2", x))))

    def gpt(layers, heads, p, x, y):
        x = p["token.table"][x] + p["position"]
        for layer in range(layers):
            x = block(p, f"blocks.{layer}", x, heads, True, relu)
        return cross_entropy(linear(p, "head", x), y)

    def encoder(p, x, y):
        x = linear(p, "patch", x) + p["position"]
        for layer in range(2):
            x = block(p, f"blocks.{layer}", x, 4, False, gelu)
        return cross_entropy(linear(p, "last", x.mean(1)), y)

    def table(p, x, y):
        x = jnp.tanh(linear(p, "net.hidden.0", jnp.tanh(linear(p, "net.first", x))))
        return jnp.mean((linear(p, "net.last", x)[:, 0] - y) ** 2)

    def sound(p, x, y):
        x = max_pool(relu(conv(x, p["first.weight"], p["first.bias"], 0)))
        x = relu(conv(x, p["second.weight"], p["second.bias"], 0))
        return cross_entropy(linear(p, "last", x.mean(2)), y)

    def tower(p, x, y):
        for floor in range(16):
            scaled = x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + EPS) * p[f"floors.{floor}.norm.gain"]
            x = x + jax.nn.silu(linear(p, f"floors.{floor}.linear", scaled))
        return cross_entropy(linear(p, "last", x), y)

    def ratings(p, x, y):
        person, thing = x[:, 0], x[:, 1]
        fit = (p["people.table"][person] * p["things.table"][thing]).sum(1)
        logit = fit + p["mood.table"][person, 0] + p["fame.table"][thing, 0]
        return jnp.mean(jax.nn.softplus(logit) - logit * y)

    losses = {name: functools.partial(gpt, layers, heads) for name, (_, layers, heads, _) in GPT.items()}
    own = [mlp, lenet, autoencoder, resnet, gru, lstm, encoder, table, sound, tower, ratings]
    return losses | {loss.__name__: loss for loss in own}
