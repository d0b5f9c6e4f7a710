"""What the same training needs of the memory of a client's process, without Flower around it: burtorch beside PyTorch.

    python memory.py                            # with an interpreter that has burtorch, and PyTorch if that is to be seen

Each line is a process of its own: Python with numpy alone, then the model of `federated.py` that takes 400 steps on a client's data. Of PyTorch
it is the same network with the same loss. The figure is the largest resident size (`VmHWM`), which counts pages of shared libraries too.
"""

import pathlib
import subprocess
import sys

STEPS, SAMPLES = 400, 200


def data():
    import numpy

    rng = numpy.random.default_rng(0)
    x = rng.normal(size=(SAMPLES, 4)).astype("float32")
    return x, numpy.stack([x[:, 0] + x[:, 1], x[:, 2] * x[:, 3], 0.5 - x[:, 0]], axis=1).argmax(axis=1).astype("uint8")


def numpy_alone():
    data()
    return 0.0


def burtorch():
    import burtorch

    net = burtorch.compile(
        """
graph! {
    pub struct Net { net: Mlp<4, 16, 3> }
    impl Net {
        pub fn loss(&self, x: Tensor<4>, class: u8) -> f32 { cross_entropy(self.net.forward(x), class) }
    }
}
""",
        quiet=True,
    )
    params, (x, y) = net.init(seed=1), data()
    for _ in range(STEPS):
        loss = net.step(params, x, y, rate=0.3)
    return loss


def pytorch():
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(1)
    # The activation of burtorch's `Mlp`.
    net = torch.nn.Sequential(torch.nn.Linear(4, 16), torch.nn.Tanh(), torch.nn.Linear(16, 3))
    sgd, (x, y) = torch.optim.SGD(net.parameters(), lr=0.3), map(torch.from_numpy, data())
    for _ in range(STEPS):
        sgd.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(x), y.long())
        loss.backward()
        sgd.step()
    return loss.item()


def peak():
    """Of this program alone: what it was before it was started anew does not count, as it does in `ru_maxrss`."""
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))


def main():
    if len(sys.argv) > 1:
        loss = {"numpy": numpy_alone, "burtorch": burtorch, "PyTorch": pytorch}[sys.argv[1]]()
        print(f"{peak():.1f} {loss:.3f}")
        return
    print(f"| client of 131 parameters, {STEPS} steps | memory of the process, MB | loss |\n|---|--:|--:|")
    for name in ("numpy", "burtorch", "PyTorch"):
        # What is compiled once is not a part of the client: the second process finds it.
        for _ in range(2 if name == "burtorch" else 1):
            done = subprocess.run([sys.executable, __file__, name], capture_output=True, text=True)
        if done.returncode != 0:
            reason = done.stderr.strip().splitlines()[-1]
            print(f"skipped: {name}; {reason}")
            continue
        memory, loss = done.stdout.split()
        print(f"| {'Python with numpy alone' if name == 'numpy' else name} | {memory} | {loss if name != 'numpy' else '–'} |")


if __name__ == "__main__":
    main()
