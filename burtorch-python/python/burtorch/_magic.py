"""The notebook cell magic ``%%burtorch``."""

from ._compile import compile
from ._module import Module


def register(ipython):
    def burtorch(line, cell):
        """Compiles the cell. Its functions and models become variables; ``%%burtorch name`` gives one name to all of it."""
        program = compile(cell)
        if line.strip():
            ipython.push({line.strip(): program})
        else:
            items = list(program) if isinstance(program, Module) else [program]
            ipython.push({item.__name__: item for item in items})

    ipython.register_magic_function(burtorch, magic_kind="cell")
