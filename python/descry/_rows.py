"""The rows to group, held so that later changes to the caller's data have no effect."""

from __future__ import annotations

import copy
import os
import re
from array import array
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Callable, Dict, Optional


def library_of(data: Any) -> str:
    """The package that defines an object's type, or else one of its classes."""
    return _library_of_type(type(data))


@lru_cache(maxsize=1000)
def _library_of_type(kind: type) -> str:
    packages = [base.__module__.partition(".")[0] for base in kind.__mro__]
    return next((package for package in packages if package in _LIBRARIES), packages[0])


class Rows:
    """Rows of any library, read once.

    Attributes
    ----------
    data
        The rows, in a type that can be read again.
    """

    def __init__(self, data: Any, give: Optional[Callable[[Any], Any]] = None) -> None:
        self.data = data
        self._give = give

    def __len__(self) -> int:
        return len(next(iter(self.data.values()), ())) if isinstance(self.data, Mapping) \
            else len(self.data)

    def take(self, rows: array) -> Any:
        """The given rows, in the type of the input.

        Parameters
        ----------
        rows : array of int
            Ascending, from 0 on.
        """
        taken = _take(self.data, rows)
        return self._give(taken) if self._give else taken

    def text_at(self, text: str, row: int) -> Any:
        """The text of a row as written, a str or bytes; None if missing."""
        return _text_at(self.data, text, row)

    def __reduce__(self) -> tuple:  # connections cannot be pickled
        return Rows, (self.data,)


def hold(data: Any) -> Rows:
    """Holds rows. Queries and streams are read; data that can be changed in place are copied, but
    not their strings.

    Raises
    ------
    TypeError
        The data have no rows.
    """
    if isinstance(data, Rows):
        return data
    if isinstance(data, (str, bytes)):
        raise TypeError("data is one string; a list of texts, or a table of them, is expected")
    if isinstance(data, os.PathLike):
        raise TypeError(f"data is a path; descry.read({os.fspath(data)!r}) reads it")
    library = library_of(data)
    if library in _LIBRARIES:
        return _LIBRARIES[library](data)
    if isinstance(data, Mapping):
        return _hold_columns(data)
    if isinstance(data, tuple):
        return Rows(tuple(_copied(data)))
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
        return Rows(_arrow_of(data))
    if hasattr(data, "columns") or not hasattr(data, "__iter__"):
        raise TypeError(f"data is a {_type_of(data)}; a list of texts, a table that exports Arrow, a "
                        "dict of columns or a list of dicts is expected")
    return Rows(_copied(data))


def _type_of(data: Any) -> str:
    return f"{type(data).__module__}.{type(data).__qualname__}"


def _copied(rows: Iterable) -> list:
    held = list(rows)
    if held and isinstance(held[0], Mapping):
        held = [copy.copy(row) if isinstance(row, Mapping) else row for row in held]
    return held


def _hold_columns(data: Mapping) -> Rows:
    columns = {name: hold(column).data for name, column in data.items()}
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError("the columns of a table need the same number of rows, not " + ", ".join(
            f'"{name}" {rows:,}' for name, rows in lengths.items()))
    return Rows(columns)


def _hold_pandas(data: Any) -> Rows:
    import pandas

    # Later versions copy on write.
    deep = int(pandas.__version__.partition(".")[0]) < 3
    return Rows(data.copy(deep=deep) if hasattr(data, "iloc") else data.copy())


def _hold_polars(data: Any) -> Rows:
    if hasattr(data, "collect"):
        return Rows(data.collect(), lambda frame: frame.lazy())
    return Rows(data.clone())


def _hold_arrow(data: Any) -> Rows:
    if hasattr(data, "read_all"):
        return Rows(data.read_all(), lambda table: table.to_reader())
    if hasattr(data, "to_table"):  # a data set, a scanner
        return Rows(data.to_table())
    if not hasattr(data, "__len__"):
        raise TypeError(f"data is a {_type_of(data)}, which is not a table: read it first")
    return Rows(data)


# Types of DuckDB whose values Arrow cannot hold; they are read as text.
_TEXTS_OF_DUCKDB = re.compile(r"\b(TIME WITH TIME ZONE|BIT|UHUGEINT)\b")


def _hold_duckdb(data: Any) -> Rows:
    types = _types_of_duckdb(data)
    as_text = [name for name, kind in types.items() if _TEXTS_OF_DUCKDB.fullmatch(kind)]
    source = data
    if as_text and hasattr(data, "project"):
        source = _cast_duckdb(data, dict.fromkeys(as_text, "VARCHAR"))

    def of_the_connection(held: Any) -> Any:
        # DuckDB finds the table by its name.
        given = (data.from_arrow(held) if hasattr(data, "from_arrow")
                 else data.query("descry_rows", "select * from held"))
        others = {name: types[name] for name, kind in zip(given.columns, given.types)
                  if types and types[name] != str(kind)}
        for name, kind in others.items():
            if _TEXTS_OF_DUCKDB.search(kind) and (name not in as_text or source is data):
                raise ValueError(f'column "{name}" of type {kind} does not come back from Arrow: cast it '
                                 "to VARCHAR in the query, or use kept_rows()")
        return _cast_duckdb(given, others) if others else given

    read = getattr(source, "to_arrow_table", None) or source.fetch_arrow_table
    return Rows(read(), of_the_connection)


