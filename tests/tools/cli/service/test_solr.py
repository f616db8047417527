"""Solr's searches over HTTP: what clients of JSON send, and what a real Solr answered."""
import json
import os
import sys
import urllib.parse
from pathlib import Path

import pytest

sys.path.insert(0, os.path.dirname(__file__))
sys.path.insert(0, str(Path(__file__).parents[3] / "solr"))
from answers import difference  # noqa: E402
from recording import CHAINS, RULES, read_recording  # noqa: E402
from served import Served  # noqa: E402

FIELDS = ["--field", "title:S", "--field", "tags:XTAGS", "--value", "id:60", "--value", "cat:61", "--value", "sig:62",
          "--value", "num:63:number", "--value", "price:64:number", "--value", "pricef:65:number", "--value", "date:66:date",
          "--value", "flag:67", "--value", "numf:68:number"]


@pytest.fixture(scope="module")
def recording():
    return read_recording()


@pytest.fixture(scope="module")
def served(descry, recording, tmp_path_factory):
    """An index of the recorded documents: all through the chain but n1 to n6."""
    folder = tmp_path_factory.mktemp("solr")
    (folder / "chain.json").write_text(json.dumps(CHAINS["tp_keep"]))
    documents = recording[0]["documents for the query part"]
    for name, chain in [("signed", [folder / "chain.json", "--solr-strict"]), ("unsigned", ["none"])]:
        with (folder / f"{name}.jsonl").open("w") as lines:
            for document in documents:
                if document["id"].startswith("n") == (name == "unsigned"):
                    print(json.dumps(document), file=lines)
        descry("index", folder / "db", folder / f"{name}.jsonl", "--quiet", "--chain", *chain,
               *(FIELDS if name == "signed" else []))
    with Served(descry, folder / "db") as service:
        yield service


def select(served, parameters, status=200):
    got, headers, body = served.ask("/solr/behave/select?" + urllib.parse.urlencode([tuple(pair) for pair in parameters]))
    assert (got, headers["Content-Type"]) == (status, "application/json"), body
    return json.loads(body)


def refused(served, message, path="/solr/behave/select", status=400, **rest):
    """Solr's form of an error."""
    answer = served.json(path, status=status, **rest)
    assert answer["responseHeader"] == {"status": status, "QTime": 0}
    assert answer["error"]["code"] == status
    assert message in answer["error"]["msg"], answer


def ids(answer):
    return [document["id"] for document in answer["response"]["docs"]]


def totals(answer):
    """What of an answer does not depend on scores."""
    found = {"response": answer.get("response", {}).get("numFound")}
    for field, grouped in answer.get("grouped", {}).items():
        found[field] = [grouped["matches"], grouped.get("ngroups"), len(grouped["groups"])]
    return found


def test_recorded_selects_are_answered_the_same(served, recording):
    names = [request["name"] for request in recording[1]]
    # What follows is of other documents.
    end = next(i for i, name in enumerate(names) if name.startswith("segments_"))
    searches = recording[1][names.index(RULES["first_search"]):end]
    differ = set().union(*RULES["out_of_scope"].values()) | {
        "group_text_field",
        "err_boolean_field",  # values are texts, numbers or dates
        "page_minExactCount_plain"}  # Solr's total is too low
    count = {"equal": 0, "equal totals": 0, "different": 0}
    for request in searches:
        status, _, body = served.ask("/solr/behave/select", "POST", urllib.parse.urlencode([tuple(pair) for pair in request["params"]]))
        answer = json.loads(body)
        if request["name"] in differ:
            assert status in (200, 400), request
            count["different"] += 1
            continue
        # Solr's 500 are refusals.
        assert (status == 200) == (request["status"] == 200), (request, answer)
        expected = request["response"]
        by_score = any(name == "q" and value.startswith("text:") for name, value in request["params"])
        is_equal = not difference({"status": status, "response": expected}, {"status": status, "response": answer})
        assert is_equal or (by_score and totals(answer) == totals(expected)), request
        count["equal" if is_equal else "equal totals"] += 1
    print(len(searches), count)
    assert count["equal"] >= 115
    assert len(searches) == 155


