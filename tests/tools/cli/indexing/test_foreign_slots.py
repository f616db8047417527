"""Slots that the index's schema does not name are another program's: no command reads them as
descry's."""
import pytest
import xapian

from made import write_jsonl
from program import DONE, ERROR, NOTHING_FOUND

TEXTS = ["the harbour board met on tuesday evening and resolved that the pier goes",
         "another text about salt and tar and the price of herring",
         "lighthouse keepers write their log by hand"]
SLOTS = range(1000, 1016)


def build(path, slots=SLOTS, value="en"):
    """An index of a program that keeps a language in slots where descry would keep keys."""
    db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
    generator = xapian.TermGenerator()
    for i, text in enumerate(TEXTS):
        document = xapian.Document()
        generator.set_document(document)
        generator.index_text(text)
        document.add_boolean_term(f"Q{path.name}{i}")
        for slot in slots:
            document.add_value(slot, value)
        document.set_data(text)
        db.add_document(document)
    db.close()
    return path


@pytest.fixture
def foreign(tmp_path):
    return build(tmp_path / "other")


NAMES = ["group", "descriptive", "exact", "text-profile", "term-profile", "descriptive-stable", "simhash",
         "bbit"]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_collapsed_by_another_programs_values(descry, foreign, name):
    found = descry("search", foreign, "harbour OR tar OR log", "--collapse", name, "--format", "json").json()
    assert (found["matches"], found["groups"]) == (3, 3)
    assert [result["size"] for result in found["results"]] == [1, 1, 1]
    found = descry("search", foreign, "harbour OR tar OR log", "--collapse", name, "--expand", 5, "--format",
                   "json").json()
    assert len(found["results"]) == 3
    assert descry("groups", foreign, "--by", name, code=NOTHING_FOUND).out == b""
    assert "no " in descry("deduplicate", foreign, "--by", name, code=ERROR).err


def test_other_commands_see_none_of_them(descry, foreign, tmp_path):
    info = descry("info", foreign, "--format", "json").json()
    assert (info["annotated"], info["groups"]) == (False, 0)
    shown = descry("show", foreign, "#1", "--format", "json").json()
    assert (shown["keys"], shown["group"]) == ({}, None)
    descry("similar", foreign, "#1", code=ERROR)
    descry("explain", foreign, "#1", "#2", code=ERROR)
    # What is not read needs no free slots.
    descry("stats", "export", foreign, tmp_path / "stats", "--quiet")
    descry("model", "make", tmp_path / "stats", tmp_path / "model", "--quiet")
    descry("prepare", foreign, "--model", tmp_path / "model", "--output", tmp_path / "prepared", "--quiet")
    descry("combine", tmp_path / "prepared", "--output", tmp_path / "groups")
    assert (tmp_path / "groups").read_bytes() == b""
    for command in (["annotate", foreign], ["rebuild", foreign],
                    ["model", "import", foreign, tmp_path / "model"]):
        assert "in use by another program" in descry(*command, code=ERROR).err


def test_a_slot_that_the_user_names_is_read(descry, foreign):
    found = descry("search", foreign, "harbour OR tar OR log", "--collapse", "slot:1000", "--format",
                   "json").json()
    assert (found["matches"], found["groups"]) == (3, 1)
    for slot in (1000, 1005, 1007):  # nobody's but its program's
        (group,) = descry("groups", foreign, "--by", f"slot:{slot}", "--format", "tsv").tsv()[:1]
        assert (group[0], group[4]) == ("en", "")
    assert len(descry("deduplicate", foreign, "--by", "slot:1003", "--format", "tsv").tsv()) == 2


def test_methods_that_the_schema_does_not_name(descry, tmp_path):
    """An annotated index whose other slots came into use later."""
    db = build(tmp_path / "db", slots=[])
    descry("annotate", db, "--methods", "descriptive", "--quiet")
    writer = xapian.WritableDatabase(str(db))
    for did in (1, 2, 3):
        document = writer.get_document(did)
        for slot in set(SLOTS) - {1001, 1005}:
            document.add_value(slot, "en")
        writer.replace_document(did, document)
    writer.close()
    for name in ("group", "exact", "term-profile"):
        assert descry("search", db, "*", "--collapse", name, "--format", "json").json()["groups"] == 3
        descry("groups", db, "--by", name, code=NOTHING_FOUND)
        descry("deduplicate", db, "--by", name, code=ERROR)
    assert set(descry("show", db, "#1", "--format", "json").json()["keys"]) <= {"descriptive"}
    assert descry("info", db, "--format", "json").json()["groups"] == 0
    descry("similar", db, "#1", code=NOTHING_FOUND)
    assert descry("explain", db, "#1", "#2", "--format", "json").json()["a"].get("head") is None
    # Nor are they taken.
    for name in ("group", "term-profile"):
        assert "in use by another program" in descry("annotate", db, "--methods", name, code=ERROR).err


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("way", ["named", "stub"])
def test_shards_of_which_one_is_another_programs(descry, foreign, tmp_path, order, way):
    own = tmp_path / "own"
    descry("index", own, write_jsonl(tmp_path / "own.jsonl", [
        {"id": str(i), "text": TEXTS[0]} for i in range(2)]), "--quiet")
    free = build(tmp_path / "free", slots=[])

    def names(*shards):
        if way == "named":
            return list(shards)[::order]
        (tmp_path / "stub").write_text("".join(f"auto {shard}\n" for shard in list(shards)[::order]))
        return [tmp_path / "stub"]
    for command in (["search", *names(own, foreign), "*"], ["groups", *names(own, foreign)],
                    ["info", *names(own, foreign)]):
        refused = descry(*command, code=ERROR)
        assert f"{foreign} has values of another program in slot 1000" in refused.err
    # Where the slots are free, its documents stand for themselves.
    found = descry("search", *names(own, free), "harbour", "--format", "json").json()
    assert (found["matches"], found["groups"]) == (3, 2)
    (group,) = descry("groups", *names(own, free), "--format", "json").json_lines()
    assert [member["id"] for member in group["members"]] == ["0", "1"]


def test_prepared_files_and_evaluations_take_any_slots(descry, tmp_path):
    db = build(tmp_path / "db", value="x")
    assert descry("evaluate", db, "--methods", "term-profile", code=ERROR).err.count("in use") == 0
    assert descry("search", db, "herring", code=DONE).lines
