"""descry model, annotate and rebuild: where the words come from, and what a new model does."""
import shutil

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR

MODEL_SLOTS = ["descriptive", "descriptive-stable", "state"]


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
    # Nothing else is left behind, and a file that is there is replaced.
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
    (tmp_path / "model").write_text("old")
    descry("model", "export", index, tmp_path / "model")
    assert (tmp_path / "model").read_bytes() == dump.model_bytes(index)


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
    assert all(others[docid] == values[docid] for docid in others)
    # Searched as one, each copy collapses with what it is a copy of.
    found = descry("search", index, other, "*", "--rows", 0, "--format", "json").json()
    alone = descry("search", index, "*", "--rows", 0, "--format", "json").json()
    assert (found["groups"], found["matches"]) == (alone["groups"], alone["matches"] + 600)


def test_import_into_the_same_index_changes_nothing(descry, own_index, tmp_path):
    before = dump.all_values(own_index), dump.model_bytes(own_index)
    descry("model", "export", own_index, tmp_path / "model")
    descry("model", "import", own_index, tmp_path / "model")
    descry("annotate", own_index)
    assert (dump.all_values(own_index), dump.model_bytes(own_index)) == before


def test_no_model(descry, tmp_path):
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", [{"id": 1, "text": "a"}]))
    for command in (["show", tmp_path / "db"], ["export", tmp_path / "db", "-"]):
        result = descry("model", *command, code=ERROR)
        assert "has no model" in result.err and result.out == b""
        result = descry("model", *command, "--next", code=ERROR)
        assert "has no next model" in result.err


def test_annotate_again_writes_nothing(descry, own_index):
    before = files(own_index)
    result = descry("annotate", own_index)
    assert result.out == b"" and "0 examined, 0 written" in result.err
    assert files(own_index) == before
    assert "1200 examined, 0 written" in descry("annotate", own_index, "--all").err
    assert dump.is_sound(own_index)


@pytest.mark.parametrize("damage", ["removed", "foreign"])
def test_annotate_heals_values(descry, own_index, index, damage):
    db = xapian.WritableDatabase(str(own_index), xapian.DB_OPEN)
    for docid in (1, 7, 1200):
        document = db.get_document(docid)
        for name in MODEL_SLOTS:
            if damage == "removed":
                document.remove_value(dump.SLOTS[name])
            else:
                document.add_value(dump.SLOTS[name], b"\xff\0?")
        db.replace_document(docid, document)
    db.close()
    assert info(descry, own_index)["stale_documents"] == 3
    assert "3 examined, 3 written" in descry("annotate", own_index).err
    assert dump.all_values(own_index) == dump.all_values(index)


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
    assert set(told["slots"]) == {"descriptive", "descriptive-stable", "term-profile", "state"}
    db = xapian.Database(str(tmp_path / "db"))
    assert dump.slot_values(db, 504) == dump.slot_values(xapian.Database(str(index)), 1004)


def test_dry_run(descry, own_index, tmp_path):
    more = make_documents(700, seed=77, prefix="more")
    descry("index", own_index, write_jsonl(tmp_path / "more.jsonl", more))
    before = files(own_index)
    result = descry("rebuild", own_index, "--dry-run", "--format", "json")
    assert "nothing was written" in result.err
    told = result.json()
    assert {"words_entering", "words_leaving", "thresholds_moved", "documents",
            "descriptive_changed", "descriptive_stable_changed", "before", "after"} <= set(told)
    assert told["documents"] == 1900 and told["words_entering"] and told["descriptive_changed"] > 0
    rows = descry("rebuild", own_index, "--dry-run", "--format", "tsv").tsv()
    assert [row[1] for row in rows if row[0] == "enters"] == told["words_entering"]
    assert [row[1] for row in rows if row[0] == "leaves"] == told["words_leaving"]
    assert "words entering" in descry("rebuild", own_index, "--dry-run").text
    assert files(own_index) == before
    # What was told is what happens.
    old_words = {w["term"] for w in descry("model", "show", own_index, "--format", "json"
                                           ).json()["words"]}
    old = dump.all_values(own_index)
    descry("rebuild", own_index)
    new_words = {w["term"] for w in descry("model", "show", own_index, "--format", "json"
                                           ).json()["words"]}
    assert sorted(new_words - old_words) == told["words_entering"]
    assert sorted(old_words - new_words) == told["words_leaving"]
    assert old != dump.all_values(own_index)
    assert descry("rebuild", own_index, "--dry-run", "--format", "json").json()[
        "descriptive_changed"] == 0


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
    assert "no descriptive words chosen" in descry("rebuild", tmp_path / "db").err
