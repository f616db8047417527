"""index --chain and sign --chain: Solr's signature processor."""
import json
import shutil
import time

import pytest
import xapian

from made import write_jsonl

ERROR = 2
SLOT = 50
PROFILE = {"signatureClass": "TextProfileSignature", "fields": "text", "signatureField": "sig"}


def chain(folder, **parameters):
    path = folder / "chain.json"
    path.write_text(json.dumps(parameters))
    return path


class Index:
    def __init__(self, descry, folder):
        self.descry, self.folder, self.db = descry, folder, folder / "db"

    def add(self, documents, *options, **more):
        file = write_jsonl(self.folder / "in.jsonl", documents)
        return self.descry("index", self.db, file, *options, **more)

    def signatures(self):
        db = xapian.Database(str(self.db))
        found = {}
        for posting in db.postlist(""):
            document = db.get_document(posting.docid)
            found[json.loads(document.get_data())["id"]] = document.get_value(SLOT).decode()
        return found

    def ids(self):
        return sorted(self.signatures())


@pytest.fixture
def index(descry, tmp_path):
    return Index(descry, tmp_path)


def sign(descry, folder, documents, *options, **parameters):
    file = write_jsonl(folder / "in.jsonl", documents)
    signed = descry("sign", file, "--chain", chain(folder, **parameters), *options)
    return [json.loads(line)["signature"] for line in signed.lines]


VALUE = ["--value", f"sig:{SLOT}"]

# Requests to a Solr 9.10.1 and the signatures it gave.
RECORDED = [
    (PROFILE, [{"id": "1", "text": None}, {"id": "2"}, {"id": "3", "text": ""},
               {"id": "4", "text": "null"}, {"id": "5", "text": " "}],
     ["d5c455177918b28513dca792d5e1e177", "d41d8cd98f00b204e9800998ecf8427e",
      "6c69ee7f211c640419d5366cc076ae46", "d5c455177918b28513dca792d5e1e177",
      "6c69ee7f211c640419d5366cc076ae46"]),
    ({"signatureClass": "MD5Signature", "fields": "tags"},
     [{"id": "1", "tags": ["a", "b"]}, {"id": "2", "tags": ["b", "a"]}, {"id": "3", "tags": ["ab"]},
      {"id": "4", "tags": "ab"}, {"id": "5", "tags": []}, {"id": "6", "tags": [None]},
      {"id": "7", "tags": None}, {"id": "8"}],
     ["c88ea4e1297fe0da1d739e9b5be94ff5", "787a34130dec3a3ef1ea78567b699f50",
      "c88ea4e1297fe0da1d739e9b5be94ff5", "c88ea4e1297fe0da1d739e9b5be94ff5",
      "d57ac45256849d9b13e2422d91580fb9", "e886bd89f028535439b7ebe7ed1c484a",
      "e886bd89f028535439b7ebe7ed1c484a", "d41d8cd98f00b204e9800998ecf8427e"]),
    ({"signatureClass": "MD5Signature", "fields": "price,pricef,date,flag"},
     [{"id": "1", "price": 10, "pricef": 1.0, "date": "2024-01-01T00:00:00Z", "flag": True},
      {"id": "2", "price": "10", "pricef": "1.0", "date": "2024-01-01T00:00:00Z", "flag": "true"},
      {"id": "3", "price": 10, "pricef": 1, "date": "2024-01-01T00:00:00.000Z", "flag": True},
      {"id": "4", "pricef": 10000000.0}, {"id": "5", "pricef": 10000000}],
     ["b558cd4d88b0a7528d6fd51d53cca1e2", "b558cd4d88b0a7528d6fd51d53cca1e2",
      "9fd10cfd21fe1e14f9c928dba2e7f1e5", "a6d8a82ae8c56e07328b0ebe94f7727a",
      "e3759336ddba78fb34949ac1e192537a"]),
    ({"signatureClass": "org.apache.solr.update.processor.MD5Signature", "fields": ""},
     [{"id": "1", "text": "x", "cat": "d"}, {"id": "2", "text": "x", "cat": "c"}],
     ["4b28c99d519cddf709048c6f7ac591f7", "76489b8378f8e0ad025a5c6bc5091f77"]),
]


@pytest.mark.parametrize("parameters, documents, signatures", RECORDED)
def test_signatures_are_solrs(descry, tmp_path, parameters, documents, signatures):
    assert sign(descry, tmp_path, documents, **parameters) == signatures


@pytest.mark.parametrize("parameters, documents, signatures", RECORDED)
def test_the_index_has_what_sign_prints(index, tmp_path, parameters, documents, signatures):
    file = chain(tmp_path, signatureField="sig", overwriteDupes=False,
                 **{k: v for k, v in parameters.items() if k != "signatureField"})
    index.add(documents, "--chain", file, *VALUE)
    assert list(index.signatures().values()) == signatures


