"""descry uniq --by: paragraphs and lines that repeat, listed and cut out byte for byte."""
import csv
import io
import json
import random
import re
from email.message import EmailMessage

import pytest

from made import Writer, write_jsonl
from program import ERROR, unescape

KINDS = ["paragraph", "line"]
# Unicode's White_Space within a line.
SPACES = " \t\v\f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200b)))


def pieces_of(text, kind):
    """The slow, obvious way: byte ranges of the pieces of a text, and of the white space behind paragraphs."""
    pieces, at, goes_on = [], 0, False
    for line in re.findall(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z", text):
        size = len(line.encode())
        if line.strip(SPACES + "\r\n"):
            if goes_on:
                pieces[-1][1] = at + size
            else:
                pieces.append([at, at + size])
            goes_on = kind == "paragraph"
        else:
            goes_on = False
            if kind == "paragraph" and pieces:
                pieces[-1][1] = at + size
        at += size
    return [tuple(piece) for piece in pieces]


def without(text, ranges):
    bytes, rest, at = text.encode(), b"", 0
    for begin, end in sorted(ranges):
        assert begin >= at
        rest += bytes[at:begin]
        at = end
    return (rest + bytes[at:]).decode()


def read_pieces(path):
    rows = []
    for line in path.read_text().split("\n")[:-1]:
        id, begin, end, kept, kept_begin, kept_end, similarity, count = map(unescape, line.split("\t"))
        rows.append(((id, int(begin), int(end)), (kept, int(kept_begin), int(kept_end)),
                     float(similarity), int(count)))
    return rows


def make_texts(count=120, seed=5, end="\n", words=(12, 40), letters="é€"):
    """Texts of one to five paragraphs, of which a third stands in others as well: some of two lines, with empty
    lines of several kinds between them."""
    writer = Writer(seed)
    chance = random.Random(seed)
    shared = [writer.text(30) for _ in range(12)]
    texts = []
    for _ in range(count):
        text = chance.choice(["", "", end, " " + end])
        for _ in range(chance.randint(1, 5)):
            some = list(chance.choice(shared)) if chance.random() < 0.3 else writer.text(chance.randint(*words))
            some[0] = chance.choice(["", "  ", '"', "\\", letters]) + some[0]
            some[5:5] = chance.choice([[], [], ["/", '"quoted",']])
            middle = len(some) // 2
            lines = [" ".join(some)] if chance.random() < 0.7 else [" ".join(some[:middle]), " ".join(some[middle:])]
            text += end.join(lines) + end + chance.choice([end, " \t" + end, end + end])
        texts.append(text.rstrip() if chance.random() < 0.5 else text)
    return texts


def check(descry, file, tmp_path, texts, read, *options, kind="paragraph", encoded=True):
    """Runs --cut, and compares each text of the output with what the list of pieces leaves of the input.

    texts: {id: text}. read: bytes of the output -> {id: text}. @return the list"""
    listed = tmp_path / "pieces.tsv"
    everything = descry("uniq", file, "--by", kind, *options)
    result = descry("uniq", file, "--by", kind, "--cut", "--pieces", listed, "--force", *options)
    assert read(everything.out) == texts
    rows = read_pieces(listed)
    cuts = {}
    for (id, begin, end), _, _, _ in rows:
        assert (begin, end) in pieces_of(texts[id], kind)
        cuts.setdefault(id, []).append((begin, end))
    output = read(result.out)
    assert output == {id: without(text, cuts.get(id, [])) for id, text in texts.items()}
    members = {}
    for piece, kept, similarity, count in rows:
        assert 0.85 <= similarity <= 1 and piece != kept
        assert kept[1:] not in cuts.get(kept[0], [])
        assert texts[kept[0]].encode()[kept[1]:kept[2]].decode() in output[kept[0]]
        members.setdefault((kept, count), set()).add(piece)
    for (_, count), repeats in members.items():
        assert count == 1 + len(repeats)
    assert len(rows) > 20
    size = sum(end - begin for ranges in cuts.values() for begin, end in ranges)
    noun = kind if len(rows) == 1 else kind + "s"
    emptied = sum(not output[id].strip(SPACES + "\r\n") for id in cuts)
    assert (f"cut {len(rows):,} {noun} ({size:,} bytes) from {len(cuts):,} documents; {emptied:,} became empty"
            in result.err)
    # What is kept repeats nothing else.
    assert not {row[0] for row in rows} & {row[1] for row in rows}
    return rows


def of_json(name="text", id="id"):
    def value(document):
        for step in name.split("."):
            document = document[step]
        return document
    return lambda out: {document[id]: value(document) for document in map(json.loads, out.decode().splitlines())}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("ascii", [True, False])
def test_json_lines(descry, tmp_path, kind, end, ascii):
    """Escapes, in whatever form, and the members beside the text keep their bytes."""
    texts = {f"d{i}": text for i, text in enumerate(make_texts(end=end, letters="😀é"))}
    file = tmp_path / "a.jsonl"
    lines = []
    for id, text in texts.items():
        written = json.dumps(text, ensure_ascii=ascii).replace("/", "\\/").replace("é", "\\u00E9")
        lines.append('{ "b": ["text", {"text": "x"}], "id":"%s","text" : %s ,"n":1.50}\n' % (id, written))
    file.write_text("".join(lines), newline="")
    check(descry, file, tmp_path, texts, of_json(), kind=kind)
    output = descry("uniq", file, "--by", kind, "--cut", "--quiet").out.decode().splitlines(keepends=True)
    changed = 0
    for before, after in zip(lines, output, strict=True):
        start = before.index('"text" :') + 10
        assert after.startswith(before[:start]) and after.endswith(before[before.rindex('"'):])
        raw, rest = before[start:before.rindex('"')], after[start:after.rindex('"')]
        # Only whole runs are taken out: what is left stands there in the same order.
        assert len(rest) <= len(raw) and ("\\u00E9" in rest) <= ("\\u00E9" in raw)
        changed += raw != rest
    assert changed > 20


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_are_kept_apart(descry, tmp_path, kind):
    words = " ".join(Writer(8).text(30))
    documents = [{"id": "a", "text": f"{words} 10"}, {"id": "b", "text": f"{words} 20"}]
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    listed = tmp_path / "pieces.tsv"
    descry("uniq", file, "--by", kind, "--pieces", listed)
    assert read_pieces(listed) == []
    descry("uniq", file, "--by", kind, "--pieces", listed, "--keep-apart", "nothing")
    (row,) = read_pieces(listed)
    assert (row[0][0], row[1][0], row[3]) == ("b", "a", 2)
    assert "pieces have no fields" in descry("uniq", file, "--by", kind, "--keep-apart", "date", code=ERROR).err


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_tables(descry, tmp_path, kind, end, separator):
    texts = {f"d{i}": text for i, text in enumerate(make_texts(end=end, seed=6))}
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator=end)
    writer.writerow(["id", "text", "beside"])
    for id, text in texts.items():
        writer.writerow([id, text, 'with "quotes"'])
    file = tmp_path / ("a.tsv" if separator == "\t" else "a.csv")
    file.write_bytes(out.getvalue().encode())

    def read(bytes):
        rows = csv.DictReader(io.StringIO(bytes.decode(), newline=""), delimiter=separator)
        rows = list(rows)
        assert all(row["beside"] == 'with "quotes"' for row in rows)
        return {row["id"]: row["text"] for row in rows}
    check(descry, file, tmp_path, texts, read, kind=kind)


