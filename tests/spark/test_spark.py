"""descry.spark: the groups of one machine, whatever the partitions, and when workers die."""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import descry
from conftest import expected, need_spark, run_alone, told

need_spark()
import descry.spark
import pyspark

# What spark-submit is called with.
FEW_PARTITIONS = ("--conf spark.sql.shuffle.partitions=3 --conf spark.ui.enabled=false "
                  "--conf spark.driver.host=127.0.0.1 pyspark-shell")


@pytest.fixture(scope="session")
def frame(spark, texts):
    """A row a text: id, text."""
    return frame_of(spark, texts)


def frame_of(spark, texts):
    return spark.createDataFrame(list(enumerate(texts)), "id long, text string")


@pytest.fixture(scope="session")
def in_a_file(spark, frame, model, tmp_path_factory):
    folder = tmp_path_factory.mktemp("input")
    frame.write.parquet(str(folder / "texts"))
    model.save(folder / "model")
    return folder


@pytest.mark.parametrize("partitions", [1, 3, 16])
def test_groups_are_those_of_one_machine_however_rows_are_dealt_out(partitions, spark, frame, texts,
                                                                    model, tmp_path):
    from pyspark.sql import functions as F

    dealt = frame.orderBy(F.rand(partitions)).repartition(partitions)
    groups = descry.spark.group(dealt, model=model, work=str(tmp_path / "work"))
    assert told(groups) == expected(texts, model)
    assert groups.columns == ["id", "head", "group", "distance", "size"]


@pytest.mark.parametrize("keep", ["last", "longest", "shortest", "newest:date", "min:date",
                                  "longest,newest:date", "prefer:date=3|1,shortest"])
def test_which_is_kept_is_as_on_one_machine(keep, spark, frame, texts, model, tmp_path):
    from pyspark.sql import functions as F

    newest = frame.withColumn("date", F.pmod(F.xxhash64("id"), F.lit(97)))
    groups = told(descry.spark.group(newest, keep=keep, model=model, work=str(tmp_path / "work")))
    dates = {row["id"]: row["date"] for row in newest.collect()}
    data = {"text": texts, "date": [dates[i] for i in range(len(texts))]}
    assert groups == expected(data, model, keep=keep)


def test_values_are_written_as_on_one_machine(spark, tmp_path):
    """Of each pair only one column differs, which one place of the order prefers."""
    import datetime as dt
    from decimal import Decimal

    preferred = {"flag": (True, "true"), "price": (Decimal("10.25"), "10.25"), "day": (dt.date(2026, 3, 2), "2026-03-02"),
                 "moment": (dt.datetime(2026, 3, 2), "2026-03-02 00:00:00")}
    others = {"flag": False, "price": Decimal("9.50"), "day": dt.date(2026, 3, 1), "moment": dt.datetime(2026, 3, 1)}
    rows = []
    for name in preferred:
        for value in (others[name], preferred[name][0]):
            rows.append({"id": len(rows), "text": " ".join(f"{name}{i}" for i in range(8)), **others, name: value})
    frame = spark.createDataFrame(rows, "id long, text string, flag boolean, price decimal(12,2), day date, moment timestamp_ntz")
    keep = ",".join(f"prefer:{name}={text}" for name, (_, text) in preferred.items())
    heads = [row["head"] for row in descry.spark.group(frame, keep=keep, work=str(tmp_path / "work")).orderBy("id").collect()]
    assert heads == [1, 1, 3, 3, 5, 5, 7, 7] == descry.group(rows, id="id", keep=keep).table().to_pydict()["head"]


def test_components_in_rounds_of_stars_are_those_of_one_task(spark, frame, texts, model, tmp_path,
                                                             monkeypatch):
    monkeypatch.setattr(descry.spark, "_EDGES_OF_A_TASK", 10)
    monkeypatch.setattr(descry.spark, "_ROWS_OF_A_BROADCAST", 500)
    groups = descry.spark.group(frame, model=model, work=str(tmp_path / "work"))
    assert (tmp_path / "work" / "stars-1").is_dir()
    assert told(groups) == expected(texts, model)


