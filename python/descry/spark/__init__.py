"""Groups near-duplicates of a Spark DataFrame, with the same groups as on one machine.

>>> import descry.spark
>>> groups = descry.spark.group(df, text="text", id="id", work="hdfs:///tmp/run-1")

Each worker signs its own documents; only keys, and the texts of documents that share a key, are sent
to other workers. One task groups each connected part of the collection, as :func:`descry.group`
would. So heads, members, distances and keys are those of ``descry uniq --model`` with the same
model, however the rows are partitioned.
"""

from __future__ import annotations

import json
from functools import partial
from typing import List, Optional, Sequence, Tuple, Union

import pyarrow as pa
from pyspark.errors import AnalysisException
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import (ArrayType, BooleanType, DateType, FractionalType,
                               IntegralType, LongType, StringType, StructType, TimestampNTZType,
                               TimestampType)

from descry import _native
from descry._input import bytes_of, check, share_or_none, words_of
from descry._model import KeepApart, Model, columns_of, fields_of, grouping_of
from descry._progress import Progress
from descry.spark import _workers
from descry.spark._components import components
from descry.spark._inside import Rule, documents_inside, regrouped
from descry.spark._work import Work, beside

__all__ = ["group", "to_groups_file"]

Columns = Union[str, Column, Sequence[Union[str, Column]], None]

_TEXTS = (StringType,)
_IDS = (StringType, IntegralType)
_VALUES = (StringType, IntegralType, FractionalType, BooleanType, DateType, TimestampType,
           TimestampNTZType)

# Limit for sending the table of components to all workers: half a gigabyte.
_ROWS_OF_A_BROADCAST = 20_000_000
# Fewer documents are not worth starting a task.
_DOCUMENTS_OF_A_TASK = 2_000
_EDGES_OF_A_TASK = 100_000_000
# Documents whose keys (at most 60) and edges one worker holds: half a gigabyte.
_CONTENTS_OF_KEYS = 250_000
_TARGETS_OF_A_WORKER = 4


