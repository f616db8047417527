"""--inside: documents are dropped that stand, whole or nearly so, in longer ones that are kept."""
import json
import os

import pytest

from made import Writer, write_jsonl

SHARED = os.environ.get("DESCRY_SHARED", os.path.join(os.path.dirname(__file__), "../../../../../shared"))
WRITER = Writer(seed=58)


def text(words):
    return " ".join(WRITER.text(words))


def beside(inner):
    """A longer text that holds @a inner."""
    return f"{text(60)}\n{inner}\n{text(60)}"


def uniq(descry, tmp_path, documents, *options, code=0):
    """The ids that are kept, and the lines of --dropped."""
    file = write_jsonl(tmp_path / "in.jsonl", documents)
    result = descry("uniq", file, "--dropped", tmp_path / "dropped", "--force", *options, code=code)
    dropped = [line.split("\t") for line in (tmp_path / "dropped").read_text().splitlines()]
    return [document["id"] for document in result.json_lines()], dropped


def document(name, body, **fields):
    return {"id": name, "text": body, **fields}


def test_a_document_inside_a_longer_one_is_dropped_for_it(descry, tmp_path):
    inner = text(40)
    documents = [document("inner", inner), document("other", text(80)), document("outer", beside(inner))]
    assert uniq(descry, tmp_path, documents) == (["inner", "other", "outer"], [])
    assert uniq(descry, tmp_path, documents, "--inside") == (["other", "outer"], [["inner", "outer", "1.0000", "inside", ""]])
    # Not a value: what follows is an input.
    file = tmp_path / "in.jsonl"
    assert len(descry("uniq", "--inside", file).json_lines()) == 2


def test_answers_between_quoted_lines_do_not_matter(descry, tmp_path):
    lines = [text(9) for _ in range(12)]
    answered = "\n".join(f"> {line}\n{text(20)}" for line in lines)
    kept, _ = uniq(descry, tmp_path, [document("mail", "\n".join(lines)), document("answer", answered)], "--inside")
    assert kept == ["answer"]


def test_the_share_decides(descry, tmp_path):
    words = text(100).split()
    changed = " ".join("changed" if i % 12 == 0 else word for i, word in enumerate(words))
    documents = [document("inner", " ".join(words)), document("outer", beside(changed))]
    assert uniq(descry, tmp_path, documents, "--inside")[0] == ["inner", "outer"]
    kept, dropped = uniq(descry, tmp_path, documents, "--inside=0.9")
    assert kept == ["outer"] and dropped[0][2:4] == ["0.9100", "inside"]


def test_no_chains_and_the_container_is_kept(descry, tmp_path):
    first = text(40)
    second = beside(first)
    third = beside(second)
    kept, dropped = uniq(descry, tmp_path, [document("a", first), document("b", second), document("c", third)], "--inside")
    assert kept == ["c"]
    assert {line[0]: line[1] for line in dropped} == {"a": "c", "b": "c"}


def test_a_group_goes_only_as_a_whole(descry, tmp_path):
    words = text(60).split()
    near = " ".join("another" if i in (7, 21, 35, 49) else word for i, word in enumerate(words))
    inner = " ".join(words)
    documents = [document("head", inner), document("member", near), document("outer", beside(inner))]
    kept, dropped = uniq(descry, tmp_path, documents, "--inside")
    assert kept == ["head", "outer"] and [line[3] for line in dropped] == ["near"]
    kept, dropped = uniq(descry, tmp_path, documents, "--inside=0.9")
    assert kept == ["outer"] and [line[:2] + line[3:4] for line in dropped] == [["head", "outer", "inside"], ["member", "outer", "inside"]]


def test_an_order_holds(descry, tmp_path):
    inner = text(40)
    documents = [document("inner", inner, day=2), document("outer", beside(inner), day=1)]
    assert uniq(descry, tmp_path, documents, "--inside", "--keep", "newest:day")[0] == ["inner", "outer"]
    assert uniq(descry, tmp_path, documents, "--inside", "--keep", "min:day")[0] == ["outer"]
    assert uniq(descry, tmp_path, documents, "--inside", "--keep", "last")[0] == ["outer"]