def test_a_model_of_a_sample_hangs_on_no_partitions(spark, frame, texts, tmp_path):
    runs = [told(descry.spark.group(frame.repartition(n), sample=3000, work=str(tmp_path / str(n))))
            for n in (1, 4)]
    assert runs[0] == runs[1]
    assert sum(row[3] > 1 for row in runs[0].values()) > 1000


def test_few_documents_are_compared_with_all_others(spark, texts, tmp_path):
    few = texts[:500]
    groups = descry.spark.group(frame_of(spark, few), work=str(tmp_path / "work"))
    assert told(groups) == expected(few, descry.Model.learn(few))


def test_one_bucket_of_everything_and_a_chain_of_all(spark, texts, model, tmp_path):
    alike = [f"{texts[0]} end{i}" for i in range(1500)]
    words = " ".join(texts[:40]).split()
    chain = [" ".join(words[i:i + 100]) for i in range(0, 1500)]
    skewed = alike + chain
    groups = descry.spark.group(frame_of(spark, skewed), model=model, work=str(tmp_path / "work"))
    assert told(groups) == expected(skewed, model)


def test_many_components_of_two(spark, texts, model, tmp_path):
    pairs = [text for i in range(10000)
             for text in [" ".join(f"p{i}x{k}" for k in range(60))]
             for text in (text, f"{text} more")]
    groups = descry.spark.group(frame_of(spark, pairs), model=model, work=str(tmp_path / "work"))
    assert told(groups) == expected(pairs, model)


def test_a_component_above_the_largest_is_refused_or_parted(spark, frame, texts, model, tmp_path,
                                                            capsys):
    alike = frame_of(spark, [f"{texts[0]} end{i}" for i in range(300)])
    with pytest.raises(ValueError, match=r"a component has 300 documents .* share the key [0-9a-f]{16}"):
        descry.spark.group(alike, model=model, largest=100, work=str(tmp_path / "refused"))
    groups = told(descry.spark.group(alike, model=model, largest=100, part_larger=True,
                                     work=str(tmp_path / "parted")))
    assert max(row[3] for row in groups.values()) < 300
    assert "a component of 300 documents is parted" in capsys.readouterr().err


@pytest.mark.parametrize("rows, message", [
    ([(1, "a"), (1, "b")], r"id: 1 is the id of 2 rows"),
    ([(None, "a"), (2, "b")], r"id: is null of 1 rows"),
])
def test_ids_tell_documents_apart(rows, message, spark, tmp_path):
    with pytest.raises(ValueError, match=message):
        descry.spark.group(spark.createDataFrame(rows, "id long, text string"),
                           work=str(tmp_path / "work"))


def test_wrong_arguments_are_told(spark, frame, tmp_path):
    with pytest.raises(ValueError, match="there is no column txt among id, text"):
        descry.spark.group(frame, text="txt", work=str(tmp_path / "work"))
    with pytest.raises(ValueError, match='keep: "preferred" is not first'):
        descry.spark.group(frame, keep="preferred", work=str(tmp_path / "work"))


FEW = [("a", "Low water at eight"), ("b", "low water, at eight!"), ("c", "Fresh fish on Friday")]


def test_the_ids_keep_their_name_which_may_have_dots(spark, tmp_path):
    from pyspark.sql import functions as F

    flat = spark.createDataFrame(FEW, "`doc.id` string, `doc.text` string")
    nested = flat.select(F.struct(F.col("`doc.id`").alias("id"), F.col("`doc.text`").alias("text"),
                                  F.lit("x").alias("date")).alias("doc"))
    for number, frame in enumerate((flat, nested)):
        value = "newest:doc.date" if number else "longest"
        groups = descry.spark.group(frame, text="doc.text", id="DOC.ID" if number else "doc.id",
                                    keep=value, work=str(tmp_path / str(number)))
        assert groups.columns[1:] == ["head", "group", "distance", "size"]
        assert groups.columns[0].lower() == "doc.id"
        assert sorted((row[0], row["head"]) for row in groups.collect()) == [
            ("a", "a"), ("b", "a"), ("c", "c")]


