"""Terms, their numbers and docids as another program may have made them: nothing is taken on trust."""
import json

import pytest
import xapian

from program import ERROR

WORDS = "one two three four five six seven eight nine ten".split()
# Address space: what is taken for a number that was read would be above it.
LITTLE_MEMORY = ("prlimit", "--as=2000000000")


def add(db, terms, docid=None, **wdf):
    """A document of terms at positions, as often as told beside."""
    document = xapian.Document()
    for position, term in enumerate(terms):
        document.add_posting(term, position + 1)
    for term, times in wdf.items():
        document.add_term(term, times)
    if docid is None:
        docid = db.add_document(document)
    else:
        db.replace_document(docid, document)
    document.add_boolean_term(f"Q{docid}")
    db.replace_document(docid, document)


@pytest.fixture
def made(tmp_path):
    """Makes an index by a function of it; gives its path."""
    def make(fill):
        path = tmp_path / "db"
        db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
        fill(db)
        db.commit()
        db.close()
        return path
    return make


def test_a_term_that_occurs_a_billion_times(descry, made):
    def fill(db):
        for _ in range(2):
            add(db, WORDS)
        for _ in range(2):
            add(db, WORDS, boost=1_000_000_000)
        # More words than a body length can tell.
        add(db, WORDS, boost=4_294_967_295, other=4_294_967_295, third=1)
    db = made(fill)
    descry("annotate", db, "--methods", "group,simhash,bbit", prefix=LITTLE_MEMORY)
    descry("rebuild", db, prefix=LITTLE_MEMORY)
    listed = descry("groups", db, "--by", "simhash", "--format", "json").json_lines()
    found = [[member["docid"] for member in group["members"]] for group in listed]
    assert found == [[1, 2], [3, 4]]


@pytest.mark.parametrize("term", [b"n\xe4he", b"\xff", b"new york", b" ", b"  ", b"\xed\xa0\x80x",
                                  b"cut \xe4\xb8", b"\xf8\x90\x90\x90\x90"])
def test_terms_of_any_bytes_have_an_order(descry, made, tmp_path, term):
    """By positions: those that differ in one byte differ, and equal ones are equal."""
    other = term[:-1] + bytes([term[-1] ^ 1])
    words = WORDS * 4

    def fill(db):
        add(db, words[:20] + [term] + words[20:])
        add(db, words[:20] + [term] + words[20:])
        add(db, words[:20] + [other] + words[20:])
        add(db, words[20:] + [term, "far", "from", "them", "all"])
    db = made(fill)
    descry("annotate", db)
    (group,) = descry("groups", db, "--format", "json").json_lines()
    members = {member["docid"]: member for member in group["members"]}
    # Of texts that are not stored nobody knows whether they are equal.
    assert members[2]["similarity"] == 0.9999 > members[3]["similarity"] > 0.95
    assert members[2]["verified"] == members[3]["verified"] == "positions"
    descry("explain", db, "#1", "#3")
    # A prepared file holds the terms beside the text, and has the same groups.
    descry("prepare", db, "--output", tmp_path / "prepared")
    (grouped,) = descry("combine", tmp_path / "prepared").json_lines()
    assert ({member["docid"]: member["similarity"] for member in grouped["members"]} ==
            {docid: member["similarity"] for docid, member in members.items()})


def test_docids_far_above_the_documents(descry, made):
    """What is kept by docid would be for billions that there are not."""
    def fill(db):
        for docid in (1, 2, 4_000_000_000):
            add(db, WORDS, docid)
    db = made(fill)
    for command in (["annotate"], ["rebuild"], ["annotate", "--methods", "simhash"]):
        refused = descry(*command, db, code=ERROR, prefix=LITTLE_MEMORY)
        assert "4000000000, of 3 documents" in refused.err and "copydatabase" in refused.err
    assert json.loads(descry("info", db, "--format", "json", prefix=LITTLE_MEMORY).out)["documents"] == 3


def test_docids_with_holes(descry, made):
    """As of an index whose documents come and go."""
    def fill(db):
        for docid in (1, 2, 3_000_000):
            add(db, WORDS, docid)
    db = made(fill)
    descry("annotate", db, prefix=LITTLE_MEMORY)
    (group,) = descry("groups", db, "--format", "json").json_lines()
    assert [member["docid"] for member in group["members"]] == [1, 2, 3_000_000]