def test_a_select_is_asked_for_as_clients_do(served):
    expected = select(served, [("q", "cat:x"), ("fq", "price:[3 TO 10]"), ("fl", "id"), ("sort", "id asc"), ("rows", "3")])
    del expected["responseHeader"]
    assert ids(expected) == ["a1", "a2", "b1"] and expected["response"]["numFound"] == 6
    form = "q=cat%3Ax&fq=price:%5B3+TO+10%5D&fl=id&sort=id+asc&rows=3&wt=json"
    body = {"query": "cat:x", "filter": ["price:[3 TO 10]"], "fields": ["id"], "sort": "id asc", "limit": 3,
            "offset": None, "params": {"wt": "json"}}
    for path in ["/solr/any/select", "/solr/any/select/"]:
        for method, sent in [("GET", None), ("POST", form), ("POST", body)]:
            query = "?" + form if method == "GET" else ""
            answer = served.json(path + query, method, body=sent)
            header = answer.pop("responseHeader")
            assert header.keys() == {"status", "QTime"} and header["status"] == 0
            assert answer == expected
    joined = served.json("/solr/any/select", "POST", body="fq=price:[3+TO+10]&rows=3", q="cat:x", fl="id", sort="id asc")
    assert joined["response"] == expected["response"]
    answer = select(served, [("q", "id:a1"), ("echoParams", "all"), ("fq", "cat:x"), ("fq", "num:1"), ("_", "17")])
    assert answer["responseHeader"]["params"] == {"q": "id:a1", "echoParams": "all", "fq": ["cat:x", "num:1"], "_": "17"}
    assert "responseHeader" not in select(served, [("omitHeader", "true")])
    for ping in ["/solr/any/admin/ping", "/solr/any/admin/ping/"]:
        answer = served.json(ping, wt="json")
        assert answer["status"] == "OK" and answer["responseHeader"]["status"] == 0


def test_the_fields_of_a_document(served):
    (document,) = select(served, [("q", "id:a1")])["response"]["docs"]
    assert len(document.pop("sig")) == 32
    assert document == {"id": "a1", "cat": "x", "price": 10, "pricef": 1.5, "num": 1, "title": "fox one", "tags": ["red", "big"],
                        "flag": "true", "date": "2024-01-01T00:00:00Z", "text": "The quick brown fox fox jumps over the lazy dog dog"}
    answer = select(served, [("q", "text:fox"), ("fq", "id:a1"), ("fl", "* score")])["response"]
    assert answer["docs"][0]["score"] == answer["maxScore"] > 0
    assert answer["docs"][0].keys() == {*document, "sig", "score"}
    (one,) = select(served, [("q", "id:a1"), ("fl", "price,nothing group")])["response"]["docs"]
    assert one.keys() == {"price", "group"}


@pytest.mark.parametrize("style, expected", [
    ("flat", ["x", 9, "y", 8, "z", 6, None, 1]), ("map", {"x": 9, "y": 8, "z": 6, "": 1}),
    ("arrarr", [["x", 9], ["y", 8], ["z", 6], [None, 1]])])
def test_counts_have_the_form_that_is_asked_for(served, style, expected):
    answer = select(served, [("rows", 0), ("facet", "true"), ("facet.field", "cat"), ("facet.missing", "true"),
                             ("facet.limit", -1), ("json.nl", style)])
    assert answer["facet_counts"]["facet_fields"]["cat"] == expected


