"""groups import believes nothing that a file says, deduplicate nothing that a value says: what is
stored now decides."""
import json
import shutil

import pytest
import xapian

import dump
from made import write_jsonl
from program import DONE, ERROR, NOTHING_FOUND

WORDS = ("the quick brown fox jumps over the lazy dog again and again until night falls and every bird "
         "sleeps in the old tree by the river")
OTHER = "an unrelated report about volcanoes and penguins that nobody else has ever written down here"


def alike(ids):
    return [{"id": name, "text": f"{WORDS} {name}"} for name in ids]


def build(descry, folder, documents, name="x"):
    """An index, and a file of its groups as descry combine makes them."""
    db, file = folder / f"{name}.db", folder / f"{name}.groups"
    descry("index", db, write_jsonl(folder / f"{name}.jsonl", documents), "--quiet")
    descry("prepare", db, "--output", folder / f"{name}.prepared", "--quiet")
    descry("combine", folder / f"{name}.prepared", "--output", file, "--quiet")
    return db, file


@pytest.fixture
def built(descry, tmp_path):
    return build(descry, tmp_path, alike(["a", "b", "c"]))


def replace(descry, db, folder, identifier, text):
    descry("index", db, write_jsonl(folder / "new.jsonl", [{"id": identifier, "text": text}]), "--quiet")


def groups_of(descry, db):
    found = descry("groups", db, "--format", "json", code=None)
    assert found.code in (DONE, NOTHING_FOUND)
    return [[member["id"] for member in group["members"]] for group in found.json_lines()]


