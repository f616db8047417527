"""index --field and --value: members beside the text."""
import json

import pytest
import xapian

from made import write_jsonl

ERROR = 2
BOOKS = [
    {"id": "a", "text": "tide tables", "title": "The Harbour", "price": 12.5,
     "date": "2026-01-31T12:00:00Z", "tags": ["Red Boat", "blue"], "lang": "en"},
    {"id": "b", "text": "harbour lights", "title": "Tide", "price": "9",
     "date": "2026-01-31", "tags": "green", "lang": "de"},
    {"id": "c", "text": "no fields but these", "price": None},
]
OPTIONS = ["--field", "title:XT", "--field", "tags:K", "--value", "price:50:number",
           "--value", "date:51:date", "--value", "lang:52"]


def index(descry, folder, documents, *options, **more):
    file = write_jsonl(folder / "in.jsonl", documents)
    return descry("index", folder / "db", file, *options, **more)


def ids(descry, db, query, **more):
    found = descry("search", db, query, "--collapse", "none", "--format", "json", code=None, **more)
    return sorted(result["id"] for result in found.json()["results"])


def terms_of(db, id):
    db = xapian.Database(str(db))
    (posting,) = db.postlist("Q" + id)
    return [term.term.decode() for term in db.termlist(posting.docid)]


def data_of(db, docid):
    return json.loads(xapian.Database(str(db)).get_document(docid).get_data())


def value_of(db, id, slot):
    db = xapian.Database(str(db))
    (posting,) = db.postlist("Q" + id)
    return db.get_document(posting.docid).get_value(slot)


def test_words_get_the_prefix_and_are_no_body_terms(descry, tmp_path):
    index(descry, tmp_path, BOOKS, *OPTIONS)
    assert terms_of(tmp_path / "db", "a") == [
        "Kblue", "Kboat", "Kred", "Qa", "XTharbour", "XTthe", "tables", "tide"]
    plain = tmp_path / "plain"
    plain.mkdir()
    index(descry, plain, BOOKS)
    for id in "abc":
        for slot in (1002, 1003, 1004):
            assert value_of(tmp_path / "db", id, slot) == value_of(plain / "db", id, slot)


def test_queries_name_fields(descry, tmp_path):
    index(descry, tmp_path, BOOKS, *OPTIONS)
    db = tmp_path / "db"
    assert ids(descry, db, "tide") == ["a"]
    assert ids(descry, db, "title:tide") == ["b"]
    assert ids(descry, db, 'tags:"red boat"') == ["a"]
    assert ids(descry, db, 'tags:"boat blue"') == []  # of two values
    assert ids(descry, db, "* -title:Tide") == ["a", "c"]
    assert ids(descry, db, "+title:tide +harbour") == ["b"]
    # A name that is no field is a word like others.
    assert ids(descry, db, "other:tide") == []


def test_values(descry, tmp_path):
    index(descry, tmp_path, BOOKS, *OPTIONS)
    db = tmp_path / "db"
    assert value_of(db, "a", 50) == xapian.sortable_serialise(12.5)
    assert value_of(db, "b", 50) == xapian.sortable_serialise(9)
    assert value_of(db, "a", 51) == xapian.sortable_serialise(1769860800)
    assert value_of(db, "b", 51) == xapian.sortable_serialise(1769860800 - 12 * 3600)
    assert value_of(db, "a", 52) == b"en"
    for slot in (50, 51, 52):
        assert value_of(db, "c", slot) == b""


def test_later_runs_do_the_same_and_slots_have_names(descry, tmp_path):
    index(descry, tmp_path, BOOKS, *OPTIONS)
    index(descry, tmp_path, [{"id": "d", "text": "late", "title": "Late", "price": 3,
                              "lang": "en"}])
    db = tmp_path / "db"
    assert value_of(db, "d", 50) == xapian.sortable_serialise(3)
    assert ids(descry, db, "title:late") == ["d"]
    found = descry("search", db, "*", "--collapse", "lang", "--format", "json").json()
    assert found["matches"] == 4 and found["groups"] == 3
    assert descry("groups", db, "--by", "lang", "--format", "tsv").lines[0].startswith("en\t1\t")
    descry("rebuild", db)
    assert ids(descry, db, "title:late") == ["d"]
    # The same again is no error; more may come.
    index(descry, tmp_path, [{"id": "e", "text": "x", "price": 4, "size": 5}], *OPTIONS,
          "--value", "size:53:number")
    assert value_of(db, "e", 53) == xapian.sortable_serialise(5)
    info = descry("info", db, "--format", "json").json()
    assert info["format"] == 5
    assert info["fields"] == {
        "date": {"slot": 51, "type": "date"}, "lang": {"slot": 52, "type": "string"},
        "price": {"slot": 50, "type": "number"}, "size": {"slot": 53, "type": "number"},
        "tags": {"prefix": "K"}, "title": {"prefix": "XT"}}
    assert not [line for line in info["advice"] if "earlier version" in line]


