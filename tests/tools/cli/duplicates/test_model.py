"""descry model, annotate and rebuild: where the words come from, and what a new model does."""
import shutil

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR, NOTHING_FOUND

MODEL_SLOTS = ["group", "descriptive", "descriptive-stable", "state", "term-bands"]


def info(descry, db):
    return descry("info", db, "--format", "json").json()


def files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_show(descry, index):
    shown = descry("model", "show", index, "--format", "json").json()
    assert {"id", "created", "analyzer", "term_prefix", "documents", "words"} <= set(shown)
    told = info(descry, index)["model"]
    assert shown["id"] == told["id"] and len(shown["words"]) == told["words"]
    db = xapian.Database(str(index))
    for word in shown["words"]:
        assert list(word) == ["term", "threshold", "flip_rate", "bits"]
        assert db.term_exists(word["term"]) and 0 <= word["threshold"] < 1
    terms = [word["term"] for word in shown["words"]]
    assert [row[0] for row in descry("model", "show", index, "--format", "tsv").tsv()] == terms
    text = descry("model", "show", index).text
    assert all(f"\n{term} " in text for term in terms)


def test_export(descry, index, tmp_path):
    result = descry("model", "export", index, tmp_path / "model")
    assert result.out == b"" and str(tmp_path / "model") in result.err
    assert (tmp_path / "model").read_bytes() == dump.model_bytes(index)
    assert descry("model", "export", index, "-").out == dump.model_bytes(index)
    # Nothing else is left behind; a model that is there is replaced, another file where that is asked
    # for.
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
    (tmp_path / "model").write_text("old")
    assert "--force" in descry("model", "export", index, tmp_path / "model", code=ERROR).err
    assert (tmp_path / "model").read_text() == "old"
    for _ in range(2):
        descry("model", "export", index, tmp_path / "model", "--force")
        assert (tmp_path / "model").read_bytes() == dump.model_bytes(index)
    descry("model", "export", index, tmp_path / "model")


def test_import_waits_for_annotate(descry, index, documents, tmp_path):
    """A second index takes over the first one's model: then the two share keys."""
    descry("model", "export", index, tmp_path / "model")
    other = tmp_path / "other"
    copies = [{**document, "id": "copy of " + document["id"]} for document in documents[:600]]
    descry("index", other, write_jsonl(tmp_path / "copies.jsonl", copies))
    before = dump.all_values(other)
    descry("model", "import", other, tmp_path / "model")
    assert dump.all_values(other) == before
    told = info(descry, other)
    assert told["next_model"]["id"] == info(descry, index)["model"]["id"] != told["model"]["id"]
    assert told["stale_documents"] == 0
    shown = descry("model", "show", other, "--next", "--format", "json").json()
    assert shown["id"] == told["next_model"]["id"]
    descry("model", "export", other, "-", "--next")

    descry("annotate", other)
    assert dump.model_bytes(other) == dump.model_bytes(index)
    told = info(descry, other)
    assert told["next_model"] is None and told["stale_documents"] == 0
    values, others = dump.all_values(index), dump.all_values(other)
    mine, theirs = dump.without(values, "group"), dump.without(others, "group")
    assert all(theirs[docid] == mine[docid] for docid in theirs)
    # A group whose head is the same has the same key in both.
    slot = dump.SLOTS["group"]
    keys = {docid: row[slot] for docid, row in others.items() if slot in row}
    assert len(keys) > 200
    assert sum(values[docid].get(slot) == key for docid, key in keys.items()) > 0.95 * len(keys)
    # Searched as one, each copy collapses with what it is a copy of.
    for name, matches in (("descriptive", 600), ("exact", 600)):
        arguments = ["*", "--rows", 0, "--collapse", name, "--format", "json"]
        found = descry("search", index, other, *arguments).json()
        alone = descry("search", index, *arguments).json()
        assert (found["groups"], found["matches"]) == (alone["groups"], alone["matches"] + matches)


