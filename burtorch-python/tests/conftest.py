import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory):
    """A cache of the tests' own, unless one is chosen: what was compiled before cannot hide a mistake."""
    if "BURTORCH_CACHE" not in os.environ:
        os.environ["BURTORCH_CACHE"] = str(tmp_path_factory.mktemp("cache"))
