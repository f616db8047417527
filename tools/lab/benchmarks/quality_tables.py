#!/usr/bin/env python3
"""Measures the tables of docs/quality.md on collections with known pairs.

    python3 tools/lab/benchmarks/quality_tables.py CORPORA WORK --descry build/release/tools/descry

CORPORA holds NAME.jsonl.zst and NAME.gold-sampled.tsv.zst of each collection. WORK keeps indexes and measurements,
so that a run continues an earlier one; the tables are printed as Markdown. All collections of the project's
measurements take some 20 minutes on two cores.
"""
from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

WORD = re.compile(r"[^\W_]+")
# Documents of fewer words have other keys.
MANY_WORDS = 30
FEW_WORDS = 8
METHODS = ["exact", "text-profile", "term-profile", "descriptive", "descriptive-modelled", "descriptive-stable",
           "descriptive-bands", "term-bands", "term-bands-verified", "group", "shingles-minhash"]
JOINED = "joined"


class Collection:
    def __init__(self, name: str, corpora: Path, work: Path):
        self.name = name
        self.texts = work / f"{name}.jsonl"
        self.gold = work / f"{name}.gold"
        for packed, plain in ((f"{name}.jsonl.zst", self.texts), (f"{name}.gold-sampled.tsv.zst", self.gold)):
            if not plain.exists():
                with plain.open("wb") as file:
                    subprocess.run(["zstd", "-dcq", "--long=31", corpora / packed], stdout=file, check=True)

    def split_gold(self, work: Path) -> dict[str, Path]:
        """Splits by the number of words of a pair's shorter document."""
        words = {}
        with self.texts.open() as file:
            for line in file:
                document = json.loads(line)
                words[str(document["id"])] = len(WORD.findall(document["text"]))
        parts = {"many": work / f"{self.name}.many.gold", "few": work / f"{self.name}.few.gold"}
        with self.gold.open() as file, parts["many"].open("w") as many, parts["few"].open("w") as few:
            for line in file:
                one, other = line.split("\t")[:2]
                least = min(words[one], words[other])
                if least >= MANY_WORDS:
                    many.write(line)
                elif least >= FEW_WORDS:
                    few.write(line)
        return parts


class Measurements:
    """descry's outputs by name, kept in a file."""

    def __init__(self, descry: str, work: Path, threads: int):
        self.descry = descry
        self.work = work
        self.threads = str(threads)

    def run(self, *arguments: str | Path) -> str:
        program = f"{self.descry}-lab" if arguments[0] == "evaluate" else self.descry
        done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"descry {arguments[0]}: {done.stderr}")
        return done.stdout

    def index(self, texts: Path, model: Path | None = None) -> Path:
        database = texts.with_suffix(".db")
        if not (database / "iamglass").exists():
            making = texts.with_suffix(".making")
            shutil.rmtree(making, ignore_errors=True)
            self.run("index", making, texts, "--quiet", "--threads", self.threads)
            if model:
                self.run("model", "import", making, model)
                self.run("annotate", making, "--quiet", "--threads", self.threads)
            making.rename(database)
        return database

    def evaluate(self, name: str, database: Path, *options: str | Path) -> dict[str, dict]:
        kept = self.work / f"{name}.json"
        if not kept.exists():
            printed = self.run("evaluate", database, "--format", "json", "--quiet", "--threads", self.threads,
                               *options)
            kept.write_text(printed)
        return {row["method"]: row for row in map(json.loads, kept.read_text().splitlines())}


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}"


def table(head: list[str], rows: list[list[str]]) -> None:
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def found(row: dict, by: str = "") -> str:
    return ", ".join(percent(row[f"recall_{below}{by}"]) for below in ("08", "15"))


BY_DOCUMENT = "_by_document"


def measure_collection(collection: Collection, measurements: Measurements) -> dict[str, dict]:
    gold = collection.split_gold(measurements.work)
    database = measurements.index(collection.texts)
    name = collection.name
    results = {"all": measurements.evaluate(f"{name}.all", database, "--gold", gold["many"], "--methods",
                                            ",".join(METHODS)),
               "text": measurements.evaluate(f"{name}.text", database, "--methods", "group", "--judge", "text")}
    if gold["few"].stat().st_size > 0:
        results["few"] = measurements.evaluate(f"{name}.few", database, "--gold", gold["few"], "--methods",
                                               "term-bands,group", "--sample", "1")
    results["later"] = measure_later(collection, measurements)
    return results


