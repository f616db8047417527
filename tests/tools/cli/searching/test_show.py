"""descry show: a stored document, of descry's own indexes and of others."""
import json

import pytest
import xapian

import dump
from made import write_jsonl
from program import ERROR

FIELDS = ["docid", "id", "title", "words", "fields", "text", "data", "keys", "group"]


def show(descry, db, id):
    return descry("show", db, id, "--format", "json").json()


def test_every_field(descry, index, documents):
    values = dump.all_values(index)
    for group in descry("groups", index, "--format", "json").json_lines()[:5]:
        for member in group["members"]:
            shown = show(descry, index, member["id"])
            document = documents[member["docid"] - 1]
            assert list(shown) == FIELDS
            assert (shown["docid"], shown["id"]) == (member["docid"], document["id"])
            assert shown["title"] == document["title"]
            assert shown["fields"] == {"title": document["title"], "lang": document["lang"]}
            assert (shown["text"], shown["data"]) == (document["text"], None)
            assert shown["keys"] == {
                name: values[member["docid"]][slot].decode() for name, slot in dump.SLOTS.items()
                if slot in values[member["docid"]] and name not in (
                    "state", "term-bands", "sequence-keys")}
            assert shown["group"] == {"key": group["key"], "size": group["size"],
                                      "head": group["members"][0]["id"],
                                      "similarity_to_head": member["similarity"]}
            if document["lang"] == "en":
                assert shown["words"] == len(document["text"].split())
            assert show(descry, index, f"#{member['docid']}") == shown


def test_other_formats(descry, index, documents):
    group = descry("groups", index, "--format", "json").json_lines()[0]
    head, member = group["members"][:2]
    rows = dict(descry("show", index, member["id"], "--format", "tsv").tsv())
    assert rows["id"] == member["id"] and rows["group.head"] == head["id"]
    assert rows["fields.title"] == documents[member["docid"] - 1]["title"]
    text = descry("show", index, member["id"]).text
    assert f"its head                {head['id']}, " in text and rows["text"] in text
    assert "its head                this one\n" in descry("show", index, head["id"]).text


def test_nested_and_strange_members(descry, tmp_path):
    document = {"id": "a", "text": "A\nb\x1b[2J", "tags": ["x", "y"], "n": 3, "zw": "\x1b]0;"}
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", [document]))
    shown = show(descry, tmp_path / "db", "a")
    assert shown["text"] == document["text"] and shown["fields"]["tags"] == ["x", "y"]
    assert shown["group"] is None
    # Nothing of it reaches the terminal as a command.
    result = descry("show", tmp_path / "db", "a").text
    assert "\x1b" not in result and result.endswith("\n\nA\nb\\x1b[2J\n") and '["x","y"]' in result
    descry("index", tmp_path / "lean", tmp_path / "a.jsonl", "--no-store-text")
    assert show(descry, tmp_path / "lean", "a")["text"] is None


@pytest.mark.parametrize("data, fields, text, raw", [
    (b"url=/a.html\nsample=Some words\ncaption=A title\nsize=12",
     {"url": "/a.html", "sample": "Some words", "caption": "A title", "size": "12"}, None, None),
    (b"tag=a\ntag=b=c\n\ntag=d\n", {"tag": ["a", "b=c", "d"]}, None, None),
    (b'{"id": "other", "title": "T", "text": "words", "n": {"m": 1}}',
     {"id": "other", "title": "T", "n": {"m": 1}}, "words", None),
    (b'{"text": ["no", "string"]}', {"text": ["no", "string"]}, None, None),
    (b"plain words\nwith a=b", {}, None, "plain words\nwith a=b"),
    (b'["an", "array"]', {}, None, '["an", "array"]'), (b"{broken", {}, None, "{broken"),
    (b"\xff\x00 = bytes", {}, None, "\ufffd\x00 = bytes"), (b"", {}, None, None)])
def test_data_of_other_programs(descry, tmp_path, data, fields, text, raw):
    path = tmp_path / "db"
    db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
    document = xapian.Document()
    document.add_boolean_term("Qmine")
    document.add_term("word", 2)
    document.set_data(data)
    db.add_document(document)
    db.close()
    shown = show(descry, path, "mine")
    del shown["title"]
    assert shown == {"docid": 1, "id": "mine", "words": 2, "fields": fields, "text": text,
                     "data": raw, "keys": {}, "group": None}
    plain = descry("show", path, "mine").text
    assert plain.startswith("id                      mine\n")
    for value in fields.values():
        assert (value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))) in plain


def test_a_title_kept_in_a_value(descry, tmp_path):
    """notmuch has no data; the subject is a value."""
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_CREATE)
    document = xapian.Document()
    for term in ("Tmail", "Qone@example.org", "Gthread", "XSUBJECTtides"):
        document.add_boolean_term(term)
    for slot, value in ((0, xapian.sortable_serialise(1)), (1, b"one@example.org"), (3, b"Tides")):
        document.add_value(slot, value)
    db.add_document(document)
    db.close()
    shown = show(descry, tmp_path / "db", "one@example.org")
    assert shown["title"] == "Tides" and shown["fields"] == {}
    assert "title                   Tides\n" in descry("show", tmp_path / "db", "#1").text


def test_unknown(descry, index):
    assert "no such document: nobody" in descry("show", index, "nobody", code=ERROR).err
    descry("show", index.parent / "absent", "nobody", code=ERROR)


def test_a_search_has_the_fields(descry, tmp_path):
    """Of descry's own documents, and of lines and bytes that others store."""
    path = tmp_path / "db"
    db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
    for data in (b"url=/a\ncaption=A\ncaption=B", b"\xff bytes", b'{"title": "T", "n": [1]}'):
        document = xapian.Document()
        document.add_term("word")
        document.set_data(data)
        db.add_document(document)
    db.close()
    found = descry("search", path, "word", "--collapse", "none", "--format", "json").json()
    assert {result["docid"]: result["fields"] for result in found["results"]} == {
        1: {"url": "/a", "caption": ["A", "B"]}, 2: {}, 3: {"title": "T", "n": [1]}}
