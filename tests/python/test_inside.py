"""Texts inside longer ones, and items that texts hold."""
import random

import pytest

import descry

WORDS = [f"word{i}" for i in range(3000)]
CHANCE = random.Random(58)


def text(words):
    return " ".join(CHANCE.choices(WORDS, k=words))


def columns(table):
    return table.to_pydict() if hasattr(table, "to_pydict") else {name: list(table[name]) for name in table.names}


def test_texts_inside_longer_ones_are_dropped_with_their_relation():
    inner, near = text(40), text(60)
    texts = [inner, f"{text(50)} {inner} {text(50)}", near, near + " more"]
    assert descry.group(texts).kept_rows().tolist() == [0, 1, 2]
    groups = descry.group(texts, inside=0.95)
    dropped = columns(groups.dropped())
    assert groups.kept_count == 2 and dropped["id"] == [0, 3] and dropped["head"] == [1, 2]
    assert dropped["relation"] == ["inside", "near"] and dropped["distance"][0] == 0
    assert descry.group(texts, inside=0.95, inside_words=41).kept_count == 3


def test_texts_that_hold_a_reference_are_dropped(tmp_path):
    item = text(20)
    texts = [f"{text(50)} {item} {text(50)}", text(80)]
    groups = descry.group(texts, reference=[item], holds=0.9)
    assert columns(groups.dropped()) == {"id": [0], "head": [-1], "distance": [0.0], "relation": ["holds"]}
    groups.report(tmp_path / "page.html")
    assert "holds it." in (tmp_path / "page.html").read_text()


def test_held_says_where_and_what_differs():
    item = "Which element is the most abundant in the crust of the Earth, and why?"
    texts = [text(60), f"héllo {text(30)} {item.replace('abundant', 'frequent')} {text(30)}", f"{item} {text(9)}"]
    one, two = descry.held(texts, ["too short", item])
    assert (one.text, one.item, two.text, two.item) == (1, 1, 2, 1)
    assert texts[1][one.begin:one.end] == item.replace("abundant", "frequent")
    assert texts[2][two.begin:two.end] == item
    assert one.differing == "[-abundant-] {+frequent+}" and two.share == 1 and two.bits > 20
    assert len(descry.held(texts, [item], share=1)) == 1
    assert descry.held([], []) == []


ITEM = "Low water at the north quay at eight, high water at two."


@pytest.mark.parametrize("before, adjoining, after", [
    ("", "", " -500 boats"), ("", "", " #tag"), ("", "", " (see the table)"), ("", "", "\n\n> why"), ("", " --", " <5 boats"),
    ("", " ...", ""), ("", '."', "-500 boats"), ("", " ?", " Nobody knew"), ("boats ", "", "  \u201cas was said\u201d"),
    ("caf\udce9 " * 3, "", ""), ("\ud83d\ude00 \ud83d caf\xe9 ", "", " \ud83d boats"), ("\U0001f600 boats -500. ", "", " b")])
def test_a_place_ends_before_the_next_word(before, adjoining, after):
    text = before + ITEM + adjoining + after
    (held,) = descry.held([text], [ITEM])
    assert text[held.begin:held.end] == ITEM + adjoining


def test_a_place_among_halves_of_characters():
    item = "low \ud83d of \ud83d a \ud83d quay \ud83d\ude00 at eight in the morning of the first day"
    for before, after in (("", ""), ("x \udc00 ", " \udc00 b"), ("\udc00 \xe9", "")):
        text = before + " " + item + after
        (held,) = descry.held([text], [item])
        assert text[held.begin:held.end].startswith("low ") and text[held.begin:held.end].endswith("first day")


def test_a_place_begins_with_the_sign_of_its_word():
    item = "-500 boats lie at the north quay of the harbour"
    text = f"Yesterday {item}, -20 the day before"
    (held,) = descry.held([text], [item])
    assert text[held.begin:held.end] == item + ","


@pytest.mark.parametrize("name", ["inside_words", "held_words", "words"])
def test_other_counts_of_words_are_refused(name):
    for wrong in (0, 3, 1_000_001, 2**40):
        with pytest.raises(ValueError, match=f"{name} is {wrong}, not 4 to 1000000"):
            (descry.held if name == "words" else descry.group)(["a"], **{name: wrong}, **(
                {"items": ["b"]} if name == "words" else {}))


@pytest.mark.parametrize("arguments", [{"inside": 0.4}, {"inside": 1.1}, {"holds": float("nan")}])
def test_other_shares_are_refused(arguments):
    with pytest.raises(ValueError, match="not from 0.5 to 1"):
        descry.group(["a", "b"], **arguments)
    with pytest.raises(TypeError):
        descry.held(["a"], [1])
    with pytest.raises(TypeError, match="^texts is one string"):
        descry.held("a", ["a"])
