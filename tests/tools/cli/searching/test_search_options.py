"""descry search: heads, null policies, orders, filters, facets, groups; and what is refused."""
import json

import pytest

from program import ERROR

DOCUMENTS = [
    {"id": "a1", "text": "harbour fog", "cat": "x", "sig": "a", "price": "10"},
    {"id": "a2", "text": "harbour fog fog", "cat": "x", "sig": "a", "price": "5"},
    {"id": "a3", "text": "harbour fog", "cat": "y", "sig": "a"},
    {"id": "b1", "text": "harbour pier", "cat": "y", "sig": "b", "price": "7"},
    {"id": "b2", "text": "harbour pier fog", "cat": "z", "sig": "b", "price": "-100"},
    {"id": "n1", "text": "harbour", "cat": "z", "price": "300"},
    {"id": "n2", "text": "harbour", "price": "3"},
]


@pytest.fixture(scope="module")
def priced(descry, tmp_path_factory):
    folder = tmp_path_factory.mktemp("options")
    source = folder / "input.jsonl"
    source.write_text("".join(json.dumps(document) + "\n" for document in DOCUMENTS))
    descry("index", folder / "db", source, "--value", "sig:50", "--value", "price:51:number",
           "--value", "cat:52", "--quiet")
    return folder / "db"


def ids(found):
    return [result["id"] for result in found["results"]]


@pytest.fixture
def search(descry, priced):
    return lambda *arguments: descry("search", priced, "*", "--collapse", "sig", *arguments,
                                     "--format", "json").json()


def test_heads_and_null_policies(search):
    assert ids(search()) == ["a1", "b1", "n1", "n2"]
    assert ids(search("--null-policy", "ignore")) == ["a1", "b1"]
    assert ids(search("--null-policy", "collapse")) == ["a1", "b1", "n1"]
    assert ids(search("--head", "min:price")) == ["a3", "b2", "n1", "n2"]
    assert ids(search("--head", "max:51")) == ["a1", "b1", "n1", "n2"]
    assert ids(search("--head", "sort:cat desc,price asc")) == ["a3", "b2", "n1", "n2"]
    assert ids(search("--head", "min:price", "--sort", "price desc,docid asc")) == [
        "n1", "n2", "a3", "b2"]
    assert ids(search("--filter", "fog")) == ["a1", "b2"]


def test_documents_without_a_string_are_last_both_ways(descry, priced, search):
    """Solr's default schema has sortMissingLast for strings; a missing number is 0."""
    def by(order):
        return ids(descry("search", priced, "*", "--collapse", "none", "--sort", order,
                          "--format", "json").json())

    assert by("cat asc") == ["a1", "a2", "a3", "b1", "b2", "n1", "n2"]
    assert by("cat desc") == ["b2", "n1", "a3", "b1", "a1", "a2", "n2"]
    assert by("price asc,docid asc") == ["b2", "a3", "n2", "a2", "b1", "a1", "n1"]
    # Where a page is expanded values are read as columns.
    for direction, expected in (("asc", ["n1", "n2"]), ("desc", ["n1", "n2"])):
        assert ids(search("--sort", f"cat {direction}", "--filter", "-fog -pier",
                          "--expand", "1")) == expected
        assert ids(search("--head", f"sort:cat {direction}", "--null-policy", "collapse"))[-1] == "n1"
    found = search("--sort", "cat asc", "--null-policy", "collapse", "--group-limit", "9",
                   "--expand-sort", "cat asc")
    assert [member["id"] for member in found["results"][-1]["group"]["documents"]] == ["n1", "n2"]


def test_facets(search):
    heads = search("--facet", "cat", "--facet", "price")["facets"]
    assert heads["cat"] == {"values": [{"value": "x", "count": 1}, {"value": "y", "count": 1},
                                       {"value": "z", "count": 1}], "missing": 1}
    assert [value["value"] for value in heads["price"]["values"]] == [3, 7, 10, 300]
    matches = search("--facet", "cat", "--facet-over", "matches")["facets"]["cat"]
    assert [value["count"] for value in matches["values"]] == [2, 2, 2]
    groups = search("--facet", "cat", "--facet-over", "groups")["facets"]["cat"]
    assert [value["count"] for value in groups["values"]] == [1, 2, 2]


