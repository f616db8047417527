"""descry groups and descry info: what the index holds, told exactly."""
import pytest
import xapian

import dump
from made import write_jsonl
from program import DONE, NOTHING_FOUND

METHODS = ["descriptive", "descriptive-stable", "text-profile", "exact", "term-profile"]


@pytest.mark.parametrize("min_size", [1, 2, 4])
@pytest.mark.parametrize("by", METHODS)
def test_groups_are_those_of_the_slot(descry, index, documents, by, min_size):
    values = dump.slot_values(xapian.Database(str(index)), dump.SLOTS[by])
    expected = dump.groups_of(values, min_size)
    assert expected or min_size == 4
    arguments = ["groups", index, "--by", by, "--min-size", min_size, "--format"]
    code = DONE if expected else NOTHING_FOUND
    result = descry(*arguments, "json", code=code)
    members = sum(len(docids) for _, docids in expected)
    told = result.err.replace(",", "").replace("1 group ", "1 groups ")
    assert told == f"descry: {len(expected)} groups of {members} documents by {by}\n"
    assert result.json_lines() == [
        {"key": key, "size": len(docids),
         "members": [{"docid": docid, "id": documents[docid - 1]["id"], "head": docid == docids[0],
                      "similarity": None} for docid in docids]}
        for key, docids in expected]
    # No header; the last field is empty, equality being all there is.
    assert descry(*arguments, "tsv", code=code).tsv() == [
        [key, str(int(docid == docids[0])), str(docid), documents[docid - 1]["id"], ""]
        for key, docids in expected for docid in docids]
    text = descry(*arguments, "text", code=code).text
    assert text.count(" alike\n") == len(expected)
    assert sum(line.startswith("    ") for line in text.splitlines()) == members


def test_field_order(descry, index):
    group = descry("groups", index, "--format", "json").json_lines()[0]
    assert list(group) == ["key", "size", "members"]
    assert list(group["members"][0]) == ["docid", "id", "head", "similarity"]


def test_near_copies_are_found(descry, index):
    """The collection was made of near-copies: a signature that finds none has no use."""
    exact = descry("groups", index, "--by", "exact", "--format", "tsv").lines
    for by in ("descriptive", "descriptive-stable"):
        found = descry("groups", index, "--by", by, "--format", "tsv").lines
        assert len(found) > 2 * len(exact), by


def test_no_groups(descry, tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": "1", "text": "a"}, {"id": "2", "text": "b"}])
    descry("index", tmp_path / "db", file)
    for format in ("text", "tsv", "json"):
        result = descry("groups", tmp_path / "db", "--by", "exact", "--format", format,
                        code=NOTHING_FOUND)
        assert result.out == b""


def value_at(info, path):
    for name in path.split("."):
        info = info[name]
    return info


def test_info(descry, index, documents):
    info = descry("info", index, "--format", "json").json()
    for name in ("documents", "model.id", "model.words", "model.created", "model.analyzer",
                 "slots", "groups", "grouped_documents", "stale_documents", "ones.median",
                 "ones.p5"):
        value_at(info, name)
    assert info["documents"] == len(documents)
    assert info["slots"] == dump.SLOTS
    assert info["stale_documents"] == 0
    assert 4 <= info["ones"]["p5"] <= info["ones"]["median"]
    (state,) = set(dump.slot_values(xapian.Database(str(index)), dump.SLOTS["state"]).values())
    assert info["model"]["id"].startswith(state) and len(info["model"]["id"]) == 14
    values = dump.slot_values(xapian.Database(str(index)), dump.SLOTS[info["groups_by"]])
    groups = dump.groups_of(values)
    assert info["groups"] == len(groups)
    assert info["grouped_documents"] == sum(len(docids) for _, docids in groups)
    # The same as lines, names joined by dots.
    rows = dict(descry("info", index, "--format", "tsv").tsv())
    assert rows["model.words"] == str(info["model"]["words"])
    assert rows["slots.exact"] == "1003" and rows["documents"] == "1200"
    assert "model.id" in descry("info", index).text


@pytest.mark.parametrize("documents", [0, 3])
def test_info_of_an_index_without_values(descry, tmp_path, documents):
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_CREATE)
    for _ in range(documents):
        db.add_document(xapian.Document())
    db.close()
    info = descry("info", tmp_path / "db", "--format", "json").json()
    assert info["documents"] == info["stale_documents"] == documents
    assert info["model"] is None and info["slots"] == {} and info["groups"] == 0
    assert "descry annotate" in descry("info", tmp_path / "db").text
    code = DONE if documents else NOTHING_FOUND
    descry("search", tmp_path / "db", "*", code=code)
    descry("groups", tmp_path / "db", code=NOTHING_FOUND)
