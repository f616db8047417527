#!/usr/bin/env python3
"""Checks the statements of `descry explain` about pairs by independent means.

    python3 tools/lab/benchmarks/check_explain.py DB GOLD [--pairs 1000] [--descry build/release/tools/descry]

Words come from the positions of the terms, by Xapian's bindings, distances from rapidfuzz. Half of the pairs are known
ones of GOLD, a quarter members of one group and a quarter random. Checks similarity, equal words, numbers, shares
inside, group, head and similarity to it, decision, and that texts are equal outside the differing places. Prints false
statements and one JSON object; exits with 1 if there are any. Requires python3-xapian, rapidfuzz and a model of the
current release.
"""
from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from functools import cache

import xapian
from rapidfuzz.distance import Levenshtein

FEW_WORDS = 8
# Similarities are printed in ten-thousandths, truncated from millionths.
ROUNDED = 1.01e-4


class Index:
    def __init__(self, path: str):
        self.database = xapian.Database(path)

    @cache
    def words(self, docid: int) -> tuple[str, ...]:
        at: dict[int, str] = {}
        for item in self.database.termlist(docid):
            if item.term[:1].isalpha() and item.term[:1].isascii() and item.term[:1].isupper():
                continue
            for position in self.database.positionlist(docid, item.term):
                at[position] = item.term.decode()
        return tuple(at[position] for position in sorted(at))

    def text(self, docid: int) -> str:
        return " ".join(self.words(docid))

    def distance(self, one: int, other: int) -> float:
        a, b = self.text(one), self.text(other)
        return Levenshtein.distance(a, b) / max(len(a), len(b), 1)

    def id_terms(self) -> dict[str, int]:
        return {item.term[1:].decode(): next(self.database.postlist(item.term)).docid
                for item in self.database.allterms("Q")}


def may_be_inside(share: float, a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """At most the words that b has; all if a is in b without a gap."""
    most = (Counter(a) & Counter(b)).total() / max(len(a), 1)
    whole = len(a) > 2 and f" {' '.join(a)} " in f" {' '.join(b)} "
    return share == 1 if whole else 0 <= share < most + ROUNDED


def numbers(words: tuple[str, ...]) -> list[str]:
    return [word for word in words if any(c.isdigit() for c in word)]


def untrue(told: dict, index: Index, ids: dict[str, int]) -> list[str]:
    a, b = told["a"], told["b"]
    words_a, words_b = index.words(a["docid"]), index.words(b["docid"])
    distance = index.distance(a["docid"], b["docid"])
    limit = 1 - told["limit"]
    near = distance <= limit + 1e-9
    wrong = []

    def check(name: str, is_true: bool) -> None:
        if not is_true:
            wrong.append(name)

    def is_similarity(shown: float, one: int, other: int) -> bool:
        return abs(shown - (1 - index.distance(one, other))) < ROUNDED

    check("similarity", abs(told["similarity"] - (1 - distance)) < ROUNDED)
    check("same_words", told["same_words"] == (words_a == words_b))
    check("numbers_differ", told["numbers_differ"] == (numbers(words_a) != numbers(words_b)))
    check("a_in_b", may_be_inside(told["a_in_b"], words_a, words_b))
    check("b_in_a", may_be_inside(told["b_in_a"], words_b, words_a))
    check("same_group", told["same_group"] == (a["key"] != "" and a["key"] == b["key"]))
    for document in (a, b):
        check("body_length", document["body_length"] == len(index.words(document["docid"])))
        if document["head"]:
            head = ids[document["head"]]
            check("similarity_to_head", is_similarity(document["similarity_to_head"], document["docid"], head))
            check("head within the limit", index.distance(document["docid"], head) <= limit + 1e-9)
    decision = told["decision"]
    short = min(len(words_a), len(words_b)) < FEW_WORDS
    shared = bool(told["shared_term_bands"])
    check(f"decision: {decision}", {
        "same group": told["same_group"],
        "too short": short and words_a != words_b,
        "no shared band": not shared and not told["same_group"],
        "too far": not near,
        "far by words": near and shared,
        "other heads": near and not told["same_group"],
        "other order": not near and told["order_differs"],
    }.get(decision, False))
    check("differences", not told["differences"]["complete"] or are_differences(told["differences"], words_a, words_b))
    return wrong


def are_differences(differences: dict, words_a: tuple[str, ...], words_b: tuple[str, ...]) -> bool:
    """Texts are equal outside the places, and the places contain what they show."""
    if len(differences["shown"]) != differences["places"]:
        return True  # too many to show
    left_a, left_b = list(words_a), list(words_b)
    for place in reversed(differences["shown"]):
        for left, at, shown in ((left_a, place["at_a"], place["a"]), (left_b, place["at_b"], place["b"])):
            if "…" in shown:
                return True  # the middle of a long place is omitted
            words = shown.split()
            if left[at - 1:at - 1 + len(words)] != words:
                return False
            del left[at - 1:at - 1 + len(words)]
    return left_a == left_b


def draw(index: Index, gold: str, descry: str, database: str, count: int) -> list[tuple[str, str]]:
    generator = random.Random(1)
    ids = sorted(index.id_terms())
    with open(gold, encoding="utf-8") as file:
        known = [tuple(line.split("\t")[:2]) for line in file if not line.startswith("#")]
    listed = subprocess.run([descry, "groups", database, "--format", "json", "--quiet"], stdout=subprocess.PIPE,
                            text=True, check=True).stdout
    groups = [[member["id"] for member in json.loads(line)["members"]] for line in listed.splitlines()]
    pairs = generator.sample(known, min(count // 2, len(known)))
    pairs += [tuple(generator.sample(generator.choice(groups), 2)) for _ in range(count // 4)]
    while len(pairs) < count:
        pairs.append(tuple(generator.sample(ids, 2)))
    return pairs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("database")
    parser.add_argument("gold")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--descry", default="build/release/tools/descry")
    arguments = parser.parse_args()
    index = Index(arguments.database)
    ids = index.id_terms()
    statements: dict[str, int] = {}
    count = 0
    for one, other in draw(index, arguments.gold, arguments.descry, arguments.database, arguments.pairs):
        printed = subprocess.run([arguments.descry, "explain", arguments.database, one, other, "--format", "json",
                                  "--differences", "1000"], stdout=subprocess.PIPE, text=True, check=True).stdout
        count += 1
        for name in untrue(json.loads(printed), index, ids):
            statements[name] = statements.get(name, 0) + 1
            print(f"{one}\t{other}\t{name}", file=sys.stderr)
    print(json.dumps({"database": arguments.database, "pairs": count, "untrue": statements}))
    return 1 if statements else 0


if __name__ == "__main__":
    sys.exit(main())
