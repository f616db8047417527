"""Spark for the tests, and what several of them share."""
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
# A Java that runs for seconds is quicker where it does not compile twice.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")


def need_spark():
    """Skips a file of tests where there is no Spark, and says so."""
    pytest.importorskip("pyspark", reason="pyspark is not installed: descry.spark is not tested")
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        pytest.skip("no Java: descry.spark is not tested", allow_module_level=True)


def texts_of_families(count, seed):
    """Texts of chance words, a third of them near-copies of others, some equal, some empty."""
    chance = random.Random(seed)
    texts = []
    for _ in range(count):
        if texts and chance.random() < 1 / 3:
            texts.append(chance.choice(texts) + chance.choice(["", " more", " and more of it"]))
        elif chance.random() < 0.01:
            texts.append(chance.choice([None, "", "...", "\N{GRINNING FACE}"]))
        else:
            texts.append(" ".join(f"w{chance.randrange(1 + chance.randrange(20000))}"
                                  for _ in range(60 + chance.randrange(100))))
        texts[-1] = texts[-1] or ""
    return texts


@pytest.fixture(scope="session")
def texts():
    return texts_of_families(4000, 7)


@pytest.fixture(scope="session")
def model(texts):
    import descry

    return descry.Model.learn(texts)


@pytest.fixture(scope="session")
def spark():
    from pyspark.sql import SparkSession

    session = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
               .config("spark.sql.shuffle.partitions", "3")
               .config("spark.driver.host", "127.0.0.1").getOrCreate())
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def expected(texts, model, **options):
    """What one machine says: id to head, group, distance and size."""
    import descry

    table = descry.group(texts, model=model, **options).table().to_pylist()
    return {row["id"]: (row["head"], row["group"], row["distance"], row["size"]) for row in table}


def told(groups):
    return {row["id"]: (row["head"], row["group"], row["distance"], row["size"])
            for row in groups.collect()}


def run_alone(*arguments, kill=(), marks=""):
    """A Spark of its own, of another kind than the session's: a process that writes what it
    found. In each of the stages to kill the first worker is (killing/)."""
    environment = dict(os.environ)
    if kill:
        environment["DESCRY_KILL"] = f"{','.join(kill)}:{marks}"
        environment["PYTHONPATH"] = os.pathsep.join(
            filter(None, [str(HERE / "killing"), os.environ.get("PYTHONPATH")]))
    result = subprocess.run([sys.executable, HERE / "in_a_process.py", *map(str, arguments)],
                            env=environment, capture_output=True, text=True, timeout=250)
    assert result.returncode == 0, result.stderr[-4000:]
    return result


@pytest.fixture(scope="session")
def program():
    path = Path(os.environ.get("DESCRY", ROOT / "build/release/tools/descry"))
    if not path.exists():
        pytest.skip(f"no program at {path}; DESCRY names it")

    def run(*arguments):
        result = subprocess.run([path, *map(str, arguments)], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run
