"""Files of tables, and the command that keeps one of each."""
import json
import stat
import subprocess
import sys

import pytest

import descry
from descry.__main__ import main

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet  # noqa: E402


@pytest.fixture
def parquet(rows, tmp_path):
    path = tmp_path / "rows.parquet"
    pa.parquet.write_table(pa.Table.from_pylist(rows), path)
    return path


def test_uniq(parquet, rows, program, tmp_path):
    """What the program writes of the same rows; what is kept has the schema that came."""
    arguments = ["uniq", parquet, "--output", tmp_path / "kept.parquet", "--id", "id", "--dropped",
                 tmp_path / "dropped.tsv", "--groups", tmp_path / "groups.jsonl", "--report",
                 tmp_path / "page.html", "--report-rows", 2, "--quiet"]
    subprocess.run([sys.executable, "-m", "descry", *map(str, arguments)], check=True)
    kept = pa.parquet.read_table(tmp_path / "kept.parquet")
    assert kept.to_pylist() == descry.group(rows, id="id").heads()
    assert kept.schema == pa.parquet.read_table(parquet).schema
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    printed = program("uniq", file, "--dropped", tmp_path / "d", "--groups", tmp_path / "g", "--quiet")
    assert [json.loads(line) for line in printed.splitlines()] == kept.to_pylist()
    assert (tmp_path / "dropped.tsv").read_bytes() == (tmp_path / "d").read_bytes()
    theirs = [json.loads(line) for line in (tmp_path / "g").read_text().splitlines()]
    for group in theirs:
        for member in group["members"]:
            member.pop("title")
    assert [json.loads(line) for line in (tmp_path / "groups.jsonl").read_text().splitlines()] == theirs
    page = (tmp_path / "page.html").read_text()
    assert "rows.parquet" in page and page.count('class="group"') == 2


def test_marked_rows(parquet, rows, program, tmp_path, capsys):
    """All rows, with the columns that the program appends."""
    assert main(["uniq", str(parquet), "--id", "id", "--mark", "--output", str(tmp_path / "o.parquet"), "--quiet"]) == 0
    marked = pa.parquet.read_table(tmp_path / "o.parquet")
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    printed = program("uniq", tmp_path / "a.jsonl", "--mark", "--quiet")
    assert marked.to_pylist() == [json.loads(line) for line in printed.splitlines()]
    assert marked.schema.field("descry_kept").type == pa.bool_()
    assert main(["uniq", str(tmp_path / "o.parquet"), "--mark", "--output", str(tmp_path / "p.parquet")]) == 2
    assert 'has a column "descry_' in capsys.readouterr().err and not (tmp_path / "p.parquet").exists()


def test_ids_are_escaped_as_the_program_escapes_them(program, tmp_path):
    rows = [{"id": id, "text": "Low water at the quay at eight"} for id in ("a\tb\\", "c\nd\r", "7")]
    pa.parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["uniq", str(tmp_path / "a.parquet"), "--id", "id", "--output", str(tmp_path / "o.arrow"),
                 "--dropped", str(tmp_path / "ours"), "--quiet"]) == 0
    program("uniq", tmp_path / "a.jsonl", "--dropped", tmp_path / "theirs", "--quiet")
    assert (tmp_path / "ours").read_bytes() == (tmp_path / "theirs").read_bytes()


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow", "a.pq", "a.feather"])
def test_formats(name, parquet, rows, tmp_path):
    assert main(["uniq", str(parquet), "--output", str(tmp_path / name), "--quiet"]) == 0
    read = descry.read(tmp_path / name)
    assert read.to_pylist() == descry.group(rows).heads()
    assert main(["uniq", str(tmp_path / name), "--output", str(tmp_path / "again.arrow"), "--quiet"]) == 0
    assert descry.read(tmp_path / "again.arrow").to_pylist() == read.to_pylist()


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.tsv", "a.json", "a.txt", "a.eml", "a.jsonl.gz",
                                  "a.parquet.gz", "a"])
def test_other_formats_are_the_programs(name, parquet, tmp_path, capsys):
    other = tmp_path / name
    assert main(["uniq", str(parquet), "--output", str(other), "--quiet"]) == 2
    assert not other.exists() and f"descry uniq {parquet}" in capsys.readouterr().err
    other.write_text("id,text\n007,low water\n")
    for arguments in ([str(other)], [str(parquet), "--reference", str(parquet), str(other)]):
        assert main(["uniq", *arguments, "--output", str(tmp_path / "o.parquet"), "--quiet"]) == 2
        said = capsys.readouterr().err
        assert f"{other}: " in said and "descry uniq " in said and "tools/dev/build-wheels" in said
    assert not (tmp_path / "o.parquet").exists()


def test_several_files_and_references(rows, tmp_path):
    for name, part in ("a", rows[:1000]), ("b", rows[1000:2000]), ("old", rows[2000:]):
        pa.parquet.write_table(pa.Table.from_pylist(part), tmp_path / f"{name}.parquet")
    model = descry.Model.learn(rows)
    model.save(tmp_path / "model")
    descry.prepare(rows[2000:], model, id="id").save(tmp_path / "old.prepared")
    for reference, options in (("old.parquet", []), ("old.prepared", ["--force"])):
        assert main(["uniq", str(tmp_path / "a.parquet"), str(tmp_path / "b.parquet"), "--output",
                     str(tmp_path / "out.parquet"), "--id", "id", "--reference",
                     str(tmp_path / reference), "--quiet", *options]) == 0
        expected = descry.group(rows[:2000], id="id", reference=(
            rows[2000:] if reference == "old.parquet"
            else descry.Prepared.load(tmp_path / reference)))
        kept = pa.parquet.read_table(tmp_path / "out.parquet")["id"].to_pylist()
        assert kept == [row["id"] for row in expected.heads()]


