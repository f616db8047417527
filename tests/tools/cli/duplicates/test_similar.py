"""descry similar and descry explain: what is most like a document, and why two are (not) a group."""
import json
import shutil

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR, NOTHING_FOUND
from texts import documents_of, varied

SIMILAR_FIELDS = ["docid", "id", "similarity", "key", "near", "order_differs", "title"]
EXPLAIN_FIELDS = ["a", "b", "same_group", "decision", "reason", "advice", "similarity", "limit",
                  "verified", "bag_similarity", "expected_edit_distance", "same_words", "equal_texts", "order_differs",
                  "numbers_differ", "fields_differ", "a_in_b", "b_in_a",
                  "shared_term_bands", "shared_descriptive_bands", "same_descriptive",
                  "same_descriptive_stable", "differing_words", "differences"]
DOCUMENT_FIELDS = ["docid", "id", "body_length", "ones", "key", "head", "similarity_to_head"]

TEXTS = {
    "head": varied(0),
    "member": varied(9),
    # Like the member, but not so near that a refinement joins them; too far from the head.
    "beyond": varied(24),
    "far": varied(60, 2),
    "turned": varied(2, 3)[60:] + varied(2, 3)[:60],
    "short": varied(0)[:20],
    "copy of short": varied(0)[:20],
    "tiny": varied(0)[:7],
    "empty": [],
}
# (a, b): the rule that decides.
DECISIONS = {
    ("head", "member"): "same group",
    ("short", "copy of short"): "same group",
    ("head", "far"): "too far",
    ("head", "beyond"): "too far",
    ("member", "beyond"): "other heads",
    ("head", "turned"): "other order",
    ("head", "short"): "too far",
    ("head", "tiny"): "too short",
    ("head", "empty"): "empty",
}


@pytest.fixture(scope="module")
def few(descry, tmp_path_factory):
    folder = tmp_path_factory.mktemp("few")
    descry("index", folder / "db", write_jsonl(folder / "few.jsonl", documents_of(TEXTS)))
    return folder / "db"


def explain(descry, db, a, b):
    return descry("explain", db, a, b, "--format", "json").json()


@pytest.mark.parametrize("pair", DECISIONS, ids=" and ".join)
def test_every_decision(descry, few, pair):
    told = explain(descry, few, *pair)
    assert list(told) == EXPLAIN_FIELDS
    assert list(told["a"]) == list(told["b"]) == DOCUMENT_FIELDS
    assert told["decision"] == DECISIONS[pair]
    assert told["same_group"] == (told["decision"] == "same group")
    assert told["reason"] and told["advice"]
    for name, side in zip(pair, ("a", "b")):
        assert told[side]["id"] == name
        assert told[side]["body_length"] == len(TEXTS[name])
    # The same seen from the other side.
    turned = explain(descry, few, *reversed(pair))
    assert (turned["a"], turned["b"]) == (told["b"], told["a"])
    for field in ("decision", "similarity", "same_words", "order_differs", "shared_term_bands"):
        assert turned[field] == told[field]
    text = descry("explain", few, *pair).text
    assert told["reason"] in text and told["advice"] in text
    assert ("\nOne group: " in text) == told["same_group"]


def test_measures(descry, few):
    told = explain(descry, few, "head", "member")
    assert told["limit"] == 0.85
    assert 0.9 < told["similarity"] < 0.95
    assert told["b"]["head"] == "head" == told["a"]["head"]
    assert told["b"]["similarity_to_head"] == told["similarity"]
    assert told["a"]["similarity_to_head"] == 1
    expected = told["expected_edit_distance"]
    assert 0 <= expected["low"] <= expected["median"] <= expected["high"] <= 1
    # Measured on the texts, it is one number.
    assert told["verified"] == "text"
    assert expected["low"] == expected["high"] == round(1 - told["similarity"], 4)
    assert not told["same_words"] and not told["order_differs"]
    told = explain(descry, few, "short", "copy of short")
    assert told["same_words"] and told["similarity"] == 1
    told = explain(descry, few, "head", "turned")
    assert told["order_differs"] and told["bag_similarity"] > 0.95 and told["similarity"] < 0.5
    assert told["b"]["head"] is None and told["b"]["similarity_to_head"] is None
    assert told["b"]["key"] == ""


