"""Prefixes, slots and names that would be taken for something else: refused before anything is written."""
import pytest
import xapian

from made import write_jsonl

ERROR = 2
TIDES = [{"id": f"{i}", "text": text, "n": i} for i, text in
         enumerate(["high water at two", "the 1 pilot", "q0 q1 q2 of the harbour"])]
NAMES = [
    (["--id-prefix", "q"], '"q" is not an id prefix; use capital letters'),
    (["--id-prefix", "ZX"], "without a leading Z"),
    (["--id-prefix", "Q:"], '"Q:" is not an id prefix'),
    (["--slot-base", "4294967290"], "leaves no room for 16 slots"),
    (["--slot-base", "4294967280"], "use at most 4294967279"),
    (["--group-order", "newest:4294967295"], "not an order of groups: newest:4294967295"),
    (["--group-order", "min:1003"], "uses a slot that belongs to descry (1000 to 1015)"),
    (["--slot-base", "40", "--group-order", "max:55"], "a slot that belongs to descry (40 to 55)"),
]
FIELDS = [
    (["--value", "group:50:string"], "a value cannot be named group"),
    (["--value", "none:50"], "a value cannot be named none"),
    (["--value", "slot:7:50"], "a value cannot be named slot:7"),
    (["--value", "n:1015"], "belongs to descry"),
    (["--value", "n:4294967295"], "4294967295"),
    (["--field", "n:QX"], "begins as the unique terms do"),
]


def contents(db):
    return {file.name: file.read_bytes() for file in db.iterdir()}


@pytest.mark.parametrize("options, reason", NAMES + FIELDS)
def test_a_new_index_is_not_made(descry, tmp_path, options, reason):
    docs = write_jsonl(tmp_path / "docs.jsonl", TIDES)
    assert reason in descry("index", tmp_path / "db", docs, *options, code=ERROR).err
    assert not (tmp_path / "db").exists()


@pytest.mark.parametrize("options, reason", [
    case for case in NAMES + FIELDS if "40" not in case[0]])
def test_an_index_stays_as_it_is(descry, tmp_path, options, reason):
    docs = write_jsonl(tmp_path / "docs.jsonl", TIDES)
    db = tmp_path / "db"
    descry("index", db, docs)
    before = contents(db)
    assert reason in descry("index", db, docs, *options, code=ERROR).err
    if options[0] == "--group-order":
        assert reason in descry("rebuild", db, *options, code=ERROR).err
    assert contents(db) == before


@pytest.mark.parametrize("options, reason", NAMES)
def test_a_foreign_index_stays_as_it_is(descry, tmp_path, options, reason):
    db = tmp_path / "db"
    writer = xapian.WritableDatabase(str(db))
    for document in TIDES:
        terms = xapian.Document()
        for place, word in enumerate(document["text"].split()):
            terms.add_posting(word, place)
        writer.add_document(terms)
    writer.close()
    before = contents(db)
    assert reason in descry("annotate", db, *options, code=ERROR).err
    assert contents(db) == before


def test_the_last_slots_are_slots(descry, tmp_path):
    db = tmp_path / "db"
    descry("index", db, write_jsonl(tmp_path / "docs.jsonl", TIDES), "--slot-base", "4294967279")
    slots = descry("info", db, "--format", "json").json()["slots"]
    assert max(slots.values()) < 4294967295 and len(set(slots.values())) == len(slots)
    assert xapian.Database(str(db)).get_doccount() == 3


@pytest.mark.parametrize("command", [
    ("search", "water", "--collapse", "slot:1005"), ("search", "water", "--facet", "slot:1007"),
    ("groups", "--by", "slot:1007"), ("deduplicate", "--by", "slot:1015"),
    ("deduplicate", "--score", "slot:1003"), ("deduplicate", "--url", "slot:1003"),
])
def test_slots_of_our_own_are_no_values(descry, tmp_path, command):
    name, *rest = command
    db = tmp_path / "db"
    descry("index", db, write_jsonl(tmp_path / "docs.jsonl", TIDES))
    assert "belongs to descry" in descry(name, db, *rest, code=ERROR).err