def group(df: DataFrame, text: str = "text", id: str = "id", order_by: Columns = None,
          model: Optional[Model] = None, distance: Optional[float] = None, *, work: str,
          keep: str = "first", keep_apart: KeepApart = None, inside: Optional[float] = None,
          inside_words: int = 20, sample: int = 200_000, largest: int = 1_000_000,
          part_larger: bool = False, scratch: Optional[str] = None,
          memory: Union[int, str] = "256 MiB", progress: Progress = None) -> DataFrame:
    """Groups near-duplicate rows around heads, as ``descry uniq --model`` does.

    Parameters
    ----------
    df : DataFrame
        Any number of partitions. A null text is a document without words.
    text, id : str
        The columns with the texts (strings) and with the ids (unique strings or integers, not
        null). Names may contain dots or lead to fields of structs.
    order_by : str, Column or a list of these
        The order of the rows: ascending by these, then by id. None: by id alone.
    model : Model, optional
        The model to use instead of learning one from `sample` rows on the driver. Two runs with
        one model give equal groups.
    distance : float, optional
        Largest distance of a member from its head. None: that of `model`, or 0.15.
    work : str
        A directory that driver and workers reach, for one run. Each stage is written there; a run
        with the same rows and arguments continues after the last complete stage. It takes twice
        the size of the texts.
    keep : str
        Which document of a group to keep, as for :func:`descry.group`. Rows have no order of their
        own, so `order_by` decides which is ``"first"`` or ``"last"``, and ties. ``"last"`` cannot
        be one of several.
    keep_apart : str or sequence of str, optional
        As for :func:`descry.group`: ``"numbers"``, or columns of strings, numbers, dates or times.
    inside : float, optional
        Also drop documents that stand in a longer kept document, in order, with at least this share
        of their words (0.5 to 1), as for :func:`descry.group`; 0.95 is a good value. They have at
        least `inside_words` words. The result has them in the group of the longer document.
    sample : int
        Number of rows that a model is learned from.
    largest : int
        Most documents with different contents in one component, which one task groups.
    part_larger : bool
        For a larger component. True: divide it among several tasks, with a warning, as
        near-duplicates in it may be missed. False: raise.
    scratch : path, optional
        The directory for temporary files on the workers. None: Python's. It takes twice the size
        of a partition's texts.
    memory : int or str
        Memory of one worker, as for :func:`descry.group`.
    progress : callable or bool, optional
        Called with (stage, rows, rows) after each stage. None, True: print a line for each stage on
        standard error; False: nothing.

    Returns
    -------
    DataFrame
        One row for each row of `df`: the id under its name in `df`, ``head`` (without a group, the
        id itself), ``group`` (null without a group), ``distance`` (from the head) and ``size``
        (documents of the group). With `inside` also ``relation``: ``"near"``, ``"inside"``, or null
        for kept documents.

    Raises
    ------
    ValueError
        An id is null or not unique; a column does not exist or has the wrong type; the directory
        holds a run with other rows or arguments; the model has another distance or keep_apart; or a
        component is larger than `largest` (the message has its size and one of its keys).

    Notes
    -----
    The cost is that of one machine, and about 13 CPU seconds of Spark. 300 bytes per document are
    shuffled, and the texts of documents that share a key. `inside` adds 26 bytes and 2.5 CPU
    microseconds for each word of kept documents. Workers need the driver's version of
    descry-neardup.
    """
    if not hasattr(df, "sparkSession"):
        raise TypeError(f"df is a {type(df).__name__}, not a DataFrame of Spark; descry.group takes "
                        "others")
    check("work", work, str, "the path of a folder")
    values = columns_of(keep)
    if keep.endswith(",last"):
        raise ValueError("keep: rows of Spark have no order, so \"last\" is not one of several: turn "
                         "order_by around")
    limit, apart = grouping_of(model, distance, keep_apart)
    inside = share_or_none("inside", inside)
    inside_words = words_of("inside_words", inside_words)
    fields = fields_of(apart)
    spark = df.sparkSession
    by = _columns(df, order_by)
    ids = _column(df, "id", id, _IDS)
    if id in ("head", "group", "distance", "size") + (("relation",) if inside else ()):
        raise ValueError(f'the column of ids is called "{id}", as one of the result is: rename it')
    documents = df.select(
        F.monotonically_increasing_id().alias("row"), ids.alias("id"),
        F.struct(*[column.alias(f"by{i}") for i, column in enumerate(by)],
                 ids.alias("id")).alias("order"),
        _column(df, "text", text, _TEXTS).alias("text"),
        *[_column(df, "keep", name, _VALUES).alias(f"value{i}") for i, name in enumerate(values)],
        *[_column(df, "keep_apart", name, _VALUES).alias(f"apart{i}") for i, name in enumerate(fields)])
    rows, content = _input_of(documents)
    run = Work(spark, work, {
        "version": _native.__version__, "text": text, "id": id,
        "order_by": [str(column) for column in by], "model": model.id if model else None,
        "distance": limit, "keep_apart": apart, "keep": keep, "inside": inside,
        "inside_words": inside and inside_words, "sample": sample, "largest": largest,
        "part_larger": part_larger, "rows": rows, "content of the rows": content}, progress)
    environment = _workers.Environment.here(scratch, bytes_of(memory))
    model = _model(run, documents, rows, model, limit, apart, sample)
    of_model = model._native.serialise()

    signed = run.stage("signed", lambda: documents.mapInArrow(
        partial(_workers.sign, model=of_model, keep=keep, fields=fields, environment=environment),
        _signed_schema(documents)))
    contents, count = run.counted("contents", lambda: _contents(signed, id, keep))
    members, sharing = run.counted("members", lambda: _members(
        run, signed, contents, count, model.words > 0, largest, part_larger))
    grouped = run.stage("grouped", lambda: _grouped(
        spark, signed, members, sharing, count, largest, of_model, keep, environment))
    alone = contents.where("weight > 1").join(grouped.select("row"), "row", "left_anti")
    copies = alone.select("row", "id", "content", "weight").mapInArrow(
        partial(_workers.keys_of_copies, model=of_model), grouped.schema)
    grouped = grouped.unionByName(copies)
    if inside is None:
        heads = grouped.where("size > 1").join(_called(signed), "row")
        groups = run.stage("groups", lambda: _documents(signed, contents, _without_twins(
            spark, grouped, heads, model)).drop("row", "content"))
        return groups.withColumnRenamed("id", id)
    near = run.stage("near", lambda: _documents(signed, contents, grouped))
    heads = near.where("id = head").select("row")
    texts = beside(signed.select("row", "text"), heads, heads.count(), _ROWS_OF_A_BROADCAST)
    dropped = documents_inside(run, signed, near, texts, Rule(
        inside, inside_words, model, bool(fields), keep, environment))
    rows = regrouped(near, dropped, model)
    heads = rows.where("size > 1").drop("id", "content").join(_called(signed), "row")
    return run.stage("groups", lambda: _without_twins(spark, rows, heads, model).select(
        "id", "head", "group", "distance", "size", "relation")).withColumnRenamed("id", id)


