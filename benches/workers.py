#!/usr/bin/env python3
"""How many times faster several processes are: measured on this machine, and computed for up to 1,024 on networks.

    python benches/workers.py                    # measures (needs Open MPI), fits, computes; writes target/workers.svg
    python benches/workers.py --assume-step-us 3400 --params 46000      # computes alone

What is measured: the time of a step of the transformer in `burtorch-mpi/examples/gpt.rs` with batch 256 in one process, and of sums of 1 to
2^20 floats in 2, 4 and 8 processes, as far as there are cores. What is fitted to the sums is the usual model of an exchange,

    sum of n bytes by p workers = 2 log2(p) latency + 2 (p - 1) / p n / bandwidth
    largest k of each, gathered = log2(p) latency + (p - 1) 8 k / bandwidth

All else is COMPUTED, not measured: a step by p workers takes a p-th of the step of one, and then the sum. It leaves out that workers wait for
the slowest, that networks are shared, and that a part of a batch may fill fewer tiles; so it is a bound from above.

`burtorch-mpi` takes the sum after the sweep. A gradient is the sum over tiles of samples, so a part of it is not done before the sweep of a
worker's last tile: no more than that can be hidden. What it would bring is computed, too, as if sending took no processor time.
"""

import argparse
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
WORKERS = [2**power for power in range(1, 11)]
# Latency in microseconds and bandwidth in bytes per microsecond: round numbers for such networks, not measurements.
NETWORKS = {
    "InfiniBand, 2 us, 100 Gbit/s (assumed)": (2.0, 12_500.0),
    "Ethernet, 20 us, 10 Gbit/s (assumed)": (20.0, 1_250.0),
    "Ethernet, 50 us, 1 Gbit/s (assumed)": (50.0, 125.0),
}
SENT = 0.01
# Of the transformer: samples in a step and in a tile, and the part of a step that is the sweep backward.
BATCH, TILE, SWEEP = 256, 16, 2 / 3
#: What is sent, and when.
WAYS = {"all": "all", "early": "all, while the last tile is swept (not built)", "compressed": f"the largest {SENT:.0%}"}


def sum_of_all(workers, size, latency, bandwidth):
    return 2 * math.log2(workers) * latency + 2 * (workers - 1) / workers * size / bandwidth


def largest(workers, count, latency, bandwidth):
    return math.log2(workers) * latency + (workers - 1) * 8 * count / bandwidth


