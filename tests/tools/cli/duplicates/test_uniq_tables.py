"""What uniq prints is one table, or JSON lines, that another program reads, whatever the inputs are like."""
import csv
import gzip
import io
import json
import random
import tarfile

import pytest

from program import ERROR

BOM = b"\xef\xbb\xbf"


def rows_of(out, **dialect):
    """As Python reads them: each row by the names of the header line."""
    text = out.decode("utf-8-sig")
    assert "\ufeff" not in text
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True, **dialect))


def text(n):
    """Far from every other."""
    words = random.Random(n)
    return " ".join("".join(words.choices("abcdefghijklmnop", k=7)) for _ in range(12))


def written(rows, columns, mark=False, end="\n", last_end=True, **dialect):
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator=end, **dialect)
    writer.writerow(columns)
    writer.writerows([row[column] for column in columns] for row in rows)
    whole = out.getvalue()
    if not last_end:
        whole = whole.removesuffix(end)
    return BOM * mark + whole.encode()


DIALECTS = {
    "lf": {},
    "crlf": {"end": "\r\n"},
    # Python quotes the line ends that it writes alone.
    "cr": {"end": "\r", "quoting": csv.QUOTE_ALL},
    "quoted": {"quoting": csv.QUOTE_ALL},
    "mark": {"mark": True},
    "marked crlf": {"mark": True, "end": "\r\n"},
    "open end": {"last_end": False},
    "semicolons": {"delimiter": ";"},
    "tabs": {"delimiter": "\t", "end": "\r\n"},
}


@pytest.mark.parametrize("second", DIALECTS)
@pytest.mark.parametrize("first", DIALECTS)
def test_tables_of_any_dialect_are_one_of_the_first(descry, tmp_path, first, second):
    """Columns in another order, too; a third table has fewer."""
    tables = [[{"id": f"{n}.{i}", "note": note, "text": f"{text(4 * n + i)}, \"so\"\nend"}
               for i, note in enumerate(["", "a;b", "é,\tü"])] for n in range(3)]
    (tmp_path / "1.csv").write_bytes(written(tables[0], ["id", "note", "text"], **DIALECTS[first]))
    (tmp_path / "2.csv").write_bytes(written(tables[1], ["text", "id", "note"], **DIALECTS[second]))
    (tmp_path / "3.csv").write_bytes(written(tables[2], ["id", "text"], **DIALECTS[second]))
    out = descry("uniq", tmp_path).out
    delimiter = DIALECTS[first].get("delimiter", ",")
    expected = tables[0] + tables[1] + [{**row, "note": ""} for row in tables[2]]
    assert rows_of(out, delimiter=delimiter) == expected
    assert out.startswith(BOM) == DIALECTS[first].get("mark", False)
    # The first table is as it was; what follows has its line ends.
    end = DIALECTS[first].get("end", "\n").encode()
    whole = (tmp_path / "1.csv").read_bytes()
    assert out.startswith(whole if whole.endswith(end) else whole + end)
    behind = out[len(whole.removesuffix(end) + end):].replace(b'"so""\nend', b"")
    assert behind.count(end) == 6 and behind.endswith(end)
    assert behind.replace(end, b"").translate(None, b"\r\n") == behind.replace(end, b"")