def to_groups_file(spark: SparkSession, work: str, path: str) -> int:
    """Writes the groups of a run as ``descry combine`` does, for ``descry groups import``.

    Parameters
    ----------
    spark : SparkSession
    work : str
        The directory of a :func:`group` that is complete.
    path : str
        A file on the driver.

    Returns
    -------
    int
        Number of groups written, in the order of their keys.

    Raises
    ------
    ValueError
        The run had `inside`: some members of its groups are not near their heads, as members in an
        index are.
    """
    folder = work.rstrip("/")
    model = spark.read.parquet(f"{folder}/model").first()["id"]
    groups = spark.read.parquet(f"{folder}/groups").where("group is not null")
    if "relation" in groups.columns:
        raise ValueError(f"{work} is of a run with inside; an index takes groups of near-duplicates "
                         "alone: group without inside, in another folder")
    contents = spark.read.parquet(f"{folder}/signed").select("id", "content")
    rows = groups.join(contents, "id").withColumn("is_head", F.col("id") == F.col("head")).orderBy(
        "group", F.desc("is_head"), "id")
    written = 0
    members: List[dict] = []
    key = None
    with open(path, "w", encoding="utf-8") as out:

        def finish() -> None:
            out.write(json.dumps({"key": key, "size": len(members), "model": model,
                                  "members": members}, ensure_ascii=False) + "\n")

        for row in rows.toLocalIterator():
            if members and row["group"] != key:
                finish()
                written += 1
                members = []
            key = row["group"]
            members.append({
                "docid": len(members) + 1, "id": str(row["id"]), "head": row["is_head"],
                "similarity": round(1 - row["distance"], 6), "distance": row["distance"],
                "content": f"{row['content'] & (2 ** 64 - 1):016x}", "verified": "text"})
        if members:
            finish()
            written += 1
    return written


def _columns(df: DataFrame, order_by: Columns) -> List[Column]:
    if order_by is None:
        return []
    if isinstance(order_by, (str, Column)):
        order_by = [order_by]
    return [_column(df, "order_by", column) if isinstance(column, str) else column
            for column in order_by]


def _column(df: DataFrame, argument: str, name: str, types: tuple = ()) -> Column:
    """The column of a name, which may have dots, or of a struct's field."""
    check(argument, name, str, "the name of a column")
    quoted = "`" + name.replace("`", "``") + "`"
    column = F.col(quoted if name in df.columns else name)
    try:
        kind = df.select(column).schema.fields[0].dataType
    except AnalysisException:
        raise ValueError(f"there is no column {name} among {', '.join(df.columns)}") from None
    if types and not isinstance(kind, types):
        raise ValueError(f"{argument}: column {name} is of type {kind.simpleString()}, not of "
                         + ("strings" if types == _TEXTS else "strings or integers"
                            if types == _IDS else "strings, numbers, dates or times"))
    return column


def _input_of(documents: DataFrame) -> Tuple[int, str]:
    """The number of rows, and a sum of hashes of their relevant columns, independent of order."""
    names = [name for name in documents.columns if name != "row"]
    count, content = documents.agg(
        F.count("*"), F.sum(F.xxhash64(*names).cast("decimal(38,0)"))).first()
    return count, str(content)


