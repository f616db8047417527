#!/usr/bin/env python3
"""Documents for measuring how costs grow with the number alone: real ones, edited ones, and the same
with other words.

    renamed_documents.py COUNT COLLECTION.jsonl.zst... | descry index DB -

First the documents of all collections, shuffled, with a quarter as many edited copies among them (see
edited_documents.py); then repetitions of all these, with other letters and digits in each word that at
most 2% of the documents have: a new substitution per repetition, which preserves lengths and equality
of words. So similarities among a million documents are those among the first, while edits of real
documents alone grow ever denser, and repetitions share no more than unrelated documents do: common
words, short ones and numbers. A word is a run of letters and digits, lower-cased for counting. Equal
COUNT and collections give equal bytes; a smaller COUNT gives a prefix. Uses all cores.
"""
import collections
import functools
import json
import multiprocessing
import os
import random
import re
import string
import sys

from edited_documents import SEED, edit, read_collection

COMMON = 0.02
EDITED = 0.25
WORD = re.compile(r"\w+")
ALPHABETS = (string.ascii_lowercase, string.digits)


def first_documents(paths):
    rng = random.Random(SEED)
    collections_of_texts = [read_collection(path) for path in paths]
    real = [(texts, text) for texts in collections_of_texts for text in texts]
    documents = [text for _, text in real]
    for texts, text in rng.sample(real, int(EDITED * len(real))):
        documents.append(edit(text, rng.choice(texts), rng))
    rng.shuffle(documents)
    return documents


def common_words(documents):
    holders = collections.Counter()
    for text in documents:
        holders.update(set(WORD.findall(text.lower())))
    return {word for word, held in holders.items() if held > COMMON * len(documents)}


def substitution(time):
    rng = random.Random(f"{SEED} {time}")
    table = {}
    for alphabet in ALPHABETS:
        shuffled = rng.sample(alphabet, len(alphabet))
        table.update(str.maketrans(alphabet, "".join(shuffled)))
        table.update(str.maketrans(alphabet.upper(), "".join(shuffled).upper()))
    return table


def lines_of(count, time):
    """The lines of one repetition, as one string."""
    table = substitution(time)

    @functools.cache
    def renamed(word):
        return word if word.lower() in COMMON_WORDS else word.translate(table)

    first = time * len(DOCUMENTS)
    lines = []
    for number, text in enumerate(DOCUMENTS[:max(0, count - first)], first):
        if time > 0:
            text = WORD.sub(lambda match: renamed(match[0]), text)
        lines.append(json.dumps({"id": str(number), "text": text}, ensure_ascii=False))
    return "".join(line + "\n" for line in lines)


# Workers inherit this by forking; only the repetition's number is sent to them.
DOCUMENTS = []
COMMON_WORDS = set()


def main():
    count = int(sys.argv[1])
    DOCUMENTS.extend(first_documents(sorted(sys.argv[2:])))
    COMMON_WORDS.update(common_words(DOCUMENTS))
    with multiprocessing.get_context("fork").Pool() as pool:
        times = range(-(-count // len(DOCUMENTS)))
        # As many at a time as workers, to limit the data waiting to be written.
        for begin in times[:: os.cpu_count()]:
            some = times[begin : begin + os.cpu_count()]
            for lines in pool.map(functools.partial(lines_of, count), some):
                sys.stdout.write(lines)


if __name__ == "__main__":
    main()
