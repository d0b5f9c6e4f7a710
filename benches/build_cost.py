#!/usr/bin/env python3
"""What `#[differentiable]` costs a build, in instructions of rustc, and how much of that is the macro's own. Needs valgrind.

    python benches/build_cost.py                      # this tree beside commit 3e94b0d
    python benches/build_cost.py main leaves,chains   # beside another commit; some programs

The programs: `operations`, the function of compile_time.sh; `leaves`, 20 small functions; `calls`, these and 20 more that each call
two of them; `chains`, 40 functions that call each other, in loops and branches, up to a depth of ten. Each is checked (what an
editor waits for) and built with `opt-level = 3`. burtorch is built as users build it: macros are not optimised, and do not check
themselves. Instructions do not depend on how busy the machine is, and vary by less than one in a thousand.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
ATTRIBUTE = "#[burtorch::differentiable]"


def leaf(at):
    return [
        f"let r = (x * {at}.5 + y).sin(); let t = r * y.exp(); t / (1.0 + x * x) + r.tanh()",
        f"let mut s = 0.0; for i in 0..8 {{ s += (x * i as f64).cos() * y; }} s / {at + 1}.0",
        f"if x > {at}.0 {{ (x - y).powi(3) }} else {{ x.ln() * y.max(0.5) }}",
        f"let a = x.sqrt() + y.abs(); let b = a.powf(1.5) - {at}.25 * y; let c = b * a - x; c * c + (a * b).atan2(x)",
        f"let d = (x * x + y * y + {at}.5).sqrt(); let e = (-d).exp() / d; e - 0.5 * d.recip()",
    ][at % 5]


def call(at):
    a, b = at % 20, (7 * at + 3) % 20
    return [
        f"f{a}(x * 0.5, y) - f{b}(y, x)",
        f"let mut s = x; for k in 0..9 {{ s = f{a}(s, y * k as f64).cos(); }} s * f{b}(y, s)",
        f"if x < y {{ f{a}(x, y).exp() }} else {{ f{b}(y, x) / (1.0 + x * x) }}",
        f"let t = (x + y).sqrt(); f{a}(t, t * y) * t.ln() + f{b}(t, x)",
    ][at % 4]


def link(at):
    # Each calls the one before it, but for that those are at most ten deep, and some other.
    a, b = at - 1 if at % 10 else at // 2, (7 * at + 3) % max(at, 1)
    return [
        f"f{a}(x * 0.5, y) - f{b}(y, x).tanh()",
        f"let mut s = x; for k in 0..3 {{ s = f{a}(s, y * k as f64).cos(); }} s * y",
        f"if x < y {{ f{a}(x, y).exp() }} else {{ f{b}(y, x) / (1.0 + x * x) }}",
        f"let t = (x + y).sqrt(); f{a}(t, t * y) * t.ln()",
    ][at % 4]


def program(bodies):
    functions = [f"{ATTRIBUTE}\npub fn f{at}(x: f64, y: f64) -> f64 {{ {body} }}\n" for at, body in enumerate(bodies)]
    calls = [f'    println!("{{:?}}", f{at}::grad(x, 0.7));\n' for at in range(len(bodies))]
    return "".join(functions) + "fn main() {\n    let x = std::hint::black_box(1.5);\n" + "".join(calls) + "}\n"


def operations():
    uses = 'println!("{} {:?}", f(x), f::grad(x));'
    values = ["-v", "operations=2000", "-v", f"attribute={ATTRIBUTE}", "-v", f"main={uses}"]
    command = ["awk", *values, "-f", REPOSITORY / "benches/operations.awk"]
    return subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


PROGRAMS = {
    "operations": operations,
    "leaves": lambda: program([leaf(at) for at in range(20)]),
    "calls": lambda: program([leaf(at) for at in range(20)] + [call(at) for at in range(20)]),
    "chains": lambda: program([leaf(0)] + [link(at) for at in range(1, 40)]),
}


def library(source, folder):
    """Builds burtorch of a tree as a user does; the folder of its libraries."""
    (folder / "src").mkdir(parents=True)
    (folder / "src/main.rs").write_text("fn main() {}\n")
    manifest = f'[package]\nname = "scratch"\nedition = "2024"\n\n[dependencies]\nburtorch = {{ path = "{source}" }}\n\n[workspace]\n'
    (folder / "Cargo.toml").write_text(manifest)
    environment = {**os.environ, "BURTORCH_VERIFY": "0", "CARGO_TARGET_DIR": str(folder / "target")}
    subprocess.run(["cargo", "build", "--release", "--quiet"], check=True, cwd=folder, env=environment)
    return folder / "target/release/deps"


def counted(file):
    """All instructions of a profile, and those inside of the macros, with all that they ask rustc for."""
    everything = inside = 0
    of = called = None
    is_call = False
    for line in open(file, errors="replace"):
        if line.startswith("ob="):
            of = line
        elif line.startswith("cob="):
            called = line
        elif line.startswith("calls="):
            is_call = True
        elif line[0] in "+-*0123456789":
            cost = int(line.split()[-1])
            if not is_call:
                everything += cost
            elif called and "burtorch_macros" in called and of and "burtorch_macros" not in of:
                inside += cost
            is_call, called = False, None if is_call else called
    return everything, inside


def measure(deps, source, emit, folder):
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], check=True, capture_output=True, text=True).stdout.strip()
    burtorch = next(deps.glob("libburtorch-*.rlib"))
    file, profile = folder / "main.rs", folder / "profile"
    file.write_text(source)
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "--compress-strings=no", "--compress-pos=no"]
    command += [f"{sysroot}/bin/rustc", "--edition", "2024", "--crate-type", "bin", f"--emit={emit}", "-C", "opt-level=3"]
    command += ["--extern", f"burtorch={burtorch}", "-L", f"dependency={deps}", "-o", folder / "out", file]
    environment = {**os.environ, "BURTORCH_VERIFY": "0"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(done.stderr)
    return counted(profile)


def main():
    revision = sys.argv[1] if len(sys.argv) > 1 else "3e94b0d"
    names = sys.argv[2].split(",") if len(sys.argv) > 2 else list(PROGRAMS)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "before").mkdir()
        archive = subprocess.run(["git", "archive", revision], check=True, capture_output=True, cwd=REPOSITORY).stdout
        subprocess.run(["tar", "x", "-C", folder / "before"], check=True, input=archive)
        before, now = library(folder / "before", folder / "a"), library(REPOSITORY, folder / "b")
        print(f"millions of instructions, {revision} and now          all            in the macros          elsewhere")
        for name in names:
            source = PROGRAMS[name]()
            for mode, emit in [("check", "metadata"), ("build", "link")]:
                (all_a, in_a), (all_b, in_b) = [measure(deps, source, emit, folder) for deps in (before, now)]
                out_a, out_b = all_a - in_a, all_b - in_b
                row = [(all_a, all_b), (in_a, in_b), (out_a, out_b)]
                cells = "   ".join(f"{a / 1e6:7.0f} {b / 1e6:7.0f} {100 * (b - a) / a:+6.1f} %" for a, b in row)
                print(f"{name:10} {mode:5}   {cells}", flush=True)


main()
