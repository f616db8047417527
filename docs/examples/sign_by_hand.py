#!/usr/bin/python3
"""Signs English texts with an exported model, by docs/stored-format.md and without descry.

usage: sign_by_hand.py MODEL TEXTS      (each line of TEXTS is a document)

Prints for each document the values of `descriptive` and `descriptive-stable` (- where there is none),
of the bytes of its term-bands slot the histogram, the bands and the content hash in hex, and the key of
the group that it would be head of. Words are runs of letters and digits, which for simple ASCII texts is what descry's analyzer finds.
"""
import base64
import json
import re
import sys
from collections import Counter
from struct import unpack_from

import xxhash

MASK = 2**64 - 1


def hash64(data, seed):
    return xxhash.xxh64(data, seed=seed).intdigest()


def read_model(data):
    """The id, the parameters, {term: (threshold, flip rate, information)}, {term: (weight, ...)}."""
    assert data[:12] == b"descry-model" and unpack_from("<I", data, 12) == (3,)
    assert unpack_from("<Q", data, len(data) - 8)[0] == hash64(data[:-8], 0)
    (size,) = unpack_from("<I", data, 16)
    parameters = json.loads(data[20:20 + size])
    at, tables = 20 + size, []
    for fields in "<III", "<II":
        (count,) = unpack_from("<I", data, at)
        at += 4
        tables.append({})
        for _ in range(count):
            end = at + 1 + data[at]
            tables[-1][data[at + 1:end]] = unpack_from(fields, data, end)
            at = end + 4 * fields.count("I")
    return slot_key(data), parameters, *tables


def slot_key(data):
    return base64.urlsafe_b64encode(xxhash.xxh3_128(data).digest()[:10]).decode().rstrip("=")


def identifier(hashes, seed):
    """XXH64 of the sum of the hashes, or - for none."""
    total = sum(hashes) & MASK
    return f"{hash64(total.to_bytes(8, 'little'), seed):016x}" if hashes else "-"


def descriptive_values(counts, length, parameters, words):
    seed = parameters["hash_seed"]
    ones = []
    for term, wdf in counts.items():
        if term in words and wdf << 32 > words[term][0] * length:
            ones.append((words[term][1], hash64(term, seed), words[term][2]))
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


def minus_log2(hash_):
    """Of a number in (0, 1) made of the hash, in units of 2^-28, rounded up."""
    numerator = 2 * (hash_ >> 11) + 1
    exponent = numerator.bit_length() - 1
    mantissa, log = numerator << (63 - exponent), exponent
    for _ in range(28):
        mantissa *= mantissa
        bit = mantissa >> 127
        mantissa >>= 63 + bit
        log = log << 1 | bit
    return (54 << 28) - log


def term_bands(counts, length, parameters, stable_terms):
    # Those that stand in more than half of all documents are common.
    present = [term for term in counts if term in stable_terms and stable_terms[term][1] >= 1 << 24]
    if length < parameters["min_body_length"] or len(present) < parameters["min_stable_terms"]:
        return []
    seed, bits = parameters["hash_seed"], parameters["band_key_bits"]
    keys = []
    for band in range(parameters["bands"]):
        def score(term):
            weight = min(max(stable_terms[term][0], 1), 2**30 - 1)
            return minus_log2(hash64(term, seed + band + 1)) * weight, hash64(term, seed)
        drawn, information = [band], 0
        for term in sorted(present, key=score)[:parameters["band_words"]]:
            drawn.append(hash64(term, seed))
            information += stable_terms[term][1]
            if information >= parameters["term_band_information"]:
                break
        data = b"".join(number.to_bytes(8, "little") for number in drawn)
        keys.append(hash64(data, seed) >> (64 - bits))
    return keys


def sketch_of(counts):
    """How the document's characters are spread over classes of words."""
    amounts = [0] * 52
    for term, wdf in counts.items():
        amounts[(hash64(term, 2002) >> 32) * 52 >> 32] += wdf * len(term)
    unit = max(1, -(-max(amounts) // 255))
    numbers = [(sum(wdf * (len(term) + 1) for term, wdf in counts.items()), 4),
               (sum(counts.values()), 4), (unit, 3)]
    numbers += [(-(-amount // unit), 1) for amount in amounts]
    return b"".join(number.to_bytes(size, "big") for number, size in numbers)


def part_of(hash_, number):
    x = hash_ ^ (number * 0x9e3779b97f4a7c15 & MASK)
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & MASK
    x = (x ^ x >> 27) * 0x94d049bb133111eb & MASK
    return x ^ x >> 31


def content_hash_of(words):
    """The document's words and their counts as one number, and their sequence as another, mixed."""
    bag = sum(part_of(hash64(term, 2002), wdf) for term, wdf in Counter(words).items()) & MASK
    return part_of(bag, 0) ^ hash64(b" ".join(words), 2002)


model_file, text_file = sys.argv[1:]
with open(model_file, "rb") as file:
    model_id, model_parameters, model_words, model_terms = read_model(file.read())
with open(text_file, "rb") as file:
    for line in file:
        all_words = re.findall(rb"[a-z0-9]+", line.lower())
        wdfs = Counter(all_words)
        body_length = sum(wdfs.values())
        bands = term_bands(wdfs, body_length, model_parameters, model_terms)
        content = content_hash_of(all_words)
        value = sketch_of(wdfs) if bands else b""
        value += b"".join(key.to_bytes(model_parameters["band_key_bits"] // 8, "big")
                          for key in bands) + content.to_bytes(8, "big")
        group = slot_key(model_id.encode() + (content ^ 0x67726f7570).to_bytes(8, "little"))
        print(*descriptive_values(wdfs, body_length, model_parameters, model_words), value.hex(),
              group)