def edited(file, edit):
    """The file with its lines, as objects, edited."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines = edit(lines) or lines
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_file_that_is_true_is_imported(descry, built):
    db, file = built
    assert descry("groups", "import", db, file).code == DONE
    assert groups_of(descry, db) == [["a", "b", "c"]]


@pytest.mark.parametrize("text, stays", [(OTHER, False), (f"{WORDS} beta", True), ("", False), ("b", False)])
def test_a_member_whose_text_was_replaced(descry, built, tmp_path, text, stays):
    db, file = built
    replace(descry, db, tmp_path, "b", text)
    result = descry("groups", "import", db, file, code=DONE if stays else ERROR)
    assert groups_of(descry, db) == [["a", "b", "c"] if stays else ["a", "c"]]
    if stays:
        # Measured anew.
        (group,) = descry("groups", db, "--format", "json").json_lines()
        told = descry("explain", db, "a", "b", "--format", "json").json()
        assert group["members"][1]["similarity"] == told["similarity"]
    else:
        assert f"{file}:1: b: not near a, its group's head; skipped" in result.err
        assert "1 document skipped" in result.err
    descry("deduplicate", db, "--delete", "--yes", "--quiet")
    descry("show", db, "b", code=ERROR if stays else DONE)


def test_a_head_whose_text_was_replaced(descry, built, tmp_path):
    db, file = built
    replace(descry, db, tmp_path, "a", OTHER)
    result = descry("groups", "import", db, file, code=ERROR)
    assert f"{file}:1: a: changed since grouping; its group is skipped" in result.err
    assert groups_of(descry, db) == []


def test_a_member_that_was_deleted(descry, built):
    db, file = built
    descry("delete", db, "b", "--quiet")
    assert "1 of their documents are in other indexes" in descry("groups", "import", db, file).err
    assert groups_of(descry, db) == [["a", "c"]]


def test_a_number_that_another_document_has_now(descry, tmp_path):
    db = tmp_path / "x.db"
    writer = xapian.WritableDatabase(str(db), xapian.DB_CREATE)
    generator = xapian.TermGenerator()

    def document(text):
        made = xapian.Document()
        generator.set_document(made)
        generator.index_text(text)
        return made
    for name in ("one", "two", "three"):
        writer.add_document(document(f"{WORDS} {name}"))
    writer.close()
    descry("annotate", db, "--quiet")
    descry("prepare", db, "--output", tmp_path / "prepared", "--quiet")
    descry("combine", tmp_path / "prepared", "--output", tmp_path / "groups", "--quiet")
    writer = xapian.WritableDatabase(str(db))
    writer.replace_document(2, document(OTHER))
    writer.close()
    assert "#2: not near #1" in descry("groups", "import", db, tmp_path / "groups", code=ERROR).err
    assert groups_of(descry, db) == [["#1", "#3"]]


def set_of(key, value):
    return lambda lines: lines[0]["members"][1].__setitem__(key, value)


BAD = {
    "a similarity of 7": (lambda lines: (lines[0]["members"][1].pop("distance"),
                                         set_of("similarity", 7)(lines))[1], "a distance is not a number from 0 to 1"),
    "a distance below 0": (set_of("distance", -0.1), "a distance is not a number from 0 to 1"),
    "a member twice": (lambda lines: lines[0]["members"].append(lines[0]["members"][1]),
                       "the document b occurs twice"),
    "the head twice": (lambda lines: lines[0]["members"].append({**lines[0]["members"][0], "head": False}),
                       "the document a occurs twice"),
    "a member in two groups": (
        lambda lines: lines.append({**lines[0], "key": "another", "members":
                                    [{**lines[0]["members"][0], "id": "elsewhere"}, lines[0]["members"][1]]}),
        "line 2: the document b occurs twice"),
    "a group twice": (lambda lines: lines.append(lines[0]), "line 2: the key"),
    "no head": (lambda lines: lines[0]["members"].pop(0), "the first member"),
    "two heads": (set_of("head", True), "the first member"),
    "content that is none": (set_of("content", "0x12"), "16 hexadecimal digits"),
    "bad in the middle": (lambda lines: lines.extend([{"key": 7}, lines[0]]), ":2: not a group"),
    "another model": (lambda lines: lines[0].__setitem__("model", "f" * 32), "of model"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_somebody_edited_is_refused_whole(descry, built, name):
    db, file = built
    edit, reason = BAD[name]
    edited(file, lambda lines: (edit(lines), lines)[1])
    before = (dump.all_values(db), dump.metadata(db))
    assert reason in descry("groups", "import", db, file, code=ERROR).err
    assert (dump.all_values(db), dump.metadata(db)) == before


def test_a_member_that_somebody_added_is_compared(descry, tmp_path):
    db, file = build(descry, tmp_path, alike(["a", "b"]) + [{"id": "far", "text": OTHER}])
    for member in ({"id": "far", "head": False, "similarity": 0.99},
                   {"id": "far", "head": False, "similarity": 0.99, "content": "0123456789abcdef"}):
        edited(file, lambda lines: lines[0].__setitem__("members", lines[0]["members"][:2] + [member]))
        assert "far: not near a" in descry("groups", "import", db, file, code=ERROR).err
        assert groups_of(descry, db) == [["a", "b"]]
    # Under a key that is nobody's.
    edited(file, lambda lines: lines[0].__setitem__("key", "abcdefghijklmn"))
    assert "a: changed since grouping" in descry("groups", "import", db, file, code=ERROR).err


def test_groups_of_another_index(descry, built, tmp_path):
    db, _ = built
    other, file = build(descry, tmp_path, alike(["p", "q"]), "other")
    descry("model", "export", db, tmp_path / "model", "--quiet")
    edited(file, lambda lines: lines[0].__setitem__("model", json.loads(
        descry("info", db, "--format", "json").out)["model"]["id"]))
    before = (dump.all_values(db), dump.metadata(db))
    result = descry("groups", "import", db, file, code=ERROR)
    assert "none of the 2 grouped documents" in result.err
    assert (dump.all_values(db), dump.metadata(db)) == before


@pytest.mark.parametrize("bytes_", [b"", b"\n\n"])
def test_a_file_without_groups(descry, built, bytes_):
    db, file = built
    file.write_bytes(bytes_)
    before = (dump.all_values(db), dump.metadata(db))
    assert "contains no groups; use --allow-empty" in descry("groups", "import", db, file, code=ERROR).err
    assert (dump.all_values(db), dump.metadata(db)) == before
    descry("groups", "import", db, file, "--allow-empty")
    assert groups_of(descry, db) == []


@pytest.mark.parametrize("change, grouped", [("none", True), ("member", False), ("no content", False),
                                             ("far", False)])
def test_a_member_whose_head_is_in_another_shard(descry, tmp_path, change, grouped):
    one, _ = build(descry, tmp_path, alike(["a"]), "one")
    descry("model", "export", one, tmp_path / "model", "--quiet")
    two = tmp_path / "two.db"
    descry("index", two, write_jsonl(tmp_path / "two.jsonl", alike(["b"])), "--quiet")
    descry("model", "import", two, tmp_path / "model", "--quiet")
    descry("annotate", two, "--quiet")
    for shard, (db, name) in enumerate([(one, "1"), (two, "2")], 1):
        descry("prepare", db, "--model", tmp_path / "model", "--shard", f"{shard}/2", "--output",
               tmp_path / name, "--quiet")
    descry("combine", tmp_path / "1", tmp_path / "2", "--output", tmp_path / "groups", "--quiet")
    if change == "member":
        replace(descry, two, tmp_path, "b", OTHER)
    if change == "no content":
        edited(tmp_path / "groups", lambda lines: lines[0]["members"][1].pop("content") and None)
    if change == "far":
        edited(tmp_path / "groups", set_of("distance", 0.9))
    result = descry("groups", "import", two, tmp_path / "groups", "--shard", "2/2",
                    code=DONE if grouped else ERROR)
    assert (list(dump.slot_values(xapian.Database(str(two)), dump.SLOTS["group"])) == [1]) == grouped
    assert ("b: changed since grouping" in result.err) != grouped


@pytest.mark.parametrize("changed", [["b"], ["a"], ["a", "b", "c"]])
@pytest.mark.parametrize("by", ["group", "descriptive", "text-profile"])
def test_deduplicate_deletes_nothing_that_was_changed_under_its_values(descry, tmp_path, changed, by):
    """Another program gave documents other words and left the values that it found."""
    db = tmp_path / "x.db"
    descry("index", db, write_jsonl(tmp_path / "x.jsonl", [
        {"id": name, "text": WORDS} for name in ("a", "b", "c")]), "--quiet")
    writer = xapian.WritableDatabase(str(db))
    generator = xapian.TermGenerator()
    for name in changed:
        (did,) = [posting.docid for posting in writer.postlist("Q" + name)]
        document = writer.get_document(did)
        document.clear_terms()
        generator.set_document(document)
        generator.index_text(f"{OTHER} {name}")
        document.add_boolean_term("Q" + name)
        document.set_data(json.dumps({"id": name, "text": f"{OTHER} {name}"}))
        writer.replace_document(did, document)
    writer.close()
    for options in ([], ["--delete", "--yes"]):
        result = descry("deduplicate", db, "--by", by, *options, code=None)
        if by == "descriptive" and result.code == NOTHING_FOUND:
            continue  # no words, no such value
        assert result.code == ERROR
        for name in changed:
            assert f"{name}: changed since its values were made; kept" in result.err
        assert "descry annotate" in result.err
    for name in changed:
        descry("show", db, name)
    descry("annotate", db, "--all", "--quiet")
    assert descry("deduplicate", db, code=None).code in (DONE, NOTHING_FOUND)


def test_deduplicate_passes_over_what_was_replaced(descry, built):
    """Another program wrote a document anew: its values are gone, and so is its membership."""
    db, _ = built
    writer = xapian.WritableDatabase(str(db))
    document = xapian.Document()
    generator = xapian.TermGenerator()
    generator.set_document(document)
    generator.index_text(OTHER)
    document.add_boolean_term("Qb")
    writer.replace_document("Qb", document)
    writer.close()
    assert descry("deduplicate", db, "--delete", "--yes", "--format", "tsv").tsv()[0][1] == "c"
    descry("show", db, "b")


def test_a_copy_of_the_index_takes_the_groups(descry, built, tmp_path):
    db, file = built
    copy = shutil.copytree(db, tmp_path / "copy")
    descry("groups", "import", copy, file)
    assert dump.all_values(copy) == dump.all_values(db)
