"""Ours and other frameworks in turn on one core: the paper's Tables 2 to 7 with ratios, as text, JSON and SVG.

    python run.py --quick
    python run.py --only mlp,gpt --frameworks pytorch,jax --rounds 5

README.md in this folder says what is measured and how.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

FRAMEWORKS = {
    "pytorch": ("pytorch.py", "torch", ["torch", "numpy"]),
    "jax": ("jax_bench.py", "jax", ["jax"]),
    "tensorflow": ("tensorflow_bench.py", "tensorflow", ["tensorflow"]),
    "autograd": ("autograd_bench.py", "autograd", ["autograd"]),
    "micrograd": ("micrograd_bench.py", "micrograd", ["micrograd"]),
    "mlx": ("mlx_bench.py", "mlx.core", ["mlx[cpu]" if sys.platform != "darwin" else "mlx", "numpy"]),
    "libtorch": ("native.py", "torch", ["torch", "numpy"]),
    "candle": ("native.py", None, []),
    "numpy": ("numpy_bench.py", "numpy", ["numpy"]),
}
"""Script, module to import, packages to install; `native.py` builds programs."""

OURS = ("burtorch", "compiled")
OURS_EAGER = ("burtorch", "eager")

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "TORCHINDUCTOR_COMPILE_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
    "CUDA_VISIBLE_DEVICES": "",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "PYTHONWARNINGS": "ignore",
}

HIDDEN = [4, 16, 32, 64, 128, 512, 1024]
BATCHES = [1, 2, 4, 8, 16, 32, 64]


def cases(quick):
    """What is measured, as arguments of the scripts, by table."""
    hidden, batches = ([4, 64, 1024], [1, 64]) if quick else (HIDDEN, BATCHES)
    return {
        "tiny": [("tiny",)],
        "small": [("small",)],
        "saveload": [("saveload", "--part", part) for part in ("save", "load", "both")],
        "mlp": [("mlp", "--hidden", str(e), "--batch", str(b)) for b in (1, 64) for e in hidden],
        "gpt": [("gpt", "--batch", str(b)) for b in batches],
    }


class Interpreters:
    """Finds or installs a framework: in the given interpreters, else in the virtual environment."""

    def __init__(self, given, venv):
        self.given = given
        self.venv = venv
        self.environment = {**os.environ, **ONE_THREAD}

    def has(self, python, module):
        command = [python, "-c", f"import {module}"]
        return subprocess.run(command, capture_output=True, env=self.environment).returncode == 0

    def find(self, name):
        """The interpreter that has the framework; nothing if it cannot be installed."""
        _, module, packages = FRAMEWORKS[name]
        if module is None:
            return sys.executable
        for python in self.given:
            if self.has(python, module):
                return python
        python = str(self.venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        if not Path(python).exists():
            print(f"creating the virtual environment {self.venv}", flush=True)
            made = subprocess.run([sys.executable, "-m", "venv", str(self.venv)], capture_output=True, text=True)
            if made.returncode != 0:
                print(f"skipped {name}: no virtual environment: {last_line(made.stderr or made.stdout)}")
                return None
        if not self.has(python, module):
            print(f"installing {' '.join(packages)}", flush=True)
            command = [python, "-m", "pip", "install", "--quiet", *packages]
            installed = subprocess.run(command, capture_output=True, text=True)
            if installed.returncode != 0 or not self.has(python, module):
                print(f"skipped {name}: it cannot be installed: {last_line(installed.stderr)}")
                return None
        return python

    def command(self, name):
        """What runs the tasks of a framework; nothing if that cannot be had."""
        script, python = FRAMEWORKS[name][0], self.find(name)
        if python is None:
            return None
        command = [python, str(HERE / script)]
        if script != "native.py":
            return command
        print(f"building {name}", flush=True)
        built = subprocess.run([*command, name, "--build"], capture_output=True, text=True, env=self.environment)
        if built.returncode != 0:
            print(f"skipped {name}: {last_line(built.stderr)}")
            return None
        return [*command, name]


def last_line(text):
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "no reason given")


def build():
    """Our program, built with cargo's default flags for a release."""
    command = ["cargo", "build", "--release", "--example", "paper", "--message-format=json-render-diagnostics"]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    messages = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return next(m["executable"] for m in messages if m.get("executable") and m["target"]["name"] == "paper")


def pin(core):
    """This process and all that it starts run on one core."""
    if not hasattr(os, "sched_setaffinity"):
        print("this system cannot pin a process to a core: figures will vary more")
        return None
    core = max(os.sched_getaffinity(0)) if core is None else core
    os.sched_setaffinity(0, {core})
    return core


