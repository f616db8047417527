"""One collection by Spark and by descry.group: the same rows are kept, whatever it holds."""
import os
import random
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
    texts, options = drawn(seed)
    chance = random.Random(seed)
    if seed % 3 == 0:
        options = {**options, "keep_apart": ["numbers", "by.day"] if "keep_apart" in options else "by.day"}
    # In the order of the ids, as rows of Spark have no other.
    rows = [(n, text, chance.randrange(2)) for n, text in enumerate(texts)]
    table = descry.group([{"id": n, "text": text, "by.day": day} for n, text, day in rows], id="id",
                         **options).table().to_pydict()
    df = spark.createDataFrame(rows, "id bigint, text string, `by.day` bigint").repartition(2)
    found = descry.spark.group(df, work=str(tmp_path), progress=False, **options).orderBy("id").collect()
    assert [row["head"] for row in found] == table["head"]
    assert [row["group"] for row in found] == table["group"]
    assert [row["distance"] for row in found] == table["distance"]
