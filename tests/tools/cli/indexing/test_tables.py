"""CSV, TSV, JSON arrays, and documents without ids: what Python's own writers make."""
import csv
import gzip
import hashlib
import io
import json
import tarfile

import pytest
import xapian

import dump
from program import ERROR

ROWS = [{"id": "1", "text": "low water, \"neap\"", "title": "Ebb"},
        {"id": "2", "text": "high water\nat two", "title": "Flood"}]


def indexed(db):
    """The data of every document in an index, in the order of docids."""
    db = xapian.Database(str(db))
    return [json.loads(db.get_document(docid).get_data()) for docid in dump.docids(db)]


def table(rows, **dialect):
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, rows[0], **dialect)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


WRITTEN = {
    "a.csv": table(ROWS),
    "a.csv.gz": gzip.compress(table(ROWS)),
    "b.tsv": table(ROWS, dialect="excel-tab"),
    "c.csv": b"\xef\xbb\xbf" + table(ROWS, delimiter=";", quoting=csv.QUOTE_ALL),
    "d.json": json.dumps(ROWS).encode(),
    "e.json": json.dumps(ROWS, indent=2).encode(),
    "f.json": b"\n".join(json.dumps(row, indent=2).encode() for row in ROWS),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_every_way_to_write_a_table(descry, tmp_path, name):
    (tmp_path / name).write_bytes(WRITTEN[name])
    descry("index", tmp_path / "db", tmp_path / name)
    assert indexed(tmp_path / "db") == ROWS
    # The same from standard input, where there is no name, and from an archive.
    descry("index", tmp_path / "piped", "-", stdin=WRITTEN[name])
    assert indexed(tmp_path / "piped") == ROWS
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        archive.add(tmp_path / name, "in/" + name)
    descry("index", tmp_path / "archived", tmp_path / "a.tar")
    found = indexed(tmp_path / "archived")
    assert found == ROWS or (name == "f.json" and len(found) == 1)  # looks like a program's settings


def test_commands_that_take_inputs_take_tables(descry, tmp_path):
    words = " ".join(f"word{n}" for n in range(40))
    body = table([{"key": n, "body": f"{words} {n % 2}"} for n in range(6)])
    (tmp_path / "a.csv").write_bytes(body)
    names = ["--id-field", "key", "--text-field", "body"]
    signed = descry("sign", tmp_path / "a.csv", *names, "--methods", "exact").json_lines()
    assert [line["id"] for line in signed] == [str(n) for n in range(6)]
    assert len({line["exact"] for line in signed}) == 2
    piped = descry("sign", "--input-format", "csv", *names, "--methods", "exact", stdin=body)
    assert piped.json_lines() == signed
    postings = descry("join", "postings", tmp_path / "a.csv", *names)
    assert len(postings.lines) > 6 * 36
    (row,) = descry("evaluate", tmp_path / "a.csv", *names, "--methods", "exact", "--format",
                    "json").json_lines()
    assert row["suggested_pairs"] == 6
    descry("index", tmp_path / "db", tmp_path / "a.csv", *names, "--value", "key:50:number",
           "--field", "body:XB")
    found = descry("search", tmp_path / "db", "body:word1", "--sort", "key desc", "--rows", "1",
                   "--collapse", "none", "--format", "json").json()
    assert [result["id"] for result in found["results"]] == ["5"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_cells_are_those_that_python_reads(descry, tmp_path, end, separator, chance):
    pieces = ["a", "é", "日本", " ", '"', '""', "'", ",", ";", "\t", "\n", "\r\n", "\r", "\\", "x" * 500]
    rows = []
    for n in range(300):
        cells = ["".join(chance.choices(pieces, k=chance.randrange(6))) for _ in range(3)]
        rows.append({"id": f"{n}", "text": cells[0], "b": cells[1], "c\n\"d\"": cells[2]})
    name = "a.tsv" if separator == "\t" else "a.csv"
    # Where rows do not end with both characters, Python's writer quotes one of them only.
    quoting = chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]) if end == "\r\n" else csv.QUOTE_ALL
    text = table(rows, delimiter=separator, lineterminator=end, quoting=quoting)
    (tmp_path / name).write_bytes(text)
    with open(tmp_path / name, newline="", encoding="utf-8") as file:
        expected = list(csv.DictReader(file, delimiter=separator, strict=True))
    assert len(expected) == 300
    descry("index", tmp_path / "db", tmp_path / name)
    # An empty cell is no value.
    assert indexed(tmp_path / "db") == [
        {name: value for name, value in row.items() if value or name == "text"} for row in expected]


def test_bad_rows_are_named_and_cost_no_other(descry, tmp_path):
    (tmp_path / "a.csv").write_bytes(
        b'id,text\r\n1,"one\r\nrow"\r\n2\r\n3,x,y\r\n,z\r\n4,"a"b\r\n5,"open\r\n6,good\r\n')
    result = descry("index", "db", "a.csv", code=ERROR, cwd=tmp_path)
    assert result.err.splitlines()[:5] == [
        "a.csv:4: 1 cell, but the header line has 2",
        "a.csv:5: 3 cells, but the header line has 2",
        'a.csv:6: nothing in column "id"; choose one with --id-field NAME, or make ids with --id-from '
        "line or hash",
        "a.csv:7: text after a closing quote (within quotes a quote is written twice)",
        "a.csv:8: a quote that does not end"]
    assert "5 documents rejected" in result.err
    assert [data["text"] for data in indexed(tmp_path / "db")] == ["one\r\nrow", "good"]


