"""Components of a graph: in one task or, for very many edges, in rounds of stars."""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from descry.spark import _workers
from descry.spark._work import Work

SCHEMA = "node long, component long"


def components(work: Work, edges: DataFrame, count: int, at_once: int) -> DataFrame:
    """node and component of each node of `edges` (a, b); a component is named after one of its
    nodes."""
    if count <= at_once:
        return work.stage("components", lambda: edges.select("a", "b").coalesce(1).mapInArrow(
            _workers.components, SCHEMA))
    # Kiveris et al., Connected components in MapReduce and beyond, SOCC 2014, section 3.
    before = None
    stars = edges
    number = 0
    while True:
        number += 1
        stars = work.stage(f"stars-{number}",
                           lambda stars=stars: _small_stars(_large_stars(stars)))
        told = stars.agg(F.count("*"), F.sum(F.xxhash64("a", "b").cast("decimal(38,0)"))).first()
        if told == before:
            break
        before = told
    return work.stage("components", lambda: stars.select(
        F.col("a").alias("node"), F.col("b").alias("component")).unionByName(
            stars.select(F.col("b").alias("node"), F.col("b").alias("component"))).distinct())


def _large_stars(edges: DataFrame) -> DataFrame:
    both = edges.select("a", "b").unionByName(
        edges.select(F.col("b").alias("a"), F.col("a").alias("b")))
    least = F.least("a", F.min("b").over(Window.partitionBy("a")))
    return both.select("a", "b", least.alias("least")).where("b > a").select(
        F.col("b").alias("a"), F.col("least").alias("b")).distinct()


def _small_stars(edges: DataFrame) -> DataFrame:
    falling = edges.select(F.greatest("a", "b").alias("a"), F.least("a", "b").alias("b"))
    least = falling.select("a", "b", F.min("b").over(Window.partitionBy("a")).alias("least"))
    return least.select(F.explode(F.array(
        F.struct(F.col("a").alias("a"), F.col("least").alias("b")),
        F.struct(F.col("b").alias("a"), F.col("least").alias("b")))).alias("edge")).select(
            "edge.a", "edge.b").where("a <> b").distinct()
