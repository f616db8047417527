"""--keep of several orders, and --prefer: which document of a group is kept."""
import itertools
import json
import random

import pytest

from made import write_jsonl
from program import ERROR

SOURCES = ["wire", "press", "a,b", "c|d", "web", None]
# By name, what the documents are sorted by; less is preferred.
KEYS = {
    "longest": lambda row: -len(row["text"].split()),
    "newest:date": lambda row: (row["date"] is None, [-ord(c) for c in row["date"] or ""]),
    "min:n": lambda row: row["n"],
    "max:n": lambda row: -row["n"],
}


def made(seed):
    """Groups whose members are near each other in any order."""
    chance = random.Random(seed)
    rows = []
    for group in range(40):
        words = ["".join(chance.choices("abcdefghijklmnop", k=7)) for _ in range(30)]
        for member in range(8):
            rows.append({"id": f"{group}.{member}", "group": group,
                         "text": " ".join(words + ["more"] * chance.randrange(3)),
                         "source": chance.choice(SOURCES), "n": chance.choice([2, 10, 1.5]),
                         "date": chance.choice(["2024-01-01", "2025-06-01", None])})
    chance.shuffle(rows)
    return rows


def kept_of(descry, path, *options):
    return [json.loads(line)["id"] for line in descry("uniq", path, *options).lines]


def expected(rows, *keys, last=False):
    best = {}
    for number, row in enumerate(rows):
        key = [key(row) for key in keys] + [-number if last else number]
        best[row["group"]] = min(best.get(row["group"], (key, row["id"])), (key, row["id"]))
    chosen = {id for _, id in best.values()}
    return [row["id"] for row in rows if row["id"] in chosen]


def prefers(field, *values):
    return lambda row: values.index(row[field]) if row[field] in values else len(values)


@pytest.mark.parametrize("names", [names for size in (1, 2, 3) for names in
                                   itertools.permutations(KEYS, size) if len(names) < 3 or names[0] == "newest:date"])
def test_ties_are_decided_by_the_next_order(descry, tmp_path, names):
    rows = made(len("".join(names)))
    path = write_jsonl(tmp_path / "a.jsonl", rows)
    keys = [KEYS[name] for name in names]
    assert kept_of(descry, path, "--keep", ",".join(names)) == expected(rows, *keys)
    assert kept_of(descry, path, "--keep", ",".join(names) + ",last") == expected(rows, *keys, last=True)


def test_preferred_values_come_first(descry, tmp_path):
    rows = made(3)
    path = write_jsonl(tmp_path / "a.jsonl", rows)
    source = prefers("source", "press", "a,b", "c|d")
    options = ["--prefer", "source=press,a\\,b,c|d"]
    assert kept_of(descry, path, *options) == expected(rows, source)
    assert kept_of(descry, path, *options, "--keep", "last") == expected(rows, source, last=True)
    assert kept_of(descry, path, "--keep", "newest:date,longest", *options) == expected(
        rows, source, KEYS["newest:date"], KEYS["longest"])
    assert kept_of(descry, path, "--prefer", "date=2024-01-01", *options, "--keep", "longest") == expected(
        rows, prefers("date", "2024-01-01"), source, KEYS["longest"])
    assert kept_of(descry, path, "--keep", "prefer:source=press|a\\,b|c\\|d") == expected(rows, source)
    # The same in parts.
    descry("index", tmp_path / "db", path)
    descry("model", "export", tmp_path / "db", tmp_path / "model")
    for number, part in enumerate((rows[:150], rows[150:])):
        descry("prepare", write_jsonl(tmp_path / "part", part), *options, "--model", tmp_path / "model",
               "--first-number", 1 + 150 * number, "--output", tmp_path / f"{number}.prep")
    groups = descry("combine", tmp_path / "0.prep", tmp_path / "1.prep", "--output", "-").json_lines()
    assert {group["members"][0]["id"] for group in groups} == set(expected(rows, source))


def test_names_with_commas(descry, tmp_path):
    rows = [{"id": id, "a,b": n, "text": "one two three four five six seven eight nine"}
            for id, n in (("x", 1), ("y", 3), ("z", 2))]
    path = write_jsonl(tmp_path / "a.jsonl", rows)
    assert kept_of(descry, path, "--keep", "max:a\\,b,longest") == ["y"]
    assert kept_of(descry, path, "--prefer", "a,b=2,1") == ["z"]


@pytest.mark.parametrize("options, message", [
    (["--keep", "newest:a,b"], '"b" is not first, last, longest'),
    (["--keep", "newest:a,b"], "a comma in the name of a field is written \\,"),
    (["--keep", "first,longest"], '"first" comes last in a list'),
    (["--keep", "longest,none"], '"none" stands alone'),
    (["--keep", "none", "--prefer", "id=x"], '"none" stands alone'),
    (["--keep", "longest,min:size"], '--keep longest,min:size: no document has a field or column "size"'),
    (["--prefer", "size=x", "--keep", "longest"], '--prefer: no document has a field or column "size"'),
    (["--prefer", "size"], '--prefer: "size" is not FIELD=VALUE,VALUE'),
])
def test_what_is_not_an_order_is_rejected(descry, tmp_path, options, message):
    path = write_jsonl(tmp_path / "a.jsonl", [{"id": "x", "text": "some words"}])
    result = descry("uniq", path, *options, code=ERROR)
    assert message in result.err and result.out == b""


def test_an_index_has_its_own_order(descry, tmp_path):
    path = write_jsonl(tmp_path / "a.jsonl", made(1))
    descry("index", tmp_path / "db", path)
    for command in (["report", tmp_path / "db", "--output", tmp_path / "page"],
                    ["review", tmp_path / "db", "--decisions", tmp_path / "d"],
                    ["prepare", tmp_path / "db", "--output", tmp_path / "p"]):
        result = descry(*command, "--prefer", "source=press", code=ERROR)
        assert "--keep and --prefer are for files" in result.err
    descry("report", path, "--prefer", "source=press", "--keep", "longest", "--output", tmp_path / "page")
