"""Memory: whatever the input is, it is held in pieces of a stated size, or refused."""
import base64
import bz2
import gzip
import io
import json
import lzma
import os
import random
import sys
import tarfile
import time

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR

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
            # Each is given twice: the second is set aside, to replace the first.
            out.write(json.dumps({"id": str(i // 2), "note": f"w{i} " * 400}) + "\n")
    assert file.stat().st_size > 130 * MIB
    result, peak = measured("index", tmp_path / "db", file, "--field", "note:XN", "--verbose")
    assert peak < 120
    assert "parts merged" in result.err
    assert f"{count:,} documents indexed ({count // 2:,} replaced)" in result.err
    assert xapian.Database(str(tmp_path / "db")).get_doccount() == count // 2


COMPRESSIONS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lambda data: lzma.compress(data, preset=1)}
ZEROS = bytes(100 * MIB)


def is_given_up(result, place):
    return any(line.startswith(f"{place}: ") and "without a document: not read any further" in line
               for line in result.err.splitlines())


@pytest.mark.long
@pytest.mark.parametrize("kind", COMPRESSIONS)
def test_zeros_without_end(measured, tmp_path, kind):
    """10 GB in a file of 10 MB and less. What comes after it is read."""
    bomb = tmp_path / f"bomb.jsonl.{kind}"
    bomb.write_bytes(COMPRESSIONS[kind](ZEROS) * 100)
    (tmp_path / "good.txt").write_text("words")
    begin = time.monotonic()
    result, peak = measured("index", tmp_path / "db", bomb, tmp_path / "good.txt", code=ERROR)
    assert peak < 450 and time.monotonic() - begin < 60
    assert is_given_up(result, f"{bomb}:1")
    assert "1 input could not be read to the end" in result.err and "1 document indexed" in result.err


@pytest.mark.parametrize("name", ["zeros.bin", "zeros.jsonl"])
def test_a_member_of_zeros_without_end(measured, tmp_path, name):
    """Read as documents or passed over: an archive is given up, too, and keeps what preceded."""
    head, words = io.BytesIO(), b"words of a text"
    with tarfile.open(fileobj=head, mode="w") as archive:
        member = tarfile.TarInfo("good.txt")
        member.size = len(words)
        archive.addfile(member, io.BytesIO(words))
        bomb = tarfile.TarInfo(name)
        bomb.size = 100 * len(ZEROS)
        head.write(bomb.tobuf(tarfile.GNU_FORMAT))
        file = tmp_path / "a.tar.gz"
        file.write_bytes(gzip.compress(head.getvalue()) + gzip.compress(ZEROS) * 100)
    begin = time.monotonic()
    result, peak = measured("index", tmp_path / "db", file, code=ERROR)
    assert peak < 450 and time.monotonic() - begin < 60
    assert is_given_up(result, f"{file}({name}):1" if name.endswith("jsonl") else f"{file}")
    assert "1 document indexed" in result.err


def test_equal_documents_may_expand_as_far(descry, tmp_path):
    """What a collection of copies compresses to is no bomb: its documents come."""
    text = "some words of a document that comes again and again " * 2100
    lines = "".join(json.dumps({"id": f"{i}", "text": text}) + "\n" for i in range(1000))
    assert len(lines) > 100 * MIB
    file = tmp_path / "copies.jsonl.gz"
    file.write_bytes(gzip.compress(lines.encode()) * 11)
    assert len(lines) * 11 > 1024 * MIB > 100 * file.stat().st_size
    (_, *rest) = descry("sign", file, "--methods", "exact").json_lines()
    assert len(rest) == 10_999


def stored_ids(db):
    db = xapian.Database(str(db))
    return {json.loads(db.get_document(docid).get_data())["id"] for docid in dump.docids(db)}


def base64_text(size):
    return base64.encodebytes(random.Random(4).randbytes(size * 3 // 4))[:size]


def test_a_document_that_xapian_cannot_hold(measured, tmp_path):
    """It is refused by name; what comes before and after it is indexed, in parts or one by one."""
    size = 250_000_000 if "DESCRY_FULL_VOLUME" in os.environ else 180_000_000
    (tmp_path / "large.txt").write_bytes(base64_text(size))
    before = write_jsonl(tmp_path / "before.jsonl", make_documents(300, prefix="before"))
    after = write_jsonl(tmp_path / "after.jsonl", make_documents(300, prefix="after"))
    for few in (True, False):
        db = tmp_path / f"db{few}"
        if few:  # As one by one: a stub file is never exchanged.
            (tmp_path / "stub").write_text(f"auto {db}\n")
            xapian.WritableDatabase(str(db)).close()
        result, peak = measured("index", tmp_path / "stub" if few else db, before,
                                tmp_path / "large.txt", after, code=ERROR)
        assert f"{tmp_path}/large.txt: more than 131072000 bytes of text and fields" in result.err
        assert "1 document rejected" in result.err and "600 documents indexed" in result.err
        assert len(stored_ids(db)) == 600
        assert peak < 800


@pytest.mark.long
def test_values_that_a_slot_cannot_hold(descry, tmp_path):
    """Xapian keeps the least and the greatest value of a slot together, compressed; the documents
    stay."""
    file = tmp_path / "values.jsonl"
    large = base64.b64encode(os.urandom(69 * MIB)).decode()
    write_jsonl(file, [{"id": "a", "text": "words", "v": "a" + large},
                       {"id": "b", "text": "words", "v": "c" + large},
                       {"id": "c", "text": "words", "v": "b" * (32 * MIB)}])
    result = descry("index", tmp_path / "db", file, "--value", "v:50", code=ERROR)
    for line in (1, 2):
        assert f'{file}:{line}: member "v" has {len(large) + 1} bytes, and a slot holds' in result.err
    assert "3 documents indexed" in result.err
    assert stored_ids(tmp_path / "db") == {"a", "b", "c"}
    db = xapian.Database(str(tmp_path / "db"))
    assert [len(db.get_document(docid).get_value(50)) for docid in (1, 2, 3)] == [0, 0, 32 * MIB]
