"""One collection by Spark and by descry.group: the same rows are kept, whatever it holds."""
import os
import sys

import pytest

import descry
from conftest import ROOT, need_spark

need_spark()
import descry.spark  # noqa: E402

sys.path.insert(0, str(ROOT / "tests" / "python"))
from test_all_doors import SHAPES, drawn  # noqa: E402

# A run takes seconds: one of each shape.
DRAWN = 500 if os.environ.get("DESCRY_FULL_VOLUME") else len(SHAPES)


@pytest.mark.parametrize("seed", range(DRAWN))
def test_the_same_rows_are_kept(seed, spark, tmp_path):
    documents, options = drawn(seed)
    # In the order of the ids, as rows of Spark have no other; with a dot in the name of a column.
    rows = [(n, document["text"], document["kind"]) for n, document in enumerate(documents)]
    if options.get("keep_apart") == "kind":
        options = {"keep_apart": ["numbers", "by.kind"]}
    table = descry.group([{"id": n, "text": text, "by.kind": kind} for n, text, kind in rows], id="id",
                         **options).table().to_pydict()
    df = spark.createDataFrame(rows, "id bigint, text string, `by.kind` string").repartition(2)
    found = descry.spark.group(df, work=str(tmp_path), progress=False, **options).orderBy("id").collect()
    assert [row["head"] for row in found] == table["head"]
    assert [row["group"] for row in found] == table["group"]
    assert [row["distance"] for row in found] == table["distance"]
