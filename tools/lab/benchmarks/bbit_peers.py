#!/usr/bin/env python3
"""Speed of comparing all pairs of 128-bit sketches by NumPy and by datasketch, for docs/comparison.md.

    python3 -m venv peers && peers/bin/pip install datasketch 'numpy>=2'
    peers/bin/python tools/lab/benchmarks/bbit_peers.py [SKETCHES]

NumPy compares one sketch with all others at a time (XOR, bitwise_count, sum, comparison), its
fastest way; datasketch one pair at a time, by its bBitMinHash of 128 functions and one bit. Both
use one core; `sketch_benchmark` measures descry's rate for as many sketches.
"""
import sys
import time

import numpy
from datasketch import MinHash
from datasketch.b_bit_minhash import bBitMinHash

BELOW = 26  # bits, 0.8 of 128 equal
SECONDS = 5


def numpy_rate(count):
    random = numpy.random.default_rng(20261122)
    sketches = random.integers(0, 2**64, size=(count, 2), dtype=numpy.uint64)
    other = sketches[:, 0].copy(), sketches[:, 1].copy()
    # Checks a few before measuring.
    for row in range(3):
        plain = sum(bin(int(sketches[row, half]) ^ int(sketches[row + 1, half])).count("1")
                    for half in range(2))
        counted = sum(int(numpy.bitwise_count(other[half][row] ^ other[half][row + 1]))
                      for half in range(2))
        assert plain == counted
    begin, rows = time.process_time(), 0
    while time.process_time() - begin < SECONDS:
        distance = numpy.bitwise_count(other[0] ^ other[0][rows])
        distance += numpy.bitwise_count(other[1] ^ other[1][rows])
        numpy.count_nonzero(distance < BELOW)
        rows += 1
    return rows * count / (time.process_time() - begin)


def datasketch_rate():
    sketches = []
    for number in range(200):
        sketch = MinHash(num_perm=128)
        sketch.update_batch([b"%d" % (number % 20 * 7 + word) for word in range(100)])
        sketches.append(bBitMinHash(sketch, b=1))
    begin, pairs = time.process_time(), 0
    while time.process_time() - begin < SECONDS:
        for a in sketches[:20]:
            for b in sketches:
                a.jaccard(b)
        pairs += 20 * len(sketches)
    return pairs / (time.process_time() - begin)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    print(f"NumPy {numpy.__version__}, {count} sketches: {numpy_rate(count) / 1e6:.0f} million pairs a second")
    print(f"datasketch bBitMinHash: {datasketch_rate() / 1e6:.3f} million pairs a second")


if __name__ == "__main__":
    main()
