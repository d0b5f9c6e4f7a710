"""The tape and the C++ library of the paper in turn on one core: medians over the rounds, and ratios.

    python original.py path/to/the/command --cases tiny_order,gpt

README.md in this folder says what the command must do.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

from run import ROOT, last_line, pin, table

CASES = [
    "tiny_order", "tiny_scratch", "tiny_simple", "small", "mlp_e4", "mlp_e4_order", "mlp_e64", "mlp_e64_order", "gpt", "gpt_order",
]  # fmt: skip


def build():
    """Our benchmark, built as `cargo bench` does."""
    command = ["cargo", "bench", "--bench", "eager", "--no-run", "--message-format=json-render-diagnostics"]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    messages = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return next(m["executable"] for m in messages if m.get("executable") and m["target"]["name"] == "eager")


def measure(command, case, environment):
    """Median and minimum, in nanoseconds, of the line that the command prints."""
    done = subprocess.run([command, case], capture_output=True, text=True, env=environment)
    words = last_line(done.stdout).split()
    if done.returncode != 0 or len(words) != 3 or words[0] != case:
        sys.exit(f"{command} {case}: no line `{case} median_ns min_ns`: {last_line(done.stderr or done.stdout)}")
    return float(words[1]), float(words[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("command", help="runs a case of the original and prints `case median_ns min_ns`")
    parser.add_argument("--cases", default=",".join(CASES), help="cases, separated by commas (all)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each case is measured (5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="time for each measurement (0.5)")
    parser.add_argument("--core", type=int, help="the core to run on (the last one)")
    options = parser.parse_args()
    ours, theirs = build(), os.path.abspath(options.command)
    pin(options.core)
    # Both are measured by the same clock.
    environment = {**os.environ, "SECS": str(options.seconds), "CLOCK": "wall"}
    rows = []
    for case in options.cases.split(","):
        times = [[measure(command, case, environment) for command in (ours, theirs)] for _ in range(options.rounds)]
        medians = [statistics.median(pair[which][0] for pair in times) for which in (0, 1)]
        least = [min(pair[which][1] for pair in times) for which in (0, 1)]
        pairs = sorted(pair[1][0] / pair[0][0] for pair in times)
        rows.append([case, *medians, medians[1] / medians[0], pairs[0], pairs[-1], *least, least[1] / least[0]])
        print(f"{case}: {medians[1] / medians[0]:.2f} times faster", file=sys.stderr, flush=True)
    head = ["case", "ours, ns", "original, ns", "ratio", "lowest", "highest", "ours, min", "original, min", "ratio of min"]
    print(table("The tape and the original, one core", head, rows))


if __name__ == "__main__":
    main()
