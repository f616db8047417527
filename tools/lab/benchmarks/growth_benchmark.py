#!/usr/bin/env python3
"""Growth of `descry uniq`'s CPU time with the number of documents, for formerly quadratic cases.

    growth_benchmark.py [KIND...]

$DESCRY_BIN is the program's directory, by default build/release/tools. Each kind of collection is
drawn with a fixed seed, in sizes that about double. Prints user time in seconds (the minimum of three
runs, one thread), per document, and relative to the size before, after checking the number of kept
documents. If the time per document grows more than 1.3 times when the size doubles, the line ends
with MISSED, and the exit code is 1.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

MOST = 1.3
RUNS = 3
BIN = Path(os.environ.get("DESCRY_BIN", "build/release/tools"))


def vocabulary(rng, size=4000):
    return ["".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(3, 9)))
            for _ in range(size)]


class Drawn:
    """Texts of random words, with a template in front of each, in blocks, or without one."""

    def __init__(self, own, template=0, blocks=1):
        self.own, self.template, self.blocks = own, template, blocks

    def texts(self, count):
        rng = random.Random(1)
        words = vocabulary(rng)
        template = rng.choices(words, k=self.template)
        for _ in range(count):
            own = rng.choices(words, k=self.own)
            yield " ".join(" ".join(part[i * len(part) // self.blocks:
                                         (i + 1) * len(part) // self.blocks])
                           for i in range(self.blocks) for part in (template, own))


class Numbers:
    """A template of so many words, then two random numbers."""

    def __init__(self, template):
        self.template = template

    def texts(self, count):
        rng = random.Random(1)
        template = " ".join(rng.choices(vocabulary(rng), k=self.template))
        for _ in range(count):
            yield f"{template} {rng.randrange(10**6)} {rng.randrange(10**6)}"


def write(path, texts):
    with open(path, "w", encoding="utf-8") as file:
        for number, text in enumerate(texts):
            print(json.dumps({"id": f"{path.stem} {number}", "text": text}), file=file)


def user_seconds(arguments, documents):
    """The minimum of some runs. A few texts of one template are near each other by chance."""
    least = float("inf")
    for _ in range(RUNS):
        before = os.times().children_user
        result = subprocess.run([BIN / "descry", *arguments, "--quiet", "--threads", "1"],
                                stdout=subprocess.PIPE, check=True)
        least = min(least, os.times().children_user - before)
        stay = result.stdout.count(b"\n")
        if not 0.9 * documents <= stay <= documents:
            raise SystemExit(f"{' '.join(map(str, arguments))}: {stay} of {documents} stay")
    return least


def uniq(folder, texts):
    documents = folder / "documents.jsonl"
    write(documents, texts)
    return ["uniq", documents]


def uniq_beside_prepared(folder, texts):
    references = folder / "references.jsonl"
    write(references, texts[:50])
    prepared = folder / "references.prepared"
    subprocess.run([BIN / "descry", "prepare", references, "--output", prepared, "--quiet"],
                   check=True)
    return [*uniq(folder, texts[50:]), "--reference", prepared]


def uniq_keeping_numbers_apart(folder, texts):
    return [*uniq(folder, texts), "--keep-apart", "numbers"]


# The kind, the documents beside those that are printed, sizes, the command.
KINDS = {
    "unrelated": (Drawn(250), 0, (475, 950, 1900, 3800, 7600), uniq),
    "prepared": (Drawn(250), 50, (475, 950, 1900, 3800, 7600), uniq_beside_prepared),
    "template": (Drawn(50, 200), 0, (250, 500, 1000, 1900), uniq),
    "template-in-blocks": (Drawn(50, 200, 10), 0, (250, 500, 1000, 1900), uniq),
    "long-template": (Drawn(500, 2000), 0, (200, 400, 800), uniq),
    "long-template-in-blocks": (Drawn(500, 2000, 10), 0, (200, 400, 800), uniq),
    "numbers": (Numbers(16), 0, (8000, 16000, 32000, 64000), uniq_keeping_numbers_apart),
}


def measure(kind):
    drawn, references, sizes, command = KINDS[kind]
    is_missed = False
    before = None
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            arguments = command(Path(folder), list(drawn.texts(size + references)))
            each = user_seconds(arguments, size) / size
        ratio = each / before if before else None
        missed = ratio is not None and ratio > MOST
        is_missed = is_missed or missed
        print(f"{kind:24} {size:6} {each * size:8.2f} s {each * 1e3:8.3f} ms a document"
              + (f" {ratio:6.2f} times" if ratio else "") + ("  MISSED" if missed else ""), flush=True)
        before = each
    return not is_missed


def main(kinds):
    unknown = set(kinds) - set(KINDS)
    if unknown:
        raise SystemExit(f"no such kind: {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    return 0 if all([measure(kind) for kind in kinds or KINDS]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