def test_import_into_the_same_index_changes_nothing(descry, own_index, tmp_path):
    before = dump.all_values(own_index), dump.model_bytes(own_index)
    descry("model", "export", own_index, tmp_path / "model")
    descry("model", "import", own_index, tmp_path / "model")
    descry("annotate", own_index)
    assert (dump.all_values(own_index), dump.model_bytes(own_index)) == before


def test_no_model(descry, tmp_path):
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", [{"id": 1, "text": "a"}]))
    # One without words says how to make groups, and can be taken elsewhere.
    assert descry("model", "show", tmp_path / "db", "--format", "json").json()["words"] == []
    for id in ("1", "#1"):
        descry("similar", tmp_path / "db", id, code=NOTHING_FOUND)
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_OPEN)
    db.set_metadata("descry:model", "")
    db.close()
    for command in (["similar", tmp_path / "db", "1"], ["explain", tmp_path / "db", "1", "1"]):
        assert "descry annotate" in descry(*command, code=ERROR).err
    for command in (["show", tmp_path / "db"], ["export", tmp_path / "db", "-"]):
        result = descry("model", *command, code=ERROR)
        assert "has no model" in result.err and result.out == b""
        result = descry("model", *command, "--next", code=ERROR)
        assert "has no pending model" in result.err


def test_annotate_again_writes_nothing(descry, own_index):
    before = files(own_index)
    result = descry("annotate", own_index)
    assert result.out == b"" and "0 examined, 0 written" in result.err
    assert files(own_index) == before
    assert "2,000 examined, 0 written" in descry("annotate", own_index, "--all").err
    assert dump.is_sound(own_index)


@pytest.mark.parametrize("damage", ["removed", "foreign"])
def test_annotate_heals_values(descry, own_index, index, damage):
    db = xapian.WritableDatabase(str(own_index), xapian.DB_OPEN)
    for docid in (1, 7, 2000):
        document = db.get_document(docid)
        for name in MODEL_SLOTS:
            if damage == "removed":
                document.add_value(dump.SLOTS[name], b"")
            else:
                document.add_value(dump.SLOTS[name], b"\xff\0?")
        db.replace_document(docid, document)
    db.close()
    assert info(descry, own_index)["stale_documents"] == 3
    assert "3 examined, 3 written" in descry("annotate", own_index).err
    healed, before = dump.all_values(own_index), dump.all_values(index)
    assert dump.without(healed, "group") == dump.without(before, "group")
    # The groups are the same; some were handed on to another head, and so have another key.
    assert dump.parted(healed) == dump.parted(before)
    descry("annotate", own_index, "--all")
    assert dump.all_values(own_index) == before


def test_annotate_with_another_method(descry, tmp_path, jsonl, index):
    """An index without the profile gains it, equal to the one made while indexing."""
    shutil.copytree(index, tmp_path / "db")
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_OPEN)
    for docid in dump.docids(db):
        document = db.get_document(docid)
        document.clear_values()
        db.replace_document(docid, document)
    for key in list(db.metadata_keys()):
        db.set_metadata(key, "")
    db.close()
    descry("annotate", tmp_path / "db", "--slot-base", 500)
    descry("annotate", tmp_path / "db", "--methods", "term-profile")
    for name in ("term-profile", "descriptive"):
        assert dump.slot_values(xapian.Database(str(tmp_path / "db")), dump.SLOTS[name] - 500)
    told = info(descry, tmp_path / "db")
    assert set(told["slots"]) == {"group", "descriptive", "descriptive-stable", "term-profile",
                                  "state", "term-bands", "sequence-keys"}
    db = xapian.Database(str(tmp_path / "db"))
    assert dump.slot_values(db, 504) == dump.slot_values(xapian.Database(str(index)), 1004)


