"""Files that nobody made for descry: without ids, nested, a document a line, as spreadsheets write them; texts without
words, with optional marks, and with a letter wrong in many words."""
import io
import json
import random
import shutil
import subprocess
import tarfile

import pytest

from made import write_jsonl

ERROR = 2
HARBOUR = "High water at the outer wall was at eight and the pilot boat went out before the fog came in"


def test_documents_without_ids_are_numbered(descry, tmp_path):
    rows = [{"text": HARBOUR}, {"text": "Another text"}, {"text": HARBOUR}]
    file = write_jsonl(tmp_path / "a.jsonl", rows)
    kept = descry("uniq", file, "--dropped", tmp_path / "d", "--groups", tmp_path / "g").json_lines()
    assert kept == rows[:2]
    assert (tmp_path / "d").read_text() == f"{file}:3\t{file}:1\t1.0000\tnear\t\n"
    members = json.loads((tmp_path / "g").read_text())["members"]
    assert [member["id"] for member in members] == [f"{file}:1", f"{file}:3"]
    # Whoever names a member wants it.
    refused = descry("uniq", file, "--id-field", "id", code=ERROR)
    assert refused.out == b"" and 'no field "id"; found: text' in refused.err
    assert "3 documents rejected" in refused.err
    descry("index", tmp_path / "db", file, code=ERROR)


def test_a_line_is_a_document(descry):
    lines = f"{HARBOUR}\nother words\n{HARBOUR.upper()}!\n".encode()
    assert descry("uniq", "--input-format", "lines", stdin=lines).out == lines[:len(HARBOUR) + 13]
    whole = descry("uniq", stdin=lines)
    assert len(whole.json_lines()) == 1 and "--input-format lines" in whole.err
    assert "--input-format" not in descry("uniq", "--input-format", "text", stdin=lines).err


