"""What PyTorch's optimizers, schedules and helpers do, in float64.

    python tests/optimizers/reference.py > tests/data/optimizers/reference.txt

A line is a name and numbers. Those of an optimizer are the four parameters after each of 20 steps down

    f(x) = sum_i a_i (x_i - b_i)^2 / 2 + sin(x_0 + x_1 + x_2 + x_3),    a = 0.01, 1, 5, 20,    b = 3, 1, -1, 2

from x = 1, -1, 0.5, 0.25; those of L-BFGS, fewer steps with a = 1, 2, 3, 5, and 20 steps down a valley of fourth order. Those
of a schedule are the factors of steps 0, 1, 2…
"""

import torch

torch.set_default_dtype(torch.float64)
STEPS = 20
SCALES = torch.tensor([0.01, 1.0, 5.0, 20.0])
CENTRE = torch.tensor([3.0, 1.0, -1.0, 2.0])
START = [1.0, -1.0, 0.5, 0.25]


def loss(x):
    return (SCALES * (x - CENTRE) ** 2).sum() / 2 + torch.sin(x.sum())


class Lion(torch.optim.Optimizer):
    """Algorithm 2 of arXiv 2302.06675, line by line."""

    def __init__(self, params, lr, betas=(0.9, 0.99), weight_decay=0.0):
        super().__init__(params, dict(lr=lr, betas=betas, weight_decay=weight_decay))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            first, second = group["betas"]
            for p in group["params"]:
                m = self.state[p].setdefault("m", torch.zeros_like(p))
                c = first * m + (1 - first) * p.grad
                p -= group["lr"] * (torch.sign(c) + group["weight_decay"] * p)
                m.copy_(second * m + (1 - second) * p.grad)


def show(name, values):
    print(name, *(f"{value:.17g}" for value in torch.as_tensor(values).tolist()))


optim = torch.optim
OPTIMIZERS = {
    "sgd": lambda p: optim.SGD(p, lr=0.04),
    "momentum": lambda p: optim.SGD(p, lr=0.02, momentum=0.9),
    "nesterov": lambda p: optim.SGD(p, lr=0.02, momentum=0.9, nesterov=True),
    "rmsprop": lambda p: optim.RMSprop(p, lr=0.05),
    "rmsprop_with_options": lambda p: optim.RMSprop(p, lr=0.1, alpha=0.9, eps=1e-3),
    "adagrad": lambda p: optim.Adagrad(p, lr=0.5),
    "adagrad_with_options": lambda p: optim.Adagrad(p, lr=0.5, eps=1e-2),
    "adam": lambda p: optim.Adam(p, lr=0.1),
    "adamw": lambda p: optim.AdamW(p, lr=0.1),
    "adamw_with_options": lambda p: optim.AdamW(p, lr=0.1, betas=(0.8, 0.95), eps=1e-3, weight_decay=0.3),
    "lion": lambda p: Lion(p, lr=0.2),
    "lion_with_options": lambda p: Lion(p, lr=0.15, betas=(0.95, 0.98), weight_decay=0.5),
}

print(f"# Written by reference.py with PyTorch {torch.__version__.split('+')[0]}")
for name, make in OPTIMIZERS.items():
    x = torch.tensor(START, requires_grad=True)
    optimizer = make([x])
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss(x).backward()
        optimizer.step()
        show(name, x)

# Gradient descent with Armijo's rule, which PyTorch does not have: lengths of 4, 2, 1…, and not more than twice the last.
x, length = torch.tensor(START), 2.0
for _ in range(STEPS):
    gradient = torch.func.grad(loss)(x)
    length = min(4.0, 2 * length)
    while loss(x - length * gradient) > loss(x) - 1e-4 * length * gradient @ gradient:
        length /= 2
    x = x - length * gradient
    show("armijo", x)

# The first and the last parameter decay, the others do not; the rate follows a cosine; the gradient is clipped.
parts = [torch.tensor(START[at:at + 1], requires_grad=True) for at in range(4)]
groups = [
    {"params": [parts[0], parts[3]], "weight_decay": 0.5},
    {"params": [parts[1], parts[2]], "weight_decay": 0.0},
]
optimizer = optim.AdamW(groups, lr=0.1)
schedule = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=STEPS)
norms = []
for _ in range(STEPS):
    optimizer.zero_grad()
    loss(torch.cat(parts)).backward()
    norms.append(torch.nn.utils.clip_grad_norm_(parts, 3.0))
    optimizer.step()
    schedule.step()
    show("groups", torch.cat(parts))
