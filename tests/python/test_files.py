"""Files of tables, and the command that keeps one of each."""
import json
import subprocess
import sys

import pytest

import descry
from descry.__main__ import main

pa = pytest.importorskip("pyarrow")
import pyarrow.csv  # noqa: E402
import pyarrow.parquet  # noqa: E402


@pytest.fixture
def parquet(rows, tmp_path):
    path = tmp_path / "rows.parquet"
    pa.parquet.write_table(pa.Table.from_pylist(rows), path)
    return path


def test_uniq(parquet, rows, tmp_path):
    arguments = ["uniq", parquet, "--output", tmp_path / "kept.parquet", "--id", "id", "--dropped",
                 tmp_path / "dropped.tsv", "--groups", tmp_path / "groups.jsonl", "--report",
                 tmp_path / "page.html", "--quiet"]
    subprocess.run([sys.executable, "-m", "descry", *map(str, arguments)], check=True)
    groups = descry.group(rows, id="id")
    kept = pa.parquet.read_table(tmp_path / "kept.parquet")
    assert kept.to_pylist() == groups.heads()
    assert kept.schema == pa.parquet.read_table(parquet).schema
    lines = (tmp_path / "groups.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == groups.table().to_pylist()
    assert descry.read(tmp_path / "dropped.tsv")["id"].to_pylist() == \
        groups.dropped()["id"].to_pylist()
    assert "rows.parquet" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow", "a.jsonl", "a.csv", "a.tsv"])
def test_formats(name, parquet, rows, tmp_path):
    main(["uniq", str(parquet), "--output", str(tmp_path / name), "--quiet"])
    read = descry.read(tmp_path / name)
    assert [row["text"] for row in read.to_pylist()] == \
        [row["text"] for row in descry.group(rows).heads()]


def test_several_files_and_references(rows, tmp_path):
    for name, part in ("a", rows[:1000]), ("b", rows[1000:2000]), ("old", rows[2000:]):
        pa.parquet.write_table(pa.Table.from_pylist(part), tmp_path / f"{name}.parquet")
    model = descry.Model.learn(rows)
    model.save(tmp_path / "model")
    descry.prepare(rows[2000:], model, id="id").save(tmp_path / "old.prepared")
    for reference, options in (("old.parquet", []), ("old.prepared", [])):
        assert main(["uniq", str(tmp_path / "a.parquet"), str(tmp_path / "b.parquet"), "--output",
                     str(tmp_path / "out.parquet"), "--id", "id", "--reference",
                     str(tmp_path / reference), "--quiet", *options]) == 0
        expected = descry.group(rows[:2000], id="id", reference=(
            rows[2000:] if reference == "old.parquet"
            else descry.Prepared.load(tmp_path / reference)))
        kept = pa.parquet.read_table(tmp_path / "out.parquet")["id"].to_pylist()
        assert kept == [row["id"] for row in expected.heads()]


def test_what_is_refused(parquet, tmp_path, capsys):
    out = str(tmp_path / "out.parquet")
    for arguments, said in (
            ([str(tmp_path / "nosuch.parquet"), "--output", out], "No such file"),
            ([str(parquet), "--output", str(parquet)], "an input and an output"),
            ([str(parquet), "--output", out, "--dropped", out], "two outputs"),
            ([str(parquet), "--output", str(tmp_path / "out.xls")], "no format"),
            ([str(parquet), "--output", out, "--text", "body"], 'no column "body"'),
            ([str(parquet), "--output", out, "--model", str(parquet)], "not a descry model")):
        before = parquet.read_bytes()
        assert main(["uniq", *arguments, "--quiet"]) == 2
        assert said in capsys.readouterr().err
        assert parquet.read_bytes() == before
        assert not (tmp_path / "out.parquet").exists()
