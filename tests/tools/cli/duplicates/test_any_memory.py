"""The same bytes with any --memory and any number of threads."""
import random

import pytest

from made import write_jsonl


def collection(seed, longest):
    """Few documents of very different lengths, of so few words that most share keys: each meets more heads than it
    tries. Half of them are variants of others, some in another order."""
    chance = random.Random(seed)
    vocabulary = [f"word{''.join(chance.choices('abcdefghij', k=4))}" for _ in range(300)]
    texts = []
    for _ in range(chance.choice([150, 240, 400])):
        if texts and chance.random() < 0.5:
            words = list(chance.choice(texts))
        else:
            words = chance.choices(vocabulary, k=chance.choice([4, 8, 20, 30, 60, 100, 200, longest]))
        for _ in range(chance.choice([0, 1, 3, 10, 30]) * len(words) // 100):
            words[chance.randrange(len(words))] = chance.choice(vocabulary)
        if chance.random() < 0.2:
            cut = chance.randrange(len(words))
            words = words[cut:] + words[:cut]
        texts.append(words)
    return [{"id": f"d{i}", "text": " ".join(words)} for i, words in enumerate(texts)]


# Before the groups did not depend on the memory, each of these had two results.
@pytest.mark.parametrize("seed, longest", [(0, 400), (0, 2000), (2, 4000), (3, 2000), (9, 400)])
@pytest.mark.parametrize("options", [[], ["--inside"], ["--reference"]])
def test_memory_and_threads_change_nothing(descry, tmp_path, seed, longest, options):
    documents = collection(seed, longest)
    if "--reference" in options:
        options = ["--reference", write_jsonl(tmp_path / "known.jsonl", documents[::3])]
        documents = [document for i, document in enumerate(documents) if i % 3]
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    results = set()
    for memory, threads in ((1, 1), (1, 2), (2, 1), (64, 1), (64, 2)):
        kept = descry("uniq", file, *options, "--memory", memory, "--threads", threads, "--groups", tmp_path / "groups",
                      "--dropped", tmp_path / "dropped", "--quiet").out
        results.add((kept, (tmp_path / "groups").read_bytes(), (tmp_path / "dropped").read_bytes()))
    assert len(results) == 1 and next(iter(results))[2]
