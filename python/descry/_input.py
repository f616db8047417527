"""Data of whatever library to rows of the native module, and rows of it back again."""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Mapping
from typing import Any, Iterable, Optional, Sequence, Union

from descry import _native
from descry._progress import Callback

Ids = Union[str, Sequence, None]

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12,
          "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}


def threads_of(threads: Optional[int]) -> int:
    """All cores of this process where nothing is said."""
    if threads is None:
        return len(os.sched_getaffinity(0))
    if threads < 1:
        raise ValueError(f"threads is {threads}, not 1 or more")
    return threads


def bytes_of(memory: Union[int, str]) -> int:
    """Bytes of "256 MiB", "1.5 GB", or a number of bytes."""
    if isinstance(memory, str):
        match = re.fullmatch(r"\s*([0-9.]+)\s*([kmgt]?i?)b?\s*", memory.lower())
        if not match or match[2] not in _UNITS:
            raise ValueError(f'memory is "{memory}", not a number with a unit, as "256 MiB"')
        memory = int(float(match[1]) * _UNITS[match[2]])
    if memory < 2**20:
        raise ValueError(f"memory is {memory} bytes; 1 MiB is the least")
    return memory


def use_scratch(scratch: Union[str, os.PathLike, None]) -> None:
    """Where temporary files are made from now on: Python's own choice where nothing is said."""
    if not scratch:
        import tempfile

        scratch = tempfile.gettempdir()
    _native.set_temporary_directory(os.fspath(scratch))


def library_of(data: Any) -> str:
    """The package that an object's type is of."""
    return type(data).__module__.partition(".")[0]


def add_rows(table: _native.TextTable, data: Any, text: str, ids: Ids, order: Optional[str],
             callback: Optional[Callback]) -> None:
    """Reads texts, ids and values to order by into `table`.

    Parameters
    ----------
    data
        Strings, a column or a table.
    text : str
        The column of texts, of a table.
    ids : str, sequence or None
        The column of ids, or the ids themselves, one a text.
    order : str or None
        The column of the values to order by.
    """
    if isinstance(data, (str, bytes)):
        raise TypeError("data is one string; a list of texts, or a table of them, is expected")
    names = (text, ids if isinstance(ids, str) else None, order)
    if isinstance(data, Mapping):
        _add_columns(table, data.__getitem__, list(data), names, callback)
    elif library_of(data) == "pandas" and hasattr(data, "columns"):
        _add_columns(table, data.__getitem__, list(data.columns), names, callback)
    elif library_of(data) == "datasets":
        columns = [name for name in dict.fromkeys(names) if name is not None]
        for batch in data.select_columns(columns).with_format("arrow").iter(batch_size=10000):
            table.add_stream(batch.__arrow_c_stream__(), *names, callback)
    elif (stream := _stream_of(data)) is not None:
        table.add_stream(stream, *names, callback)
    else:
        data = data if hasattr(data, "__len__") else list(data)
        if len(data) and isinstance(next(iter(data)), Mapping):
            _add_columns(table, lambda name: [row.get(name) for row in data],
                         list(next(iter(data))), names, callback)
        else:
            _refuse_columns(names[1:])
            table.add_list(data, callback)
    if ids is not None and not isinstance(ids, str):
        table.add_ids(_values_of(ids))


def _add_columns(table, column, columns, names, callback) -> None:
    missing = [name for name in names if name is not None and name not in columns]
    if missing:
        raise ValueError(f'there is no column "{missing[0]}"; there are: '
                         + ", ".join(map(str, columns)))
    text, ids, order = names
    texts = _values_of(column(text))
    if type(texts).__name__ == "PyCapsule":
        table.add_stream(texts, None, None, None, callback)
    else:
        table.add_list(texts, callback)
    if ids is not None:
        table.add_ids(_values_of(column(ids)))
    if order is not None:
        table.add_order_values(_values_of(column(order)))


def _refuse_columns(names: Iterable[Optional[str]]) -> None:
    for name in names:
        if name is not None:
            raise ValueError(f'a list of texts has no column "{name}"')


