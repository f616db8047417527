"""Files of tables, read and written by pyarrow."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path
from typing import Any, Callable, Dict, List, Sequence, Union

PathLike = Union[str, os.PathLike]

_FORMATS = {".parquet": "parquet", ".pq": "parquet", ".arrow": "arrow", ".feather": "arrow",
            ".ipc": "arrow", ".jsonl": "json", ".ndjson": "json", ".json": "json", ".csv": "csv",
            ".tsv": "tsv"}
_COMPRESSIONS = {".gz", ".bz2", ".zst", ".lz4"}


def format_of(path: Path) -> str:
    """The format of a file, by its name.

    Raises
    ------
    ValueError
        The name has no known format.
    """
    if not is_table(path):
        raise ValueError(f"{path}: unknown format; known are: "
                         + ", ".join(sorted(_FORMATS)) + ", also with "
                         + ", ".join(sorted(_COMPRESSIONS)))
    return _FORMATS[_ending_of(path)]


def is_table(path: Path) -> bool:
    """Whether a file has one of these formats, by its name."""
    return _ending_of(path) in _FORMATS


def _ending_of(path: Path) -> str:
    """The ending of the name before any of a compression."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in _COMPRESSIONS:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


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
    """Reads files into one table, by pyarrow.

    Parameters
    ----------
    *paths
        Parquet, Arrow (IPC), JSON lines, CSV or TSV files, by name; the last three also compressed.

    Returns
    -------
    pyarrow.Table
        The files' rows, in their order, with the columns of all files.

    Raises
    ------
    ImportError
        pyarrow is not installed.
    ValueError
        A name has no known format, a column has different types in two files, or pyarrow cannot
        read a file.
    """
    pyarrow = _pyarrow()
    if not paths:
        raise ValueError("at least one path is needed")
    tables = [_read_one(Path(path)) for path in paths]
    if len(tables) == 1:
        return tables[0]
    try:
        return pyarrow.concat_tables(tables, promote_options="permissive")
    except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError) as error:
        raise ValueError(f"the columns of these files have different types: {error}") from None


def write_table(table: Any, path: Path, kind: str) -> None:
    """Writes a pyarrow.Table as `kind`, "parquet" or "arrow"."""
    pyarrow = _pyarrow()
    if kind == "parquet":
        import pyarrow.parquet

        pyarrow.parquet.write_table(table, path)
        return
    import pyarrow.ipc

    with pyarrow.ipc.new_file(str(path), table.schema) as file:
        file.write_table(table)


def check_outputs(outputs: Sequence[PathLike], inputs: Sequence[PathLike], force: bool) -> None:
    """Raises if an output would overwrite a file that must be kept.

    Raises
    ------
    ValueError
        An output is also an input, under any name, or two outputs are one file; an output is named
        -; or, without `force`, an output exists and is not empty.
    OSError
        An output is a directory, or its directory does not exist.
    """
    for i, output in enumerate(outputs):
        if os.fspath(output) == "-":
            raise ValueError("- cannot be an output; name a file")
        target = Path(os.path.realpath(output))
        if any(are_one(target, path) for path in inputs):
            raise ValueError(f"{output} is an input and an output")
        if any(are_one(target, other) for other in outputs[:i]):
            raise ValueError(f"{output} is named for two outputs")
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(output))
        if target.exists() and not target.is_file():
            raise ValueError(f"{output} is not a regular file")
        if target.exists() and target.stat().st_size > 0 and not force:
            raise ValueError(f"{output} already exists; --force overwrites it")


def distinct(paths: Sequence[PathLike]) -> List[PathLike]:
    """Paths without those of a file that another path names before."""
    kept: List[PathLike] = []
    for path in paths:
        if not any(are_one(Path(path), other) for other in kept):
            kept.append(path)
    return kept


def are_one(a: Path, b: PathLike) -> bool:
    """Whether two paths name one file."""
    try:
        return os.path.samefile(a, b)
    except OSError:
        return os.path.realpath(a) == os.path.realpath(b)


def write_all(outputs: Dict[PathLike, Callable[[Path], None]]) -> None:
    """Writes all files or none: each is written beside its place, and moved there at the end, with
    the permissions of the file that it replaces. Links are kept.

    Parameters
    ----------
    outputs : dict of callables
        For each path, the function that writes the file; it gets the path of an empty file.
    """
    parts = []
    try:
        for path, write in outputs.items():
            target = Path(os.path.realpath(path))
            part = target.with_name(f"{target.name}.part-{secrets.token_hex(4)}")
            replaced = target.stat() if target.exists() else None
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL,
                             0o600 if replaced else 0o666))
            parts.append((part, target))
            write(part)
            if replaced:
                _take_rights(part, replaced)
        for part, target in parts:
            os.replace(part, target)
    finally:
        for part, _ in parts:
            part.unlink(missing_ok=True)


def _take_rights(path: Path, replaced: os.stat_result) -> None:
    mode = stat.S_IMODE(replaced.st_mode)
    try:
        os.chown(path, replaced.st_uid, replaced.st_gid)
    except PermissionError:  # then set-ID bits must not apply to the writer
        mode &= 0o777
    path.chmod(mode)
