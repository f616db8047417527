#!/usr/bin/python3
"""How many near-duplicates the descriptive signatures find, on real collections.

    DESCRY=build/release/tools/descry tests/quality/descriptive_quality.py [COLLECTION...]

For each collection of the shared folder ($DESCRY_SHARED, by default ../shared beside the project):
indexes it, and measures
  - coverage: documents of 30 words and more that have a `descriptive` key, ones per document;
  - recall: the share of the gold pairs (pairs.gold-sampled: exhaustive for a sample of documents)
    closer than 8 and 15 % normalised edit distance whose documents have equal keys;
  - precision: the share of SAMPLE of the pairs with equal keys that are closer than 8, 15 and 30 %.
Exit code 1 when a collection misses its bound, 77 when there is nothing to measure with.

Edit distance is Levenshtein's over characters, white space folded, divided by the longer length
(edlib, whose alphabet ends at 256 characters: pairs beyond, and texts over 60,000 characters, are
left out and counted).
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import edlib
except ImportError:
    print("skipped: needs python3-edlib")
    sys.exit(77)

SAMPLE = 600
SEED = 1
MAX_CHARACTERS = 60000
MIN_COVERAGE = 0.99
MEDIAN_ONES = (20, 40)
MIN_BELOW_30 = 0.95

# The least recall below 8 % of the whole-vector signature with modelled flip rates. Mail, copyright
# files and licences are poor by nature: their templates differ in numbers and names.
MIN_RECALL_08 = {
    "reuters21578": 0.43,
    "installation-guide": 0.80,
    "docs-versions": 0.83,
    "react-docs-ru": 0.50,
    "enron-spam": 0.05,
    "debian-copyright": 0.05,
    "license-texts": 0.05,
}

PROJECT = Path(__file__).resolve().parents[2]
DESCRY = os.environ.get("DESCRY", str(PROJECT / "build/release/tools/descry"))
CORPORA = Path(os.environ.get("DESCRY_SHARED", PROJECT.parent / "shared")) / "corpora"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def read_zstd(path):
    process = subprocess.Popen(
        ["zstd", "-dc", "--long=27", path], stdout=subprocess.PIPE, text=True
    )
    yield from process.stdout
    if process.wait() != 0:
        sys.exit(f"{path}: cannot be decompressed")


def groups_of(database, method):
    """The ids of each group."""
    try:
        lines = run(DESCRY, "groups", database, "--by", method, "--format", "json", "--quiet")
    except subprocess.CalledProcessError as error:
        if error.returncode != 1:
            raise
        lines = ""
    return [[m["id"] for m in json.loads(line)["members"]] for line in lines.splitlines()]


def recall(collection, groups, limit):
    group_of = {member: i for i, group in enumerate(groups) for member in group}
    found = pairs = 0
    for line in read_zstd(CORPORA / f"{collection}.gold-sampled.tsv.zst"):
        a, b, distance = line.rstrip("\n").split("\t")
        if float(distance) >= limit:
            continue
        pairs += 1
        found += a in group_of and group_of[a] == group_of.get(b)
    return found / pairs if pairs else None


def draw_pairs(groups):
    """SAMPLE pairs with equal keys, each pair with equal probability."""
    generator = random.Random(SEED)
    weights = [len(group) * (len(group) - 1) // 2 for group in groups]
    if not weights:
        return []
    drawn = generator.choices(groups, weights, k=SAMPLE)
    return [generator.sample(group, 2) for group in drawn]


def distance(a, b):
    """Normalised edit distance up to 0.30, 1 above; None when it cannot be had."""
    longer = max(len(a), len(b))
    if longer == 0 or a == b:
        return 0
    if longer > MAX_CHARACTERS or len(set(a + b)) > 256:
        return None
    edits = edlib.align(a, b, mode="NW", task="distance", k=int(0.3 * longer) + 1)["editDistance"]
    return edits / longer if edits >= 0 else 1


def precision(collection, groups):
    pairs = draw_pairs(groups)
    wanted = {member for pair in pairs for member in pair}
    texts = {}
    for line in read_zstd(CORPORA / f"{collection}.jsonl.zst"):
        document = json.loads(line)
        if document["id"] in wanted:
            texts[document["id"]] = re.sub(r"\s+", " ", document["text"]).strip()
    distances = [distance(texts[a], texts[b]) for a, b in pairs]
    known = [d for d in distances if d is not None]
    shares = [sum(d < limit for d in known) / max(1, len(known)) for limit in (0.08, 0.15, 0.30)]
    return shares, len(known)


def measure(collection, folder):
    database = f"{folder}/{collection}"
    run(DESCRY, "index", database, CORPORA / f"{collection}.jsonl.zst", "--quiet")
    info = json.loads(run(DESCRY, "info", database, "--format", "json"))
    coverage = info["with_descriptive"] / info["long_documents"]
    ones = info["ones"]
    print(
        f"{collection}: {info['documents']} documents, {info['model']['words']} words, "
        f"coverage {100 * coverage:.1f} %, ones {ones['p5']} / {ones['median']} / {ones['p95']}"
    )
    failures = []
    if coverage < MIN_COVERAGE:
        failures.append(f"coverage below {MIN_COVERAGE}")
    if not MEDIAN_ONES[0] <= ones["median"] <= MEDIAN_ONES[1]:
        failures.append(f"median of ones outside {MEDIAN_ONES}")
    for method in ("descriptive", "descriptive-stable", "text-profile"):
        groups = groups_of(database, method)
        found_08, found_15 = (recall(collection, groups, limit) for limit in (0.08, 0.15))
        (below_08, below_15, below_30), known = precision(collection, groups)
        pairs = sum(len(group) * (len(group) - 1) // 2 for group in groups)
        print(
            f"  {method:<19} recall below 8 % {100 * found_08:5.1f}, below 15 % "
            f"{100 * found_15:5.1f}; {pairs} pairs, of {known} drawn below 8 / 15 / 30 %: "
            f"{100 * below_08:.1f} / {100 * below_15:.1f} / {100 * below_30:.1f}",
            flush=True,
        )
        if method != "descriptive":
            continue
        if found_08 < MIN_RECALL_08[collection]:
            failures.append(f"recall below {MIN_RECALL_08[collection]}")
        if below_30 < MIN_BELOW_30:
            failures.append(f"less than {MIN_BELOW_30} of the pairs below 30 %")
    for failure in failures:
        print(f"  MISSED: {failure}")
    return not failures


def main():
    collections = sys.argv[1:] or list(MIN_RECALL_08)
    missing = [c for c in collections if not (CORPORA / f"{c}.jsonl.zst").exists()]
    if missing:
        print(f"skipped: {', '.join(missing)} not in {CORPORA} (set DESCRY_SHARED)")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        reached = [measure(collection, folder) for collection in collections]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
