"""descry sign: signatures without an index, equal to those an index holds."""
import hashlib
import json

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR


@pytest.fixture(scope="module")
def model(descry, index, tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "model"
    descry("model", "export", index, path, "--quiet")
    return path


def test_fields(descry, jsonl, model, documents):
    plain = ["id", "exact", "text_profile", "term_profile"]
    modelled = [*plain, "descriptive", "descriptive_stable", "ones", "descriptive_bands",
                "term_bands"]
    for arguments, fields in (([], plain), (["--model", model], modelled),
                              (["--methods", "exact"], ["id", "exact"]),
                              (["--methods", "descriptive", "--model", model],
                               ["id", "descriptive", "ones"]),
                              (["--methods", "term-bands", "--model", model],
                               ["id", "term_bands"])):
        lines = descry("sign", jsonl, *arguments).json_lines()
        assert [line["id"] for line in lines] == [document["id"] for document in documents]
        assert all(sorted(line) == sorted(fields) for line in lines)


def test_digests(descry, jsonl, documents):
    for line, document in zip(descry("sign", jsonl).json_lines(), documents, strict=True):
        assert line["exact"] == hashlib.md5(document["text"].encode()).hexdigest()
        assert len(line["text_profile"]) == len(line["term_profile"]) == 32


def test_keys_are_those_of_the_index(descry, jsonl, model, index, documents):
    """With every document, short ones and empty ones included."""
    db = xapian.Database(str(index))
    stored = {name: dump.slot_values(db, slot) for name, slot in dump.SLOTS.items()}
    lines = descry("sign", jsonl, "--model", model, "--keys").json_lines()
    for docid, line in enumerate(lines, 1):
        for name in ("exact", "text_profile", "term_profile", "descriptive", "descriptive_stable"):
            assert line[name + "_key"] == stored[name.replace("_", "-")].get(docid), (docid, name)


def test_keys_of_short_and_empty_documents(descry, model, own_index, tmp_path):
    words = make_documents(1, seed=3, length=(60, 60))[0]["text"].split()
    file = write_jsonl(tmp_path / "short.jsonl", [
        {"id": f"short{n}", "text": " ".join(words[:n])} for n in (0, 1, 2, 29, 30, 31, 60)
    ] + [{"id": "signs", "text": "?! ..."}])
    descry("index", own_index, file)
    db = xapian.Database(str(own_index))
    for line in descry("sign", file, "--model", model, "--keys").json_lines():
        (posting,) = db.postlist("Q" + line["id"])
        values = {value.num: dump.text_of(value.value)
                  for value in db.get_document(posting.docid).values()}
        for name in dump.SIGNATURES:
            found = values.get(dump.SLOTS[name])
            assert line[name.replace("-", "_") + "_key"] == found, (line["id"], name)
        if line["id"] in ("short0", "short29"):
            assert line["descriptive"] is line["descriptive_stable"] is None
    (line,) = descry("sign", "--keys", stdin=b'{"id":"e","text":""}\n').json_lines()
    assert line["exact"] == hashlib.md5(b"").hexdigest() and line["exact_key"] is None


def test_filter(descry, jsonl, documents):
    piped = descry("sign", stdin=jsonl.read_bytes())
    assert piped.out == descry("sign", "-", stdin=jsonl.read_bytes()).out
    assert piped.out == descry("sign", jsonl).out
    assert piped.err == ""
    assert descry("sign", stdin=b"").out == b""


def test_bad_documents_do_not_stop_it(descry):
    lines = [b'{"id":"a","text":"x"}', b"{", b'{"text":"x"}', b'{"id":"b","text":"y"}']
    result = descry("sign", stdin=b"\n".join(lines), code=ERROR)
    assert [json.loads(line)["id"] for line in result.lines] == ["a", "b"]
    assert "-:2: invalid JSON" in result.err and '-:3: no member "id"' in result.err
    assert "2 documents refused" in result.err


def test_tab_separated(descry, model, jsonl):
    rows = descry("sign", jsonl, "--model", model, "--format", "tsv").tsv()
    lines = descry("sign", jsonl, "--model", model, "--format", "json").json_lines()
    for row, line in zip(rows, lines, strict=True):
        assert row == ["" if value is None else json.dumps(value, separators=(",", ":"))
                       if isinstance(value, list) else str(value) for value in line.values()]


def test_bands_are_those_of_the_index(descry, model, jsonl, index):
    """Each list has as many keys as the model says; the slot holds those of the terms, then the
    content's hash."""
    stored = dict(descry("info", index, "--format", "tsv").tsv())
    db = xapian.Database(str(index))
    values = {item.docid: item.value for item in db.valuestream(int(stored["slots.term-bands"]))}
    lines = descry("sign", jsonl, "--model", model, "--methods", "descriptive-bands,term-bands",
                   "--format", "json").json_lines()
    for docid, line in enumerate(lines, 1):
        assert len(line["term_bands"]) == len(line["descriptive_bands"]) == 8
        bands = b"".join(bytes.fromhex(key) for key in line["term_bands"])
        assert values[docid][:len(bands)] == bands and len(values[docid]) == len(bands) + 8


def test_parameters_of_the_text_profile(descry):
    """Solr's defaults, named, change nothing; other ones do."""
    stdin = b'{"id":"a","text":"one two two three three three of the of the"}\n'
    def profile(*arguments):
        return descry("sign", "--methods", "text-profile", *arguments, stdin=stdin).json()
    assert profile() == profile("--quantRate", "0.01", "--minTokenLen", "2")
    assert len({profile()["text_profile"], profile("--minTokenLen", "1")["text_profile"],
                profile("--quantRate", "0.9")["text_profile"]}) == 3


def test_order_of_nutch(descry):
    """Both digests by Java: Nutch sorts words of equal count."""
    stdin = b'{"id":"a","text":"Hello World The Quick Brown Fox Jumped Over the Lazy Fox"}\n'
    for arguments, digest in (([], "85b669069625a2883199ba348a0ced8f"),
                              (["--sec_sort_lex"], "893f359d5e8dbbecdac1ede521134f56")):
        line = descry("sign", "--methods", "text-profile", *arguments, stdin=stdin).json()
        assert line["text_profile"] == digest


def test_real_solr_signatures(descry, shared):
    """60 cases computed by Solr's own classes."""
    lines = (shared / "facts" / "solr_signature_cases.jsonl").read_text("utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    assert len(cases) == 60
    for case in cases:
        stdin = json.dumps({"id": case["name"], "text": case["text"]}).encode()
        line = descry("sign", "--methods", "exact,text-profile,lookup3", "--quantRate",
                      case["quantRate"], "--minTokenLen", case["minTokenLen"], stdin=stdin).json()
        assert (line["text_profile"], line["exact"], line["lookup3"]) == (
            case["tp"], case["md5"], case["l3"]), case["name"]