def test_rows_of_one_dialect_keep_their_bytes(descry, tmp_path):
    """Whatever their header lines are like; line ends are the first table's."""
    rows = [f'{n},"a ""b"" , c",{text(n)}'.encode() for n in range(4)]
    (tmp_path / "a.csv").write_bytes(b"id,note,text\r\n" + rows[0] + b"\r\n" + rows[1])
    (tmp_path / "b.csv").write_bytes(BOM + b'"id","note","text"\n\n' + rows[2] + b"\n")
    (tmp_path / "c.csv").write_bytes(b"id,note,text\r" + rows[3])
    files = [tmp_path / f"{name}.csv" for name in "abc"]
    assert descry("uniq", *files).out == b"id,note,text\r\n" + b"\r\n".join(rows) + b"\r\n"
    # In a folder, in archives, compressed.
    with tarfile.open(tmp_path / "d.tar", "w") as archive:
        for file in files:
            archive.add(file, file.name)
    packed = tmp_path / "e.tar.gz"
    packed.write_bytes(gzip.compress((tmp_path / "d.tar").read_bytes()))
    for archive in (tmp_path / "d.tar", packed):
        assert descry("uniq", archive).out == descry("uniq", *files).out


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", ""])
@pytest.mark.parametrize("mark", [b"", BOM])
def test_the_header_is_there_where_no_row_stays(descry, tmp_path, mark, end):
    header = mark + b"id,text" + end.encode()
    (tmp_path / "none.csv").write_bytes(header)
    assert descry("uniq", tmp_path / "none.csv").out == header
    assert descry("uniq", stdin=header).out == header
    full = header.removesuffix(end.encode()) + b"\n" + f"1,{text(1)}\n".encode()
    (tmp_path / "full.csv").write_bytes(full)
    (tmp_path / "copy.csv").write_bytes(full)
    gone = descry("uniq", tmp_path / "full.csv", "--reference", tmp_path / "copy.csv").out
    assert gone == mark + b"id,text\n"
    assert rows_of(descry("uniq", tmp_path / "none.csv", tmp_path / "full.csv").out) == [
        {"id": "1", "text": text(1)}]
    (tmp_path / "bad.csv").write_bytes(mark + b"id,text\n1\n")
    assert descry("uniq", tmp_path / "bad.csv", code=ERROR).out == mark + b"id,text\n"


def test_a_table_with_columns_that_the_first_lacks_is_refused(descry, tmp_path):
    (tmp_path / "a.csv").write_text(f"id,text\n1,{text(1)}\n")
    (tmp_path / "b.csv").write_text(f"id,text,note,text\n2,{text(2)},n,\n", )
    (tmp_path / "c.csv").write_text(f"id,note,text\n3,n,{text(3)}\n")
    (tmp_path / "d.csv").write_text(f"text,id\n{text(4)},4\n")
    result = descry("uniq", *sorted(tmp_path.iterdir()), code=ERROR)
    assert 'two columns are named "text"' in result.err
    assert [row["id"] for row in rows_of(result.out)] == ["1", "4"]
    assert f'{tmp_path}/c.csv:1: the first table has no column "note"' in result.err
    # The one with all columns first.
    kept = descry("uniq", tmp_path / "c.csv", tmp_path / "a.csv").out
    assert [row["note"] for row in rows_of(kept)] == ["n", ""]


def test_columns_of_equal_names_stand_for_each_other_in_their_order(descry, tmp_path):
    (tmp_path / "a.csv").write_text(f"id,x,text,x\n1,a,{text(1)},b\n")
    (tmp_path / "b.csv").write_text(f"x,text,x,id\nc,{text(2)},d,2\n")
    assert descry("uniq", tmp_path).out.decode() == (
        f"id,x,text,x\n1,a,{text(1)},b\n2,c,{text(2)},d\n")
    # A third of the name has no place.
    (tmp_path / "c.csv").write_text(f"x,text,x,id,x\nc,{text(3)},d,3,e\n")
    assert 'no column "x"' in descry("uniq", tmp_path, code=ERROR).err


def test_rows_of_one_empty_cell_are_rows(descry, tmp_path):
    (tmp_path / "a.csv").write_bytes(b'text\r\n""\r\n')
    (tmp_path / "b.csv").write_bytes(b'text\n""\nx\n')
    assert descry("uniq", tmp_path, "--id-from", "line").out == b'text\r\n""\r\n""\r\nx\r\n'


