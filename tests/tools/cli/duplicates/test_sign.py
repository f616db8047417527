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
    assert "-:2: invalid JSON" in result.err and '-:3: no field "id"' in result.err
    assert "2 documents rejected" in result.err


def test_tab_separated(descry, model, jsonl):
    rows = descry("sign", jsonl, "--model", model, "--format", "tsv").tsv()
    lines = descry("sign", jsonl, "--model", model, "--format", "json").json_lines()
    for row, line in zip(rows, lines, strict=True):
        assert row == ["" if value is None else json.dumps(value, separators=(",", ":"))
                       if isinstance(value, list) else str(value) for value in line.values()]


def test_bands_are_those_of_the_index(descry, model, jsonl, index):
    """Each list has as many keys as the model says; the slot holds a sketch where there are bands,
    the bands of the terms, then the content's hash."""
    stored = dict(descry("info", index, "--format", "tsv").tsv())
    db = xapian.Database(str(index))
    values = {item.docid: item.value for item in db.valuestream(int(stored["slots.term-bands"]))}
    lines = descry("sign", jsonl, "--model", model, "--methods", "descriptive-bands,term-bands",
                   "--format", "json").json_lines()
    for docid, line in enumerate(lines, 1):
        assert len(line["term_bands"]) == len(line["descriptive_bands"]) == 8
        bands = b"".join(bytes.fromhex(key) for key in line["term_bands"])
        # Of other kinds there are keys, too: which, a number before the keys says.
        present, keys = values[docid][63:67], values[docid][67:-8]
        assert keys.startswith(bands) and (present[-1] == 0xff or not bands)
        assert len(keys) == 4 * sum(bin(byte).count("1") for byte in present)


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


SKETCHES = "minhash,sketch-200,bbit,simhash,shingles-broder"


def sign_texts(descry, texts, *arguments):
    lines = b"".join(json.dumps({"id": str(n), "text": text}).encode() + b"\n"
                     for n, text in enumerate(texts))
    return descry("sign", "-", *arguments, stdin=lines).json_lines()


def test_sketches(descry):
    words = [document["text"] for document in make_documents(3, seed=5, length=(400, 400))]
    for line in sign_texts(descry, words, "--methods", SKETCHES):
        assert list(line) == ["id", "minhash", "sketch_200", "bbit", "simhash", "shingles_broder"]
        assert len(line["minhash"]) == 128 and max(line["minhash"]) < 2 ** 32
        assert len(line["sketch_200"]) == 200 and max(line["sketch_200"]) < 2 ** 53
        assert len(line["bbit"]) == 32 and len(line["simhash"]) == 16
        assert int(line["bbit"], 16) >= 0 and int(line["simhash"], 16) >= 0
        broder = [int(print_, 16) for print_ in line["shingles_broder"]]
        assert broder == sorted(set(broder)) and all(value % 16 == 0 for value in broder)
        assert 5 < len(broder) < 70
    (line,) = sign_texts(descry, words[:1], "--methods", "minhash", "--permutations", "7")
    assert len(line["minhash"]) == 7