def test_a_folder_is_of_one_input(spark, tmp_path):
    def run(rows, columns="id string, text string", **options):
        return descry.spark.group(spark.createDataFrame(rows, columns), work=str(tmp_path), **options)

    assert run(FEW).count() == run(FEW[::-1]).count() == 3
    for rows in (FEW[:2], [("x", "The museum is closed"), *FEW[1:]], [("a", "High water at two"), *FEW[1:]]):
        with pytest.raises(ValueError, match="holds another run: .*content of the rows"):
            run(rows)
    for options in ({"sample": 5}, {"keep": "last"}, {"keep_apart": "numbers"}, {"distance": 0.2}):
        with pytest.raises(ValueError, match=f"holds another run: {next(iter(options))} "):
            run(FEW, **options)


@pytest.mark.parametrize("options, kind, message", [
    ({"text": "id"}, ValueError, "text: column id is of type bigint, not of strings"),
    ({"id": "tags"}, ValueError, "id: column tags is of type array<string>, not of strings or integers"),
    ({"keep": "max:tags"}, ValueError, "keep: column tags is of type array<string>"),
    ({"keep": "max:date"}, ValueError, "there is no column date among id, text, tags"),
    ({"order_by": "date"}, ValueError, "there is no column date"),
    ({"text": ["text"]}, TypeError, r"text is \['text'\], not the name of a column"),
    ({"model": "m.model"}, TypeError, "model is 'm.model', not a descry.Model"),
    ({"work": None}, TypeError, "work is None, not the path of a folder"),
    ({"distance": "0.1"}, TypeError, "distance is '0.1'"),
])
def test_wrong_arguments_are_named(options, kind, message, spark, tmp_path):
    frame = spark.createDataFrame([(1, "low water", ["a"])], "id long, text string, tags array<string>")
    with pytest.raises(kind, match=message):
        descry.spark.group(frame, **{"work": str(tmp_path), **options})
    with pytest.raises(TypeError, match="df is a list"):
        descry.spark.group([], work=str(tmp_path))
    with pytest.raises(ValueError, match='called "size"'):
        descry.spark.group(frame.withColumnRenamed("id", "size"), id="size", work=str(tmp_path))
    with pytest.raises(TypeError, match="descry.spark.group"):
        descry.group(frame)


def test_a_run_goes_on_where_it_ended(spark, frame, texts, model, tmp_path, capsys):
    class Ended(Exception):
        pass

    def end(stage, done, total):
        if stage == "members":
            raise Ended

    with pytest.raises(Ended):
        descry.spark.group(frame, model=model, work=str(tmp_path), progress=end)
    # As if it had died while it wrote.
    groups = descry.spark.group(frame, model=model, work=str(tmp_path))
    said = capsys.readouterr().err
    assert "signed: 4,000 rows, done before" in said
    assert "grouped: " in said and "done before" not in said.partition("grouped: ")[2]
    assert told(groups) == expected(texts, model)
    with pytest.raises(ValueError, match="holds another run"):
        descry.spark.group(frame, model=model, keep="last", work=str(tmp_path))


def test_workers_that_are_killed_change_nothing(in_a_file, texts, model, tmp_path):
    stages = ["sign", "pack_keys", "edges", "components", "group"]
    run_alone("local[2,4]", in_a_file / "texts", in_a_file / "model", tmp_path / "work",
              tmp_path / "groups", kill=stages, marks=tmp_path / "killed-in-")
    assert {path.name for path in tmp_path.glob("killed-in-*")} == {
        f"killed-in-{stage}" for stage in stages}
    assert groups_in(tmp_path / "groups") == expected(texts, model)


