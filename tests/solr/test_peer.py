"""The Solr that this folder's tests compare with answers as the recorded one did."""
from recording import CHAINS, read_recording, replay


def comparable(response):
    return {name: value for name, value in (response or {}).items()
            if name not in ("responseHeader", "error")}


def test_answers_are_the_recorded_ones(solr):
    header, requests = read_recording()
    # Atomic updates need a log of updates, which the peer does not keep.
    requests = [request for request in requests if not request["name"].startswith("atomic_")]
    solr.core(CHAINS)
    seen = 0
    for request, answer in replay(solr, requests, header["documents for the query part"]):
        assert answer["status"] == request["status"], (request["name"], answer.get("error"))
        assert comparable(answer["response"]) == comparable(request["response"]), request["name"]
        seen += 1
    assert seen > 200