def measure(command, environment, timeout):
    """The line of JSON that the command prints, or why there is none."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment)
    except subprocess.TimeoutExpired:
        return None, f"not done after {timeout:.0f} s"
    line = last_line(done.stdout)
    if done.returncode != 0 or not line.startswith("{"):
        return None, last_line(done.stderr)
    return json.loads(line), None


def modes_of(command, environment):
    """The modes that a script has for a task; none if it cannot do the task."""
    done = subprocess.run([*command, "--list"], capture_output=True, text=True, env=environment)
    return done.stdout.split() if done.returncode == 0 else []


def rounds(runs, count, options, environment):
    """Every command once in each round; after each round, the lines so far by case and mode."""
    lines, dead = {}, set()
    for turn in range(count):
        for case, commands in runs.items():
            for key, command in commands:
                if (case, key) in dead:
                    continue
                amount = ["--seconds", str(options.seconds), *(["--iters", str(options.iters)] if options.iters else [])]
                line, reason = measure([*command, *amount], environment, options.timeout)
                name = f"round {turn + 1}: {' '.join(case)}, {' '.join(key)}"
                if line is None:
                    print(f"{name}: skipped, {reason}", flush=True)
                    dead.add((case, key))
                else:
                    print(f"{name}: {line['median_us']:.4g} µs", flush=True)
                    lines.setdefault((case, key), []).append(line)
        yield lines


FIGURES = ("median_us", "mean_us", "min_us", "init_ms", "peak_rss_mb")


def summary(lines):
    """One result per case and mode: medians over the rounds, the fastest for `min_us`, with the spread."""
    results = []
    for (case, key), found in lines.items():
        result = {"framework": key[0], "mode": key[1], **{k: v for k, v in found[-1].items() if k not in FIGURES}}
        result["part"] = case[-1] if case[0] == "saveload" else None
        for figure in FIGURES:
            result[figure] = statistics.median(line[figure] for line in found)
        result["min_us"] = min(line["min_us"] for line in found)
        result["rounds_us"] = [line["median_us"] for line in found]
        results.append(result)
    return results


def add_ratios(results):
    """How many times slower than ours each result of the same case is."""
    ours = {case_of(r): r["median_us"] for r in results if (r["framework"], r["mode"]) == OURS}
    for result in results:
        base = ours.get(case_of(result))
        result["ratio"] = result["median_us"] / base if base else None


def case_of(result):
    return tuple(result[key] for key in ("task", "hidden", "batch", "part"))


def number(value):
    """Four digits, without an exponent."""
    if value is None:
        return ""
    digits = 3 - math.floor(math.log10(abs(value))) if value else 0
    return f"{value:,.{max(digits, 0)}f}"


def table(title, head, rows):
    rows = [[cell if isinstance(cell, str) else number(cell) for cell in row] for row in rows]
    if not rows:
        return ""
    widths = [max(map(len, column)) for column in zip(head, *rows)]
    numeric = [all(cell.replace(",", "").replace(".", "").isdigit() or not cell for cell in c) for c in zip(*rows)]

    def line(cells):
        padded = (c.rjust(w) if n else c.ljust(w) for c, w, n in zip(cells, widths, numeric))
        return "| " + " | ".join(padded) + " |"

    rule = "|" + "|".join("-" * (w + 1) + (":" if n else "-") for w, n in zip(widths, numeric)) + "|"
    return "\n".join([f"\n{title}\n", line(head), rule, *map(line, rows)])


def name_of(result):
    return f"{result['framework']}, {result['mode']}"


def tables(results):
    """The paper's Tables 2 to 7."""
    texts = []
    for index, task, title in ((2, "tiny", "the tiny graph"), (3, "small", "the small graph")):
        found = sorted((r for r in results if r["task"] == task), key=lambda r: r["median_us"])
        head = ["framework, mode", "µs", "times ours", "memory, MB", "initialisation, ms"]
        rows = [[name_of(r), r["median_us"], r["ratio"], r["peak_rss_mb"], r["init_ms"]] for r in found]
        texts.append(table(f"Table {index}. One gradient of {title}, float64", head, rows))
    texts.append(files_table([r for r in results if r["task"] == "saveload"]))
    for index, batch in ((5, 1), (6, 64)):
        found = [r for r in results if r["task"] == "mlp" and r["batch"] == batch]
        title = f"Table {index}. One training step of mlp, batch {batch}, float32"
        texts.append(steps_table(title, found, "hidden", "e"))
    found = [r for r in results if r["task"] == "gpt"]
    texts.append(steps_table("Table 7. One training step of gpt, float32", found, "batch", "batch"))
    texts.append(growth_table(results))
    return "\n".join(text for text in texts if text)