def test_lines_of_json_are_lines_of_json(descry, tmp_path):
    """Marks, line ends, none at the end."""
    for name, bytes_ in {"a": BOM + b'{"id":"a","text":"a b c"}\r\n',
                         "b": BOM + b'{"id":"b","text":"d e f"}',
                         "c": b'\n  {"id":"c","text":"g h i"} \n\n' + BOM + b'{"id":"d","text":"j k"}'}.items():
        (tmp_path / f"{name}.jsonl").write_bytes(bytes_)
    out = descry("uniq", tmp_path).out
    assert out == (b'{"id":"a","text":"a b c"}\r\n{"id":"b","text":"d e f"}\n'
                   b'  {"id":"c","text":"g h i"} \n{"id":"d","text":"j k"}')
    assert [json.loads(line)["id"] for line in out.decode().splitlines()] == list("abcd")


def test_rows_beside_other_documents_are_lines_of_json(descry, tmp_path):
    """In whatever order they come; all columns are there."""
    (tmp_path / "a.csv").write_bytes(BOM + f'id,note,text,note\n1,"x\ny",{text(1)},z\n2,é,{text(2)},'.encode())
    (tmp_path / "b.tsv").write_text(f"id\ttext\n3\t{text(3)}\n")
    (tmp_path / "c.jsonl").write_text(f'{{"id":"4","text":"{text(4)}","more":[1]}}')
    (tmp_path / "d.txt").write_text(text(5))
    files = [tmp_path / name for name in ("a.csv", "b.tsv", "c.jsonl", "d.txt")]
    for order in (files, files[2:] + files[:2]):
        result = descry("uniq", *order)
        documents = {line["id"]: line for line in result.json_lines()}
        assert documents["1"] == {"id": "1", "note": "x\ny", "text": text(1), "note_2": "z"}
        assert documents["2"] == {"id": "2", "note": "é", "text": text(2), "note_2": ""}
        assert documents["3"] == {"id": "3", "text": text(3)}
        assert documents["4"]["more"] == [1] and documents[str(tmp_path / "d.txt")]["text"] == text(5)
        assert "writing table rows as JSON lines" in result.err
    assert "lines of JSON" not in descry("uniq", *files[:2]).err


def test_headers_are_limited(descry, tmp_path):
    """What is refused takes no memory, and costs nothing else."""
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"," * (32 << 20), 1))
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(b"a" * (32 << 20) + b"\n", 1))
    (tmp_path / "c.csv").write_bytes(b"id,text" + b",x" * 65536 + b"\n1,a")
    (tmp_path / "d.csv").write_bytes(b"id,text\n1," + text(1).encode() + b"\n2" + b"," * 1000000 + b"\n3,b\n")
    (tmp_path / "e.csv").write_bytes(b"key" * 300000 + b"," * 60000)
    files = [tmp_path / name for name in ("a.csv.gz", "b.csv.gz", "c.csv", "d.csv", "e.csv")]
    result = descry("uniq", *files, "--threads", 1, code=ERROR,
                    prefix=["sh", "-c", 'ulimit -v 700000; exec "$@"', "sh"])
    assert [row["id"] for row in rows_of(result.out)] == ["1", "3"]
    shown = [line for line in result.err.splitlines() if not line.startswith("descry: ")]
    assert len(shown) == 5 and max(map(len, shown)) < 1000
    for name, reason in (("a.csv.gz:1", "a header line of more than 1048576 bytes"),
                         ("b.csv.gz:1", "a header line of more than 1048576 bytes"),
                         ("c.csv:1", "more than 65536 cells"),
                         ("d.csv:3", "more than 65536 cells"), ("e.csv:1", 'no column "text"')):
        assert any(line.startswith(f"{tmp_path}/{name}: {reason}") for line in shown), shown


