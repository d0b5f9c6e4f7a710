"""Writes infinite.txt: PyTorch's softmax, its logarithm, log-sum-exp and cross-entropy, where logits are infinite, equal or NaN.

Run as `python infinite.py > infinite.txt`. A line is `function logits = values gradient`; the gradient is that of the sum of the
values, weighted by 1, 2, 3. The target of the cross-entropy is the first logit.
"""

import itertools
import math

import torch
import torch.nn.functional as F

FUNCTIONS = {
    "logsumexp": lambda x: torch.logsumexp(x, 0, keepdim=True),
    "softmax": lambda x: torch.softmax(x, 0),
    "log_softmax": lambda x: torch.log_softmax(x, 0),
    "cross_entropy": lambda x: F.cross_entropy(x[None], torch.tensor([0]), reduction="none"),
}

print(f"# PyTorch {torch.__version__.split('+')[0]}, float64, CPU; written by infinite.py")
for name, f in FUNCTIONS.items():
    for logits in itertools.product([-math.inf, -1000.0, 0.0, 1.0, math.inf, math.nan], repeat=3):
        x = torch.tensor(logits, dtype=torch.float64, requires_grad=True)
        y = f(x)
        (gradient,) = torch.autograd.grad((y * torch.arange(1, len(y) + 1)).sum(), x)
        print(name, *logits, "=", *y.tolist(), *gradient.tolist())