def growth_table(results):
    """How time grows with size: the exponent of a power, fitted to the medians."""

    def exponent(found, size):
        points = [(math.log(r[size]), math.log(r["median_us"])) for r in found]
        if len({x for x, _ in points}) < 2:
            return ""
        return f"{statistics.linear_regression(*zip(*points)).slope:.2f}"

    names = list(dict.fromkeys(name_of(r) for r in results if r["task"] in ("mlp", "gpt")))
    rows = []
    for name in names:
        own = [r for r in results if name_of(r) == name]
        mlp = [[r for r in own if r["task"] == "mlp" and r["batch"] == batch] for batch in (1, 64)]
        large = [[r for r in found if r["hidden"] >= 64] for found in mlp]
        gpt = [r for r in own if r["task"] == "gpt"]
        cells = [exponent(found, "hidden") for pair in zip(mlp, large) for found in pair]
        rows.append([name, *cells, exponent(gpt, "batch")])
    head = ["framework, mode", "mlp b=1", "e ≥ 64", "mlp b=64", "e ≥ 64", "gpt"]
    return table("Time as a power of the hidden units of mlp and of the batch of gpt: the exponent", head, rows)


def files_table(found):
    rows = []
    for name in dict.fromkeys(map(name_of, found)):
        parts = {r["part"]: r for r in found if name_of(r) == name}
        pairs = [(p, k) for p in ("save", "load", "both") for k in ("median_us", "ratio")]
        rows.append([name, *(parts[p][k] if p in parts else None for p, k in pairs)])
    head = ["framework, mode", "save, µs", "times ours", "load, µs", "times ours", "both, µs", "times ours"]
    return table("Table 4. Seven float64 values to a file and back", head, rows)


def steps_table(title, found, key, label):
    rows = []
    for size in sorted({r[key] for r in found}):
        of_size = [r for r in found if r[key] == size]
        peers = [r for r in of_size if r["framework"] != OURS[0]]
        best = min(peers, key=lambda r: r["median_us"], default=None)
        for r in sorted(of_size, key=lambda r: r["median_us"]):
            mark = "best peer" if r is best else ""
            cells = [r["median_us"], r["ratio"], r["peak_rss_mb"], r["init_ms"], mark]
            rows.append([str(size), f"{r['params']:,}", name_of(r), *cells])
    head = [label, "parameters", "framework, mode", "µs", "times ours", "memory, MB", "initialisation, ms", ""]
    return table(title, head, rows)


COLOURS = [
    "#0b6e4f", "#d1495b", "#8d5a97", "#edae49", "#30638e", "#00798c", "#7a7a7a",
    "#b07d62", "#5c9ead", "#c97b84", "#3d405b", "#81b29a", "#e07a5f", "#a5a58d",
]  # fmt: skip


