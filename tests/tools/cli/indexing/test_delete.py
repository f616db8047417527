"""descry delete: documents go by their ids, and the groups stay sound."""
import pytest
import xapian

import dump
from made import write_jsonl
from program import DONE, ERROR, NOTHING_FOUND
from test_online import check_groups, group_of

SLOT = dump.SLOTS["group"]


def ids_in(db):
    return {item.term.decode()[1:] for item in xapian.Database(str(db)).allterms("Q")}


@pytest.mark.long
def test_groups_stay_sound(descry, own_index, documents):
    """A head goes, a member, one of two, a whole group, and one that is alone."""
    groups = descry("groups", own_index, "--format", "json").json_lines()
    named = [[member["id"] for member in group["members"]] for group in groups]
    (led, joined, whole), pair = [g for g in named if len(g) >= 3][:3], next(
        g for g in named if len(g) == 2)
    alone = next(document["id"] for document in documents
                 if document["id"] not in {id for group in named for id in group})
    gone = [led[0], joined[1], *whole, pair[0], alone]
    before = dump.everything_else(own_index)[0]
    result = descry("delete", own_index, *gone)
    assert f"{len(gone)} documents deleted" in result.err and result.out == b""

    assert ids_in(own_index) == {document["id"] for document in documents} - set(gone)
    after = dump.everything_else(own_index)[0]
    assert after == {docid: before[docid] for docid in after}
    assert dump.is_sound(own_index)
    assert group_of(descry, own_index, led[1]) == led[1:]
    assert group_of(descry, own_index, joined[0]) == [joined[0], *joined[2:]]
    assert group_of(descry, own_index, pair[1]) is None
    check_groups(descry, own_index)
    info = descry("info", own_index, "--format", "json").json()
    assert (info["documents"], info["stale_documents"]) == (2000 - len(gone), 0)
    found = descry("search", own_index, "*", "--rows", 3000, "--expand", 99, "--format",
                   "json").json()
    assert sum(result["size"] for result in found["results"]) == 2000 - len(gone)
    assert led[0] not in [row["id"] for row in
                          descry("similar", own_index, led[1], "--format", "json").json_lines()]
    # Nothing was left for an annotation, and a rebuild finds the same groups.
    values = dump.all_values(own_index)
    descry("annotate", own_index)
    assert dump.all_values(own_index) == values
    descry("rebuild", own_index)
    assert dump.parted(dump.all_values(own_index)) == dump.parted(values)


def test_ids_come_from_standard_input_as_tsv_writes_them(descry, tmp_path):
    ids = ["tab\there", "line\nbreak", "back\\slash", "\\t", "x" * 300, "stays", "-"]
    text = "a text of some words"
    db = tmp_path / "db"
    descry("index", db, write_jsonl(tmp_path / "a.jsonl", [{"id": i, "text": text} for i in ids]))
    rows = descry("groups", db, "--by", "exact", "--format", "tsv").out.decode().splitlines()
    lines = [row.split("\t")[3] for row in rows]
    descry("delete", db, "-", "#7", stdin="\n".join(lines[:5] + ["", lines[0]]).encode())
    assert ids_in(db) == {"stays"}
    assert "0 documents deleted" in descry("delete", db, "-").err


def test_unknown_ids_are_named_and_the_others_go(descry, own_index):
    result = descry("delete", own_index, "no such", "doc00003", "#9999", "doc00004", "doc00003",
                    code=ERROR)
    for id in ("no such", "#9999"):
        assert f"descry: no such document: {id}\n" in result.err
    assert "2 documents deleted" in result.err
    assert len(ids_in(own_index)) == 1998 and not ids_in(own_index) & {"doc00003", "doc00004"}
    # A few of many are told, by --quiet too.
    many = "\n".join(f"absent{i}" for i in range(50)).encode()
    result = descry("delete", own_index, "-", "--quiet", stdin=many, code=ERROR)
    assert result.err.count("no such document") == 20 and "50 ids unknown" in result.err


def test_docids_are_those_before_the_deletion(descry, own_index):
    descry("delete", own_index, "#1", "doc00000", "#2")
    assert [p.docid for p in xapian.Database(str(own_index)).postlist("")][:1] == [3]


def test_an_index_without_groups(descry, tmp_path):
    path = tmp_path / "db"
    db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
    for number in range(4):
        document = xapian.Document()
        document.add_boolean_term(f"Q{number}")
        document.add_term("word")
        db.add_document(document)
    db.close()
    descry("delete", path, "1", "#4")
    assert ids_in(path) == {"0", "2"} and dump.metadata(path) == {}
    descry("delete", path, "1", code=ERROR)


@pytest.mark.parametrize("db", ["absent", "empty"])
def test_no_index(descry, tmp_path, db):
    (tmp_path / "empty").mkdir()
    descry("delete", tmp_path / db, "1", code=ERROR)
    assert not (tmp_path / "absent").exists() and not list((tmp_path / "empty").iterdir())


def test_a_lock_is_told(descry, own_index):
    writer = xapian.WritableDatabase(str(own_index), xapian.DB_OPEN)
    assert "another program" in descry("delete", own_index, "doc00000", code=ERROR).err
    writer.close()
    descry("delete", own_index, "doc00000", code=DONE)
    descry("search", own_index, "nosuchword", code=NOTHING_FOUND)