def test_sign_prints_other_methods_beside(descry, tmp_path):
    file = write_jsonl(tmp_path / "in.jsonl", [{"id": "1", "text": "some words"}])
    signed = descry("sign", file, "--chain", chain(tmp_path, **PROFILE), "--methods", "exact")
    assert list(json.loads(signed.lines[0])) == ["id", "exact", "signature"]
    off = sign(descry, tmp_path, [{"id": "1", "text": "x", "sig": "mine"}], enabled=False, **PROFILE)
    assert off == [None]
    assert sign(descry, tmp_path, [{"id": "1", "text": "Two words"}, {"id": "2", "text": ""}],
                signatureClass="term-profile")[1] is None


def test_the_last_of_a_signature_stays(index, tmp_path):
    file = chain(tmp_path, **PROFILE)
    result = index.add([
        {"id": "1", "text": "The quick brown fox fox jumps over the lazy dog dog"},
        {"id": "2", "text": "THE QUICK BROWN FOX FOX JUMPS OVER THE LAZY DOG DOG !!"},
        {"id": "3", "text": "Install the package package manager, then install apples"}],
        "--chain", file, *VALUE)
    assert index.ids() == ["2", "3"]
    assert "1 document overwritten by a later one with the same signature" in result.err
    # The chain is in the index.
    index.add([{"id": "2", "text": "Apple pie: apple apple sugar sugar flour"}])
    assert index.signatures()["2"] == "10420556e72cf36b1ee2b418900b865f"
    index.add([{"id": "3", "text": "Apple pie: apple apple sugar sugar flour"}])
    assert index.ids() == ["3"]
    found = index.descry("search", index.db, "sig:10420556e72cf36b1ee2b418900b865f", "--format",
                         "json").json()
    assert [result["id"] for result in found["results"]] == ["3"]
    # But for one run.
    index.add([{"id": "4", "text": "Apple pie: apple apple sugar sugar flour"}], "--chain", "none")
    assert index.ids() == ["3", "4"]
    assert index.signatures()["4"] == ""
    index.add([{"id": "5", "text": "Apple pie: apple apple sugar sugar flour"}])
    assert index.ids() == ["4", "5"]


@pytest.mark.parametrize("strict", [False, True])
def test_documents_of_nothing(index, tmp_path, strict):
    documents = [{"id": "5", "title": "no text field"}, {"id": "6", "title": "neither"},
                 {"id": "7", "text": ""}, {"id": "8", "text": "a b"}, {"id": "9", "text": None}]
    options = ["--solr-strict"] if strict else []
    index.add(documents, "--chain", chain(tmp_path, **PROFILE), *VALUE, *options)
    index.add([{"id": "10", "text": "no"}])  # strictness is kept, too
    assert index.ids() == (["10", "6", "9"] if strict else ["10", "5", "6", "7", "8", "9"])
    if not strict:
        assert index.signatures()["5"] == "d41d8cd98f00b204e9800998ecf8427e"
        assert index.signatures()["7"] == "6c69ee7f211c640419d5366cc076ae46"


def last_of_each(documents, key):
    """What Solr leaves: what comes removes all of its id or signature."""
    left = {}
    for document in documents:
        left = {id: other for id, other in left.items()
                if id != document["id"] and key(other) != key(document)}
        left[document["id"]] = document
    return left


def random_documents(count, ids, texts, chance, length=1):
    return [{"id": f"d{chance.randrange(ids)}", "text": f"text{chance.randrange(texts)} " * length,
             "n": i} for i in range(count)]


@pytest.mark.parametrize("length", [1, 100])
@pytest.mark.parametrize("ids, texts", [(10000, 300), (500, 100000), (1500, 1200), (200, 200)])
def test_survivors_are_solrs_in_small_and_large_inputs(index, tmp_path, ids, texts, length, chance):
    documents = random_documents(4000, ids, texts, chance, length)
    file = chain(tmp_path, fields="text", signatureField="sig")
    expected = last_of_each(documents, lambda document: document["text"])
    index.add(documents[:2000], "--chain", file, *VALUE)
    index.add(documents[2000:])
    db = xapian.Database(str(index.db))
    found = [json.loads(db.get_document(p.docid).get_data()) for p in db.postlist("")]
    assert (sorted((d["id"], d["n"]) for d in found) ==
            sorted((d["id"], str(d["n"])) for d in expected.values()))
    # One run, and on one thread.
    for threads in (1, 4):
        other = Index(index.descry, tmp_path / f"threads{threads}")
        other.folder.mkdir()
        other.add(documents, "--chain", file, *VALUE, "--threads", threads)
        assert other.signatures() == index.signatures()


def test_a_deleted_document_leaves_its_group(index, tmp_path, documents):
    file = chain(tmp_path, fields="n", signatureField="sig")
    copies = [dict(document, id=f"{document['id']}-copy", n=f"{i}c") for i, document in
              enumerate(documents[:50])]
    first = [dict(document, n=str(i)) for i, document in enumerate(documents)]
    index.add(first + copies, "--chain", file, *VALUE)
    # Every tenth first one is overwritten by a document of another text.
    index.add([{"id": f"new{i}", "text": f"other words {i}", "n": str(i)} for i in range(0, 50, 10)])
    info = index.descry("info", index.db, "--format", "json").json()
    assert info["stale_documents"] == 0 and info["documents"] == len(documents) + 50
    rows = [line.split("\t") for line in
            index.descry("groups", index.db, "--format", "tsv").lines]
    grouped = {row[3] for row in rows}
    assert not {documents[i]["id"] for i in range(0, 50, 10)} & grouped
    index.descry("rebuild", index.db)
    again = {line.split("\t")[3] for line in
             index.descry("groups", index.db, "--format", "tsv").lines}
    assert grouped <= set(index.ids()) and again <= set(index.ids())


