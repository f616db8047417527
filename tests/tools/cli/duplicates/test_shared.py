"""Real collections: what the small made ones may not show. Skipped where they are absent."""
import json

import pytest
import xapian

import dump
from test_prepare import groups_of

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module", params=["installation-guide", "react-docs-ru",
                                        pytest.param("debian-copyright", marks=pytest.mark.long)])
def real(request, descry, shared, tmp_path_factory):
    """(collection, its index): many languages, short near-copies, Russian."""
    collection = shared / "corpora" / f"{request.param}.jsonl.zst"
    db = tmp_path_factory.mktemp(request.param) / "db"
    result = descry("index", db, collection)
    assert "refused" not in result.err
    return collection, db


def test_index_and_info(descry, real):
    collection, db = real
    info = descry("info", db, "--format", "json").json()
    assert info["stale_documents"] == 0 and info["ones"]["median"] >= 10
    # Of the documents that are long enough, nearly all have a vector.
    assert info["with_descriptive"] > 0.95 * info["long_documents"] > 0
    assert info["grouped_documents"] > 0.05 * info["documents"]
    assert dump.is_sound(db)


def test_sign_tells_what_the_index_holds(descry, real, tmp_path):
    collection, db = real
    descry("model", "export", db, tmp_path / "model")
    reader = xapian.Database(str(db))
    stored = {name: dump.slot_values(reader, slot) for name, slot in dump.SLOTS.items()}
    result = descry("sign", collection, "--model", tmp_path / "model", "--keys")
    for line in result.json_lines():
        docids = [posting.docid for posting in reader.postlist("Q" + line["id"])]
        if not docids:
            continue  # an id too long for a term
        for name in dump.SIGNATURES:
            assert line[f"{name.replace('-', '_')}_key"] == stored[name].get(docids[0])


def test_everything_computed_again_is_the_same(descry, real):
    _, db = real
    assert "0 written" in descry("annotate", db, "--all").err
    assert "0 written" in descry("rebuild", db, "--threads", 1).err


def test_every_page_is_collapsed_exactly(descry, real):
    _, db = real
    reader = xapian.Database(str(db))
    keys = dump.slot_values(reader, dump.SLOTS["group"])
    found = descry("search", db, "*", "--rows", reader.get_doccount(), "--format", "json").json()
    expected = len(set(keys.values())) + reader.get_doccount() - len(keys)
    assert found["groups"] == len(found["results"]) == expected
    sizes = {key: len(docids) for key, docids in dump.groups_of(keys, 1)}
    for result in found["results"]:
        assert result["size"] == sizes.get(result["key"], 1)


def test_ids_survive(descry, real):
    _, db = real
    reader = xapian.Database(str(db))
    for row in descry("groups", db, "--format", "tsv").tsv():
        assert json.loads(reader.get_document(int(row[2])).get_data())["id"] == row[3]


def test_uniq_and_prepared_files_have_the_groups_of_an_index(descry, real, tmp_path):
    collection, db = real
    reader = xapian.Database(str(db))
    listed = descry("groups", db, "--format", "json").json_lines()
    expected = groups_of(listed)
    descry("prepare", db, "--output", tmp_path / "prepared")
    assert groups_of(descry("combine", tmp_path / "prepared").json_lines()) == expected
    result = descry("uniq", collection, "--groups", tmp_path / "groups")
    # Documents whose id comes again are replaced in an index.
    if result.err.split(" documents: ")[0].endswith(f" {reader.get_doccount():,}"):
        found = [json.loads(line) for line in (tmp_path / "groups").read_text().splitlines()]
        assert groups_of(found) == expected
    # Of little memory, in parts that no key connects: the same.
    descry("uniq", collection, "--groups", tmp_path / "parts", "--memory", 1)
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "groups").read_bytes()
