"""Recall of altered copies of a collection's documents, by kind of noise: a table of docs/quality.md.

usage: DESCRY=PROGRAM python3 noise_tables.py [--alone] COLLECTION.jsonl...

Uses up to 15,000 documents of 60 to 600 words of each collection, and a copy of each kind of 300 of them, all kinds
together or each --alone. A copy is found if it is in one group with its original at the default distance. Cells show
the results of keys of words alone, and of the default.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COPIES = 300
MISREAD = {"e": "c", "c": "e", "h": "b", "b": "h", "l": "1", "i": "l", "o": "0", "u": "n", "n": "u", "t": "f", "f": "t",
           "s": "5", "a": "o", "r": "v", "d": "cl", "m": "rn", "w": "vv"}


def misread(share):
    def alter(words, chance):
        def one(word):
            places = [i for i, letter in enumerate(word) if letter in MISREAD]
            if not places or chance.random() > share:
                return word
            at = chance.choice(places)
            return word[:at] + MISREAD[word[at]] + word[at + 1:]
        return " ".join(map(one, words))
    return alter


def lost_blanks(share):
    def alter(words, chance):
        return words[0] + "".join(word if chance.random() < share else " " + word for word in words[1:])
    return alter


def endings(words, chance):
    return " ".join(word + "s" if chance.random() < 0.3 else word for word in words)


def replaced(words, chance):
    letters = sorted({letter for word in words for letter in word})
    return " ".join("".join(chance.choice(letters) if chance.random() < 0.06 else letter for letter in word)
                    for word in words)


KINDS = {"a letter misread in 15 % of the words": misread(0.15), "in 30 %": misread(0.3), "in 50 %": misread(0.5),
         "a fifth of the blanks lost": lost_blanks(0.2), "half of the blanks lost": lost_blanks(0.5),
         "an ending added to 30 % of the words": endings, "6 % of the letters replaced": replaced}


def texts_of(collection):
    documents = [json.loads(line) for line in collection.open(newline="\n")]
    texts = [re.findall(r"\w+", document["text"].lower()) for document in documents]
    return [words for words in texts if 60 <= len(words) <= 600][:15000]


def measure(texts, kinds):
    """The percentage of copies found of each kind, by --character-keys."""
    chance = random.Random(11)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "noisy.jsonl"
        with file.open("w") as out:
            for number, words in enumerate(texts):
                out.write(json.dumps({"id": str(number), "text": " ".join(words)}) + "\n")
            for kind in kinds:
                for number in chance.sample(range(len(texts)), min(COPIES, len(texts))):
                    out.write(json.dumps({"id": f"{kind}/{number}", "text": KINDS[kind](texts[number], chance)}) + "\n")
        for keys in ("off", "auto"):
            groups = Path(folder) / keys
            subprocess.run([os.environ["DESCRY"], "uniq", file, "--groups", groups, "--character-keys", keys, "--quiet"],
                           check=True, stdout=subprocess.DEVNULL)
            group_of = {member["id"]: number for number, line in enumerate(groups.open(newline="\n"))
                        for member in json.loads(line)["members"]}
            together = collections.Counter()
            for name, group in group_of.items():
                kind, _, number = name.rpartition("/")
                together[kind] += bool(kind) and group_of.get(number) == group
            found[keys] = {kind: 100 * together[kind] / min(COPIES, len(texts)) for kind in kinds}
    return {kind: f"{found['off'][kind]:.0f} → {found['auto'][kind]:.0f}" for kind in kinds}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("collections", nargs="+", type=Path)
    arguments = parser.parse_args()
    names, cells = [], {kind: [] for kind in KINDS}
    for collection in arguments.collections:
        texts = texts_of(collection)
        names.append(f"{collection.name.split('.')[0]}, {len(texts):,}")
        for kinds in [[kind] for kind in KINDS] if arguments.alone else [list(KINDS)]:
            for kind, cell in measure(texts, kinds).items():
                cells[kind].append(cell)
    print("| kind of change | " + " | ".join(names) + " |")
    print("|---|" + "---|" * len(names))
    for kind in KINDS:
        print(f"| {kind} | " + " | ".join(cells[kind]) + " |")


if __name__ == "__main__":
    main()