def chart(results):
    """Bars on a logarithmic scale, one group per case, as an SVG."""
    names = sorted({name_of(r) for r in results}, key=lambda name: (not name.startswith(OURS[0]), name))
    colours = {name: COLOURS[at % len(COLOURS)] for at, name in enumerate(names)}
    groups = {}
    for result in results:
        groups.setdefault(case_of(result), []).append(result)
    times = [r["median_us"] for r in results]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    left, top, width, bar, gap = 150, 60 + 18 * math.ceil(len(names) / 3), 640, 13, 12

    def x(value):
        return left + width * (math.log10(value) - low) / max(high - low, 1)

    body, y = [], top
    for group in groups.values():
        start = y
        for r in sorted(group, key=lambda r: r["median_us"]):
            end, label = x(r["median_us"]), number(r["median_us"])
            size = f'width="{end - left:.1f}" height="{bar - 2}" fill="{colours[name_of(r)]}"'
            tip = f"<title>{name_of(r)}: {label} µs</title>"
            body.append(f'<rect x="{left}" y="{y}" {size}>{tip}</rect>')
            body.append(f'<text x="{end + 4:.1f}" y="{y + bar - 4}" class="small">{label}</text>')
            y += bar
        middle = (start + y) / 2 + 4
        body.append(f'<text x="{left - 8}" y="{middle:.1f}" text-anchor="end">{case_name(group[0])}</text>')
        y += gap
    grid = []
    for power in range(low, high + 1):
        at = x(10.0**power)
        label = f"{10.0**power:g}"
        grid.append(f'<line x1="{at:.1f}" y1="{top - 6}" x2="{at:.1f}" y2="{y}" stroke="#ddd"/>')
        grid.append(f'<text x="{at:.1f}" y="{top - 12}" text-anchor="middle" class="small">{label}</text>')
    legend = []
    for at, name in enumerate(names):
        column, row = left + 220 * (at % 3), 40 + 18 * (at // 3)
        legend.append(f'<rect x="{column}" y="{row - 9}" width="10" height="10" fill="{colours[name]}"/>')
        legend.append(f'<text x="{column + 15}" y="{row}">{name}</text>')
    size = f'width="{left + width + 90}" height="{y + 10}" viewBox="0 0 {left + width + 90} {y + 10}"'
    style = "<style>text{font:12px sans-serif;fill:#222}.small{font-size:10px;fill:#555}</style>"
    heading = "Microseconds per gradient or training step, one core"
    title = f'<text x="{left}" y="18" style="font-size:15px">{heading}</text>'
    background = '<rect width="100%" height="100%" fill="#fff"/>'
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', style, background, title]
    return "\n".join([*head, *legend, *grid, *body, "</svg>"]) + "\n"


def case_name(result):
    if result["task"] == "saveload":
        return result["part"]
    hidden = f" e={result['hidden']}" if result["task"] == "mlp" else ""
    batch = f", batch {result['batch']}" if result["task"] in ("mlp", "gpt") else ""
    return f"{result['task']}{hidden}{batch}"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="three sizes of mlp, two of gpt, two short rounds")
    parser.add_argument("--only", default="tiny,small,saveload,mlp,gpt", help="tasks, separated by commas (all)")
    parser.add_argument("--frameworks", default=",".join(FRAMEWORKS), help="frameworks, separated by commas (all)")
    parser.add_argument("--modes", help="modes, separated by commas (all that a framework has)")
    parser.add_argument("--rounds", type=int, help="how often everything is measured (5, quick: 2)")
    parser.add_argument("--seconds", type=float, help="time for each measurement (1, quick: 0.3)")
    parser.add_argument("--iters", type=int, help="gradients, files or steps of each measurement, instead of a time")
    parser.add_argument("--timeout", type=float, default=300, help="seconds that a process may take (300)")
    parser.add_argument("--core", type=int, help="the core to run on (the last one)")
    parser.add_argument("--python", action="append", default=[], help="an interpreter that has frameworks already")
    parser.add_argument("--venv", type=Path, default=ROOT / "target" / "peers-venv", help="where to install the others")
    parser.add_argument("--out", type=Path, default=ROOT / "target" / "peers", help="where results go (target/peers)")
    parser.add_argument("--check", action="store_true", help="compare every framework with tests/data instead")
    options = parser.parse_args()
    options.rounds = options.rounds or (2 if options.quick else 5)
    options.seconds = options.seconds or (0.3 if options.quick else 1.0)
    for given, known, option in (
        (options.only, cases(True), "--only"),
        (options.frameworks, {**FRAMEWORKS, "none": ()}, "--frameworks"),
    ):
        for word in given.split(","):
            if word not in known:
                parser.error(f"{option} {word}: there is {', '.join(known)}")
    return options


def main():
    options = arguments()
    tasks, environment = options.only.split(","), {**os.environ, **ONE_THREAD}
    interpreters = Interpreters(options.python, options.venv)
    scripts = {}
    for name in options.frameworks.split(","):
        command = interpreters.command(name) if name != "none" else None
        if command:
            scripts[name] = command
    if options.check:
        failed = False
        for name, script in scripts.items():
            for task in tasks:
                if task != "saveload" and modes_of([*script, task], environment):
                    print(f"{name}:", flush=True)
                    failed |= subprocess.run([*script, task, "--check"], env=environment).returncode != 0
        sys.exit(failed)
    program = build()
    core = pin(options.core)
    runs = {}
    for task in tasks:
        modes = {name: modes_of([*script, task], environment) for name, script in scripts.items()}
        for case in cases(options.quick)[task]:
            runs[case] = [(OURS, [program, *case])]
            if task != "saveload":
                runs[case].append((OURS_EAGER, [program, *case, "--mode", "eager"]))
            for name, script in scripts.items():
                for mode in modes[name]:
                    if not options.modes or mode in options.modes.split(","):
                        runs[case].append(((name, mode), [*script, *case, "--mode", mode]))
    options.out.mkdir(parents=True, exist_ok=True)
    settings = {"rounds": options.rounds, "seconds": options.seconds, "core": core}
    for lines in rounds(runs, options.rounds, options, environment):
        results = summary(lines)
        add_ratios(results)
        text = json.dumps({"settings": settings, "results": results}, indent=1)
        (options.out / "results.json").write_text(text + "\n")
        (options.out / "results.svg").write_text(chart(results))
    print(tables(results))
    print(f"\nwritten: {options.out / 'results.json'}, {options.out / 'results.svg'}")


if __name__ == "__main__":
    main()