def _types_of_duckdb(data: Any) -> Dict[str, str]:
    """The types of a relation's or result's columns; none if names or types are not known."""
    columns = list(zip(data.columns, data.types)) if hasattr(data, "types") else [
        column[:2] for column in data.description or ()]
    types = {name: str(kind) for name, kind in columns if hasattr(kind, "id")}
    return types if len(types) == len(columns) else {}


def _cast_duckdb(relation: Any, types: Dict[str, str]) -> Any:
    quoted = {name: '"' + name.replace('"', '""') + '"' for name in types}
    return relation.project("* replace (" + ", ".join(
        f"cast({quoted[name]} as {kind}) as {quoted[name]}" for name, kind in types.items()) + ")")


def _hold_datasets(data: Any) -> Rows:
    if isinstance(data, Mapping):
        raise ValueError(f"data has splits: give one, as data[{next(iter(data), 'train')!r}]")
    if hasattr(data, "select"):
        return Rows(data)
    if not hasattr(data, "with_format"):  # a column
        return Rows(list(data))
    import datasets
    import pyarrow

    batches = list(data.with_format("arrow").iter(batch_size=10000))
    table = pyarrow.concat_tables(batches, promote_options="permissive") if batches \
        else pyarrow.table({name: [] for name in data.column_names or ()})
    return Rows(datasets.Dataset(table), lambda taken: taken.to_iterable_dataset())


def _hold_numpy(data: Any) -> Rows:
    if getattr(data, "ndim", 0) != 1:
        raise TypeError("data is a NumPy array that does not have exactly one dimension")
    return Rows(data.copy())


def _refuse_spark(data: Any) -> Rows:
    raise TypeError("data is of Spark: descry.spark.group groups it")


_LIBRARIES = {"pandas": _hold_pandas, "polars": _hold_polars, "pyarrow": _hold_arrow,
              "duckdb": _hold_duckdb, "_duckdb": _hold_duckdb, "datasets": _hold_datasets,
              "numpy": _hold_numpy, "pyspark": _refuse_spark}


def _arrow_of(data: Any) -> Any:
    """The Arrow export of an unknown library, as a pyarrow object; without pyarrow, unchanged."""
    try:
        import pyarrow
    except ImportError:
        return data
    if not hasattr(data, "__arrow_c_stream__"):
        return pyarrow.array(data)
    from descry._table import table_of

    try:
        return table_of(data.__arrow_c_stream__)
    except pyarrow.ArrowInvalid:  # a column
        return pyarrow.chunked_array(data)


def _take(data: Any, rows: array) -> Any:
    library = library_of(data)
    if library == "pandas":
        return data.iloc[rows.tolist()] if hasattr(data, "iloc") else data.take(rows.tolist())
    if library == "polars":
        return data[rows.tolist()]
    if library == "datasets":
        return data.select(rows.tolist())
    if library == "pyarrow":
        return _take_arrow(data, rows)
    if library == "numpy":
        return data[rows.tolist()]
    if isinstance(data, Mapping):
        return {name: _take(column, rows) for name, column in data.items()}
    if isinstance(data, tuple):
        return tuple(data[row] for row in rows)
    if isinstance(data, list):
        return [data[row] for row in rows]
    raise TypeError(f"rows of a {_type_of(data)} are taken by pyarrow: pip install pyarrow; or use "
                    "kept_rows()")


def _take_arrow(data: Any, rows: array) -> Any:
    import pyarrow

    try:
        return data.take(pyarrow.array(rows, type=pyarrow.int64()))
    except pyarrow.ArrowNotImplementedError:  # recent types such as string_view
        indexes = [i for i, row in enumerate(rows) if i == 0 or row != rows[i - 1] + 1]
        ends = [*indexes[1:], len(rows)]
        runs = [data.slice(rows[i], end - i) for i, end in zip(indexes, ends)]
        if isinstance(data, pyarrow.Table):
            return pyarrow.concat_tables(runs) if runs else data.slice(0, 0)
        return pyarrow.concat_arrays(runs) if runs else data.slice(0, 0)


def _text_at(data: Any, text: str, row: int) -> Any:
    library = library_of(data)
    try:
        if isinstance(data, Mapping):
            return _text_at(data[text], text, row)
        if library == "pandas":
            column = data[text] if hasattr(data, "columns") else data
            value = column.iloc[row] if hasattr(column, "iloc") else column[row]
        elif library in ("polars", "pyarrow"):
            value = data[text][row] if hasattr(data, "columns") else data[row]
        else:
            value = data[row]
            if isinstance(value, Mapping):
                value = value[text]
        if hasattr(value, "as_py"):
            value = _value_of_scalar(value)
    except (TypeError, KeyError, IndexError, UnicodeDecodeError):
        return None
    return value if isinstance(value, (str, bytes)) else None


def _value_of_scalar(scalar: Any) -> Any:
    try:
        return scalar.as_py()
    except UnicodeDecodeError:
        return getattr(scalar, "value", scalar).as_buffer().to_pybytes()  # a dictionary's value
