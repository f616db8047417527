"""Solr's signature chain: random documents through `descry index --chain` and through a real Solr
have the same signatures, and the same ones survive.

DESCRY_SOLR_DOCUMENTS: how many documents (1,000 by default); DESCRY_TEST_SEED repeats a run."""
import json
import os
import random as random_module
import subprocess
from pathlib import Path

import pytest
import xapian

import signed_documents

DOCUMENTS = int(os.environ.get("DESCRY_SOLR_DOCUMENTS", 1000))
DOCUMENTS_OF_A_WORLD = 100
SLOT = 50
DESCRY = Path(os.environ.get("DESCRY", Path(__file__).parents[2] / "build/release/tools/descry"))


def descry(*arguments):
    ran = subprocess.run([DESCRY, *map(str, arguments)], capture_output=True, text=True)
    assert ran.returncode == 0, f"{arguments}\n{ran.stdout}{ran.stderr}"
    return ran.stdout


def signatures_of_index(path):
    db = xapian.Database(str(path))
    documents = [db.get_document(posting.docid) for posting in db.postlist("")]
    return sorted((json.loads(document.get_data())["id"], document.get_value(SLOT).decode())
                  for document in documents)


def signatures_of_solr(solr):
    answer = solr.select({"q": "*:*", "fl": "id,sig", "rows": "100000"})
    return sorted((document["id"], document.get("sig", ""))
                  for document in answer["response"]["response"]["docs"])


def batches(random, documents):
    at = 0
    while at < len(documents):
        end = at + random.choice([1, 7, 40, len(documents)])
        yield documents[at:end]
        at = end


def survivors(solr, folder, name, chain, runs):
    """How many documents are left of these runs, which have to be the same in both."""
    solr.clear()
    (folder / "chain.json").write_text(json.dumps(chain))
    lines = folder / "documents.jsonl"
    # A prefixed member makes the text optional, also where the chain is not enabled. Later runs take
    # all this from the index.
    options = ["--chain", folder / "chain.json", "--solr-strict", "--value", f"sig:{SLOT}",
               "--field", "title:S"]
    for documents in runs:
        answer = solr.update(f"[{','.join(documents)}]", commit="true", **{"update.chain": name})
        assert answer["status"] == 200, answer["error"]
        lines.write_text("".join(f"{line}\n" for line in documents))
        descry("index", folder / name, lines, *options, "--quiet")
        options = []
    expected = signatures_of_solr(solr)
    assert signatures_of_index(folder / name) == expected, chain
    return len(expected)


def new_random():
    seed = int(os.environ.get("DESCRY_TEST_SEED", random_module.randrange(2**32)))
    print(f"DESCRY_TEST_SEED={seed} DESCRY_SOLR_DOCUMENTS={DOCUMENTS}")
    return random_module.Random(seed)


def test_random_documents_are_signed_and_survive_as_in_solr(solr, tmp_path):
    random = new_random()
    worlds = max(1, DOCUMENTS // DOCUMENTS_OF_A_WORLD)
    chains = {f"chain{i}": signed_documents.chain(random) for i in range(worlds)}
    solr.core(chains)
    left = 0
    for name, chain in chains.items():
        documents = [signed_documents.document(random, ids=70)
                     for _ in range(DOCUMENTS_OF_A_WORLD)]
        left += survivors(solr, tmp_path, name, chain, batches(random, documents))
    print(f"{worlds * DOCUMENTS_OF_A_WORLD} documents, {left} survive, no difference")


@pytest.mark.parametrize("fields", ["cat,tags", "text"])
def test_documents_that_are_indexed_in_parts_overwrite_as_in_solr(solr, tmp_path, fields):
    """Above a megabyte of text, `index` builds parts on all threads; ids that come again are added after."""
    random = new_random()
    chain = {"signatureField": "sig", "overwriteDupes": True, "fields": fields}
    solr.core({"large": chain})
    runs = [[signed_documents.document(random, ids=1500, padding=100) for _ in range(3000)]
            for _ in range(2)]
    left = survivors(solr, tmp_path, "large", chain, runs)
    print(f"{sum(map(len, runs))} documents, {left} survive, no difference")
