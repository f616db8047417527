"""heads() gives the rows that were grouped, of the type that came, whatever is done to them later."""
import pathlib
import random

import pytest

import descry

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
import numpy as np  # noqa: E402
import pyarrow.dataset  # noqa: E402

TEXTS = ["Low water at the north quay at eight, high water at two.",
         "Low water at the north quay at eight; high water at two!",
         "The museum is closed on Mondays, and all of January.",
         "Fresh fish is sold on the quay before noon."]
KEPT = ["a", "c", "d"]
ROWS = [{"id": id, "text": text} for id, text in zip("abcd", TEXTS)]


def table():
    return pa.Table.from_pylist(ROWS)


def ids_of(kept):
    """The column id of whatever table."""
    if isinstance(kept, pl.LazyFrame):
        kept = kept.collect()
    if isinstance(kept, pa.RecordBatchReader):
        kept = kept.read_all()
    if isinstance(kept, list):
        return [row["id"] for row in kept]
    if hasattr(kept, "fetchall"):
        return [row[0] for row in kept.fetchall()]
    if not hasattr(kept, "__getitem__"):  # an IterableDataset
        return [row["id"] for row in kept]
    column = kept["id"]
    return column.to_pylist() if hasattr(column, "to_pylist") else list(column)


def stream_of_datasets():
    return pytest.importorskip("datasets").Dataset.from_list(ROWS).to_iterable_dataset()


QUERIES = {
    "reader": lambda: table().to_reader(),
    "data set": lambda: pa.dataset.dataset(table()),
    "scanner": lambda: pa.dataset.dataset(table()).scanner(),
    "lazy frame": lambda: pl.DataFrame(ROWS).lazy(),
    "iterable data set": stream_of_datasets,
    "generator": lambda: (row for row in ROWS),
}


@pytest.mark.parametrize("kind", QUERIES)
def test_queries_and_streams_are_read_once(kind):
    data = QUERIES[kind]()
    groups = descry.group(data, id="id")
    for _ in range(2):
        kept = groups.heads()
        assert ids_of(kept) == KEPT
    if kind in ("reader", "lazy frame", "iterable data set"):
        assert type(kept) is type(data)
    assert "high water" in str(groups.explain("a", "b"))


