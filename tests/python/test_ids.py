"""Ids: strings and integers of 64 bits, each of one text."""
import datetime
from decimal import Decimal

import pytest

import descry

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
import numpy as np  # noqa: E402

TEXTS = ["Low water at the north quay at eight, high water at two.",
         "Low water at the north quay at eight; high water at two!",
         "The museum is closed on Mondays, and all of January."]


@pytest.mark.parametrize("ids, said", [
    (["a", "b", "a"], 'the id "a" is that of row 0 and of row 2'),
    ([5, 7, 7], "the id 7 is that of row 1 and of row 2"),
    ([1, "b", "1"], 'the id "1" is that of row 0 and of row 2'),
])
def test_an_id_is_of_one_text(ids, said):
    for call in (lambda: descry.group(TEXTS, id=ids),
                 lambda: descry.group([{"text": text, "n": id} for text, id in zip(TEXTS, ids)], id="n"),
                 lambda: descry.prepare(TEXTS, descry.Model.learn(TEXTS), id=ids)):
        with pytest.raises(ValueError, match=said):
            call()


def test_an_id_of_a_reference_is_no_others():
    rows = [{"text": text, "id": id} for text, id in zip(TEXTS, "abc")]
    with pytest.raises(ValueError, match='the id "b" is that of row 1 of the reference and of row 0'):
        descry.group(rows[1:], id="id", reference=rows)
    prepared = descry.prepare(TEXTS[:2], descry.Model.learn(TEXTS), id=["1", "2"])
    with pytest.raises(ValueError, match='the id "1" is that of row 0 of the reference and of row 1'):
        descry.group(TEXTS, reference=prepared)  # called 0, 1 and 2


def test_a_prepared_file_without_ids_has_those_of_references(tmp_path):
    prepared = descry.prepare(TEXTS, descry.Model.learn(TEXTS))
    prepared.save(tmp_path / "prepared")
    for reference in (TEXTS, prepared, descry.Prepared.load(tmp_path / "prepared")):
        groups = descry.group(TEXTS[1:], reference=reference)
        assert groups.table().to_pydict()["id"] == [0, 1]
        assert all(head in (-1, -2, -3) for head in groups.table().to_pydict()["head"])
        assert groups.kept_count == 0 and list(groups.kept_rows()) == []
    named = descry.group(TEXTS[1:], id=["x", "y"], reference=prepared)
    assert set(named.table().to_pydict()["head"]) <= {"-1", "-2", "-3"}
    with pytest.raises(ValueError, match="the id -1 is that of"):
        descry.group(TEXTS[1:], id=[-1, 4], reference=prepared)


@pytest.mark.parametrize("kind", [list, lambda ids: pa.array(ids, pa.uint64()),
                                  lambda ids: np.array(ids, np.uint64),
                                  lambda ids: pd.Series(ids, dtype="uint64")])
def test_numbers_of_64_bits_without_a_sign(kind):
    ids = [2**64 - 1, 2**63, 3]
    groups = descry.group(TEXTS, id=kind(ids))
    table = groups.table()
    assert table["id"].to_pylist() == ids and table["id"].type == pa.uint64()
    assert groups.of(2**64 - 1).members[1].id == 2**63 and groups.of(3) is None
    assert groups.dropped().to_pylist()[0]["head"] == 2**64 - 1
    for other in (-1, 2**64, 2**70, "3", None, 3.0):
        with pytest.raises(KeyError):
            groups.of(other)


def test_a_null_names_row_and_column():
    for data in ({"text": TEXTS, "n": ["a", None, "c"]}, pa.table({"text": TEXTS, "n": ["a", None, "c"]}),
                 pd.DataFrame({"text": TEXTS, "n": ["a", None, "c"]})):
        with pytest.raises(ValueError, match='column "n": row 1: an id .* not null'):
            descry.group(data, id="n")


def test_numbers_that_64_bits_do_not_hold():
    for ids in ([2**64, 1, 2], [1, -2**63 - 1, 2], [1, 2, 2**70]):
        with pytest.raises(ValueError, match="row [012].*which has more than 64 bits"):
            descry.group(TEXTS, id=ids)
    with pytest.raises(ValueError, match="row 1.*give strings"):
        descry.group(TEXTS, id=[2**63, -1, 0])


OTHERS = {"bytes": b"a", "tuple": (1, 2), "bool": True, "datetime": datetime.datetime(2026, 1, 1),
          "Decimal": Decimal(1), "object": object()}


@pytest.mark.parametrize("name", OTHERS)
def test_other_types_are_named(name):
    ids = ["a", OTHERS[name], "c"]
    for call in (lambda: descry.group(TEXTS, id=ids),
                 lambda: descry.group([{"text": text, "n": id} for text, id in zip(TEXTS, ids)], id="n")):
        with pytest.raises(TypeError, match=f"row 1: an id is a string or an integer, not {name}"):
            call()


@pytest.mark.parametrize("kind, name", [
    (pa.timestamp("us"), "timestamp"), (pa.date32(), "date"), (pa.bool_(), "bool"),
    (pa.float64(), "float64"), (pa.binary(), "binary"), (pa.decimal128(5), "decimal"),
    (pa.list_(pa.int64()), "list"), (pa.binary(2), "binary"), (pa.duration("s"), "duration"),
])
def test_columns_of_other_types_are_named(kind, name):
    data = pa.table({"text": TEXTS, "n": pa.nulls(3, kind)})
    with pytest.raises(ValueError, match=f'column "n" of type {name}'):
        descry.group(data, id="n")


def test_ids_that_are_no_characters():
    with pytest.raises(UnicodeEncodeError, match="row 1"):
        descry.group(TEXTS, id=["a", "\ud800", "c"])
    bad = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(np.array([0, 1], "int32")),
                                                 pa.py_buffer(b"\xff")])
    with pytest.raises(ValueError, match="row 0: the id is not UTF-8"):
        descry.group(TEXTS[:1], id=bad)
