"""What a version of descry wrote, which every later one of its formats must read and go on with.

frozen/VERSION.tar.zst, made by freeze.py, holds an index (`index --words 30 --no-store-text`,
compacted), the model and the statistics exported from it, the documents, and the groups and
signatures that version gave.
"""
import json
import re
import subprocess
from pathlib import Path

import pytest

import dump
from made import write_jsonl
from program import ERROR

ARCHIVES = sorted((Path(__file__).parent / "frozen").glob("*.tar.zst"))


@pytest.fixture(params=ARCHIVES, ids=lambda path: path.name.removesuffix(".tar.zst"))
def frozen(request, tmp_path):
    subprocess.run(["tar", "-x", "--zstd", "-f", request.param, "-C", tmp_path], check=True)
    (folder,) = tmp_path.iterdir()
    return folder


def metadata(path, key):
    return subprocess.run(["xapian-metadata", "get", path, key], check=True, capture_output=True,
                          text=True).stdout.strip()


def test_there_are_archives():
    assert ARCHIVES


def test_groups_are_read(descry, frozen):
    found = descry("groups", frozen / "index", "--format", "tsv").text
    assert found == (frozen / "groups.tsv").read_text()
    info = descry("info", frozen / "index", "--format", "json").json()
    assert info["documents"] > 60 and info["stale_documents"] == 0
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


def test_words_are_cut_as_they_were(descry, frozen, tmp_path):
    """By the recipe of the index, which is an earlier one than that of a new index."""
    before = dump.everything_else(frozen / "index")
    descry("index", frozen / "index", frozen / "documents.jsonl", "--no-store-text")
    assert dump.everything_else(frozen / "index") == before
    descry("index", tmp_path / "new", frozen / "documents.jsonl", "--words", "30", "--no-store-text")
    recipe, new = (descry("info", db, "--format", "json").json()["analyzer"]
                   for db in (frozen / "index", tmp_path / "new"))
    assert recipe.startswith("icu-words/4 sample=") and new == recipe.replace("icu-words/4", "icu-words/5")


def test_a_model_of_other_words_is_refused_by_name(descry, frozen, tmp_path):
    new = tmp_path / "new"
    descry("index", new, frozen / "documents.jsonl", "--words", "30")
    schema = metadata(new, "descry:schema")
    subprocess.run(["xapian-metadata", "set", new, "descry:schema",
                    schema.replace("mid-word=split", "mid-word=keep")], check=True)
    before = dump.all_values(new), dump.metadata(new)
    refused = descry("model", "import", new, frozen / "model", code=ERROR)
    assert "another analyzer: " in refused.err
    assert (dump.all_values(new), dump.metadata(new)) == before


def test_statistics_are_read(descry, frozen, tmp_path):
    descry("model", "make", frozen / "statistics", tmp_path / "made", "--words", "30")
    descry("model", "import", frozen / "index", tmp_path / "made")
    descry("annotate", frozen / "index")
    model = descry("info", frozen / "index", "--format", "json").json()["model"]
    assert model["words"] == 30 and model["documents"] > 60


def test_a_model_is_imported(descry, frozen):
    descry("model", "import", frozen / "index", frozen / "model")
    descry("annotate", frozen / "index")
    assert (descry("groups", frozen / "index", "--format", "tsv").text ==
            (frozen / "groups.tsv").read_text())


def test_info_says_what_to_do_about_another_icu(descry, frozen):
    schema = metadata(frozen / "index", "descry:schema")
    older = re.sub("sample=[0-9a-f]{16}", "sample=0123456789abcdef", schema)
    assert older != schema
    subprocess.run(["xapian-metadata", "set", frozen / "index", "descry:schema", older], check=True)
    advice = " ".join(descry("info", frozen / "index", "--format", "json").json()["advice"])
    assert "sample is 0123456789abcdef" in advice and "index all documents again" in advice
    assert "descry rebuild" in advice
    for command in (["search", frozen / "index", "nothing"],
                    ["index", frozen / "index", frozen / "documents.jsonl"]):
        refused = descry(*command, code=2)
        assert "sample is 0123456789abcdef" in refused.err and "descry index" in refused.err
    descry("rebuild", frozen / "index", "--words", "30")
    assert descry("info", frozen / "index", "--format", "json").json()["stale_documents"] == 0


@pytest.mark.parametrize("format", [1, 2, 3, 4])
def test_rebuild_brings_an_earlier_format_up_to_date(descry, frozen, format):
    """Of an index of before 0.2.0 no more than the schema is read."""
    db = frozen / "index"
    schema = metadata(db, "descry:schema")
    for key, value in {"descry:schema": schema.replace('"format":5', f'"format":{format}'),
                       "descry:outlines:00000000": "x", "descry:places:00000000": "y",
                       "descry:model": "descry-model\x02"}.items():
        subprocess.run(["xapian-metadata", "set", db, key, value], check=True)
    before = dump.all_values(db), dump.metadata(db)
    for command in (["search", db, "nothing"], ["groups", db], ["info", db], ["annotate", db],
                    ["index", db, frozen / "documents.jsonl"], ["rebuild", db, "--dry-run"],
                    ["rebuild", db, "--model-only"]):
        refused = descry(*command, code=ERROR)
        assert f"values of format {format}" in refused.err and "descry rebuild" in refused.err
    assert (dump.all_values(db), dump.metadata(db)) == before
    descry("rebuild", db, "--words", "30")
    info = descry("info", db, "--format", "json").json()
    assert info["format"] == 5 and info["stale_documents"] == 0 and info["groups_complete"]
    assert not [key for key in dump.metadata(db) if "outlines" in str(key) or "places" in str(key)]
    rows, expected = ([line.split("\t")[1:] for line in text.splitlines()] for text in (
        descry("groups", db, "--format", "tsv").text, (frozen / "groups.tsv").read_text()))
    assert rows == expected
