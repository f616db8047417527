"""descry-lab join: the three steps give the coefficients of comparing all pairs, in parts too."""
import collections
import json

import pytest

from made import make_documents
from program import ERROR


def lines_of(documents):
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


def small_world():
    """Short documents of few words, some equal, one empty, ids that need care."""
    documents = make_documents(1, seed=11, length=(40, 40))
    words = documents[0]["text"].split()[:12]
    made = [{"id": f"d{n}", "text": " ".join(words[(n * k) % 12] for k in range(3 + n % 9))}
            for n in range(40)]
    return [*made, {"id": "empty", "text": ""}, {"id": "tab\tin\\it", "text": made[3]["text"]}]


def expected(documents, multiset, union):
    """By comparing all pairs of multisets of words."""
    def written(name):
        return name.replace("\\", "\\\\").replace("\t", "\\t")
    bags = []
    for document in documents:
        words = [word.lower() for word in document["text"].replace("'", " ").split()]
        bags.append((written(document["id"]), collections.Counter(words if multiset else set(words))))
    found = {}
    for n, (a, left) in enumerate(bags):
        for b, right in bags[n + 1:]:
            common = (left & right).total()
            total = (left + right).total() if union == "sum" else (left | right).total()
            if common:
                found[tuple(sorted((a, b)))] = f"{common / total:.6f}"
    return found


@pytest.mark.parametrize("multiset, union", [(False, "max"), (True, "max"), (True, "sum")])
@pytest.mark.parametrize("shards, parts", [(1, 1), (3, 4)])
def test_equals_comparing_all(descry, tmp_path, multiset, union, shards, parts):
    documents = small_world()
    options = ["--shingles", "word:1", *(["--multiset"] if multiset else [])]
    postings = []
    for shard in range(shards):
        file = tmp_path / f"postings.{shard}"
        file.write_bytes(descry("join", "postings", *options,
                                stdin=lines_of(documents[shard::shards])).out)
        postings.append(file)
    pairs = []
    for part in range(1, parts + 1):
        file = tmp_path / f"pairs.{part}"
        file.write_bytes(descry("join", "pairs", *postings, "--parts", parts, "--part", part).out)
        pairs.append(file)
    lines = [line.split("\t") for line in
             descry("join", "resemblance", *pairs, "--union", union).text.splitlines()]
    assert {(a, b): jaccard for a, b, jaccard in lines} == expected(documents, multiset, union)
    assert lines == sorted(lines)


def test_files_of_shards_add_up(descry, tmp_path):
    """Two shards read as one give what the whole gives, to the byte."""
    documents = small_world()
    whole = tmp_path / "whole"
    whole.write_bytes(descry("join", "postings", stdin=lines_of(documents)).out)
    for shard in (0, 1):
        (tmp_path / f"{shard}").write_bytes(
            descry("join", "postings", stdin=lines_of(documents[shard::2])).out)
    assert (descry("join", "pairs", tmp_path / "0", tmp_path / "1").out
            == descry("join", "pairs", whole).out)


def test_min(descry):
    documents = [{"id": "a", "text": "x y z"}, {"id": "b", "text": "x y w"}, {"id": "c", "text": "w"}]
    postings = descry("join", "postings", "--shingles", "word:1", stdin=lines_of(documents)).out
    pairs = descry("join", "pairs", stdin=postings).out
    assert descry("join", "resemblance", stdin=pairs).text == "a\tb\t0.500000\nb\tc\t0.333333\n"
    assert descry("join", "resemblance", "--min", "0.5", stdin=pairs).text == "a\tb\t0.500000\n"


def test_what_is_refused(descry, tmp_path):
    documents = lines_of([{"id": "a", "text": "x y"}, {"id": "b", "text": "x y"}])
    postings = tmp_path / "postings"
    postings.write_bytes(descry("join", "postings", stdin=documents).out)
    other = tmp_path / "other"
    other.write_bytes(descry("join", "postings", "--fold-digits", stdin=documents).out)

    def said(*arguments, stdin=b""):
        return descry("join", *arguments, stdin=stdin, code=ERROR).err
    assert "other:1: made of other shingles: shingles/1 word:5 digits=folded" in said("pairs", postings, other)
    assert "postings:1: not written by descry-lab join pairs" in said("resemblance", postings)
    assert "nothing: cannot open: No such file" in said("pairs", tmp_path / "nothing")
    assert "document a occurs in two files" in said("pairs", postings, postings)
    assert "--part 3: must be at most --parts, 2" in said("pairs", postings, "--parts", "2", "--part", "3")
    header, *lines = postings.read_bytes().splitlines(keepends=True)
    assert "-:3: not in ascending order" in said("pairs", stdin=b"".join([header, *lines[::-1]]))
    assert "-:2: 1 field, must be 4" in said("pairs", stdin=header + b"abc\n")
    assert '-:2: "many" is not a number' in said("pairs", stdin=header + b"0\tmany\t1\ta\n")