def test_no_distance_is_advised_that_there_is_not(descry, few, tmp_path):
    nothing = "Nothing: no distance groups them; the largest is 0.4"
    assert {pair[1]: explain(descry, few, *pair)["advice"] for pair in (("head", "far"), ("head", "beyond"))} == {
        "far": nothing, "beyond": "To group them, rebuild with a larger --distance"}
    far = write_jsonl(tmp_path / "a.jsonl", documents_of({"a": varied(0), "b": varied(60)}))
    told = descry("explain", far, "a", "b", "--distance", "0.4", "--format", "json").json()
    assert (told["decision"], told["advice"]) == ("too far", nothing)


def test_what_the_advice_says_helps(descry, few, tmp_path):
    db = shutil.copytree(few, tmp_path / "db")
    descry("rebuild", db, "--any-order")
    assert explain(descry, db, "head", "turned")["same_group"]
    descry("rebuild", db, "--distance", "0.22")
    assert explain(descry, db, "head", "beyond")["same_group"]
    descry("rebuild", db, "--distance", "0.05")
    told = explain(descry, db, "head", "member")
    assert told["decision"] == "too far" and told["limit"] == 0.95


def test_what_stands_inside_another(descry, few):
    """The first twenty words stand in the head and in most that is made of it."""
    told = descry("similar", few, "short", "--inside", "--format", "json").json_lines()
    assert list(told[0]) == ["docid", "id", "asked", "inside", "title"]
    shares = {line["id"]: (line["asked"], line["inside"]) for line in told}
    assert shares["copy of short"] == (1, 1)
    assert shares["head"][0] == 1 and shares["head"][1] <= 0.2
    assert "turned" not in shares or shares["turned"][0] < 1
    assert "empty" not in shares and "short" not in shares
    inside = descry("similar", few, "head", "--inside", "--rows", "1000", "--format", "tsv").tsv()
    assert {"short", "copy of short"} <= {row[1] for row in inside if row[3] == "1.0000"}
    assert descry("similar", few, "empty", "--inside", code=NOTHING_FOUND).text == ""
    assert descry("similar", few, "head", "--inside=1", "--format", "json").json_lines() == [
        line for line in descry("similar", few, "head", "--inside", "--format", "json").json_lines()
        if 1 in (line["asked"], line["inside"])]
    told = explain(descry, few, "head", "short")
    assert told["decision"] == "too far" and told["b_in_a"] == 1 and told["a_in_b"] <= 0.2
    assert "100.0% of B is in A" in descry("explain", few, "head", "short").text


def test_tab_separated(descry, few):
    rows = dict(descry("explain", few, "head", "member", "--format", "tsv").tsv())
    assert rows["decision"] == "same group" and rows["a.id"] == "head" and rows["limit"] == "0.85"
    assert rows["expected_edit_distance.low"] and rows["b.head"] == "head"


def test_words_and_bands(descry, own_index, documents, tmp_path):
    """In an index with words: bands tell who met, thresholds tell where vectors part."""
    texts = {document["id"]: document["text"].split() for document in documents}
    strangers = write_jsonl(tmp_path / "a.jsonl", make_documents(1, seed=99, prefix="stranger"))
    descry("index", own_index, strangers)
    told = explain(descry, own_index, "doc00000", "stranger00000")
    assert told["decision"] == "no shared band" and told["shared_term_bands"] == []
    assert "--rich" in told["advice"]
    group = max(descry("groups", own_index, "--format", "json").json_lines(),
                key=lambda group: group["members"][-1]["similarity"] < 1)
    a, b = group["members"][0]["id"], group["members"][-1]["id"]
    told = explain(descry, own_index, a, b)
    assert told["same_group"] and told["similarity"] == group["members"][-1]["similarity"]
    assert told["shared_term_bands"] == sorted(set(told["shared_term_bands"])) != []
    shown = {word["term"]: word["threshold"] for word in descry(
        "model", "show", own_index, "--format", "json").json()["words"]}
    differing = explain(descry, own_index, "doc00000", "doc00007")["differing_words"]
    assert differing
    for word in differing:
        assert list(word) == ["term", "threshold", "frequency_a", "frequency_b"]
        assert word["threshold"] == pytest.approx(shown[word["term"]], rel=1e-6)
        above = [word[side] > word["threshold"] for side in ("frequency_a", "frequency_b")]
        assert sorted(above) == [False, True]
        for id, side in (("doc00000", "frequency_a"), ("doc00007", "frequency_b")):
            assert word[side] == pytest.approx(texts[id].count(word["term"]) / len(texts[id]))
    # A document that another program rewrote waits for the next annotation.
    db = xapian.WritableDatabase(str(own_index), xapian.DB_OPEN)
    document = db.get_document(1)
    document.clear_values()
    db.replace_document(1, document)
    db.close()
    told = explain(descry, own_index, "#1", "stranger00000")
    assert told["decision"] == "stale" and "annotate" in told["advice"]