def test_tables_made_by_chance(descry, tmp_path, chance):
    """What is printed are the rows that are not dropped, as Python reads them."""
    alphabet = ['"', ",", ";", "\t", "\n", "\r\n", "é", " ", "x", "'"]
    for run in range(10):
        folder = tmp_path / str(run)
        folder.mkdir()
        columns = ["id", "text", *chance.sample(["a", "b", "c d", "é", "q'"], chance.randrange(4))]
        expected = []
        for n in range(chance.randrange(1, 6)):
            own = columns[:] if n == 0 else columns[:2] + chance.sample(
                columns[2:], chance.randint(0, len(columns) - 2))
            chance.shuffle(own)
            if n == 0:
                first = dialect = dict(DIALECTS[chance.choice(list(DIALECTS))])
            else:
                dialect = dict(DIALECTS[chance.choice(list(DIALECTS))])
            rows = [{**{name: "".join(chance.choices(alphabet, k=chance.randrange(5))) for name in own},
                     "id": f"{n}.{i}", "text": text(chance.randrange(8))}
                    for i in range(chance.randrange(5))]
            (folder / f"{n}.csv").write_bytes(written(rows, own, **dialect))
            expected += [{**dict.fromkeys(columns, ""), **row} for row in rows]
        result = descry("uniq", folder, "--dropped", tmp_path / "dropped")
        dropped = [line.split("\t")[0] for line in (tmp_path / "dropped").read_text().splitlines()]
        kept = [row for row in expected if row["id"] not in dropped]
        assert rows_of(result.out, delimiter=first.get("delimiter", ",")) == kept
        assert len(kept) + len(dropped) == len(expected)


def encoded(path, encoding, *rows, header="id,Größe,text", id_="a"):
    lines = [header, *(f"{id_}{n},{size},{text(hash_of(id_, n))}" for n, size in enumerate(rows))]
    path.write_bytes(("\n".join(lines) + "\n").encode(encoding))
    return path


def hash_of(id_, n):
    return 100 * ord(id_) + n


ENCODINGS = ["utf-8", "windows-1252", "utf-16", "windows-1251"]


@pytest.mark.parametrize("second", ENCODINGS)
@pytest.mark.parametrize("first", ENCODINGS)
def test_tables_of_several_encodings_are_one_in_utf8(descry, tmp_path, first, second):
    """Tables of one encoding keep their bytes; UTF-16 is UTF-8 always."""
    words = {"windows-1251": ["Большой дом стоит", "у синего моря живут"]}
    files = []
    for name, encoding in (("a", first), ("b", second)):
        header = "id,size,text" if "windows-1251" in (first, second) else "id,Größe,text"
        rows = words.get(encoding, ["über allen Gipfeln", "schöne Grüße"])
        files.append(encoded(tmp_path / f"{name}.csv", encoding, *rows, header=header, id_=name))
    result = descry("uniq", *files)
    one, other = ("utf-8" if encoding == "utf-16" else encoding for encoding in (first, second))
    whole = "".join([files[0].read_text(encoding=first), files[1].read_text(encoding=second).split("\n", 1)[1]])
    assert result.out.decode(one if one == other else "utf-8").removeprefix("\ufeff") == whole
    if one != other:
        names = ", ".join(sorted({one, other}, key=str.upper)).replace("utf-8", "UTF-8")
        assert f"descry: records are in {names}; writing all as UTF-8\n" in result.err
    else:
        assert "writing all" not in result.err
    marked = descry("uniq", *files, "--mark").out
    assert [row["id"] for row in rows_of(marked)] == ["a0", "a1", "b0", "b1"] if one != other else marked


def test_damaged_rows_gain_no_invisible_characters(descry, tmp_path):
    (tmp_path / "a.csv").write_bytes("id,text\n1,Müde Gäste schließen spät\n".encode("windows-1252"))
    (tmp_path / "b.csv").write_bytes("id,text\n2,Żółta łódź i wóz\n3,".encode() + b"Gr\xf6\xdfere Stra\xdfen\n")
    result = descry("uniq", tmp_path / "a.csv", tmp_path / "b.csv")
    assert result.out.decode() == "id,text\n1,Müde Gäste schließen spät\n2,Żółta łódź i wóz\n3,Größere Straßen\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_mark_is_there_where_the_table_has_one(descry, tmp_path, encoding, mark):
    table = "id\ttext\n1\tThe ferry leaves at nine\n"
    (tmp_path / "a.tsv").write_bytes((mark + table).encode(encoding))
    assert descry("uniq", tmp_path / "a.tsv").out.decode() == mark + table


