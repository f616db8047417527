"""descry groups and descry info: what the index holds, told exactly."""
import re
import subprocess

import pytest
import xapian

import dump
from made import write_jsonl
from program import DONE, NOTHING_FOUND

@pytest.mark.parametrize("min_size", [1, 2, 4])
@pytest.mark.parametrize("by", dump.SIGNATURES)
def test_groups_are_those_of_the_slot(descry, index, documents, by, min_size):
    values = dump.slot_values(xapian.Database(str(index)), dump.SLOTS[by])
    expected = dump.groups_of(values, min_size)
    assert expected or min_size == 4
    arguments = ["groups", index, "--by", by, "--min-size", min_size, "--format"]
    code = DONE if expected else NOTHING_FOUND
    result = descry(*arguments, "json", code=code)
    members = sum(len(docids) for _, docids in expected)
    told = result.err.replace(",", "").replace("1 group ", "1 groups ")
    assert told == f"descry: {len(expected)} groups {members} documents by {by}\n"
    assert result.json_lines() == [
        {"key": key, "size": len(docids),
         "members": [{"docid": docid, "id": documents[docid - 1]["id"], "head": docid == docids[0],
                      "similarity": None, "title": documents[docid - 1]["title"]}
                     for docid in docids]}
        for key, docids in expected]
    # No header; the last field is empty, equality being all there is.
    assert descry(*arguments, "tsv", code=code).tsv() == [
        [key, str(int(docid == docids[0])), str(docid), documents[docid - 1]["id"], ""]
        for key, docids in expected for docid in docids]
    text = descry(*arguments, "text", code=code).text
    assert text.count("Group of ") == len(expected)
    assert sum(line.startswith("    ") for line in text.splitlines()) == members


def test_verified_groups(descry, index, documents):
    """Who shares the key, the head first, each member near enough to it."""
    values = dump.slot_values(xapian.Database(str(index)), dump.SLOTS["group"])
    groups = descry("groups", index, "--format", "json").json_lines()
    assert len(groups) > 100
    heads = [group["members"][0]["docid"] for group in groups]
    assert heads == sorted(heads)
    told = {}
    for group in groups:
        head, *members = group["members"]
        assert head["head"] is True and head["similarity"] == 1
        assert [member["docid"] for member in members] == sorted(m["docid"] for m in members)
        for member in members:
            assert member["head"] is False and 0.85 <= member["similarity"] <= 1
            same = documents[member["docid"] - 1]["text"] == documents[head["docid"] - 1]["text"]
            assert not same or member["similarity"] == 1
        assert all(m["id"] == documents[m["docid"] - 1]["id"] for m in group["members"])
        assert group["size"] == len(group["members"])
        told[group["key"]] = sorted(m["docid"] for m in group["members"])
    assert sorted(told.items()) == sorted(dump.groups_of(values))
    # The default, by its name and by its slot's number: there it is a value like any other.
    by_name = descry("groups", index, "--by", "group", "--format", "json")
    assert by_name.json_lines() == groups
    by_slot = descry("groups", index, "--by", "slot:1000", "--format", "json").json_lines()
    assert {g["key"]: [m["docid"] for m in g["members"]] for g in by_slot} == told
    for min_size in (3, 5):
        some = descry("groups", index, "--min-size", min_size, "--format", "json").json_lines()
        assert some == [group for group in groups if group["size"] >= min_size] != []


def test_verified_groups_in_every_format(descry, index):
    groups = descry("groups", index, "--format", "json").json_lines()
    members = [(group["key"], member) for group in groups for member in group["members"]]
    result = descry("groups", index, "--format", "tsv")
    assert result.tsv() == [
        [key, str(int(m["head"])), str(m["docid"]), m["id"], f"{m['similarity']:.4f}"]
        for key, m in members]
    assert all(re.search(r"\t[01]\.\d{4}$", line) for line in result.lines)
    text = descry("groups", index).text
    assert text.count("Group of ") == len(groups)
    assert [line.split()[0] for line in text.splitlines() if line.startswith("    ")] == [
        member["id"] for _, member in members]


def test_equal_texts_are_one_group(descry, index, documents):
    values = dump.slot_values(xapian.Database(str(index)), dump.SLOTS["group"])
    by_text = {}
    for docid, document in enumerate(documents, 1):
        by_text.setdefault(document["text"], []).append(docid)
    copies = [docids for docids in by_text.values() if len(docids) > 1]
    assert len(copies) > 20
    for docids in copies:
        assert len({values[docid] for docid in docids}) == 1


def test_field_order(descry, index):
    group = descry("groups", index, "--format", "json").json_lines()[0]
    assert list(group) == ["key", "size", "members"]
    assert list(group["members"][0]) == ["docid", "id", "head", "similarity", "title",
                                              "verified"]


