"""``python -m descry uniq``: one of each group of near-duplicates of files of tables."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import List, Optional

import descry
from descry._files import format_of, write


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m descry",
        description="Near-duplicates of Parquet, Arrow, JSON lines and CSV files. Needs pyarrow.")
    parser.add_argument("--version", action="version", version=f"descry {descry.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    uniq = commands.add_parser(
        "uniq", help="keeps one of each group of near-duplicates",
        description="Keeps one of each group of near-duplicates: the rows that stay, with all "
                    "their columns, go to OUTPUT.")
    uniq.add_argument("inputs", nargs="+", metavar="INPUT", help="files, one table together")
    uniq.add_argument("--output", required=True, help="where the rows that stay go")
    uniq.add_argument("--dropped", metavar="FILE",
                      help="where id, head and distance of the others go")
    uniq.add_argument("--groups", metavar="FILE", help="where a row for each document goes: id, "
                      "head, group, distance, size")
    uniq.add_argument("--report", metavar="FILE", help="a page (HTML) to look at")
    uniq.add_argument("--text", default="text", metavar="COLUMN", help="[default: text]")
    uniq.add_argument("--id", metavar="COLUMN", help="[default: row numbers from 0 on]")
    uniq.add_argument("--distance", type=float, default=0.15, metavar="D",
                      help="how different a text may be from the one that stays [default: 0.15]")
    uniq.add_argument("--keep", default="first", metavar="ORDER",
                      help="first, last, longest, shortest, newest:COLUMN, max:COLUMN or "
                      "min:COLUMN: which text of a group is kept [default: first]")
    uniq.add_argument("--keep-apart", choices=["numbers", "nothing"], help="numbers: texts whose "
                      "words with digits differ are no duplicates")
    uniq.add_argument("--reference", nargs="+", metavar="FILE", help="documents that are there "
                      "already, as tables, or one prepared file")
    uniq.add_argument("--model", metavar="FILE", help="of descry model export, or Model.save()")
    uniq.add_argument("--threads", type=int, metavar="N", help="[default: all cores]")
    uniq.add_argument("--memory", default="256 MiB", help="[default: 256 MiB]")
    uniq.add_argument("--quiet", action="store_true", help="says nothing but errors")
    return parser


def _check(arguments: argparse.Namespace) -> None:
    for path in filter(None, (arguments.output, arguments.dropped, arguments.groups)):
        format_of(Path(path))
    outputs = [Path(path) for path in (arguments.output, arguments.dropped, arguments.groups,
                                       arguments.report) if path]
    inputs = [Path(path).resolve() for path in arguments.inputs + (arguments.reference or [])]
    for i, output in enumerate(outputs):
        if output.resolve() in inputs:
            raise ValueError(f"{output} is an input and an output")
        if output.resolve() in (other.resolve() for other in outputs[:i]):
            raise ValueError(f"{output} is two outputs")


def _reference_of(paths: List[str]) -> object:
    if len(paths) == 1:
        try:
            return descry.Prepared.load(paths[0])
        except ValueError:
            pass  # a table
    return descry.read(*paths)


def _uniq(arguments: argparse.Namespace) -> None:
    _check(arguments)
    table = descry.read(*arguments.inputs)
    reference = _reference_of(arguments.reference) if arguments.reference else None
    groups = descry.group(
        table, text=arguments.text, id=arguments.id, distance=arguments.distance,
        keep=arguments.keep, keep_apart=arguments.keep_apart, reference=reference,
        model=descry.Model.load(arguments.model) if arguments.model else None,
        threads=arguments.threads, memory=arguments.memory,
        progress=False if arguments.quiet else None)
    if arguments.dropped:
        write(groups.dropped(), arguments.dropped)
    if arguments.groups:
        write(groups.table(), arguments.groups)
    if arguments.report:
        groups.report(arguments.report, ", ".join(arguments.inputs))
    write(groups.heads(table), arguments.output)
    if not arguments.quiet:
        print(f"descry: {groups!r}"[:-1].replace("<descry.Groups: ", ""), file=sys.stderr)


def main(argv: Optional[List[str]] = None) -> int:
    arguments = _parser().parse_args(argv)
    try:
        _uniq(arguments)
    except (OSError, ValueError, ImportError, KeyError) as error:
        print(f"descry: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("descry: interrupted; nothing was written", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