show("groups_norms", norms)

# L-BFGS without a search, where steps of length 1 have Wolfe's conditions: name, loss, pairs, steps, start. Near a minimum of
# second order PyTorch leaves out pairs that are short, and ours does not.
STIFFNESS = torch.tensor([1.0, 2.0, 3.0, 5.0])


def ripples(x):
    return (STIFFNESS * (x - CENTRE) ** 2).sum() / 2 + torch.sin(x.sum())


def quartic(x):
    return (STIFFNESS * (x - CENTRE) ** 4).sum() / 4 + (x - CENTRE).sum() ** 2


for name, function, pairs, steps, start in [
    ("lbfgs_3", ripples, 3, 8, [2.0, 1.5, -0.5, 1.5]),
    ("lbfgs_10", ripples, 10, 10, START),
    ("lbfgs_3_quartic", quartic, 3, STEPS, [-1.5, 1.5, 1.5, 1.5]),
    ("lbfgs_10_quartic", quartic, 10, STEPS, START),
]:
    x = torch.tensor(start, requires_grad=True)
    optimizer = optim.LBFGS([x], lr=1, max_iter=1, history_size=pairs, tolerance_grad=0, tolerance_change=0)

    def closure():
        optimizer.zero_grad()
        value = function(x)
        value.backward()
        return value

    for _ in range(steps):
        optimizer.step(closure)
        show(name, x)

# The mean of the parameters during gradient descent.
module = torch.nn.Module()
module.x = torch.nn.Parameter(torch.tensor(START))
mean = optim.swa_utils.AveragedModel(module, multi_avg_fn=optim.swa_utils.get_ema_multi_avg_fn(0.8))
optimizer = optim.SGD(module.parameters(), lr=0.04)
for _ in range(STEPS):
    optimizer.zero_grad()
    loss(module.x).backward()
    optimizer.step()
    mean.update_parameters(module)
    show("average", mean.module.x)

x = torch.tensor(START, requires_grad=True)
for name, clip in {
    "clip_value": lambda: torch.nn.utils.clip_grad_value_([x], 2.0),
    "clip_norm": lambda: torch.nn.utils.clip_grad_norm_([x], 2.0),
    "clip_norm_above": lambda: torch.nn.utils.clip_grad_norm_([x], 200.0),
}.items():
    x.grad = None
    loss(x).backward()
    clip()
    show(name, x.grad)

schedulers = optim.lr_scheduler


def warmup(optimizer, steps, then):
    first = schedulers.LinearLR(optimizer, start_factor=1 / steps, end_factor=1.0, total_iters=steps - 1)
    return schedulers.SequentialLR(optimizer, [first, then], milestones=[steps])


SCHEDULES = [
    ("step:7,0.5", 30, lambda o: schedulers.StepLR(o, step_size=7, gamma=0.5)),
    ("linear", 30, lambda o: schedulers.LinearLR(o, start_factor=1.0, end_factor=0.0, total_iters=30)),
    ("cosine", 30, lambda o: schedulers.CosineAnnealingLR(o, T_max=30)),
    ("one-cycle", 30, lambda o: schedulers.OneCycleLR(o, max_lr=1.0, total_steps=30)),
    ("one-cycle", 47, lambda o: schedulers.OneCycleLR(o, max_lr=1.0, total_steps=47)),
    ("warmup:5,cosine", 30, lambda o: warmup(o, 5, schedulers.CosineAnnealingLR(o, T_max=25))),
    ("warmup:4,step:9,0.1", 30, lambda o: warmup(o, 4, schedulers.StepLR(o, step_size=9, gamma=0.1))),
]
for name, total, make in SCHEDULES:
    optimizer = optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    schedule = make(optimizer)
    factors = []
    for step in range(total):
        factors.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        if step + 1 < total:
            schedule.step()
    show(f"schedule/{name}", factors)
