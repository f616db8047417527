"""A real collection (reuters21578) through Solr's TextProfileSignature: signatures, and searches that
are collapsed on them, by `descry index --chain` and `descry search` and by a real Solr."""
import json
import subprocess

import pytest
import xapian

from recording import shared_file
from test_signatures import SLOT, descry, signatures_of_index, signatures_of_solr

CHAIN = {"signatureClass": "org.apache.solr.update.processor.TextProfileSignature",
         "fields": "text", "signatureField": "sig", "overwriteDupes": False}
WORDS = ["oil", "bank", "wheat", "japan", "dividend", "the", "shares", "tonnes", "yen", "zinc"]
BATCH = 2000


@pytest.fixture(scope="module")
def lines():
    packed = shared_file("corpora", "reuters21578.jsonl.zst")
    text = subprocess.run(["zstd", "-dc", packed], capture_output=True, check=True).stdout.decode()
    return [json.dumps({name: json.loads(line)[name] for name in ("id", "text")})
            for line in text.splitlines()]


@pytest.fixture(scope="module")
def index(lines, tmp_path_factory):
    folder = tmp_path_factory.mktemp("collection")
    (folder / "lines.jsonl").write_text("\n".join(lines))
    (folder / "chain.json").write_text(json.dumps(CHAIN))
    descry("index", folder / "db", folder / "lines.jsonl", "--chain", folder / "chain.json",
           "--value", f"sig:{SLOT}", "--quiet")
    return folder / "db"


@pytest.fixture(scope="module")
def loaded(solr, lines, index):
    """The same documents, and the index's words, so that a word is the same to both."""
    solr.core({"chain": CHAIN})
    db = xapian.Database(str(index))
    documents = [{**json.loads(line), "terms": " ".join(words_of(db, number))}
                 for number, line in enumerate(lines, 1)]
    for at in range(0, len(documents), BATCH):
        answer = solr.update(documents[at:at + BATCH], **{"update.chain": "chain"})
        assert answer["status"] == 200, answer["error"]
    solr.update([], commit="true")
    return solr


def words_of(db, docid):
    words = (item.term.decode() for item in db.get_document(docid).termlist())
    return (word for word in words if not "A" <= word[0] <= "Z")


def test_signatures_are_the_same(loaded, index):
    assert signatures_of_index(index) == signatures_of_solr(loaded)


@pytest.mark.parametrize("query", ["*"] + WORDS)
def test_searches_have_the_same_groups(loaded, index, query):
    ours = json.loads(descry("search", index, query, "--collapse", f"slot:{SLOT}", "--format", "json",
                             "--rows", 5))
    text = "*:*" if query == "*" else f"terms:{query}"
    plain = loaded.select({"q": text, "rows": 0})
    collapsed = loaded.select({"q": text, "rows": 0, "fq": "{!collapse field=sig}"})
    assert ours["matches"] == plain["response"]["response"]["numFound"]
    assert ours["groups"] == collapsed["response"]["response"]["numFound"]


def test_heads_are_the_same(loaded, index):
    """Of all documents, none with a score: the first of each signature, in the order of adding."""
    ours = json.loads(descry("search", index, "*", "--collapse", f"slot:{SLOT}", "--format", "json",
                             "--rows", 30000))
    solr = loaded.select({"q": "*:*", "rows": 30000, "fl": "id", "fq": "{!collapse field=sig}"})
    assert [result["id"] for result in ours["results"]] == \
        [document["id"] for document in solr["response"]["response"]["docs"]]
