"""What Groups tell, and that it is one thing told in several ways."""
import copy
import pickle
import re
from array import array
from html.parser import HTMLParser

import pytest

import descry
from descry._table import Table


@pytest.fixture(scope="module")
def groups(rows):
    return descry.group(rows, id="id")


def columns(table):
    return table.to_pydict()


def test_tables_agree(groups, rows):
    table = columns(groups.table())
    assert table["id"] == [row["id"] for row in rows]
    alone = [i for i, key in enumerate(table["group"]) if key is None]
    assert alone and all(table["head"][i] == table["id"][i] and table["size"][i] == 1
                         and table["distance"][i] == 0 for i in alone)
    dropped = columns(groups.dropped())
    assert dropped["id"] == [id for id, head in zip(table["id"], table["head"]) if id != head]
    assert all(0 <= distance <= 0.15 for distance in dropped["distance"])
    assert groups.kept_count + len(dropped["id"]) == groups.documents == len(rows)
    assert [row["id"] for row in groups.heads()] == [
        id for id, head in zip(table["id"], table["head"]) if id == head]
    labels = groups.labels()
    for group, label in zip(groups, range(len(groups))):
        members = {member.id for member in group.members}
        assert members == {id for id, of in zip(table["id"], labels) if of == label}
        assert group.members[0] == (group.head, 0)
        assert {table["head"][table["id"].index(id)] for id in members} == {group.head}
        assert groups.of(group.members[-1].id) == group
    assert [label for label in labels if label < 0] == [-1] * len(alone)


def test_what_is_kept_and_what_is_dropped_are_all(groups, rows):
    kept = columns(groups.kept())
    assert kept["id"] == [row["id"] for row in groups.heads()]
    assert sum(kept["size"]) == len(rows)
    assert sorted(kept["id"] + columns(groups.dropped())["id"]) == sorted(row["id"] for row in rows)
    assert kept["size"] == [len(groups.of(id).members) if groups.of(id) else 1 for id in kept["id"]]


def test_pickles(groups, rows):
    model = groups.model
    prepared = descry.prepare(rows[:100], model, id="id")
    signer = descry.Signer(model, ["exact", "descriptive"], keys=True)
    for copied in (pickle.loads(pickle.dumps((model, prepared, signer, groups))),
                   copy.deepcopy((model, prepared, signer, groups))):
        assert copied[0] == model and repr(copied[1]) == repr(prepared)
        assert copied[2].sign(rows) == signer.sign(rows)
        assert columns(copied[3].table()) == columns(groups.table())
        assert copied[3].heads() == groups.heads()
    others = descry.group(rows[100:300], id="id", reference=prepared, keep="max:rank")
    again = pickle.loads(pickle.dumps(others))
    assert columns(again.table()) == columns(others.table())


def test_a_model_says_how_texts_are_grouped(rows):
    model = descry.Model.learn(rows, distance=0.3, keep_apart="numbers")
    expected = columns(descry.group(rows, model=model).table())
    same = descry.group(rows, model=model, distance=0.3, keep_apart="numbers")
    assert columns(same.table()) == expected
    for wrong, said in (({"distance": 0.15}, "distance is 0.15, but the model's is 0.3"),
                        ({"keep_apart": "nothing"}, "keep_apart is 'nothing'")):
        with pytest.raises(ValueError, match=said):
            descry.group(rows, model=model, **wrong)
        with pytest.raises(ValueError, match=said):
            descry.group(rows, reference=descry.prepare(rows[:9], model), **wrong)


