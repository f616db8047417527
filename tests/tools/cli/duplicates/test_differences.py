"""The words that differ, in their places, as descry explain tells them."""
import json
import random

import pytest
import xapian

from made import make_documents, write_jsonl
from texts import varied

FIELDS = ["source", "complete", "places", "words_a", "words_b", "shown", "only_a", "only_b"]
PLACE_FIELDS = ["at_a", "at_b", "before", "a", "b", "after"]


def differences(descry, db, a, b, *options):
    told = descry("explain", db, a, b, "--format", "json", *options).json()["differences"]
    assert list(told) == FIELDS
    assert all(list(place) == PLACE_FIELDS for place in told["shown"])
    return told


def patched(words, places):
    """B, made of A's words and the places."""
    out, at = [], 0
    for place in places:
        assert place["at_a"] - 1 >= at and len(out) + place["at_a"] - 1 - at == place["at_b"] - 1
        out += words[at:place["at_a"] - 1]
        out += place["b"].split()
        at = place["at_a"] - 1 + len(place["a"].split())
        assert words[place["at_a"] - 1:at] == place["a"].split()
    return out + words[at:]


def edited(chance, words):
    """Some words replaced, left out, put in or moved."""
    words = list(words)
    for _ in range(chance.randint(0, 6)):
        at = chance.randrange(len(words))
        count = chance.randint(0, 3)
        words[at:at + count] = chance.choices(["new", "other", words[0]], k=chance.randint(0, 3))
    return words


def build(descry, folder, texts, *options):
    descry("index", folder / "db", write_jsonl(folder / "a.jsonl", [
        {"id": str(i), "text": " ".join(text)} for i, text in enumerate(texts)]), *options)
    return folder / "db"


@pytest.mark.parametrize("source, option", [("text", []), ("positions", ["--no-store-text"])])
def test_the_places_make_one_document_of_the_other(descry, tmp_path, source, option):
    chance = random.Random(11)
    original = varied(0)
    texts = [original, *(edited(chance, original) for _ in range(25))]
    db = build(descry, tmp_path, texts, *option)
    some = 0
    for i, text in enumerate(texts):
        told = differences(descry, db, 0, i, "--differences", 1000)
        assert told["source"] == source and told["complete"]
        assert patched(original, told["shown"]) == text
        assert told["places"] == len(told["shown"])
        for side in "ab":
            assert told[f"words_{side}"] == sum(len(p[side].split()) for p in told["shown"])
        some += told["places"] > 1
    assert some > 10 and differences(descry, db, 0, 0)["places"] == 0


def test_a_place_and_what_stands_around_it(descry, tmp_path):
    a = "one two three four five six seven eight nine ten eleven twelve".split()
    b = "one two three four five SIX, seven ten eleven twelve and more".split()
    db = build(descry, tmp_path, [a, b])
    assert differences(descry, db, 0, 1)["shown"] == [
        {"at_a": 8, "at_b": 8, "before": "… four five six seven", "a": "eight nine", "b": "",
         "after": "ten eleven twelve"},
        {"at_a": 13, "at_b": 11, "before": "… ten eleven twelve", "a": "", "b": "and more",
         "after": ""}]
    text = descry("explain", db, 0, 1).text
    assert "\n2 differing places by text: [-2 words of A-] {+2 words of B+}\n" in text
    assert "\n      8  … four five six seven [-eight nine-] ten eleven twelve\n" in text
    text = descry("explain", db, 0, 1, "--differences", 1).text
    assert "… and 1 place (--differences shows more)" in text and "and more" not in text
    assert "differing" not in descry("explain", db, 0, 1, "--differences", 0).text


def test_what_is_shown_is_bounded(descry, tmp_path):
    db = build(descry, tmp_path, [varied(0, words=400), varied(400, 2, words=400),
                                  varied(0, words=400)[:100] + varied(300, 3, words=300)])
    told = differences(descry, db, 0, 1)
    (place,) = told["shown"]
    assert (told["words_a"], told["words_b"]) == (400, 400)
    assert len(place["a"].split()) == len(place["b"].split()) == 25 and " … " in place["a"]
    assert len(differences(descry, db, 0, 2, "--differences", 3)["shown"]) <= 3


def test_text_without_spaces(descry, tmp_path):
    text = next(document["text"] for document in make_documents(200) if document["lang"] == "ja")
    other = text[:40] + "図書館" + text[40:]
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", [
        {"id": "a", "text": text}, {"id": "b", "text": other}]))
    told = differences(descry, tmp_path / "db", "a", "b")
    assert 1 <= told["places"] <= 3 and "図書館" in "".join(p["b"] for p in told["shown"])


@pytest.mark.parametrize("kind", ["positions", "words"])
def test_indexes_of_other_programs(descry, tmp_path, kind):
    path = tmp_path / "db"
    db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
    generator = xapian.TermGenerator()
    for text in (varied(0), varied(2, first=50), varied(40, 2)):
        document = xapian.Document()
        generator.set_document(document)
        index = generator.index_text if kind == "positions" else generator.index_text_without_positions
        index(" ".join(text))
        db.add_document(document)
    db.close()
    descry("annotate", path)
    told = differences(descry, path, "#1", "#2")
    assert (told["source"], told["words_a"], told["words_b"]) == (kind, 2, 2)
    gone, come = varied(0)[50:52], varied(2, first=50)[50:52]
    text = descry("explain", path, "#1", "#2").text
    if kind == "positions":
        (place,) = told["shown"]
        assert (place["at_a"], place["a"].split(), place["b"].split()) == (51, gone, come)
    else:
        assert (told["shown"], told["only_a"], told["only_b"]) == ([], sorted(gone), sorted(come))
        assert f"words only in A       2: {' '.join(sorted(gone))}\n" in text
        far = differences(descry, path, "#1", "#3", "--differences", 5)
        assert far["words_a"] == 40 and len(far["only_a"]) == len(far["only_b"]) == 5


