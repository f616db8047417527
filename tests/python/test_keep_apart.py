"""Columns whose other values keep rows apart, and whose values are the same in any container."""
import datetime as dt
import json
from decimal import Decimal

import pytest

import descry

TEXT = "the rent of the hall in the old harbour office is paid to its owner as agreed last year"
ROWS = [{"id": "a", "text": TEXT, "amount": 900, "date": "x"},
        {"id": "b", "text": TEXT + " again", "amount": 900, "date": "y"},
        {"id": "c", "text": TEXT, "amount": 1234, "date": "x"},
        {"id": "d", "text": TEXT, "amount": None, "date": ""}]


def frames():
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    yield ROWS
    yield columns
    yield pytest.importorskip("pyarrow").table(columns)


@pytest.mark.parametrize("keep_apart, kept", [
    (None, ["a"]), ("amount", ["a", "c", "d"]), (["amount"], ["a", "c", "d"]),
    (["date", "amount"], ["a", "b", "c", "d"]), (["numbers", "date"], ["a", "b", "d"])])
def test_rows_of_other_values_are_kept(keep_apart, kept):
    for data in frames():
        groups = descry.group(data, id="id", keep_apart=keep_apart, progress=False)
        assert [ROWS[row]["id"] for row in groups.kept_rows()] == kept


def test_models_and_prepared_documents_keep_them_too(tmp_path):
    model = descry.Model.learn(ROWS, keep_apart=["numbers", "amount"], progress=False)
    with pytest.raises(ValueError, match="keep_apart"):
        descry.group(ROWS, model=model, keep_apart="amount", progress=False)
    groups = descry.group(ROWS, id="id", model=model, progress=False)
    assert [ROWS[row]["id"] for row in groups.kept_rows()] == ["a", "c", "d"]
    prepared = descry.prepare(ROWS[:1], model, id="id", progress=False)
    beside = descry.group(ROWS[1:], id="id", reference=prepared, progress=False)
    assert [ROWS[row + 1]["id"] for row in beside.kept_rows()] == ["c", "d"]


def test_a_column_that_is_missing_is_named():
    for data in frames():
        with pytest.raises(ValueError, match='"amout".*amount'):
            descry.group(data, keep_apart="amout", progress=False)
    with pytest.raises(TypeError, match="keep_apart"):
        descry.group(ROWS, keep_apart=[1], progress=False)


