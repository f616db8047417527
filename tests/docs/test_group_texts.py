"""The example without Xapian groups the lines of a file as `descry uniq` groups documents."""
import json
import os
import re
import subprocess

import pytest

from pages import ROOT

DESCRY = os.environ["DESCRY"]
EXAMPLE = os.environ["DESCRY_GROUP_TEXTS"]
SHARED = ROOT / os.environ.get("DESCRY_SHARED", "../shared")


def texts_of_collection(name, limit):
    path = SHARED / f"corpora/{name}.jsonl.zst"
    if not path.exists():
        pytest.skip(f"no {path}")
    lines = subprocess.run(["zstd", "-q", "-dc", "--long=27", path], capture_output=True, check=True,
                           text=True).stdout.splitlines()[:limit]
    return [" ".join(json.loads(line)["text"].split()) for line in lines]


def groups_of_example(texts, folder, environment):
    file = folder / "texts.txt"
    file.write_text("".join(f"{text}\n" for text in texts))
    printed = subprocess.run([EXAMPLE, file], capture_output=True, check=True, text=True,
                             env={**os.environ, **environment}).stdout
    groups = {}
    for line in printed.splitlines():
        if head := re.fullmatch(r"line (\d+) is kept", line):
            groups[int(head[1])] = members = []
        else:
            number, percent = re.fullmatch(r"  line (\d+), (\S+) % different", line).groups()
            members.append((int(number), round(float(percent) * 10_000)))
    return groups


def groups_of_uniq(texts, folder):
    input, output = folder / "texts.jsonl", folder / "groups.jsonl"
    input.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n"
                             for i, text in enumerate(texts, 1)))
    subprocess.run([DESCRY, "uniq", input, "--groups", output, "--quiet"], check=True,
                   stdout=subprocess.DEVNULL)
    groups = {}
    for line in output.read_text().splitlines():
        head, *members = json.loads(line)["members"]
        groups[head["docid"]] = [(member["docid"], member["similarity"]) for member in members]
    return groups


@pytest.mark.parametrize("collection,limit", [(None, None), ("reuters21578", 4000), ("react-docs-ru", 3000)])
def test_groups_are_those_of_uniq(tmp_path, collection, limit):
    texts = (texts_of_collection(collection, limit) if collection
             else (ROOT / "docs/examples/harbour.txt").read_text().splitlines())
    # What is small needs no file, and a library reads no environment.
    environment = {} if collection else {"TMPDIR": "/nonexistent"}
    ours = groups_of_example(texts, tmp_path, environment)
    theirs = groups_of_uniq(texts, tmp_path)
    assert ours and {head: [number for number, _ in members] for head, members in ours.items()} == {
        head: [number for number, _ in members] for head, members in theirs.items()}
    for head, members in ours.items():
        for (number, millionths), (_, similarity) in zip(members, theirs[head]):
            assert abs(1 - millionths / 1e6 - similarity) < 6e-5, number
