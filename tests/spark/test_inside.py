"""Documents inside longer ones: those that one machine drops, for the same containers."""
import os
import random

import pytest

import descry
from conftest import need_spark

need_spark()
import descry.spark  # noqa: E402

OPTIONS = [{}, {"keep_apart": ["numbers", "kind"], "keep": "longest"}, {"keep": "last", "inside": 1, "distance": 0.3},
           {"keep_apart": "kind", "keep": "min:date,shortest"},
           {"keep_apart": "numbers", "inside": 0.7, "inside_words": 9}]
# A run takes seconds.
DRAWN = 100 if os.environ.get("DESCRY_FULL_VOLUME") else len(OPTIONS)


def text(chance, least, most):
    words = ["".join(chance.choices("abcdefghij", k=4)) for _ in range(chance.randint(least, most))]
    words.insert(chance.randrange(len(words)), str(chance.randrange(100)))
    return words


def family(chance):
    """A text, and what stands around it, in it, or beside it: lists of words."""
    def some(least=1, most=40):
        return text(chance, least, most)

    inner = some(8, 70)
    place = chance.randrange(1, len(inner))
    around = [*some(), *inner, *some()]
    other = list(inner)
    other[chance.randrange(len(other))] = "other"
    farther = ["other" if n % 12 == 5 else word for n, word in enumerate(inner)]  # near, but less of it is there
    number = ["7" + word if word.isdigit() else word for word in inner]
    return [inner, *chance.choice([
        [around], [[*some(), *inner[:place], *some(), *inner[place:]]],  # answers between its lines
        [[*some(), *other, *some()]], [[*some(), *number, *some()], around],
        [[*some(), *inner[:len(inner) // 2], *some()]], [inner[:place], inner[place:], around],
        [around, [*some(), *around, *some()], [*around, *some()]],  # a chain, and another
        [around, inner, [word.upper() for word in inner], around], [around, [*inner, "more"], other, number],
        [around, farther], [farther, around, other],
        [[*inner, "more"], [*around, *inner, "more"], around + ["end"]], [inner[:-1], inner[:-2], around],
        [[*some(), *other, *some(), "end"], around, around[::-1]], [sorted(inner), around]])]


def drawn(seed):
    """Rows of id, text, kind and date in the order of their dates, and options."""
    chance = random.Random(seed)
    texts = [" ".join(words) for _ in range(40) for words in family(chance)]
    chance.shuffle(texts)
    ids = [f"d{n}" for n in range(len(texts))]
    chance.shuffle(ids)
    rows = [(id, words, chance.choice(["wire", "wire", "mail"]), n // 3) for n, (id, words) in enumerate(
        zip(ids, texts))]
    rows.sort(key=lambda row: (row[3], row[0]))
    return rows, {"inside": 0.95, **OPTIONS[seed % len(OPTIONS)]}


def on_one_machine(rows, **options):
    names = ("id", "text", "kind", "date")
    groups = descry.group([dict(zip(names, row)) for row in rows], id="id", **options)
    relations = {row["id"]: (row["head"], row["relation"]) for row in groups.dropped().to_pylist()}
    return {row["id"]: (row["head"], row["group"], row["distance"], row["size"],
                        relations.get(row["id"], (None, None))[1]) for row in groups.table().to_pylist()}


def told(groups):
    assert groups.columns == ["id", "head", "group", "distance", "size", "relation"]
    return {row["id"]: tuple(row[1:]) for row in groups.collect()}


@pytest.mark.parametrize("seed", range(DRAWN))
def test_the_same_documents_are_dropped_for_the_same(seed, spark, tmp_path):
    rows, options = drawn(seed)
    frame = spark.createDataFrame(random.Random(seed).sample(rows, len(rows)),
                                  "id string, text string, kind string, date int").repartition(3)
    found = told(descry.spark.group(frame, order_by="date", work=str(tmp_path), progress=False, **options))
    assert found == on_one_machine(rows, **options)
    assert any(row[4] == "inside" for row in found.values())


def frame_of(spark, rows):
    return spark.createDataFrame(rows, "id long, text string, kind string, date long")


def test_what_is_in_many_documents_is_passed_over_as_on_one_machine(spark, tmp_path):
    chance = random.Random(1)
    notice = " ".join(text(chance, 40, 40))
    notices = [f"{notice} {n}" for n in range(1200)]
    notices += [" ".join([notices[n], *text(chance, 30, 30)]) for n in range(12)]
    rows = [(n, words, "wire", n) for n, words in enumerate(notices)]
    options = {"inside": 0.95, "keep_apart": "numbers"}
    found = told(descry.spark.group(frame_of(spark, rows), work=str(tmp_path), progress=False, **options))
    assert found == on_one_machine(rows, **options)
    assert 0 < sum(row[4] == "inside" for row in found.values()) < 12


def test_many_documents_by_a_model_with_words(spark, texts, model, tmp_path):
    longer = [" ".join(texts[n:n + 3]) for n in range(900, 1300, 4)]
    rows = [(n, words, "wire", n) for n, words in enumerate(texts + longer)]
    found = told(descry.spark.group(frame_of(spark, rows), model=model, inside=0.9, work=str(tmp_path / "work"),
                                    progress=False))
    assert found == on_one_machine(rows, model=model, inside=0.9)
    assert sum(row[4] == "inside" for row in found.values()) > 200
    with pytest.raises(ValueError, match="of a run with inside"):
        descry.spark.to_groups_file(spark, str(tmp_path / "work"), str(tmp_path / "groups.jsonl"))


def test_arguments_of_inside_are_named(spark, tmp_path):
    frame = spark.createDataFrame([("a", "low water")], "relation string, text string")
    for options, message in (({"inside": 0.3}, "inside is 0.3, not from 0.5 to 1"),
                             ({"inside_words": -1}, "inside_words is -1"),
                             ({"inside": 0.9, "id": "relation"}, 'called "relation"')):
        with pytest.raises(ValueError, match=message):
            descry.spark.group(frame, **{"id": "relation", "work": str(tmp_path), **options})
    assert not any(tmp_path.iterdir())
