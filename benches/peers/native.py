"""Peers that are programs: LibTorch in C++, candle in Rust. Builds one where that is needed, and becomes it.

    python native.py candle gpt --batch 64
    python native.py libtorch mlp --check        # with an interpreter that has PyTorch: its wheel holds LibTorch
    python native.py candle --build

They are built for the processor of this machine, since they do not look for its instruction sets by themselves everywhere.
"""

import importlib.util
import os
import subprocess
import sys
import time
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "native-peers"

NAMES = ("libtorch", "candle")


def libtorch():
    """The program, and the command that builds it."""
    found = importlib.util.find_spec("torch")
    if found is None:
        sys.exit("this interpreter has no PyTorch, with which LibTorch comes")
    torch = Path(found.origin).parent
    # Another PyTorch is another program.
    program = TARGET / f"libtorch-{zlib.crc32(str(torch).encode()):08x}"
    include, library = torch / "include", torch / "lib"
    command = [
        os.environ.get("CXX", "g++"), "-std=c++20", "-O3", "-march=native", str(HERE / "libtorch.cpp"), "-o", str(program),
        f"-I{include}", f"-I{include / 'torch/csrc/api/include'}",
        f"-L{library}", f"-Wl,-rpath,{library}", "-ltorch_cpu", "-lc10",
    ]  # fmt: skip
    return program, command, [HERE / "libtorch.cpp", torch / "version.py"]


def rust(name):
    crate = HERE / "rust"
    command = ["cargo", "build", "--release", "--manifest-path", str(crate / "Cargo.toml"), "--features", name, "--bin", f"{name}_bench"]
    sources = [crate / "Cargo.toml", crate / "src/lib.rs", crate / f"src/bin/{name}_bench.rs"]
    return TARGET / "release" / f"{name}_bench", command, sources


def is_fresh(program, sources):
    return program.exists() and all(program.stat().st_mtime >= source.stat().st_mtime for source in sources)


def built(name):
    """The program, built if it is not there or its sources are newer."""
    program, command, sources = libtorch() if name == "libtorch" else rust(name)
    if is_fresh(program, sources):
        return program
    TARGET.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "CARGO_TARGET_DIR": str(TARGET), "RUSTFLAGS": "-C target-cpu=native"}
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    except FileNotFoundError:
        sys.exit(f"{name} cannot be built: there is no {command[0]}")
    if done.returncode != 0:
        first = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr.strip() or "no reason given")
        sys.exit(f"{done.stderr}\n{name} cannot be built: {first.strip()}")
    # Cargo leaves a program alone that would be the same again.
    program.touch()
    return program


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in NAMES:
        sys.exit(f"usage: python native.py {'|'.join(NAMES)} --build|TASK [OPTIONS]")
    name, *words = sys.argv[1:]
    program = built(name)
    if words == ["--build"]:
        return
    if name == "libtorch":
        words += ["--data", str(ROOT / "tests/data")]
    # What it takes to load its libraries counts.
    os.environ["PEER_STARTED_NS"] = str(time.monotonic_ns())
    os.execv(program, [str(program), *words])


if __name__ == "__main__":
    main()
