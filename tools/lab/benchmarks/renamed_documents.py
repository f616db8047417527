#!/usr/bin/env python3
"""Documents for measuring how costs grow with the number alone: real ones, edited ones, and the same
under other words.

    renamed_documents.py COUNT COLLECTION.jsonl.zst... | descry index DB -

First the documents of all collections, shuffled, with a quarter as many edited copies of them among
them (see edited_documents.py); then all of these again and again, with other letters and digits in each
word that at most 2 % of the documents have: every time by another substitution, which keeps the
length of a word and what is equal. So documents are as like each other in a million as among the first,
where edits of real documents alone grow ever denser, and two times share no more than unrelated documents
do: common words, short ones and numbers. A word is a run of letters and digits, lower-cased to be counted.
The same COUNT and collections give the same bytes; fewer are the beginning of more. Works on all cores.
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
    """The lines of the documents of one time, as one string."""
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


# What the workers are given by being forked: only the number of a time is sent to them.
DOCUMENTS = []
COMMON_WORDS = set()


def main():
    count = int(sys.argv[1])
    DOCUMENTS.extend(first_documents(sorted(sys.argv[2:])))
    COMMON_WORDS.update(common_words(DOCUMENTS))
    with multiprocessing.get_context("fork").Pool() as pool:
        times = range(-(-count // len(DOCUMENTS)))
        # As many at a time as there are workers, so that what waits to be written stays small.
        for begin in times[:: os.cpu_count()]:
            some = times[begin : begin + os.cpu_count()]
            for lines in pool.map(functools.partial(lines_of, count), some):
                sys.stdout.write(lines)


if __name__ == "__main__":
    main()
