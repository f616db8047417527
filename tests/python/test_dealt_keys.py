"""Keys on their way to other workers: who shares one is linked, wherever it was packed."""
import random
import struct

import pytest

from descry import _native


def packed(documents, targets, workers):
    """Blocks by target, of documents that several workers have: (content, keys) each."""
    blocks = {}
    for worker in range(workers):
        packer = _native.KeyPacker(targets)
        mine = documents[worker::workers]
        for part in (mine[:7], mine[7:], []):
            ends, keys = [], []
            for _, of_document in part:
                keys += of_document
                ends.append(len(keys))
            packer.add(struct.pack(f"<{len(part)}q", *(content for content, _ in part)),
                       struct.pack(f"<{len(ends)}i", *ends), struct.pack(f"<{len(keys)}q", *keys))
        assert len(packer) == 10 * sum(len(keys) for _, keys in mine)
        for target, block in enumerate(packer.take()):
            blocks.setdefault(target, []).append(block)
        assert len(packer) == 0 and not any(packer.take())
    return blocks


@pytest.mark.parametrize("targets, workers", [(1, 1), (5, 3)])
def test_a_star_a_key(targets, workers):
    chance = random.Random(3)
    signed = 1 << 63
    documents = [(chance.randrange(-signed, signed),
                  [chance.randrange(-signed, signed) for _ in range(3)]) for _ in range(40)]
    for _ in range(200):  # that share keys with others, and copies
        content = chance.choice([chance.choice(documents)[0], chance.randrange(-signed, signed)])
        documents.append((content, [chance.choice(chance.choice(documents)[1] or [0])
                                    for _ in range(chance.randrange(4))]))
    nodes = {}
    for content, keys in documents:
        for key in keys:
            nodes.setdefault(key, set()).add(content % (1 << _native.NODE_BITS))
    wanted = {(node, min(of_key)) for of_key in nodes.values() for node in of_key
              if node != min(of_key)}
    found = []
    for blocks in packed(documents, targets, workers).values():
        edges = _native.KeyEdges()
        for block in blocks:
            edges.add(block)
        a, b = (struct.unpack(f"<{len(part) // 8}q", part) for part in edges.edges())
        found += zip(a, b)
    assert len(wanted) > 100 and set(found) == wanted


def test_what_is_no_block_is_refused():
    with pytest.raises(ValueError, match="no block of keys"):
        _native.KeyEdges().add(b"12345678901")
