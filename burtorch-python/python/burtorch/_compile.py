"""From Rust text to a loaded library, by the user's own cargo."""

import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from . import _native
from ._function import Function
from ._model import Model
from ._module import Module

VERSION = "0.1"


class CompileError(Exception):
    """A program that does not compile: burtorch's own message, with the line and column of the text (from 1)."""

    def __init__(self, message, line=None, column=None, rendered=None):
        super().__init__(rendered or message)
        self.message, self.line, self.column = message, line, column


def compile(text, *, dependencies=None, quiet=False):
    """Compiles Rust text with ``#[differentiable]`` functions and ``graph!`` models, and loads it.

    Returns the function or the model if there is one, else a ``Module`` with all of them as attributes. What was compiled
    once is kept, in ``$BURTORCH_CACHE`` or the user's cache folder, and loaded at once the next time.

    ``dependencies`` are crates that the text uses, as in ``Cargo.toml``: ``{"num-traits": "0.2"}``. ``quiet`` leaves out the
    progress line, which is shown on terminals only.
    """
    if not isinstance(text, str):
        raise TypeError(f"`compile` takes Rust as text, not {type(text).__name__}")
    source = _source()
    manifest = _manifest(source, dependencies or {})
    key = hashlib.sha256("\0".join((text, manifest, _native_id(), _source_id(source))).encode()).hexdigest()[:32]
    folder = _cache() / "compiled" / key
    library = folder / ("burtorch.dll" if sys.platform == "win32" else "burtorch.so")
    if not library.exists():
        with _alone(key):
            # Another process may have compiled it meanwhile.
            if not library.exists():
                _build(text, manifest, key, library, quiet)
    return _loaded(library)


@contextlib.contextmanager
def _alone(key):
    """One process or thread at a time compiles a program. The others wait for it, also if it dies."""
    try:
        import fcntl
    except ImportError:
        # Without this lock of Unix they wait for cargo's.
        yield
        return
    folder = _cache() / "build"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"{key}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _loaded(library):
    items = _items(_native.load(library))
    return next(iter(items.values())) if len(items) == 1 else Module(items)


def _items(entries):
    """The functions and models of a library by name."""
    groups = {}
    for entry in entries:
        item, mode = entry.name.split(".", 1)
        groups.setdefault(item, {})[mode] = entry
    return {
        name: Model(name, entries) if "init" in entries else Function(name, entries) for name, entries in groups.items()
    }


def adopt(module, capsule):
    """Puts the models of a module that ``burtorch::python!`` made into it."""
    items = _items(_native.adopt(capsule))
    for name, item in items.items():
        setattr(module, name, item)
    module.__all__ = sorted(items)


def _cache():
    chosen = os.environ.get("BURTORCH_CACHE")
    if chosen:
        return pathlib.Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "burtorch"


def _source():
    """The folder with burtorch's sources, if there is one; else cargo takes it from the registry."""
    chosen = os.environ.get("BURTORCH_SOURCE")
    folder = pathlib.Path(chosen or _native.SOURCE)
    if (folder / "burtorch-ffi" / "Cargo.toml").exists():
        return folder.resolve()
    if chosen:
        raise FileNotFoundError(f"BURTORCH_SOURCE is {chosen}, where there is no burtorch")
    return None


def _native_id():
    """What changes when this package does: a library that an older one generated is not loaded."""
    return hashlib.sha256(pathlib.Path(_native.__file__).read_bytes()).hexdigest()


def _source_id(source):
    """What changes when the sources in a folder do."""
    if source is None:
        return VERSION
    files = sorted(file for crate in ("src", "burtorch-*") for file in source.glob(f"{crate}/**/*.rs") if "target" not in file.parts)
    return "".join(f"{file}{file.stat().st_mtime_ns}" for file in files)


def _manifest(source, dependencies):
    if not hasattr(dependencies, "items"):
        raise TypeError('`dependencies` are names of crates with their versions, as in `{"num-traits": "0.2"}`')

    def requirement(path):
        return f'{{ path = "{source / path}" }}' if source else f'"{VERSION}"'

    own = {"burtorch": requirement("."), "burtorch-ffi": requirement("burtorch-ffi")}
    others = {name: value if value.startswith("{") else json.dumps(value) for name, value in dependencies.items()}
    lines = "\n".join(f"{name} = {value}" for name, value in {**own, **others}.items())
    return (
        '[package]\nname = "NAME"\nversion = "0.0.0"\nedition = "2024"\n\n[lib]\nname = "NAME"\ncrate-type = ["cdylib"]\n\n'
        f"[dependencies]\n{lines}\n\n[workspace]\n"
    )