def measure_later(collection: Collection, measurements: Measurements) -> dict[str, dict]:
    """Measures half of the documents by the model of the other half."""
    halves = [measurements.work / f"{collection.name}.half{i}.jsonl" for i in range(2)]
    if not halves[0].exists():
        with collection.texts.open() as texts, halves[0].open("w") as first, halves[1].open("w") as second:
            for line in texts:
                digest = hashlib.md5(str(json.loads(line)["id"]).encode()).digest()
                (first if digest[0] % 2 else second).write(line)
    model = measurements.work / f"{collection.name}.model"
    if not model.exists():
        measurements.run("model", "export", measurements.index(halves[0]), model)
    database = measurements.index(halves[1], model)
    ids = {str(json.loads(line)["id"]) for line in halves[1].open()}
    gold = measurements.work / f"{collection.name}.half.gold"
    with collection.gold.open() as pairs, gold.open("w") as file:
        file.writelines(line for line in pairs if set(line.split("\t")[:2]) <= ids)
    return measurements.evaluate(f"{collection.name}.later", database, "--gold", gold, "--methods",
                                 "descriptive-stable,term-bands,group", "--sample", "1")


def measure_joined(collections: list[Collection], measurements: Measurements) -> dict[str, dict[str, dict]]:
    joined = measurements.work / f"{JOINED}.jsonl"
    if not joined.exists():
        with joined.open("w") as file:
            for collection in collections:
                with collection.texts.open() as texts:
                    for line in texts:
                        document = json.loads(line)
                        document["id"] = f"{collection.name}/{document['id']}"
                        file.write(json.dumps(document, ensure_ascii=False) + "\n")
    database = measurements.index(joined)
    results = {}
    for collection in collections:
        gold = measurements.work / f"{collection.name}.joined.gold"
        with collection.gold.open() as pairs, gold.open("w") as file:
            for line in pairs:
                one, other, distance = line.rstrip("\n").split("\t")[:3]
                file.write(f"{collection.name}/{one}\t{collection.name}/{other}\t{distance}\n")
        results[collection.name] = measurements.evaluate(f"{collection.name}.joined", database, "--gold", gold,
                                                         "--methods", "term-bands,group", "--sample", "1")
    return results


def print_tables(names: list[str], results: dict[str, dict[str, dict]], joined: dict[str, dict[str, dict]]) -> None:
    print("Members and heads: below 8 / 15 / 30 %, by canonical text and by folded text\n")
    def member_head(row: dict) -> str:
        return " / ".join(percent(row[f"member_head_below_{below}"]) for below in ("08", "15", "30"))
    table(["collection", "canonical", "folded"],
          [[name, member_head(results[name]["all"]["group"]), member_head(results[name]["text"]["group"])]
           for name in names])
    print("Candidates: suggested pairs; found below 8, 15 %, by pair and by document\n")
    table(["collection", "candidates", "by pair", "by document"],
          [[name, f"{row['suggested_pairs']:,}", found(row), found(row, BY_DOCUMENT)]
           for name in names for row in [results[name]["all"]["term-bands"]]])
    print("Shorter documents\n")
    table(["collection", "candidates, by pair", "group, by pair", "group, by document"],
          [[name, found(few["term-bands"]), found(few["group"]), found(few["group"], BY_DOCUMENT)]
           for name in names for few in [results[name].get("few")] if few])
    print("Later documents, by document\n")
    table(["collection", "term bands", "group", "descriptive-stable"],
          [[name] + [found(results[name]["later"][method], BY_DOCUMENT)
                     for method in ("term-bands", "group", "descriptive-stable")] for name in names])
    print("All in one index, by document\n")
    table(["collection", "term bands", "group"],
          [[name] + [found(joined[name][method], BY_DOCUMENT) for method in ("term-bands", "group")]
           for name in names])
    for name in names:
        print(f"{name}\n")
        table(["method", "suggested pairs", "below 8 / 15 / 30 %", "found, by pair"],
              [[f"`{method}`", f"{row['suggested_pairs']:,}",
                " / ".join(percent(row[f"below_{below}"]) for below in ("08", "15", "30")), found(row)]
               for method, row in results[name]["all"].items()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--descry", default="build/release/tools/descry")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    names = sorted(path.name.removesuffix(".gold-sampled.tsv.zst")
                   for path in arguments.corpora.glob("*.gold-sampled.tsv.zst"))
    collections = [Collection(name, arguments.corpora, arguments.work) for name in names]
    measurements = Measurements(arguments.descry, arguments.work, arguments.threads)
    results = {collection.name: measure_collection(collection, measurements) for collection in collections}
    print_tables(names, results, measure_joined(collections, measurements))


if __name__ == "__main__":
    main()
