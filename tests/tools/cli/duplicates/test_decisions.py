"""Decisions by their direction: the head is dropped for a member; and only what was confirmed is dropped."""
import json
import random

import pytest

from made import make_documents, write_jsonl
from program import ERROR
from texts import documents_of, varied

# `left` and `right` are near `head` and its copy, and not near each other.
TEXTS = {"head": varied(0), "left": varied(10), "right": varied(10, 2, first=60), "copy": varied(0), "alone": varied(100, 4)}


@pytest.fixture
def file(tmp_path):
    return write_jsonl(tmp_path / "a.jsonl", documents_of(TEXTS))


@pytest.fixture
def decide(tmp_path):
    def write(*lines):
        path = tmp_path / "decisions.tsv"
        path.write_text("".join("\t".join(line.split()) + "\n" for line in lines))
        return path
    return write


def ids(out):
    return [json.loads(line)["id"] for line in out.splitlines()]


def pairs(path):
    return {row[0]: row[1] for row in (line.split("\t") for line in path.read_text().splitlines())}


def test_a_head_is_dropped_for_a_member(descry, file, decide, tmp_path):
    path = decide("head left drop")
    files = ["--dropped", tmp_path / "dropped", "--groups", tmp_path / "groups", "--report", tmp_path / "page.html"]
    plain = descry("uniq", file, "--dropped", tmp_path / "before")
    assert ids(plain.out) == ["head", "alone"] and set(pairs(tmp_path / "before").values()) == {"head"}
    result = descry("uniq", file, "--decisions", path, *files)
    # What is not near the new head is kept.
    assert ids(result.out) == ["left", "right", "alone"]
    assert pairs(tmp_path / "dropped") == {"head": "left", "copy": "left"}
    assert f"1 head swapped because of {path}; 1 other member kept, not near the new head" in result.err
    assert "5 documents: 3 kept, 2 dropped (40.0%); 1 group" in result.err and "void" not in result.err
    similarities = [line.split("\t")[2] for line in (tmp_path / "dropped").read_text().splitlines()]
    assert similarities == [line.split("\t")[2] for line in (tmp_path / "before").read_text().splitlines()
                            if line.startswith("left")] * 2
    (group,) = [json.loads(line) for line in (tmp_path / "groups").read_text().splitlines()]
    assert [member["id"] for member in group["members"]] == ["left", "head", "copy"]
    page = (tmp_path / "page.html").read_text()
    assert "left" in page and ">right<" not in page
    marked = [json.loads(line) for line in descry("uniq", file, "--decisions", path, "--mark").out.splitlines()]
    assert {mark["id"]: (mark["descry_head"], mark["descry_kept"]) for mark in marked} == {
        "head": ("left", False), "left": ("left", True), "right": (None, True), "copy": ("left", False), "alone": (None, True)}
    assert {mark["descry_group"] for mark in marked} == {group["key"], None}


def test_a_line_in_the_present_direction_changes_nothing(descry, file, decide, tmp_path):
    before = descry("uniq", file, "--dropped", tmp_path / "before").out
    result = descry("uniq", file, "--decisions", decide("left head drop", "copy head drop"), "--dropped", tmp_path / "after")
    assert result.out == before and (tmp_path / "after").read_bytes() == (tmp_path / "before").read_bytes()
    assert "swapped" not in result.err and "void" not in result.err


def test_two_directions_contradict(descry, file, decide):
    path = decide("head left drop", "", "left head drop")
    for command in (["uniq"], ["review"]):
        result = descry(*command, file, "--decisions", path, code=ERROR)
        assert f"{path}:3: contradicts line 1" in result.err and result.out == b""


@pytest.mark.parametrize("lines, kept, dropped", [
    # Each member that was chosen is kept, whether it is near the other one or not.
    (["head left drop", "head right drop"], ["left", "right", "alone"], {"head": "left", "copy": "left"}),
    (["head left drop", "head copy drop"], ["left", "right", "copy", "alone"], {"head": "left"}),
    (["head left drop", "copy left keep"], ["left", "right", "copy", "alone"], {"head": "left"}),
    # One swap after the other; around in a circle it ends.
    (["head copy drop", "copy right drop"], ["left", "right", "alone"], {"head": "right", "copy": "right"}),
    (["head copy drop", "copy right drop", "right head drop"], ["left", "right", "alone"], {"head": "right", "copy": "right"}),
])
def test_several_lines_about_a_group(descry, file, decide, tmp_path, lines, kept, dropped):
    result = descry("uniq", file, "--decisions", decide(*lines), "--dropped", tmp_path / "dropped")
    assert ids(result.out) == kept and pairs(tmp_path / "dropped") == dropped
    assert ("void" in result.err) == (lines[-1] == "right head drop")


