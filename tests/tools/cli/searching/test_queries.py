"""Queries of descry search: Xapian's syntax, held against its own parser, and what is too much."""
import os
import random
import subprocess

import pytest
import xapian

from made import write_jsonl
from program import DONE, ERROR, NOTHING_FOUND

LETTERS = "abcdefgh"
PARSER = xapian.QueryParser
FLAGS = PARSER.FLAG_DEFAULT | PARSER.FLAG_PURE_NOT


@pytest.fixture(scope="module")
def letters(descry, tmp_path_factory):
    """300 documents of few words, so that most queries match some and miss some."""
    chance = random.Random(5)
    folder = tmp_path_factory.mktemp("letters")
    descry("index", folder / "db", write_jsonl(folder / "a.jsonl", [
        {"id": str(i), "text": " ".join(chance.choices(LETTERS, k=chance.randint(1, 6))),
         "title": " ".join(chance.choices(LETTERS, k=2))} for i in range(300)]),
        "--field", "title:XT", "--quiet")
    return folder / "db"


def ids(descry, db, query):
    found = descry("search", db, "--collapse", "none", "--rows", 1000, "--format", "json", "--",
                   query, code=None).json()
    return {result["id"] for result in found["results"]}


class Queries:
    """Random ones, well-formed."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def word(self):
        return self.random.choice(LETTERS)

    def near(self, op):
        distance = self.random.choice(["", "/1", "/2", "/3"])
        return f" {op}{distance} ".join(self.word() for _ in range(self.random.randint(2, 3)))

    def term(self, depth):
        kind = self.random.random()
        if kind < 0.1 and depth > 0:
            return f"({self.query(depth - 1)})"
        if kind < 0.2:
            return f'"{self.word()} {self.word()}"'
        if kind < 0.3:
            return "title:" + self.word()
        return self.word()

    def list(self, depth):
        if self.random.random() < 0.1:
            return self.near(self.random.choice(["NEAR", "ADJ"]))
        # Xapian's parser wants something beside what is to be left out.
        return " ".join(self.random.choice(["", "", "", "+", "-" if i > 0 else ""]) +
                        self.term(depth) for i in range(self.random.randint(1, 3)))

    def query(self, depth=2):
        text = self.random.choice(["", "", "", "NOT "]) + self.list(depth)
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            text += self.random.choice([" AND ", " OR ", " XOR ", " NOT ", " AND NOT ",
                                         " AND -"])
            text += self.list(depth).removeprefix("+" if text.endswith("-") else "")
        return text


def has_one_answer(query):
    """Of +h "b c" d Xapian 1.4.22 adds the weight of the phrase to documents that do not hold it, or
    not, by what stands around it: the same query in another shape has another answer, now and then
    also in the same shape."""
    text = str(query)
    return "AND_MAYBE" not in text or not ("PHRASE" in text or "NEAR" in text)


def test_random_queries_match_as_xapians_parser_says(descry, letters):
    seed = int(os.environ.get("DESCRY_TEST_SEED", random.randrange(2**32)))
    print("DESCRY_TEST_SEED", seed)
    queries = Queries(seed)
    db = xapian.Database(str(letters))
    parser = PARSER()
    parser.add_prefix("title", "XT")
    some = 0
    for _ in range(250):
        text = queries.query()
        enquire = xapian.Enquire(db)
        enquire.set_query(parser.parse_query(text, FLAGS))
        if not has_one_answer(enquire.get_query()):
            continue
        expected = {item.docid: item.weight for item in enquire.get_mset(0, 1000)}
        found = descry("search", letters, "--collapse", "none", "--rows", 1000, "--format", "json",
                       "--", text, code=DONE if expected else NOTHING_FOUND)
        assert found.err == "", text
        results = {result["docid"]: result["weight"] for result in found.json()["results"]}
        assert results == pytest.approx(expected, rel=1e-9, abs=1e-9), text
        some += 0 < len(expected) < 300
    assert some > 100


@pytest.mark.parametrize("query, same", [
    ("a NOT(b c)", "a -b -c"), ("(a b", "a b"), ("a () b", "a b"), ("a AND !?", "a"),
    ("title:(a b)", "title:a title:b"), ("(a AND b) ) c", "c (+a +b)"), ('a OR "b c', 'a "b c"'),
    ("NOT a", "-a"), ("a AND -b c", "a -b -c"), ("a and b", "a and or b"), ("a OR -b", "a (-b)")])
def test_what_else_is_understood(descry, letters, query, same):
    assert ids(descry, letters, query) == ids(descry, letters, same) != set()


@pytest.mark.parametrize("query, said", [
    ("AND", '"AND" has no words before it'), ("a AND", '"AND" has no words after it'),
    ("OR a", '"OR" has no words before it'), ("a OR OR b", '"OR" has no words before it'),
    ("a (b XOR)", '"XOR" has no words after it'), ("a AND NOT", '"NOT" has no words after it'),
    ('"a b" NEAR c', '"NEAR" works only between single words'),
    ("a ADJ/3", '"ADJ/3" works only between single words'),
    ("(" * 101 + "a", "brackets nested more than 100 deep")])
def test_operators_that_cannot_be_meant(descry, letters, query, said):
    result = descry("search", letters, query, code=ERROR)
    assert said in result.err and result.out == b""


def test_fields_that_are_not_there(descry, letters):
    result = descry("search", letters, 'nofield:a title:b nofield:c -Other:"b d"')
    assert result.err == (
        'descry: no field named nofield (fields: title); searching for the words of "nofield:a"\n'
        'descry: no field named Other (fields: title); searching for the words of "Other:"b"\n')
    assert descry("search", letters, "nofield:a", "--quiet", code=None).err == ""
    # What only looks like one.
    for query in ("http://a/b", "std::a", "12:30 a", "title:a", 'a "x:y"', "a: b"):
        assert descry("search", letters, query, code=None).err == "", query


def words_of_limit(words, limit):
    return " ".join(words[i % len(words)] for i in range(limit))


@pytest.mark.parametrize("query", [
    words_of_limit(["a", "b", "zzz"], 10000), " ".join(f"x{i}" for i in range(10000)),
    words_of_limit(['"a b"', '"c d"', '"e zz"'], 5000), " AND ".join(["a"] * 8000),
    " NOT ".join(["a"] + ["b"] * 8000), " XOR ".join(["a", "b"] * 4000),
    " ".join(["+a"] * 10000), "(" * 100 + "a" + ")" * 100, '"' + "a b " * 5000 + '"',
    "".join("(a AND (b OR " for _ in range(50)) + "c" + "))" * 50,
], ids=["words", "absent", "phrases", "and", "not", "xor", "must", "brackets", "phrase", "nested"])
def test_long_queries_take_seconds_and_little_stack(descry, letters, query):
    result = descry("search", letters, query, "--format", "json", "--rows", 1, code=None,
                    prefix=("prlimit", "--stack=262144", "--as=2000000000"), timeout=60)
    assert result.code in (DONE, NOTHING_FOUND), result.err


@pytest.mark.parametrize("query", ["a b " * 32500, '"a b" ' * 15000, "( " * 60000],
                         ids=["words", "phrases", "brackets"])
def test_longer_ones_are_refused_at_once(descry, letters, query):
    result = descry("search", letters, query[:130000], code=ERROR, timeout=10)
    assert "more than 10000 words" in result.err or "brackets nested more than 100 deep" in result.err
    assert result.out == b""


@pytest.fixture(scope="module")
def foreign(tmp_path_factory):
    """An index with titles, and tags that are values, in stems as Xapian's TermGenerator makes it."""
    path = tmp_path_factory.mktemp("foreign") / "db"
    db = xapian.WritableDatabase(str(path), xapian.DB_CREATE)
    generator = xapian.TermGenerator()
    generator.set_stemmer(xapian.Stem("en"))
    for title, text, tag in (("Harbours", "the boats leave", "inbox"), ("Tides", "a boat", "sent"),
                             ("Boats", "tides and lights", "inbox")):
        document = xapian.Document()
        generator.set_document(document)
        generator.index_text(title, 1, "S")
        generator.index_text(title, 1, "XHEADING")
        generator.index_text(text)
        document.add_boolean_term("K" + tag)
        db.add_document(document)
    db.close()
    return path


@pytest.mark.parametrize("query, docids", [
    ("boat", {1, 2}), ("title:boat", {3}), ("title:harbour OR title:tide", {1, 2}),
    ("heading:tides", {2}), ("boat tag:inbox", {1}), ("tag:sent", {2}), ("tide NOT boat", {3}),
    ("NOT boat", {3}), ("-boat", {3}), ("-light -harbour -leave", {2}), ("-\"the boats\"", {2, 3})])
def test_fields_of_other_programs(descry, foreign, query, docids):
    found = descry("search", "--collapse", "none", "--format", "json", foreign, "--", query)
    assert {result["docid"] for result in found.json()["results"]} == docids
    assert found.err == ""


def test_what_other_programs_indexes_lack_is_said(descry, foreign):
    result = descry("search", foreign, "nofield:boat", "--collapse", "none", code=NOTHING_FOUND)
    assert result.err == ('descry: no field named nofield (fields: heading, keyword, subject, tag, title); '
                          'searching for the words of "nofield:boat"\n')
    for query in ("a " * 20000, "(" * 101 + "a", "a" + " NOT b" * 600):
        result = descry("search", foreign, query, code=ERROR)
        assert " more than " in result.err
