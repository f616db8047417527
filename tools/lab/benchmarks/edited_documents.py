#!/usr/bin/env python3
"""Documents for measuring how costs grow: real ones, and any number made from them.

    edited_documents.py COUNT COLLECTION.jsonl.zst... | descry index DB -

First the documents of all collections, shuffled; then, up to COUNT, random real documents with 0-40%
of their words edited, the share drawn uniformly: half of the edits replace a word, a quarter delete
one, a quarter insert one, with new words from another document of the collection. In every fourth
document, the same share of sentences is swapped with the next. Words are separated by spaces. Equal
COUNT and collections give equal bytes; a smaller COUNT gives a prefix.
"""
import json
import random
import re
import subprocess
import sys

SEED = 4
MOST_EDITED = 0.4
SENTENCE_END = re.compile(r"(?<=[.!?\n])\s+")


def read_collection(path):
    with subprocess.Popen(["zstd", "-dcq", "--long=31", path], stdout=subprocess.PIPE) as process:
        texts = [json.loads(line)["text"] for line in process.stdout]
    if process.returncode != 0:
        raise SystemExit(f"{path}: cannot be read")
    return texts


def swap_sentences(text, share, rng):
    sentences = SENTENCE_END.split(text)
    if len(sentences) > 1:
        for _ in range(1 + int(share * len(sentences) / 2)):
            i = rng.randrange(len(sentences) - 1)
            sentences[i], sentences[i + 1] = sentences[i + 1], sentences[i]
    return "\n".join(sentences)


def edit(text, others, rng):
    share = rng.uniform(0, MOST_EDITED)
    if rng.random() < 0.25:
        text = swap_sentences(text, share, rng)
    words = text.split(" ")
    new_words = others.split(" ")
    edited = {int(rng.random() * len(words)): rng.random() for _ in range(int(share * len(words)))}
    result = []
    for i, word in enumerate(words):
        what = edited.get(i, 1)
        if what == 1 or what < 0.25:
            result.append(word)
        if what < 0.75:
            result.append(new_words[int(rng.random() * len(new_words))])
    return " ".join(result)


def main():
    count = int(sys.argv[1])
    collections = [read_collection(path) for path in sorted(sys.argv[2:])]
    rng = random.Random(SEED)
    real = [(texts, i) for texts in collections for i in range(len(texts))]
    rng.shuffle(real)
    for number in range(count):
        if number < len(real):
            texts, i = real[number]
            text = texts[i]
        else:
            texts, i = rng.choice(real)
            text = edit(texts[i], rng.choice(texts), rng)
        print(json.dumps({"id": str(number), "text": text}, ensure_ascii=False))


if __name__ == "__main__":
    main()
