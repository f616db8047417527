"""``python -m descry uniq``: keeps one row per group of near-duplicates, in Parquet and Arrow."""

from __future__ import annotations

import argparse
import json
import math
import shlex
import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any, Iterator, List, Optional, Sequence

import descry
from descry._files import (are_one, check_outputs, distinct, format_of, is_table, write_all,
                           write_table)

_KINDS = ("parquet", "arrow")
_MARKS = ("descry_group", "descry_head", "descry_similarity", "descry_kept")
# As in `descry groups --format tsv`.
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n"})


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m descry",
        description="Near-duplicates of Parquet and Arrow files; the program descry takes all "
                    "others. Needs pyarrow.")
    parser.add_argument("--version", action="version", version=f"descry {descry.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    uniq = commands.add_parser(
        "uniq", help="Keep one row per group of near-duplicates",
        description="Keep one row per group of near-duplicates, and write the kept rows with all "
                    "their columns.")
    uniq.add_argument("inputs", nargs="+", metavar="INPUT", help="Parquet or Arrow files, read as one table")
    uniq.add_argument("--output", required=True, metavar="FILE", help="Write the kept rows to FILE")
    uniq.add_argument("--mark", action="store_true", help="Write all rows, with the columns "
                      + ", ".join(_MARKS))
    uniq.add_argument("--dropped", metavar="FILE", help="Write one TSV line per dropped row to FILE, "
                      "as descry uniq does: id, kept id, similarity")
    uniq.add_argument("--groups", metavar="FILE", help="Write groups to FILE as JSON lines, as descry "
                      "uniq does")
    uniq.add_argument("--report", metavar="FILE", help="Write an HTML report to FILE")
    uniq.add_argument("--report-rows", type=int, metavar="N",
                      help="Most groups that the report shows [default: as many as fit 1 MB]")
    uniq.add_argument("--force", action="store_true", help="Overwrite existing output files")
    uniq.add_argument("--text", default="text", metavar="COLUMN",
                      help="Column with the texts [default: text]")
    uniq.add_argument("--id", metavar="COLUMN",
                      help="Column with the ids [default: row numbers from 0]")
    uniq.add_argument("--distance", type=float, metavar="D", help="Largest edit distance from the "
                      "kept text [default: 0.15, or that of the model]")
    uniq.add_argument("--keep", default="first", metavar="ORDER",
                      help="Which text of a group to keep: first, last, longest, shortest, "
                      "newest:COLUMN, max:COLUMN, min:COLUMN or none [default: first]")
    uniq.add_argument("--keep-apart", action="append", metavar="WHAT", help="Never group texts that "
                      "differ in WHAT: numbers, or a column; repeatable")
    uniq.add_argument("--reference", nargs="+", metavar="FILE", help="Drop texts near those in FILE: "
                      "Parquet and Arrow files, or one prepared file")
    uniq.add_argument("--model", metavar="FILE", help="Model file of descry model export or "
                      "Model.save() [default: learned from the input]")
    uniq.add_argument("--threads", type=int, metavar="N",
                      help="Number of threads [default: all cores]")
    uniq.add_argument("--memory", default="256 MiB",
                      help="Memory for sorting and comparing [default: 256 MiB]")
    uniq.add_argument("--quiet", action="store_true", help="Print only errors")
    return parser


def _kind_of(path: str, arguments: argparse.Namespace) -> str:
    """"parquet" or "arrow", by the name; a ValueError names the command for other files."""
    kind = format_of(Path(path)) if is_table(Path(path)) else ""
    if kind not in _KINDS or path.lower().endswith((".gz", ".bz2", ".zst", ".lz4")):
        command = shlex.join(["descry", "uniq", *arguments.inputs])
        raise ValueError(
            f"{path}: python -m descry uniq reads and writes Parquet and Arrow (.parquet, .pq, "
            f".arrow, .feather, .ipc). For other files: {command} > FILE; it keeps records as they "
            "came. Its wheel, descry-cli: tools/dev/build-wheels FOLDER cli")
    return kind


def _reference_of(arguments: argparse.Namespace) -> Any:
    if not arguments.reference:
        return None
    paths = distinct(arguments.reference)
    if len(paths) == 1 and not is_table(Path(paths[0])):
        return descry.Prepared.load(paths[0])
    for path in paths:
        _kind_of(path, arguments)
    for path in paths:
        # Each row would be a near-duplicate of itself.
        if any(are_one(Path(path), other) for other in arguments.inputs):
            raise ValueError(f"--reference: {path} is also an input; name it only once")
    return descry.read(*paths)


