"""How programs are compiled: once, whoever asks for them, and with a line that says so."""

import os
import subprocess
import sys

import pytest

import burtorch

TEXT = "#[differentiable]\nfn {name}(x: f64) -> f64 {{ x * x * x }}\n"


@pytest.mark.parametrize(
    ("arguments", "named", "words"),
    [((b"fn f() {}",), {}, "takes Rust as text, not bytes"), (("fn f() {}",), {"dependencies": ["rand"]}, "names of crates with their versions")],
)
def test_arguments_of_other_types(arguments, named, words):
    with pytest.raises(TypeError, match=words):
        burtorch.compile(*arguments, **named)


def test_processes_that_compile_the_same():
    text = TEXT.format(name="compiled_by_four_processes")
    code = f"import burtorch; print(burtorch.compile({text!r}, quiet=True).grad(2.0))"
    processes = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    for process in processes:
        out, err = process.communicate()
        assert (process.returncode, out) == (0, "12.0\n"), err


def test_a_terminal_shows_how_far_it_is():
    pty = pytest.importorskip("pty")
    code = f"import burtorch; burtorch.compile({TEXT.format(name='compiled_on_a_terminal')!r})"
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", code], stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 1000)
        except OSError:
            # So a terminal says that nobody is there any more.
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert process.wait() == 0
    # The line is written over itself, and is gone at the end.
    assert b"burtorch: compiled " in shown and shown.endswith(b"\r\x1b[K") and b"\n" not in shown


def test_a_cell_of_a_notebook():
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell.instance()
    shell.extension_manager.load_extension("burtorch")
    shell.run_cell_magic("burtorch", "", TEXT.format(name="cube"))
    assert shell.user_ns["cube"].grad(2.0) == 12.0
    both = TEXT.format(name="cube") + TEXT.format(name="other")
    shell.run_cell_magic("burtorch", "program", both)
    assert shell.user_ns["program"].other(2.0) == 8.0 and "other" not in shell.user_ns
    shell.run_cell_magic("burtorch", "", both)
    assert shell.user_ns["other"](2.0) == 8.0
    with pytest.raises(burtorch.CompileError, match="nothing to export"):
        shell.run_cell_magic("burtorch", "", "fn f() {}")
