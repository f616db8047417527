"""Converts data of any library to rows of the native module."""

from __future__ import annotations

import os
import re
import reprlib
import warnings
from collections.abc import Mapping, Set
from contextlib import contextmanager
from numbers import Integral, Real
from typing import Any, Iterable, Iterator, Optional, Sequence, Union

from descry import _native
from descry._progress import Callback
from descry._rows import hold, library_of
from descry._values import written

Ids = Union[str, Sequence, None]

_MOST = 2**63 - 1
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12,
          "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}


def check(name: str, value: Any, kind: Any, expected: str) -> None:
    """Checks the type of an argument.

    Raises
    ------
    TypeError
        The argument has another type; the message names it.
    """
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(f"{name} is {reprlib.repr(value)}, not {expected}")


def count_of(name: str, value: Any, least: int = 0, most: int = _MOST) -> int:
    """Checks a whole number."""
    check(name, value, Integral, "a whole number")
    if not least <= value <= most:
        raise ValueError(f"{name} is {value}, not {least} " + (
            "or more" if value < least and most >= _MOST else f"to {most}"))
    return int(value)


def words_of(name: str, value: Any) -> int:
    """Checks the fewest words of texts or items, as the program does."""
    return count_of(name, value, 4, 1_000_000)


def share_or_none(name: str, value: Any) -> Optional[float]:
    """Checks a share: 0.5 to 1, or None."""
    if value is None:
        return None
    check(name, value, Real, "a number from 0.5 to 1")
    if not 0.5 <= value <= 1:
        raise ValueError(f"{name} is {value}, not from 0.5 to 1")
    return float(value)


def threads_of(threads: Optional[int]) -> int:
    """The number of threads; None: all cores of this process."""
    if threads is None:
        return len(os.sched_getaffinity(0))
    return count_of("threads", threads, 1, 2**32 - 1)


def bytes_of(memory: Union[int, str]) -> int:
    """Bytes of "256 MiB", "1.5 GB", or a number of bytes."""
    if isinstance(memory, str):
        match = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]*)?)\s*([kmgt]?i?)b?\s*", memory.lower())
        if not match or match[2] not in _UNITS:
            raise ValueError(f'memory is "{memory}", not a number with a unit, as "256 MiB"')
        memory = int(float(match[1]) * _UNITS[match[2]])
    check("memory", memory, Integral, 'bytes, or a number with a unit, as "256 MiB"')
    if memory < 2**20:
        raise ValueError(f"memory is {memory} bytes; 1 MiB is the least")
    return count_of("memory", memory, 2**20, 2**64 - 1)


def use_scratch(scratch: Union[str, os.PathLike, None]) -> None:
    """Sets the directory for temporary files from now on; None: Python's own choice."""
    if not scratch:
        import tempfile

        scratch = tempfile.gettempdir()
    check("scratch", scratch, (str, os.PathLike), "a path")
    _native.set_temporary_directory(os.fspath(scratch))


def add_rows(table: _native.TextTable, data: Any, text: str, ids: Ids, order: Sequence[str],
             callback: Optional[Callback], fields: Sequence[str] = ()) -> None:
    """Reads texts, ids and values to order by into `table`.

    Parameters
    ----------
    data
        The data of :class:`Rows`.
    text : str
        The column with the texts, if `data` is a table.
    ids : str, sequence or None
        The column of ids, or the ids themselves, one per text.
    order : sequence of str
        The columns of the values to order by, the most important first.
    fields : sequence of str
        The columns whose values keep texts apart, in the order of their names.
    """
    names = (text, ids if isinstance(ids, str) else None, list(order))
    fields = list(fields)
    if isinstance(data, Mapping):
        _add_columns(table, data.__getitem__, list(data), names, callback, fields)
    elif library_of(data) == "pandas" and hasattr(data, "columns"):
        _add_columns(table, data.__getitem__, list(data.columns), names, callback, fields)
    elif library_of(data) == "datasets":
        columns = [name for name in dict.fromkeys((*names[:2], *order, *fields)) if name is not None]
        _check_columns(columns, data.column_names)
        for batch in data.select_columns(columns).with_format("arrow").iter(batch_size=10000):
            table.add_stream(batch.__arrow_c_stream__(), *names, callback, fields)
    elif (stream := _stream_of(data)) is not None:
        table.add_stream(stream, *names, callback, fields)
    elif isinstance(data, (list, tuple)) and data and isinstance(data[0], Mapping):
        for row, value in enumerate(data):
            if not isinstance(value, Mapping):
                raise TypeError(f"row {row} is a {type(value).__name__}, not a dict as the first is")
        _add_columns(table, lambda name: [row.get(name) for row in data],
                     list(dict.fromkeys(name for row in data for name in row)), names, callback,
                     fields)
    else:
        for name in filter(None, (names[1], *order, *fields)):
            raise ValueError(f'a list of texts has no column "{name}"')
        _add_texts(table, _values_of(data), callback)
    if ids is not None and not isinstance(ids, str):
        table.add_ids(_values_of(ids))
    if table.repaired:
        _warn_of_bytes(table)