def test_references_hold_documents_and_are_never_dropped(descry, tmp_path):
    inner = text(40)
    write_jsonl(tmp_path / "long.jsonl", [document("old", beside(inner))])
    write_jsonl(tmp_path / "short.jsonl", [document("old", inner)])
    new = [document("new", inner)]
    assert uniq(descry, tmp_path, new, "--inside", "--reference", tmp_path / "long.jsonl") == ([], [["new", "old", "1.0000", "inside", ""]])
    new = [document("new", beside(inner))]
    assert uniq(descry, tmp_path, new, "--inside", "--reference", tmp_path / "short.jsonl")[0] == ["new"]
    # And those of a prepared file.
    descry("prepare", tmp_path / "long.jsonl", "--output", tmp_path / "long.prepared")
    assert uniq(descry, tmp_path, [document("new", inner)], "--inside", "--reference", tmp_path / "long.prepared")[0] == []


def test_what_is_kept_apart_is_not_inside(descry, tmp_path):
    inner = text(20) + " pay 500 dollars " + text(20)
    other = beside(inner.replace("500", "600"))
    documents = [document("inner", inner, case="x"), document("outer", other, case="y")]
    assert uniq(descry, tmp_path, documents, "--inside")[0] == ["outer"]
    assert uniq(descry, tmp_path, documents, "--inside", "--keep-apart", "numbers")[0] == ["inner", "outer"]
    assert uniq(descry, tmp_path, documents, "--inside", "--keep-apart", "case")[0] == ["inner", "outer"]
    documents = [document("inner", inner, case="x"), document("outer", beside(inner) + " 7", case="x")]
    assert uniq(descry, tmp_path, documents, "--inside", "--keep-apart", "numbers,case")[0] == ["outer"]


@pytest.mark.parametrize("is_prepared", [False, True])
def test_what_is_kept_apart_holds_no_reference(descry, tmp_path, is_prepared):
    item = text(20) + " pay 500 dollars " + text(20)
    reference = write_jsonl(tmp_path / "items.jsonl", [document("item", item, case="x")])
    others = [document("numbers", beside(item.replace("500", "600")), case="x"), document("case", beside(item), case="y")]
    documents = [*others, document("same", beside(item), case="x")]
    apart = ("--keep-apart", "numbers,case")
    assert uniq(descry, tmp_path, documents, "--holds", "--reference", reference)[0] == []
    if is_prepared:
        descry("prepare", reference, *apart, "--output", tmp_path / "items.prepared")
        reference, apart = tmp_path / "items.prepared", ()
    kept, dropped = uniq(descry, tmp_path, documents, "--holds", "--reference", reference, *apart,
                         "--held", tmp_path / "held.tsv")
    assert kept == ["numbers", "case"] and [line[:2] for line in dropped] == [["same", "item"]]
    assert (tmp_path / "held.tsv").read_text().startswith("same\titem\t")


def test_short_documents_stay(descry, tmp_path):
    inner = text(12)
    documents = [document("inner", inner), document("outer", beside(inner))]
    assert uniq(descry, tmp_path, documents, "--inside")[0] == ["inner", "outer"]
    assert uniq(descry, tmp_path, documents, "--inside", "--inside-words", 10)[0] == ["outer"]


def test_groups_report_and_review_say_inside(descry, tmp_path):
    inner = text(40)
    near = text(50)
    documents = [document("inner", inner), document("outer", beside(inner)), document("a", near), document("b", near + " more")]
    file = write_jsonl(tmp_path / "in.jsonl", documents)
    result = descry("uniq", file, "--inside", "--groups", tmp_path / "groups", "--report", tmp_path / "page.html")
    assert "2 kept, 2 dropped (50.0%, 1 inside longer ones); 2 groups" in result.err
    groups = [json.loads(line) for line in (tmp_path / "groups").read_text().splitlines()]
    assert [[(m["id"], m.get("relation")) for m in group["members"]] for group in groups] == [
        [("outer", None), ("inner", "inside")], [("a", None), ("b", None)]]
    page = (tmp_path / "page.html").read_text()
    assert "100.0\u00a0% inside" in page and "1 dropped document stands inside the kept one" in page
    reviewed = descry("review", file, "--inside", "--decisions", tmp_path / "decisions", stdin=b"ssq")
    assert "100.0% of B inside A" in reviewed.text
    # Who decided to keep both does.
    (tmp_path / "decisions").write_text("inner\touter\tkeep\n")
    kept = descry("uniq", file, "--inside", "--decisions", tmp_path / "decisions")
    assert [line["id"] for line in kept.json_lines()] == ["inner", "outer", "a"]