def _build(text, manifest, key, library, quiet):
    if shutil.which("cargo") is None:
        raise RuntimeError("burtorch.compile needs Rust's cargo, which is not in PATH: install it from https://rustup.rs")
    left_out = []
    while True:
        program = _native.generate_exports(text, left_out)
        # Of a text that is no Rust, rustc says more.
        source, lines, entries = program or (text, len(text.splitlines()), None)
        if entries == []:
            raise CompileError(
                "there is nothing to export: write a function with `#[differentiable]` (without generic types), or a "
                "`graph!` with a `pub struct` and a `pub fn`"
            )
        errors, built = _cargo(manifest, key, source, quiet)
        if built:
            library.parent.mkdir(parents=True, exist_ok=True)
            # Another process may write the same.
            handle, path = tempfile.mkstemp(dir=library.parent)
            os.close(handle)
            shutil.copy(built, path)
            os.replace(path, library)
            return
        # One message for each place: the first.
        own = {(error["line"], error["column"]): error for error in reversed(errors) if (error["line"] or lines + 1) <= lines}
        if own:
            first = min(own.items())[1]
            shown = "\n\n".join(_shown(text, error["message"], *place) for place, error in sorted(own.items()))
            raise CompileError(first["message"], first["line"], first["column"], shown)
        by_line = dict(entries or [])
        missing = {by_line[error["line"]]: error["message"] for error in errors if error["line"] in by_line}
        if not missing:
            raise CompileError(errors[0]["message"], rendered=errors[0]["rendered"])
        for name, message in missing.items():
            item, mode = name.split(".", 1)
            if mode == "value" or mode in ("init", "parameters", "trained"):
                raise CompileError(
                    f"`{item}` cannot be called from Python: its arguments and result must be numbers, arrays, slices or "
                    f"tuples of these ({message})"
                )
        left_out.extend(missing)


def _cargo(manifest, key, source, quiet):
    """Builds a library: the errors, and the path of what was built."""
    name = f"burtorch_{key}"
    folder = _cache() / "build" / key
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(manifest.replace("NAME", name))
    (folder / "src" / "lib.rs").write_text(source)
    target = _cache() / "target"
    command = ["cargo", "build", "--release", "--message-format=json", "--manifest-path", str(folder / "Cargo.toml")]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target)}
    # Flags for a crate around this process are not for ours.
    environment.pop("CARGO_ENCODED_RUSTFLAGS", None)
    # A file, for a pipe that nobody reads would stop cargo once it is full.
    log = tempfile.TemporaryFile("w+")
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, env=environment, text=True
    )
    errors, built = [], None
    progress = _Progress(quiet)
    try:
        for line in process.stdout:
            message = json.loads(line)
            if message["reason"] == "compiler-artifact":
                progress.crate(message["target"]["name"])
                if message["target"]["name"] == name:
                    built = message["filenames"][0]
            elif message["reason"] == "compiler-message" and message["message"]["level"] == "error":
                errors.append(_error(message["message"]))
    except BaseException:
        process.kill()
        raise
    finally:
        progress.end()
    if process.wait() != 0:
        built = None
        if not errors:
            log.seek(0)
            raise RuntimeError(f"cargo could not build the program:\n{log.read().strip()}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    # Of rustc's summary at the end nobody learns anything.
    return [error for error in errors if error["line"] is not None] or errors, built


def _error(message):
    """What is shown of an error of rustc, and where."""
    spans = [span for span in message["spans"] if span["is_primary"]]
    place = spans[0] if spans else None
    # What a macro wrote counts for the place where it was called.
    while place and not place["file_name"].endswith("lib.rs") and place["expansion"]:
        place = place["expansion"]["span"]
    return {
        "message": message["message"],
        "rendered": message["rendered"],
        "line": place["line_start"] if place else None,
        "column": place["column_start"] if place else None,
    }


def _shown(text, message, line, column):
    """A message with its line, as rustc shows it."""
    if line is None:
        return message
    lines = text.splitlines()
    excerpt = lines[line - 1] if line <= len(lines) else ""
    width = len(str(line))
    return f"{message}\n{' ' * width}--> line {line}, column {column}\n{line} | {excerpt}\n{' ' * width} | {' ' * (column - 1)}^"


class _Progress:
    """A line that says what cargo does, on a terminal."""

    def __init__(self, quiet):
        self.shown = not quiet and sys.stderr.isatty()
        self.start, self.count = time.monotonic(), 0

    def crate(self, name):
        self.count += 1
        if self.shown:
            seconds = time.monotonic() - self.start
            print(f"\r\033[Kburtorch: compiled {self.count} crates in {seconds:.0f} s ({name[:32]})", end="", file=sys.stderr, flush=True)

    def end(self):
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
