"""Databases, models and outputs that are no good: refused by name, and left as they were."""
import fcntl
import os
import re
import shutil
import signal
import subprocess
import time

import pytest
import xapian

import dump
from made import write_jsonl
from program import DONE, ERROR

READING = [["info", "{db}"], ["search", "{db}", "*"], ["groups", "{db}"],
           ["model", "show", "{db}"], ["model", "export", "{db}", "-"],
           ["rebuild", "{db}", "--dry-run"]]
# Bytes of a block of Xapian's tables.
BLOCK = 8192
WRITING = [["annotate", "{db}"], ["rebuild", "{db}"], ["rebuild", "{db}", "--model-only"],
           ["model", "import", "{db}", "{model}"], ["index", "{db}", "{one}"]]


@pytest.fixture(scope="module")
def files(descry, index, tmp_path_factory):
    """A model of the index, and a file with one document."""
    folder = tmp_path_factory.mktemp("files")
    descry("model", "export", index, folder / "model")
    return {"model": folder / "model",
            "one": write_jsonl(folder / "one.jsonl", [{"id": "one", "text": "one"}])}


def fill(command, db, files):
    return [argument.format(db=db, **files) for argument in command]


def contents(path):
    """Every file below a path, by name."""
    if path.is_file():
        return path.read_bytes()
    return {file.name: file.read_bytes() for file in path.iterdir()} if path.exists() else None


def make_bad(kind, folder, index):
    path = folder / kind
    match kind:
        case "folder-of-others":
            path.mkdir()
            (path / "letter.txt").write_text("to whom it may concern")
        case "text-file":
            path.write_text('{"id":"1","text":"swapped arguments"}\n')
        case "binary-file":
            path.write_bytes(bytes(range(256)))
        case "damaged-version":
            shutil.copytree(index, path)
            (path / "iamglass").write_bytes(b"\x0f\x0dXapian Glass\x04")
        case "empty-version":
            shutil.copytree(index, path)
            (path / "iamglass").write_bytes(b"")
        case "cut-table":
            shutil.copytree(index, path)
            os.truncate(path / "postlist.glass", 100)
        case "another-backend":
            path.mkdir()
            (path / "iamhoney").write_bytes(b"honey")
    return path


@pytest.mark.parametrize("command", READING + WRITING, ids=lambda command: " ".join(command[:2]))
@pytest.mark.parametrize("kind", ["folder-of-others", "text-file", "binary-file", "empty-version",
                                  "damaged-version", "cut-table", "another-backend"])
def test_no_database(descry, index, files, tmp_path, kind, command):
    if command[0] == "groups" and kind in ("folder-of-others", "text-file", "binary-file"):
        pytest.skip("files of documents are looked into, too")
    path = make_bad(kind, tmp_path, index)
    before = contents(path)
    result = descry(*fill(command, path, files), code=ERROR)
    assert str(path) in result.err and result.out == b""
    assert result.err.count("\n") == 1, result.err
    after = contents(path)
    if isinstance(after, dict) and "flintlock" in after and kind == "cut-table":
        before["flintlock"] = after["flintlock"]
    assert after == before


@pytest.mark.parametrize("command", READING + WRITING[:-1], ids=lambda command: " ".join(command[:2]))
def test_missing_database(descry, files, tmp_path, command):
    result = descry(*fill(command, tmp_path / "missing", files), code=ERROR)
    assert str(tmp_path / "missing") in result.err and result.out == b""
    assert not (tmp_path / "missing").exists()


def test_an_interrupted_creation_is_taken_up(descry, files, tmp_path):
    """What a kill at the first moment leaves: a lock, a table, no version file."""
    (tmp_path / "db").mkdir()
    for name in ("flintlock", "v.tmp", "postlist.glass"):
        (tmp_path / "db" / name).touch()
    descry("index", tmp_path / "db", files["one"])
    assert dump.is_sound(tmp_path / "db")


def test_several_databases_of_which_one_is_missing(descry, index, tmp_path):
    for command in (["info", index, tmp_path / "no"], ["search", index, tmp_path / "no", "*"],
                    ["groups", tmp_path / "no", index]):
        result = descry(*command, code=ERROR)
        assert str(tmp_path / "no") in result.err and result.out == b""