def _differing(groups: descry.Groups, data: Any, reference: Any, names: Sequence) -> Iterator[str]:
    """For each dropped text, the other columns in which it differs from the kept one."""
    tables = [table if hasattr(table, "column_names") else None for table in (data, reference)]
    columns = [{} if table is None else {
        name: table.column(name).to_pylist() for name in table.column_names if name not in names}
        for table in tables]
    kept = set(groups.kept_rows())
    for row in range(groups.documents):
        if row in kept:
            continue
        head = groups._native.kept_for(row)
        others = columns[head < 0]
        at = head if head >= 0 else -1 - head
        differ = [name for name in sorted({*columns[0], *others})
                  if (columns[0][name][row] if name in columns[0] else None)
                  != (others[name][at] if name in others else None)]
        yield ",".join(differ if tables[head < 0] is not None else ())


def _write_dropped(groups: descry.Groups, differing: Iterator[str], path: Path) -> None:
    columns = groups.dropped().to_pydict()
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for id, head, distance, names in zip(columns["id"], columns["head"], columns["distance"],
                                             differing):
            file.write(f"{str(id).translate(_ESCAPES)}\t{str(head).translate(_ESCAPES)}\t"
                       f"{_similarity(distance):.4f}\tnear\t{names.translate(_ESCAPES)}\n")


def _similarity(distance: float) -> float:
    return math.floor((1 - distance) * 10000 + 0.5) / 10000


def _write_groups(groups: descry.Groups, path: Path) -> None:
    rows = {id: row for row, id in enumerate(groups.table().to_pydict()["id"], 1)}
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for key, head, members in groups:
            file.write(json.dumps({"key": key, "size": len(members), "members": [
                {"docid": rows.get(id), "id": str(id), "head": id == head,
                 "similarity": _similarity(distance), "verified": "text"}
                for id, distance in members]}, ensure_ascii=False, separators=(",", ":")) + "\n")


def _marked(groups: descry.Groups, data: Any) -> Any:
    marks = groups.table()
    for name in _MARKS:
        data = data.append_column(name, marks.column(name))
    return data


def _uniq(arguments: argparse.Namespace) -> None:
    for path in arguments.inputs:
        _kind_of(path, arguments)
    kind = _kind_of(arguments.output, arguments)
    read = [*arguments.inputs, *(arguments.reference or ()),
            *([arguments.model] if arguments.model else ())]
    written = [path for path in (arguments.output, arguments.dropped, arguments.groups,
                                 arguments.report) if path]
    check_outputs(written, read, arguments.force)
    reference = _reference_of(arguments)
    inputs = distinct(arguments.inputs)
    if len(inputs) < len(arguments.inputs) and not arguments.quiet:
        _tell("an input is named again, under this or another name; each file is read once")
    data = descry.read(*inputs)
    for name in set(_MARKS).intersection(data.column_names if arguments.mark else ()):
        raise ValueError(f'the input has a column "{name}", which --mark appends: remove or rename it')
    groups = descry.group(
        data, text=arguments.text, id=arguments.id,
        distance=arguments.distance, keep=arguments.keep, keep_apart=arguments.keep_apart,
        reference=reference, model=descry.Model.load(arguments.model) if arguments.model else None,
        threads=arguments.threads, memory=arguments.memory,
        progress=False if arguments.quiet else None)
    writers = {
        arguments.output: lambda path: write_table(
            _marked(groups, data) if arguments.mark else groups.heads(), path, kind),
        arguments.dropped: partial(_write_dropped, groups, _differing(
            groups, data, reference, (arguments.text, arguments.id))),
        arguments.groups: partial(_write_groups, groups),
        arguments.report: lambda path: groups.report(path, ", ".join(arguments.inputs),
                                                 arguments.report_rows)}
    write_all({path: writers[path] for path in written})
    if not arguments.quiet:
        print(f"descry: {groups!r}"[:-1].replace("<descry.Groups: ", ""), file=sys.stderr)


def _tell(message: Any, *_: Any) -> None:
    print(f"descry: {message}", file=sys.stderr)


def main(argv: Optional[List[str]] = None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _tell
            warnings.simplefilter("ignore" if arguments.quiet else "always", UserWarning)
            _uniq(arguments)
    except (OSError, ValueError, TypeError, ImportError, KeyError) as error:
        print(f"descry: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("descry: interrupted; nothing was written", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
