"""Runs every benchmark on this machine and writes BENCHMARKS.md: one commit, one date, one command.

    python benches/report.py                  # all of it: about an hour on two idle cores
    python benches/report.py --quick          # fewer sizes and shorter rounds: about a quarter of an hour
    python benches/report.py --only transformer,functions --out /tmp/some.md

The machine should be idle. Everything runs pinned to one core, except for builds and threads. A part whose tools are missing is
written as skipped, with the reason. `--python` names an interpreter that already has PyTorch or JAX; otherwise `run.py` installs them.
"""

import argparse
import datetime
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

STEP = (
    "One training step is forward, backward and update of plain SGD. The peers are the fastest modes of PyTorch (the whole step "
    "compiled) and JAX (one call per step, and many steps in one `lax.scan`); `burtorch, eager` is the tape, which takes samples one "
    "by one. Medians; with several rounds, over the rounds. Inputs change from step to step."
)
"""What is measured of the two models."""

PINNED = ["taskset", "-c", "1"] if shutil.which("taskset") else []


class Part:
    """A section of the report: a heading, what its figures mean, and the command that prints them."""

    def __init__(self, name, heading, meaning, command, quick=None):
        self.name, self.heading, self.meaning = name, heading, meaning
        self.command, self.quick = command, quick or command


def parts(pythons):
    run = [sys.executable, "benches/peers/run.py", *(word for python in pythons for word in ("--python", python))]
    peers = ["--frameworks", "pytorch,jax", "--modes", "compiled,scan,jit"]
    transformer, characters = ([*run, "--only", task, *peers] for task in ("gpt", "mlp"))
    graphs = [*run, "--only", "tiny,small"]
    threads = ["cargo", "run", "--release", "--features", "parallel", "--example", "paper", "--", "gpt", "--batch", "64"]
    return [
        Part(
            "graphs",
            "The paper's two graphs",
            "Value and gradient in `f64`, in microseconds. Of ours, `tiny` has the option `factored` and `small` the option `fast`. "
            "Most of what Python's frameworks take here is the price of a call; `jax, scan` is without it.",
            [*graphs, "--rounds", "2", "--seconds", "0.2"],
            [*graphs, "--rounds", "1", "--seconds", "0.2", "--frameworks", "pytorch,jax,micrograd,autograd"],
        ),
        Part(
            "transformer",
            "The paper's transformer",
            "6 layers, 6 heads, width 24, 8 characters of 65. " + STEP,
            [*transformer, "--rounds", "3", "--seconds", "0.3"],
            [*transformer, "--quick", "--rounds", "1"],
        ),
        Part(
            "characters",
            "The paper's character model",
            "16 characters of 27, `e` hidden units. " + STEP,
            [*characters, "--rounds", "3", "--seconds", "0.3"],
            [*characters, "--quick", "--rounds", "1"],
        ),
        Part(
            "functions",
            "Functions beside derivatives by hand",
            "Ratios of medians of interleaved calls; below 1 ours is faster. `hand` factors the partial derivatives of each line, "
            "`edge` multiplies once per use, as the chain rule has it, `factored` derives the whole polynomial again.",
            [*PINNED, "cargo", "bench", "--bench", "ratio"],
        ),
        Part(
            "gradbench",
            "The evals of gradbench",
            "The public suite's functions at its middle sizes: the function itself, an adjoint written by hand for speed "
            "(`benches/hand`), ours, and ours with the option `vector`, interleaved in one process.",
            [*PINNED, "cargo", "bench", "--bench", "gradbench"],
        ),
        Part(
            "instructions",
            "Instructions per gradient",
            "Counted by callgrind, so that the figures do not depend on what else the machine does.",
            ["benches/instructions.sh"],
        ),
        Part(
            "threads",
            "Two threads",
            "A training step of the transformer at batch 64 on one thread and on two.",
            ["bash", "-c", " && ".join(" ".join([*threads, "--threads", count]) for count in ("1", "2"))],
        ),
        Part(
            "files",
            "Small files",
            "Seven `f64` values to a file and back. Nobody waits for the disk (`fsync`).",
            [*run, "--only", "saveload", "--frameworks", "numpy,pytorch", "--iters", "5000", "--rounds", "3"],
        ),
        Part(
            "compile_time",
            "What differentiation adds to a build",
            "A release build of one function, without and with its derivatives; then the macros from scratch.",
            ["benches/compile_time.sh"],
        ),
        Part(
            "model_compile_time",
            "Builds of models",
            "A release build after one constant of the model was changed.",
            ["benches/model_compile_time.sh"],
        ),
        Part(
            "cold_start",
            "First builds",
            "From an empty target folder, with the crates already downloaded.",
            ["benches/cold_start.sh"],
        ),
        Part("size", "Sizes of programs", "Stripped, in bytes.", ["benches/size.sh"]),
    ]