@pytest.mark.parametrize("kind", ["connect", "local-cluster[2,1,1024]"])
def test_groups_are_equal_on_other_kinds_of_spark(kind, in_a_file, texts, model, tmp_path):
    if kind == "connect":
        pytest.importorskip("grpc", reason="Spark Connect needs grpcio")
        if not list(Path(pyspark.__file__).parent.glob("jars/spark-connect_*")):
            pytest.skip("this pyspark brings no server of Spark Connect")
    run_alone(kind, in_a_file / "texts", in_a_file / "model", tmp_path / "work",
              tmp_path / "groups")
    assert groups_in(tmp_path / "groups") == expected(texts, model)


def groups_in(path):
    return {int(id): tuple(row) for id, row in json.loads(Path(path).read_text()).items()}


@pytest.fixture(scope="module")
def written(spark, texts, model, tmp_path_factory):
    """What the command writes of texts: a groups file, one of the model."""
    folder = tmp_path_factory.mktemp("written")
    texts = [text for text in texts if len(text) > 3][:2500]
    frame_of(spark, texts).write.parquet(str(folder / "texts"))
    model.save(folder / "model")
    subprocess.run([sys.executable, "-m", "descry.spark", "--input", folder / "texts",
                    "--output", folder / "groups", "--work", folder / "work", "--model",
                    folder / "model", "--groups-file", folder / "groups.jsonl", "--quiet"],
                   check=True, capture_output=True, text=True,
                   env={**os.environ, "PYSPARK_SUBMIT_ARGS": FEW_PARTITIONS})
    return texts, folder


def index_of(documents, index, program, folder):
    """An index of a part of the texts, with the model and the groups of all."""
    file = index.with_suffix(".jsonl")
    file.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n"
                            for i, text in documents))
    program("index", index, file, "--quiet")
    program("model", "import", index, folder / "model", "--quiet")
    program("groups", "import", index, folder / "groups.jsonl")


def test_the_command_writes_groups_that_an_index_imports(written, model, program, tmp_path):
    texts, folder = written
    index_of(enumerate(texts), tmp_path / "index", program, folder)
    imported = [json.loads(line) for line in program(
        "groups", tmp_path / "index", "--format", "json").splitlines()]
    wanted = {}
    for id, (head, key, _, size) in expected(texts, model).items():
        if size > 1:
            wanted.setdefault(key, {})[str(id)] = id == head
    assert {group["key"]: {member["id"]: member["head"] for member in group["members"]}
            for group in imported} == wanted


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def test_three_servers_of_a_part_each_collapse_the_groups_of_all(written, model, program, tmp_path):
    if not shutil.which("xapian-tcpsrv"):
        pytest.skip("no xapian-tcpsrv here")
    texts, folder = written
    servers, ports = [], []
    try:
        for part in range(3):
            index = tmp_path / f"shard{part}"
            index_of(list(enumerate(texts))[part::3], index, program, folder)
            ports.append(free_port())
            servers.append(subprocess.Popen(
                ["xapian-tcpsrv", "--port", str(ports[-1]), "--interface", "127.0.0.1", "--quiet",
                 index], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                # It ends its whole group of processes.
                start_new_session=True))
        for port in ports:
            for _ in range(100):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    time.sleep(0.1)
        stub = tmp_path / "stub"
        stub.write_text("".join(f"remote 127.0.0.1:{port}\n" for port in ports))
        found = json.loads(program("search", stub, "*", "--rows", 5000, "--format", "json"))
    finally:
        for server in servers:
            server.send_signal(signal.SIGTERM)
            server.wait()
    rows = expected(texts, model)
    keys = [key for _, key, _, size in rows.values() if size > 1]
    alone = [id for id, (_, _, _, size) in rows.items() if size == 1]
    assert found["groups"] == len(set(keys)) + len(alone)
    # In one group are documents of several servers.
    assert any(len({id % 3 for id, row in rows.items() if row[1] == key}) > 1 for key in set(keys))
    assert len(found["results"]) == found["groups"]