FLAT = {place: varied(0) + ["flat", place] for place in "bc"}


@pytest.mark.parametrize("rules, texts, fields, kept", [
    ([], FLAT, {}, ["b"]),
    (["--keep-apart", "numbers"], FLAT, {}, ["b", "c"]),
    (["--keep-apart", "f"], FLAT, {"c": "other"}, ["b", "c"]),
    (["--contained", "0.9"], {"b": varied(0)[:92], "c": varied(4)}, {}, ["b", "c"]),
])
def test_rules_hold_for_the_new_head(descry, decide, tmp_path, rules, texts, fields, kept):
    documents = [{"f": fields.get(document["id"], "one"), **document} for document in documents_of({"a": varied(0), **texts})]
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    assert ids(descry("uniq", file, *rules).out) == ["a", *fields]
    assert ids(descry("uniq", file, *rules, "--decisions", decide("a b drop")).out) == kept


def test_a_document_inside_the_kept_one_can_be_chosen(descry, decide, tmp_path):
    texts = {"outer": varied(0, words=150), "inner": varied(0, words=60), "least": varied(0, words=30), "other": varied(0, words=150)[90:]}
    file = write_jsonl(tmp_path / "a.jsonl", documents_of(texts))
    assert ids(descry("uniq", file, "--inside").out) == ["outer"]
    result = descry("uniq", file, "--inside", "--decisions", decide("outer inner drop"), "--dropped", tmp_path / "dropped")
    assert ids(result.out) == ["inner", "other"]
    rows = [line.split("\t")[:4] for line in (tmp_path / "dropped").read_text().splitlines()]
    assert rows == [["outer", "inner", "1.0000", "holds"], ["least", "inner", "1.0000", "inside"]]


def test_references_are_never_dropped(descry, file, decide, tmp_path):
    known = write_jsonl(tmp_path / "known.jsonl", documents_of({"known": varied(0)}))
    path = decide("known left drop")
    result = descry("uniq", file, "--reference", known, "--decisions", path)
    assert ids(result.out) == ["left", "alone"] and "known, left: drop is void: neither is dropped" in result.err
    descry("prepare", known, "--output", tmp_path / "prepared")
    assert ids(descry("uniq", file, "--reference", tmp_path / "prepared", "--decisions", path).out) == ["left", "alone"]


def test_of_none_that_are_kept_none_is_swapped(descry, file, decide):
    result = descry("uniq", file, "--keep", "none", "--decisions", decide("head left drop"))
    assert ids(result.out) == ["alone"] and "swapped" not in result.err and "void" not in result.err
    result = descry("uniq", file, "--keep", "none", "--decisions", decide("head left drop"), "--only-confirmed", code=ERROR)
    assert "--only-confirmed drops one of two documents" in result.err


def test_the_next_run_knows_what_was_kept(descry, file, decide, tmp_path):
    descry("uniq", file, "--update", tmp_path / "state", "--decisions", decide("head left drop"))
    again = write_jsonl(tmp_path / "b.jsonl", documents_of({f"{id}2": text for id, text in TEXTS.items()}))
    result = descry("uniq", again, "--update", tmp_path / "state", "--dropped", tmp_path / "dropped")
    assert result.out == b""
    assert pairs(tmp_path / "dropped") == {"head2": "left", "left2": "left", "right2": "right", "copy2": "left", "alone2": "alone"}


def test_review_swaps(descry, file, tmp_path):
    path = tmp_path / "decisions.tsv"
    result = descry("review", file, "--decisions", path, stdin=b"w")
    assert "k keep both, d drop B, w swap: keep B, drop A, s skip" in result.text
    shown = result.text.split("1 of ")[1]
    asked = next(id for id in ("left", "right") if f"B dropped  {id}" in shown)
    assert path.read_text() == f"head\t{asked}\tdrop\n"
    assert asked in ids(descry("uniq", file, "--decisions", path).out)
    # It is decided, and can be taken back.
    again = descry("review", file, "--decisions", path, stdin=b"q").text
    assert "2 of 2" in again and "1 of 2" not in again
    descry("review", file, "--decisions", tmp_path / "other", stdin=b"wbkq")
    assert (tmp_path / "other").read_text() == f"{asked}\thead\tkeep\n"