@pytest.mark.parametrize("kind", ["text", "positions", "words"])
def test_the_distance_is_measured_on_what_is_stored(descry, tmp_path, kind):
    """Where no order of words is stored, none is claimed; where one has none, for both."""
    path = tmp_path / "db"
    words = varied(0)
    texts = [" ".join(words), " ".join(reversed(words)), " ".join(words) + " more"]
    if kind == "text":
        descry("index", path, write_jsonl(tmp_path / "a.jsonl", [
            {"id": str(i), "text": text} for i, text in enumerate(texts)]))
    else:
        db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
        generator = xapian.TermGenerator()
        for i, text in enumerate(texts):
            document = xapian.Document()
            generator.set_document(document)
            if kind == "positions" or i == 2:
                generator.index_text(text)
            else:
                generator.index_text_without_positions(text)
            db.add_document(document)
        db.close()
        descry("annotate", path)
    for other in ("#2", "#3"):
        told = descry("explain", path, "#1", other, "--format", "json").json()
        assert told["verified"] == told["differences"]["source"] == kind
        text = descry("explain", path, "#1", other).text
        assert f", by {kind}\n" in text or kind == "words"
        if kind == "words":
            # Of words in another order nothing is known but that they are the same.
            assert ("edit distance         unknown" in text) == (other == "#2")
            assert ("edit distance         about" in text) == (other == "#3")
            assert ("in an order that is not known" in text) == (other == "#2")


@pytest.mark.long
def test_long_texts_take_seconds(descry, tmp_path):
    chance = random.Random(3)
    words = [f"w{chance.randrange(3000)}" for _ in range(300000)]
    others = [f"w{chance.randrange(3000)}" for _ in range(300000)]
    db = build(descry, tmp_path, [words, others])
    told = descry("explain", db, 0, 1, "--format", "json", timeout=60).json()["differences"]
    assert told["places"] > 1000 and len(told["shown"]) == 10


@pytest.mark.long
def test_texts_of_any_length_are_compared_as_texts(descry, tmp_path):
    """Half a million characters: the same words in another order are no duplicate, and the distance
    that explain tells is a range where the exact one would take too long."""
    chance = random.Random(5)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(3, 9)))
             for _ in range(80_000)]
    near = [chance.choice(words) if at % 40 == 0 else word for at, word in enumerate(words)]
    shuffled = chance.sample(words, len(words))
    file = write_jsonl(tmp_path / "long.jsonl", [
        {"id": name, "text": " ".join(text)}
        for name, text in [("whole", words), ("near", near), ("shuffled", shuffled)]])
    groups = tmp_path / "groups.jsonl"
    kept = descry("uniq", file, "--groups", groups).lines
    assert [json.loads(line)["id"] for line in kept] == ["whole", "shuffled"]
    (group,) = map(json.loads, groups.read_text().splitlines())
    assert [member["verified"] for member in group["members"]] == ["text", "text"]
    descry("index", tmp_path / "db", file)
    told = descry("explain", tmp_path / "db", "whole", "shuffled", "--format", "json").json()
    assert told["verified"] == "text" and not told["same_group"]
    distance = told["expected_edit_distance"]
    assert 0.15 < distance["low"] < distance["high"] <= 1
    assert distance["high"] == pytest.approx(1 - told["similarity"], abs=1e-4)
    assert " to " in descry("explain", tmp_path / "db", "whole", "shuffled").text.split(
        "edit distance")[1].splitlines()[0]


def test_nothing_parts_what_is_the_same(descry, tmp_path):
    text = "one ship of the line that sails by the lee shore at night"
    documents = [{"id": "a", "text": text}, {"id": "b", "text": text}, {"id": "c", "text": text + "s"}]
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", documents), "--quiet")
    equal = descry("explain", tmp_path / "db", "a", "b").text
    assert "One group" in equal and "Nothing: no option splits" in equal and "a smaller --distance" not in equal
    assert "a smaller --distance" in descry("explain", tmp_path / "db", "a", "c").text


def test_explain_names_a_field_that_parts_what_has_the_same_words(descry, tmp_path):
    text = "one ship of the line that sails by the lee shore at night"
    documents = [{"id": "a", "text": text, "amount": 5}, {"id": "b", "text": text, "amount": 6}]
    path = write_jsonl(tmp_path / "a.jsonl", documents)
    for source in (path, tmp_path / "db"):
        if source != path:
            descry("index", source, path, "--quiet")
        assert "To split them, rebuild with --keep-apart amount" in descry("explain", source, "a", "b").text
    told = descry("explain", tmp_path / "db", "a", "b", "--format", "json").json()
    assert told["same_group"] and "rebuild with --keep-apart amount" in told["advice"]
    descry("rebuild", tmp_path / "db", "--keep-apart", "amount")
    assert descry("explain", tmp_path / "db", "a", "b", "--format", "json").json()["decision"] == "other fields"
