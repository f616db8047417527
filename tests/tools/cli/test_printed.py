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
# Marks of direction, of zero width, joiners, ends of lines, a byte order mark, tags.
UNSEEN = ("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u200c\u200d\u2060"
          "\u2028\u2029\ufeff\u00ad\u3164\U000e0041\x85\x9b\x1b")


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


@pytest.mark.parametrize("command", [["search", "{db}", "*"], ["groups", "{db}"], ["show", "{db}", "#1"],
                                     ["similar", "{db}", "#2"], ["explain", "{db}", "#1", "#2"],
                                     ["deduplicate", "{db}", "--by", "exact"],
                                     ["sign", "{file}", "--format", "text"]], ids=lambda c: c[0])
def test_text_output_holds_nothing_unseen(descry, tmp_path, command):
    db = index_of_one(descry, tmp_path, b"db", "a" + "b".join(UNSEEN) + "c\ufe0f\u0601")
    result = descry(*[argument.format(db=db, file=tmp_path / "in.jsonl") for argument in command])
    assert not set(UNSEEN) & set(result.text)
    assert "\\u202e" in result.text and "\\U000e0041" in result.text
    # Signs that are seen, and which look a sign has, are text.
    assert "c\ufe0f\u0601" in result.text


@pytest.mark.parametrize("options", [["groups", "--format", "json"], ["groups", "--format", "tsv"]], ids=str)
def test_data_hold_what_ids_hold(descry, tmp_path, options):
    ident = "a" + UNSEEN.replace("\x1b", "")
    db = index_of_one(descry, tmp_path, b"db", ident)
    printed = descry(options[0], db, *options[1:]).text
    assert ident in (json.loads(printed)["members"][0]["id"] if "json" in options else printed)


def test_messages_hold_nothing_unseen(descry, tmp_path):
    path = str(tmp_path / f"x{UNSEEN}y")
    for command in (["info", path], ["uniq", path]):
        err = descry(*command, code=ERROR).err
        assert not set(UNSEEN) & set(err) and "\\u202e" in err


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


@pytest.mark.parametrize("command", [["model", "export"], ["stats", "export"]], ids="-".join)
def test_an_output_keeps_its_mode_and_its_link(descry, index, tmp_path, command):
    (tmp_path / "real").mkdir()
    out, link = tmp_path / "real" / "out", tmp_path / "link"
    link.symlink_to("real/out")
    for mode in (None, 0o600, 0o640):
        if mode:
            out.write_bytes(b"")
            out.chmod(mode)
        descry(*command, index, link)
        assert link.is_symlink() and out.stat().st_size > 0
        assert out.stat().st_mode & 0o777 == (mode or 0o666 & ~umask())
        assert [path.name for path in out.parent.iterdir()] == ["out"]
        out.unlink()


def test_an_output_that_links_to_itself(descry, index, tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    assert "loop: cannot be made" in descry("model", "export", index, tmp_path / "loop", code=ERROR).err
    assert (tmp_path / "loop").is_symlink()


PRINTING = [["info", "{db}"], ["groups", "{db}"], ["groups", "{db}", "--format", "json"],
            ["search", "{db}", "*"], ["similar", "{db}", "doc00000"],
            ["explain", "{db}", "doc00000", "doc00001"], ["show", "{db}", "doc00000"],
            ["deduplicate", "{db}"], ["uniq", "{jsonl}"], ["sign", "{jsonl}"],
            ["join", "postings", "{jsonl}"], ["model", "show", "{db}"], ["model", "export", "{db}", "-"],
            ["stats", "export", "{db}", "-"], ["prepare", "{db}", "--output", "-"],
            ["rebuild", "{db}", "--dry-run"], ["evaluate", "{db}", "--methods", "exact"],
            ["--version"], ["--help"]]


@pytest.mark.parametrize("command", PRINTING, ids=lambda command: " ".join(command[:2]))
@pytest.mark.parametrize("lost", [">&-", ">/dev/full", ">&- <&-", ">&- 2>&-"])
def test_a_result_that_is_lost_is_an_error(descry, index, jsonl, command, lost):
    arguments = [argument.format(db=index, jsonl=jsonl) for argument in command]
    shell = ["sh", "-c", f'exec "$@" {lost}', "sh"]
    err = descry(*arguments, code=ERROR, prefix=shell).err
    assert "standard output" in err or "2>&-" in lost


def test_an_export_that_fails_leaves_nothing(descry, index, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "file").touch()
    for command in (["model", "export"], ["stats", "export"]):
        result = descry(*command, index, tmp_path / "out", code=ERROR)
        assert str(tmp_path / "out") in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
