"""deduplicate: Nutch's offline job."""
import json
import os
import pty
import subprocess

import pytest
import xapian

from crafted import value_like
from made import write_jsonl

ERROR, NOTHING = 2, 1
PAGES = [
    {"id": "http://a.example.org/page", "text": "same words here", "score": 1, "time": "2026-01-01"},
    {"id": "http://a.example.org/p", "text": "same words here", "score": 1, "time": "2026-01-01"},
    {"id": "http://b.example.org/other", "text": "same words here", "score": 2,
     "time": "2026-01-02"},
    {"id": "http://c.example.org/", "text": "something else", "score": 0, "time": "2026-01-02"},
]
FIELDS = ["--value", "score:50:number", "--value", "time:51:date", "--value", "sig:52"]


@pytest.fixture
def db(descry, tmp_path):
    (tmp_path / "chain.json").write_text(json.dumps(
        {"fields": "text", "signatureField": "sig", "overwriteDupes": False}))
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "in.jsonl", PAGES), *FIELDS,
           "--chain", tmp_path / "chain.json")
    return tmp_path / "db"


def losers(descry, db, *options, code=0):
    lines = descry("deduplicate", db, *options, "--format", "tsv", code=code).lines
    return {line.split("\t")[1]: line.split("\t")[3] for line in lines}


def test_rules(descry, db):
    page, short, other = (document["id"] for document in PAGES[:3])
    assert losers(descry, db, "--score", "score") == {page: other, short: other}
    assert losers(descry, db) == {page: short, other: short}
    assert losers(descry, db, "--group", "host") == {page: short}
    assert losers(descry, db, "--fetch-time", "time", "--group", "domain") == {
        page: other, short: other}
    assert losers(descry, db, "--by", "exact") == losers(descry, db, "--by", "slot:52")
    assert losers(descry, db, "--compare-order", "score") == {short: page, other: page}
    assert losers(descry, db, "--compare-order", "score", "--score", "slot:50") == {
        page: other, short: other}
    found = json.loads(descry("deduplicate", db, "--group", "host", "--format", "json").lines[0])
    assert found == {"docid": 1, "id": page, "survivor_docid": 2, "survivor": short}


def test_values_of_one_hash_are_not_one(descry, tmp_path):
    db = tmp_path / "crafted"
    value = "value of another"
    pages = [{"id": f"page{i}", "text": "high water at two", "u": u}
             for i, u in enumerate([value, value_like(value), value, value_like(value, 10**6)])]
    descry("index", db, write_jsonl(tmp_path / "crafted.jsonl", pages), "--value", "u:50")
    (group,) = descry("groups", db, "--by", "u", "--format", "json").json_lines()
    assert [member["id"] for member in group["members"]] == ["page0", "page2"]
    assert losers(descry, db, "--by", "u") == {"page2": "page0"}
    for more in [(), ("--expand", "5"), ("--head", "sort:u asc"), ("--sort", "u asc")]:
        page = descry("search", db, "water", "--collapse", "u", *more, "--format", "json").json()
        assert (page["matches"], page["groups"], len(page["results"])) == (4, 3, 3)
    facets = descry("search", db, "water", "--collapse", "none", "--facet", "u", "--format",
                    "json").json()["facets"]["u"]["values"]
    assert sorted(value["count"] for value in facets) == [1, 1, 2]


def values(db, slot):
    return {value.docid: value.value.decode() for value in xapian.Database(str(db)).valuestream(slot)}


def test_a_report_writes_nothing(descry, db):
    before = {file.name: file.read_bytes() for file in db.iterdir()}
    descry("deduplicate", db)
    assert {file.name: file.read_bytes() for file in db.iterdir()} == before


def test_marks(descry, db):
    result = descry("deduplicate", db, "--score", "score", "--mark", "slot:60")
    assert "2 marks changed" in result.err and "2 duplicates marked" in result.err
    assert values(db, 60) == {1: PAGES[2]["id"], 2: PAGES[2]["id"]}
    assert "0 marks changed" in descry("deduplicate", db, "--score", "score", "--mark",
                                       "slot:60").err
    # Other rules, other marks.
    descry("deduplicate", db, "--group", "host", "--mark", "slot:60")
    assert values(db, 60) == {1: PAGES[1]["id"]}


