"""``spark-submit -m descry.spark``, ``python -m descry.spark``: the groups of files, by Spark."""

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
        description="Groups of near-duplicates of files that Spark reads: a row for each document "
                    "with id, head, group, distance and size, as Parquet.")
    parser.add_argument("--version", action="version", version=f"descry {descry.__version__}")
    parser.add_argument("--input", nargs="+", required=True, metavar="PATH",
                        help="files or folders, one table together")
    parser.add_argument("--output", required=True, metavar="PATH", help="a folder that is not there")
    parser.add_argument("--work", required=True, metavar="PATH",
                        help="a folder for the stages; a run that died goes on there")
    parser.add_argument("--format", default="parquet", help="of the input [default: parquet]")
    parser.add_argument("--text", default="text", metavar="COLUMN", help="[default: text]")
    parser.add_argument("--id", default="id", metavar="COLUMN", help="[default: id]")
    parser.add_argument("--order-by", nargs="+", metavar="COLUMN",
                        help="the order of the rows, ascending [default: the id]")
    parser.add_argument("--keep", default="first", metavar="ORDER",
                        help="first, last, longest, shortest, newest:COLUMN, max:COLUMN or "
                        "min:COLUMN: which document of a group is kept [default: first]")
    parser.add_argument("--model", metavar="FILE",
                        help="of descry model export [default: learned of a sample]")
    parser.add_argument("--distance", type=float, metavar="D",
                        help="how far members may be from their head [default: 0.15, or that of "
                        "the model]")
    parser.add_argument("--keep-apart", action="append", metavar="WHAT", help="numbers: texts whose "
                        "words with digits differ are no duplicates; a column: rows of other values "
                        "are none; several times")
    parser.add_argument("--inside", nargs="?", type=float, const=_native.DEFAULT_INSIDE,
                        metavar="SHARE", help="also drops documents of whose words this share "
                        f"stands in a longer kept one [default: {_native.DEFAULT_INSIDE}]")
    parser.add_argument("--inside-words", type=int, default=20, metavar="N",
                        help="words of these at least [default: 20]")
    parser.add_argument("--largest", type=int, default=1_000_000, metavar="N",
                        help="documents of one component [default: 1000000]")
    parser.add_argument("--part-larger", action="store_true", help="deals larger components out")
    parser.add_argument("--groups-file", metavar="FILE",
                        help="also the groups for descry groups import, on the driver")
    parser.add_argument("--quiet", action="store_true", help="says nothing but errors")
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