@pytest.mark.parametrize("command", WRITING, ids=lambda command: " ".join(command[:2]))
def test_locked(descry, own_index, files, command):
    writer = xapian.WritableDatabase(str(own_index), xapian.DB_OPEN)
    before = dump.all_values(own_index)
    result = descry(*fill(command, own_index, files), code=ERROR)
    assert "is being written by another program" in result.err and str(own_index) in result.err
    assert dump.all_values(own_index) == before
    for reading in READING:
        descry(*fill(reading, own_index, files))
    writer.close()
    descry(*fill(command, own_index, files))


def test_without_term_lists(descry, documents, files, tmp_path):
    """Read as far as possible, refused for writing."""
    path = tmp_path / "db"
    db = xapian.WritableDatabase(str(path), xapian.DB_CREATE | xapian.DB_NO_TERMLIST)
    generator = xapian.TermGenerator()
    for document in documents[:600]:
        made = xapian.Document()
        generator.set_document(made)
        generator.index_text(document["text"])
        made.set_data(document["id"])
        db.add_document(made)
    db.close()
    descry("info", path)
    found = descry("search", path, "*", "--format", "json").json()
    assert [result["id"] for result in found["results"]] == [f"#{n}" for n in range(1, 11)]
    before = contents(path)
    for command in WRITING:
        result = descry(*fill(command, path, files), code=ERROR)
        assert str(path) in result.err and "termlist" in result.err
    assert contents(path) == before


def edit_metadata(path, key, edit):
    db = xapian.WritableDatabase(str(path), xapian.DB_OPEN)
    old = db.get_metadata(key)
    assert edit(old) != old
    db.set_metadata(key, edit(old))
    db.close()


def damage_leaves(table, edit):
    """Edits every block of a table that holds entries: `edit` takes and gives its bytes."""
    blocks = bytearray(table.read_bytes())
    for begin in range(0, len(blocks), BLOCK):
        block = bytes(blocks[begin:begin + BLOCK])
        # The level in the tree; above that of all trees in blocks that are free.
        if block[4] == 0:
            blocks[begin:begin + BLOCK] = edit(block)
    table.write_bytes(blocks)


@pytest.mark.parametrize("command", [["similar", "{db}", "doc00001"], *READING[:3], READING[5],
                                     ["stats", "export", "{db}", "{db}.stats"]],
                         ids=lambda command: " ".join(command[:2]))
def test_a_damaged_block_is_told_from_a_writer(descry, own_index, files, command):
    """No waiting for another program to end its commits: there is none."""
    damage_leaves(own_index / "postlist.glass", lambda block: b"\xff\xff\xff\x00" + block[4:])
    begin = time.monotonic()
    result = descry(*fill(command, own_index, files), code=ERROR)
    assert time.monotonic() - begin < 10
    assert f"{own_index}: the index is damaged" in result.err
    assert result.out == b""


@pytest.mark.parametrize("command", [["stats", "export", "{db}", "{db}.stats"],
                                     ["search", "{db}", "zzdamaged"]],
                         ids=lambda command: " ".join(command[:2]))
def test_postings_of_documents_there_are_not(descry, own_index, files, command):
    db = xapian.WritableDatabase(str(own_index), xapian.DB_OPEN)
    for docid in (1990, 1999):
        document = db.get_document(docid)
        document.add_term("zzdamaged", 1)
        db.replace_document(docid, document)
    db.close()
    table = own_index / "postlist.glass"
    blocks = table.read_bytes()
    # The term; then, after some numbers: wdf 1, 8 documents between the two, wdf 1.
    postings = blocks.index(b"\x01\x08\x01", blocks.index(b"zzdamaged"))
    table.write_bytes(blocks[:postings] + b"\x01\x7f\x01" + blocks[postings + 3:])
    result = descry(*fill(command, own_index, files), code=ERROR)
    assert f"names document {1990 + 0x7f + 1}, and the last one is 2000" in result.err
    assert result.out == b""


