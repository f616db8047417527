#!/usr/bin/python3
"""Signs English texts with an exported model, by docs/stored-format.md and without descry.

usage: sign_by_hand.py MODEL TEXTS      (each line of TEXTS is a document)

Prints the values of `descriptive` and `descriptive-stable`, - where there is none. Words are runs of
letters and digits, which for simple ASCII texts is what descry's analyzer finds.
"""
import json
import re
import sys
from collections import Counter
from struct import unpack_from

import xxhash


def read_model(data):
    """The parameters, and {term: (threshold, flip rate, information)}."""
    assert data[:12] == b"descry-model" and unpack_from("<I", data, 12) == (1,)
    assert unpack_from("<Q", data, len(data) - 8)[0] == xxhash.xxh64(data[:-8], seed=0).intdigest()
    (size,) = unpack_from("<I", data, 16)
    parameters = json.loads(data[20:20 + size])
    (count,) = unpack_from("<I", data, 20 + size)
    at, words = 24 + size, {}
    for _ in range(count):
        end = at + 1 + data[at]
        words[data[at + 1:end]] = unpack_from("<III", data, end)
        at = end + 12
    return parameters, words


def identifier(hashes, seed):
    """XXH64 of the sum of the hashes, or - for none."""
    total = sum(hashes) % 2**64
    return xxhash.xxh64(total.to_bytes(8, "little"), seed=seed).hexdigest() if hashes else "-"


def sign(text, parameters, words):
    counts = Counter(re.findall(rb"[a-z0-9]+", text.lower()))
    length = sum(counts.values())
    seed = parameters["hash_seed"]
    ones = []
    for term, wdf in counts.items():
        if term in words and wdf << 32 > words[term][0] * length:
            ones.append((words[term][1], xxhash.xxh64(term, seed=seed).intdigest(), words[term][2]))
    if length < parameters["min_body_length"] or len(ones) < parameters["min_ones"]:
        return "-", "-"
    stable, bits = [], 0
    for _, term_hash, information in sorted(ones):
        if len(stable) >= parameters["stable_words"] and bits >= parameters["stable_bits"] << 24:
            break
        stable.append(term_hash)
        bits += information
    if bits < parameters["min_stable_bits"] << 24:
        stable = []
    return identifier([term_hash for _, term_hash, _ in ones], seed), identifier(stable, seed)


model_file, text_file = sys.argv[1:]
with open(model_file, "rb") as file:
    model = read_model(file.read())
with open(text_file, "rb") as file:
    for line in file:
        print(*sign(line, *model))