def ids_of(ids: Ids) -> Ids:
    """A column's name, a column as a sequence, or None."""
    if ids is None or isinstance(ids, str):
        return ids
    if isinstance(ids, (bytes, Set, Mapping)) or not hasattr(ids, "__iter__"):
        raise TypeError(f"id is a {type(ids).__name__}, not the name of a column or a sequence")
    return hold(ids).data


def _warn_of_bytes(table) -> None:
    first = table.first_repaired - 1
    row = (f"row {first} of the reference" if first < table.references
           else f"row {first - table.references}")
    others = f", nor are {table.repaired - 1:,} others" if table.repaired > 1 else ""
    warnings.warn(f"the text of {row} is not UTF-8{others}: invalid bytes are kept "
                  "distinct", stacklevel=4)


def _check_columns(names: Iterable[Optional[str]], columns: Sequence) -> None:
    for name in names:
        if name is not None and name not in columns:
            raise ValueError(f'there is no column "{name}"; there are: '
                             + ", ".join(map(str, columns)))


def _add_columns(table, column, columns, names, callback, fields) -> None:
    text, ids, order = names
    _check_columns((text, ids, *order, *fields), columns)
    with _in_column(text):
        _add_texts(table, _values_of(column(text)), callback)
    if ids is not None:
        with _in_column(ids):
            table.add_ids(_values_of(column(ids)))
    for number, name in enumerate(order):
        with _in_column(name):
            table.add_order_values(number, _written_of(column(name)))
    for field in fields:
        with _in_column(field):
            table.add_field(field, _written_of(column(field)))


def _is_stream(values: Any) -> bool:
    return type(values).__name__ == "PyCapsule"


def _written_of(column: Any) -> Any:
    values = _values_of(column)
    return values if _is_stream(values) else written(values)


def _add_texts(table, texts, callback) -> None:
    if _is_stream(texts):
        table.add_stream(texts, None, None, (), callback)
    else:
        table.add_list(texts, callback)


@contextmanager
def _in_column(name: str) -> Iterator[None]:
    """Adds the column's name to errors of the block."""
    try:
        yield
    except UnicodeEncodeError as error:
        error.reason = f'column "{name}": {error.reason}'
        raise
    except (TypeError, ValueError) as error:
        if type(error) not in (TypeError, ValueError):
            raise
        raise type(error)(f'column "{name}": {error}') from None


def _values_of(column: Any) -> Any:
    """An Arrow capsule, or a sequence."""
    if library_of(column) == "pandas":
        if hasattr(column, "columns"):
            raise ValueError("there are several columns of this name")
        # Arrow has only the numbers of periods, and a table of an interval's ends.
        if (not len(column) or column.dtype == object
                or str(column.dtype).startswith(("period", "interval"))):
            return column.tolist()
        try:
            return column.__arrow_c_stream__()
        except Exception:  # no pyarrow, or a type unknown to it
            return column.tolist()
    stream = _stream_of(column)
    return column if stream is None else stream


def _stream_of(data: Any) -> Optional[object]:
    if library_of(data) != "pandas" and hasattr(data, "__arrow_c_stream__"):
        return data.__arrow_c_stream__()
    if hasattr(data, "__arrow_c_array__"):
        return _native.stream_of_array(*data.__arrow_c_array__())
    return None


class _Texts:
    """What add_rows() reads, as strings and missing values."""

    def __init__(self) -> None:
        self.texts: list = []
        self.references = self.repaired = self.first_repaired = 0

    def add_stream(self, stream: object, text: Optional[str], *_: Any) -> None:
        texts, repaired, first = _native.read_texts(stream, text)
        if not self.repaired and repaired:
            self.first_repaired = len(self.texts) + first
        self.repaired += repaired
        self.texts += texts

    def add_list(self, texts: Iterable, _: Any) -> None:
        self.texts.extend(texts)


def texts_of(data: Any, text: str) -> list:
    """The texts in :class:`Rows`, as strings and missing values; read as for :func:`descry.group`."""
    read = _Texts()
    add_rows(read, data, text, None, (), None)
    return read.texts
