"""What a user says of groups: how different, led by whom, in which order, with how much memory."""
import json
import random

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR
from texts import documents_of, varied

# Of 100 words, so many are other ones than in "base".
STEPS = {"base": varied(0), "two": varied(2), "eight": varied(8, 2), "thirty": varied(30, 3),
         "apart": varied(100, 4), "same-words": varied(0)[50:] + varied(0)[:50]}


@pytest.fixture
def steps(tmp_path):
    return write_jsonl(tmp_path / "steps.jsonl", documents_of(STEPS))


def ids_by_group(descry, db, *arguments):
    """The ids of each group, the head's first."""
    lines = descry("groups", db, *arguments, "--format", "json", "--quiet",
                   code=None).json_lines()
    return [[member["id"] for member in group["members"]] for group in lines]


@pytest.mark.parametrize("distance, expected", [
    ("0.04", {"base", "two"}),
    (None, {"base", "two", "eight"}),
    ("0.15", {"base", "two", "eight"}),
    ("0.4", {"base", "same-words", "two", "eight", "thirty"}),
])
def test_distance(descry, steps, tmp_path, distance, expected):
    """Up to the distance, and no further; the same words in another order are another text."""
    arguments = ["--distance", distance] if distance else []
    descry("index", tmp_path / "db", steps, *arguments)
    (group,) = ids_by_group(descry, tmp_path / "db")
    assert set(group) - {"apart"} == expected and group[0] == "base"
    # What was asked for is kept, by what comes after too.
    descry("rebuild", tmp_path / "db")
    assert ids_by_group(descry, tmp_path / "db") == [group]
    more = write_jsonl(tmp_path / "more.jsonl", documents_of({"more": varied(30, 5)}))
    descry("index", tmp_path / "db", more)
    (group,) = ids_by_group(descry, tmp_path / "db")
    assert set(group) - {"apart", "more"} == expected
    assert ("more" in group) == (distance == "0.4")


@pytest.mark.parametrize("distance", ["0", "0.01"])
def test_a_distance_that_only_equal_texts_are_within(descry, steps, tmp_path, distance):
    descry("index", tmp_path / "db", steps, "--distance", distance)
    assert ids_by_group(descry, tmp_path / "db") == []
    more = write_jsonl(tmp_path / "more.jsonl", documents_of({"again": STEPS["base"]}))
    descry("index", tmp_path / "db", more)
    assert ids_by_group(descry, tmp_path / "db") == [["base", "again"]]


@pytest.mark.parametrize("command", ["index", "annotate", "rebuild"])
def test_distance_beyond_one(descry, steps, tmp_path, command):
    if command != "index":
        descry("index", tmp_path / "db", steps)
    inputs = [steps] if command == "index" else []
    result = descry(command, tmp_path / "db", *inputs, "--distance", "2", code=ERROR)
    assert "--distance" in result.err and result.out == b""
    assert command != "index" or not (tmp_path / "db").exists()


@pytest.mark.parametrize("command", ["index", "rebuild", "annotate", "uniq", "report", "groups", "prepare"])
def test_documents_too_far_apart_are_not_looked_for(descry, steps, tmp_path, command):
    path = steps if command in ("uniq", "report", "groups", "prepare") else tmp_path / "db"
    result = descry(command, path, *([steps] if command == "index" else []), "--distance", "0.41", code=ERROR)
    assert "the distance must be at most 0.4; more distant documents cannot be found" in result.err


