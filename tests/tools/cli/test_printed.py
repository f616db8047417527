"""Paths, ids and records of any bytes: JSON stays JSON, and a terminal is told nothing by them."""
import json
import os
import re

import pytest
import xapian

from made import write_jsonl
from program import ERROR

TEXT = "high water at two and the ship that came by the port of call in the evening"
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def index_of_one(descry, folder, name, ident="one"):
    """The path of an index of two equal documents."""
    documents = [{"id": ident, "text": TEXT}, {"id": ident + "b", "text": TEXT}]
    db = os.fsdecode(os.fsencode(folder) + b"/" + name)
    descry("index", db, write_jsonl(folder / "in.jsonl", documents), "--quiet")
    return db


def test_info_of_a_path_that_is_not_utf8(descry, tmp_path):
    db = index_of_one(descry, tmp_path, b"caf\xe9.db")
    (path,) = descry("info", db, "--format", "json").json()["databases"]
    assert path.endswith("/caf\ufffd.db")
    for format in ("text", "tsv"):
        assert descry("info", db, "--format", format).text


def test_info_of_a_record_that_is_not_utf8(descry, own_index):
    writer = xapian.WritableDatabase(str(own_index))
    writer.set_metadata(b"descry:model-info", b"yesterday\xff")
    writer.commit()
    writer.close()
    assert descry("info", own_index, "--format", "json").json()["model"]["created"] == "yesterday\ufffd"


def test_tsv_of_info_has_whole_values(descry, tmp_path):
    db = index_of_one(descry, tmp_path, b"d" * 220 + b"\tb")
    rows = dict(descry("info", db, "--format", "tsv").tsv())
    assert json.loads(rows["databases"]) == [db]


@pytest.mark.parametrize("command", [["search", "{db}", "*"], ["groups", "{db}"],
                                     ["similar", "{db}", "#1"], ["explain", "{db}", "#1", "#2"],
                                     ["deduplicate", "{db}", "--by", "exact"], ["info", "{db}"]],
                         ids=lambda command: command[0])
def test_text_output_holds_no_control_bytes(descry, tmp_path, command):
    db = index_of_one(descry, tmp_path, b"db\x1b[31m", "red\x1b[31m\u009b1m")
    result = descry(*[argument.format(db=db) for argument in command])
    assert not CONTROL.search(result.text)
    # Nothing is dropped either: what is shown can be told from another id.
    assert re.search(r"\\(x|u00)1b\[31m", result.text)


@pytest.mark.parametrize("command", [["info", "{path}"], ["index", "{db}", "{path}"],
                                     ["similar", "{db}", "{path}"], ["groups", "{db}", "--{path}"],
                                     ["model", "export", "{db}", "{path}/out"]], ids=lambda c: c[0])
def test_messages_hold_no_control_bytes(descry, tmp_path, command):
    db = index_of_one(descry, tmp_path, b"db")
    path = str(tmp_path / "red\x1b[31m\nnew\u009bline")
    result = descry(*[argument.format(db=db, path=path) for argument in command], code=ERROR)
    assert not CONTROL.search(result.err)
    assert "red\\x1b[31m\\nnew" in result.err


def test_notes_hold_no_control_bytes(descry, tmp_path):
    db = index_of_one(descry, tmp_path, b"db")
    result = descry("model", "export", db, tmp_path / "red\x1b[31m")
    assert not CONTROL.search(result.err) and "red\\x1b[31m" in result.err


@pytest.mark.parametrize("command", [["model", "export"], ["stats", "export"]], ids="-".join)
@pytest.mark.parametrize("leads_to", ["a file", "nowhere"])
def test_an_export_follows_no_link(descry, index, tmp_path, command, leads_to):
    """A folder that others may write into: a link of theirs at OUT.part led to any file of ours."""
    mine = tmp_path / "mine"
    if leads_to == "a file":
        mine.write_text("dear diary")
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "out.part").symlink_to(mine)
    descry(*command, index, folder / "out")
    assert (mine.read_text() if mine.exists() else None) == (
        "dear diary" if leads_to == "a file" else None)
    assert {path.name for path in folder.iterdir()} == {"out", "out.part"}
    assert (folder / "out.part").is_symlink() and (folder / "out").stat().st_size > 0
    assert (folder / "out").stat().st_mode & 0o777 == 0o666 & ~umask()


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_an_export_that_fails_leaves_nothing(descry, index, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "file").touch()
    for command in (["model", "export"], ["stats", "export"]):
        result = descry(*command, index, tmp_path / "out", code=ERROR)
        assert str(tmp_path / "out") in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