def docids(db):
    return [p.docid for p in xapian.Database(str(db)).postlist("")]


def test_deletes(descry, db):
    result = descry("deduplicate", db, "--score", "score", "--delete", "--yes")
    assert "deleting 2 duplicates of 4 documents" in result.err and "warning" not in result.err
    assert docids(db) == [3, 4]
    assert descry("groups", db, "--format", "tsv", code=NOTHING).lines == []
    descry("deduplicate", db, "--score", "score", "--delete", code=NOTHING)
    assert descry("info", db, "--format", "json").json()["stale_documents"] == 0


def test_nothing_is_deleted_unasked(descry, db):
    before = {file.name: file.read_bytes() for file in db.iterdir()}
    result = descry("deduplicate", db, "--delete", "--mark", "slot:60", code=ERROR)
    assert "2 duplicates of 4 documents not deleted" in result.err and "--yes" in result.err
    assert result.lines == []
    assert {file.name: file.read_bytes() for file in db.iterdir()} == before


@pytest.mark.parametrize("answer, left", [("n", [1, 2, 3, 4]), ("", [1, 2, 3, 4]), ("y", [2, 4]),
                                          ("yes", [2, 4])])
def test_a_terminal_is_asked(descry, db, answer, left):
    terminal, stdin = pty.openpty()
    os.write(terminal, f"{answer}\n".encode())
    done = subprocess.run(descry.command("deduplicate", db, "--delete"), stdin=stdin,
                          capture_output=True, text=True, timeout=60)
    os.close(terminal)
    os.close(stdin)
    assert "delete 2 duplicates of 4 documents? [y/N]" in done.stderr
    assert done.returncode == (0 if left == [2, 4] else ERROR)
    assert docids(db) == left


def test_one_of_each_group_stays(descry, tmp_path):
    tides = ("the tide tables of this harbour are printed every winter for the pilots of the port, "
             "who keep them beside the wheel")
    db = tmp_path / "groups"
    pages = [{"id": f"{name}{copy}", "text": f"{text} {text} {'abc'[copy]}"}
             for name, text in [("a", tides), ("b", tides[::-1])] for copy in range(3)]
    descry("index", db, write_jsonl(tmp_path / "groups.jsonl", pages))
    assert losers(descry, db) == {"a1": "a0", "a2": "a0", "b1": "b0", "b2": "b0"}
    descry("deduplicate", db, "--delete", "--yes")
    assert docids(db) == [1, 4]


def test_without_groups_there_is_no_default(descry, tmp_path):
    db = tmp_path / "foreign"
    writer = xapian.WritableDatabase(str(db))
    for _ in range(3):
        document = xapian.Document()
        for place, word in enumerate("high water at two".split()):
            document.add_posting(word, place)
        writer.add_document(document)
    writer.close()
    descry("annotate", db, "--methods", "term-profile")
    assert "the index has no groups" in descry("deduplicate", db, code=ERROR).err
    assert len(losers(descry, db, "--by", "term-profile")) == 2


@pytest.mark.parametrize("options, reason", [
    (["--by", "nothing"], '"nothing" is not a signature or field; use '),
    (["--compare-order", "length"], '"length" is not a criterion; use '),
    (["--compare-order", ""], "the value is empty"),
    (["--group", "net"], '--group must be none, host or domain, not "net"'),
    (["--score", "sig"], "the values of sig are strings"),
    (["--mark", "slot:50"], "slot 50 belongs to field score"),
    (["--mark", "slot:1003"], "belongs to descry"),
])
def test_bad_options(descry, db, options, reason):
    assert reason in descry("deduplicate", db, *options, code=ERROR).err


def test_a_slot_of_another_program_is_not_marked(descry, db):
    writer = xapian.WritableDatabase(str(db))
    document = writer.get_document(4)
    document.add_value(70, b"mine")
    writer.replace_document(4, document)
    writer.close()
    result = descry("deduplicate", db, "--mark", "slot:70", code=ERROR)
    assert "the slot holds values of another program" in result.err
    assert values(db, 70) == {4: "mine"}
