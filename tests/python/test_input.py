"""Whatever holds texts gives the same groups, and comes back as what it was."""
import itertools
import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import descry
from conftest import groups_of, told

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")


@pytest.fixture(scope="module")
def expected(rows):
    return told(descry.group([row["text"] for row in rows], id=[row["id"] for row in rows]))


def arrow(rows):
    return pa.Table.from_pylist(rows)


def chunked(rows):
    """Four chunks, one of them empty, one with an offset."""
    table = arrow(rows)
    parts = [table.slice(0, 1000), table.slice(0, 0), table.slice(1000, 700), table.slice(1700)]
    return pa.Table.from_batches([batch for part in parts for batch in part.to_batches()],
                                 table.schema)


def typed(kind):
    def cast(rows):
        table = arrow(rows)
        return table.set_column(table.column_names.index("text"), "text",
                                table["text"].cast(kind))
    return cast


TABLES = {
    "dicts": lambda rows: rows,
    "dict": lambda rows: {name: [row[name] for row in rows] for name in rows[0]},
    "arrow": arrow,
    "chunked": chunked,
    "large": typed(pa.large_string()),
    "view": typed(pa.string_view()),
    "dictionary": typed(pa.dictionary(pa.int32(), pa.string())),
    "batch": lambda rows: arrow(rows).combine_chunks().to_batches()[0],
    "pandas": pd.DataFrame,
    "pandas-arrow": lambda rows: pd.DataFrame(rows).astype({"text": "string[pyarrow]"}),
    "polars": pl.DataFrame,
}


@pytest.mark.parametrize("kind", TABLES)
def test_tables(kind, rows, expected):
    data = TABLES[kind](rows)
    found = descry.group(data, id="id")
    assert told(found) == expected
    kept = found.heads(data)
    assert type(kept) is type(data)
    assert len(found.kept_rows()) == found.kept_count == len(
        kept["id"] if isinstance(kept, dict) else kept)


@pytest.mark.parametrize("kind", TABLES)
def test_order_values_of_tables(kind, rows):
    expected = told(descry.group(rows, id="id", keep="max:rank"))
    assert told(descry.group(TABLES[kind](rows), id="id", keep="max:rank")) == expected


def test_columns(rows, texts, expected):
    ids = [row["id"] for row in rows]
    for column in (texts, tuple(texts), pa.array(texts), pa.chunked_array([texts]),
                   pd.Series(texts), pd.Series(texts, dtype=object), pl.Series(texts)):
        assert told(descry.group(column, id=ids)) == expected, type(column)
    assert told(descry.group((text for text in texts), id=iter(ids))) == expected
    assert told(descry.group(texts, id=pl.Series(ids))) == expected


def test_columns_of_a_dict(rows, texts, expected):
    ids = [row["id"] for row in rows]
    for make in (pa.array, lambda texts: pa.chunked_array([texts]), pl.Series, pd.Series):
        assert told(descry.group({"text": make(texts), "id": make(ids)}, id="id")) == expected


def test_several_columns_of_one_name():
    text = pa.array(["low water", "low water"])
    for names in (["text", "text", "v"], ["text", "v", "v"]):
        table = pa.table([text, text, text], names=names)
        for data in (table, table.to_pandas()):
            with pytest.raises(ValueError, match=r'column "(text|v)": there are several columns of this name'):
                descry.group(data, keep_apart="v")


def test_a_reader_is_read_once(rows, expected):
    reader = pa.RecordBatchReader.from_batches(arrow(rows).schema, arrow(rows).to_batches())
    assert told(descry.group(reader, id="id")) == expected


def test_duckdb(rows, expected):
    duckdb = pytest.importorskip("duckdb")
    table = arrow(rows)  # noqa: F841 (DuckDB finds it by its name)
    relation = duckdb.sql("select * from table_of_rows",
                          connection=connection_with(duckdb, table))
    found = descry.group(relation, id="id")
    assert told(found) == expected
    assert len(found.heads().fetchall()) == found.kept_count


