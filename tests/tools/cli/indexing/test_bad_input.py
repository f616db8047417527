"""What is no good among the documents: each is named, and nothing else is lost."""
import gzip
import json
import os
import shutil
import subprocess
import tempfile

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR

GOOD = [b'{"id":"first","text":"alpha"}', b'{"id":"last","text":"omega"}']

# Line -> why it is refused.
REFUSED = {
    b'{"id":"x","text":"cut': "invalid JSON",
    b"no JSON at all": "not a JSON object",
    b'{"id":"x","text":"bad \\q escape"}': "invalid JSON",
    b"[1, 2]": "not a JSON object",
    b'"text"': "not a JSON object",
    b'{"text":"no id"}': 'no field "id"',
    b'{"id":null,"text":"x"}': 'field "id" is null',
    b'{"id":["x","y"],"text":"x"}': 'field "id" is not a string or number',
    b'{"id":"x"}': 'no field "text"',
    b'{"id":"x","text":null}': 'field "text" is null',
    b'{"id":"x","text":7}': 'field "text" is not a string',
}


def indexed(db):
    """id -> text of every document in an index."""
    db = xapian.Database(str(db))
    data = [json.loads(db.get_document(docid).get_data()) for docid in dump.docids(db)]
    return {document["id"]: document["text"] for document in data}


@pytest.mark.parametrize("bad", REFUSED, ids=lambda line: line.decode()[:30])
def test_a_bad_line_in_the_middle(descry, tmp_path, bad):
    file = tmp_path / "docs.jsonl"
    file.write_bytes(b"\n".join([GOOD[0], bad, GOOD[1]]) + b"\n")
    result = descry("index", tmp_path / "db", file, code=ERROR)
    assert result.out == b""
    assert result.err.splitlines()[0].startswith(f"{file}:2: {REFUSED[bad]}")
    assert "1 document rejected" in result.err and "2 documents indexed" in result.err
    assert indexed(tmp_path / "db") == {"first": "alpha", "last": "omega"}
    assert dump.is_sound(tmp_path / "db")


def test_twenty_refusals_are_shown_and_all_are_counted(descry, tmp_path):
    file = tmp_path / "docs.jsonl"
    kinds = [b'{"id":"x","text":1}', b'{"id":[],"text":""}', b"{", b"[]", b'{"id":"x","text":null}',
             b'{"id":null,"text":""}', b'{"id":"x"}', b'{"text":"x"}']
    file.write_bytes(b"\n".join([GOOD[0], *kinds * 50, GOOD[1]]))
    result = descry("index", tmp_path / "db", file, code=ERROR)
    assert sum(line.startswith(f"{file}:") for line in result.err.splitlines()) == 20
    assert "400 documents rejected (20 shown)" in result.err
    assert len(indexed(tmp_path / "db")) == 2


def test_one_cause_is_told_thrice(descry, tmp_path):
    """And with what there is in place of the member that is missing; once where all lack it."""
    file = tmp_path / "docs.jsonl"
    file.write_text('{"url":"x","content":"y"}\n' * 1500)
    result = descry("index", tmp_path / "db", file, code=ERROR)
    assert 'descry: and 1,499 more: no field "id"\n' in result.err
    assert "1,500 documents rejected (1 shown)" in result.err
    file.write_text('{"url":"x","content":"y"}\n' * 1500 + '{"id":"1","text":"y"}\n')
    result = descry("index", tmp_path / "db", file, code=ERROR)
    assert result.err.splitlines()[0].startswith(f'{file}:1: no field "id"; found: url, content; ')
    assert sum(line.startswith(f"{file}:") for line in result.err.splitlines()) == 3
    assert 'descry: and 1,497 more: no field "id"\n' in result.err
    assert "1,500 documents rejected (3 shown)" in result.err


@pytest.mark.parametrize("name", ["empty.jsonl", "empty.txt"])
def test_empty_files(descry, tmp_path, name):
    (tmp_path / name).touch()
    descry("index", tmp_path / "db", tmp_path / name)
    descry("sign", tmp_path / name)
    # A text file is a document, though an empty one; a file of lines without lines has none.
    assert len(dump.docids(xapian.Database(str(tmp_path / "db")))) == name.endswith(".txt")


