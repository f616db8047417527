"""What descry 0.1.0 wrote, which every later version must read and go on with.

frozen/VERSION.tar.zst holds an index of ninety documents (`index --words 30 --no-store-text`,
compacted), the model and the statistics exported from it, the first twelve documents, and the
groups and signatures that version gave. A version that changes a format adds an archive and keeps
the old ones.
"""
import json
import subprocess
from pathlib import Path

import pytest
import xapian

import dump
from made import write_jsonl
from program import ERROR

ARCHIVES = sorted((Path(__file__).parent / "frozen").glob("*.tar.zst"))


@pytest.fixture(params=ARCHIVES, ids=lambda path: path.name.removesuffix(".tar.zst"))
def frozen(request, tmp_path):
    subprocess.run(["tar", "-x", "--zstd", "-f", request.param, "-C", tmp_path], check=True)
    (folder,) = tmp_path.iterdir()
    return folder


def test_there_are_archives():
    assert ARCHIVES


def test_groups_are_read(descry, frozen):
    found = descry("groups", frozen / "index", "--format", "tsv").text
    assert found == (frozen / "groups.tsv").read_text()
    info = descry("info", frozen / "index", "--format", "json").json()
    assert info["documents"] == 90 and info["stale_documents"] == 0
    assert info["groups_complete"] and info["model"]["words"] == 30


def test_nothing_is_to_be_done(descry, frozen):
    before = dump.all_values(frozen / "index"), dump.metadata(frozen / "index")
    descry("annotate", frozen / "index")
    assert (dump.all_values(frozen / "index"), dump.metadata(frozen / "index")) == before


def test_signatures_are_the_same(descry, frozen):
    signed = descry("sign", "--model", frozen / "model", "--keys", frozen / "documents.jsonl").text
    assert ([json.loads(line) for line in signed.splitlines()] ==
            [json.loads(line) for line in (frozen / "signatures.jsonl").read_text().splitlines()])


def test_a_document_joins_its_group(descry, frozen, tmp_path):
    group = (frozen / "groups.tsv").read_text().splitlines()[0].split("\t")
    documents = [json.loads(line) for line in (frozen / "documents.jsonl").read_text().splitlines()]
    (head,) = (document for document in documents if document["id"] == group[3])
    copy = write_jsonl(tmp_path / "copy.jsonl", [{"id": "copy", "text": head["text"]}])
    descry("index", frozen / "index", copy)
    rows = [line.split("\t") for line in
            descry("groups", frozen / "index", "--format", "tsv").text.splitlines()]
    assert [row[0] for row in rows if row[3] == "copy"] == [group[0]]


# One character, and the four words that NFKC makes of it.
PHRASE = "\ufdfa"
UNFOLDED = ["صلى", "الله", "عليه", "وسلم"]


def words_of_phrase(descry, path, folder):
    """The terms of a document that holds the phrase alone, by position, once it is added."""
    descry("index", path, write_jsonl(folder / "phrase.jsonl", [{"id": "phrase", "text": PHRASE}]))
    db = xapian.Database(str(path))
    (posting,) = db.postlist("Qphrase")
    terms = [(position, item.term.decode()) for item in db.termlist(posting.docid)
             for position in db.positionlist(posting.docid, item.term)]
    assert descry("search", path, PHRASE, "--format", "json").json()["results"][0]["id"] == "phrase"
    return [term for _, term in sorted(terms)]


def test_words_are_cut_by_the_rules_of_the_index(descry, frozen, tmp_path):
    recipe = descry("info", frozen / "index", "--format", "json").json()["analyzer"]
    is_first = recipe.startswith("icu-words/1 ")
    assert words_of_phrase(descry, frozen / "index", tmp_path) == (UNFOLDED if is_first
                                                                   else [PHRASE])
    info = descry("info", frozen / "index", "--format", "json").json()
    assert info["analyzer"] == recipe
    assert any("more than 245 bytes are left out" in line for line in info["advice"])
    assert words_of_phrase(descry, tmp_path / "new", tmp_path) == [PHRASE]
    new = descry("info", tmp_path / "new", "--format", "json").json()["analyzer"]
    # 0.1.0 named versions in place of the sample.
    rules, _, settings = new.partition(" ")
    assert rules == "icu-words/3" and settings.startswith("sample=")
    assert settings.partition(" ")[2] == recipe.partition(" icu=72 ")[2]


def test_a_model_of_other_rules_is_refused_by_name(descry, frozen, tmp_path):
    recipe = descry("info", frozen / "index", "--format", "json").json()["analyzer"]
    words_of_phrase(descry, tmp_path / "new", tmp_path)
    new = descry("info", tmp_path / "new", "--format", "json").json()["analyzer"]
    if recipe == new:
        pytest.skip("of the present rules")
    before = dump.all_values(tmp_path / "new"), dump.metadata(tmp_path / "new")
    refused = descry("model", "import", tmp_path / "new", frozen / "model", code=ERROR)
    assert f'another analyzer: "{recipe}"; the index has "{new}"' in refused.err
    assert (dump.all_values(tmp_path / "new"), dump.metadata(tmp_path / "new")) == before


def test_statistics_are_read(descry, frozen, tmp_path):
    descry("model", "make", frozen / "statistics", tmp_path / "made", "--words", "30")
    descry("model", "import", frozen / "index", tmp_path / "made")
    descry("annotate", frozen / "index")
    model = descry("info", frozen / "index", "--format", "json").json()["model"]
    assert model["words"] == 30 and model["documents"] == 90


def test_a_model_is_imported(descry, frozen):
    descry("model", "import", frozen / "index", frozen / "model")
    descry("annotate", frozen / "index")
    assert (descry("groups", frozen / "index", "--format", "tsv").text ==
            (frozen / "groups.tsv").read_text())


def test_info_says_what_to_do_about_another_icu(descry, frozen):
    schema = subprocess.run(["xapian-metadata", "get", frozen / "index", "descry:schema"],
                            check=True, capture_output=True, text=True).stdout.strip()
    older = schema.replace("unicode=15.0 icu=72", "sample=0123456789abcdef")
    assert older != schema
    subprocess.run(["xapian-metadata", "set", frozen / "index", "descry:schema", older], check=True)
    advice = " ".join(descry("info", frozen / "index", "--format", "json").json()["advice"])
    assert "sample is 0123456789abcdef" in advice and "index all documents anew" in advice
    assert "descry rebuild" in advice
    for command in (["search", frozen / "index", "nothing"],
                    ["index", frozen / "index", frozen / "documents.jsonl"]):
        refused = descry(*command, code=2)
        assert "sample is 0123456789abcdef" in refused.err and "descry index" in refused.err
    descry("rebuild", frozen / "index", "--words", "30")
    assert descry("info", frozen / "index", "--format", "json").json()["stale_documents"] == 0


def test_rebuild_brings_the_format_up_to_date(descry, frozen):
    def info():
        return descry("info", frozen / "index", "--format", "json").json()

    before = info()
    if before["format"] > 1:
        pytest.skip("of the present format")
    assert any("descry rebuild" in line for line in before["advice"])
    descry("rebuild", frozen / "index", "--words", "30")
    assert info()["format"] == 2
    (advice,) = info()["advice"]
    assert "index all documents anew" in advice
