#!/usr/bin/env python3
"""Share of copies among the words that a search passes to a language model.

    python3 tools/lab/benchmarks/retrieval_words.py DB DOCUMENTS [--rows 10] [--descry build/release/tools/descry]

DOCUMENTS: the JSON lines from which `descry index` made DB. A query is three words of a document, each in more than a
thousandth and less than a twentieth of all; a copy is a result in the group of an earlier one. Prints one JSON object
of means over the queries with so many results.
"""
from __future__ import annotations

import argparse
import json
import random
import subprocess
from collections import Counter


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("db")
    parser.add_argument("documents")
    parser.add_argument("--rows", type=int, default=10)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--descry", default="build/release/tools/descry")
    arguments = parser.parse_args()

    def lines(*words: str) -> list[dict]:
        out = subprocess.run([arguments.descry, *words, "--format", "json"], capture_output=True, text=True).stdout
        return [json.loads(line) for line in out.splitlines()]

    group_of = {member["id"]: group["key"] for group in lines("groups", arguments.db) for member in group["members"]}
    with open(arguments.documents) as file:
        texts = {str(document["id"]): document["text"] for document in map(json.loads, file)}
    frequencies: Counter[str] = Counter()
    for text in texts.values():
        frequencies.update({word for word in text.lower().split() if word.isalpha() and len(word) > 3})
    least, most = len(texts) / 1000, len(texts) / 20
    chance, every = random.Random(1), list(texts.values())
    sums: Counter[str] = Counter()
    for _ in range(arguments.queries):
        words = [word for word in dict.fromkeys(chance.choice(every).lower().split()) if least < frequencies[word] < most]
        if len(words) < 3:
            continue
        [page] = lines("search", arguments.db, " ".join(chance.sample(words, 3)), "--collapse", "none",
                       "--rows", str(arguments.rows)) or [{"results": []}]
        if len(page["results"]) < arguments.rows:
            continue
        seen: set[str] = set()
        for result in page["results"]:
            size = len(texts[result["id"]].split())
            sums["words"] += size
            key = group_of.get(result["id"], result["id"])
            sums["copies"] += key in seen
            sums["words of copies"] += size * (key in seen)
            seen.add(key)
        sums["queries"] += 1
    queries = sums.pop("queries")
    print(json.dumps({"queries": queries, **{name: round(number / queries, 1) for name, number in sums.items()},
                      "share of words": round(sums["words of copies"] / sums["words"], 3)}))


if __name__ == "__main__":
    main()
