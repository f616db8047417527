"""Solr's signature chain: random documents through `descry index --chain` and through a real Solr
have the same signatures, and the same ones survive.

DESCRY_SOLR_DOCUMENTS: how many documents (1,500 by default); DESCRY_TEST_SEED repeats a run."""
import json
import os
import random as random_module
import subprocess
from pathlib import Path

import xapian

import signed_documents

DOCUMENTS = int(os.environ.get("DESCRY_SOLR_DOCUMENTS", 1500))
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


def test_random_documents_are_signed_and_survive_as_in_solr(solr, tmp_path):
    seed = int(os.environ.get("DESCRY_TEST_SEED", random_module.randrange(2**32)))
    print(f"DESCRY_TEST_SEED={seed} DESCRY_SOLR_DOCUMENTS={DOCUMENTS}")
    random = random_module.Random(seed)
    worlds = max(1, DOCUMENTS // DOCUMENTS_OF_A_WORLD)
    chains = {f"chain{i}": signed_documents.chain(random) for i in range(worlds)}
    solr.core(chains)
    survivors = 0
    for name, chain in chains.items():
        solr.clear()
        db = tmp_path / name
        chain_file = tmp_path / f"{name}.json"
        chain_file.write_text(json.dumps(chain))
        documents = [signed_documents.document(random, ids=70)
                     for _ in range(DOCUMENTS_OF_A_WORLD)]
        first = True
        for batch in batches(random, documents):
            answer = solr.update(f"[{','.join(batch)}]", commit="true", **{"update.chain": name})
            assert answer["status"] == 200, answer["error"]
            lines = tmp_path / "documents.jsonl"
            lines.write_text("".join(f"{line}\n" for line in batch))
            # Later runs take the chain from the index.
            options = ["--chain", chain_file, "--solr-strict", "--value", f"sig:{SLOT}",
                       "--field", "title:S"]
            descry("index", db, lines, *(options if first else []), "--quiet")
            first = False
        expected = signatures_of_solr(solr)
        assert signatures_of_index(db) == expected, f"DESCRY_TEST_SEED={seed}, {chain}"
        survivors += len(expected)
    print(f"{worlds * DOCUMENTS_OF_A_WORLD} documents, {survivors} survive, no difference")