def test_stray_bytes_are_kept_apart_and_counted(descry, tmp_path):
    file = tmp_path / "docs.jsonl"
    file.write_bytes('{"id":"b","text":"größer"}\n'.encode() +
                     b'{"id":"a","text":"ok \x81 caf\xe9 here"}\n')
    result = descry("index", tmp_path / "db", file)
    assert "2 bytes in 1 document invalid in the encoding, kept distinct" in result.err
    assert f"{file}: read as UTF-8 (detected, although not all of it is valid" in result.err
    assert indexed(tmp_path / "db") == {"a": "ok \ua501\u034f café\u034f here", "b": "größer"}
    # What is seen nowhere is in no word.
    found = descry("search", tmp_path / "db", "café", "--format", "json").json()["results"]
    assert [result["id"] for result in found] == ["a"]


CYRILLIC = {"1": "Продам велосипед Stels 26, почти новый", "2": "Куплю раму Stels 26, новую"}


def table(encoding, rows=CYRILLIC):
    return "".join(["id;text\n", *(f"{id};{text}\n" for id, text in rows.items())]).encode(encoding)


@pytest.mark.parametrize("encoding,name", [("cp1251", "windows-1251"), ("koi8-r", "KOI8-R"),
                                           ("cp866", "ibm866")])
def test_an_encoding_is_detected_and_told_once(descry, tmp_path, encoding, name):
    file = tmp_path / "a.csv"
    file.write_bytes(table(encoding))
    result = descry("index", tmp_path / "db", file)
    assert result.err.count(f"{file}: read as {name} (detected; use --encoding NAME for another)") == 1
    assert indexed(tmp_path / "db") == CYRILLIC
    descry("search", tmp_path / "db", "велосипед")


def test_an_encoding_may_be_named(descry, tmp_path):
    file = tmp_path / "a.csv"
    file.write_bytes(table("cp850", {"1": "M\u00fcller", "2": "M\u00f6ller"}))
    result = descry("index", tmp_path / "db", "--encoding", "ibm850", file)
    assert "detected" not in result.err
    assert indexed(tmp_path / "db") == {"1": "Müller", "2": "Möller"}
    for name, reason in (("no-such", 'unknown encoding "no-such"'),
                         ("utf-16", "utf-16 is not a superset of ASCII")):
        assert reason in descry("index", tmp_path / "db", "--encoding", name, file, code=ERROR).err


def test_texts_of_other_bytes_are_never_equal(descry, tmp_path):
    names = tmp_path / "names.csv"
    names.write_bytes(b"id,text\n1,M\374ller\n2,M\366ller\n3,M\344ller\n")
    assert descry("uniq", names).out == names.read_bytes()
    signed = descry("sign", names, "--methods", "exact").json_lines()
    assert len({line["exact"] for line in signed}) == 3
    # The same name in two encodings is the same, but for its bytes.
    mixed = tmp_path / "mixed.csv"
    mixed.write_bytes("id,text\n1,Müller ging über\n".encode() + b"2,M\374ller ging \374ber\n")
    assert descry("uniq", mixed).text == "id,text\n1,Müller ging über\n"
    signed = descry("sign", mixed, "--methods", "exact").json_lines()
    assert len({line["exact"] for line in signed}) == 2
    descry("index", tmp_path / "db", names)
    descry("deduplicate", tmp_path / "db", "--by", "exact", "--delete", "--yes", code=None)
    assert len(indexed(tmp_path / "db")) == 3


def test_xml_is_read_by_its_text(descry, tmp_path):
    def record(title):
        return ("<?xml version='1.0'?><record xmlns='http://www.loc.gov/MARC21/slim'>"
                f"<datafield tag='245' ind1=' '><subfield code='a'>{title}</subfield></datafield>"
                "</record>")
    for name, title in (("a", "Herring in spring"), ("b", "Lighthouse logs"), ("c", "Salt")):
        (tmp_path / f"{name}.xml").write_text(record(title))
    (tmp_path / "d.xml").write_text("<a>\n<b>one</b></a>two")
    result = descry("uniq", *sorted(tmp_path.glob("*.xml")), code=ERROR)
    assert [line["text"] for line in result.json_lines()] == ["Herring in spring", "Lighthouse logs",
                                                              "Salt"]
    assert f"{tmp_path / 'd.xml'}:2: damaged XML: " in result.err


