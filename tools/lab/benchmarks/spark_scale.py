"""Cost of descry.spark per stage and document: made documents of 400 characters, a fifth of them
near-copies of others, on local[2].

    python tools/lab/benchmarks/spark_scale.py FOLDER DOCUMENTS...

Prints a table per run: rows, seconds, CPU seconds of the process tree, shuffled bytes.
"""
import glob
import json
import os
import shutil
import sys
import time
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import descry
import descry.spark

WORDS = 60
# One of this many documents is the base; the others differ in the last word.
FAMILY = 5


def cpu_of_tree():
    """User and system seconds of this process and its descendants, including ended ones."""
    parents, used = {}, {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            fields = Path(path).read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(path.split("/")[2])
        parents[process] = int(fields[1])
        used[process] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    tree = {os.getpid()}
    while True:
        more = {p for p, parent in parents.items() if parent in tree} - tree
        if not more:
            return sum(used[p] for p in tree)
        tree |= more


def documents(spark, count):
    # A skewed choice among 2 million words, by the square of a random number.
    number = F.when(F.col("id") % 25 < FAMILY, F.col("id") - F.col("id") % 25).otherwise(F.col("id"))
    words = F.transform(F.sequence(F.lit(1), F.lit(WORDS)), lambda i: F.concat(
        F.lit("w"), F.conv(F.floor(F.pow(F.pmod(F.xxhash64(number, i), F.lit(1 << 20)) / (1 << 20),
                                         F.lit(3.0)) * 2_000_000).cast("string"), 10, 36)))
    return spark.range(count).select("id", F.concat_ws(" ", F.array_join(words, " "), F.concat(
        F.lit("end"), F.col("id").cast("string"))).alias("text"))


def shuffled(folder):
    """Compressed bytes written by shuffles, by end time of their tasks."""
    found = []
    for path in glob.glob(f"{folder}/**/*", recursive=True):
        if not os.path.isfile(path):
            continue
        for line in open(path):
            event = json.loads(line)
            if event.get("Event") == "SparkListenerTaskEnd" and event.get("Task Metrics"):
                found.append((event["Task Info"]["Finish Time"] / 1000,
                              event["Task Metrics"]["Shuffle Write Metrics"]["Shuffle Bytes Written"]))
    return found


def main():
    folder = Path(sys.argv[1])
    for count in map(int, sys.argv[2:]):
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "events").mkdir(parents=True)
        spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
                 .config("spark.sql.shuffle.partitions", str(max(4, count // 100_000)))
                 .config("spark.driver.memory", "3g").config("spark.local.dir", str(folder / "tmp"))
                 .config("spark.eventLog.enabled", "true")
                 .config("spark.eventLog.compress", "false")
                 .config("spark.eventLog.dir", str(folder / "events")).getOrCreate())
        spark.sparkContext.setLogLevel("OFF")
        documents(spark, count).repartition(max(4, count // 100_000)).write.parquet(
            str(folder / "input"))
        size = sum(f.stat().st_size for f in (folder / "input").rglob("*.parquet"))
        stages = [("", 0, time.time(), cpu_of_tree())]
        descry.spark.group(spark.read.parquet(str(folder / "input")), work=str(folder / "work"),
                           progress=lambda stage, rows, _: stages.append(
                               (stage, rows, time.time(), cpu_of_tree())))
        used = sum(f.stat().st_size for f in (folder / "work").rglob("*.parquet"))
        spark.stop()
        bytes_at = shuffled(folder / "events")
        print(f"{count:,} documents; Parquet of the input {size / count:.0f} B a document, of the "
              f"work folder {used / count:.0f} B a document")
        print("| stage | rows | seconds | CPU seconds | shuffled, B a document |\n|---|---|---|---|---|")
        for (_, _, begin, before), (stage, rows, end, after) in zip(stages, stages[1:]):
            moved = sum(size for at, size in bytes_at if begin <= at < end)
            print(f"| {stage} | {rows:,} | {end - begin:.1f} | {after - before:.1f} "
                  f"| {moved / count:.0f} |")
        moved = sum(size for at, size in bytes_at if at >= stages[0][2])
        print(f"| all | | {stages[-1][2] - stages[0][2]:.1f} | {stages[-1][3] - stages[0][3]:.1f} "
              f"| {moved / count:.0f} |", flush=True)


if __name__ == "__main__":
    main()