def test_a_header_without_the_columns_is_refused_with_the_way(descry, tmp_path):
    (tmp_path / "a.csv").write_bytes(b"key,body\n1,a\n")
    err = descry("index", "db", "a.csv", code=ERROR, cwd=tmp_path).err
    assert 'a.csv:1: no column "id" among "key", "body"; choose one with --id-field NAME' in err
    err = descry("index", "db", "a.csv", "--id-from", "line", code=ERROR, cwd=tmp_path).err
    assert 'a.csv:1: no column "text" among "key", "body"; choose one with --text-field NAME' in err


def test_bad_elements_of_an_array_are_named(descry, tmp_path):
    (tmp_path / "a.json").write_bytes(b'[{"id": 1, "text": "a"}, 7,\n{"id": 2}, {"id": 3, "text": "b"}]')
    result = descry("index", "db", "a.json", code=ERROR, cwd=tmp_path)
    assert result.err.splitlines()[:2] == ["a.json:1: document 2: not a JSON object",
                                           'a.json:2: document 3: no field "text"; found: id']
    assert [data["id"] for data in indexed(tmp_path / "db")] == ["1", "3"]


def test_parquet_is_refused_with_the_way(descry, tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1\x15\x04\x00words\x00PAR1")
    for command in (["index", "db"], ["sign"]):
        err = descry(*command, "a.parquet", code=ERROR, cwd=tmp_path).err
        assert err.startswith("a.parquet: not text: Parquet file")
        assert "python3 -m descry uniq" in err and "read_parquet" in err and "JSON lines" in err
    (tmp_path / "a.arrow").write_bytes(b"ARROW1\0\0\xff\xff\xff\xff")
    err = descry("uniq", "a.arrow", code=ERROR, cwd=tmp_path).err
    assert err.startswith("a.arrow: not text: Arrow file; the Python package reads it")


LINES = [b'{"text": "first"}', b'{"id": null, "text": "second"}', b'{"id": "c", "text": "third"}']


def test_ids_from_lines_and_hashes(descry, tmp_path):
    """Of the lines' bytes, as sha256sum prints them, wherever they stand."""
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(LINES) + b"\r\n")
    (tmp_path / "a.json").write_bytes(b"[" + b",\n  ".join(LINES) + b"]")
    (tmp_path / "a.csv").write_bytes(b"text,n\nfirst,1\n\"se\ncond\",2\nthird,\n")
    hashes = [hashlib.sha256(line).hexdigest()[:32] for line in LINES[:2]] + ["c"]
    rows = [hashlib.sha256(row).hexdigest()[:32] for row in (b"first,1", b'"se\ncond",2', b"third,")]
    expected = {("a.jsonl", "line"): ["a.jsonl:1", "a.jsonl:2", "c"], ("a.jsonl", "hash"): hashes,
                ("a.json", "line"): ["a.json/1", "a.json/2", "c"], ("a.json", "hash"): hashes,
                ("a.csv", "line"): ["a.csv:2", "a.csv:3", "a.csv:5"], ("a.csv", "hash"): rows}
    for (name, way), ids in expected.items():
        signed = descry("sign", name, "--id-from", way, "--methods", "exact", cwd=tmp_path)
        assert [line["id"] for line in signed.json_lines()] == ids, (name, way)
    for name, file in {"a.jsonl": "a.jsonl:1", "a.json": "a.json:1: document 1"}.items():
        err = descry("index", "refused", name, code=ERROR, cwd=tmp_path).err
        assert f'{file}: no field "id"; found: text; choose one with --id-field NAME' in err
        assert "--id-from line or hash" in err
    descry("index", "db", "a.jsonl", "--id-from", "hash", cwd=tmp_path)
    again = descry("index", "db", "a.json", "--id-from", "hash", cwd=tmp_path)
    assert "3 documents indexed (3 replaced)" in again.err
    assert descry("sign", "a.jsonl", "--id-from", "guess", code=ERROR, cwd=tmp_path).out == b""


def test_a_large_table_takes_little_memory(descry, tmp_path):
    """An array of 60 MB in one line, and many rows."""
    row = json.dumps({"id": "1", "text": "words " * 1000})
    with open(tmp_path / "a.json", "w", encoding="ascii") as file:
        file.write("[" + ",".join([row] * 10_000) + "]")
    with open(tmp_path / "a.csv", "w", encoding="ascii") as file:
        file.write("id,text\n" + '1,"words\n' + "words\n" * 1000 + '"\n' + "1,words\n" * 1_000_000)
    for name, count in (("a.json", 10_000), ("a.csv", 1_000_001)):
        signed = descry("sign", tmp_path / name, "--methods", "lookup3", "--format", "tsv",
                        prefix=["sh", "-c", 'ulimit -v 200000; exec "$@"', "sh"])
        assert signed.out.count(b"\n") == count
