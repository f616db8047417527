"""The similarity of two documents is one number, whoever shows it: the one by which groups are made."""
import shutil

import pytest

from made import write_jsonl
from texts import documents_of, varied


def renumbered(words, count):
    """The same words, but that so many of them end in another figure."""
    return [word + "1" if i % 7 == 0 and i // 7 < count else word for i, word in enumerate(words)]


BASE = varied(0)
# Near the head by their letters, less so by their words.
FIRST = {"base": BASE, "figures": renumbered(BASE, 12), "some figures": renumbered(BASE, 6),
         "few figures": renumbered(BASE, 3), "turned": BASE[50:] + renumbered(BASE, 1)[:50],
         "far": varied(60, 2)}
SECOND = {"other": varied(0, 5) + varied(100, 6)[:20],
          "other figures": renumbered(varied(0, 5) + varied(100, 6)[:20], 12), "lonely": varied(100, 9)}


@pytest.fixture(scope="module", params=[["--distance", 0.06], ["--distance", 0.06, "--grouping", "fast"],
                                        ["--distance", 0.09], ["--distance", 0.15],
                                        ["--distance", 0.06, "--any-order"]],
                ids=lambda options: " ".join(map(str, options)))
def pair(request, descry, tmp_path_factory):
    """Two indexes, of different models."""
    folder = tmp_path_factory.mktemp("pair")
    for name, texts, options in (("a", FIRST, request.param), ("b", SECOND, ["--distance", 0.05])):
        descry("index", folder / name, write_jsonl(folder / f"{name}.jsonl", documents_of(texts)),
               *options)
    return folder / "a", folder / "b"


def similarities(descry, *databases):
    """By group's key and member's id."""
    return {(group["key"], member["id"]): (member["head"], member["similarity"])
            for group in descry("groups", *databases, "--format", "json").json_lines()
            for member in group["members"]}


def test_of_several_databases_as_of_each(descry, pair):
    first, second = (similarities(descry, db) for db in pair)
    assert len(first) > 3 and len(second) == 2
    assert similarities(descry, *pair) == {**first, **second}
    assert similarities(descry, *reversed(pair)) == {**first, **second}


def test_of_groups_in_several_databases(descry, pair, tmp_path):
    """A group whose members stand in two databases, its head in both, has the figures of one."""
    together = similarities(descry, pair[0])
    descry("model", "export", pair[0], tmp_path / "model")
    parts = {"a": ["base", "some figures", "far"], "b": ["copy", "figures", "few figures"]}
    for name, ids in parts.items():
        texts = {id: {**FIRST, "copy": BASE}[id] for id in ids}
        descry("index", tmp_path / name,
               write_jsonl(tmp_path / f"{name}.jsonl", documents_of(texts)))
        descry("model", "import", tmp_path / name, tmp_path / "model")
        descry("annotate", tmp_path / name, "--all")
    told = similarities(descry, tmp_path / "a", tmp_path / "b")
    shared = set(told) & set(together)
    assert {"base", "some figures", "few figures"} <= {id for _, id in shared}
    for member in shared:
        assert told[member] == together[member]


def test_similar_and_explain_say_what_groups_say(descry, pair):
    groups = descry("groups", pair[0], "--format", "json").json_lines()
    for group in groups:
        head, *members = group["members"]
        rows = {row["id"]: row for row in descry("similar", pair[0], head["id"], "--format",
                                                 "json").json_lines()}
        for member in members:
            row = rows[member["id"]]
            assert row["similarity"] == member["similarity"] and row["near"]
            told = descry("explain", pair[0], head["id"], member["id"], "--format", "json").json()
            assert member["similarity"] == told["similarity"]
            assert told["b"]["similarity_to_head"] == member["similarity"]
            assert row["order_differs"] == told["order_differs"]


def test_similar_says_who_is_no_member(descry, pair):
    rows = {row["id"]: row for row in descry("similar", pair[0], "base", "--format",
                                             "json").json_lines()}
    told = descry("explain", pair[0], "base", "turned", "--format", "json").json()
    # In any order they are alike.
    assert rows["turned"]["order_differs"] != told["same_group"]
    assert rows["turned"]["near"] == told["same_group"]
    assert not rows["far"]["near"] and not rows["far"]["order_differs"]
    (line,) = [line for line in descry("similar", pair[0], "base").lines if "turned" in line]
    assert ("(in another order)" in line) == (not told["same_group"])


def test_a_rebuild_and_an_addition_say_the_same(descry, pair, tmp_path):
    """What a group's record says does not depend on how a member came into it."""
    db = shutil.copytree(pair[0], tmp_path / "db")
    before = similarities(descry, db)
    descry("rebuild", db, "--threads", 1)
    assert similarities(descry, db) == before