COLUMNS = {
    "list": list, "tuple": tuple, "array": np.array, "objects": lambda texts: np.array(texts, object),
    "index": pd.Index, "series": pd.Series, "series of other labels":
        lambda texts: pd.Series(texts, index=[7, 5, 3, 1]), "polars": pl.Series, "arrow": pa.array,
    "chunked": lambda texts: pa.chunked_array([texts[:1], texts[1:]]),
    "extension array": lambda texts: pd.array(texts, dtype="string"),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_columns_come_back_as_they_came(kind):
    data = COLUMNS[kind](TEXTS)
    kept = descry.group(data).heads()
    assert type(kept) is type(data)
    assert (kept.to_pylist() if hasattr(kept, "to_pylist") else list(kept)) == \
        [TEXTS[row] for row in (0, 2, 3)]


def test_a_column_of_a_data_set_is_a_list():
    data = pytest.importorskip("datasets").Dataset.from_list(ROWS)
    assert descry.group(data["text"]).heads() == [TEXTS[row] for row in (0, 2, 3)]
    with pytest.raises(ValueError, match="splits.*'train'"):
        descry.group(pytest.importorskip("datasets").DatasetDict(train=data))


def test_sets_and_views_become_lists():
    assert len(descry.group(set(TEXTS)).heads()) == 3
    assert descry.group(dict(zip("abcd", TEXTS)).values()).heads() == [TEXTS[i] for i in (0, 2, 3)]


CHANGES = {
    "list grows": (lambda: list(ROWS), lambda data: data.insert(0, {"id": "z", "text": "late"})),
    "row of a list": (lambda: [dict(row) for row in ROWS], lambda data: data[0].update(id="z")),
    "list of a dict": (lambda: {"id": list("abcd"), "text": list(TEXTS)},
                       lambda data: data["id"].reverse()),
    "frame is sorted": (lambda: pd.DataFrame(ROWS), lambda data: data.sort_values(
        "id", ascending=False, inplace=True)),
    "cell of a frame": (lambda: pd.DataFrame(ROWS), lambda data: data.__setitem__("id", "z")),
    "cell in place": (lambda: pd.DataFrame(ROWS), lambda data: data.loc.__setitem__((0, "id"), "z")),
    "polars in place": (lambda: pl.DataFrame(ROWS), lambda data: data.extend(data)),
    "polars column": (lambda: pl.DataFrame(ROWS), lambda data: data.replace_column(
        0, pl.Series("id", list("zzzz")))),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_later_changes_do_not_count(kind):
    make, change = CHANGES[kind]
    data = make()
    groups = descry.group(data, id="id")
    shown = str(groups.explain("a", "b"))
    change(data)
    assert ids_of(groups.heads()) == KEPT
    assert str(groups.explain("a", "b")) == shown


def test_an_array_is_copied():
    data = np.array(TEXTS, object)
    groups = descry.group(data)
    data[0] = "late"
    assert list(groups.heads())[0] == TEXTS[0]


@pytest.mark.parametrize("query", ["select distinct id, text from d", "select * from d using sample 50%",
                                   "select id, any_value(text) as text from d group by id"])
def test_a_query_of_duckdb_runs_once(query):
    duckdb = pytest.importorskip("duckdb")
    chance = random.Random(1)
    texts = [" ".join(f"w{chance.randrange(3000)}" for _ in range(12)) for _ in range(6000)]
    data = pa.table({"id": range(8000), "text": texts + [text + " tail" for text in texts[:2000]]})
    connection = duckdb.connect(config={"threads": 2})
    connection.register("data", data)
    connection.execute("create table d as select * from data")
    groups = descry.group(connection.sql(query), id="id")
    told = groups.table().to_pydict()
    heads = {id for id, head in zip(told["id"], told["head"]) if id == head}
    assert {row[0] for row in groups.heads().fetchall()} == heads


def test_rows_of_duckdb_are_of_their_connection():
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.register("data", table())
    kept = descry.group(connection.sql("select * from data"), id="id").heads()
    assert connection.sql("select count(*) from kept").fetchall() == [(3,)]
    kept = descry.group(connection.execute("select * from data"), id="id").heads()
    assert connection.sql("select count(*) from kept").fetchall() == [(3,)]


def test_types_of_duckdb_come_back():
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    connection.execute(f"""create table d as select '{TEXTS[0]}' as text, '10:00:00+02'::timetz as t, '1010'::bit as "b ""q",
        340282366920938463463374607431768211455::uhugeint as u, -170141183460469231731687303715884105727::hugeint as h,
        'x'::enum('x', 'y''z') as e, uuid() as i, '{{"a":[1]}}'::json as j, [7::hugeint] as l, {{'a': uuid()}} as s,
        timestamptz '2026-01-01 00:00:00+00' as z, interval 1 month as m""")
    relation = connection.sql("from d")
    heads = descry.group(relation, keep="max:h").heads()
    assert heads.types == relation.types and heads.fetchall() == relation.fetchall()
    for nested in (connection.sql("select text, [t] as v from d"), connection.cursor().execute("select text, t as v from d")):
        groups = descry.group(nested)
        assert list(groups.kept_rows()) == [0]
        with pytest.raises(ValueError, match='column "v" of type TIME WITH TIME ZONE.*cast it to VARCHAR'):
            groups.heads()


class OwnFrame(pd.DataFrame):
    @property
    def _constructor(self):
        return OwnFrame


class OwnSeries(pd.Series):
    @property
    def _constructor(self):
        return OwnSeries


def test_subclasses_are_kept():
    for data in (OwnFrame({"text": TEXTS, "other": [1, "a", None, 2.5]}), OwnSeries(TEXTS)):
        heads = descry.group(data).heads()
        assert type(heads) is type(data) and len(heads) == 3


def test_rows_of_another_number_are_refused():
    frame = pd.DataFrame(ROWS)
    groups = descry.group(frame, id="id")
    for other in (pd.concat([frame, frame]), frame.iloc[:1], TEXTS[:2], table().slice(1)):
        with pytest.raises(ValueError, match="4 rows were grouped, these are [0-9]"):
            groups.heads(other)
    assert groups.heads(TEXTS) == [TEXTS[row] for row in (0, 2, 3)]
    with pytest.raises(ValueError, match='"id" 3, "text" 4'):
        descry.group({"id": list("abc"), "text": TEXTS})


class Frame:
    columns = ["text"]

    def __iter__(self):
        return iter(self.columns)


@pytest.mark.parametrize("data, said", [
    ("a text", "one string"), (b"bytes", "one string"), (pathlib.Path("x.parquet"), "descry.read"),
    (None, "NoneType"), (7, "int"), (Frame(), "Frame"), (np.array([["a"], ["b"]]), "one dimension"),
    ([{"text": "a"}, "b"], "row 1 is a str"),
])
def test_what_holds_no_rows_is_refused(data, said):
    with pytest.raises(TypeError, match=said):
        descry.group(data)