def test_a_document_needs_no_text_where_there_are_fields(descry, tmp_path):
    index(descry, tmp_path, [{"id": "a", "title": "Only a title"},
                             {"id": "b", "text": None, "title": "Nothing"}], "--field", "title:XT")
    assert ids(descry, tmp_path / "db", "title:only") == ["a"]
    index(descry, tmp_path, [{"id": "c", "title": "later"}])
    assert ids(descry, tmp_path / "db", "*") == ["a", "b", "c"]
    assert "is not a string" in index(descry, tmp_path, [{"id": "d", "text": 5}], code=ERROR).err


def test_id_and_text_are_fields_too(descry, tmp_path):
    index(descry, tmp_path, [{"key": 7, "body": "Some words"}], "--id-field", "key",
          "--text-field", "body", "--field", "body:XB", "--value", "key:5:number",
          "--value", "body:6")
    assert terms_of(tmp_path / "db", "7") == ["Q7", "XBsome", "XBwords", "some", "words"]
    assert value_of(tmp_path / "db", "7", 5) == xapian.sortable_serialise(7)
    assert value_of(tmp_path / "db", "7", 6) == b"Some words"


def test_members_called_id_and_text_are_kept_beside_the_documents_own(descry, tmp_path):
    """Where other members are its id and text."""
    key = "k" * 300  # its unique term is hashed
    index(descry, tmp_path, [
        {"id": "number 7", "key": key, "text": "aside", "body": "Some words", "id_": "taken"},
        {"id": "number 7", "key": "8", "body": "More words"}],
        "--id-field", "key", "--text-field", "body", "--field", "id:XI", "--field", "text:XT")
    assert data_of(tmp_path / "db", 1) == {
        "id": key, "id_": "taken", "id__": "number 7", "text_": "aside", "text": "Some words"}
    assert data_of(tmp_path / "db", 2) == {"id": "8", "id_": "number 7", "text": "More words"}
    assert ids(descry, tmp_path / "db", "words") == ids(descry, tmp_path / "db", "id:number") == ["8", key]
    descry("explain", tmp_path / "db", *ids(descry, tmp_path / "db", "words"))
    index(descry, tmp_path, [{"text": "aside", "key": "9", "body": "words"}], "--no-store-text",
          "--id-field", "key", "--text-field", "body")
    assert data_of(tmp_path / "db", 3) == {"id": "9", "text_": "aside"}


@pytest.mark.parametrize("options", [[], ["--chain"]], ids=["data", "chain"])
def test_work_is_linear_in_the_members_of_a_document(descry, tmp_path, options):
    """A search through all members for each took 67 s for 160,000, of every chain as well."""
    members = {f"member {n}": str(n) for n in range(200_000)}
    write_jsonl(tmp_path / "many.jsonl", [{"id": "a", "text": "words", **members, "last": "one"}])
    if options:
        (tmp_path / "chain").write_text('{"signatureField": "sig", "signatureClass": "Lookup3Signature"}')
        options = [*options, tmp_path / "chain"]
    descry("index", tmp_path / "db", tmp_path / "many.jsonl", *options, timeout=40)
    data = data_of(tmp_path / "db", 1)
    assert len(data) == 200_003 and data["member 199999"] == "199999" and data["last"] == "one"


@pytest.mark.parametrize("threads", [1, 4])
def test_what_no_slot_can_hold_is_left_out_by_place(descry, tmp_path, threads):
    documents = [{"id": str(i), "text": f"word{i} " * 40, "price": i} for i in range(3000)]
    bad = {0: "cheap", 7: "1e999", 20: [1, 2], 2999: {"eur": 1}}
    for i, price in bad.items():
        documents[i]["price"] = price
    documents[30]["price"] = [30]
    result = index(descry, tmp_path, documents, "--value", "price:50:number", "--threads", threads,
                   code=ERROR)
    lines = sorted(line for line in result.err.splitlines() if "without that value" in line)
    assert [line.partition("in.jsonl:")[2] for line in lines] == [
        '1: field "price" is not a number: "cheap"; indexed without that value',
        '21: field "price" has several values, and a slot holds one; indexed without that value',
        '3000: field "price" is an object or an array of arrays; indexed without that value',
        '8: field "price" is not a number: "1e999"; indexed without that value']
    assert "descry: 4 values skipped (4 shown)" in result.err
    db = xapian.Database(str(tmp_path / "db"))
    assert db.get_doccount() == 3000 and db.get_value_freq(50) == 2996
    assert value_of(tmp_path / "db", "30", 50) == xapian.sortable_serialise(30)


