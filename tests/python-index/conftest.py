"""What the tests of descry.index share: an index of real texts, and the program beside it."""
import json
import os
import subprocess
from pathlib import Path

import pytest

xapian = pytest.importorskip("xapian", reason="python3-xapian is absent")
pytest.importorskip("descry.index", reason="python3-descry is absent")

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def program():
    """Runs the program; tests against it are skipped where it is not built."""
    path = Path(os.environ.get("DESCRY", ROOT / "build/release/tools/descry"))
    if not path.exists():
        pytest.skip(f"no program at {path}; DESCRY names it")

    def run(*arguments):
        return subprocess.run([path, *map(str, arguments)], check=True, capture_output=True,
                              text=True).stdout

    return run


@pytest.fixture(scope="session")
def texts():
    """Six thousand texts of a real collection, by id."""
    shared = Path(os.environ.get("DESCRY_SHARED", ROOT / ".." / "shared")).resolve()
    file = shared / "corpora/reuters21578.jsonl.zst"
    if not file.exists():
        pytest.skip(f"no collections in {shared}; DESCRY_SHARED names their folder")
    lines = subprocess.run(["zstd", "-dcq", file], check=True, capture_output=True).stdout
    rows = [json.loads(line) for line in lines.splitlines()[:6000]]
    return {row["id"]: row["text"] for row in rows}


def serialised(text):
    """The terms and data of a text, as a program makes them by python3-xapian."""
    document = xapian.Document()
    document.set_data(text)
    generator = xapian.TermGenerator()
    generator.set_document(document)
    generator.index_text(text)
    return document.serialise()
