"""Searches go on while an index is annotated or rebuilt, and never mix the keys of two models; what
a command counts beside another program that writes is of one revision."""
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import DONE, ERROR

MODEL_SLOTS = [dump.SLOTS[name] for name in ("descriptive", "descriptive-stable", "state")]

# What a reader gets that is slower than two commits. A block that is being rewritten may also look
# damaged to it: Xapian's, and over with the next attempt.
OVERTAKEN = (xapian.DatabaseModifiedError, xapian.DatabaseCorruptError)


@pytest.fixture(scope="module")
def big(descry, tmp_path_factory):
    """3,000 documents under a model, and what they are under the next one."""
    folder = tmp_path_factory.mktemp("readers")
    documents = make_documents(3000, seed=31, length=(32, 60))
    descry("index", folder / "old", write_jsonl(folder / "docs.jsonl", documents), "--words", 150)
    return folder / "old"


@pytest.fixture
def own_big(big, tmp_path):
    return shutil.copytree(big, tmp_path / "db")


def rows_of(db):
    """What a searcher sees at one moment: docid -> values that depend on the model."""
    rows = {}
    for slot in MODEL_SLOTS:
        for docid, value in dump.slot_values(db, slot).items():
            rows.setdefault(docid, {})[slot] = value
    return rows


def check_snapshot(rows, old, new):
    """Each document is whole, and no key stands with documents of both models."""
    models_of_key = {}
    states = set()
    for docid, row in rows.items():
        assert row in (old[docid], new[docid])
        states.add(row[dump.SLOTS["state"]])
        for slot in MODEL_SLOTS[:2]:
            if slot in row:
                models_of_key.setdefault((slot, row[slot]), set()).add(row[dump.SLOTS["state"]])
    assert all(len(models) == 1 for models in models_of_key.values())
    return states


def search(db):
    enquire = xapian.Enquire(db)
    enquire.set_query(xapian.Query.MatchAll)
    enquire.set_collapse_key(dump.SLOTS["descriptive"])
    return [item.docid for item in enquire.get_mset(0, 50)]


def test_an_open_reader_reopens(descry, own_big):
    """The handle's snapshot ends with the second commit; reopen() is all it takes."""
    db = xapian.Database(str(own_big))
    search(db)
    descry("rebuild", own_big, "--model-only")
    descry("annotate", own_big, "--commit-every", 100)
    with pytest.raises(xapian.DatabaseModifiedError):
        search(db)
    assert db.reopen()
    assert len(search(db)) == 50


def test_single_commit_leaves_an_open_reader_alone(descry, own_big):
    """A model that waits takes over in one commit; the values follow in another."""
    descry("rebuild", own_big, "--model-only")
    descry("annotate", own_big, "--single-commit")
    before = dump.all_values(own_big)
    db = xapian.WritableDatabase(str(own_big), xapian.DB_OPEN)
    for docid in range(1, 500):
        document = db.get_document(docid)
        document.clear_values()
        db.replace_document(docid, document)
    db.close()
    reader = xapian.Database(str(own_big))
    found = search(reader)
    descry("annotate", own_big, "--single-commit")
    assert search(reader) == found
    after = dump.all_values(own_big)
    for slot in MODEL_SLOTS:
        assert {d: v.get(slot) for d, v in after.items()} == {
            d: v.get(slot) for d, v in before.items()}


def test_no_moment_mixes_two_models(descry, own_big):
    old = rows_of(xapian.Database(str(own_big)))
    descry("rebuild", own_big, "--model-only")
    mixed = snapshots = 0
    rows = []
    run = descry.start("annotate", own_big, "--commit-every", 20)
    while run.poll() is None:
        try:
            db = xapian.Database(str(own_big))
            rows.append(rows_of(db))
            search(db)
        except OVERTAKEN:
            continue
    assert run.returncode == 0
    new = rows_of(xapian.Database(str(own_big)))
    assert all(old[docid] != new[docid] for docid in old)
    for snapshot in rows:
        assert len(snapshot) == 3000
        snapshots += 1
        mixed += len(check_snapshot(snapshot, old, new)) == 2
    print(f"{snapshots} snapshots, {mixed} in the middle of re-signing")
    assert mixed > 0


@pytest.mark.parametrize("commit_every", [20, 10000])
def test_descry_reads_while_an_index_is_written(descry, own_big, commit_every):
    """Every command answers, with each document once, however fast the commits follow."""
    rounds = 0
    for words in (2000, 150, 2000):
        descry("rebuild", own_big, "--words", words, "--model-only")
        run = descry.start("annotate", own_big, "--commit-every", commit_every)
        while True:
            over = run.poll() is not None
            found = descry("search", own_big, "*", "--rows", 3000, "--format", "json").json()
            assert found["matches"] == 3000
            assert len(found["results"]) == found["groups"]
            assert len({result["docid"] for result in found["results"]}) == found["groups"]
            assert sum(result["size"] for result in found["results"]) == 3000
            groups = descry("groups", own_big, "--format", "json").json_lines()
            assert len({group["key"] for group in groups}) == len(groups)
            assert descry("info", own_big, "--format", "json").json()["documents"] == 3000
            descry("model", "show", own_big)
            rounds += 1
            if over:
                break
        assert run.returncode == 0
    print(f"{rounds} rounds of commands during three runs")