def test_nul_and_control_characters_separate_words(descry, tmp_path):
    file = tmp_path / "docs.jsonl"
    file.write_bytes(b'{"id":"escaped","text":"one\\u0000two\\u0001three"}\n'
                     b'{"id":"raw","text":"one\x01two\x02three"}\n')
    result = descry("index", tmp_path / "db", file)
    assert "refused" not in result.err
    found = descry("search", tmp_path / "db", "two", "--collapse", "none", "--format", "json")
    assert {result["id"] for result in found.json()["results"]} == {"escaped", "raw"}


def test_nul_bytes_in_a_line(descry, tmp_path):
    file = tmp_path / "docs.jsonl"
    file.write_bytes(GOOD[0] + b'\n{"id":"nul","text":"one\0two"}\n' + GOOD[1])
    descry("index", tmp_path / "db", file)
    assert set(indexed(tmp_path / "db")) == {"first", "nul", "last"}


@pytest.mark.parametrize("named", [True, False], ids=["named", "walked"])
def test_binary_files(descry, tmp_path, named):
    """Named, one is an error; met in a folder, it is passed over."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.bin").write_bytes(bytes(range(256)) * 20)
    (folder / "b.txt").write_text("words")
    inputs = [folder / "a.bin", folder / "b.txt"] if named else [folder]
    result = descry("index", tmp_path / "db", *inputs, code=ERROR if named else 0)
    assert ("not text" in result.err) and len(dump.all_values(tmp_path / "db")) == 1
    if named:
        assert result.err.startswith(f"{folder / 'a.bin'}: not text")


def test_ids_of_any_length(descry, tmp_path):
    ids = ["i" * n for n in (243, 244, 245, 246, 1000, 100_000)]
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": id, "text": "same"} for id in ids])
    for _ in range(2):
        descry("index", tmp_path / "db", file)
        assert set(indexed(tmp_path / "db")) == set(ids)
    (group,) = descry("groups", tmp_path / "db", "--by", "exact", "--format", "json").json_lines()
    assert [member["id"] for member in group["members"]] == ids


def test_words_at_the_limit_of_a_term(descry, tmp_path):
    """Xapian's terms take 245 bytes: a longer word is cut, and found all the same."""
    for letter, length in (("a", 245), ("b", 246), ("c", 2_000), ("я", 122), ("ж", 123)):
        db = tmp_path / f"{letter}{length}"
        word = letter * length
        file = write_jsonl(tmp_path / "a.jsonl", [{"id": "x", "text": f"before {word} after"}])
        result = descry("index", db, file)
        assert "left out" not in result.err
        for query in ("before", "after", word, f'"before {word} after"'):
            descry("search", db, query, "--collapse", "none")
        descry("search", db, f'"{word} before"', "--collapse", "none", code=1)
        assert indexed(db)["x"] == f"before {word} after"


