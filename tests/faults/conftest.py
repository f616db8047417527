"""What the tests of faults share: the program, how often each accident happens, the commands."""
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools" / "cli"))
pytest.register_assert_rewrite("dump", "scenarios")

from chance import chance  # noqa: E402, F401
from program import Descry  # noqa: E402
from scenarios import prepare_world  # noqa: E402


@pytest.fixture(scope="session")
def descry():
    return Descry.built()


@pytest.fixture(scope="session")
def accidents_each():
    """Accidents of a kind for each command."""
    return int(os.environ.get("DESCRY_FAULTS", "1"))


@pytest.fixture(scope="session")
def world(descry, tmp_path_factory):
    return prepare_world(descry, tmp_path_factory.mktemp("world"))