def test_descry_reads_while_an_index_is_rebuilt(descry, own_big):
    for words in (2000, 150):
        run = descry.start("rebuild", own_big, "--words", words)
        while run.poll() is None:
            found = descry("search", own_big, "*", "--format", "json").json()
            assert found["matches"] == 3000
        assert run.returncode == 0


class BusyWriter:
    """busy_writer.py at work on an index, and the revisions that it made."""

    def __init__(self, db, log):
        self.log = log
        program = Path(dump.__file__).with_name("busy_writer.py")
        self.process = subprocess.Popen([sys.executable, program, db, log], stdout=subprocess.PIPE)
        assert self.process.stdout.readline() == b"writing\n"

    def revisions(self):
        """As many as there are by now; the last one may not be committed yet."""
        lines = self.log.read_text().split("\n")
        return [json.loads(line) for line in lines[:-1]]

    def stop(self):
        assert self.process.poll() is None, "the writer ended by itself"
        self.process.kill()
        self.process.wait()


@pytest.fixture
def busy(own_big, tmp_path):
    writer = BusyWriter(own_big, tmp_path / "revisions")
    yield writer
    writer.stop()


def totals_of_info(result):
    info = result.json()
    return [{"documents": info["documents"]}, {"documents": info["long_documents"]},
            {"groups": info["groups"], "grouped": info["grouped_documents"]}]


def totals_of_stats(result):
    documents, terms = re.search(r"of ([\d,]+) documents and ([\d,]+) terms", result.err).groups()
    return [{"documents": int(documents.replace(",", "")), "terms": int(terms.replace(",", ""))}]


def totals_of_dry_run(result):
    run = result.json()
    return [{"documents": run["documents"]}, {"documents": run["before"]["documents"]},
            {"documents": run["after"]["documents"]},
            {"groups": run["groups"]["before"],
             "grouped": run["groups"]["grouped_documents_before"]}]


def totals_of_search(result):
    found = result.json()
    return [{"documents": found["matches"], "results": found["groups"]}]


def totals_of_groups(result):
    groups = result.json_lines()
    return [{"groups": len(groups), "grouped": sum(len(group["members"]) for group in groups)}]


# More for the long run (docs/development.md).
RUNS = int(os.environ.get("DESCRY_READER_RUNS", 10))
REFUSED = "another program changed the index again and again while it was read"


@pytest.mark.parametrize("command, totals_of", [
    (["info", "{db}", "--format", "json"], totals_of_info),
    (["stats", "export", "{db}", "{file}"], totals_of_stats),
    (["rebuild", "{db}", "--dry-run", "--format", "json"], totals_of_dry_run),
    (["search", "{db}", "*", "--format", "json"], totals_of_search),
    (["groups", "{db}", "--format", "json"], totals_of_groups),
], ids=["info", "stats export", "rebuild --dry-run", "search", "groups"])
def test_what_is_counted_beside_a_busy_writer_is_of_one_revision(descry, own_big, busy, tmp_path,
                                                                 command, totals_of):
    """Every command answers with the totals of a revision there was meanwhile; now and then one may
    be refused."""
    refused = 0
    seconds = []
    for _ in range(RUNS):
        # The last one may not be committed yet.
        first = max(0, len(busy.revisions()) - 2)
        begin = time.monotonic()
        result = descry(*[argument.format(db=own_big, file=tmp_path / "stats")
                          for argument in command], code=None)
        seconds.append(time.monotonic() - begin)
        assert result.code in (DONE, ERROR), result.err
        if result.code == ERROR:
            assert REFUSED in result.err and result.out == b""
            refused += 1
            continue
        totals = totals_of(result)
        assert any(all(total.items() <= revision.items() for total in totals)
                   for revision in busy.revisions()[first:]), f"{totals}: of no revision"
    print(f"{RUNS} runs, {refused} refused, {len(busy.revisions())} commits, "
          f"median {sorted(seconds)[RUNS // 2]:.2f} s, at most {max(seconds):.2f} s")
    assert refused <= RUNS / 10
    assert max(seconds) < 60


def test_documents_are_looked_up_once_beside_a_busy_writer(descry, big, own_big, busy, tmp_path):
    documents = [json.loads(line) for line in (big.parent / "docs.jsonl").read_text().splitlines()]
    path = write_jsonl(tmp_path / "asked.jsonl", documents[:600] * 3)
    for _ in range(max(1, RUNS // 5)):
        result = descry("similar", own_big, "--documents", path, "--inside", code=None)
        assert result.code == DONE or (result.code == ERROR and REFUSED in result.err), result.err
        told = [line["id"] for line in result.json_lines()]
        assert told == [document["id"] for document in documents[:600] * 3][:len(told)]
        assert result.code == ERROR or len(told) == 1800


@pytest.mark.skipif(RUNS < 100, reason="takes half a minute: DESCRY_READER_RUNS=200")
def test_who_cannot_keep_up_with_a_busy_writer_is_refused_after_half_a_minute(descry, own_big, busy):
    """Nor is there a place for a copy."""
    begin = time.monotonic()
    result = descry("rebuild", own_big, "--dry-run", env={"TMPDIR": "/dev/null"}, code=ERROR)
    assert 29 < time.monotonic() - begin < 40
    assert REFUSED in result.err and result.out == b""
