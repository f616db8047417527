"""Prepared.find: what texts are near to, without grouping them."""
import random

import descry
import pytest

WORDS = [f"word{i}" for i in range(3000)]


def made(seed, words):
    return " ".join(random.Random(seed).choices(WORDS, k=words))


TEXTS = [made(i, 40 + i % 50) for i in range(200)]


@pytest.fixture(scope="module")
def prepared():
    return descry.prepare(TEXTS, descry.Model.learn(TEXTS), id=[f"d{i}" for i in range(len(TEXTS))])


def test_each_text_finds_itself_and_its_copies(prepared):
    found = prepared.find(TEXTS)
    assert [[(row["id"], row["similarity"]) for row in one["near"]] for one in found] == [
        [(f"d{i}", 1)] for i in range(len(TEXTS))]
    changed = TEXTS[7].split()
    changed[5] = "another"
    [one] = prepared.find(" ".join(changed))
    [row] = one["near"]
    assert row["id"] == "d7"
    assert row["similarity"] == pytest.approx(1 - descry.distance(TEXTS[7], " ".join(changed)), abs=2e-6)
    assert prepared.find(["", None, "no such words at all in any of these"]) == [{"near": [], "inside": [], "holds": []}] * 3
    assert prepared.find([]) == []


def test_groups_agree(prepared):
    new = [" ".join(text.split()[i % 3:]) for i, text in enumerate(TEXTS[:60])] + [made(1000 + i, 40) for i in range(20)]
    groups = descry.group(new, reference=prepared)
    heads = groups.table().to_pydict()["head"]
    for i, one in enumerate(prepared.find({"body": new}, text="body", threads=2)):
        assert (heads[i] == one["near"][0]["id"]) if one["near"] else (heads[i] == str(i))


def test_what_stands_inside(prepared):
    part = " ".join(TEXTS[3].split()[5:35])
    around = TEXTS[4] + " " + made(5000, 60)
    one, other = prepared.find([part, around], inside=0.5)
    assert (one["near"], one["inside"], one["holds"]) == ([], [{"id": "d3", "share": 1}], [])
    assert other["holds"] == [{"id": "d4", "share": 1}] and other["inside"] == []


def test_progress_is_told(prepared):
    told = []
    prepared.find(TEXTS, progress=lambda *now: told.append(now))
    assert told[-1] == ("texts compared", len(TEXTS), len(TEXTS))


def test_refusals(prepared):
    for wrong in ({"rows": -1}, {"rows": 2**70}, {"inside": 95}, {"threads": 0}):
        with pytest.raises(ValueError):
            prepared.find("a text", **wrong)
    with pytest.raises(TypeError):
        prepared.find([7])
    with pytest.raises(ValueError, match="nothing"):
        prepared.find({"text": []}, text="nothing")
