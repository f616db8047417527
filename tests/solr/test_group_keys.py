"""The keys of descry.group collapse in a real Solr, as docs/python.md tells. Needs the Python package."""
import json
from pathlib import Path

import pytest

descry = pytest.importorskip("descry")
EXAMPLES = Path(__file__).parents[2] / "docs/examples/harbour.jsonl"
# The peer's schema has no field `near`; this one is such a keyword.
FIELD = "cat"


def test_a_search_shows_one_of_each_group(solr):
    rows = [json.loads(line) for line in EXAMPLES.read_text().splitlines()]
    groups = descry.group([row["text"] for row in rows], id=[row["id"] for row in rows], progress=False)
    table = groups.table().to_pydict()
    keys = {id: key or f"alone-{id}" for id, key in zip(table["id"], table["group"])}
    solr.core({})
    answer = solr.update([{**row, FIELD: keys[row["id"]]} for row in rows], commit="true")
    assert answer["status"] == 200, answer.get("error")

    for query in ("*:*", "text:regatta", "text:schooner"):
        plain = solr.select({"q": query, "rows": 1000, "fl": "id"})["response"]["response"]["docs"]
        found = solr.select({"q": query, "rows": 1000, "fl": "id", "fq": f"{{!collapse field={FIELD}}}",
                             "expand": "true", "expand.rows": 1000})["response"]
        shown = [document["id"] for document in found["response"]["docs"]]
        hidden = [document["id"] for group in found["expanded"].values() for document in group["docs"]]
        # Each group once, and what it hides beside it.
        assert len({keys[id] for id in shown}) == len(shown) == len({keys[row["id"]] for row in plain})
        assert sorted(shown + hidden) == sorted(row["id"] for row in plain)
        assert hidden
