"""--kept-apart: which documents are kept because of --keep-apart alone."""
import json
import random

import pytest

from made import make_documents, write_jsonl
from program import ERROR

RENT = "Rent of the hall in the old harbour office, to be paid on the first day of the month, {} in all"


def lines_of(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


@pytest.mark.parametrize("apart", ["amount", "amount,kind", "numbers", "kind,numbers"])
@pytest.mark.parametrize("keep", ["first", "longest", "none"])
def test_they_are_what_a_run_without_keep_apart_drops(descry, tmp_path, apart, keep):
    chance = random.Random(apart)
    documents = [{**document, "amount": chance.choice([1, 2]), "kind": chance.choice(["a", "b", None]),
                  "text": document["text"] + chance.choice(["", " 7", " 8"])}
                 for document in make_documents(700, seed=3)]
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    plain = descry("uniq", file, "--keep-apart", apart, "--keep", keep)
    result = descry("uniq", file, "--keep-apart", apart, "--keep", keep, "--kept-apart", tmp_path / "apart")
    assert result.out == plain.out and f"wrote {tmp_path}/apart (documents kept apart)" in result.err
    kept = {json.loads(line)["id"] for line in result.lines}
    by_id = {document["id"]: document for document in documents}

    def differing(a, b):
        a, b = by_id[a], by_id[b]
        fields = [name for name in ("amount", "kind") if name in apart and a[name] != b[name]]
        numbers = [[word for word in row["text"].split() if word in "78"] for row in (a, b)]
        return ["numbers"] * ("numbers" in apart and numbers[0] != numbers[1]) + fields

    descry("uniq", file, "--keep", keep, "--dropped", tmp_path / "all")
    expected = [[id, other, similarity, "apart", ",".join(differing(id, other))]
                for id, other, similarity, *_ in lines_of(tmp_path / "all")
                if id in kept and differing(id, other)]
    assert lines_of(tmp_path / "apart") == expected and len(expected) > 20
    # An older file of this kind is replaced.
    descry("uniq", file, "--keep-apart", apart, "--keep", keep, "--kept-apart", tmp_path / "apart")


def test_where_none_is_kept_both_are_listed(descry, tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": n, "sum": n, "text": RENT.format("all")} for n in (5, 6)])
    descry("uniq", file, "--keep", "none", "--keep-apart", "sum", "--kept-apart", tmp_path / "apart")
    assert [line[:2] for line in lines_of(tmp_path / "apart")] == [["5", "6"], ["6", "5"]]


def test_of_many_documents_by_a_model_with_words(descry, tmp_path):
    documents = [{**document, "half": number % 2}
                 for number, document in enumerate(make_documents(2600, seed=5))]
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    result = descry("uniq", file, "--keep-apart", "half", "--kept-apart", tmp_path / "apart",
                    "--dropped", tmp_path / "dropped")
    lines = lines_of(tmp_path / "apart")
    kept = {json.loads(line)["id"] for line in result.lines}
    assert len(lines) > 50 and {line[0] for line in lines} <= kept
    half = {document["id"]: document["half"] for document in documents}
    assert all(half[a] != half[b] and float(similarity) >= 0.85 and rest == ["apart", "half"]
               for a, b, similarity, *rest in lines)
    # Most of what is dropped without --keep-apart is dropped or listed.
    without = descry("uniq", file, "--dropped", tmp_path / "all")
    dropped = {line[0] for line in lines_of(tmp_path / "dropped")} | {line[0] for line in lines}
    everything = {line[0] for line in lines_of(tmp_path / "all")}
    assert len(dropped & everything) > 0.95 * len(everything) and without.out != result.out
    # A model that keeps documents apart does, too.
    descry("index", tmp_path / "db", file, "--keep-apart", "half")
    descry("model", "export", tmp_path / "db", tmp_path / "model")
    descry("uniq", file, "--model", tmp_path / "model", "--kept-apart", tmp_path / "by_model")
    assert lines_of(tmp_path / "by_model") == lines


@pytest.mark.parametrize("apart", ["numbers", "numbers,part"])
def test_documents_of_one_template_find_the_one_with_their_numbers(descry, tmp_path, apart):
    """However many share it: in files, in an index to which they are added one by one, and by `similar`."""
    chance = random.Random(7)
    words = ["".join(chance.choices("abcdefghiklmnoprstu", k=7)) for _ in range(40)]
    template = " ".join(words) + " receipt {} of account {}"

    def receipt(number, last=""):
        return {"id": f"{number}{last}", "part": number % 2,
                "text": template.format(10000 + number, 7 * number) + (f" {last}" if last else "")}

    # Others, of which a model has its words.
    old = [receipt(number) for number in range(2500)] + make_documents(2500, seed=4)
    new = [receipt(number, "copied") for number in chance.sample(range(2500), 40)]
    documents, added = write_jsonl(tmp_path / "a.jsonl", old), write_jsonl(tmp_path / "b.jsonl", new)
    descry("uniq", documents, added, "--keep-apart", apart, "--dropped", tmp_path / "dropped")
    dropped = {line[0]: line[1] for line in lines_of(tmp_path / "dropped")}
    expected = {row["id"]: row["id"].removesuffix("copied") for row in new}
    assert expected.items() <= dropped.items()
    descry("index", tmp_path / "db", documents, "--keep-apart", apart)
    found = descry("similar", tmp_path / "db", "--documents", added).json_lines()
    assert {row["id"]: row["near"][0]["id"] for row in found} == expected
    descry("index", tmp_path / "db", added)
    groups = descry("groups", tmp_path / "db", "--format", "json").json_lines()
    assert {frozenset(pair) for pair in expected.items()} <= {
        frozenset(member["id"] for member in group["members"]) for group in groups}


def test_references_and_what_cannot_be(descry, tmp_path):
    new = write_jsonl(tmp_path / "new.jsonl", [{"id": n, "sum": n, "text": RENT.format(n)} for n in (5, 6)])
    old = write_jsonl(tmp_path / "old.jsonl", [{"id": "old", "sum": 5, "text": RENT.format(5)}])
    descry("uniq", new, "--reference", old, "--keep-apart", "numbers,sum", "--kept-apart", tmp_path / "apart")
    assert [line[:2] + line[3:] for line in lines_of(tmp_path / "apart")] == [
        ["6", "old", "apart", "numbers,sum"]]
    nothing = descry("uniq", new, "--kept-apart", tmp_path / "b", code=ERROR)
    assert "--kept-apart needs --keep-apart" in nothing.err
    descry("prepare", old, "--keep-apart", "sum", "--output", tmp_path / "old.prep")
    prepared = descry("uniq", new, "--reference", tmp_path / "old.prep", "--kept-apart", tmp_path / "b", code=ERROR)
    assert "give the references as files" in prepared.err and not (tmp_path / "b").exists()
