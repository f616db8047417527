"""Memory: whatever the input is, it is held in pieces of a stated size, or refused."""
import json
import os
import sys

import pytest
import xapian

MIB = 1 << 20

# Runs the rest of its arguments and writes the largest resident set, in KiB, to the first.
MEASURE = """import resource, subprocess, sys
code = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(code)"""


@pytest.fixture
def measured(descry, tmp_path):
    """Runs descry. Gives what it printed, and the most memory that it had at a time in MiB."""
    def run(*args, **options):
        peak = tmp_path / "peak"
        result = descry(*args, prefix=(sys.executable, "-c", MEASURE, str(peak)), **options)
        return result, int(peak.read_text()) / 1024
    return run


def test_many_small_files(measured, tmp_path):
    count = 100_000 if "DESCRY_FULL_VOLUME" in os.environ else 30_000
    folder = tmp_path / "files"
    for i in range(count):
        if i % 1000 == 0:
            (folder / f"{i // 1000}").mkdir(parents=True)
        (folder / f"{i // 1000}" / f"{i}.txt").write_bytes(b"%09d\n" % i)
    result, peak = measured("index", tmp_path / "db", folder)
    assert f"{count:,} documents indexed" in result.err
    assert peak < 100


def test_fields_count_as_text_does(measured, tmp_path):
    """Documents without text: what they hold is in other members, known ids among them."""
    count = 60_000
    file = tmp_path / "fields.jsonl"
    with open(file, "w", encoding="utf-8") as out:
        for i in range(count):
            # Each comes twice: the second is set aside, to replace the first.
            out.write(json.dumps({"id": str(i // 2), "note": f"w{i} " * 400}) + "\n")
    assert file.stat().st_size > 130 * MIB
    result, peak = measured("index", tmp_path / "db", file, "--field", "note:XN", "--verbose")
    assert peak < 120
    assert "parts merged" in result.err
    assert f"{count:,} documents indexed ({count // 2} replaced)" in result.err
    assert xapian.Database(str(tmp_path / "db")).get_doccount() == count // 2
