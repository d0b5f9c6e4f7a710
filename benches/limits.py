#!/usr/bin/env python3
"""How long functions of growing size take to compile, beside the same functions without the attribute.

    cargo build && python benches/limits.py                  # all kinds
    python benches/limits.py sum,loops_nested 100,1000 60    # some kinds, sizes, and a limit in seconds

A row is a kind and a size: the time of rustc without the attribute, with it, and that of the macro alone. The last column is the
exponent of the macro's time since the size before: 1 is linear. A program that rustc itself does not take says so on both sides.
"""
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "target" / "debug"


def body(text):
    return "fn f(x: f64, y: f64, n: usize) -> f64 { " + text + " }"


def each(count, part):
    return "".join(part(at) for at in range(count))


KINDS = {
    "sum": lambda n: body("x" + each(n, lambda i: f" + y * x.sin() * {i}.5")),
    "methods": lambda n: body("x" + ".sin().max(y)" * n),
    "conditions": lambda n: body("if x > 0.0" + each(n, lambda i: f" && y < {i}.5") + " { x } else { y }"),
    "code": lambda n: body("let k = n" + each(n, lambda i: f" + n * {i}") + "; x * y * k as f64"),
    "lets": lambda n: body("let v0 = x * y; " + each(n, lambda i: f"let v{i + 1} = v{i}.sin() + y; ") + f"v{n}"),
    "ifs": lambda n: body("let mut v = x * y; " + each(n, lambda i: f"if v > {i}.5 {{ v *= y; }} ") + "v"),
    "ifs_nested": lambda n: body("let mut v = x * y; " + each(n, lambda i: f"if v > {i}.5 {{ v *= y; ") + "}" * n + " v"),
    "else_ifs": lambda n: body(each(n, lambda i: f"if x < {i}.5 {{ x * y + {i}.5 }} else ") + "{ y * x }"),
    "match": lambda n: body("match n { " + each(n, lambda i: f"{i} => x * y + {i}.5, ") + "_ => y * x }"),
    "returns": lambda n: body(each(n, lambda i: f"if n == {i} {{ return x * y * {i}.5; }} ") + "y * x"),
    "loops": lambda n: body("let mut v = x * y; " + "for _ in 0..n { v = v.sin() * y; } " * n + "v"),
    "loops_nested": lambda n: body("let mut v = x; " + "for _ in 0..n { v = v.sin() * y; " * n + "}" * n + " v"),
    "loops_unrolled": lambda n: body("let mut v = x; " + "for _ in 0..2 { v = v.sin() * y; " * n + "}" * n + " v"),
    "breaks": lambda n: body("let mut v = x; for _ in 0..n { " + each(n, lambda i: f"if v > {i}.5 {{ break; }} v *= y; ") + "} v"),
    "variables": lambda n: body(each(n, lambda i: f"let mut v{i} = x; ") + "for _ in 0..n { " + each(n, lambda i: f"v{i} *= y; ") + "} v0"),
    "closures": lambda n: body("let c0 = |a: f64| a * y; " + each(n, lambda i: f"let c{i + 1} = |a: f64| c{i}(a) + c{i}(a * 2.0); ") + f"c{n}(x)"),
    "array": lambda n: body(f"let mut a = [y; {n + 1}]; " + each(n, lambda i: f"a[{i + 1}] = x * a[{i}]; ") + f"a[{n}]"),
    "pushes": lambda n: body("let mut v = Vec::new(); " + each(n, lambda i: f"v.push(x * {i}.5); ") + "v[0] * y"),
    "parentheses": lambda n: body("(" * n + "x" + " * y)" * n),
}


def compile(folder, name, function, attribute, limit):
    """The time of rustc and of the macro, and what went wrong."""
    file = Path(folder) / f"{name}.rs"
    file.write_text(f"#![allow(warnings)]\n{attribute}\npub {function}\n")
    command = ["rustc", "--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "--out-dir", folder, str(file)]
    command += ["--extern", f"burtorch={TARGET}/libburtorch.rlib", "-L", f"dependency={TARGET}/deps"]
    start = time.time()
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit, env={**os.environ, "BURTORCH_TIME": "1"})
    except subprocess.TimeoutExpired:
        return limit, None, f"more than {limit} s"
    took = time.time() - start
    macro = re.search(r"time of `f`: (\d+)", run.stderr)
    error = re.search(r"error.*", run.stderr) if run.returncode else None
    return took, int(macro[1]) / 1e6 if macro else None, error[0][:100] if error else ""


def main():
    kinds = sys.argv[1].split(",") if len(sys.argv) > 1 else list(KINDS)
    sizes = [int(size) for size in sys.argv[2].split(",")] if len(sys.argv) > 2 else [10, 30, 100, 300, 1000, 3000]
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else 60
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            before = None
            for size in sizes:
                function = KINDS[kind](size)
                plain = compile(folder, "plain", function, "", limit)
                took = compile(folder, "with", function, "#[burtorch::differentiable]", limit)
                exponent = ""
                if before and took[1]:
                    exponent = f"{math.log(took[1] / before[1]) / math.log(size / before[0]):.1f}"
                before = (size, took[1]) if took[1] else None
                macro = f"{took[1]:.3f}" if took[1] else "-"
                print(f"{kind:15} {size:6} plain {plain[0]:6.2f} {plain[2][:30]:30} with {took[0]:6.2f} macro {macro:>7} {exponent:>5} {took[2]}", flush=True)
                if took[2]:
                    break


main()