def test_a_file_is_read_once(parquet, rows, tmp_path, capsys):
    (tmp_path / "link.parquet").symlink_to(parquet)
    out = tmp_path / "out.parquet"
    assert main(["uniq", str(parquet), str(tmp_path / "link.parquet"), "--output", str(out), "--keep", "none"]) == 0
    assert "each file is read once" in capsys.readouterr().err
    assert descry.read(out).to_pylist() == descry.group(rows, keep="none").heads()


def test_what_is_refused(parquet, rows, tmp_path, capsys):
    out = str(tmp_path / "out.parquet")
    model = tmp_path / "m.model"
    descry.Model.learn(rows).save(model)
    hard = tmp_path / "hard.parquet"
    hard.hardlink_to(parquet)
    (tmp_path / "link.parquet").symlink_to(parquet)
    notes = tmp_path / "notes.txt"
    notes.write_text("my notes")
    kept = {path: path.read_bytes() for path in (parquet, model, notes)}
    for arguments, said in (
            ([str(tmp_path / "nosuch.parquet"), "--output", out], "No such file"),
            ([str(parquet), "--output", str(parquet)], "an input and an output"),
            ([str(parquet), "--output", str(hard), "--force"], "an input and an output"),
            ([str(parquet), "--output", str(tmp_path / "link.parquet"), "--force"],
             "an input and an output"),
            ([str(parquet), "--output", out, "--model", str(model), "--report", str(model), "--force"],
             "an input and an output"),
            ([str(parquet), "--output", out, "--dropped", out], "two outputs"),
            ([str(parquet), "--output", out, "--report", str(notes)], "--force"),
            ([str(parquet), "--output", out, "--dropped", str(tmp_path)], "not a regular file"),
            ([str(parquet), "--output", out, "--dropped", "-"], "- cannot be an output; name a file"),
            ([str(parquet), "--output", out, "--reference", str(parquet)], "is also an input; name it only once"),
            ([str(parquet), "--output", out, "--reference", str(hard)], f"--reference: {hard} is also an input"),
            ([str(parquet), "--output", str(tmp_path / "no" / "out.parquet")], "No such file"),
            ([str(parquet), "--output", out, "--text", "body"], 'no column "body"'),
            ([str(parquet), "--output", out, "--keep", "best"], 'keep: "best" is not first'),
            ([str(parquet), "--output", out, "--model", str(parquet)], "not a descry model")):
        assert main(["uniq", *arguments, "--quiet"]) == 2
        assert said in capsys.readouterr().err, arguments
        assert {path: path.read_bytes() for path in kept} == kept
        assert not (tmp_path / "out.parquet").exists()


def test_a_damaged_reference_is_told(parquet, rows, tmp_path, capsys):
    file = tmp_path / "old.prepared"
    descry.prepare(rows[:50], descry.Model.learn(rows)).save(file)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    assert main(["uniq", str(parquet), "--output", str(tmp_path / "o.parquet"), "--reference", str(file),
                 "--quiet"]) == 2
    assert f"{file}: " in capsys.readouterr().err


def test_a_replaced_file_keeps_its_rights_and_links(parquet, rows, tmp_path):
    real, link, empty = tmp_path / "real.parquet", tmp_path / "link.parquet", tmp_path / "empty.parquet"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    empty.touch(0o600)
    for target, options in ((link, ["--force"]), (empty, [])):
        assert main(["uniq", str(parquet), "--output", str(target), "--quiet", *options]) == 0
        assert descry.read(target).to_pylist() == descry.group(rows).heads()
    assert link.is_symlink() and stat.S_IMODE(real.stat().st_mode) == 0o640
    assert stat.S_IMODE(empty.stat().st_mode) == 0o600


def test_all_is_written_or_nothing(parquet, tmp_path, monkeypatch, capsys):
    """The last of four files cannot be written."""
    def fail(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(descry.Groups, "report", fail)
    before = sorted(tmp_path.iterdir())
    names = ["--output", "o.parquet", "--dropped", "d.tsv", "--groups", "g.jsonl", "--report", "r.html"]
    paths = [name if name.startswith("--") else str(tmp_path / name) for name in names]
    assert main(["uniq", str(parquet), *paths, "--quiet"]) == 2
    assert "the disk is full" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


def test_files_whose_columns_are_of_other_types(tmp_path, capsys):
    for name, id in (("a", "x"), ("b", 7)):
        pa.parquet.write_table(pa.table({"id": [id], "text": ["low water"]}), tmp_path / f"{name}.parquet")
    assert main(["uniq", str(tmp_path / "a.parquet"), str(tmp_path / "b.parquet"), "--output",
                 str(tmp_path / "o.parquet"), "--quiet"]) == 2
    assert "have different types" in capsys.readouterr().err