def _signed_schema(documents: DataFrame) -> StructType:
    schema = StructType([documents.schema[name] for name in ("row", "id", "order")])
    return schema.add("place", "binary").add("content", "long").add("second", "long").add(
        "written", "long").add("apart", "long").add("keys", ArrayType(LongType())).add("text", "string")


def _model(run: Work, documents: DataFrame, count: int, model: Optional[Model],
           distance: float, apart: List[str], sample: int) -> Model:
    def make() -> DataFrame:
        made = model
        if made is None:
            # By id, independent of partitions.
            share = F.pmod(F.xxhash64("id"), F.lit(1 << 20)) < sample / max(count, 1) * (1 << 20)
            fields = fields_of(apart)
            texts = "text of the document"  # fields may have the column's name
            sampled = documents.where(share).orderBy("order").select(
                F.col("text").alias(texts),
                *[F.col(f"apart{i}").alias(name) for i, name in enumerate(fields)]).collect()
            made = Model.learn(
                pa.table({name: [row[name] for row in sampled] for name in (texts, *fields)}),
                documents=count if len(sampled) < count else None, text=texts, distance=distance,
                keep_apart=apart, progress=False)
        return documents.sparkSession.createDataFrame(
            [(made.id, bytearray(made._native.serialise()))], "id string, model binary").coalesce(1)

    return Model(_native.Model.parse(bytes(run.stage("model", make).first()["model"])))


def _check_ids(signed: DataFrame, name: str) -> None:
    wrong = signed.groupBy("id").count().where("count > 1 or id is null").limit(1).collect()
    if wrong:
        what = ("is null" if wrong[0]["id"] is None else f"{wrong[0]['id']!r} is the id")
        raise ValueError(f"{name}: {what} of {wrong[0]['count']} rows; each needs an id of its own")


def _contents(signed: DataFrame, name: str, keep: str) -> DataFrame:
    """The first document of each content, with the number of its copies.

    Raises if ids of the column `name` are not unique.
    """
    _check_ids(signed, name)
    preferred = F.max if keep == "last" else F.min
    first = preferred(F.struct("place", "order", "row", "id", "written"))
    return signed.where("content <> 0").groupBy("content", "second").agg(
        first.alias("first"), F.count("*").alias("weight")).select(
            "content", "second", "weight", "first.row", "first.id", "first.written")


def _members(run: Work, signed: DataFrame, contents: DataFrame, count: int, has_words: bool,
             largest: int, part_larger: bool) -> DataFrame:
    """row, weight and component of documents that share a key with others."""
    node = F.col("content").bitwiseAND(F.lit((1 << _native.NODE_BITS) - 1))
    rows = contents.select("row", "content", "weight", node.alias("node"))
    if not has_words:  # compare all with all
        return rows.withColumn("component", F.lit(0).cast("long"))
    edges, linked = run.counted("edges", lambda: _edges(signed, count))
    members = rows.join(components(run, edges, linked, _EDGES_OF_A_TASK), "node")
    sizes = members.groupBy("component").count()
    too_large = sizes.where(F.col("count") > largest).orderBy(F.desc("count")).limit(1).collect()
    if too_large and not part_larger:
        of = members.where(F.col("component") == too_large[0]["component"]).select("content")
        key = signed.select(F.explode("keys").alias("key"), "content").join(
            of, "content").groupBy("key").count().orderBy(F.desc("count")).first()
        raise ValueError(
            f"a component has {too_large[0]['count']:,} documents of different contents, above "
            f"largest={largest:,}; {key['count']:,} of them share the key "
            f"{key['key'] & (2 ** 64 - 1):016x}. Give one task more (largest=), or let it be dealt "
            "out (part_larger=True): near-duplicates in it may then be missed.")
    if too_large:
        run.say(f"a component of {too_large[0]['count']:,} documents is parted: near-duplicates in "
                "it may be missed")
        pieces = F.ceil(F.col("count") / F.lit(largest))
        members = members.join(sizes, "component").withColumn(
            "component", F.when(F.col("count") > largest, F.xxhash64(
                "component", F.pmod(F.xxhash64("content"), pieces))).otherwise(F.col("component")))
    return members.select("row", "component", "content", "weight")