def test_tables_of_ascii_are_of_any_encoding(descry, tmp_path):
    files = [encoded(tmp_path / "a.csv", "windows-1252", "schön", "größer"),
             encoded(tmp_path / "b.csv", "ascii", "x", header="id,text", id_="b").rename(tmp_path / "c.csv")]
    files[1].write_text(f"id,text\nb,{text(3)}\n")
    result = descry("uniq", *files)
    assert result.out == files[0].read_bytes() + f"b,,{text(3)}\n".encode() and "UTF-8" not in result.err


def test_pieces_of_tables_of_several_encodings(descry, tmp_path):
    shared = " ".join(text(n) for n in range(4))
    files = [tmp_path / "a.csv", tmp_path / "b.csv"]
    for name, encoding in zip(files, ["utf-8", "windows-1252"]):
        name.write_bytes(f'id,text\n{name.stem},"Grüße von {name.stem}\n\n{shared}\n"\n'.encode(encoding))
    out = descry("uniq", *files, "--by", "paragraph", "--cut").out
    assert [row["text"] for row in rows_of(out)] == [f"Grüße von a\n\n{shared}\n", "Grüße von b\n\n"]


def test_rows_of_another_encoding_become_json_in_utf8(descry, tmp_path):
    table = encoded(tmp_path / "a.csv", "windows-1252", "Grüße aus Köln", "schön")
    (tmp_path / "b.jsonl").write_text(json.dumps({"id": "b", "text": text(2)}) + "\n")
    result = descry("uniq", table, tmp_path / "b.jsonl")
    assert [line.get("Größe") for line in result.json_lines()] == ["Grüße aus Köln", "schön", None]
    assert "writing all as UTF-8" in result.err
    assert descry("uniq", table).out == table.read_bytes()


def test_lines_of_several_encodings_are_utf8(descry, tmp_path):
    for name, encoding in (("a", "utf-8"), ("b", "windows-1252")):
        (tmp_path / f"{name}.txt").write_bytes(f"Grüße von {text(ord(name))}\n".encode(encoding))
    out = descry("uniq", tmp_path / "a.txt", tmp_path / "b.txt", "--input-format", "lines").out
    assert out.decode() == "".join(f"Grüße von {text(ord(name))}\n" for name in "ab")


def test_rows_of_an_unknown_encoding_are_not_printed_among_others(descry, tmp_path):
    """Nothing tells what their bytes mean in UTF-8."""
    table = tmp_path / "a.csv"
    table.write_bytes(b"id,text\n1,x\xff\x01\xfey\x80z\n2,plain words\n")
    (tmp_path / "b.csv").write_text("id,text\n3,Grüße\n")
    result = descry("uniq", table, tmp_path / "b.csv", "--refused", tmp_path / "refused", code=ERROR)
    assert [row["id"] for row in rows_of(result.out)] == ["2", "3"]
    assert "a.csv:2: a row in an unknown encoding" in result.err
    assert (tmp_path / "refused").read_bytes() == b"".join(table.read_bytes().splitlines(True)[:2])
    assert descry("uniq", table).out == table.read_bytes()


def test_a_comma_in_the_name_of_a_column_has_a_backslash_before_it(descry, tmp_path):
    words = text(3)
    (tmp_path / "a.csv").write_text(f'id,"a,b",text\n1,1,{words}\n2,2,{words}\n')
    def kept(*options):
        return [row["id"] for row in rows_of(descry("uniq", tmp_path / "a.csv", *options).out)]
    assert kept() == kept("--keep", "min:a\\,b") == ["1"]
    assert kept("--prefer", "a\\,b=2") == kept("--keep", "max:a\\,b") == ["2"]
    assert kept("--keep-apart", "a\\,b") == kept("--keep-apart", "numbers,a\\,b") == ["1", "2"]
    (tmp_path / "b.csv").write_text(f'id,"a,b"\n1,{words}\n2,{words}\n')
    assert [row["id"] for row in rows_of(descry("uniq", tmp_path / "b.csv", "--text-field", "a\\,b").out)] == ["1"]