def test_a_large_input_has_the_same_fields(descry, tmp_path):
    documents = [{"id": str(i), "text": f"word{i} text of some length " * 20,
                  "title": f"Title {i % 10}", "price": i} for i in range(4000)]
    index(descry, tmp_path, documents, *OPTIONS)
    db = xapian.Database(str(tmp_path / "db"))
    assert db.get_termfreq("XT3") == 400 and db.get_value_freq(50) == 4000
    assert value_of(tmp_path / "db", "3999", 50) == xapian.sortable_serialise(3999)


def test_arrays_are_in_the_data(descry, tmp_path):
    index(descry, tmp_path, [{"id": "a", "text": "t", "list": ["x", 1, None, [2]], "none": [],
                              "nil": None, "map": {"a": 1}, "n": 1.50}])
    data = json.loads(xapian.Database(str(tmp_path / "db")).get_document(1).get_data())
    assert data == {"id": "a", "list": ["x", "1"], "none": [], "n": "1.5", "text": "t"}


@pytest.mark.parametrize("options, reason", [
    (["--field", "title"], '"title" is not NAME:PREFIX'),
    (["--field", "title:xt"], "use capital letters"),
    (["--field", "title:"], "use capital letters"),
    (["--field", ":XT"], "a field has no name"),
    (["--field", "title:Q"], "begins as the unique terms do (Q)"),
    (["--field", "title:XT", "--field", "name:XT"], "prefix XT belongs to field title"),
    (["--value", "price"], "is not NAME:SLOT"),
    (["--value", "price:x"], "is not NAME:SLOT"),
    (["--value", "price:5:float"], "is not NAME:SLOT"),
    (["--value", "price:-1"], "is not NAME:SLOT"),
    (["--value", "price:4294967296"], "is not NAME:SLOT"),
    (["--value", "price:4294967295"], "is not a value slot"),
    (["--value", "price:1003"], "slot 1003 of field price belongs to descry (1000 to 1015)"),
    (["--value", "price:5", "--value", "cost:5"], "slot 5 belongs to field price"),
    (["--value", "price:5", "--value", "price:6"], "field price is in slot 5 as string"),
])
def test_bad_fields_are_refused_and_nothing_is_written(descry, tmp_path, options, reason):
    result = index(descry, tmp_path, BOOKS, *options, code=ERROR)
    assert reason in result.err
    if (tmp_path / "db").exists():
        assert xapian.Database(str(tmp_path / "db")).get_doccount() == 0
        assert not xapian.Database(str(tmp_path / "db")).get_metadata("descry:schema")


def test_fields_that_differ_from_the_index_are_refused(descry, tmp_path):
    index(descry, tmp_path, BOOKS, *OPTIONS)
    for options, reason in ((["--field", "title:S"], "field title has the prefix XT"),
                            (["--value", "price:60:number"], "field price is in slot 50"),
                            (["--value", "price:50"], "not in 50 as string"),
                            (["--value", "cost:50"], "slot 50 belongs to field price")):
        assert reason in index(descry, tmp_path, BOOKS, *options, code=ERROR).err
    assert xapian.Database(str(tmp_path / "db")).get_doccount() == 3


def test_a_slot_that_others_use_is_refused(descry, tmp_path):
    index(descry, tmp_path, BOOKS)
    db = xapian.WritableDatabase(str(tmp_path / "db"))
    document = db.get_document(1)
    document.add_value(50, b"mine")
    db.replace_document(1, document)
    db.close()
    result = index(descry, tmp_path, BOOKS, "--value", "price:50:number", code=ERROR)
    assert "value slot 50 of this index is in use by another program" in result.err


def test_shards_must_agree_on_slots(descry, tmp_path):
    for name, slot in (("one", 50), ("two", 51), ("three", 50)):
        (tmp_path / name).mkdir()
        index(descry, tmp_path / name, BOOKS, "--value", f"price:{slot}:number")
    one, two, three = (tmp_path / name / "db" for name in ("one", "two", "three"))
    assert "field price" in descry("search", one, two, "*", code=ERROR).err
    assert descry("search", one, three, "*", "--collapse", "price", "--format",
                  "json").json()["groups"] == 4
