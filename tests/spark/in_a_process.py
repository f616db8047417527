"""Groups a Parquet file by a Spark of the kind that is asked for: KIND INPUT MODEL WORK OUTPUT."""
import json
import sys

from pyspark.sql import SparkSession

import descry
import descry.spark

kind, source, model, work, output = sys.argv[1:]
if kind == "connect":
    spark = SparkSession.builder.remote("local[2]").getOrCreate()
    spark.conf.set("spark.sql.shuffle.partitions", "3")
else:
    spark = (SparkSession.builder.master(kind).config("spark.ui.enabled", "false")
             .config("spark.sql.shuffle.partitions", "3")
             .config("spark.driver.host", "127.0.0.1").getOrCreate())
groups = descry.spark.group(spark.read.parquet(source).repartition(3), model=descry.Model.load(model),
                            work=work)
with open(output, "w") as out:
    json.dump({row["id"]: [row["head"], row["group"], row["distance"], row["size"]]
               for row in groups.collect()}, out)
spark.stop()