@pytest.mark.parametrize("value", ["nan", "0.4", "1.01", "x"])
def test_other_shares_are_refused(descry, tmp_path, value):
    file = write_jsonl(tmp_path / "in.jsonl", [document("a", text(30))])
    assert "--inside" in descry("uniq", file, f"--inside={value}", code=2).err


def test_planted_items_are_found_and_halves_are_not(descry, tmp_path):
    folder = os.path.join(SHARED, "corpora/inside")
    if not os.path.isdir(folder):
        pytest.skip("the shared collections are not here")
    for name in ("planted-dev.jsonl", "planted-dev.gold.tsv"):
        assert os.system(f"zstd -dqf --long=27 {folder}/{name}.zst -o {tmp_path}/{name}") == 0
    descry("uniq", tmp_path / "planted-dev.jsonl", "--inside=0.85", "--dropped", tmp_path / "dropped")
    dropped = {line.split("\t")[0]: line.split("\t")[1] for line in (tmp_path / "dropped").read_text().splitlines()}
    found = {}
    for line in (tmp_path / "planted-dev.gold.tsv").read_text().splitlines():
        item, outer, kind = line.split("\t")
        found[kind] = found.get(kind, 0) + (dropped.get(item) == outer or dropped.get(outer) == item)
    assert found.pop("half") == found.pop("none") == 0
    assert len(found) == 6 and min(found.values()) >= 48, found


QUESTION = "Which element is the most abundant in the crust of the Earth by weight, and why?"


def held(descry, tmp_path, documents, items, *options):
    """The ids that are kept, and the lines of --held."""
    file = write_jsonl(tmp_path / "in.jsonl", documents)
    references = write_jsonl(tmp_path / "items.jsonl", items)
    result = descry("uniq", file, "--reference", references, "--held", tmp_path / "held", *options)
    lines = [line.split("\t") for line in (tmp_path / "held").read_text().splitlines()]
    return [document["id"] for document in result.json_lines()], lines


def test_references_that_documents_hold_are_listed_with_their_places(descry, tmp_path):
    wrapped = "> Which element is the most\n> abundant in the crust of the\n> earth by volume, and why?"
    documents = [document("same", beside(QUESTION)), document("wrapped", beside(wrapped)), document("none", text(100))]
    kept, lines = held(descry, tmp_path, documents, [document("q", QUESTION)])
    assert kept == ["same", "wrapped", "none"]
    assert [line[:3] for line in lines] == [["same", "q", "1.0000"], ["wrapped", "q", "0.9375"]]
    assert all(float(line[5]) > 20 for line in lines)
    first, last = map(int, lines[0][3:5])
    assert documents[0]["text"].encode()[first:last + 1].decode() == QUESTION
    first, last = map(int, lines[1][3:5])
    assert documents[1]["text"].encode()[first:last + 1].decode().lstrip("> ") == wrapped.lstrip("> ")
    assert lines[1][6] == "[-weight-] {+volume+}"


def test_a_place_has_nothing_of_the_next_word(descry, tmp_path):
    documents = [document(str(i), f"{text(40)} {QUESTION}{after}{text(20)}")
                 for i, after in enumerate((" -500 ", " #", " (", "\n\n> ", "-500 "))]
    for line in held(descry, tmp_path, documents, [document("q", QUESTION)])[1]:
        first, last = map(int, line[3:5])
        assert documents[int(line[0])]["text"].encode()[first:last + 1].decode() == QUESTION


