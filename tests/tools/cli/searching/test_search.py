"""descry search: pages of collapsed results, checked against every match collapsed by hand."""
import re

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR, NOTHING_FOUND

FIELDS = ["query", "start", "rows", "matches", "groups", "results"]
RESULT_FIELDS = ["docid", "id", "weight", "percent", "key", "size", "members", "matching",
                 "fields"]
COLLAPSES = ["group", *dump.SIGNATURES]


def frequent_words(path, count=6):
    """Words of very different frequency, all of them in several documents."""
    db = xapian.Database(str(path))
    words = sorted((item.termfreq, item.term.decode()) for item in db.allterms()
                   if item.termfreq > 3 and item.term[:1] != b"Q")
    return [words[i * (len(words) - 1) // (count - 1)][1] for i in range(count)]


def collapse_by_hand(path, query, slot):
    """[(docid, key)] of the best document of each group, and the number of matches."""
    db = xapian.Database(str(path))
    keys = dump.slot_values(db, slot) if slot else {}
    enquire = xapian.Enquire(db)
    enquire.set_query(query)
    best, seen = [], set()
    mset = enquire.get_mset(0, db.get_doccount(), db.get_doccount())
    for item in mset:
        key = keys.get(item.docid, "")
        if key and key in seen:
            continue
        seen.add(key)
        best.append((item.docid, key))
    return best, mset.size()


@pytest.mark.parametrize("collapse", [*COLLAPSES, "none", "slot:1003"])
def test_every_page_is_as_by_hand(descry, index, collapse):
    names = {**dump.SLOTS, "none": None, "slot:1003": 1003}
    for word in [*frequent_words(index), "*"]:
        query = xapian.Query(word) if word != "*" else xapian.Query.MatchAll
        best, matches = collapse_by_hand(index, query, names[collapse])
        for start, rows in ((0, 10), (10, 7), (0, 2000), (len(best) - 1, 10), (len(best), 10)):
            found = descry("search", index, word, "--collapse", collapse, "--start", start,
                           "--rows", rows, "--format", "json").json()
            assert list(found) == FIELDS
            assert (found["query"], found["start"], found["rows"]) == (word, start, rows)
            assert (found["matches"], found["groups"]) == (matches, len(best))
            shown = [(result["docid"], result["key"]) for result in found["results"]]
            assert shown == best[start:start + rows], (word, start, rows)


def test_fields_of_a_result(descry, index, documents):
    keys = dump.slot_values(xapian.Database(str(index)), dump.SLOTS["group"])
    members = {key: set(docids) for key, docids in dump.groups_of(keys)}
    found = descry("search", index, "*", "--rows", 2000, "--expand", 2, "--format", "json").json()
    assert any(result["size"] > 3 for result in found["results"])
    for result in found["results"]:
        grouped = ["expanded"] if result["key"] else []
        assert list(result) == RESULT_FIELDS + grouped
        assert result["id"] == documents[result["docid"] - 1]["id"]
        document = documents[result["docid"] - 1]
        assert result["fields"] == {"title": document["title"], "lang": document["lang"]}
        group = members.get(result["key"], {result["docid"]})
        assert result["size"] == len(group)
        others = sorted(group - {result["docid"]})[:2]
        assert result["members"] == [{"docid": docid, "id": documents[docid - 1]["id"]}
                                     for docid in others]
    (word, *_) = frequent_words(index)
    found = descry("search", index, word, "--rows", 100, "--format", "json").json()
    weights = [result["weight"] for result in found["results"]]
    assert weights == sorted(weights, reverse=True) and weights[0] > 0
    assert found["results"][0]["percent"] == 100
    assert all(result["members"] == [] for result in found["results"])


def test_all_formats_tell_the_same(descry, index):
    arguments = ["search", index, "*", "--rows", 50, "--expand", 3, "--format"]
    results = descry(*arguments, "json").json()["results"]
    assert descry(*arguments, "tsv").tsv() == [
        [str(result["docid"]), result["id"], f"{result['weight']:.6f}", str(result["percent"]),
         result["key"], str(result["size"]), *[member["id"] for member in result["members"]]]
        for result in results]
    text = descry(*arguments, "text").text
    assert descry(*arguments[:-1]).text == text
    assert [line.split()[1] for line in text.splitlines() if re.match(r" *\d+\. ", line)] == [
        result["id"] for result in results]
    assert "more like this" in text


@pytest.mark.parametrize("format", ["text", "tsv", "json"])
def test_nothing_found(descry, index, format):
    result = descry("search", index, "nosuchwordatall", "--format", format, code=NOTHING_FOUND)
    assert result.err == ""
    if format == "json":
        assert result.json() == {"query": "nosuchwordatall", "start": 0, "rows": 10, "matches": 0,
                                 "groups": 0, "results": []}
    if format == "tsv":
        assert result.out == b""


def test_query_syntax(descry, tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [
        {"id": "1", "text": "red green blue"}, {"id": "2", "text": "red blue green"},
        {"id": "3", "text": "green"}, {"id": "4", "text": "Grün, RED!"}])
    descry("index", tmp_path / "db", file, "--quiet")
    for query, ids in (("red", "124"), ('"red green"', "1"), ("red -blue", "4"),
                       ("+green red", "123"), ("-red", "3"), ("*", "1234"), ("GRÜN", "4"),
                       ("red green", "1234")):
        found = descry("search", tmp_path / "db", "--collapse", "none", "--format", "json", "--",
                       query).json()
        assert sorted(result["id"] for result in found["results"]) == list(ids), query
    for query in ("", '""', "!?", "+blue -red"):
        descry("search", tmp_path / "db", "--collapse", "none", "--", query, code=NOTHING_FOUND)


@pytest.fixture(scope="module")
def shards(descry, documents, tmp_path_factory):
    """The collection in two indexes, each with its own model."""
    folder = tmp_path_factory.mktemp("shards")
    for name, part in (("a", documents[::2]), ("b", documents[1::2])):
        descry("index", folder / name, write_jsonl(folder / f"{name}.jsonl", part), "--quiet",
               "--words", 2000)
    return folder / "a", folder / "b"


def test_shards_are_searched_as_one(descry, shards, index):
    word = frequent_words(index)[-1]
    whole = descry("search", index, word, "--collapse", "exact", "--format", "json").json()
    parts = descry("search", *shards, word, "--collapse", "exact", "--format", "json").json()
    assert (parts["matches"], parts["groups"]) == (whole["matches"], whole["groups"])
    # Docids interleave, so the two halves make up the collection in its order.
    assert [(r["docid"], r["id"], r["size"]) for r in parts["results"]] == [
        (r["docid"], r["id"], r["size"]) for r in whole["results"]]
    assert descry("groups", *shards, "--by", "exact", "--format", "tsv").out == descry(
        "groups", index, "--by", "exact", "--format", "tsv").out


def test_shards_with_models_of_their_own_share_no_keys(descry, shards):
    keys = [set(dump.slot_values(xapian.Database(str(shard)), dump.SLOTS[name]).values())
            for name in ("descriptive", "descriptive-stable", "group") for shard in shards]
    assert not keys[0] & keys[1] and not keys[2] & keys[3] and not keys[4] & keys[5]
    info = descry("info", *shards, "--format", "json").json()
    assert info["model_differs_between_databases"] and info["documents"] == 2000
    assert info["stale_documents"] == 0


def test_groups_of_shards_are_one(descry, index, documents, tmp_path):
    """Two shards with one model: a group whose head has the same content in both is one group."""
    descry("model", "export", index, tmp_path / "model")
    mirrored = [{**document, "id": "m" + document["id"]} for document in documents[:500]]
    for name, part in (("a", documents[:500]), ("b", [*reversed(documents[500:540]), *mirrored])):
        descry("index", tmp_path / name, write_jsonl(tmp_path / f"{name}.jsonl", part))
        descry("model", "import", tmp_path / name, tmp_path / "model")
        descry("annotate", tmp_path / name)
    shards = [tmp_path / "a", tmp_path / "b"]
    keys = [list(dump.slot_values(xapian.Database(str(shard)), dump.SLOTS["group"]).values())
            for shard in shards]
    sizes = {key: keys[0].count(key) + keys[1].count(key) for key in keys[0] + keys[1]}
    shared = set(keys[0]) & set(keys[1])
    assert len(shared) > 30
    alone = 1040 - len(keys[0]) - len(keys[1])
    found = descry("search", *shards, "*", "--rows", 1040, "--expand", 99, "--format",
                   "json").json()
    assert (found["matches"], found["groups"]) == (1040, len(sizes) + alone)
    assert len(found["results"]) == found["groups"]
    for result in found["results"]:
        assert result["size"] == sizes.get(result["key"], 1) == len(result["members"]) + 1
        ids = {result["id"], *[member["id"] for member in result["members"]]}
        if result["key"] in shared:
            assert {id[0] for id in ids} == {"d", "m"}
    # Each group once, led by a document whose content made the key, in the one shard or the other.
    groups = descry("groups", *shards, "--format", "json").json_lines()
    assert {group["key"]: group["size"] for group in groups} == sizes
    for group in groups:
        assert group["members"][0]["similarity"] == 1
        assert all(member["similarity"] >= 0.85 for member in group["members"])


def test_shards_with_other_slots_are_refused(descry, shards, tmp_path, documents):
    file = write_jsonl(tmp_path / "c.jsonl", documents[:5])
    descry("index", tmp_path / "c", file, "--slot-base", 2000)
    result = descry("search", shards[0], tmp_path / "c", "*", code=ERROR)
    assert str(tmp_path / "c") in result.err and result.out == b""


def test_a_stub_file_is_a_database(descry, shards, tmp_path):
    stub = tmp_path / "stub"
    stub.write_text("".join(f"auto {shard}\n" for shard in shards))
    found = descry("search", stub, "*", "--collapse", "exact", "--format", "json").json()
    parts = descry("search", *shards, "*", "--collapse", "exact", "--format", "json").json()
    assert found == parts


def test_ids_that_need_escaping(descry, tmp_path):
    ids = ["tab\there", "line\nbreak", "back\\slash", "\\t", "nul\0nul", "ünï", "x" * 300, "'\"<&"]
    text = make_documents(1, seed=9)[0]["text"]
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": id, "text": text} for id in ids])
    descry("index", tmp_path / "db", file, "--quiet")
    arguments = [tmp_path / "db", "--format"]
    rows = descry("groups", *arguments, "tsv", "--by", "exact").tsv()
    assert [row[3] for row in rows] == ids and {len(row) for row in rows} == {5}
    (group,) = descry("groups", *arguments, "json", "--by", "exact").json_lines()
    assert [member["id"] for member in group["members"]] == ids
    found = descry("search", *arguments, "json", "--collapse", "none", "--", "*")
    assert [result["id"] for result in found.json()["results"]] == ids
    rows = descry("search", *arguments, "tsv", "--collapse", "exact", "--expand", 99, "--", "*")
    assert rows.tsv()[0][6:] == ids[1:]
    # For people one line stays one line.
    text = descry("groups", *arguments, "text", "--by", "exact").text
    assert len(text.splitlines()) == len(ids) + 2


def test_no_duplicates_are_no_alarm(descry, tmp_path):
    texts = ["one ship of the line", "a quite different matter of four"]
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": str(i), "text": text} for i, text in enumerate(texts)])
    descry("index", tmp_path / "db", file, "--quiet")
    assert descry("search", tmp_path / "db", "ship").err == ""
    # Where there are no groups because nobody made any, that is said.
    plain = xapian.WritableDatabase(str(tmp_path / "plain"))
    document = xapian.Document()
    document.add_term("ship")
    plain.add_document(document)
    plain.commit()
    plain.close()
    err = descry("search", tmp_path / "plain", "ship").err
    assert "results are not collapsed" in err and f"run descry annotate {tmp_path / 'plain'}" in err
