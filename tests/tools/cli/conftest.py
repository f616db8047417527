"""What the tests of the command line share: the program, and collections made once a run."""
import os
import shutil
from pathlib import Path

import pytest

from chance import chance  # noqa: F401
from made import make_documents, write_jsonl
from program import Descry

pytest.register_assert_rewrite("dump")


@pytest.fixture(scope="session")
def descry():
    return Descry.built()


@pytest.fixture(scope="session")
def documents():
    """2,000 documents: enough for a model with words."""
    return make_documents(2000)


@pytest.fixture(scope="session")
def jsonl(documents, tmp_path_factory):
    return write_jsonl(tmp_path_factory.mktemp("collection") / "docs.jsonl", documents)


@pytest.fixture(scope="session")
def index(descry, jsonl, tmp_path_factory):
    """An index of the 2,000 documents, in their order, that no test writes into."""
    db = tmp_path_factory.mktemp("index") / "db"
    descry("index", db, jsonl, "--quiet")
    return db


@pytest.fixture
def own_index(index, tmp_path):
    """A copy of the index that a test may change."""
    return Path(shutil.copytree(index, tmp_path / "own.db"))


@pytest.fixture(scope="session")
def shared():
    """The folder of real collections; tests that need it are skipped where it is absent."""
    default = Path(__file__).parents[3] / ".." / "shared"
    path = Path(os.environ.get("DESCRY_SHARED", default)).resolve()
    if not (path / "corpora").is_dir():
        pytest.skip(f"no collections in {path}; DESCRY_SHARED names their folder")
    return path