@pytest.mark.parametrize("query, same, more", [
    ("apple AND pie", "+text:apple +text:pie", {}), ("apple pie", "+apple +pie", {"q.op": "AND"}),
    ("apple || pear NOT note", "apple pear -note", {}), ("apple OR pie", "apple pie", {"q.op": "AND"}),
    ("fox", "title:fox", {"df": "title"}), ("title:(fox AND !two)", "+title:fox -title:two", {}),
    ('"quick brown fox"', "+quick +brown +fox", {}), ("apple && (sugar || note)", "+apple +(sugar note)", {}),
    ("cat:x AND NOT tags:red", "+cat:x -tags:red", {}), (r"date:2024\-01\-01T00\:00\:00Z", "id:a1", {}),
    ('date:["2024-01-01T00:00:00Z" TO "2024-01-01T00:00:00Z"]', "id:a1", {}), ("pricef:{1 TO 2.0}", "id:a1", {}),
    ("& AND apple", "apple", {}), ("apple & pie", "+apple +pie", {"q.op": "AND"}), ("apple", "apple", {"fq": ""})])
def test_queries_are_read_as_lucene_does(served, query, same, more):
    found, expected = ([sorted(ids(select(served, [("q", q), ("rows", 50), *with_.items()])))
                        for q, with_ in [(query, more), (same, {})]])
    assert found == expected != []


def test_what_is_not_understood_is_refused_by_name(served):
    for name in ["hl", "json.facet", "stats", "cursorMark", "group.func", "qf", "f.cat.facet.limit", "nonsense"]:
        refused(served, name, **{name: "1"})
        refused(served, name, method="POST", body=name + "=1")
        refused(served, name, method="POST", body={"params": {name: 1}})
        refused(served, name, "/solr/behave/admin/ping", **{name: "1"})
    for name, value in [("wt", "xml"), ("wt", "javabin"), ("defType", "edismax"), ("q.op", "XOR"), ("json.nl", "arrmap"),
                        ("rows", "-1"), ("rows", "1000000"), ("start", "x"), ("df", "nothing"), ("sort", "text asc"),
                        ("fl", "[docid]"), ("sort", "nothing asc")]:
        refused(served, name if value not in ("nothing", "nothing asc") else "nothing", **{name: value})
    refused(served, "facet", method="POST", body={"facet": {}})
    refused(served, "q", method="POST", body={"query": {"lucene": {}}})
    refused(served, "not a JSON object", method="POST", body="{")
    refused(served, "nonsense", fq="{!collapse field=sig nonsense=1}")
    refused(served, "key", facet="true", **{"facet.field": "{!key=a}cat"})
    for query in ["fo*", "f?x", "fox~", "fox^2", "/fox/", "{!func}price", "AND", "a AND", "(a", "a)", "title:", '"a', "cat:[1 TO"]:
        refused(served, "", q=query)
    refused(served, "POST /v1/documents", "/solr/behave/update", method="POST", body="[]")
    refused(served, "/solr/NAME/select", "/solr/behave/admin/luke", status=404)
    refused(served, "/solr/NAME/select", "/solr/", status=404)
    refused(served, "GET", "/solr/behave/select", status=405, method="PUT", body="x")


def test_no_request_holds_the_service_up(served):
    refused(served, "parentheses", method="POST", body="q=" + "(" * 100000)
    refused(served, "words", method="POST", body="q=" + "a+" * 100000)
    refused(served, "too many", method="POST", body="fq=a&" * 100000)
    for gap, end in [("0", 10), ("-1", 10), ("1", 2**31 - 1)]:
        refused(served, "facet.range.gap", facet="true", **{"facet.range": "price", "facet.range.start": 0,
                                                              "facet.range.end": end, "facet.range.gap": gap})
    refused(served, "", method="POST", body='{"params":' * 100000)


def test_verified_groups_are_a_field(descry, index):
    printed = descry("search", index, "*", "--format", "json", "--rows", 5).json()
    with Served(descry, index, "--read-only") as served:
        answer = select(served, [("fq", "{!collapse field=group nullPolicy=expand}"), ("rows", 5), ("fl", "id")])
        assert answer["response"]["numFound"] == printed["groups"]
        assert ids(answer) == [result["id"] for result in printed["results"]]
        assert select(served, [("fq", "{!collapse field=nonsense}")], 400)["error"]["code"] == 400
