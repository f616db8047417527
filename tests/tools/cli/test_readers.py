"""Searches go on while an index is annotated or rebuilt, and never mix the keys of two models."""
import time

import shutil

import pytest
import xapian

import dump
from made import make_documents, write_jsonl

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