def output_of(command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def first_line(*command):
    try:
        return output_of(command)[1].splitlines()[0].strip()
    except (OSError, IndexError):
        return "unknown"


def processor():
    try:
        info = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor() or platform.machine()
    name = re.search(r"model name\s*: (.*)", info)
    flags = re.search(r"flags\s*: (.*)", info)
    words = flags.group(1).split() if flags else []
    widest = "AVX-512" if "avx512f" in words else "AVX2" if "avx2" in words else "SSE2"
    count = len(re.findall(r"^processor\s*:", info, re.M))
    return f"{name.group(1) if name else platform.machine()}, {count} cores seen, {widest}"


def shown(command):
    """The command as a reader would type it: from the root of the repository, with a plain `python`."""
    words = ["python" if word == sys.executable else word for word in command]
    if "--python" in words:
        at = words.index("--python")
        words[at : at + 2] = []
    return " ".join(words) if words[0] != "bash" else words[-1]


def section(part, command):
    code, out, err = output_of(command)
    text = [f"## {part.heading}", "", part.meaning, "", "```sh", shown(command), "```", ""]
    if code != 0:
        lines = [line for line in err.splitlines() if line.strip()]
        return "\n".join([*text, f"Skipped: {lines[-1] if lines else 'it failed without a word'}", ""])
    lines = [line.rstrip() for line in out.splitlines()]
    tables = [line for line in lines if line.startswith("|")]
    if tables:
        # `run.py` prints tables in Markdown; what it says meanwhile is not for the report.
        kept = [line for line in lines if line.startswith(("|", "Table", "Time as")) or not line]
        body = re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()
        return "\n".join([*text, body, ""])
    return "\n".join([*text, "```text", "\n".join(lines).strip("\n"), "```", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="fewer sizes, shorter rounds")
    parser.add_argument("--only", help="parts, separated by commas (all)")
    parser.add_argument("--python", action="append", default=[], help="an interpreter that has frameworks already")
    parser.add_argument("--out", type=Path, default=ROOT / "BENCHMARKS.md", help="the file to write (BENCHMARKS.md)")
    options = parser.parse_args()
    known = parts(options.python)
    chosen = options.only.split(",") if options.only else [part.name for part in known]
    for name in chosen:
        if name not in [part.name for part in known]:
            parser.error(f"--only {name}: there is {', '.join(part.name for part in known)}")
    if output_of(["git", "status", "--porcelain", "--untracked-files=no"])[1].strip():
        print("there are uncommitted changes: the report names the last commit, which is not what runs", file=sys.stderr)
    date = datetime.date.today().isoformat()
    command = "python benches/report.py" + (" --quick" if options.quick else "")
    command += f" --only {options.only}" if options.only else ""
    text = [
        "# Benchmarks",
        "",
        f"All figures are of one machine, one commit and one day, written by `{command}`: commit "
        f"{first_line('git', 'rev-parse', '--short=10', 'HEAD')}, {date}, {processor()}, {platform.system()}, "
        f"{first_line('rustc', '--version')}, cargo's default target flags. The machine is a shared virtual one: ratios of one run mean "
        "more than times. Where another is faster than ours, the table shows it.",
        "",
    ]
    for part in known:
        if part.name in chosen:
            print(f"{part.name} …", file=sys.stderr, flush=True)
            text.append(section(part, part.quick if options.quick else part.command))
            options.out.write_text("\n".join(text))
    print(f"written: {options.out}", file=sys.stderr)


if __name__ == "__main__":
    main()