def test_documents_that_hold_a_reference_are_dropped(descry, tmp_path):
    near = beside(QUESTION)
    documents = [document("a", near), document("b", near.replace(QUESTION, "")), document("c", text(100))]
    kept, lines = held(descry, tmp_path, documents, [document("q", QUESTION)], "--holds", "--dropped", tmp_path / "dropped")
    assert kept == ["b", "c"] and [line[0] for line in lines] == ["a"]
    assert (tmp_path / "dropped").read_text().splitlines() == ["a\tq\t1.0000\tholds\t"]
    assert held(descry, tmp_path, documents, [document("q", QUESTION)], "--holds=1")[0] == ["b", "c"]
    changed = [document("a", near.replace("abundant", "frequent"))]
    assert held(descry, tmp_path, changed, [document("q", QUESTION)], "--holds=1")[0] == ["a"]


def test_items_of_common_words_and_short_ones_are_passed_over(descry, tmp_path):
    common = "which of the following is the best of all answers"
    documents = [document(str(i), f"{text(40)} {common if i % 2 else text(10)} {text(20)}") for i in range(400)]
    assert held(descry, tmp_path, documents, [document("q", common)])[1] == []
    one = [document("a", beside("seven words of a rather short item"))]
    assert held(descry, tmp_path, one, [document("q", "seven words of a rather short item")])[1] == []
    assert len(held(descry, tmp_path, one, [document("q", "seven words of a rather short item")], "--held-words", 7)[1]) == 1


def test_holds_wants_references(descry, tmp_path):
    file = write_jsonl(tmp_path / "in.jsonl", [document("a", text(30))])
    assert "--reference" in descry("uniq", file, "--holds", code=2).err
    assert "--reference" in descry("uniq", file, "--held", tmp_path / "held", code=2).err


def test_own_words_of_mails_are_compared_and_whole_mails_are_printed(descry, tmp_path):
    own = [text(30), text(30)]
    quoted = "\n".join(f"> {text(12)}" for _ in range(30))
    mails = [document(str(i), f"Hello,\n{body}\nOn 3 January 2026 Anna wrote:\n{quoted}") for i, body in enumerate(own)]
    mails.append(document("again", f"{own[0]}\n> {text(40)}"))
    file = write_jsonl(tmp_path / "in.jsonl", mails)
    printed = descry("uniq", file, "--mail", "own")
    assert printed.out.splitlines() == file.read_bytes().splitlines()[:2]
    assert len(descry("uniq", file, "--mail", "all", "--distance", "0.3").json_lines()) == 2
    assert "--mail own" in descry("uniq", file, "--mail", "own", "--held", tmp_path / "h", "--reference", write_jsonl(tmp_path / "r.jsonl", mails), code=2).err


