"""What the tests of the Python package share: real texts, made ones, and the program beside it."""
import json
import os
import random
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def shared():
    """The folder of real collections; tests that need it are skipped where it is absent."""
    path = Path(os.environ.get("DESCRY_SHARED", ROOT / ".." / "shared")).resolve()
    if not (path / "corpora").is_dir():
        pytest.skip(f"no collections in {path}; DESCRY_SHARED names their folder")
    return path


@pytest.fixture(scope="session")
def program():
    """Runs the program; tests against it are skipped where it is not built."""
    path = Path(os.environ.get("DESCRY", ROOT / "build/release/tools/descry"))
    if not path.exists():
        pytest.skip(f"no program at {path}; DESCRY names it")

    def run(*arguments, of=path, check=True, **options):
        return subprocess.run([of, *map(str, arguments)], check=check, capture_output=True,
                              text=True, **options).stdout

    run.path = path
    run.lab = lambda *arguments: run(*arguments, of=path.with_name("descry-lab"))
    return run


def made_rows(count, seed):
    """Rows of chance words, a third of them near-copies of others."""
    chance = random.Random(seed)
    rows = []
    for i in range(count):
        words = [f"w{chance.randrange(1 + chance.randrange(20000))}"
                 for _ in range(60 + chance.randrange(150))]
        text = " ".join(words)
        if rows and chance.random() < 1 / 3:
            text = chance.choice(rows)["text"] + " more"
        rows.append({"id": f"d{i}", "text": text, "date": f"2026-01-{1 + chance.randrange(28):02}",
                     "rank": chance.randrange(1000)})
    return rows


@pytest.fixture(scope="session")
def rows():
    return made_rows(3000, 7)


@pytest.fixture(scope="session")
def texts(rows):
    return [row["text"] for row in rows]


def groups_of(lines):
    """What `uniq --groups` and `combine` print, as Groups give it."""
    groups = []
    for line in lines.splitlines():
        group = json.loads(line)
        head = next(member["id"] for member in group["members"] if member["head"])
        members = {(member["id"], round(member["similarity"], 4)) for member in group["members"]}
        groups.append((group["key"], head, members))
    return sorted(groups)


def told(groups):
    """The same of a Groups whose ids are strings."""
    return sorted((group.key, group.head,
                   {(member.id, round(1 - member.distance, 4)) for member in group.members})
                  for group in groups)