def _values_of(column: Any) -> Any:
    """A capsule of Arrow's, or a sequence."""
    stream = _stream_of(column)
    if stream is not None:
        return stream
    if library_of(column) == "pandas":
        return column.tolist()
    return column if hasattr(column, "__len__") else list(column)


def _stream_of(data: Any) -> Optional[object]:
    if hasattr(data, "__arrow_c_stream__"):
        try:
            return data.__arrow_c_stream__()
        except ImportError:  # pandas without pyarrow
            return None
    if hasattr(data, "__arrow_c_array__"):
        return _native.stream_of_array(*data.__arrow_c_array__())
    if library_of(data) in ("duckdb", "_duckdb"):
        return data.fetch_record_batch().__arrow_c_stream__()
    return None


def take_rows(data: Any, rows: array) -> Any:
    """Those rows of `data`, of its own type, with all columns.

    Parameters
    ----------
    rows : array of int
        Ascending, from 0 on.
    """
    library = library_of(data)
    if library == "pandas":
        return data.iloc[rows.tolist()]
    if library == "polars":
        return data[rows.tolist()]
    if library == "datasets":
        return data.select(rows.tolist())
    if library == "pyarrow":
        return _take_arrow(data, rows)
    if library in ("duckdb", "_duckdb"):
        import duckdb

        return duckdb.from_arrow(_take_arrow(data.to_arrow_table(), rows))
    if isinstance(data, Mapping):
        return {name: take_rows(column, rows) for name, column in data.items()}
    if isinstance(data, tuple):
        return tuple(data[row] for row in rows)
    if hasattr(data, "__getitem__"):
        return [data[row] for row in rows]
    raise TypeError(f"rows cannot be taken of a {type(data).__name__}; use kept_rows()")


def texts_of(data: Any, text: str) -> Any:
    """The texts of `data` as a sequence of strings and missing values."""
    if isinstance(data, Mapping) or hasattr(data, "columns"):
        if text not in list(data if isinstance(data, Mapping) else
                            getattr(data, "column_names", data.columns)):
            raise ValueError(f'there is no column "{text}"')
        data = data[text]
    elif library_of(data) == "datasets":
        data = data[text]
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(data, name):
            return getattr(data, name)()
    data = data if hasattr(data, "__len__") else list(data)
    if len(data) and isinstance(next(iter(data)), Mapping):
        return [row.get(text) for row in data]
    return data


def text_at(data: Any, text: str, row: int) -> Optional[str]:
    """The text of a row as it is written; None where it cannot be had any more, as of a stream."""
    library = library_of(data)
    try:
        if isinstance(data, Mapping):
            return text_at(data[text], text, row)
        if library == "pandas":
            value = data[text].iloc[row] if hasattr(data, "columns") else data.iloc[row]
        elif library in ("polars", "pyarrow"):
            value = data[text][row] if hasattr(data, "columns") else data[row]
        elif hasattr(data, "__getitem__"):
            value = data[row]
            if isinstance(value, Mapping):
                value = value[text]
        else:
            return None
    except (TypeError, KeyError, IndexError):
        return None
    value = value.as_py() if hasattr(value, "as_py") else value
    return value if isinstance(value, str) else None


def _take_arrow(data: Any, rows: array) -> Any:
    import pyarrow

    try:
        return data.take(pyarrow.array(rows, type=pyarrow.int64()))
    except pyarrow.ArrowNotImplementedError:  # of types as new as string_view
        indexes = [i for i, row in enumerate(rows) if i == 0 or row != rows[i - 1] + 1]
        ends = [*indexes[1:], len(rows)]
        runs = [data.slice(rows[i], end - i) for i, end in zip(indexes, ends)]
        if isinstance(data, pyarrow.Table):
            return pyarrow.concat_tables(runs) if runs else data.slice(0, 0)
        return pyarrow.concat_arrays(runs) if runs else data.slice(0, 0)
