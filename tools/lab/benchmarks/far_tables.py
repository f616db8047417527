"""Recall of larger limits: documents with words replaced in runs, among a whole collection.

    python3 tools/lab/benchmarks/far_tables.py DESCRY COLLECTION.jsonl LIMIT...

Copies 300 documents of 80 to 600 words, with words of other documents in 12 to 44% of the places, in runs
of 1, 3 or 8. The table shows the percentage of copies in one group with their original, by distance,
and the CPU seconds of `descry uniq`. Requires the Python package for the distances.
"""
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import descry

STEP = 0.05


def changed(words, share, run, pool, chance):
    words = list(words)
    places = list(range(0, len(words), run))
    chance.shuffle(places)
    for place in places[:max(1, int(share * len(words)) // run)]:
        size = min(run, len(words) - place)
        words[place:place + size] = [chance.choice(pool) for _ in range(size)]
    return words


def groups_of(program, source, limit):
    """Groups by id, and the CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "groups"
        subprocess.run([program, "uniq", source, "--distance", limit, "--groups", path, "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)
        group_of = {member["id"]: number for number, line in enumerate(path.read_text().splitlines())
                    for member in json.loads(line)["members"]}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return group_of, after.ru_utime - before.ru_utime


def main():
    program, collection, *limits = sys.argv[1:]
    chance = random.Random(5)
    documents = [json.loads(line) for line in open(collection)]
    texts = {str(document["id"]): document["text"] for document in documents}
    long_enough = [id for id, text in texts.items() if 80 <= len(text.split()) <= 600]
    chosen = chance.sample(long_enough, min(300, len(long_enough)))
    pool = [word for id in chance.sample(long_enough, len(chosen)) for word in texts[id].split()]
    copies = {}
    for i, id in enumerate(chosen):
        share, run = [0.12, 0.20, 0.28, 0.36, 0.44][i % 5], [1, 3, 8][i % 3]
        copies[f"copy of {id}"] = (id, " ".join(changed(texts[id].split(), share, run, pool, chance)))
    distances = {copy: descry.distance(text, texts[id]) for copy, (id, text) in copies.items()}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "with-copies.jsonl"
        with open(source, "w") as out:
            for id, text in [*texts.items(), *((copy, text) for copy, (_, text) in copies.items())]:
                out.write(json.dumps({"id": id, "text": text}) + "\n")
        for limit in limits:
            group_of, seconds = groups_of(program, source, limit)
            all_of, found = Counter(), Counter()
            for copy, (id, _) in copies.items():
                if distances[copy] > float(limit):
                    continue
                step = int(distances[copy] / STEP)
                all_of[step] += 1
                found[step] += copy in group_of and group_of[copy] == group_of.get(id)
            cells = " | ".join(f"{100 * found[step] / all_of[step]:.0f} of {all_of[step]}" if all_of[step] else ""
                               for step in range(1, 8))
            print(f"| {Path(collection).stem}, limit {limit} | {cells} | {seconds:.1f} s |", flush=True)


if __name__ == "__main__":
    main()