def test_similar(descry, index, documents):
    """The members of a document's group come before all others, and similarities fall."""
    values = dump.slot_values(xapian.Database(str(index)), dump.SLOTS["group"])
    for key, docids in dump.groups_of(values, 3)[:10]:
        id = documents[docids[0] - 1]["id"]
        found = descry("similar", index, id, "--format", "json").json_lines()
        assert all(list(row) == SIMILAR_FIELDS for row in found)
        similarities = [row["similarity"] for row in found]
        assert similarities == sorted(similarities, reverse=True)
        assert len(found) <= 10 and id not in [row["id"] for row in found]
        # Members are near the head; another member may be a little less near.
        assert found[0]["similarity"] > 0.7
        assert any(row["key"] == key for row in found)
        for row in found:
            assert row["id"] == documents[row["docid"] - 1]["id"]
            assert row["key"] == values.get(row["docid"], "")
            told = explain(descry, index, id, row["id"])
            assert told["similarity"] == row["similarity"]
            assert told["shared_term_bands"]
        assert descry("similar", index, f"#{docids[0]}", "--format", "json").json_lines() == found
        rows = descry("similar", index, id, "--format", "tsv").tsv()
        assert rows == [[str(row["docid"]), row["id"], f"{row['similarity']:.4f}", row["key"]]
                        for row in found]
        few = descry("similar", index, id, "--rows", 2, "--format", "json").json_lines()
        assert few == found[:2]
        rest = descry("similar", index, id, "--start", 1, "--rows", 2, "--format", "json",
                      code=None).json_lines()
        assert rest == found[1:3]
        assert [line.split()[1] for line in descry("similar", index, id).lines] == [
            row["id"] for row in found]


def test_nothing_is_similar(descry, own_index, tmp_path):
    descry("index", own_index, write_jsonl(tmp_path / "a.jsonl", [
        {"id": "lonely", "text": " ".join(varied(0))}, {"id": "empty", "text": ""},
        {"id": "short", "text": "a few words"}]))
    for id in ("lonely", "empty", "short"):
        for format in ("text", "tsv", "json"):
            result = descry("similar", own_index, id, "--format", format, code=NOTHING_FOUND)
            assert result.out == b""


def test_small_indexes_are_compared_whole(descry, few):
    found = descry("similar", few, "head", "--format", "tsv").tsv()
    assert [row[1] for row in found][:3] == ["member", "beyond", "turned"]
    assert "empty" not in [row[1] for row in found]


def look_up(descry, db, *arguments, **options):
    return {line["id"]: line for line in
            descry("similar", db, "--documents", *arguments, **options).json_lines()}


def test_documents_that_are_not_in_the_index(descry, few, tmp_path):
    new = {"near": varied(3), "excerpt": varied(0)[30:80], "around": varied(60, 5) + varied(0)[:20],
           "strange": [f"new{i}" for i in range(50)], "empty": [], "copy": varied(0)[:7]}
    path = write_jsonl(tmp_path / "new.jsonl", documents_of(new))
    found = look_up(descry, few, path, "--rows", 50)
    assert list(found) == list(new)
    assert all(list(line) == ["id", "near", "inside", "holds"] for line in found.values())
    assert {row["id"] for row in found["near"]["near"]} == {"head", "member"}
    assert [list(row) for row in found["near"]["near"]] == [["docid", "id", "similarity"]] * 2
    assert found["excerpt"]["near"] == found["empty"]["near"] == found["strange"]["near"] == []
    # Of few words, only the same ones are near.
    assert [(row["id"], row["similarity"]) for row in found["copy"]["near"]] == [("tiny", 1)]
    inside = found
    assert ("head", 1) in [(row["id"], row["share"]) for row in inside["excerpt"]["inside"]]
    assert inside["excerpt"]["holds"] == inside["strange"]["inside"] == []
    held = {row["id"]: row["share"] for row in inside["around"]["holds"]}
    assert held["short"] == held["copy of short"] == 1 and "tiny" not in held
    whole = look_up(descry, few, path, "--rows", 50, "--inside=1")
    assert whole["excerpt"]["inside"] == [row for row in inside["excerpt"]["inside"] if row["share"] == 1]
    assert [len(line["near"]) for line in look_up(descry, few, path, "--rows", 1).values()] == [
        min(1, len(line["near"])) for line in found.values()]


