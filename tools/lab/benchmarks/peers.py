#!/usr/bin/env python3
"""Other near-duplicate tools on a collection, as their users run them: candidates, recall, CPU time.

    python3 -m venv peers && peers/bin/pip install datasketch rensa gaoya
    zstd -dcq --long=31 COLLECTION.jsonl.zst > docs.jsonl
    peers/bin/python tools/lab/benchmarks/peers.py datasketch docs.jsonl [GOLD.tsv] [--shingle 5]

Texts are lower-cased runs of letters and digits; a tool's time runs from the decompressed text to its
candidate pairs. docs/comparison.md shows the figures beside those of `descry-lab evaluate`.
"""
import argparse
import json
import re
import resource

WORD = re.compile(r"\w+")


def cpu_seconds():
    use = resource.getrusage(resource.RUSAGE_SELF)
    return use.ru_utime + use.ru_stime


def shingles(text, width):
    words = WORD.findall(text.lower())
    return [" ".join(words[i:i + width]) for i in range(max(len(words) - width + 1, 1))]


def run_datasketch(texts, width, bands, rows):
    from datasketch import MinHash, MinHashLSH
    lsh = MinHashLSH(num_perm=128, params=(bands, rows))
    signatures = {}
    for number, text in enumerate(texts):
        signatures[number] = MinHash(num_perm=128)
        signatures[number].update_batch([s.encode() for s in shingles(text, width)])
        lsh.insert(number, signatures[number])
    return ((number, other) for number, signature in signatures.items()
            for other in lsh.query(signature))


def run_rensa(texts, width, bands, rows):
    from rensa import RMinHash, RMinHashLSH
    # It accepts no more permutations than its bands hold.
    permutations = bands * rows
    lsh = RMinHashLSH(threshold=0.5, num_perm=permutations, num_bands=bands)
    signatures = {}
    for number, text in enumerate(texts):
        signatures[number] = RMinHash(num_perm=permutations, seed=42)
        signatures[number].update(shingles(text, width))
        lsh.insert(number, signatures[number])
    return ((number, other) for number, signature in signatures.items()
            for other in lsh.query(signature))


def run_gaoya(texts, width, bands, rows):
    from gaoya.minhash import MinHashStringIndex
    # gaoya drops candidates that fail its own check; 0 keeps all.
    index = MinHashStringIndex(hash_size=32, jaccard_threshold=0.0, num_bands=bands,
                               band_size=rows, num_hashes=bands * rows, analyzer="word",
                               lowercase=True, ngram_range=(width, width))
    for number, text in enumerate(texts):
        index.insert_document(number, text)
    return ((number, other) for number, text in enumerate(texts) for other in index.query(text))


def recall(pairs, gold, numbers, below):
    wanted = set()
    for line in open(gold, encoding="utf-8"):
        fields = line.rstrip("\n").split("\t")
        if line.startswith("#") or float(fields[2]) >= below:
            continue
        wanted.add(tuple(sorted((numbers[fields[0]], numbers[fields[1]]))))
    return len(wanted & pairs) / len(wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", choices=["datasketch", "rensa", "gaoya"])
    parser.add_argument("documents", help="JSON lines with id and text")
    parser.add_argument("gold", nargs="?", help="lines id <tab> id <tab> distance, not compressed")
    parser.add_argument("--shingle", type=int, default=5, help="words of a shingle")
    parser.add_argument("--bands", type=int, default=25)
    parser.add_argument("--rows", type=int, default=5)
    arguments = parser.parse_args()

    documents = [json.loads(line) for line in open(arguments.documents, encoding="utf-8")]
    texts = [document["text"] for document in documents]
    before = cpu_seconds()
    run = {"datasketch": run_datasketch, "rensa": run_rensa, "gaoya": run_gaoya}[arguments.tool]
    pairs = {tuple(sorted(pair)) for pair in
             run(texts, arguments.shingle, arguments.bands, arguments.rows) if pair[0] != pair[1]}
    spent = cpu_seconds() - before
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    print(f"{arguments.tool} {arguments.bands}x{arguments.rows}, {arguments.shingle} words: "
          f"{len(texts)} documents, {len(pairs)} candidates, {spent:.2f} CPU s, "
          f"{megabytes / spent:.1f} MB/s")
    if arguments.gold:
        numbers = {document["id"]: number for number, document in enumerate(documents)}
        shares = [recall(pairs, arguments.gold, numbers, below) for below in (0.08, 0.15, 0.30)]
        print("recall below 8, 15, 30 %: " + ", ".join(f"{100 * share:.1f}" for share in shares))


if __name__ == "__main__":
    main()