@pytest.mark.parametrize("name, edit, cause", [
    ("later-format", lambda b: b.replace(b'"format":5', b'"format":6'), "format 6"),
    ("unknown-method", lambda b: b.replace(b'"exact"', b'"exacter"'), "exacter"),
    ("cut", lambda b: b[:-3], "descry:schema"),
    ("no-json", lambda b: b"\xff\x00", "descry:schema"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_schema_of_another_version(descry, own_index, files, name, edit, cause):
    edit_metadata(own_index, "descry:schema", edit)
    before = dump.all_values(own_index), dump.metadata(own_index)
    for command in READING + WRITING:
        if command[0] == "model" and command[1] != "import":
            continue  # the model is what it was
        result = descry(*fill(command, own_index, files), code=ERROR)
        assert cause in result.err and result.out == b"", command
    assert (dump.all_values(own_index), dump.metadata(own_index)) == before


def test_terms_of_another_analyzer(descry, own_index, files, tmp_path):
    """An index whose words another ICU cut otherwise is not added to, and they are not searched."""
    edit_metadata(own_index, "descry:schema",
                  lambda b: re.sub(rb"sample=\w{16}", b"sample=0123456789abcdef", b))
    before = dump.all_values(own_index)
    for command in (["index", own_index, files["one"]], ["search", own_index, "word"],
                    ["annotate", own_index], ["model", "import", own_index, files["model"]]):
        result = descry(*command, code=ERROR)
        assert "sample=0123456789abcdef" in result.err and result.out == b""
    assert dump.all_values(own_index) == before
    # Its own terms are all that a rebuild needs.
    descry("groups", own_index)
    descry("rebuild", own_index)


@pytest.mark.parametrize("edit", [lambda b: b[:-1], lambda b: b[:100], lambda b: b"x",
                                  lambda b: b + b"x", lambda b: b[:200] + b"\xff" + b[201:]],
                         ids=["cut", "short", "foreign", "longer", "changed"])
def test_a_damaged_model_in_the_index(descry, own_index, index, files, edit):
    edit_metadata(own_index, "descry:model", edit)
    before = dump.all_values(own_index)
    for command in (["annotate", own_index], ["index", own_index, files["one"]],
                    ["model", "show", own_index], ["model", "export", own_index, "-"],
                    ["info", own_index]):
        result = descry(*command, code=ERROR)
        assert "descry:model" in result.err and str(own_index) in result.err and result.out == b""
    assert dump.all_values(own_index) == before
    # The keys are as good as ever, and a rebuild makes another model.
    descry("search", own_index, "*")
    result = descry("rebuild", own_index)
    assert "replacing an unreadable model" in result.err
    assert dump.all_values(own_index) == dump.all_values(index)


def test_damaged_model_files(descry, own_index, files, tmp_path):
    good = files["model"].read_bytes()
    before = dump.metadata(own_index)
    bad = {"empty": b"", "foreign": b"hello\n", "another-byte": good[:300] + b"\0" + good[301:],
           "longer": good + b"\0", "twice": good * 2}
    bad.update((f"cut{n}", good[:n]) for n in (1, 4, 20, 100, len(good) // 2, len(good) - 1))
    for name, content in bad.items():
        assert content != good
        (tmp_path / name).write_bytes(content)
    # A file of another kind may be of any size: it is not read to its end.
    with open(tmp_path / "endless", "wb") as file:
        file.truncate(1 << 30)
    (tmp_path / "folder").mkdir()
    for name in [*bad, "endless", "folder", "missing"]:
        for command in (["model", "import", own_index, tmp_path / name],
                        ["sign", "--model", tmp_path / name, files["one"]]):
            result = descry(*command, code=ERROR)
            assert f"descry: {tmp_path / name}: " in result.err and result.out == b""
    assert dump.metadata(own_index) == before


def test_a_pipe_is_written_to_and_not_replaced(descry, index, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Open at both ends: nobody waits for anybody.
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 1 << 20)
    descry("model", "export", index, pipe)
    assert pipe.is_fifo()
    assert os.read(reader, 1 << 20) == dump.model_bytes(index)
    os.close(reader)


@pytest.mark.parametrize("where", ["no-such-folder/model", "."])
def test_model_files_that_cannot_be_written(descry, index, tmp_path, where):
    result = descry("model", "export", index, tmp_path / where, code=ERROR)
    assert str(tmp_path / where).removesuffix("/.") in result.err
    assert list(tmp_path.iterdir()) == []


PRINTING = [["info", "{db}"], ["groups", "{db}"], ["groups", "{db}", "--format", "tsv"],
            ["groups", "{db}", "--format", "json"], ["search", "{db}", "*"],
            ["search", "{db}", "*", "--format", "json"], ["sign", "{one}"],
            ["model", "show", "{db}"], ["model", "export", "{db}", "-"],
            ["stats", "export", "{db}", "-"], ["uniq", "{one}"],
            ["rebuild", "{db}", "--dry-run"], ["--help"], ["--version"], ["search", "--help"]]


@pytest.mark.parametrize("command", PRINTING, ids=" ".join)
def test_output_that_cannot_be_written(descry, index, files, command):
    with open("/dev/full", "w") as full:
        done = subprocess.run(descry.command(*fill(command, index, files)), stdout=full,
                              stderr=subprocess.PIPE, text=True)
    assert done.returncode == ERROR
    assert done.stderr.count("standard output") == 1
    assert "written to" not in done.stderr


@pytest.mark.parametrize("inherited", [signal.SIG_DFL, signal.SIG_IGN], ids=["default", "ignored"])
@pytest.mark.parametrize("command", [
    ["groups", "{db}", "--format", "tsv"], ["groups", "{db}"], ["info", "{db}"],
    ["search", "{db}", "*", "--rows", "2000"], ["sign", "{jsonl}"], ["model", "show", "{db}"],
    ["deduplicate", "{db}", "--by", "text-profile"],
], ids=lambda command: command[0] if isinstance(command, list) else "")
def test_a_closed_pipe_ends_quietly(descry, index, jsonl, command, inherited):
    """descry groups DB | head -1: whatever the calling program made of the signal."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        descry.command(*[argument.format(db=index, jsonl=jsonl) for argument in command]),
        stdout=write, stderr=subprocess.PIPE, text=True, restore_signals=False,
        preexec_fn=lambda: signal.signal(signal.SIGPIPE, inherited))
    os.close(write)
    assert done.returncode == -signal.SIGPIPE
    assert [line for line in done.stderr.splitlines() if "groups of" not in line] == []


@pytest.mark.parametrize("format", ["text", "tsv", "json"])
def test_what_is_written_is_whole_when_nobody_reads(descry, own_index, format):
    command = ["deduplicate", own_index, "--by", "text-profile"]
    rows = descry(*command, "--format", "tsv").tsv()
    done = subprocess.run(
        ["bash", "-c", '"$@" | true; echo ${PIPESTATUS[0]}', "-",
         *descry.command(*command, "--mark", "slot:77", "--format", format, "--quiet")],
        capture_output=True, text=True)
    # As any filter whose reader is gone: by the signal, or before it is noticed.
    assert done.stderr == "" and int(done.stdout) in (128 + signal.SIGPIPE, DONE)
    marked = xapian.Database(str(own_index)).get_value_freq(77)
    assert marked == len(rows) > 0


def test_head_takes_what_it_wants(descry, index):
    done = subprocess.run(["bash", "-c", '"$0" groups "$1" --format tsv --quiet | head -1',
                           descry.path, index], capture_output=True, text=True)
    assert done.stdout.count("\n") == 1 and done.stderr == "" and done.returncode == DONE


def test_writing_goes_on_when_nobody_reads_the_messages(descry, own_index, jsonl, tmp_path):
    for command in (["index", tmp_path / "db", jsonl], ["rebuild", own_index, "--words", "100"]):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(descry.command(*command), stdout=write, stderr=write)
        os.close(write)
        assert done.returncode == DONE, command
    assert len(dump.all_values(tmp_path / "db")) == 2000