def connection_with(duckdb, table):
    connection = duckdb.connect()
    connection.register("table_of_rows", table)
    return connection


def test_hugging_face(rows, expected):
    datasets = pytest.importorskip("datasets")
    data = datasets.Dataset.from_list(rows)
    found = descry.group(data, id="id")
    assert told(found) == expected
    assert found.heads(data).num_rows == found.kept_count
    shuffled = data.shuffle(seed=1)
    assert len(descry.group(shuffled, id="id").heads(shuffled)) == \
        len(descry.group([row["text"] for row in shuffled]).kept_rows())


@pytest.mark.parametrize("nothing", [None, math.nan, pd.NA])
def test_a_null_has_no_words(nothing, texts):
    data = [nothing, *texts[:50], nothing]
    for column in (data, pd.Series(data, dtype=object)):
        found = descry.group(column)
        assert found.documents == 52
        assert found.of(0) is None and found.of(51) is None
        assert {0, 51} <= set(found.kept_rows())
    if nothing is None:
        assert told_rows(descry.group(pa.array(data))) == told_rows(descry.group(data))
        assert told_rows(descry.group(pa.array([None] * 3))) == []


def told_rows(groups):
    return [(group.key, [member.id for member in group.members]) for group in groups]


def test_what_is_refused(texts):
    with pytest.raises(TypeError, match="row 1.*int"):
        descry.group(["a", 1])
    with pytest.raises(TypeError, match='column "body": row 1.*int'):
        descry.group(pd.DataFrame({"body": pd.Series(["a", 1], dtype=object)}), text="body")
    with pytest.raises(ValueError, match='no column "text"; found: body'):
        descry.group(pa.table({"body": texts[:3]}))
    with pytest.raises(ValueError, match='no column "body"; there are: text'):
        descry.group(pd.DataFrame({"text": texts[:3]}), text="body")
    with pytest.raises(ValueError, match='"text" of type int64 is not of strings'):
        descry.group(pa.table({"text": [1, 2]}))
    with pytest.raises(ValueError, match='"text" of type list holds neither strings nor numbers'):
        descry.group(pa.table({"text": [[1], [2]]}))
    with pytest.raises(ValueError, match="row 1.*null"):
        descry.group(texts[:2], id=["a", None])
    with pytest.raises(ValueError, match="1 ids of 2 texts"):
        descry.group(texts[:2], id=["a"])
    with pytest.raises(ValueError, match='keep: "best" is not first, .*newest:COLUMN'):
        descry.group(texts[:2], keep="best")
    with pytest.raises(ValueError, match="256 MiB"):
        descry.group(texts[:2], memory="much")


def test_ids_of_integers(texts):
    ids = list(range(1000, 1000 + len(texts)))
    found = descry.group(pa.table({"text": texts, "n": pa.array(ids, pa.uint16())}), id="n")
    assert found.table()["id"].to_pylist() == ids
    assert {member.id for member in found[0].members} <= set(ids)
    assert found.of(ids[0]) is None or found.of(ids[0]).head in ids
    with pytest.raises(KeyError):
        found.of(5)
    with pytest.raises(KeyError):
        found.of("1000")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.none(), st.text(), st.sampled_from(
    ["low water at eight tomorrow in the harbour", "Low water at eight, tomorrow in the harbour",
     "\0", "\ufffd", "ﷺ", "日本語の文", "a" * 300])), max_size=40), st.integers(0, 5), st.data())
def test_any_strings(data, offset, draw):
    """Lists, sliced arrays, dictionaries and chunks of any strings give the same groups."""
    expected = told_rows(descry.group(data))
    padded = pa.array(["before"] * offset + data + ["behind"], pa.string())
    sliced = padded.slice(offset, len(data))
    assert told_rows(descry.group(sliced)) == expected
    assert told_rows(descry.group(sliced.dictionary_encode())) == expected
    cut = draw.draw(st.integers(0, len(data)))
    chunks = pa.chunked_array([sliced.slice(0, cut), sliced.slice(cut)], pa.string())
    assert told_rows(descry.group(chunks)) == expected
    assert told_rows(descry.group(pl.Series(data, dtype=pl.String))) == expected
    for group in descry.group(data):
        assert all(member.distance <= 0.15 for member in group.members)