def test_dry_run(descry, own_index, tmp_path):
    more = make_documents(700, seed=77, prefix="more")
    descry("index", own_index, write_jsonl(tmp_path / "more.jsonl", more))
    before = files(own_index)
    result = descry("rebuild", own_index, "--dry-run", "--format", "json")
    assert "nothing was written" in result.err
    told = result.json()
    assert list(told) == ["words_entering", "words_leaving", "thresholds_moved", "documents",
                          "descriptive_changed", "descriptive_stable_changed", "groups", "before",
                          "after"]
    assert list(told["groups"]) == ["before", "after", "grouped_documents_before",
                                    "grouped_documents_after", "documents_changed"]
    for coverage in (told["before"], told["after"]):
        assert 0 < coverage["with_descriptive"] <= coverage["documents"]
        assert coverage["ones"]["p5"] <= coverage["ones"]["median"] <= coverage["ones"]["p95"]
        assert 0 < coverage["mean_change_probability"] < 1
    assert told["documents"] == 2700 and told["words_entering"] and told["descriptive_changed"] > 0
    rows = descry("rebuild", own_index, "--dry-run", "--format", "tsv").tsv()
    assert [row[1] for row in rows if row[0] == "enters"] == told["words_entering"]
    assert [row[1] for row in rows if row[0] == "leaves"] == told["words_leaving"]
    assert "words entering" in descry("rebuild", own_index, "--dry-run").text
    assert files(own_index) == before
    # What was told is what happens.
    old_words = {w["term"] for w in descry("model", "show", own_index, "--format", "json"
                                           ).json()["words"]}
    old = dump.all_values(own_index)
    now = info(descry, own_index)
    assert (now["groups"], now["grouped_documents"]) == (
        told["groups"]["before"], told["groups"]["grouped_documents_before"])
    descry("rebuild", own_index)
    now = info(descry, own_index)
    assert (now["groups"], now["grouped_documents"]) == (
        told["groups"]["after"], told["groups"]["grouped_documents_after"])
    new_words = {w["term"] for w in descry("model", "show", own_index, "--format", "json"
                                           ).json()["words"]}
    assert sorted(new_words - old_words) == told["words_entering"]
    assert sorted(old_words - new_words) == told["words_leaving"]
    assert old != dump.all_values(own_index)
    told = descry("rebuild", own_index, "--dry-run", "--format", "json").json()
    assert told["descriptive_changed"] == told["groups"]["documents_changed"] == 0


def test_rebuild(descry, index, own_index):
    descry("rebuild", own_index, "--words", 150)
    told = info(descry, own_index)
    assert told["model"]["words"] <= 150 and told["stale_documents"] == 0
    (state,) = set(dump.slot_values(xapian.Database(str(own_index)), dump.SLOTS["state"]).values())
    assert told["model"]["id"].startswith(state)
    assert dump.is_sound(own_index)
    # Back again, with another number of threads: to the byte what it was.
    descry("rebuild", own_index, "--threads", 1)
    assert dump.all_values(own_index) == dump.all_values(index)
    assert dump.model_bytes(own_index) == dump.model_bytes(index)
    before = files(own_index)
    assert "0 written" in descry("rebuild", own_index).err
    assert files(own_index) == before


def test_model_only_waits(descry, own_index, index):
    descry("rebuild", own_index, "--model-only", "--words", 150)
    assert dump.all_values(own_index) == dump.all_values(index)
    told = info(descry, own_index)
    assert told["next_model"]["words"] <= 150 < told["model"]["words"]
    descry("annotate", own_index)
    assert info(descry, own_index)["model"]["id"] == told["next_model"]["id"]


def test_words_auto(descry, own_index):
    descry("rebuild", own_index, "--words", "auto")
    assert info(descry, own_index)["model"]["words"] > 0


def test_rebuild_of_a_small_index(descry, tmp_path, documents):
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", documents[:100]))
    assert "small index" in descry("rebuild", tmp_path / "db").err
