"""Stub files: followed where a database is asked for, never elsewhere; none runs a program."""
import shutil
import subprocess

import pytest

from made import write_jsonl
from program import ERROR

# Commands by what they take: {db} asks for a database, {any} for documents or a model, too.
OF_DATABASES = [["info", "{db}"], ["search", "{db}", "*"], ["groups", "{db}"],
                ["similar", "{db}", "#1"], ["explain", "{db}", "#1", "#2"], ["show", "{db}", "#1"],
                ["annotate", "{db}"], ["rebuild", "{db}"], ["rebuild", "{db}", "{index}"],
                ["deduplicate", "{db}"], ["delete", "{db}", "#1"], ["index", "{db}", "{one}"],
                ["index", "{new}", "{one}", "--beside", "{db}"],
                ["model", "show", "{db}"], ["model", "export", "{db}", "{new}"],
                ["model", "import", "{db}", "{model}"], ["stats", "export", "{db}", "{new}"],
                ["groups", "import", "{db}", "{groups}"], ["evaluate", "{db}", "--calibrate"]]
OF_ANY = [["prepare", "{any}", "--model", "{model}", "--output", "{new}"],
          ["evaluate", "{any}", "--methods", "exact"], ["model", "diff", "{any}", "{model}"],
          ["model", "diff", "{model}", "{any}"], ["sign", "{any}"], ["uniq", "{any}"],
          ["uniq", "{one}", "--reference", "{any}"]]


@pytest.fixture(scope="module")
def files(descry, index, tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    descry("model", "export", index, folder / "model")
    groups = descry("groups", index, "--format", "json").out
    (folder / "groups").write_bytes(groups)
    return {"index": index, "model": folder / "model", "groups": folder / "groups",
            "one": write_jsonl(folder / "one.jsonl", [{"id": "one", "text": "one two three"}])}


def fill(command, path, files, tmp_path):
    return [argument.format(db=path, any=path, new=tmp_path / "new", **files)
            for argument in command]


@pytest.mark.parametrize("way", ["file", "folder", "nested"])
@pytest.mark.parametrize("command", OF_DATABASES + OF_ANY, ids=lambda command: " ".join(command))
def test_no_stub_runs_a_program(descry, files, tmp_path, command, way):
    line = f'remote :touch {tmp_path}/ran\n'
    stub = tmp_path / "stub"
    if way == "folder":
        stub.mkdir()
        (stub / "XAPIANDB").write_text(line)
    elif way == "nested":
        (tmp_path / "inner").write_text(line)
        stub.write_text("auto inner\n")
    else:
        stub.write_text(line + '{"id":"1","text":"one two three"}\n')
    result = descry(*fill(command, stub, files, tmp_path), code=None)
    assert not (tmp_path / "ran").exists()
    if command in OF_DATABASES and "--calibrate" not in command:
        assert result.code == ERROR and "runs a program" in result.err


@pytest.mark.parametrize("command", OF_ANY[:4], ids=lambda command: " ".join(command))
def test_a_stub_among_inputs_is_refused_by_name(descry, files, index, tmp_path, command):
    (tmp_path / "stub").write_text(f"auto {index}\n")
    result = descry(*fill(command, tmp_path / "stub", files, tmp_path), code=ERROR)
    assert "name its databases instead" in result.err and str(tmp_path / "stub") in result.err


def test_a_text_that_begins_as_stubs_do_is_a_text(descry, files, tmp_path):
    (tmp_path / "cars.txt").write_text("auto parts and what they cost\nglass as well\n")
    descry("prepare", tmp_path / "cars.txt", "--model", files["model"], "--output",
           tmp_path / "prepared")
    assert (tmp_path / "prepared").stat().st_size > 0


@pytest.mark.parametrize("name", ["empty.jsonl", "empty.txt"])
def test_an_empty_input_has_a_prepared_file_of_no_documents(descry, files, tmp_path, name):
    (tmp_path / name).write_bytes(b"")
    result = descry("prepare", tmp_path / name, "--model", files["model"], "--output",
                    tmp_path / "prepared", code=None)
    assert "analyzer" not in result.err
    assert "prepared file of 0 documents" in result.err


def test_a_stub_of_no_databases_is_none(descry, tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    result = descry("info", tmp_path / "empty", code=ERROR)
    assert "empty: not a Xapian database: it names none" in result.err


def test_a_database_in_one_file_is_one(descry, index, tmp_path):
    compact = shutil.which("xapian-compact")
    if not compact:
        pytest.skip("no xapian-compact here")
    subprocess.run([compact, "--single-file", index, tmp_path / "single"], check=True,
                   capture_output=True)
    expected = descry("groups", index, "--format", "tsv").out
    assert descry("groups", tmp_path / "single", "--format", "tsv").out == expected
    descry("model", "diff", tmp_path / "single", index, code=None)
    before = (tmp_path / "single").read_bytes()
    assert "cannot be changed" in descry("annotate", tmp_path / "single", code=ERROR).err
    assert (tmp_path / "single").read_bytes() == before
    descry("prepare", tmp_path / "single", "--output", tmp_path / "prepared")