def test_a_large_limit_finds_what_is_far(descry, tmp_path):
    """Copies with a third of their words replaced share no key of words in a large collection."""
    chance = random.Random(11)
    documents = make_documents(2600, seed=12)
    copies = []
    for document in [d for d in documents if len(d["text"].split()) > 60][:100]:
        words = document["text"].split()
        for place in range(0, len(words), 9):
            for i in range(place, min(place + 3, len(words))):
                words[i] = "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=len(words[i])))
        copies.append({"id": f"copy of {document['id']}", "text": " ".join(words)})
    source = write_jsonl(tmp_path / "a.jsonl", documents + copies)
    shares = []
    for limit in ("0.3", "0.4"):
        descry("uniq", source, "--distance", limit, "--groups", tmp_path / "groups", "--force")
        groups = [json.loads(line) for line in (tmp_path / "groups").read_text().splitlines()]
        group_of = {member["id"]: number for number, group in enumerate(groups) for member in group["members"]}
        shares.append(sum(copy["id"] in group_of
                          and group_of[copy["id"]] == group_of[copy["id"].removeprefix("copy of ")]
                          for copy in copies))
        for group in groups:
            assert min(member["similarity"] for member in group["members"]) >= 1 - float(limit) - 5e-5
    assert shares[1] >= 90, shares


def test_similarities_are_as_made(descry, steps, tmp_path):
    descry("index", tmp_path / "db", steps, "--distance", 0.4)
    rows = descry("groups", tmp_path / "db", "--format", "tsv").tsv()
    told = {row[3]: float(row[4]) for row in rows}
    for id, share in (("base", 0), ("two", 0.02), ("eight", 0.08), ("thirty", 0.3)):
        # A replaced word of nine letters may keep a few of them, as an edit distance counts too.
        assert 0.6 * share <= 1 - told[id] <= share, id


def test_any_order(descry, tmp_path):
    """The same words, but for two, in another order: alike only for who asks for it."""
    base = varied(0)
    file = write_jsonl(tmp_path / "a.jsonl", documents_of(
        {"base": base, "turned": varied(2)[60:] + varied(2)[:60], "two": varied(2, 3)}))
    descry("index", tmp_path / "db", file)
    assert ids_by_group(descry, tmp_path / "db") == [["base", "two"]]
    descry("rebuild", tmp_path / "db", "--any-order")
    assert ids_by_group(descry, tmp_path / "db") == [["base", "turned", "two"]]
    descry("rebuild", tmp_path / "db")
    assert ids_by_group(descry, tmp_path / "db") == [["base", "turned", "two"]]


def test_documents_of_other_numbers_are_kept_apart(descry, tmp_path):
    """Invoices from one form; numbers are kept in the model, so that added documents follow."""
    def invoice(id, number, replaced=0):
        return {"id": id, "text": " ".join(varied(replaced) + ["number", number])}

    db = tmp_path / "db"
    descry("index", db, write_jsonl(tmp_path / "a.jsonl", [
        invoice("one", "1017"), invoice("copy", "1017", 1), invoice("two", "1018")]))
    assert ids_by_group(descry, db) == [["one", "copy", "two"]]
    descry("rebuild", db, "--keep-apart", "numbers")
    assert ids_by_group(descry, db) == [["one", "copy"]]
    assert descry("model", "show", db, "--format", "json").json()["keep_apart"] == "numbers"
    told = descry("explain", db, "one", "two", "--format", "json").json()
    assert told["decision"] == "other numbers" and told["numbers_differ"]
    descry("index", db, write_jsonl(tmp_path / "b.jsonl", [
        invoice("late", "1018", 2), invoice("alone", "1019", 2), invoice("third", "1017", 2)]))
    assert ids_by_group(descry, db) == [["one", "copy", "third"], ["two", "late"]]
    descry("rebuild", db)
    assert ids_by_group(descry, db) == [["one", "copy", "third"], ["two", "late"]]
    descry("rebuild", db, "--keep-apart", "nothing")
    assert len(ids_by_group(descry, db)) == 1


# Docid order: (id, words added at the end, value of slot 5).
LED = [("/middle/one", 1, 30), ("/a/rather/long/address", 4, 10), ("/x", 0, 20),
       ("/latest/of/all", 2, 90)]
HEADS = {"first": "/middle/one", "longest": "/a/rather/long/address", "newest:5": "/latest/of/all",
         "max:5": "/latest/of/all", "min:5": "/a/rather/long/address", "shortest-url": "/x"}


