"""What a program defines."""


class Module:
    """The functions and models of a program, as attributes."""

    def __init__(self, items):
        self.__dict__.update(items)
        self._items = items

    def __iter__(self):
        return iter(self._items.values())

    def __getattr__(self, name):
        raise AttributeError(f"the program has no function or model `{name}`: there are {', '.join(self._items)}")

    def __repr__(self):
        return f"<burtorch.Module with {', '.join(self._items)}>"
