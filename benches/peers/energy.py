"""Joules per gradient or step, where the processor says what it needs; else instructions and processor time, which are no energy.

    python energy.py
    python energy.py --frameworks pytorch,jax --only tiny,gpt

Each program runs twice, with few and with many gradients: what differs is that of the gradients. README.md says more.
"""

import argparse
import os
import resource
import shutil
import statistics
import subprocess
from pathlib import Path

import run

POWERCAP = Path("/sys/class/powercap")
TASKS = {"tiny": ("tiny",), "small": ("small",), "mlp": ("mlp", "--hidden", "64", "--batch", "1"), "gpt": ("gpt", "--batch", "1")}


class Rapl:
    """The energy that all packages of the processor have taken."""

    unit = "joules"

    def __init__(self):
        self.zones = [zone for zone in POWERCAP.glob("intel-rapl:*") if zone.name.count(":") == 1]
        if not self.zones:
            raise OSError(f"there is nothing in {POWERCAP}")
        self.read()

    def read(self):
        return [int((zone / "energy_uj").read_text()) for zone in self.zones]

    def measure(self, command, environment):
        before = self.read()
        run_to_the_end(command, environment)
        # The counters begin anew when they are full.
        ranges = [int((zone / "max_energy_range_uj").read_text()) for zone in self.zones]
        return sum((b - a) % full for a, b, full in zip(before, self.read(), ranges)) / 1e6


class Instructions:
    """The instructions in user mode, as `perf` counts them."""

    unit = "instructions"

    def __init__(self):
        if shutil.which("perf") is None:
            raise OSError("there is no perf")
        self.measure(["true"], dict(os.environ))

    def measure(self, command, environment):
        command = ["perf", "stat", "-x", ",", "-e", "instructions:u", *command]
        done = subprocess.run(command, env={**environment, "LC_ALL": "C"}, capture_output=True, text=True)
        counts = [line.split(",")[0] for line in done.stderr.splitlines() if "instructions" in line]
        if done.returncode != 0 or not counts or not counts[0].isdigit():
            raise OSError("perf counts no instructions on this machine")
        return int(counts[0])


class Time:
    """Processor time, of the program and the system for it."""

    unit = "seconds of processor time"

    def measure(self, command, environment):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run_to_the_end(command, environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run_to_the_end(command, environment):
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)


def meters():
    """The energy if the machine shows it, else what there is instead; processor time always."""
    found = []
    for kind in (Rapl, Instructions):
        try:
            found.append(kind())
            break
        except (OSError, ValueError) as error:
            print(f"no {kind.unit}: {error}")
    if not any(isinstance(meter, Rapl) for meter in found):
        print("what follows is NO ENERGY: this machine does not show any")
    return [*found, Time()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", default=",".join(TASKS), help="tasks, separated by commas (all)")
    parser.add_argument("--frameworks", default="", help="other frameworks, separated by commas (none)")
    parser.add_argument("--python", action="append", default=[], help="an interpreter that has some of them")
    parser.add_argument("--venv", type=Path, default=run.ROOT / "target" / "peers-venv")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long the long run takes, about (2)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--core", type=int)
    options = parser.parse_args()
    environment = {**os.environ, **run.ONE_THREAD}
    programs = [("burtorch, compiled", [run.build()], ["--mode", "compiled"])]
    interpreters = run.Interpreters(options.python, options.venv)
    for name in filter(None, options.frameworks.split(",")):
        if command := interpreters.command(name):
            programs.append((name, command, None))
    run.pin(options.core)
    found = meters()
    print("\n| task | framework, mode |" + "".join(f" {meter.unit} per gradient |" for meter in found))
    print("|---|---|" + "--:|" * len(found))
    for task in options.only.split(","):
        for name, command, mode in programs:
            case = [*command, *TASKS[task]]
            for words in [mode] if mode else [["--mode", each] for each in run.modes_of(case, environment)]:
                line, reason = run.measure([*case, *words, "--seconds", "0.2"], environment, 300)
                if line is None:
                    print(f"skipped {task}, {name}: {reason}")
                    continue
                few, many = (max(round(seconds * 1e6 / line["median_us"]), 1) for seconds in (options.seconds / 10, options.seconds))
                cells = []
                for meter in found:
                    each = []
                    for _ in range(options.rounds):
                        short, long = (meter.measure([*case, *words, "--iters", str(n)], environment) for n in (few, many))
                        each.append((long - short) / (many - few))
                    cells.append(f" {statistics.median(each):.3g} |")
                shown = name if mode else f"{name}, {words[1]}"
                print(f"| {task} | {shown} |" + "".join(cells), flush=True)


if __name__ == "__main__":
    main()
