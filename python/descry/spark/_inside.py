"""Documents inside longer kept ones (descry uniq --inside): the engine's rule, in stages.

Pairs are rows of head, document, container and words: a kept document (head), itself or a member of
its group, a longer kept one, and the number of the head's words. Documents are row numbers."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, Optional

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from descry import _native
from descry._model import Model
from descry.spark import _workers
from descry.spark._work import Work


class Rule(NamedTuple):
    """When a document is dropped for a longer one."""

    share: float
    words: int
    model: Model
    has_fields: bool
    keep: str
    environment: _workers.Environment


def documents_inside(run: Work, signed: DataFrame, near: DataFrame, texts: DataFrame,
                     rule: Rule) -> DataFrame:
    """document, container and share of dropped documents.

    `near` has row, id, head and size of all documents, `texts` row and text of heads.
    """
    heads = near.where("id = head")

    def shingles(min_words: Optional[int]) -> DataFrame:
        return texts.mapInArrow(
            partial(_workers.shingles, min_words=min_words, environment=rule.environment),
            "row long, words long, hashes array<long>")

    sought = run.stage("shingles", lambda: shingles(rule.words).where("size(hashes) > 0"))
    candidates = run.stage("candidates", lambda: _candidates(sought, shingles(None)))
    pairs = run.stage("pairs", lambda: _holding(signed, candidates, rule))
    ids = heads.select(F.col("row").alias("head"), F.col("id").alias("of"))
    members = near.where("id <> head").select(F.col("row").alias("document"),
                                              F.col("head").alias("of"))
    of_members = run.stage("pairs-of-members", lambda: _holding(
        signed, pairs.drop("document", "share").join(ids, "head").join(members, "of"), rule))
    whole = _of_whole_groups(heads, pairs, of_members)
    return run.stage("inside", lambda: pairs.unionByName(of_members).join(
        _longest_first(signed, whole), ["head", "container"]).select(
            "document", "container", "share"))


def regrouped(near: DataFrame, dropped: DataFrame, model: Model) -> DataFrame:
    """The rows of `near`, with dropped documents in the groups of their containers."""
    heads = near.where("id = head")
    groups = heads.join(dropped.groupBy(F.col("container").alias("row")).count(), "row").select(
        "row", "id", "content", (F.col("size") + F.col("count")).alias("weight")).mapInArrow(
            partial(_workers.keys_of_copies, model=model._native.serialise()),
            near.select("row", "head", "group", "distance", "size").schema).select(
                "head", F.col("group").alias("new_group"), F.col("size").alias("new_size"))
    of = dropped.join(heads.select(F.col("row").alias("container"), F.col("id").alias("of")),
                      "container").select(F.col("document").alias("row"), "of", "share")
    apart = (F.lit(_native.WHOLE_DISTANCE) - F.col("share")) / F.lit(float(_native.WHOLE_DISTANCE))
    return near.join(of, "row", "left").withColumn("head", F.coalesce("of", "head")).join(
        groups, "head", "left").select(
            "row", "id", "content", "head", F.coalesce("new_group", "group").alias("group"),
            F.coalesce(apart, "distance").alias("distance"),
            F.coalesce("new_size", "size").alias("size"),
            F.when(F.col("of").isNotNull(), "inside").when(
                F.col("id") != F.col("head"), "near").alias("relation"))


def _candidates(sought: DataFrame, here: DataFrame) -> DataFrame:
    """Pairs of a head and itself whose hashes meet, as in the engine's ShingleTable."""
    hashes = sought.select("row", "words", F.posexplode("hashes").alias("place", "hash"))
    frequent = hashes.groupBy("hash").count().where(F.col("count") > _native.FREQUENT_SHINGLES)
    # Ascending, as in the list: Spark's longs are signed, hashes are not.
    rare = hashes.join(frequent, "hash", "left_anti").groupBy("row", "words").agg(F.slice(
        F.array_sort(F.collect_list(F.struct("place", "hash"))), 1,
        _native.LEAST_SHINGLES).alias("rare"))
    wanted = F.array(*[F.lit(_native.wanted_shingles(n))
                       for n in range(_native.LEAST_SHINGLES + 1)])
    sought = rare.select(F.col("row").alias("document"), "words",
                         wanted[F.size("rare")].alias("wanted"),
                         F.explode("rare.hash").alias("hash"))
    here = here.select(F.col("row").alias("container"), F.col("words").alias("of"),
                       F.explode("hashes").alias("hash"))
    return sought.join(here, "hash").where("words < of").groupBy(
        "document", "container", "words", "wanted").count().where(
            F.col("count") >= F.col("wanted")).select(
                F.col("document").alias("head"), "document", "container", "words")


def _holding(signed: DataFrame, pairs: DataFrame, rule: Rule) -> DataFrame:
    """The pairs whose documents are inside their containers and may be dropped, with the share."""
    pairs = _that_may_go(signed, pairs, rule)
    texts = signed.select("row", "text")
    containers = pairs.select("container").distinct().join(
        texts.withColumnRenamed("row", "container"), "container")
    # Nulls come first, so each container precedes its documents.
    return pairs.join(texts.withColumnRenamed("row", "document"), "document").unionByName(
        containers, allowMissingColumns=True).repartition("container").sortWithinPartitions(
            "container", "document").mapInArrow(
                partial(_workers.shares, share=rule.share, min_words=rule.words,
                        model=rule.model._native.serialise(), environment=rule.environment),
                "head long, document long, container long, words long, share long")


def _that_may_go(signed: DataFrame, pairs: DataFrame, rule: Rule) -> DataFrame:
    if rule.keep == "first" and not rule.has_fields:
        return pairs
    for name in ("document", "container"):
        pairs = pairs.join(signed.select(
            F.col("row").alias(name), F.col("apart").alias(f"apart_{name}"),
            F.col("order").alias(f"order_{name}"),
            F.struct("place", "order").alias(f"place_{name}")), name)
    comes_first = (F.lit(True) if rule.keep == "first" else
                   F.col("order_container") > F.col("order_document") if rule.keep == "last" else
                   F.col("place_container") < F.col("place_document"))
    return pairs.where(comes_first & (F.col("apart_container") == F.col("apart_document"))).select(
        "head", "document", "container", "words")


def _of_whole_groups(heads: DataFrame, pairs: DataFrame, of_members: DataFrame) -> DataFrame:
    """The pairs of heads whose members are all inside the container as well."""
    sizes = heads.select(F.col("row").alias("head"), "size")
    return pairs.join(sizes, "head").join(
        of_members.groupBy("head", "container").count(), ["head", "container"], "left").where(
            F.coalesce("count", F.lit(0)) == F.col("size") - 1).select(
                "head", "container", "words", "share")


def _longest_first(signed: DataFrame, pairs: DataFrame) -> DataFrame:
    """head and container of the pairs that drop a group: in one task, as a container must itself
    be kept."""
    documents = pairs.select("head").union(pairs.select("container")).distinct()
    ordered = documents.join(signed.select(F.col("row").alias("head"), "order"), "head")
    return ordered.unionByName(pairs, allowMissingColumns=True).repartition(1).sortWithinPartitions(
        F.col("container").isNotNull(), "order").select(
            "head", "container", "words", "share").mapInArrow(
                _workers.longest_first, "head long, container long")
