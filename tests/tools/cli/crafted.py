"""Values of wanted hashes: XXH64 of 16 bytes can be computed backwards (tests/crafted_hashes.h)."""
from itertools import count

MASK = (1 << 64) - 1
SEED = 2002
P1, P2, P3, P4, P5 = (0x9e3779b185ebca87, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9,
                      0x85ebca77c2b2ae63, 0x27d4eb2f165667c5)


def rotated(x, bits):
    return (x << bits | x >> (64 - bits)) & MASK


def inverse(odd):
    return pow(odd, -1, 1 << 64)


def unshifted(y, shift):
    x = y
    for _ in range(64 // shift):
        x = y ^ x >> shift
    return x


def after_first(eight):
    round_ = rotated(int.from_bytes(eight, "little") * P2 & MASK, 31) * P1 & MASK
    return (rotated(SEED + P5 + 16 ^ round_, 27) * P1 + P4) & MASK


def value_like(value, start=0):
    """Another value of 16 ASCII characters with the XXH64 of one of 16."""
    target = after_first(value[:8].encode()) ^ rotated(
        int.from_bytes(value[8:].encode(), "little") * P2 & MASK, 31) * P1 & MASK
    for i in count(start):
        first = f"{i:08x}"
        rounded = after_first(first.encode()) ^ target
        last = rotated(rounded * inverse(P1) & MASK, 33) * inverse(P2) & MASK
        text = last.to_bytes(8, "little")
        if text.isascii() and first + text.decode() != value:
            return first + text.decode()