def test_tables_without_another_column_or_in_another_encoding(descry, tmp_path):
    line = " ".join(Writer(9).text(25))
    file = tmp_path / "a.csv"
    file.write_text(f"text\n{line}\n{line}\nother words\n")
    assert descry("uniq", file, "--by", "line", "--cut", "--quiet").text == f'text\n{line}\n""\nother words\n'
    texts = [f"é{line}\n\n\xa0 ü\n\nä{line} x", f"ö\n\né{line}\n\nß"]
    rows = "".join(f'{i};"{text}"\n' for i, text in enumerate(texts))
    (tmp_path / "b.csv").write_bytes(("id;text\n" + rows).encode("windows-1252"))
    out = descry("uniq", tmp_path / "b.csv", "--by", "paragraph", "--cut", "--encoding", "windows-1252",
                 "--quiet").out.decode("windows-1252")
    assert out == f'id;text\n0;"é{line}\n\n\xa0 ü\n\n"\n1;"ö\n\nß"\n'


def test_tables_that_do_not_fit(descry, tmp_path):
    """Their pieces are in no document any more."""
    lines = [" ".join(Writer(seed).text(25)) for seed in range(4)]
    (tmp_path / "a.csv").write_text(f"id,text\na,{lines[0]}\nb,{lines[1]}\n")
    (tmp_path / "b.csv").write_text(f"id,text,more\nc,{lines[0]},1\nd,{lines[2]},1\n")
    (tmp_path / "c.csv").write_text(f"text,id\n{lines[2]},e\n{lines[1]},f\n{lines[3]},g\n{lines[2]},h\n")
    files = [tmp_path / name for name in ("a.csv", "b.csv", "c.csv")]
    result = descry("uniq", *files, "--by", "line", "--cut", "--pieces", tmp_path / "p", code=ERROR)
    assert [(row[0][0], row[1][0], row[3]) for row in read_pieces(tmp_path / "p")] == [("f", "b", 2), ("h", "e", 2)]
    assert result.text == (f"id,text\na,{lines[0]}\nb,{lines[1]}\ne,{lines[2]}\nf,\ng,{lines[3]}\nh,\n")