def _edges(signed: DataFrame, contents: int) -> DataFrame:
    """a, b: a star of nodes per key. A node is some bits of a content."""
    partitions = max(1 + contents // _CONTENTS_OF_KEYS,
                     min(int(signed.sparkSession.conf.get("spark.sql.shuffle.partitions")),
                         1 + contents // _DOCUMENTS_OF_A_TASK))
    # Enough targets for an even distribution among workers.
    targets = _TARGETS_OF_A_WORKER * partitions
    return signed.where("content <> 0").select("content", "keys").mapInArrow(
        partial(_workers.pack_keys, targets=targets), "target int, block binary").repartition(
            partitions, "target").select("block").mapInArrow(_workers.edges, "a long, b long")


def _grouped(spark: SparkSession, signed: DataFrame, members: DataFrame, sharing: int,
             contents: int, largest: int, model: bytes, keep: str,
             environment: _workers.Environment) -> DataFrame:
    """row, head, group, distance and size of the members."""
    texts = signed.select("row", "id", "place", "order", "apart", "text")
    joined = beside(texts, members.select("row", "component", "weight"), sharing,
                    _ROWS_OF_A_BROADCAST)
    partitions = min(int(spark.conf.get("spark.sql.shuffle.partitions")),
                     1 + sharing // min(_DOCUMENTS_OF_A_TASK, largest))
    schema = StructType([signed.schema["row"]]).add("head", signed.schema["id"].dataType).add(
        "group", "string").add("distance", "double").add("size", "long")
    order = F.desc("order") if keep == "last" else F.asc("order")
    return joined.repartition(partitions, "component").sortWithinPartitions(
        "component", "place", order).select("row", "id", "weight", "apart", "text").mapInArrow(
            partial(_workers.group, model=model, contents=contents, keep=keep,
                    environment=environment), schema)


def _called(signed: DataFrame) -> DataFrame:
    return signed.select("row", "id", "content", "order")


def _without_twins(spark: SparkSession, grouped: DataFrame, members: DataFrame,
                   model: Model) -> DataFrame:
    """The same, with separate keys for groups whose heads share a content hash.

    `members` are group members, including heads, with id, content and order.
    """
    heads = members.where("id = head")
    twins = heads.groupBy("group").agg(F.count("*").alias("twins")).where("twins > 1").select(
        "group").collect()
    if not twins:
        return grouped
    rows = heads.where(F.col("group").isin([row["group"] for row in twins])).orderBy(
        "group", "order").select("group", "head", "content").collect()
    number = 0
    renamed = []
    for i, row in enumerate(rows):
        number = number + 1 if i and rows[i - 1]["group"] == row["group"] else 0
        key = _native.read_columns(_native.group_keys(
            model._native, row["content"].to_bytes(8, "little", signed=True),
            number.to_bytes(8, "little")))["group"][0]
        renamed.append((row["group"], row["head"], key))
    schema = StructType([grouped.schema["group"], grouped.schema["head"]]).add("key", "string")
    keys = spark.createDataFrame(renamed, schema).withColumn("is_twin", F.lit(True))
    return grouped.join(F.broadcast(keys), ["group", "head"], "left").withColumn(
        "group", F.when(F.col("is_twin"), F.col("key")).otherwise(F.col("group"))).drop(
            "key", "is_twin")


def _documents(signed: DataFrame, contents: DataFrame, grouped: DataFrame) -> DataFrame:
    """row, id, content, head, group, distance and size of all documents."""
    of_contents = contents.select("row", "content", "second", F.col("written").alias("of_first")).join(
        grouped, "row").drop("row")
    # Copies of a head's words have distance 0 only if their texts are equal.
    distance = F.when((F.col("distance") == 0) & (F.col("written") != F.col("of_first")),
                      F.lit(_native.SAME_WORDS_DISTANCE)).otherwise(F.col("distance"))
    return signed.select("row", "id", "content", "second", "written").join(
        of_contents, ["content", "second"], "left").select(
            "row", "id", "content", F.coalesce("head", "id").alias("head"), "group",
            F.coalesce(distance, F.lit(0.0)).alias("distance"),
            F.coalesce("size", F.lit(1).cast("long")).alias("size"))