def test_sketches_estimate_resemblance(descry):
    """Half of the words of two texts in common, by single words."""
    left = " ".join(f"word{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(300))
    right = " ".join(f"word{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(150, 450))
    a, b = sign_texts(descry, [left, right], "--methods", SKETCHES, "--shingles", "word:1")
    jaccard = 150 / 450
    for name, error in (("minhash", 0.0417), ("sketch_200", 0.0333)):
        equal = sum(x == y for x, y in zip(a[name], b[name], strict=True)) / len(a[name])
        assert abs(equal - jaccard) < 4 * error, name
    differences = (int(a["bbit"], 16) ^ int(b["bbit"], 16)).bit_count()
    assert abs(1 - differences / 64 - jaccard) < 4 * 0.0834


@pytest.mark.parametrize("shingles", ["word:5", "char:4", "grapheme:4", "char9",
                                      "broder"])
def test_nothing_to_sketch_is_null(descry, shingles):
    blank = " \n" if shingles.startswith(("char", "grapheme")) else " ?! "
    for line in sign_texts(descry, ["", blank], "--methods", SKETCHES, "--shingles", shingles):
        assert all(value is None for name, value in line.items() if name != "id")


def test_options_of_shingles(descry):
    def simhash(text, *arguments):
        (line,) = sign_texts(descry, [text], "--methods", "simhash", *arguments)
        return line["simhash"]
    assert simhash("on 17 November we met", "--fold-digits") == simhash("ON 23 november we met",
                                                                        "--fold-digits")
    assert simhash("on 17 November we met") == simhash("ON 17 november we met")
    assert simhash("on 17 November we met") != simhash("on 23 November we met")
    assert simhash("tides rise", "--stem", "english") == simhash("tide rising", "--stem", "en")
    assert simhash("a b a b", "--shingles", "word:2") != simhash("a b a b", "--shingles", "word:2",
                                                                 "--multiset")
    # Shorter than a shingle: one of all.
    assert simhash("a b", "--shingles", "word:9") == simhash("a b", "--shingles", "word:2")


@pytest.mark.parametrize("arguments, said", [
    (["--shingles", "word:0"], '"word:0" is not a kind of shingles; use word:N'),
    (["--shingles", "lines"], '"lines" is not a kind of shingles'),
    (["--permutations", "0"], "--permutations"),
    (["--stem", "klingon"], "klingon"),
])
def test_shingles_that_are_none(descry, arguments, said):
    result = descry("sign", "-", "--methods", "minhash", *arguments, stdin=b"", code=ERROR)
    assert said in result.err and result.out == b""


def test_sketches_are_stored_collapsed_on_and_followed(descry, jsonl, documents, index, own_index,
                                                       tmp_path):
    """Of an index without them, an annotation makes them from terms; of a document that is added
    afterwards, the stage does: the same bytes as `sign` prints."""
    methods = ("simhash", "bbit")
    descry("annotate", own_index, "--methods", ",".join(methods), "--quiet")
    first = write_jsonl(tmp_path / "first.jsonl", documents[:5])
    late = tmp_path / "late.db"
    descry("index", late, first, "--quiet")
    descry("annotate", late, "--methods", ",".join(methods), "--quiet")
    descry("index", late, jsonl, "--quiet")
    lines = descry("sign", jsonl, "--methods", ",".join(methods), "--keys").json_lines()
    plain = descry("sign", jsonl, "--methods", ",".join(methods), "--shingles", "word:1").json_lines()
    own, added = (dump.all_values(path) for path in (own_index, late))
    for name in methods:
        slot = dump.SKETCH_SLOTS[name]
        keys = [line[name + "_key"] for line in lines]
        assert keys == [dump.text_of(own[docid][slot]) for docid in sorted(own)]
        assert keys == [dump.text_of(added[docid][slot]) for docid in sorted(added)]
        same = {}
        for document, key, line in zip(documents, keys, plain, strict=True):
            same.setdefault(line[name], []).append(document["id"])
            assert (keys.count(key) > 1) == ([p[name] for p in plain].count(line[name]) > 1)
        expected = sorted(sorted(ids) for ids in same.values() if len(ids) > 1)
        groups = descry("groups", own_index, "--by", name, "--format", "json").json_lines()
        assert expected and sorted(
            sorted(member["id"] for member in group["members"]) for group in groups) == expected
        found = descry("search", own_index, "*", "--collapse", name, "--format", "json").json()
        assert (found["matches"], found["groups"]) == (len(documents), len(same))
    assert " 0 examined" in descry("annotate", own_index).err


def test_a_slot_that_another_program_uses_is_not_taken(descry, own_index):
    db = xapian.WritableDatabase(str(own_index), xapian.DB_OPEN)
    document = db.get_document(7)
    document.add_value(dump.SKETCH_SLOTS["simhash"], b"another's")
    db.replace_document(7, document)
    db.commit()
    db.close()
    before = dump.all_values(own_index)
    refused = descry("annotate", own_index, "--methods", "simhash", code=ERROR)
    assert "slot 1008 of this index is in use by another program" in refused.err
    assert dump.all_values(own_index) == before
    descry("annotate", own_index, "--methods", "bbit")