def groups_by(descry, method, *databases):
    lines = descry("groups", *databases, "--by", method, "--format", "json").json_lines()
    return sorted(sorted(member["id"] for member in line["members"]) for line in lines)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Documents, a third of them near or inside others."""
    documents = []
    for i in range(300):
        body = text(60)
        documents += [document(f"{i}", body)]
        if i % 5 == 0:
            documents.append(document(f"{i} near", body + " more"))
        if i % 3 == 0:
            documents.append(document(f"{i} outer", beside(body + " more")))
    return write_jsonl(tmp_path_factory.mktemp("made") / "made.jsonl", documents)


def test_an_index_has_values_by_which_a_search_collapses_what_is_inside(descry, made, tmp_path):
    db = tmp_path / "db"
    descry("index", db, made)
    near = groups_by(descry, "group", db)
    rebuilt = descry("rebuild", db, "--methods", "inside")
    assert groups_by(descry, "group", db) == near and len(near) == 60
    descry("uniq", made, "--inside", "--groups", tmp_path / "groups")
    expected = sorted(sorted(member["id"] for member in json.loads(line)["members"])
                      for line in (tmp_path / "groups").read_text().splitlines())
    assert groups_by(descry, "inside", db) == expected and len(expected) == 140
    assert f"examined, {sum(len(group) for group in expected)} written in" in rebuilt.err
    query = json.loads(made.read_text().splitlines()[0])["text"].split()[0]
    found = [len(descry("search", db, query, "--collapse", by, "--rows", 1000, "--format", "tsv").lines) for by in ("group", "inside")]
    assert found[1] < found[0]
    later = write_jsonl(tmp_path / "later.jsonl", [document("later", json.loads(made.read_text().splitlines()[0])["text"] + " more words")])
    descry("index", db, later)
    descry("rebuild", db)
    assert any("later" in group for group in groups_by(descry, "inside", db))


def test_shards_share_what_is_inside(descry, made, tmp_path):
    lines = made.read_bytes().splitlines(keepends=True)
    databases = []
    for i in range(2):
        (tmp_path / f"{i}.jsonl").write_bytes(b"".join(lines[i::2]))
        descry("index", tmp_path / f"db{i}", tmp_path / f"{i}.jsonl")
        databases.append(tmp_path / f"db{i}")
    descry("rebuild", *databases, "--methods", "inside")
    descry("index", tmp_path / "whole", made)
    descry("rebuild", tmp_path / "whole", "--methods", "inside")
    assert len(groups_by(descry, "inside", *databases)) == len(groups_by(descry, "inside", tmp_path / "whole"))


def test_inside_joins_groups(descry, made, tmp_path):
    descry("index", tmp_path / "db", made, "--methods", "descriptive")
    assert "add group" in descry("rebuild", tmp_path / "db", "--methods", "inside", code=2).err


def test_a_passage_that_repeats_often_is_found(descry, tmp_path):
    passage = text(30)
    documents = [document("often", "\n".join([passage] * 40)), document("less", "\n".join([passage] * 10))]
    assert uniq(descry, tmp_path, documents, "--inside")[0] == ["often"]
    assert uniq(descry, tmp_path, [*documents[:1], document("once", passage)], "--inside")[0] == ["often"]


def test_by_none_the_input_order_does_not_matter(descry, tmp_path):
    inner = text(40)
    documents = [document("inner", inner), document("outer", beside(inner)), document("alone", text(50))]
    for order in (documents, documents[::-1]):
        kept, dropped = uniq(descry, tmp_path, order, "--inside", "--keep", "none")
        assert kept == ["alone"] and {line[0]: line[3] for line in dropped} == {"inner": "inside", "outer": "holds"}


def test_many_references_of_one_template_in_a_long_document(descry, tmp_path):
    items = [document(f"q{i}", f"what is the name of the {WRITER.words[i]} in town and where is it") for i in range(2000)]
    long = document("long", " ".join(item["text"] for item in items))
    kept, lines = held(descry, tmp_path, [long, document("other", text(60))], items)
    assert kept == ["long", "other"] and len(lines) == len({line[1] for line in lines})


@pytest.mark.parametrize("command", [["uniq"], ["report", "--output", "p.html"], ["review", "--decisions", "d"]])
def test_words_without_inside_are_refused(descry, tmp_path, command):
    file = write_jsonl(tmp_path / "a.jsonl", [document("a", text(50)), document("b", text(30))])
    assert "--inside-words needs --inside" in descry(*command, file, "--inside-words", 10, code=2).err


@pytest.mark.parametrize("arguments", [["--dropped="], ["--dropped", ""], ["--update="], ["--update", ""], ["--decisions", ""],
                                       ["--reference", ""]])
def test_a_value_that_is_empty_is_refused(descry, tmp_path, arguments):
    file = write_jsonl(tmp_path / "in.jsonl", [document("a", text(30))])
    result = descry("uniq", file, *arguments, "--mark", code=2)
    assert result.out == b"" and ("empty" in result.err or "needs a value" in result.err)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl"]


def test_options_of_pieces_need_pieces(descry, tmp_path):
    file = write_jsonl(tmp_path / "in.jsonl", [document("a", text(30))])
    for options in (["--pieces", tmp_path / "p.tsv"], ["--cut"]):
        assert "--by paragraph" in descry("uniq", file, "--by", "document", *options, code=2).err