def test_one_word_a_million_times(descry, tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": "x", "text": "again " * 1_000_000}])
    descry("index", tmp_path / "db", file)
    db = xapian.Database(str(tmp_path / "db"))
    (item,) = [item for item in db.termlist(1) if item.term == b"again"]
    assert item.wdf == 1_000_000
    assert len(db.get_document(1).get_value(dump.SLOTS["term-profile"])) == 14


def test_300000_distinct_words(descry, tmp_path):
    text = " ".join(f"w{i}" for i in range(300_000))
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", [{"id": "x", "text": text}]))
    assert xapian.Database(str(tmp_path / "db")).get_unique_terms(1) == 300_000
    descry("search", tmp_path / "db", "w299999", "--collapse", "none")


@pytest.mark.long
def test_a_line_of_100_megabytes(descry, tmp_path):
    words = "lorem ipsum dolor sit amet "
    size = 100_000_000
    file = tmp_path / "a.jsonl"
    with open(file, "wb") as out:
        out.write(GOOD[0] + b'\n{"id":"big","text":"')
        for _ in range(size // len(words) // 1000):
            out.write(words.encode() * 1000)
        out.write(b'"}\n' + GOOD[1] + b"\n")
    assert file.stat().st_size > 0.99 * size
    result = descry("index", tmp_path / "db", file, "--no-store-text", timeout=900)
    assert "3 documents indexed" in result.err
    db = xapian.Database(str(tmp_path / "db"))
    assert db.get_document(2).get_value(dump.SLOTS["exact"])
    assert [db.term_exists(word) for word in ("alpha", "lorem", "omega")] == [True] * 3


def test_missing_inputs(descry, tmp_path):
    """Named by place and cause; the inputs beside it are indexed."""
    good = write_jsonl(tmp_path / "good.jsonl", [{"id": "x", "text": "a"}])
    missing = tmp_path / "missing.jsonl"
    for command in (["index", tmp_path / "db"], ["sign"]):
        result = descry(*command, missing, good, code=ERROR)
        assert f"{missing}: cannot open: No such file or directory" in result.err
    assert indexed(tmp_path / "db") == {"x": "a"}


def test_cut_compressed_input(descry, tmp_path):
    """What came before the cut is indexed, and the file is named."""
    documents = make_documents(400, seed=11)
    whole = gzip.compress(write_jsonl(tmp_path / "a", documents).read_bytes())
    (tmp_path / "cut.jsonl.gz").write_bytes(whole[:len(whole) // 2])
    result = descry("index", tmp_path / "db", tmp_path / "cut.jsonl.gz", code=ERROR)
    assert str(tmp_path / "cut.jsonl.gz") in result.err
    kept = indexed(tmp_path / "db")
    assert 100 < len(kept) < 400
    assert list(kept) == [document["id"] for document in documents[:len(kept)]]


def nobody_prefix():
    """A program that takes root's right to read everything away; nothing where one is not root."""
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if not os.getuid() else []


@pytest.fixture
def public_folder(tmp_path_factory, descry):
    """A folder that everybody may enter, unlike pytest's own."""
    folder = tempfile.mkdtemp(prefix="descry-test-")
    os.chmod(folder, 0o777)
    probe = subprocess.run([*nobody_prefix(), *descry.command("--version")], capture_output=True)
    if probe.returncode != 0:
        shutil.rmtree(folder)
        pytest.skip(f"nobody cannot run {descry.path}: {probe.stderr.decode()}")
    yield folder
    subprocess.run(["chmod", "-R", "u+rwx", folder], check=True)
    shutil.rmtree(folder)


def test_unreadable_inputs(descry, public_folder):
    os.makedirs(f"{public_folder}/in/locked")
    for name in ("a.txt", "z.txt", "secret.txt", "locked/b.txt"):
        with open(f"{public_folder}/in/{name}", "w") as file:
            file.write(f"words of {name}")
    os.chmod(f"{public_folder}/in/secret.txt", 0)
    os.chmod(f"{public_folder}/in/locked", 0)
    result = descry("index", "db", "in", code=ERROR, cwd=public_folder, prefix=nobody_prefix())
    assert "in/secret.txt: cannot open: Permission denied" in result.err
    assert "in/locked: cannot read directory: Permission denied" in result.err
    assert "2 inputs could not be read" in result.err and "2 documents indexed" in result.err
    found = descry("search", "db", "words", "--collapse", "none", "--format", "json",
                   cwd=public_folder).json()
    assert {result["id"] for result in found["results"]} == {"in/a.txt", "in/z.txt"}


def test_unreadable_databases_and_models(descry, public_folder, index):
    shutil.copytree(index, f"{public_folder}/db")
    subprocess.run(["chmod", "-R", "a+rX", f"{public_folder}/db"], check=True)
    write_jsonl(f"{public_folder}/one.jsonl", [{"id": "x", "text": "a"}])
    descry("model", "export", "db", "model", cwd=public_folder)
    os.chmod(f"{public_folder}/model", 0)

    def run(*args, code=ERROR):
        return descry(*args, code=code, cwd=public_folder, prefix=nobody_prefix())
    # Readable only: searched, not written.
    os.chmod(f"{public_folder}/db", 0o555)
    run("search", "db", "*", code=0)
    if not os.getuid():
        for command in (["annotate", "db"], ["rebuild", "db"], ["index", "db", "one.jsonl"]):
            result = run(*command)
            assert "db" in result.err and "Permission denied" in result.err
    # Not even readable.
    os.chmod(f"{public_folder}/db", 0)
    for command in (["info", "db"], ["search", "db", "*"], ["groups", "db"], ["annotate", "db"]):
        result = run(*command)
        assert "db" in result.err and "Permission denied" in result.err and result.out == b""
    os.chmod(f"{public_folder}/db", 0o755)
    for command in (["sign", "--model", "model", "one.jsonl"], ["model", "import", "db", "model"]):
        assert "model: cannot open: Permission denied" in run(*command).err
    # No place to write to.
    os.makedirs(f"{public_folder}/closed")
    os.chmod(f"{public_folder}/closed", 0o555)
    assert "closed/db" in run("index", "closed/db", "one.jsonl").err
    assert "closed/model" in run("model", "export", "db", "closed/model").err