def test_looked_up_as_a_grouping_decides(descry, index, documents, tmp_path):
    """What a document is near to does not depend on threads, and is what explain calls near."""
    path = write_jsonl(tmp_path / "again.jsonl", [{**document, "id": "again " + document["id"]}
                                                  for document in documents[::7]])
    outputs = [descry("similar", index, "--documents", path, "--inside", "--rows", 20, "--threads", n).out
               for n in (1, 2, 5)]
    assert outputs[0] == outputs[1] == outputs[2]
    lines = look_up(descry, index, path, "--rows", 1000)
    some = 0
    for document in documents[::7]:
        near = {row["id"]: row["similarity"] for row in lines["again " + document["id"]]["near"]}
        assert near.pop(document["id"], 1) == 1
        asked = descry("similar", index, document["id"], "--rows", 1000, "--format", "json", code=None)
        assert {row["id"]: row["similarity"] for row in asked.json_lines() if row["near"]} == near
        some += len(near)
    assert some > 20


def test_documents_of_any_input(descry, few, tmp_path):
    text = " ".join(varied(0))
    assert look_up(descry, few, "-", "--input-format", "text", stdin=text.encode())["-"]["near"][0]["id"] == "head"
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.txt").write_text(text)
    [line] = look_up(descry, few, tmp_path / "folder").values()
    assert line["near"][0]["similarity"] == 1
    # Against files, too; with what differs.
    files = write_jsonl(tmp_path / "files.jsonl", documents_of({"a": varied(0), "b": varied(60, 2)}))
    [line] = look_up(descry, files, write_jsonl(tmp_path / "new.jsonl", documents_of({"new": varied(4)})),
                     "--differences", 2).values()
    [near] = line["near"]
    assert near["id"] == "a" and near["differences"]["source"] == "text"
    assert near["differences"]["places"] == 1 and near["differences"]["words_a"] == 4
    assert near["differences"]["shown"][0]["a"].split() == varied(4)[:4]
    strange = write_jsonl(tmp_path / "strange.jsonl", documents_of({"new": [f"x{i}" for i in range(40)]}))
    assert descry("similar", few, "--documents", strange, code=NOTHING_FOUND).json_lines() == [
        {"id": "new", "near": [], "inside": [], "holds": []}]


def test_rejected_documents_are_counted(descry, few, tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps({"id": "a", "text": " ".join(varied(0))}) + "\n" + '{"id": "b"}\n')
    result = descry("similar", few, "--documents", path, code=ERROR)
    assert [line["id"] for line in result.json_lines()] == ["a"] and "some.jsonl:2: " in result.err
    for arguments, message in ((["head", "--documents", path], "not both"), ([], "not both"),
                               (["--documents", tmp_path / "none"], "none"),
                               (["--documents", path, "--start", 1], "cannot be combined"),
                               (["head", "--differences", 1], "needs --documents"),
                               (["head", "--contained"], "did you mean --inside?")):
        assert message in descry("similar", few, *arguments, code=ERROR).err


def test_fields_that_keep_documents_apart(descry, tmp_path):
    """A document that is looked up is near to those that it would be grouped with."""
    texts = [{"id": language, "text": " ".join(varied(0)), "lang": language} for language in ("en", "de")]
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", texts), "--keep-apart", "lang")
    new = [{**texts[0], "id": "new"}, {**texts[0], "id": "other", "lang": "fr"}, {"id": "none", "text": texts[0]["text"]}]
    found = look_up(descry, tmp_path / "db", write_jsonl(tmp_path / "b.jsonl", new))
    assert {id: [row["id"] for row in line["near"]] for id, line in found.items()} == {
        "new": ["en"], "other": [], "none": []}


def test_texts_are_not_cut_for_an_index_of_another_program(descry, tmp_path):
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_CREATE_OR_OPEN)
    generator = xapian.TermGenerator()
    document = xapian.Document()
    generator.set_document(document)
    generator.index_text(" ".join(varied(0)))
    db.add_document(document)
    db.close()
    new = write_jsonl(tmp_path / "new.jsonl", documents_of({"new": varied(0)}))
    assert "no model" in descry("similar", tmp_path / "db", "--documents", new, code=ERROR).err
    descry("annotate", tmp_path / "db")
    assert "another program" in descry("similar", tmp_path / "db", "--documents", new, code=ERROR).err
