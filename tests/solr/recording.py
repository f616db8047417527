"""The requests and answers that were recorded of a real Solr, and which index each was sent to.

Updates began with an empty index, but for those that `recording.json` names; the searches from the
one that it calls `first_search` on are of the documents that the recording lists."""
import json
import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CHAINS = json.loads((HERE / "chains.json").read_text())
RULES = json.loads((HERE / "recording.json").read_text())


def shared_file(*parts):
    folder = Path(os.environ.get("DESCRY_SHARED", HERE / "../../../shared")).resolve()
    path = folder.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"no {path}; DESCRY_SHARED names the folder")
    return path


def read_recording():
    """The header and the requests."""
    lines = shared_file("facts", "solr-responses.jsonl").read_text().splitlines()
    header, *requests = map(json.loads, lines)
    return header, requests


def index_documents(solr, documents):
    """Those of the searches: all through the chain tp_keep but n1 to n6; one commit."""
    solr.clear()
    signed = [document for document in documents if not document["id"].startswith("n")]
    unsigned = [document for document in documents if document["id"].startswith("n")]
    solr.update(signed, **{"update.chain": "tp_keep"})
    solr.update(unsigned, commit="true")


def replay(solr, requests, documents):
    """Sends them to @a solr; yields (request, answer) for those of the core they were recorded
    with."""
    for request in requests:
        if not request["path"].startswith("/solr/behave/"):
            continue
        if request["path"].endswith("/update"):
            if request["name"] not in RULES["updates_that_go_on"]:
                solr.clear()
            yield request, solr.ask("update", params=request["params"],
                                    body=json.dumps(request["body"]))
        else:
            if request["name"] == RULES["first_search"]:
                index_documents(solr, documents)
            yield request, solr.ask("select", params=request["params"])