@pytest.mark.parametrize("order", HEADS)
def test_group_order(descry, tmp_path, order):
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_CREATE)
    generator = xapian.TermGenerator()
    for id, added, value in LED:
        document = xapian.Document()
        generator.set_document(document)
        generator.index_text(" ".join(varied(0) + varied(100, 7)[:added]))
        document.add_boolean_term("Q" + id)
        document.add_value(5, xapian.sortable_serialise(value))
        db.add_document(document)
    db.close()
    descry("annotate", tmp_path / "db", "--group-order", order)
    (group,) = ids_by_group(descry, tmp_path / "db")
    assert group[0] == HEADS[order]
    assert group[1:] == [id for id, _, _ in LED if id != HEADS[order]]
    # Kept in the model, and another can be asked for.
    descry("rebuild", tmp_path / "db")
    assert ids_by_group(descry, tmp_path / "db") == [group]
    descry("rebuild", tmp_path / "db", "--group-order", "first")
    assert ids_by_group(descry, tmp_path / "db")[0][0] == LED[0][0]


@pytest.mark.parametrize("option, bands", [("--compact", 4), (None, 8), ("--rich", 12)])
def test_band_keys(descry, own_index, index, jsonl, tmp_path, option, bands):
    if option:
        descry("rebuild", own_index, option)
        descry("rebuild", own_index)
    descry("model", "export", own_index, tmp_path / "model")
    line = descry("sign", jsonl, "--model", tmp_path / "model", "--methods", "term-bands"
                  ).json_lines()[0]
    assert len(line["term_bands"]) == bands
    # Fewer keys find a little less; the groups are about the same.
    pairs, found = (
        {(docids[0], docid) for docids in dump.parted(dump.all_values(db)) for docid in docids[1:]}
        for db in (index, own_index))
    assert len(pairs & found) > 0.95 * len(pairs)


def test_grouping(descry, own_index, index):
    def model_id():
        return descry("info", own_index, "--format", "json").json()["model"]["id"]
    two_level = model_id()
    descry("rebuild", own_index, "--grouping", "fast")
    fast = model_id()
    assert fast != two_level
    descry("rebuild", own_index)
    assert model_id() == fast
    descry("rebuild", own_index, "--grouping", "two-level")
    assert model_id() == two_level and dump.all_values(own_index) == dump.all_values(index)


@pytest.mark.long
def test_little_memory(descry, tmp_path):
    """5,000 documents sorted in 1 MiB: on disk, with the same groups, and nothing left there."""
    documents = make_documents(5000, seed=61, length=(40, 90))
    file = write_jsonl(tmp_path / "docs.jsonl", documents)
    folder = tmp_path / "temporary"
    folder.mkdir()
    for name, memory in (("much", 256), ("little", 1)):
        descry("index", tmp_path / name, file, "--memory", memory, env={"TMPDIR": str(folder)})
        assert list(folder.iterdir()) == []
    values = dump.all_values(tmp_path / "much")
    assert dump.all_values(tmp_path / "little") == values
    assert dump.metadata(tmp_path / "little") == dump.metadata(tmp_path / "much")
    for command in (["rebuild"], ["annotate", "--all"]):
        result = descry(command[0], tmp_path / "little", *command[1:], "--memory", 1)
        assert "0 written" in result.err and dump.all_values(tmp_path / "little") == values
    # That it was on disk shows where there is none to be had.
    nowhere = {"TMPDIR": str(tmp_path / "missing")}
    descry("annotate", "--all", tmp_path / "little", env=nowhere)
    result = descry("annotate", "--all", tmp_path / "little", "--memory", 1, env=nowhere,
                    code=ERROR)
    assert nowhere["TMPDIR"] in result.err and "TMPDIR" in result.err
    told = descry("rebuild", tmp_path / "little", "--dry-run", "--memory", 1, "--format",
                  "json").json()
    assert told["groups"]["documents_changed"] == 0
