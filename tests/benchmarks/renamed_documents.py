#!/usr/bin/env python3
"""Documents for measuring how costs grow with the number alone: real ones, and the same under other
words.

    renamed_documents.py COUNT COLLECTION.jsonl.zst... | descry index DB -

First the documents of all collections, shuffled; then all of them again and again, with a number
behind each word that at most 2 % of the documents have, another one each time. So documents are as
like each other in a million as among the real ones, where edits of real documents (see
edited_documents.py) grow ever denser. A word is a run of letters and digits, lower-cased to be counted
and renamed. The same COUNT and collections give the same bytes; fewer are the beginning of more.
"""
import collections
import json
import random
import re
import sys

from edited_documents import SEED, read_collection

COMMON = 0.02
WORD = re.compile(r"\w+")


def main():
    count = int(sys.argv[1])
    texts = [text for path in sorted(sys.argv[2:]) for text in read_collection(path)]
    random.Random(SEED).shuffle(texts)
    documents = collections.Counter()
    for text in texts:
        documents.update(set(WORD.findall(text.lower())))
    common = {word for word, held in documents.items() if held > COMMON * len(texts)}
    for number in range(count):
        text = texts[number % len(texts)]
        world = number // len(texts)
        if world > 0:
            text = WORD.sub(lambda match: match[0] if match[0].lower() in common
                            else f"{match[0]}{world}x", text)
        print(json.dumps({"id": str(number), "text": text}, ensure_ascii=False))


if __name__ == "__main__":
    main()