def test_rows_beside_other_formats(descry, tmp_path):
    """They become JSON lines, of what is left of them."""
    line = " ".join(Writer(9).text(25))
    (tmp_path / "a.csv").write_text(f'id,text\na,"{line}\n\nx ""y"""\nb,"{line}\n\nz ""y"""\n')
    file = write_jsonl(tmp_path / "b.jsonl", [{"id": "c", "text": line}])
    result = descry("uniq", tmp_path / "a.csv", file, "--by", "paragraph", "--cut")
    assert of_json()(result.out) == {"a": f'{line}\n\nx "y"', "b": 'z "y"', "c": ""}
    assert "writing table rows as JSON lines" in result.err


def test_text_files_and_mail(descry, tmp_path):
    texts = make_texts(60, seed=7)
    folder = tmp_path / "files"
    folder.mkdir()
    for i, text in enumerate(texts):
        (folder / f"{i:03}.txt").write_bytes(text.encode())
    check(descry, folder, tmp_path, {f"{folder}/{i:03}.txt": text for i, text in enumerate(texts)}, of_json())
    mbox = tmp_path / "a.mbox"
    mails = b""
    for i, text in enumerate(texts):
        mail = EmailMessage()
        mail["From"], mail["Subject"] = "a@example.org", f"Mail {i}"
        mail.set_content(text)
        mails += b"From a@example.org Thu Jan  1 00:00:00 1970\n" + mail.as_bytes() + b"\n"
    mbox.write_bytes(mails)
    read = of_json()(descry("uniq", mbox, "--by", "line", "--quiet").out)
    assert len(read) == 60
    # The field of the text is that of JSON and tables alone.
    for options in [], ["--text-field", "body"]:
        check(descry, mbox, tmp_path, read, of_json(), *options, kind="line")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf16(descry, tmp_path, encoding):
    texts = {f"d{i}": text for i, text in enumerate(make_texts(letters="😀日本"))}
    lines = "".join(json.dumps({"id": id, "text": text}, ensure_ascii=False) + "\n" for id, text in texts.items())
    mark = "" if encoding == "utf-16" else "\ufeff"
    (tmp_path / "a.jsonl").write_bytes((mark + lines).encode(encoding))
    check(descry, tmp_path / "a.jsonl", tmp_path, texts, of_json())


def test_lines_as_documents(descry, tmp_path):
    """A line that would be JSON is cut as a line."""
    line = " ".join(Writer(9).text(25))
    like_json = '{"text": "%s"}' % " ".join(Writer(10).text(25))
    (tmp_path / "a").write_text(f"{line}\nother\n{like_json}\n{line}\r\n{like_json}\n{line}", newline="")
    for kind in KINDS:
        out = descry("uniq", tmp_path / "a", "--input-format", "lines", "--by", kind, "--cut", "--quiet").out
        assert out == f"{line}\nother\n{like_json}\n\r\n\n".encode()