def test_the_program_keeps_the_same(program, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    printed = program("uniq", path, "--keep-apart", "amount,date", "--quiet")
    groups = descry.group(ROWS, id="id", keep_apart=["amount", "date"], progress=False)
    assert [json.loads(line)["id"] for line in printed.splitlines()] == [
        ROWS[row]["id"] for row in groups.kept_rows()]


PARIS = dt.timezone(dt.timedelta(hours=1))
DAY = dt.datetime(2026, 3, 1)
# A value, and how it is written.
VALUES = [
    (True, "true"), (False, "false"), (7, "7"), (2**62, str(2**62)), (1.5, "1.5"), ("x\ud800", None), ("a", "a"),
    (dt.date(2026, 3, 1), "2026-03-01"), (dt.date(1, 1, 1), "0001-01-01"), (dt.date(9999, 12, 31), "9999-12-31"),
    (DAY, "2026-03-01 00:00:00"), (DAY.replace(year=1969, microsecond=5), "1969-03-01 00:00:00.000005"),
    (DAY.replace(tzinfo=PARIS), "2026-02-28 23:00:00+00:00"), (dt.time(10, 5), "10:05:00"),
    (dt.time(10, 5, 1, 500000), "10:05:01.500000"), (dt.timedelta(days=9), "777600"),
    (dt.timedelta(milliseconds=-1500), "-1.5"), (dt.timedelta(microseconds=-1), "-0.000001"),
    (Decimal("1.50"), "1.50"), (Decimal("-12"), "-12"), (Decimal("0.00000001"), "1E-8"), (Decimal("0.00"), "0.00"),
    (Decimal("99999999999999999999999999999999.5"), "99999999999999999999999999999999.5")]


def containers_of(value, other):
    """Two rows in each container that holds their values."""
    texts = [TEXT, TEXT]
    yield [{"text": TEXT, "v": value}, {"text": TEXT, "v": other}]
    yield {"text": texts, "v": [value, other]}
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    yield pandas.DataFrame({"text": texts, "v": pandas.Series([value, other], dtype=object)})
    if isinstance(value, str) and not value.isascii():
        return
    yield pandas.DataFrame({"text": texts, "v": [value, other]})
    yield polars.DataFrame({"text": texts, "v": polars.Series([value, other], strict=False)})
    array = pa.array([value, other])
    kinds = {array.type}
    if pa.types.is_timestamp(array.type):
        kinds |= {pa.timestamp(unit, array.type.tz) for unit in ("s", "ms", "us", "ns")}
    elif pa.types.is_duration(array.type):
        kinds |= {pa.duration(unit) for unit in ("s", "ms", "us", "ns")}
    elif pa.types.is_time(array.type):
        kinds |= {pa.time32("s"), pa.time32("ms"), pa.time64("ns")}
    elif pa.types.is_date(array.type):
        kinds.add(pa.date64())
    elif pa.types.is_decimal(array.type):
        kinds.add(pa.decimal256(60, array.type.scale))
    for kind in kinds:
        try:
            yield pa.table({"text": texts, "v": array.cast(kind)})
        except pa.ArrowInvalid:  # the unit is too coarse, or too fine
            pass


@pytest.mark.parametrize("value, written", VALUES)
def test_a_value_is_one_in_any_container(value, written):
    reference = [{"text": TEXT, "v": value}]
    count = 0
    for data in containers_of(value, value):
        assert descry.group(data, reference=reference, keep_apart="v").kept_count == 0, type(data)
        assert descry.group(reference, reference=data, keep_apart="v").kept_count == 0, type(data)
        count += 1
    assert count >= 3
    if written is None:
        return
    for data in containers_of(None, value):
        assert descry.group(data, keep_apart="v").kept_count == 2
        assert list(descry.group(data, keep=f"prefer:v={written}").kept_rows()) == [1], type(data)


LATER = [(9, 10), (Decimal("9.5"), Decimal("10.25")), (dt.timedelta(days=9), dt.timedelta(days=10)),
         (dt.timedelta(-2), dt.timedelta(-1)), (dt.date(2026, 3, 1), dt.date(2026, 11, 1)),
         (DAY, DAY.replace(microsecond=1)), (DAY.replace(microsecond=1), DAY.replace(second=1)),
         (DAY.replace(tzinfo=dt.timezone.utc, hour=13), DAY.replace(tzinfo=dt.timezone(dt.timedelta(hours=-8)), hour=12))]


@pytest.mark.parametrize("less, greater", LATER)
def test_the_greatest_value_is_kept(less, greater):
    for data in containers_of(less, greater):
        for keep, row in (("max:v", 1), ("newest:v", 1), ("min:v", 0)):
            assert list(descry.group(data, keep=keep).kept_rows()) == [row], (keep, type(data))


def test_values_of_numpy_are_those_of_python():
    np = pytest.importorskip("numpy")
    for value, same in ((np.bool_(True), True), (np.float32(0.1), float(np.float32(0.1))), (np.int8(3), 3),
                        (np.datetime64("2026-03-01"), dt.date(2026, 3, 1)), (np.datetime64("2026-03-01T00:00:00", "ns"), DAY),
                        (np.timedelta64(9, "D"), dt.timedelta(9)), (np.timedelta64(1, "ns"), "0.000000001"),
                        (np.datetime64("1969-12-31T23:59:59.999999999"), "1969-12-31 23:59:59.999999999"),
                        (np.datetime64("NaT"), None), (float("nan"), None), (np.float16("nan"), None)):
        rows = [{"text": TEXT, "v": value}, {"text": TEXT, "v": same}]
        assert descry.group(rows, keep_apart="v").kept_count == 1, repr(value)
    for kind, kept in (("float16", [1]), ("float32", [1])):
        table = pytest.importorskip("pyarrow").table({"text": [TEXT] * 2, "v": np.array([1.5, 2.5], kind)})
        assert list(descry.group(table, keep="max:v").kept_rows()) == kept


def test_periods_and_intervals_are_as_they_print():
    pandas = pytest.importorskip("pandas")
    for values, text in (([pandas.Period("2026-03", "M"), pandas.Period("2026-04", "M")], "2026-04"),
                         ([pandas.Interval(0, 1), pandas.Interval(1, 2)], "(1, 2]")):
        data = pandas.DataFrame({"text": [TEXT] * 2, "v": pandas.Series(values)})
        keep = "prefer:v=" + text.replace(",", "\\,")
        assert list(descry.group(data, keep=keep).kept_rows()) == [1]


@pytest.mark.parametrize("options", [{"keep_apart": "v"}, {"keep": "max:v"}, {"id": "v"}])
def test_arrays_are_no_values(options):
    np, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    arrays = [np.array(["a", "b"]), np.array([1, 2])]
    for data in ([{"text": TEXT, "v": array} for array in arrays], {"text": [TEXT, TEXT], "v": arrays},
                 pandas.DataFrame({"text": [TEXT, TEXT], "v": arrays})):
        with pytest.raises(TypeError, match='column "v": row 0: .*ndarray'):
            descry.group(data, **options)
    with pytest.raises(TypeError, match="row 0: an id is a string or an integer, not ndarray"):
        descry.group([TEXT, TEXT], id=arrays)


def test_times_of_other_units_are_named():
    np = pytest.importorskip("numpy")
    for value, name in ((np.datetime64(1, "ps"), r"datetime64\[ps\]"), (np.timedelta64(1, "Y"), r"timedelta64\[Y\]")):
        with pytest.raises(TypeError, match=f'column "v": row 1: a value is .* not {name}'):
            descry.group([{"text": TEXT, "v": DAY}, {"text": TEXT, "v": value}], keep_apart="v")


def test_years_that_have_no_text_are_named():
    first = dt.datetime.min.replace(tzinfo=PARIS)
    with pytest.raises(ValueError, match='column "v": row 0: a year is not from 1 to 9999 in UTC'):
        descry.group([{"text": TEXT, "v": first}], keep_apart="v")
    pa = pytest.importorskip("pyarrow")
    data = pa.table({"text": [TEXT], "v": pa.array([2**40], pa.timestamp("s"))})
    with pytest.raises(ValueError, match='column "v" of type timestamp: a year is not from 1 to 9999'):
        descry.group(data, keep_apart="v")


def test_values_are_those_of_the_program(program, tmp_path):
    for values, kept in (([True, "true", False, None], 3), (["x\ud800", "x\ud800", "x\ud801", 1], 3)):
        rows = [{"id": str(row), "text": TEXT, "v": value} for row, value in enumerate(values)]
        (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        printed = program("uniq", tmp_path / "rows.jsonl", "--keep-apart", "v", "--quiet")
        assert len(printed.splitlines()) == descry.group(rows, keep_apart="v").kept_count == kept


def test_an_id_with_half_a_character_is_named():
    rows = [{"text": TEXT, "v": "a"}, {"text": TEXT, "v": "\ud800"}]
    with pytest.raises(UnicodeEncodeError, match='column "v": row 1'):
        descry.group(rows, id="v")