def test_order_and_pages(descry, index):
    by_docid = descry("groups", index, "--format", "json").json_lines()
    assert descry("groups", index, "--sort", "docid", "--format", "json").json_lines() == by_docid
    by_size = sorted(by_docid, key=lambda group: -group["size"])
    assert by_size != by_docid and by_size[0]["size"] > by_size[-1]["size"]
    for order, groups in (("docid", by_docid), ("size", by_size)):
        page = ["groups", index, "--sort", order, "--format"]
        assert descry(*page, "json").json_lines() == groups
        result = descry(*page, "json", "--rows", 3, "--start", 2)
        assert result.json_lines() == groups[2:5]
        assert result.err.endswith(" documents, by group; 3 shown\n")
        assert f"{len(groups)} groups" in result.err
        assert descry(*page, "json", "--start", 4).json_lines() == groups[4:]
        rows = descry(*page, "tsv", "--rows", 2).tsv()
        assert [row[0] for row in rows] == [group["key"] for group in groups[:2]
                                            for _ in group["members"]]
        assert descry(*page, "text", "--rows", 2).text.count("Group of ") == 2
    assert descry("groups", index, "--start", len(by_docid)).out == b""
    assert descry("groups", index, "--rows", 0).out == b""
    by_exact = descry("groups", index, "--by", "exact", "--sort", "size", "--rows", 1, "--format",
                      "json").json_lines()
    assert by_exact[0]["size"] == max(group["size"] for group in descry(
        "groups", index, "--by", "exact", "--format", "json").json_lines())


@pytest.mark.parametrize("by", ["group", "exact"])
def test_titles(descry, tmp_path, by):
    """A title where there is one, else the first words; what has none gets none."""
    text = " ".join(f"word{i}" for i in range(40))
    documents = [{"id": "titled", "title": "A\n title", "text": text},
                 {"id": "untitled", "text": text}]
    for name, options, titles in (("db", [], ["A title", text[:100] + "…"]),
                                  ("bare", ["--no-store-text"], ["A title", ""])):
        descry("index", tmp_path / name, write_jsonl(tmp_path / "a.jsonl", documents), *options)
        groups = ["groups", tmp_path / name, "--by", by]
        (group,) = descry(*groups, "--format", "json").json_lines()
        assert [member["title"] for member in group["members"]] == titles
        lines = [line.split("  ") for line in descry(*groups).lines[1:3]]
        assert lines[0][-1] == "A title"
        assert lines[1][-1].startswith(text[:50] if titles[1] else
                                       "[100.0%]" if by == "group" else "untitled")
        if by == "group":
            (row,) = descry("similar", tmp_path / name, "titled", "--format", "json").json_lines()
            assert row["title"] == titles[1]
            (row,) = descry("similar", tmp_path / name, "untitled").lines
            assert row == "100.0%  titled  A title"


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
    assert info["groups_by"] == "group" and info["groups_complete"]
    values = dump.slot_values(xapian.Database(str(index)), dump.SLOTS["group"])
    groups = dump.groups_of(values)
    assert info["groups"] == len(groups)
    assert info["grouped_documents"] == sum(len(docids) for _, docids in groups)
    # The same as lines, names joined by dots.
    rows = dict(descry("info", index, "--format", "tsv").tsv())
    assert rows["model.words"] == str(info["model"]["words"])
    assert rows["slots.exact"] == "1003" and rows["documents"] == "2000"
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
    # Who wants groups is told the command that makes them.
    told = f"descry: {tmp_path}/db has no groups; run descry annotate {tmp_path}/db\n"
    assert told in descry("search", tmp_path / "db", "*", code=code).err
    assert told in descry("groups", tmp_path / "db", code=NOTHING_FOUND).err
    for command, option in (("search", "--collapse"), ("groups", "--by")):
        query = ["*"] if command == "search" else []
        assert told not in descry(command, tmp_path / "db", *query, option, "slot:5", code=None).err


def next_command(err):
    """The command that the last line names, run by a shell."""
    return err.splitlines()[-1].split("; next: ")[1]


@pytest.mark.parametrize("name", ["db", "a b's $HOME.db"])
def test_what_comes_next(descry, documents, tmp_path, name):
    """Commands that write say what there is now, and by which command it is seen."""
    def told(*arguments):
        err = descry(*arguments).err
        done = subprocess.run(["bash", "-c", next_command(err).replace("descry", descry.path, 1)
                               .replace("QUERY", "'*'")], capture_output=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return err.splitlines()[-1], done.stdout
    db = tmp_path / name
    line, listed = told("index", db, write_jsonl(tmp_path / "a.jsonl", documents[:200]))
    info = descry("info", db, "--format", "json").json()
    assert line.startswith(f"descry: {info['groups']} groups, {info['grouped_documents']} "
                           "documents; next: descry groups ")
    assert listed == descry("groups", db, "--sort", "size").out
    for command in (["annotate", db], ["rebuild", db]):
        assert told(*command) == (line, listed)
    assert descry("annotate", db, "--quiet").err == ""
    (tmp_path / "others").mkdir()
    alone = tmp_path / "others" / name
    line, found = told("index", alone, write_jsonl(tmp_path / "b.jsonl", documents[:1]))
    assert line.startswith("descry: no groups of near-duplicates; next: ") and b"1 document match" in found


def test_an_empty_index_has_no_next_command(descry, tmp_path):
    (tmp_path / "empty.jsonl").write_text("")
    err = descry("index", tmp_path / "db", tmp_path / "empty.jsonl").err
    assert "the index holds 0 documents" in err
    assert "next:" not in err and "small" not in err


def test_info_names_annotate_where_there_is_no_model(descry, index, tmp_path):
    """As a model that was imported and dropped leaves it: a schema alone."""
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_CREATE)
    db.set_metadata("descry:schema",
                    xapian.Database(str(index)).get_metadata("descry:schema"))
    db.close()
    advice = descry("info", tmp_path / "db", "--format", "json").json()["advice"]
    assert "No model: run descry annotate." in advice