def duplicates(result):
    return {row[1]: row[3] for row in result.tsv()}


def test_an_index_follows_too(descry, file, decide, tmp_path):
    descry("index", tmp_path / "db", file)
    find = ["deduplicate", tmp_path / "db", "--format", "tsv"]
    assert set(duplicates(descry(*find)).values()) == {"head"}
    path = decide("head left drop")
    result = descry(*find, "--decisions", path, "--mark", "slot:77")
    assert duplicates(result) == {"head": "left", "copy": "left"}
    assert f"1 head swapped because of {path}; 1 other member kept, not near the new head" in result.err
    assert "void" not in result.err and "2 marks changed" in result.err
    # What only shares a value is not compared.
    by = descry(*find, "--by", "slot:77", "--decisions", decide("head copy drop"))
    assert duplicates(by) == {"head": "copy"}
    descry(*find, "--decisions", decide("head left drop"), "--delete", "--yes")
    for id in ("left", "right", "alone"):
        descry("show", tmp_path / "db", id)
    for id in ("head", "copy"):
        descry("show", tmp_path / "db", id, code=ERROR)


def test_only_what_was_confirmed_is_dropped(descry, file, decide, tmp_path):
    run = ["uniq", file, "--only-confirmed", "--dropped", tmp_path / "dropped", "--decisions"]
    result = descry(*run, decide("left head drop"))
    assert ids(result.out) == ["head", "right", "copy", "alone"] and pairs(tmp_path / "dropped") == {"left": "head"}
    assert "2 near-duplicates kept because" in result.err
    result = descry(*run, decide("left head keep"))
    assert ids(result.out) == list(TEXTS) and pairs(tmp_path / "dropped") == {}
    # Either direction; and what was confirmed for the former head is dropped for the new one.
    descry(*run, decide("head left drop"))
    assert pairs(tmp_path / "dropped") == {"head": "left"}
    descry(*run, decide("head left drop", "copy head drop"))
    assert pairs(tmp_path / "dropped") == {"head": "left", "copy": "left"}
    assert "--only-confirmed needs --decisions" in descry("uniq", file, "--only-confirmed", code=ERROR).err
    descry("index", tmp_path / "db", file)
    find = ["deduplicate", tmp_path / "db", "--format", "tsv"]
    path = decide(*(f"{a} {b} drop" for a, b in duplicates(descry(*find)).items() if a == "left" or b == "left"))
    assert set(duplicates(descry(*find, "--decisions", path, "--only-confirmed"))) == {"left"}
    assert "--only-confirmed needs --decisions" in descry(*find, "--only-confirmed", code=ERROR).err


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", [[], ["--only-confirmed"], ["--inside"], ["--keep", "longest"]])
def test_what_is_printed_and_what_is_dropped_is_all(descry, tmp_path, seed, options):
    """With any decisions: each document once, nothing dropped for what is dropped, each line followed or void."""
    chance = random.Random(seed)
    documents = make_documents(300, seed=seed)
    for at in range(60):  # crowds
        words = chance.choice(documents[:20])["text"].split()
        words[chance.randrange(len(words))] = f"new{at}"
        documents.append({"id": f"more{at}", "text": " ".join(words)})
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    descry("uniq", file, "--dropped", tmp_path / "dropped")
    lines = []
    for id, kept in pairs(tmp_path / "dropped").items():
        lines += chance.choice([[], [f"{id}\t{kept}\tkeep"], [f"{id}\t{kept}\tdrop"], [f"{kept}\t{id}\tdrop"]])
    (tmp_path / "decisions").write_text("".join(line + "\n" for line in lines))
    result = descry("uniq", file, *options, "--decisions", tmp_path / "decisions", "--dropped", tmp_path / "dropped")
    dropped, printed = pairs(tmp_path / "dropped"), ids(result.out)
    assert len(dropped) > 5 and sorted([*dropped, *printed]) == sorted(document["id"] for document in documents)
    assert not set(dropped.values()) & set(dropped)
    for line in lines:
        a, b, what = line.split("\t")
        followed = a in printed and b in printed if what == "keep" else a in dropped
        if not followed:
            assert f"{a}, {b}: {what} is void" in result.err or "further void" in result.err
    if "--only-confirmed" in options:
        named = {line.split("\t")[0] for line in lines if line.endswith("drop")}
        assert set(dropped) <= named
