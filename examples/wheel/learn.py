"""Two models of a wheel learn: python learn.py"""

import moons
import numpy

random = numpy.random.default_rng(1)
angle, kind = random.uniform(0, numpy.pi, 300), random.integers(0, 2, 300).astype("uint8")
points = numpy.stack([numpy.cos(angle), numpy.sin(angle)], axis=1)
points[kind == 1] = [1.0, 0.5] - points[kind == 1]
points = (points + random.normal(scale=0.1, size=points.shape)).astype("float32")

params = moons.Moons.init(seed=1)
adam = moons.Moons.optimizer("adam", rate=0.01)
losses = [moons.Moons.step(params, points, kind, optimizer=adam) for _ in range(300)]
right = (moons.Moons.scores(params, points).argmax(axis=1) == kind).mean()
print(f"moons: loss {losses[0]:.3f} -> {losses[-1]:.3f}, {right:.0%} right")
assert losses[-1] < 0.1 and right > 0.95

line = moons.Line.init()
x = numpy.linspace(-1, 1, 20)
for _ in range(300):
    moons.Line.step(line, x, 3 * x - 1, rate=0.3)
print(f"line: {line.round(6)}")
assert numpy.allclose(line, [3, -1])
