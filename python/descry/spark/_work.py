"""The directory of a run: each stage is written once, and reused when a run continues."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Callable, Dict, Optional, Tuple

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.errors import AnalysisException

from descry._progress import Progress


class Work:
    """Stages as Parquet below a path, each with a marker when complete."""

    def __init__(self, spark: SparkSession, path: str, arguments: Dict[str, Any],
                 progress: Progress) -> None:
        self._spark = spark
        self._path = path.rstrip("/")
        self._progress = progress
        told = json.dumps(arguments, sort_keys=True)
        known = self._mark_of("run")
        if known is None:
            self._mark("run", told, 0, 0.0)
        elif known[0] != told:
            was = json.loads(known[0])
            others = ", ".join(f"{name} {was.get(name)!r}, now {value!r}"
                               for name, value in arguments.items() if was.get(name) != value)
            raise ValueError(f"{path} holds another run: {others}. Give each run a folder of its own.")

    def stage(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        """The result of `make`, read from its file."""
        return self.counted(name, make)[0]

    def counted(self, name: str, make: Callable[[], DataFrame]) -> Tuple[DataFrame, int]:
        """The same, and its number of rows."""
        path = f"{self._path}/{name}"
        mark = self._mark_of(name)
        is_found = mark is not None
        if mark is None:
            begin = time.monotonic()
            make().write.mode("overwrite").parquet(path)
            mark = ("", self._spark.read.parquet(path).count(), time.monotonic() - begin)
            self._mark(name, *mark)
        _, rows, seconds = mark
        self._tell(name, rows, seconds, is_found)
        return self._spark.read.parquet(path), rows

    def _mark_of(self, name: str) -> Optional[Tuple[str, int, float]]:
        try:
            rows = self._spark.read.parquet(f"{self._path}/{name}.done").collect()
        except AnalysisException:  # missing or unfinished
            return None
        return (rows[0]["told"], rows[0]["rows"], rows[0]["seconds"]) if rows else None

    def _mark(self, name: str, told: str, rows: int, seconds: float) -> None:
        self._spark.createDataFrame(
            [(told, rows, seconds)], "told string, rows long, seconds double"
        ).coalesce(1).write.mode("overwrite").parquet(f"{self._path}/{name}.done")

    def say(self, text: str) -> None:
        """Prints a line, unless progress is off."""
        if self._progress is not False:
            print(f"descry: {text}", file=sys.stderr, flush=True)

    def _tell(self, name: str, rows: int, seconds: float, is_found: bool) -> None:
        if callable(self._progress):
            self._progress(name, rows, rows)
        else:
            self.say(f"{name}: {rows:,} rows, " +
                     ("done before" if is_found else f"{seconds:.1f} s"))


def beside(documents: DataFrame, rows: DataFrame, count: int, at_once: int) -> DataFrame:
    """The documents in `rows`, of which there are `count`, with the columns of both.

    Rows are sent to the documents, as these are larger, in parts.
    """
    slices = max(1, -(-count // at_once))
    ends = [int(end) for end in rows.approxQuantile(
        "row", [i / slices for i in range(1, slices)], 0.001)] if slices > 1 else []
    joined = None
    for begin, end in zip([None, *ends], [*ends, None]):
        is_here = F.lit(True)
        if begin is not None:
            is_here &= F.col("row") >= begin
        if end is not None:
            is_here &= F.col("row") < end
        piece = documents.where(is_here).join(F.broadcast(rows.where(is_here)), "row")
        joined = piece if joined is None else joined.unionByName(piece)
    return joined
