"""What PyTorch's optimizers do to five parameters, in float64: `python optimizers.py > optimizers.txt`.

Parameter `i` starts at `0.1 * i`. Its gradient in step `t`, both counted from 0, is `10**(i - 3) * sin(0.7 * i + 1.3 * t)`.
A line is the name of an optimizer and the five parameters after a step.
"""

import math

import torch

STEPS = 20
OPTIMIZERS = {
    "sgd": lambda params: torch.optim.SGD(params, lr=0.05),
    "momentum": lambda params: torch.optim.SGD(params, lr=0.05, momentum=0.9),
    "adam": lambda params: torch.optim.Adam(params, lr=0.01),
    "adam_with_options": lambda params: torch.optim.Adam(params, lr=0.02, betas=(0.8, 0.95), eps=1e-3),
}

print(f"# Written by optimizers.py with PyTorch {torch.__version__.split('+')[0]}")
for name, make in OPTIMIZERS.items():
    params = torch.tensor([0.1 * i for i in range(5)], dtype=torch.float64, requires_grad=True)
    optimizer = make([params])
    for t in range(STEPS):
        gradient = [10.0 ** (i - 3) * math.sin(0.7 * i + 1.3 * t) for i in range(5)]
        params.grad = torch.tensor(gradient, dtype=torch.float64)
        optimizer.step()
        print(name, *(f"{value:.17g}" for value in params.tolist()))