@pytest.mark.parametrize("text, reason", [
    ('{"signatureClass": "SHA1"}', 'chain.json:1: signatureClass "SHA1" does not exist: use '),
    ('{"fields": "text",\n "field": "x"}', 'chain.json:2: unknown parameter "field": use '),
    ('{"fields": "title, text"}', 'fields: " text" has a space at its end'),
    ('{"fields": 5}', "chain.json:1: fields is a string, not 5"),
    ('{"quantRate": "abc"}', 'quantRate is a number, not "abc"'),
    ('{"minTokenLen": 2.5}', "minTokenLen is a whole number of 32 bits, not 2.5"),
    ('{"overwriteDupes": 1}', "overwriteDupes is true or false, not 1"),
    ("[1]", "chain.json:1: "),
    ("{", "chain.json:1: invalid JSON"),
    ("", "chain.json:1: invalid JSON"),
])
@pytest.mark.parametrize("command", ["index", "sign"])
def test_a_bad_chain_is_refused_and_nothing_is_written(index, tmp_path, text, reason, command):
    file = write_jsonl(tmp_path / "in.jsonl", [{"id": "1", "text": "x"}])
    (tmp_path / "chain.json").write_text(text)
    arguments = [index.db, file] if command == "index" else [file]
    result = index.descry(command, *arguments, "--chain", tmp_path / "chain.json", code=ERROR)
    assert reason in result.err and result.text == ""
    if index.db.exists():
        db = xapian.Database(str(index.db))
        assert db.get_doccount() == 0 and not db.get_metadata("descry:schema")


def test_a_chain_that_cannot_be_read(index, tmp_path):
    result = index.add([{"id": "1", "text": "x"}], "--chain", tmp_path / "absent", code=ERROR)
    assert "absent: cannot open: No such file" in result.err
    result = index.add([{"id": "1", "text": "x"}], "--solr-strict", code=ERROR)
    assert "--solr-strict needs --chain FILE" in result.err


def test_documents_that_the_chain_cannot_sign_are_refused_by_place(index, tmp_path):
    result = index.add([
        {"id": "1", "text": "x", "tags": {"set": "a"}}, {"id": "2", "text": "x", "tags": [["a"]]},
        {"id": "3", "text": "x", "sig": "mine"}, {"id": "4", "text": "x", "other": {"a": 1}}],
        "--chain", chain(tmp_path, fields="text,tags", signatureField="sig"), *VALUE, code=ERROR)
    lines = [line.partition("in.jsonl:")[2] for line in result.err.splitlines()]
    assert [line for line in lines if line] == [
        '1: field "tags" of the chain is an object or an array of arrays',
        '2: field "tags" of the chain is an object or an array of arrays',
        '3: field "sig" is the chain\'s signatureField, which documents cannot set']
    assert index.ids() == ["4"]


def test_a_signature_is_a_string(index, tmp_path):
    result = index.add([{"id": "1", "text": "x"}], "--chain", chain(tmp_path, signatureField="sig"),
                       "--value", "sig:50:number", code=ERROR)
    assert "whose value is a string, not a number" in result.err


def test_surrogates_without_a_partner_are_told_apart(descry, tmp_path):
    file = tmp_path / "in.jsonl"
    file.write_text('{"id":"1","text":"ab\\udc00cd"}\n{"id":"2","text":"ab\\udc01cd"}\n'
                    '{"id":"3","text":"ab\ufffdcd"}\n')
    signed = descry("sign", file, "--chain", chain(tmp_path, fields="text"))
    assert len({json.loads(line)["signature"] for line in signed.lines}) == 3


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_killed_and_run_again(index, tmp_path, share, chance):
    documents = random_documents(3000, 10000, 900, chance, length=12)
    write_jsonl(tmp_path / "in.jsonl", documents)
    file = chain(tmp_path, fields="text", signatureField="sig")
    arguments = ["index", index.db, tmp_path / "in.jsonl", "--chain", file, *VALUE]
    begin = time.monotonic()
    index.descry(*arguments)
    duration = time.monotonic() - begin
    undisturbed = index.signatures()
    shutil.rmtree(index.db)
    run = index.descry.start(*arguments, env={"XAPIAN_FLUSH_THRESHOLD": "100"})
    time.sleep(share * duration)
    run.kill()
    run.wait()
    try:
        found = list(index.signatures().values())
        assert len(found) == len(set(found))
    except xapian.DatabaseError:
        pass  # killed before there was one
    index.descry(*arguments)
    assert index.signatures() == undisturbed
