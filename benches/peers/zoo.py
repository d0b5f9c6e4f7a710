"""Fifteen models that nothing was tuned for: a training step of ours beside PyTorch's and JAX's, and gradients compared.

    python zoo.py --check                            # the gradients of all models beside PyTorch's in f64
    python zoo.py --only lstm,gru --seconds 1        # steps of some of them
    python zoo.py --first --modes pytorch-compiled,jax-scan

Times are processor time on one core, so that other work on the machine does not count; each command runs once in each round, one after
the other. `--first` takes batch 1 and the next one of each model only. README.md says how the frameworks are found or installed.
"""

import argparse
import json
import os
import statistics
import subprocess
from pathlib import Path

import run
import zoo_bench
import zoo_models

ZOO = run.HERE.parent / "zoo"
CHECKED = {"gpt768": 1}
"""Samples of the gradients that are compared: 3, a batch that fills no tile, if nothing else is said.

Of the millions of ReLUs of the largest model, some few have an input that is 0 but for rounding; one sample has none of these."""


def build(only):
    """Our programs by model."""
    bins = [word for model in only for word in ("--bin", model)]
    command = ["cargo", "build", "--release", *bins, "--message-format=json-render-diagnostics"]
    output = subprocess.run(command, cwd=ZOO, check=True, stdout=subprocess.PIPE, text=True).stdout
    messages = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return {m["target"]["name"]: m["executable"] for m in messages if m.get("executable")}


def gradient(model, program, folder):
    """Writes parameters, samples and gradient of a model for the other frameworks."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [program, "gradient", "--batch", str(CHECKED.get(model, 3)), str(folder)]
    (folder / "about.json").write_text(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--only", default=",".join(zoo_models.BATCHES), help="models, by commas (all)")
    parser.add_argument("--modes", default=",".join(zoo_bench.MODES), help="modes of the others, by commas (all)")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--timeout", type=float, default=900.0, help="for one command, in seconds (900)")
    parser.add_argument("--first", action="store_true", help="batch 1 and the next one only")
    parser.add_argument("--check", action="store_true", help="compare gradients, and measure nothing")
    parser.add_argument("--core", type=int, help="the core to run on (the last)")
    parser.add_argument("--python", action="append", default=[], help="an interpreter that has frameworks already")
    parser.add_argument("--venv", type=Path, default=run.ROOT / "target" / "peers-venv")
    options = parser.parse_args()
    only = options.only.split(",")
    for model in only:
        if model not in zoo_models.BATCHES:
            parser.error(f"there is no model `{model}`: there is {', '.join(zoo_models.BATCHES)}")
    environment = {**os.environ, **run.ONE_THREAD}
    interpreters = run.Interpreters(options.python, options.venv)
    modes = ["pytorch-eager"] if options.check else options.modes.split(",")
    pythons = {mode: interpreters.find(mode.split("-")[0]) for mode in modes}
    programs = build(only)
    run.pin(options.core)
    results = run.ROOT / "target" / "peers"
    folders = {model: results / "zoo" / model for model in only}
    for model in only:
        gradient(model, programs[model], folders[model])
    script = str(run.HERE / "zoo_bench.py")
    if options.check:
        for model in only:
            python = pythons["pytorch-eager"] or parser.error("PyTorch is needed for --check")
            line, reason = run.measure([python, script, "check", str(folders[model]), model], environment, options.timeout)
            print(f"{model}: {reason}" if line is None else f"{model}: loss {line['loss']:.1e}, gradient {line['gradient']:.1e} ({line['where']})", flush=True)
        return
    found = {}
    for turn in range(options.rounds):
        for model in only:
            for batch in zoo_models.BATCHES[model][: 2 if options.first else None]:
                seconds = ["--seconds", str(options.seconds)]
                commands = {"burtorch": [programs[model], "step", "--batch", str(batch), *seconds]}
                for mode, python in pythons.items():
                    if python:
                        commands[mode] = [python, script, "step", str(folders[model]), model, mode, str(batch), *seconds]
                for mode, command in commands.items():
                    line, reason = run.measure(command, environment, options.timeout)
                    key = (model, batch, mode)
                    if line is None:
                        print(f"round {turn + 1}: {model}, batch {batch}, {mode}: skipped, {reason}", flush=True)
                        continue
                    print(f"round {turn + 1}: {model}, batch {batch}, {mode}: {line['median_us']:.4g} µs", flush=True)
                    found.setdefault(key, []).append(line)
                    (results / "zoo.json").write_text(json.dumps([[*k, v] for k, v in found.items()], indent=1))
    print(table(found))


def table(found):
    """Medians over the rounds, and how many times faster than the best of the others ours is."""
    times = {key: statistics.median(line["median_us"] for line in lines) for key, lines in found.items()}
    rows = []
    for model, batch in dict.fromkeys((model, batch) for model, batch, _ in times):
        ours = times.get((model, batch, "burtorch"))
        others = {mode: time for (m, b, mode), time in times.items() if (m, b) == (model, batch) and mode != "burtorch"}
        if ours is None or not others:
            continue
        best = min(others, key=others.get)
        params = f"{found[model, batch, 'burtorch'][0]['params']:,}"
        rows.append([model, params, str(batch), ours, others[best], best.replace("-", ", "), f"{others[best] / ours:.2f}"])
    return run.table("One training step, microseconds of processor time", ["model", "parameters", "batch", "burtorch", "best other", "", "times faster"], rows)


if __name__ == "__main__":
    main()