# Wrong arguments, and the word of each that the message has.
WRONG = {
    "distance": lambda: descry.group(["a"], distance="0.1"), "keep": lambda: descry.group(["a"], keep=0),
    "text": lambda: descry.group([{"a": "b"}], text=["a", "b"]), "threads": lambda: descry.group(["a"], threads="2"),
    "memory": lambda: descry.group(["a"], memory=None), "model": lambda: descry.group(["a"], model="m.model"),
    "scratch": lambda: descry.group(["a"], scratch=7), "id": lambda: descry.group(["a"], id=7),
    "documents": lambda: descry.Model.learn(["a"], documents="9"),
    "n": lambda: descry.group(["a"]).largest("3"), "b": lambda: descry.distance("a", None),
    "a": lambda: descry.distance(b"a", "b"), "methods": lambda: descry.Signer(methods=7),
    "title": lambda: descry.group(["a"]).report("no.html", title=5),
    "permutations": lambda: descry.Signer(permutations="9"), "shingles": lambda: descry.Signer(shingles=5),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_argument_of_another_type_is_named(name):
    with pytest.raises(TypeError, match=f"^{name} is ") as error:
        WRONG[name]()
    assert "incompatible" not in str(error.value)


# Numbers that are too large, and the word of each that the message has.
LARGE = {
    "memory": lambda groups: descry.group(["a"], memory=2**70), "threads": lambda groups: descry.group(["a"], threads=2**40),
    "n": lambda groups: groups.largest(2**70), "rows": lambda groups: groups.report("no.html", rows=2**70),
    "permutations": lambda groups: descry.Signer(permutations=10**12),
    "minTokenLen": lambda groups: descry.Signer(minTokenLen=2**40),
    "documents": lambda groups: descry.Model.learn(["a"], documents=2**70),
}


def test_numbers_of_things():
    groups = descry.group(["a", "a"])
    for wrong in (groups.largest, groups.least_similar):
        with pytest.raises(ValueError, match="n is -1, not 0 or more"):
            wrong(-1)
    for nobody in (None, 7, "a", 2**70, 0.0, "\ud800"):
        with pytest.raises(KeyError):
            groups.of(nobody)
    for name, call in LARGE.items():
        with pytest.raises(ValueError, match=f"^{name} is [0-9]+, not [0-9]+ "):
            call(groups)
    with pytest.raises(ValueError, match='memory is "1.2.3 GB"'):
        descry.group(["a"], memory="1.2.3 GB")


def test_files_that_are_no_models_are_named(tmp_path):
    (tmp_path / "m").write_bytes(b"nothing")
    for kind in (descry.Model, descry.Prepared):
        with pytest.raises(ValueError, match=f"{tmp_path}/m: "):
            kind.load(tmp_path / "m")


def test_largest_and_least_similar(groups):
    sizes = [len(group.members) for group in groups]
    assert [len(group.members) for group in groups.largest(5)] == sorted(sizes, reverse=True)[:5]
    least = groups.least_similar(10)
    distances = sorted(columns(groups.dropped())["distance"], reverse=True)
    assert [pair.distance for pair in least] == distances[:10]
    assert len(groups.least_similar(10**6)) == len(distances)


def test_explain(groups, rows):
    pair = groups.least_similar(1)[0]
    told = groups.explain(pair.id, pair.head)
    assert told.same_group and told.distance == pytest.approx(pair.distance, abs=2e-6)
    text = next(row["text"] for row in rows if row["id"] == pair.id)
    whole = "".join(piece for piece, _ in told.marked_a)
    assert whole in (text, whole) and any(differs for _, differs in told.marked_a + told.marked_b)
    assert "in one group" in repr(told)
    with pytest.raises(KeyError):
        groups.explain("nobody", pair.head)


def test_explain_marks_what_differs():
    found = descry.group(["The quick brown fox (at 8) jumps", "the quick, red fox at 8 jumps!"])
    told = found.explain(0, 1)
    assert [piece for piece, differs in told.marked_a if differs] == ["brown"]
    assert [piece for piece, differs in told.marked_b if differs] == ["red"]
    assert "".join(piece for piece, _ in told.marked_a) == "The quick brown fox (at 8) jumps"
    assert told.distance == descry.distance("The quick brown fox at 8 jumps",
                                            "the quick red fox at 8 jumps")


def test_distance():
    assert descry.distance("", "") == 0
    assert descry.distance("Low water, at eight.", "low  WATER, at eight.\n") == 0
    assert descry.distance("Low water, at eight.", "low WATER at eight") == 0.0001
    assert descry.distance("abcd", "abce") == 0.25
    assert descry.distance("", "abc") == 1


class Page(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.ids = []
        self.links = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        attributes = dict(attrs)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if "href" in attributes:
            self.links.append(attributes["href"])


def test_report(groups, tmp_path):
    groups.report(tmp_path / "page.html", "made <rows> & more")
    text = (tmp_path / "page.html").read_text()
    page = Page(text)
    assert "made &lt;rows&gt; &amp; more" in text
    assert not re.search(r'\bsrc=|url\(', text)  # loads nothing
    assert len(page.ids) == len(set(page.ids))
    assert {link.lstrip("#") for link in page.links} <= set(page.ids)
    assert text.count('class="group"') == len(groups) and len(text) < 1_000_000
    least = groups.least_similar(1)[0]
    assert text.index(f">{least.id}<") < text.index('id="group-2"')


def test_report_of_few_groups(groups, tmp_path):
    groups.report(tmp_path / "page.html", rows=3)
    text = (tmp_path / "page.html").read_text()
    assert text.count('class="group"') == 3
    assert f"{len(groups) - 3:,} more groups are not on this page" in text
    for wrong in (-1, "many"):
        with pytest.raises((ValueError, TypeError)):
            groups.report(tmp_path / "page.html", rows=wrong)


def test_report_of_hostile_texts(tmp_path):
    text = "<script>alert(1)</script> & \0 \x1b[31m \u202e מים 'quoted' \"twice\" low water at eight"
    found = descry.group([text, text + "!", text + " o'clock"], id=["<b>", "\"'", "a b#c"])
    found.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert page.count("<script>") == 1 and "<script>alert" not in page and "\0" not in page and "\x1b" not in page
    assert "<script" not in found._repr_html_()
    assert "<script" not in found.explain("<b>", "a b#c")._repr_html_()


def test_report_of_half_a_character(tmp_path):
    descry.group(["a", "a"]).report(tmp_path / "page.html", title="\ud800 tides")
    assert " tides" in (tmp_path / "page.html").read_text()


def test_report_of_nothing(tmp_path):
    for data in ([], ["one text"], [None, ""]):
        found = descry.group(data)
        assert len(found) == 0 and found.kept_count == len(data) and found.least_similar() == []
        assert columns(found.table())["id"] == list(range(len(data)))
        assert found._repr_html_() and repr(found)
        found.report(tmp_path / "page.html")
        assert "Near-duplicates" in (tmp_path / "page.html").read_text()


def test_references_are_told(rows):
    old = rows[:1000]
    found = descry.group([row["text"] for row in rows[:1500]],
                         reference=[row["text"] for row in old])
    table = columns(found.table())
    assert table["id"] == list(range(1500))
    assert all(head < 0 for head in table["head"][:1000])  # each is its own reference's copy
    assert found.kept_rows() == array("q", [i for i, head in enumerate(table["head"]) if head == i])
    assert found.of(-1).head == -1
    nearest = found.least_similar(3)
    assert all(pair.head == table["head"][pair.id] for pair in nearest)


def test_tables_without_pyarrow(groups, monkeypatch):
    import builtins

    real = builtins.__import__

    def without(name, *arguments, **options):
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *arguments, **options)

    expected = columns(groups.table())
    monkeypatch.setattr(builtins, "__import__", without)
    table = groups.table()
    assert isinstance(table, descry.Table)
    assert table.to_pydict() == expected
    assert table.to_pylist()[0] == {name: values[0] for name, values in expected.items()}
    assert table.num_rows == len(table) == len(expected["id"])
    with pytest.raises(ImportError, match="pip install pyarrow"):
        descry.read("x.parquet")


def test_a_table_goes_to_other_libraries(groups):
    polars = pytest.importorskip("polars")
    from descry._table import Table

    table = Table(groups._native.table)
    frame = polars.DataFrame(table)
    assert frame.to_dict(as_series=False) == columns(groups.table())


def test_where_none_of_a_group_is_kept_heads_go_with_their_nearest_member(rows):
    usual, none = (descry.group(rows, id="id", keep=keep) for keep in ("first", "none"))
    assert list(none) == list(usual) and none.labels() == usual.labels()
    table = columns(none.table())
    alone = [id for id, key in zip(table["id"], table["group"]) if key is None]
    assert columns(none.kept())["id"] == alone and none.kept_count == len(alone)
    assert table["distance"] == columns(usual.table())["distance"]
    dropped = dict(zip(*list(columns(none.dropped()).values())[:2]))
    distances = dict(zip(*[columns(none.dropped())[name] for name in ("id", "distance")]))
    for group in none:
        nearest, distance = min(group.members[1:], key=lambda member: (
            member.distance, table["id"].index(member.id)))
        assert (dropped[group.head], distances[group.head]) == (nearest, distance)
    assert none.least_similar(1)[0].distance == usual.least_similar(1)[0].distance
    with pytest.raises(ValueError, match='keep is "none"'):
        none.report("page.html")
    with pytest.raises(ValueError, match='"none" is for descry.group'):
        descry.prepare(rows[:9], usual.model, id="id", keep="none")


def test_marks_are_null_without_a_group_whatever_the_ids_are():
    texts = ["Low water at the north quay", "Low water at the north quay", "The museum is closed"]
    for ids in ([5, 6, 7], [2**64 - 1, 1, 2], ["a", "b", "c"]):
        groups = descry.group(texts, id=ids)
        table = columns(groups.table())
        # As without pyarrow.
        assert columns(Table(groups._native.table)) == table
        assert table["descry_head"] == [ids[0], ids[0], None]
        assert table["descry_similarity"] == [1, 1, None]
        assert table["descry_kept"] == [True, False, True] and table["descry_kept"][0] is True
        assert table["descry_group"] == table["group"]