def test_members_that_match(search):
    first = search("--expand", 1, "--expand-sort", "price desc")["results"][0]
    assert first["members"] == [{"docid": 2, "id": "a2"}]
    assert first["expanded"]["matches"] == 2
    assert [member["id"] for member in first["expanded"]["documents"]] == ["a2"]
    first = search("--filter", "fog", "--expand", 5, "--expand-query", "pier",
                   "--expand-filter", "*")["results"]
    assert [[member["id"] for member in result["expanded"]["documents"]]
            for result in first] == [[], ["b1"]]


def test_members_and_sizes_are_of_what_the_filters_let_through(descry, priced, search):
    """As whoever filters by rights needs: no id, and no count, of another's documents."""
    for filters, members, size in (((), ["a2", "a3"], 3), (("--filter", "fog pier"), ["a2", "a3"], 3),
                                   (("--filter", "NOT pier"), ["a2", "a3"], 3), (("--filter", "pier"), ["b2"], 2)):
        found = search(*filters, "--sort", "docid asc", "--expand", 5)["results"][0]
        assert [member["id"] for member in found["members"]] == members and found["size"] == size
    for expanded in ((), ("--expand", 5)):
        [found] = [result for result in search("--filter", "pier fog", "--filter", "NOT (harbour NOT pier)", *expanded)["results"]]
        assert found["size"] == 2 and len(found["members"]) == (1 if expanded else 0)
        [found] = search("--filter", "pier AND fog", *expanded)["results"]
        assert found["id"] == "b2" and found["size"] == 1 and found["members"] == []
        text = descry("search", priced, "*", "--collapse", "sig", "--filter", "pier AND fog", *expanded).text
        assert "more like this" not in text and "b1" not in text
    # What --expand-filter lets through is shown in place of that.
    [found] = search("--filter", "pier AND fog", "--expand", 5, "--expand-filter", "pier")["results"]
    assert [member["id"] for member in found["members"]] == ["b1"] and found["size"] == 1


def test_groups_show_their_first_documents(search):
    found = search("--group-limit", 2, "--sort", "price desc", "--null-policy", "collapse",
                   "--rows", 2)
    assert found["groups"] == 3
    assert [[member["id"] for member in result["group"]["documents"]]
            for result in found["results"]] == [["n1", "n2"], ["a1", "a2"]]


@pytest.mark.parametrize("arguments, words", [
    (["--collapse", "nothing"], ["nothing", "slot:N"]),
    (["--head", "first"], ["--head", "score", "min:S", "max:S", "sort:"]),
    (["--head", "min:nothing"], ["--head", "nothing", "slot:N"]),
    (["--head", "min:cat"], ["--head", "cat", "numbers"]),
    (["--head", "min:"], ["--head", "min:S"]),
    (["--head", "min:price", "--group-limit", "2"], ["--head", "--group-limit"]),
    (["--head", "min:price", "--head", "score"], ["--head"]),
    (["--null-policy", "EXPAND"], ["--null-policy", "ignore, expand or collapse"]),
    (["--sort", "price"], ["--sort", "asc", "desc"]),
    (["--sort", "price asc,"], ["--sort", "asc", "desc"]),
    (["--sort", "nothing asc"], ["--sort", "nothing"]),
    (["--facet", "nothing"], ["--facet", "nothing"]),
    (["--facet-over", "all"], ["--facet-over", "heads, matches or groups"]),
    (["--rows", "-1"], ["--rows", "4294967295"]),
    (["--start", "-1"], ["--start", "4294967295"]),
    (["--expand", "-1"], ["--expand", "4294967295"]),
    (["--group-limit", "0"], ["--group-limit", "4294967295"]),
    (["--expand-sort", "price up", "--expand", "2"], ["--expand-sort", "asc"]),
])
def test_bad_input_names_the_parameter_and_what_is_allowed(descry, priced, arguments, words):
    run = descry("search", priced, "*", *arguments, code=ERROR)
    for word in words:
        assert word in run.err, run.err
    assert run.text == ""


def test_values_that_are_no_numbers(descry, priced):
    run = descry("search", priced, "*", "--collapse", "sig", "--head", "min:1003", code=ERROR)
    assert "1003" in run.err and "number" in run.err


def test_pages_beyond_the_end_and_large_ones(descry, priced):
    for arguments in (["--start", 1000], ["--start", 4294967295], ["--rows", 0]):
        found = descry("search", priced, "*", "--collapse", "sig", *arguments, "--format",
                       "json").json()
        assert found["results"] == [] and found["groups"] == 4
    found = descry("search", priced, "*", "--collapse", "sig", "--rows", 1000000000, "--format",
                   "json").json()
    assert len(found["results"]) == 4
