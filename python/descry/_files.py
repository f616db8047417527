"""Files of tables, read and written by pyarrow."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any, Union

PathLike = Union[str, os.PathLike]

_FORMATS = {".parquet": "parquet", ".pq": "parquet", ".arrow": "arrow", ".feather": "arrow",
            ".ipc": "arrow", ".jsonl": "json", ".ndjson": "json", ".json": "json", ".csv": "csv",
            ".tsv": "tsv"}
_COMPRESSIONS = {".gz", ".bz2", ".zst", ".lz4"}



def format_of(path: Path) -> str:
    """The format that a name says.

    Raises
    ------
    ValueError
        None.
    """
    suffixes = [suffix.lower() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in _COMPRESSIONS:
        suffixes.pop()
    name = _FORMATS.get(suffixes[-1] if suffixes else "")
    if name is None:
        raise ValueError(f"{path}: no format of this name; there are: "
                         + ", ".join(sorted(_FORMATS)) + ", also with "
                         + ", ".join(sorted(_COMPRESSIONS)))
    return name


def _pyarrow():
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("files are read by pyarrow: pip install pyarrow") from error
    return pyarrow


def _read_one(path: Path) -> Any:
    pyarrow = _pyarrow()
    kind = format_of(path)
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if kind == "parquet":
        import pyarrow.parquet

        return pyarrow.parquet.read_table(path)
    with pyarrow.input_stream(str(path)) as stream:
        if kind == "arrow":
            import pyarrow.ipc

            data = pyarrow.py_buffer(stream.read())
            opened = (pyarrow.ipc.open_file(data) if data[:6].to_pybytes() == b"ARROW1"
                      else pyarrow.ipc.open_stream(data))
            return opened.read_all()
        if kind == "json":
            import pyarrow.json

            return pyarrow.json.read_json(
                stream, read_options=pyarrow.json.ReadOptions(block_size=2**26))
        import pyarrow.csv

        parse = pyarrow.csv.ParseOptions(delimiter="\t" if kind == "tsv" else ",",
                                         newlines_in_values=True)
        return pyarrow.csv.read_csv(stream, parse_options=parse)


def read(*paths: PathLike) -> Any:
    """Reads files of tables into one, by pyarrow.

    Parameters
    ----------
    *paths
        Parquet, Arrow (IPC), JSON lines, CSV, TSV, by their names; the last three also compressed.

    Returns
    -------
    pyarrow.Table
        Of the files' rows, in their order; where their columns differ, those of all.

    Raises
    ------
    ImportError
        pyarrow is not installed.
    ValueError
        No format of this name, or what pyarrow says of the file.
    """
    pyarrow = _pyarrow()
    if not paths:
        raise ValueError("no path")
    tables = [_read_one(Path(path)) for path in paths]
    return tables[0] if len(tables) == 1 else pyarrow.concat_tables(
        tables, promote_options="permissive")


def write(table: Any, path: PathLike) -> None:
    """Writes a table whole or not at all: into a file beside `path`, which then takes its name.

    Parameters
    ----------
    table : pyarrow.Table
    path
        Its name says the format, as of :func:`read`, but for compressed ones.
    """
    pyarrow = _pyarrow()
    path = Path(path)
    kind = format_of(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if kind == "parquet":
            import pyarrow.parquet

            pyarrow.parquet.write_table(table, beside)
        elif kind == "arrow":
            import pyarrow.ipc

            with pyarrow.ipc.new_file(str(beside), table.schema) as file:
                file.write_table(table)
        elif kind in ("csv", "tsv"):
            import pyarrow.csv

            pyarrow.csv.write_csv(
                table, beside,
                pyarrow.csv.WriteOptions(delimiter="\t" if kind == "tsv" else ","))
        else:
            import json

            with open(beside, "w", encoding="utf-8") as file:
                for batch in table.to_batches(max_chunksize=10000):
                    for row in batch.to_pylist():
                        file.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