# What has no meaning stands for itself: only these texts are alike.
HALVES = ["low water at eight tomorrow \ud83d in the harbour", "Low water at eight tomorrow \ud83d in the harbour!",
          "low water at eight tomorrow \ud83e in the harbour", "low water at eight tomorrow \ude00 in the harbour",
          "low water at eight tomorrow \U0001f600 in the harbour"]


def test_lone_surrogates_are_kept_as_the_program_keeps_them(program, tmp_path):
    file = tmp_path / "halves.jsonl"
    file.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n"
                            for i, text in enumerate(HALVES)))
    program("uniq", file, "--distance", 0, "--groups", tmp_path / "groups", "--quiet")
    groups = descry.group(HALVES, id=list("01234"), distance=0)
    assert told(groups) == groups_of((tmp_path / "groups").read_text())
    assert [len(group.members) for group in groups] == [2]
    assert descry.group(["\ud83d\ude00 low water", "\U0001f600 low water"], distance=0).labels() == [0, 0]
    assert descry.distance(HALVES[0], HALVES[1]) <= 0.0001 < descry.distance(HALVES[0], HALVES[2])
    assert descry.Signer(methods="exact").sign(HALVES)["exact"][0]
    groups.report(tmp_path / "page.html")
    assert groups.heads()[0] == HALVES[0] and "harbour" in str(groups.explain("0", "2"))
    pl_groups = descry.group(pd.DataFrame({"text": pd.Series(HALVES, dtype=object)}), distance=0)
    assert pl_groups.labels() == groups.labels()


def test_bytes_that_are_not_utf8(program, tmp_path):
    """As the program reads them; a warning names the first row."""
    texts = [b"low water at eight in the caf\xe9 of the harbour", b"Low water at eight in the caf\xe9 of the harbour!",
             b"low water at eight in the caf\x81 of the harbour", b"fresh fish"]
    bad = pa.Array.from_buffers(pa.string(), 4, [None, pa.array([0, *itertools.accumulate(map(len, texts))],
                                                               pa.int32()).buffers()[1],
                                                 pa.py_buffer(b"".join(texts))])
    file = tmp_path / "bad.jsonl"
    file.write_bytes(b"".join(b'{"id":"%d","text":"%s"}\n' % row for row in enumerate(texts)))
    program("uniq", file, "--distance", 0, "--groups", tmp_path / "groups", "--quiet", errors="replace")
    theirs = [row[1:] for row in groups_of((tmp_path / "groups").read_text())]
    for data in (bad, bad.cast(pa.large_string(), safe=False), bad.dictionary_encode()):
        with pytest.warns(UserWarning, match="the text of row 0 is not UTF-8, nor are 2 others"):
            groups = descry.group(pa.table({"text": data}), id=list("0123"), distance=0)
        assert [row[1:] for row in told(groups)] == theirs
        groups.report(tmp_path / "page.html")
        assert "caf" in (tmp_path / "page.html").read_text() and "caf" in str(groups.explain("0", "2"))
        assert groups.heads().num_rows == 3
        model = descry.Model.learn(texts_without(texts), distance=0)
        prepared = descry.prepare(texts_without(texts), model)
        for call in (lambda: prepared.find(data), lambda: descry.Signer(methods="exact").sign({"text": data})["exact"],
                     lambda: descry.evaluate(pa.table({"text": data}), [("0", "1")]).to_pydict()["method"]):
            with pytest.warns(UserWarning, match="the text of row 0 is not UTF-8, nor are 2 others"):
                assert len(call()) == 4
    several = pa.chunked_array([pa.array(["fine"]), bad])
    with pytest.warns(UserWarning, match="the text of row 1 is not UTF-8"):
        assert descry.Signer(methods="exact").sign(several)["exact"][4] is not None


def texts_without(texts):
    return [text.decode("latin-1") for text in texts]
