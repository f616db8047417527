"""``spark-submit -m descry.spark``, ``python -m descry.spark``: groups documents of files by Spark."""

from __future__ import annotations

import argparse
import sys
from typing import List, Optional

from pyspark.sql import SparkSession

import descry
import descry.spark
from descry import _native


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m descry.spark",
        description="Group near-duplicates in files that Spark reads, and write a Parquet row for "
                    "each document with id, head, group, distance and size.")
    parser.add_argument("--version", action="version", version=f"descry {descry.__version__}")
    parser.add_argument("--input", nargs="+", required=True, metavar="PATH",
                        help="Files or directories, read as one table")
    parser.add_argument("--output", required=True, metavar="PATH", help="New directory for the result")
    parser.add_argument("--work", required=True, metavar="PATH",
                        help="Directory for the stages, from which a run that died continues")
    parser.add_argument("--format", default="parquet", help="Format of the input [default: parquet]")
    parser.add_argument("--text", default="text", metavar="COLUMN",
                        help="Column with the texts [default: text]")
    parser.add_argument("--id", default="id", metavar="COLUMN",
                        help="Column with the ids [default: id]")
    parser.add_argument("--order-by", nargs="+", metavar="COLUMN",
                        help="Columns that order the rows, ascending [default: the id]")
    parser.add_argument("--keep", default="first", metavar="ORDER",
                        help="Which document of a group to keep: first, last, longest, shortest, "
                        "newest:COLUMN, max:COLUMN or min:COLUMN [default: first]")
    parser.add_argument("--model", metavar="FILE",
                        help="Model file of descry model export [default: learned from a sample]")
    parser.add_argument("--distance", type=float, metavar="D",
                        help="Largest edit distance from the head [default: 0.15, or that of the "
                        "model]")
    parser.add_argument("--keep-apart", action="append", metavar="WHAT", help="Never group documents "
                        "that differ in WHAT: numbers, or a column; repeatable")
    parser.add_argument("--inside", nargs="?", type=float, const=_native.DEFAULT_INSIDE,
                        metavar="SHARE", help="Also drop documents that stand in a longer kept "
                        "document with this share of their words "
                        f"[if omitted: {_native.DEFAULT_INSIDE}]")
    parser.add_argument("--inside-words", type=int, default=20, metavar="N",
                        help="Least number of words of such documents [default: 20]")
    parser.add_argument("--largest", type=int, default=1_000_000, metavar="N",
                        help="Most documents of one component [default: 1000000]")
    parser.add_argument("--part-larger", action="store_true", help="Divide larger components among tasks; "
                        "near-duplicates may be missed")
    parser.add_argument("--groups-file", metavar="FILE",
                        help="Also write the groups to FILE on the driver, for descry groups import")
    parser.add_argument("--quiet", action="store_true", help="Print only errors")
    return parser


def main(arguments: Optional[List[str]] = None) -> int:
    parser = _parser()
    told = parser.parse_args(arguments)
    if told.groups_file and told.inside:
        parser.error("--groups-file and --inside exclude each other: an index takes groups of "
                     "near-duplicates alone")
    spark = SparkSession.builder.getOrCreate()
    try:
        groups = descry.spark.group(
            spark.read.format(told.format).load(told.input), told.text, told.id, told.order_by,
            descry.Model.load(told.model) if told.model else None, told.distance, work=told.work,
            keep=told.keep, keep_apart=told.keep_apart, inside=told.inside,
            inside_words=told.inside_words, largest=told.largest, part_larger=told.part_larger,
            progress=False if told.quiet else None)
        groups.write.parquet(told.output)
        if told.groups_file:
            descry.spark.to_groups_file(spark, told.work, told.groups_file)
    except (ValueError, OSError) as error:
        print(f"descry: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