def fit(points):
    """Latency and bandwidth from `(workers, bytes, microseconds)`: least squares of relative errors, for times over six powers of ten."""
    rows = [(2 * math.log2(p) / t, 2 * (p - 1) / p * n / t) for p, n, t in points]
    aa, ab, bb = (sum(x[i] * x[j] for x in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    a, b = (sum(x[i] for x in rows) for i in (0, 1))
    det = aa * bb - ab * ab
    latency, per_byte = (a * bb - b * ab) / det, (b * aa - a * ab) / det
    if latency <= 0 or per_byte <= 0:
        sys.exit("the times of sums do not fit the model: is the machine busy?")
    return latency, 1 / per_byte


def mpirun(count, *command):
    several = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.getuid() == 0 else []), "-n", str(count)]
    done = subprocess.run([*several, *map(str, command)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{done.stderr}")
    return done.stdout


def measure():
    busy = os.getloadavg()[0]
    if busy > 0.5:
        print(f"WARNING: other programs run on this machine (load {busy:.1f}): what is measured below is of no use", flush=True)
    if shutil.which("mpirun") is None:
        sys.exit("there is no mpirun (apt-get install libopenmpi-dev openmpi-bin libclang-dev); --assume-step-us computes without it")
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
    subprocess.run(["cargo", "build", "--release", "--examples", "--manifest-path", ROOT / "burtorch-mpi/Cargo.toml"],
                   check=True, env={**os.environ, "CARGO_TARGET_DIR": str(target)})  # fmt: skip
    programs = target / "release/examples"

    def seconds(count, steps):
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            mpirun(count, programs / "gpt", "--steps", steps, "--eval-every", 1000000, "--batch", 256, "--quiet", "--out", f"{folder}/run")
            return time.monotonic() - start

    step = {}
    for count in (1, 2):
        times = [(seconds(count, 1200) - seconds(count, 200)) / 1000 * 1e6 for _ in range(3)]
        step[count] = statistics.median(times)
        print(f"measured: a step of {count} process{'es' if count > 1 else ''}: {step[count]:.0f} us")
    points = []
    # More processes than cores wait for their turn, which is no exchange.
    for count in [count for count in (2, 4, 8) if count <= max(os.cpu_count() or 2, 2)]:
        for line in mpirun(count, programs / "sums").splitlines():
            floats, time_us = line.split()
            points.append((count, 4 * int(floats), float(time_us)))
    latency, bandwidth = fit(points)
    errors = [abs(sum_of_all(p, n, latency, bandwidth) / t - 1) for p, n, t in points]
    print(f"fitted to {len(points)} sums: latency {latency:.2f} us, bandwidth {bandwidth:.0f} bytes/us; errors: median {statistics.median(errors):.0%}, most {max(errors):.0%}")
    print(f"speed-up of two processes, measured: {step[1] / step[2]:.2f}, computed: {speedup(2, step[1], PARAMS, latency, bandwidth, 'all'):.2f}")
    return step[1], (latency, bandwidth)


def speedup(workers, step, params, latency, bandwidth, way):
    if way == "compressed":
        exchange = largest(workers, math.ceil(SENT * params), latency, bandwidth)
    else:
        exchange = sum_of_all(workers, 4 * params, latency, bandwidth)
    if way == "early":
        exchange -= min(exchange, SWEEP * step / workers / max(BATCH / workers / TILE, 1))
    return step / (step / workers + exchange)


#: Of `burtorch-mpi/examples/gpt.rs`: `gpt --summary`.
PARAMS = 46_289


def draw(curves, title):
    """Speed-ups over workers, both by powers of two, as SVG."""
    left, top, width, height = 60, 50, 560, 400
    x = lambda workers: left + width * math.log2(workers) / 10
    y = lambda times: top + height - height * math.log2(max(times, 0.25) / 0.25) / 12
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="520" font-family="sans-serif" font-size="12">',
             '<rect width="900" height="520" fill="white"/>', f'<text x="{left}" y="22" font-size="15">{title}</text>',
             f'<text x="{left}" y="40" fill="#b00">computed, not measured</text>']  # fmt: skip
    for power in range(11):
        parts.append(f'<text x="{x(2**power)}" y="{top + height + 18}" text-anchor="middle">{2**power}</text>')
    for power in range(-2, 11, 2):
        parts.append(f'<path d="M{left} {y(2.0**power)}h{width}" stroke="#ddd"/><text x="{left - 6}" y="{y(2.0**power) + 4}" text-anchor="end">{2.0**power:g}</text>')
    parts.append(f'<text x="{left + width / 2}" y="{top + height + 38}" text-anchor="middle">workers</text>')
    parts.append(f'<path d="M{x(1)} {y(1)}L{x(1024)} {y(1024)}" stroke="#999" stroke-dasharray="4"/>')
    for at, (name, times) in enumerate(curves):
        colour = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728"][at // len(WAYS) % 4]
        dash = ["", ' stroke-dasharray="2 2"', ' stroke-dasharray="6 3"'][at % len(WAYS)]
        line = "L".join(f"{x(p):.1f} {y(t):.1f}" for p, t in zip([1, *WORKERS], [1, *times]))
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        parts.append(f'<path d="M640 {top + 10 + 38 * at}h24" stroke="{colour}" stroke-width="2"{dash}/>')
        for row, text in enumerate(name.split("; ")):
            parts.append(f'<text x="670" y="{top + 14 + 38 * at + 14 * row}">{text}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--assume-step-us", type=float, help="the time of a step of one process, instead of a measurement")
    parser.add_argument("--params", type=int, default=PARAMS)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target/workers.svg")
    args = parser.parse_args()
    networks = dict(NETWORKS)
    if args.assume_step_us:
        step, basis = args.assume_step_us, "assumed"
    else:
        step, here = measure()
        networks = {"the memory of this machine (fitted)": here, **networks}
        basis = "measured"
    print(f"\nCOMPUTED, not measured: how many times faster than one process, whose step takes {step:.0f} us ({basis}), with {args.params} parameters\n")
    print("| network | what is sent |" + "".join(f" {p} |" for p in WORKERS) + "\n|---|---|" + "---|" * len(WORKERS))
    curves = []
    for name, (latency, bandwidth) in networks.items():
        for way, sent in WAYS.items():
            times = [speedup(p, step, args.params, latency, bandwidth, way) for p in WORKERS]
            print(f"| {name} | {sent} |" + "".join(f" {t:.1f} |" for t in times))
            curves.append((f"{name}; {sent}", times))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(draw(curves, f"Speed-up over workers; a step of one takes {step:.0f} us ({basis})"))
    print(f"\n{args.out}")


if __name__ == "__main__":
    main()
