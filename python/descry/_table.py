"""Tables of results, for any library."""

from __future__ import annotations

from typing import Any, Iterator

from descry import _native


class Table:
    """A table of results if pyarrow is not installed; otherwise results are ``pyarrow.Table``.

    Any library that reads Arrow takes it: ``polars.from_arrow(table)``,
    ``duckdb.from_arrow(table)``, ``pandas.DataFrame.from_arrow(table)``.

    Attributes
    ----------
    column_names : list of str
    num_rows : int
    """

    def __init__(self, make_stream) -> None:
        self._make_stream = make_stream
        self._columns = _native.read_columns(make_stream())

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._make_stream()

    @property
    def column_names(self) -> list[str]:
        return list(self._columns)

    @property
    def num_rows(self) -> int:
        return len(next(iter(self._columns.values()), []))

    def to_pydict(self) -> dict[str, list[Any]]:
        """Columns by name, as lists."""
        return {name: list(values) for name, values in self._columns.items()}

    def to_pylist(self) -> list[dict[str, Any]]:
        """Rows, as dictionaries."""
        return list(self)

    def __len__(self) -> int:
        return self.num_rows

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for row in zip(*self._columns.values()):
            yield dict(zip(self._columns, row))

    def __repr__(self) -> str:
        return f"<descry.Table of {self.num_rows} rows: {', '.join(self._columns)}>"


def table_of(make_stream) -> Any:
    """A ``pyarrow.Table`` if pyarrow is installed, else a `Table`.

    Parameters
    ----------
    make_stream : callable
        Makes a new capsule of an Arrow stream at each call.
    """
    try:
        import pyarrow
    except ImportError:
        return Table(make_stream)
    # By a reader: Table.__init__ would read it again.
    return pyarrow.RecordBatchReader._import_from_c_capsule(make_stream()).read_all()


def table_of_columns(columns: dict[str, list]) -> Any:
    """The same for lists by name."""
    try:
        import pyarrow
    except ImportError:
        return Table(lambda: _native.stream_of_columns(columns))
    return pyarrow.table(columns)
