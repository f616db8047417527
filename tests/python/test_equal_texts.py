"""Only equal texts are at distance 0; those of the same words are 0.0001 apart, as the program says."""
import json

import pytest

import descry
from conftest import groups_of, told

TEXT = "The account of the harbour office shows a balance of nine hundred euros"
EQUAL = [TEXT, TEXT.upper(), TEXT.replace(" ", "\n")]
SAME_WORDS = [TEXT + ".", TEXT.replace(" of ", " (of) ")]


def test_distance():
    assert [descry.distance(TEXT, other) for other in EQUAL] == [0, 0, 0]
    assert [descry.distance(TEXT, other) for other in SAME_WORDS] == pytest.approx([1e-4, 1e-4])
    assert descry.distance(TEXT, TEXT.replace("nine", "½")) > 1e-4


@pytest.mark.parametrize("distance", [0, 0.15])
def test_groups(distance, program, tmp_path):
    texts = EQUAL + SAME_WORDS
    groups = descry.group(texts, id=[f"d{n}" for n in range(len(texts))], distance=distance)
    assert groups.table().to_pydict()["distance"] == pytest.approx([0, 0, 0, 1e-4, 1e-4])
    assert groups.explain("d0", "d1").distance == 0
    assert groups.explain("d0", "d3").distance == pytest.approx(1e-4)
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps({"id": f"d{n}", "text": text}) + "\n" for n, text in enumerate(texts)))
    program("uniq", path, "--distance", distance, "--groups", tmp_path / "groups", "--quiet")
    assert told(groups) == groups_of((tmp_path / "groups").read_text())


def test_prepared():
    model = descry.Model.learn(EQUAL)
    prepared = descry.prepare(SAME_WORDS[:1], model)
    groups = descry.group(EQUAL + SAME_WORDS[:1], reference=prepared, model=model)
    assert groups.table().to_pydict()["distance"] == pytest.approx([1e-4, 1e-4, 1e-4, 0])