@pytest.mark.parametrize("path, record", [
    ("a.text", '{"id":%s,"a.text":1,"a":{"text":"no","n":NaN,"text2":"x"},"a":{"q\\"":"","text":%s}}'),
    ("pages[1].text", '{"id":%s,"pages":[{"text":"a"},{"text":%s},{"text":"c"}]}'),
    ("pages.text", '{"id":%s,"pages":[{"text":%s},[],3,{}]}'),
    ("/a/b~1c", '{"id":%s,"a":{"b":"x","b/c":%s}}'),
    ("te\u0301xt", '{"text":"x","id":%s,"te\\u0301xt":%s,"b":"\\""}'),
    ("x", '{"x":"first","id":%s,"x":%s}'),
])
def test_paths(descry, tmp_path, path, record):
    """The one value to which the path leads is cut, whatever else has its name."""
    texts = make_texts(60)
    if path == "a.text":
        record = record.replace('"a.text":1,', "")
    (tmp_path / "a.jsonl").write_text("".join(
        record % (f'"d{i}"', json.dumps(text)) + "\n" for i, text in enumerate(texts)))

    def read(out):
        before, _, after = record.partition("%s")[2].partition("%s")
        return {line.split('"d')[1].split('"')[0]: json.loads(line[line.index(before) + len(before):-len(after)])
                for line in out.decode().splitlines()}
    rows = check(descry, tmp_path / "a.jsonl", tmp_path, {f"d{i}": text for i, text in enumerate(texts)},
                 lambda out: {"d" + id: text for id, text in read(out).items()}, "--text-field", path)
    assert rows


def test_bytes_that_are_repaired_stay(descry, tmp_path):
    """Of records with invalid bytes, half characters and control characters."""
    line = b" ".join(word.encode() for word in Writer(9).text(25))
    rest = [b"M\xfcller \\ud83d x\\n\\n", b"tab\there \x01\\n\\n"]
    records = [b'{"id":"%d","n":NaN,"text":"%s%s"}\n' % (i, part, line) for i, part in enumerate(rest)]
    (tmp_path / "a.jsonl").write_bytes(records[0] + records[1])
    out = descry("uniq", tmp_path / "a.jsonl", "--by", "paragraph", "--cut", "--quiet").out
    assert out == records[0] + records[1].replace(line, b"")


def test_texts_of_several_values(descry, tmp_path):
    """Their pieces are found and listed, and not cut."""
    line = " ".join(Writer(9).text(25))
    records = [f'{{"id":"{i}","text":["{line}","{i}"]}}\n' for i in range(2)]
    (tmp_path / "a.jsonl").write_text("".join(records))
    result = descry("uniq", tmp_path / "a.jsonl", "--by", "line", "--cut", "--pieces", tmp_path / "p", code=ERROR)
    assert result.text == "".join(records)
    assert [row[0] for row in read_pieces(tmp_path / "p")] == [("1", 0, len(line) + 1)]
    assert "a.jsonl:2: the record does not hold the text as one string" in result.err
    assert "cut 0 lines (0 bytes) from 0 documents" in result.err
    descry("uniq", tmp_path / "a.jsonl", "--by", "line", "--text-field", "text,id", "--pieces", tmp_path / "p")
    for name in "text,id", "text[*]", "*.text":
        refused = descry("uniq", tmp_path / "a.jsonl", "--by", "line", "--text-field", name, "--cut", code=ERROR)
        assert f"--text-field {name} joins several values" in refused.err and refused.out == b""


