#!/usr/bin/env python3
"""Judges clusters of near-duplicates: known pairs found, and real distances of documents.

    python3 judge_clusters.py docs.jsonl clusters.jsonl --gold gold.tsv
    python3 judge_clusters.py docs.jsonl pairs.tsv --pairs --gold gold.tsv

Clusters are JSON arrays of ids, the kept document first, as written by clusters_of.py. Distances are edit
distances of the texts, whitespace folded, divided by the longer length; with --words of their lower-cased
words, joined by single spaces. Requires rapidfuzz and numpy. Prints one JSON object, shares in percent:

gold_8, gold_15     known pairs below 8 and 15% that are in one cluster (or among the pairs)
kept_8, _15, _30    of a sample of dropped documents, those nearer than that to the one they are dropped for
pair_8, _15, _30    the same for random pairs of one cluster (or of the pairs)
near_kept           of a sample of dropped documents, those within 15% of any kept document
"""
from __future__ import annotations

import argparse
import json
import random
import re
from pathlib import Path

import numpy
from rapidfuzz.distance import Levenshtein

SPACE = re.compile(r"\s+")
WORD = re.compile(r"[^\W_]+")
BINS = 512


def distance(one: str, other: str, limit: float = 0.30) -> float:
    """Below `limit`, or 1."""
    longer = max(len(one), len(other))
    if min(len(one), len(other)) < (1 - limit) * longer:
        return 1.0
    return Levenshtein.normalized_distance(one, other, score_cutoff=limit)


def shares(pairs: list[tuple[str, str]], texts: dict[str, str]) -> dict[str, float]:
    found = [distance(texts[one], texts[other]) for one, other in pairs]
    return {str(round(100 * below)): round(100 * sum(d < below for d in found) / max(len(found), 1), 1)
            for below in (0.08, 0.15, 0.30)}


def letter_pairs(text: str) -> numpy.ndarray:
    """Counts of letter pairs, hashed to BINS. One edit removes at most two and adds two."""
    letters = numpy.frombuffer(text.encode("utf-32-le"), dtype="<u4").astype(numpy.int64)
    return numpy.bincount((letters[:-1] * 31 + letters[1:]) % BINS, minlength=BINS).astype(numpy.int32)


class Nearest:
    """Whether a text is within a distance of any other. Compares only those not excluded by bounds."""

    def __init__(self, others: list[str]):
        self.others = others
        self.lengths = numpy.array([len(text) for text in others])
        self.counts = numpy.stack([letter_pairs(text) for text in others])

    def within(self, text: str, limit: float) -> bool:
        longer = numpy.maximum(self.lengths, len(text))
        fits = numpy.flatnonzero(numpy.abs(self.lengths - len(text)) <= limit * longer)
        difference = self.counts[fits] - letter_pairs(text)
        bound = numpy.maximum(numpy.where(difference > 0, difference, 0).sum(1),
                              numpy.where(difference < 0, -difference, 0).sum(1)) / 2
        order = numpy.argsort(bound, kind="stable")
        return any(distance(text, self.others[fits[i]], limit) < limit
                   for i in order if bound[i] <= limit * longer[fits[i]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("documents", help="JSON lines with id and text")
    parser.add_argument("clusters", help="of clusters_of.py")
    parser.add_argument("--pairs", action="store_true", help="the second file holds lines id <tab> id, not clusters")
    parser.add_argument("--gold", help="lines id <tab> id <tab> distance")
    parser.add_argument("--sample", type=int, default=1000, help="pairs whose distance is measured")
    parser.add_argument("--nearest", type=int, default=500, help="dropped documents that are compared with all others")
    parser.add_argument("--words", action="store_true", help="distances of words: case and punctuation do not count")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)

    texts = {}
    for line in open(options.documents, encoding="utf-8"):
        document = json.loads(line)
        text = document["text"]
        texts[document["id"]] = " ".join(WORD.findall(text.lower())) if options.words else SPACE.sub(" ", text)
    result: dict[str, object] = {"documents": len(texts)}

    if options.pairs:
        pairs = [tuple(line.split("\t")) for line in Path(options.clusters).read_text(encoding="utf-8").splitlines()]
        accepted = {frozenset(pair) for pair in pairs}
        result |= {"pairs": len(pairs)}
        random_pairs = draw.sample(pairs, min(options.sample, len(pairs)))
    else:
        clusters = [json.loads(line) for line in open(options.clusters, encoding="utf-8")]
        of = {name: number for number, cluster in enumerate(clusters) for name in cluster}
        dropped = [(name, cluster[0]) for cluster in clusters for name in cluster[1:]]
        implied = [len(cluster) * (len(cluster) - 1) // 2 for cluster in clusters]
        result |= {"clusters": len(clusters), "dropped": len(dropped), "largest": max(map(len, clusters), default=0),
                   "pairs": sum(implied)}
        kept_sample = draw.sample(dropped, min(options.sample, len(dropped)))
        result |= {f"kept_{below}": share for below, share in shares(kept_sample, texts).items()}
        drawn = draw.choices(clusters, implied, k=options.sample) if clusters else []
        random_pairs = [tuple(draw.sample(cluster, 2)) for cluster in drawn]
        if options.nearest:
            some = kept_sample[:options.nearest]
            far = [name for name, kept in some if distance(texts[name], texts[kept], 0.15) >= 0.15]
            near = len(some) - len(far)
            if far:
                gone = {name for name, _ in dropped}
                nearest = Nearest([text for name, text in texts.items() if name not in gone])
                near += sum(nearest.within(texts[name], 0.15) for name in far)
            result["near_kept"] = round(100 * near / max(len(some), 1), 1)
    result |= {f"pair_{below}": share for below, share in shares(random_pairs, texts).items()}

    if options.gold:
        known = []
        for line in open(options.gold, encoding="utf-8"):
            if not line.startswith("#"):
                one, other, d = line.rstrip("\n").split("\t")
                known.append((one, other, float(d)))
        for below in (0.08, 0.15):
            wanted = [(one, other) for one, other, d in known if d < below]
            if options.pairs:
                hits = sum(frozenset(pair) in accepted for pair in wanted)
            else:
                hits = sum(one in of and of[one] == of.get(other) for one, other in wanted)
            result[f"gold_{round(100 * below)}"] = round(100 * hits / max(len(wanted), 1), 1)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