def test_a_table_in_a_pipe_is_one(descry):
    table = f"doc,text\n1,{HARBOUR}\n2,{HARBOUR}\n".encode()
    assert descry("uniq", stdin=table).out == table[:len(table) // 2 + 5]
    named = descry("uniq", "--text-field", "body", stdin=table.replace(b"text", b"body")).out
    assert named == table[:len(table) // 2 + 5].replace(b"text", b"body")
    assert "csv for one per row" in descry("uniq", stdin=table.replace(b"text", b"body")).err


def test_tables_come_back_as_they_came(descry, tmp_path):
    for name, table, kept in [
            ("sep.csv", f"sep=;\r\nn;text\r\n1;{HARBOUR}\r\n2;{HARBOUR}\r\n", 3),
            ("bar.csv", f"n|text\n1|{HARBOUR}\n2|{HARBOUR}\n", 2),
            ("bare.tsv", f'n\ttext\n1\t"{HARBOUR}\n2\t"{HARBOUR}\n3\t"oh," he said\n', (0, 1, 3))]:
        file = tmp_path / name
        file.write_bytes(table.encode())
        lines = table.encode().splitlines(keepends=True)
        expected = lines[:kept] if isinstance(kept, int) else [lines[i] for i in kept]
        result = descry("uniq", file, "--verbose")
        assert result.out == b"".join(expected), name
        assert f"{file}: columns separated by" in result.err
    file = tmp_path / "utf16.csv"
    file.write_bytes(f"n;text\r\n1;{HARBOUR}\r\n2;{HARBOUR}\r\n".encode("utf-16"))
    assert descry("uniq", file).out == f"\ufeffn;text\r\n1;{HARBOUR}\r\n".encode()
    # Two tables of one header line and different quoting.
    bare, both = tmp_path / "bare.tsv", write_jsonl(tmp_path / "one.jsonl", [{"text": "words of their own"}])
    other = tmp_path / "other.tsv"
    other.write_text('n\ttext\n7\t"the tide ""turned"" at four"\n')
    rows = descry("uniq", other, bare, both).json_lines()
    assert rows[0] == {"n": "7", "text": 'the tide "turned" at four'}
    assert rows[1] == {"n": "1", "text": f'"{HARBOUR}'}
    quoted = tmp_path / "quoted.tsv"
    quoted.write_text(f'n\ttext\n1\t"{HARBOUR}"\n')
    assert len(descry("uniq", quoted, "--csv-quoting", "none", "--verbose").out.splitlines()) == 2


def test_paths_and_several_texts(descry, tmp_path):
    chats = write_jsonl(tmp_path / "chat.jsonl", [
        {"meta": {"id": n}, "messages": [{"content": first}, {"content": HARBOUR}]}
        for n, first in enumerate(["good morning", "good morning", "an answer of quite other words than that"])])
    result = descry("uniq", chats, "--id-field", "meta.id", "--text-field", "messages[*].content")
    assert [row["meta"]["id"] for row in result.json_lines()] == [0, 2]
    assert len(descry("uniq", chats, "--text-field", "/messages/1/content").json_lines()) == 1
    both = ["--text-field", "messages[0].content", "--text-field", "messages[1].content"]
    assert descry("uniq", chats, *both).out == result.out
    assert descry("uniq", chats, "--text-field", "messages[0].content,messages[1].content").out == result.out
    table = tmp_path / "t.csv"
    table.write_text("title,body\nOne,\nTwo,\nOne,\n")
    assert descry("uniq", table, "--text-field", "title,body").out == b"title,body\nOne,\nTwo,\n"


def test_what_is_refused_is_kept(descry, tmp_path):
    table, lines = tmp_path / "a.csv", tmp_path / "b.jsonl"
    table.write_text("n,text\n1,a b\n2,a,b\n3,c d")
    lines.write_text('{"text":"e f"}\n{"text":null}\n{bad\n{"text":"g h"}')
    result = descry("uniq", table, lines, "--refused", tmp_path / "refused", code=ERROR)
    assert (tmp_path / "refused").read_text() == 'n,text\n2,a,b\n{"text":null}\n{bad\n'
    assert len(result.json_lines()) == 4
    assert "--refused FILE" in descry("uniq", table, code=ERROR).err


def test_of_a_row_with_an_open_quote_the_first_line_is_refused(descry, tmp_path):
    """The next lines are rows, in a table that is rejected as a whole as well."""
    table, refused = tmp_path / "a.csv", tmp_path / "refused"
    table.write_text('id,text\n2,ok fine\n"3,x\n4,y\n')
    result = descry("uniq", table, "--refused", refused, code=ERROR)
    assert result.text == "id,text\n2,ok fine\n4,y\n"
    assert refused.read_text() == 'id,text\n"3,x\n'
    other = 'id,words\n2,ok fine\n"3,x\n4,y\n'
    table.write_text(other)
    descry("uniq", table, "--refused", tmp_path / "all", code=ERROR)
    assert (tmp_path / "all").read_text() == other


@pytest.mark.parametrize("encoding, mark", [("utf-32-le", "fffe0000"), ("utf-32-be", "0000feff")])
@pytest.mark.parametrize("name, records", [
    ("a.jsonl", '{"id":1,"text":"über 𝄞 alles"}\n{"id":2,"text":"x y"}\n'),
    ("a.csv", "id,text\n1,über 𝄞 alles\n2,x y\n"), ("a", "id\ttext\n1\tüber 𝄞 alles\n2\tx y\n")])
def test_utf_32_with_a_mark(descry, tmp_path, encoding, mark, name, records):
    path = tmp_path / name
    path.write_bytes(bytes.fromhex(mark) + records.encode(encoding))
    result = descry("uniq", path, "--verbose")
    assert result.text.removeprefix("\ufeff") == records and "UTF-32" in result.err
    large = records + records.splitlines(True)[-1] * 40000
    path.write_bytes(bytes.fromhex(mark) + large.encode(encoding))
    assert "40,002 documents" in descry("uniq", path).err


def test_links_in_archives_are_told(descry, tmp_path):
    """They are no files that hold no text."""
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        for name, kind in ("a.txt", tarfile.REGTYPE), ("b", tarfile.SYMTYPE), ("c", tarfile.LNKTYPE):
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, "a.txt" if kind != tarfile.REGTYPE else ""
            archive.addfile(entry, io.BytesIO())
    result = descry("uniq", tmp_path / "a.tar")
    assert "descry: 2 links in archives skipped\n" in result.err and "not text" not in result.err
    assert "a.tar(b): skipped: a link within the archive" in descry("uniq", tmp_path / "a.tar", "--verbose").err


def test_tables_are_kept_or_read(descry, tmp_path):
    """A table whose columns do not fit is rejected where the output is a table, and else read; nothing is in no output."""
    folder, refused = tmp_path / "d", tmp_path / "refused"
    folder.mkdir()
    (folder / "b.csv").write_text("id,text\n1,alpha beta\n")
    (folder / "c.csv").write_text("id;text;amount\n7;gamma delta;3\n8;epsilon zeta;4")
    (folder / "d.csv").write_text("id,text,amount\n")
    result = descry("uniq", folder, "--refused", refused, code=ERROR)
    assert result.text == "id,text\n1,alpha beta\n"
    assert refused.read_text() == "id;text;amount\n7;gamma delta;3\n8;epsilon zeta;4\n"
    for table in ("c.csv", "d.csv"):
        assert f'{folder}/{table}:1: the first table has no column "amount"' in result.err
    told = descry("uniq", folder, "--dropped", tmp_path / "gone", code=ERROR)
    assert "rejected records were not written; --refused FILE saves them" in told.err
    # Neither pages nor questions are tables, and lines of JSON have members of their own.
    assert "3 documents" in descry("report", folder, "--output", tmp_path / "p.html").err
    (folder / "z.txt").write_text("a text beside them")
    rows = descry("uniq", folder).json_lines()
    assert rows[:3] == [{"id": "1", "text": "alpha beta"}, {"id": "7", "text": "gamma delta", "amount": "3"},
                        {"id": "8", "text": "epsilon zeta", "amount": "4"}]
    # What lacks the columns that are needed.
    (tmp_path / "other.csv").write_text("name,note\n1,a\n2,b\n")
    other = descry("uniq", tmp_path / "other.csv", folder / "b.csv", "--refused", tmp_path / "r2", code=ERROR)
    assert (tmp_path / "r2").read_text() == "name,note\n1,a\n2,b\n"
    assert 'other.csv:1: no column "text"' in other.err


def test_what_is_no_text_is_named_or_kept(descry, tmp_path):
    folder, refused = tmp_path / "d", tmp_path / "refused"
    folder.mkdir()
    pdf = b"%PDF-1.4\n\0\1\2"
    (folder / "lease.pdf").write_bytes(pdf)
    (folder / "a.txt").write_text(HARBOUR)
    assert f"{folder}/lease.pdf: skipped: not text: PDF document" in descry("uniq", folder, "--verbose").err
    for command in (["report", folder, "--output", tmp_path / "p"], ["index", tmp_path / "db", folder]):
        assert "lease.pdf: skipped" in descry(*command, "--verbose").err
    # A file that is named, and standard input, which cannot be read again.
    descry("uniq", folder / "lease.pdf", folder / "a.txt", "--refused", refused, code=ERROR)
    assert refused.read_bytes() == pdf + b"\n"
    descry("uniq", "--refused", refused, stdin=pdf, code=ERROR)
    assert refused.read_bytes() == pdf + b"\n"
    # Nothing is promised of what is not at hand.
    assert "--refused" not in descry("uniq", folder / "missing", code=ERROR).err


def test_files_are_prepared_by_a_model_of_their_own(descry, tmp_path):
    old = write_jsonl(tmp_path / "old.jsonl", [{"text": HARBOUR}, {"text": "the salt committee met in the evening hall"}])
    new = write_jsonl(tmp_path / "new.jsonl", [{"text": HARBOUR + " again"}, {"text": "nothing of the kind was said there"}])
    descry("prepare", old, "--distance", "0.1", "--output", tmp_path / "old.prepared")
    kept = descry("uniq", new, "--reference", tmp_path / "old.prepared")
    assert len(kept.json_lines()) == 1 and "distance 0.1 " in kept.err
    # The model that is there says all of it.
    for option in (["--distance", "0.2"], ["--contained", "1"], ["--character-keys", "off"], ["--fold-marks"]):
        refused = descry("uniq", new, "--reference", tmp_path / "old.prepared", *option, code=ERROR)
        assert f"omit {option[0]}" in refused.err and refused.out == b""


def test_a_database_is_no_folder_of_files(descry, index, tmp_path):
    refused = descry("uniq", index, code=ERROR)
    assert refused.out == b"" and f"{index}: a Xapian database, not files: descry groups" in refused.err
    shutil.copytree(index, tmp_path / "mails/.index")
    (tmp_path / "mails/a.txt").write_text(HARBOUR)
    result = descry("uniq", tmp_path / "mails")
    assert len(result.json_lines()) == 1 and "1 file skipped" in result.err


def test_equal_texts_without_words_are_duplicates(descry, tmp_path):
    rows = [{"text": text} for text in ["👍👍", "!!!", "👍👍 ", "!!!!", "", " ", "!!!"]]
    file = write_jsonl(tmp_path / "a.jsonl", rows)
    assert descry("uniq", file).json_lines() == [rows[i] for i in (0, 1, 3, 4, 5)]


def test_marks_that_are_optional(descry, tmp_path):
    pairs = {
        "arabic": ("ارتفع ماء النهر في أول شهر نيسان وتوقفت العبارة", "ارْتَفَعَ ماءُ النَّهْرِ في أَوَّلِ شَهْرِ نَيْسانَ وتَوَقَّفَتِ العَبّارةُ"),
        "greek": ("μηνιν αειδε θεα πηληιαδεω αχιληος ουλομενην", "μῆνιν ἄειδε θεὰ Πηληϊάδεω Ἀχιλῆος οὐλομένην")}
    for name, texts in pairs.items():
        file = write_jsonl(tmp_path / f"{name}.jsonl", [{"text": text} for text in texts])
        assert len(descry("uniq", file, "--fold-marks").json_lines()) == 1
        assert len(descry("uniq", file, "--distance", "0").json_lines()) == (1 if name == "arabic" else 2)
    db = tmp_path / "db"
    descry("index", db, file, "--id-from", "line")
    assert "without --fold-marks" in descry("index", db, file, "--id-from", "line", "--fold-marks", code=ERROR).err


def versions(tmp_path):
    """A text that grows, each version with what the ones before say; and one of two with another word."""
    words = [f"word{n}" for n in range(300)]
    rows = [{"id": f"v{n}", "date": f"2026-01-{n + 1:02}", "text": " ".join(words[:200 + 5 * n])} for n in range(10)]
    return write_jsonl(tmp_path / "versions.jsonl", rows)


def test_the_first_in_an_order_stays(descry, tmp_path):
    file = versions(tmp_path)
    for order in ("longest", "newest:date", "max:date"):
        kept = descry("uniq", file, "--keep", order).json_lines()
        assert kept[-1]["id"] == "v9"
        db = tmp_path / order.replace(":", "")
        if order == "longest":
            descry("index", db, file, "--group-order", order, "--words", "30")
            groups = [json.loads(line) for line in descry("groups", db, "--format", "json").text.splitlines()]
            assert "v9" in [member["id"] for group in groups for member in group["members"] if member["head"]]
    refused = descry("uniq", file, "--keep", "newest:nosuch", code=ERROR)
    assert refused.out == b"" and 'no document has a field or column "nosuch"' in refused.err


def test_nothing_said_is_lost(descry, tmp_path):
    file = versions(tmp_path)
    def kept(*options):
        return [row["id"] for row in descry("uniq", file, *options).json_lines()]

    (head,) = kept()
    # A later version says what the head does not.
    assert kept("--contained", "1") == [f"v{n}" for n in range(int(head[1]), 10)]
    assert kept("--contained", "1", "--keep", "longest") == ["v2", "v9"]
    assert kept("--contained", "0.9") not in ([head], kept("--contained", "1"))
    old = tmp_path / "old.jsonl"
    old.write_text(file.read_text().splitlines()[5] + "\n")
    new = descry("uniq", file, "--reference", old, "--contained", "1").json_lines()
    assert new[-1]["id"] == "v9" and not {row["id"] for row in new} & {f"v{n}" for n in range(6)}
    assert descry("index", tmp_path / "db", file, "--contained", "1").code == 0
    assert "--contained" in descry("index", tmp_path / "db", file, "--contained", "0.5", code=ERROR).err
    assert descry("model", "show", tmp_path / "db", "--format", "json").json()["contained"] == 1.0


@pytest.fixture(scope="module")
def noisy(tmp_path_factory):
    """2,500 texts and 50 copies in which every second word has a letter wrong."""
    chance = random.Random(5)
    words = ["".join(chance.choice("bcdfghlmnprstv") + chance.choice("aeiou") for _ in range(chance.choice((2, 3, 4))))
             for _ in range(3000)]
    texts = [[chance.choice(words) for _ in range(chance.randint(80, 200))] for _ in range(2500)]

    def wrong(word):
        at = chance.randrange(len(word))
        return word[:at] + "x" + word[at + 1:] if chance.random() < .5 else word

    rows = [{"id": f"{n}", "text": " ".join(text)} for n, text in enumerate(texts)]
    rows += [{"id": f"{n} copy", "text": " ".join(map(wrong, texts[n]))} for n in range(50)]
    return write_jsonl(tmp_path_factory.mktemp("noisy") / "noisy.jsonl", rows)


def test_noise_in_many_words_is_met_by_characters(descry, noisy, tmp_path):
    def dropped(*options):
        descry("uniq", noisy, "--dropped", tmp_path / "d", *options)
        return [line.split("\t")[:2] for line in (tmp_path / "d").read_text().splitlines()]

    found = dropped()
    assert len(found) >= 48 and all(new == f"{kept} copy" for new, kept in found)
    assert dropped("--character-keys", "on", "--threads", "1") == found
    assert len(dropped("--character-keys", "off")) < 10
    # As an index, too, and what is added later.
    rows = noisy.read_text().splitlines(keepends=True)
    (tmp_path / "most.jsonl").write_text("".join(rows[:-1]))
    (tmp_path / "last.jsonl").write_text(rows[-1])
    db = tmp_path / "db"
    descry("index", db, tmp_path / "most.jsonl")
    descry("index", db, tmp_path / "last.jsonl")
    grouped = [json.loads(line) for line in descry("groups", db, "--format", "json").text.splitlines()]
    assert len(grouped) == len(found)
    assert "49 copy" in {member["id"] for group in grouped for member in group["members"]}
    descry("rebuild", db)
    grouped = [json.loads(line) for line in descry("groups", db, "--format", "json").text.splitlines()]
    assert sorted([member["id"] for member in group["members"]][0] for group in grouped) == sorted(
        kept for _, kept in found)
    assert descry("info", db, "--format", "json").json()["character_keys"] is True
    # A model keeps them, in prepared files and as a file.
    descry("prepare", noisy, "--output", tmp_path / "p")
    groups = [json.loads(line) for line in descry("combine", tmp_path / "p").text.splitlines()]
    assert len(groups) == len(found)


def test_few_noisy_copies_beside_many_near_duplicates(descry, shared, tmp_path):
    packed = shared / "corpora/enron-spam.jsonl.zst"
    lines = subprocess.run(["zstd", "-dcq", "--long=27", packed], check=True, capture_output=True).stdout.splitlines()
    chance = random.Random(7)
    texts = [text for line in lines if 400 < len(text := json.loads(line)["text"]) < 4000][:12000]

    def wrong(letter):
        return chance.choice("etaoinshrdlu") if letter.isalpha() and chance.random() < .06 else letter

    copied = chance.sample(range(len(texts)), 120)
    rows = [{"id": f"{n}", "text": text} for n, text in enumerate(texts)]
    rows += [{"id": f"{n} copy", "text": "".join(map(wrong, texts[n]))} for n in copied]
    file = write_jsonl(tmp_path / "noisy.jsonl", rows)
    descry("uniq", file, "--groups", tmp_path / "groups")
    group_of = {member["id"]: number for number, line in enumerate((tmp_path / "groups").read_text().splitlines())
                for member in json.loads(line)["members"]}
    together = sum(group_of.get(f"{n} copy", -1) == group_of.get(f"{n}") for n in copied)
    assert together >= 117


def test_a_member_that_all_rows_lack_is_told_once(descry, tmp_path):
    rows = [{"i": number, "body": f"text {number}"} for number in range(10)]
    result = descry("uniq", write_jsonl(tmp_path / "a.jsonl", rows), code=ERROR)
    assert result.err.count("no field \"text\"; found: i, body") == 1
    assert "and 9 more: no field \"text\"" in result.err and "10 documents rejected" in result.err
    # Of some rows each is, up to three.
    rows.append({"i": 10, "text": "one"})
    result = descry("uniq", write_jsonl(tmp_path / "b.jsonl", rows), code=ERROR)
    assert result.err.count("found: i, body") == 3
    rows.insert(1, [1])
    result = descry("uniq", write_jsonl(tmp_path / "c.jsonl", rows[:3]), code=ERROR)
    assert result.err.count("found: i, body") == 2