def test_empty_documents(descry, tmp_path):
    line = " ".join(Writer(9).text(25))
    texts = [line, "", f"\n{line}\n\n", f"{line}\n\nmore"]
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": str(i), "text": text} for i, text in enumerate(texts)])
    kept = descry("uniq", file, "--by", "paragraph", "--cut")
    assert of_json()(kept.out) == {"0": line, "1": "", "2": "\n", "3": "more"}
    assert "4 documents, all printed: 3 paragraphs of 20 or more words, 2 repeated (66.7%)" in kept.err
    assert "from 2 documents; 1 became empty; --drop-empty drops them" in kept.err
    dropped = descry("uniq", file, "--by", "paragraph", "--cut", "--drop-empty")
    # One that was empty before is kept.
    assert of_json()(dropped.out) == {"0": line, "1": "", "3": "more"}
    assert "1 became empty and were dropped" in dropped.err and "all printed" not in dropped.err


def test_fewer_words(descry, tmp_path):
    texts = ["one two three\nfour", "one two three\nfive", "one two three!\none two\none two"]
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": str(i), "text": text} for i, text in enumerate(texts)])

    def cut(words):
        return list(of_json()(descry("uniq", file, "--by", "line", "--piece-words", words, "--cut").out).values())
    assert cut(4) == texts
    assert cut(3) == ["one two three\nfour", "five", "one two\none two"]
    assert cut(1) == ["one two three\nfour", "five", "one two\n"]


@pytest.mark.parametrize("kind", KINDS)
def test_threads_and_memory_change_nothing(descry, tmp_path, kind):
    documents = [{"id": str(i), "text": text} for i, text in enumerate(make_texts(800, seed=12))]
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    first = None
    for options in ["--threads", "1"], ["--threads", "3"], ["--memory", "1"]:
        out = descry("uniq", file, "--by", kind, "--cut", "--pieces", tmp_path / "p", *options).out
        found = (out, (tmp_path / "p").read_bytes())
        first = first or found
        assert found == first and found[1]


def test_pieces_are_the_documents_of_uniq(descry, tmp_path):
    """The same texts, as documents, are grouped the same."""
    texts = {str(i): text for i, text in enumerate(make_texts(300, seed=13, words=(20, 40)))}
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": id, "text": text} for id, text in texts.items()])
    descry("uniq", file, "--by", "paragraph", "--pieces", tmp_path / "p")
    pieces = [{"id": f"{id}:{begin}:{end}", "text": text.encode()[begin:end].decode()}
              for id, text in texts.items() for begin, end in pieces_of(text, "paragraph")]
    descry("uniq", write_jsonl(tmp_path / "b.jsonl", pieces), "--keep-apart", "numbers", "--dropped", tmp_path / "d")
    expected = [line.split("\t")[:3] for line in (tmp_path / "d").read_text().splitlines()]
    assert expected == [["%s:%d:%d" % piece, "%s:%d:%d" % kept, f"{similarity:.4f}"]
                        for piece, kept, similarity, _ in read_pieces(tmp_path / "p")]


@pytest.mark.parametrize("option", [
    "--reference=b", "--inside", "--groups=g", "--report=r", "--dropped=d", "--mark",
    "--decisions=b", "--kept-apart=k", "--keep=longest", "--keep=first", "--prefer=a=b", "--model=b"])
def test_options_of_documents(descry, tmp_path, option):
    (tmp_path / "a").write_text("text")
    (tmp_path / "b").write_text("text")
    refused = descry("uniq", "a", "--by", "line", option, code=ERROR, cwd=tmp_path)
    assert f"--by line compares pieces of documents, not documents; omit {option.split('=')[0]}" in refused.err


@pytest.mark.parametrize("options, needed", [
    (["--cut"], "--by"), (["--pieces", "p"], "--by"), (["--piece-words", "9"], "--by"),
    (["--by", "line", "--drop-empty"], "--cut")])
def test_options_of_pieces(descry, options, needed):
    assert f"needs {needed}" in descry("uniq", *options, code=ERROR).err


def test_pieces_replace_only_pieces(descry, tmp_path):
    line = " ".join(Writer(9).text(25))
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": str(i), "text": line} for i in range(2)])
    listed = tmp_path / "p"
    for _ in range(2):
        descry("uniq", file, "--by", "line", "--pieces", listed)
    listed.write_text("mine\n")
    refused = descry("uniq", file, "--by", "line", "--pieces", listed, code=ERROR)
    assert "is not a pieces file" in refused.err and listed.read_text() == "mine\n"
