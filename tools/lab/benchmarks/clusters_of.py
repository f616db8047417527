#!/usr/bin/env python3
"""Clusters of a JSON-lines file by a near-duplicate tool, and their cost.

    python3 clusters_of.py rensa docs.jsonl clusters.jsonl --shingle 2 --bands 32 --rows 4 --estimate 0.65
    python3 clusters_of.py descry docs.jsonl clusters.jsonl --descry build/release/tools/descry

Documents have `id` and `text`; several inputs are read as one. An output line is a JSON array of the ids of
one cluster, the kept document first. Each tool is run as by its users: text-dedup and descry by their
commands, datatrove by its four steps, the others by their classes, with pairs joined to components; of
text-dedup's Spark job everything except GraphFrames. CPU seconds include all processes and the start of the
interpreter. `judge_clusters.py` judges the clusters.
"""
from __future__ import annotations

import argparse
import json
import os
import pickle
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

WORD = re.compile(r"\w+")
Pair = tuple[int, int]
Cluster = list[int]


def cpu_seconds(who: int = resource.RUSAGE_SELF) -> float:
    use = resource.getrusage(who)
    return use.ru_utime + use.ru_stime


def shingles(text: str, width: int) -> list[str]:
    words = WORD.findall(text.lower())
    return [" ".join(words[i:i + width]) for i in range(max(len(words) - width + 1, 1))]


def components(pairs: Iterable[Pair]) -> list[Cluster]:
    """Components of pairs; the first document is kept."""
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        while parent.setdefault(node, node) != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for one, other in pairs:
        low, high = sorted((root(one), root(other)))
        parent[high] = low
    found: dict[int, Cluster] = defaultdict(list)
    for node in sorted(parent):
        found[root(node)].append(node)
    return list(found.values())


def answered_pairs(lsh, signatures: list, options: argparse.Namespace) -> Iterator[Pair]:
    """Pairs that an index of signatures returns for each, with sufficient estimates."""
    for number, signature in enumerate(signatures):
        for other in lsh.query(signature):
            if other > number and (not options.estimate or signature.jaccard(signatures[other]) >= options.estimate):
                yield number, other


def run_datasketch(texts: list[str], options: argparse.Namespace) -> Iterator[Pair]:
    from datasketch import MinHash, MinHashLSH
    lsh = MinHashLSH(num_perm=128, params=(options.bands, options.rows))
    signatures = []
    for number, text in enumerate(texts):
        signature = MinHash(num_perm=128)
        signature.update_batch([s.encode() for s in shingles(text, options.shingle)])
        lsh.insert(number, signature)
        signatures.append(signature)
    yield from answered_pairs(lsh, signatures, options)


def run_rensa(texts: list[str], options: argparse.Namespace) -> Iterator[Pair]:
    from rensa import RMinHash, RMinHashLSH
    permutations = options.bands * options.rows
    lsh = RMinHashLSH(threshold=0.5, num_perm=permutations, num_bands=options.bands)
    signatures = []
    for number, text in enumerate(texts):
        signature = RMinHash(num_perm=permutations, seed=42)
        signature.update(shingles(text, options.shingle))
        lsh.insert(number, signature)
        signatures.append(signature)
    yield from answered_pairs(lsh, signatures, options)


def run_rensa_c(texts: list[str], options: argparse.Namespace) -> Iterator[Pair]:
    """CMinHash; rensa has no LSH for it, so bands are made from its digest."""
    from rensa import CMinHash
    buckets: dict[tuple, list[int]] = defaultdict(list)
    signatures = []
    for number, text in enumerate(texts):
        signature = CMinHash(num_perm=options.bands * options.rows, seed=42)
        signature.update(shingles(text, options.shingle))
        digest = signature.digest_u64()
        for band in range(options.bands):
            buckets[(band, *digest[band * options.rows:(band + 1) * options.rows])].append(number)
        signatures.append(signature)
    seen = {(one, other) for bucket in buckets.values() for i, one in enumerate(bucket) for other in bucket[i + 1:]}
    for one, other in sorted(seen):
        if signatures[one].jaccard(signatures[other]) >= options.estimate:
            yield one, other


def run_gaoya(texts: list[str], options: argparse.Namespace) -> Iterator[Pair]:
    from gaoya.minhash import MinHashStringIndex
    index = MinHashStringIndex(hash_size=32, jaccard_threshold=options.estimate, num_bands=options.bands,
                               band_size=options.rows, num_hashes=options.bands * options.rows, analyzer="word",
                               lowercase=True, ngram_range=(options.shingle, options.shingle))
    for number, text in enumerate(texts):
        index.insert_document(number, text)
    for number, text in enumerate(texts):
        for other in index.query(text):
            if other != number:
                yield min(number, other), max(number, other)


def run_descry(inputs: list[str], options: argparse.Namespace, work: Path) -> list[Cluster]:
    """The number of a document in the input, from 1, is its `docid`."""
    with open(work / "kept.jsonl", "wb") as kept:
        subprocess.run([options.descry, "uniq", *inputs, "--threads", "1", "--distance", str(options.distance),
                        "--groups", str(work / "groups"), "--quiet"], stdout=kept, check=True)
    clusters = []
    for line in open(work / "groups", encoding="utf-8"):
        members = sorted(json.loads(line)["members"], key=lambda member: not member["head"])
        clusters.append([member["docid"] - 1 for member in members])
    return clusters


def run_descry_group(inputs: list[str], options: argparse.Namespace, work: Path) -> list[Cluster]:
    """The Python package, on a list of strings."""
    import descry
    texts = [json.loads(line)["text"] for name in inputs for line in open(name, encoding="utf-8")]
    groups = descry.group(texts, distance=options.distance, threads=1, progress=False)
    clusters: dict[int, Cluster] = defaultdict(list)
    for number, row in enumerate(groups.table().to_pylist()):
        if row["size"] > 1:
            clusters[row["head"]].append(number)
    return [sorted(members, key=lambda number, head=head: (number != head, number))
            for head, members in clusters.items()]


def run_text_dedup(inputs: list[str], options: argparse.Namespace, work: Path) -> list[Cluster]:
    """`--debug` writes its union-find, whose roots are kept."""
    command = [sys.executable, "-m", "text_dedup.minhash", "--path", "json", "--split", "train", "--cache_dir",
               str(work / "cache"), "--output", str(work / "out"), "--column", "text", "--num_proc", "1", "--debug"]
    for option, value in (("--data_files", ",".join(inputs)), ("--ngram", options.shingle), ("--b", options.bands),
                          ("--r", options.rows),
                          ("--num_perm", options.bands and options.bands * options.rows)):
        command += [option, str(value)] if value else []
    log = subprocess.run(command, capture_output=True, text=True)
    if log.returncode:
        sys.exit(log.stdout[-2000:] + log.stderr[-2000:])
    print("\n".join(re.findall(r"(?:Before|After|Number of edges).*", log.stdout + log.stderr)), file=sys.stderr)
    state = pickle.load(open(work / "out" / "uf.pkl", "rb"))
    parent = getattr(state, "parent", state)

    def root(node: int) -> int:
        while parent[node] != node:
            node = parent[node]
        return node

    found: dict[int, Cluster] = defaultdict(list)
    for node in sorted(parent):
        found[root(node)].append(node)
    return [[kept] + [node for node in nodes if node != kept] for kept, nodes in found.items() if len(nodes) > 1]


def run_text_dedup_spark(inputs: list[str], options: argparse.Namespace, work: Path) -> list[Cluster]:
    """The functions of its Spark job, as its main program calls them, up to the edges of the graph.
    Components are computed here, as GraphFrames' Scala part cannot be installed by pip."""
    from pyspark.sql import SparkSession
    from text_dedup import minhash_spark as job
    width = options.shingle or 5
    permutations = options.bands * options.rows if options.bands else 250
    bands, rows = (options.bands, options.rows) if options.bands else job.optimal_param(0.7, permutations)
    drawn = [job.RNG.randint(low, job.MOD_PRIME, size=(permutations,), dtype=job.DTYPE) for low in (1, 0)]
    texts = [json.loads(line)["text"] for name in inputs for line in open(name, encoding="utf-8")]
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (SparkSession.builder.master("local[1]").config("spark.default.parallelism", "100")
             .config("spark.local.dir", str(work)).config("spark.driver.memory", "8g").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    edges = (spark.sparkContext.parallelize(list(enumerate(texts)), 100)
             .filter(lambda x: job.ngrams_length_check(x[1], width, 5))
             .flatMap(lambda x: job.generate_hash_values(x[1], x[0], permutations, width, 5,
                                                         [(i * rows, (i + 1) * rows) for i in range(bands)], drawn))
             .groupBy(lambda x: (x[0], x[1]))
             .flatMap(lambda x: job.generate_edges([element[2] for element in x[1]]))
             .distinct().collect())
    process = spark.sparkContext._gateway.proc
    spark.stop()
    process.stdin.close()
    process.wait()
    return components(edges)


def run_datatrove(inputs: list[str], options: argparse.Namespace, work: Path) -> list[Cluster]:
    """One task: the four steps of its MinHash example, one after another."""
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.dedup import (MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupFilter,
                                          MinhashDedupSignature)
    from datatrove.pipeline.dedup.minhash import MinhashConfig
    from datatrove.pipeline.readers import JsonlReader
    from datatrove.pipeline.writers import JsonlWriter
    import numpy
    config = MinhashConfig(n_grams=options.shingle or 5, num_buckets=options.bands or 14,
                           hashes_per_bucket=options.rows or 8)
    folder = work / "in"
    folder.mkdir()
    for number, name in enumerate(inputs):
        (folder / f"{number:05d}.jsonl").symlink_to(Path(name).resolve())
    signatures, buckets, removed, kept = (str(work / name) for name in ("signatures", "buckets", "removed", "kept"))
    signature = MinhashDedupSignature(output_folder=signatures, config=config)
    steps = [([JsonlReader(str(folder)), signature], 1),
             ([MinhashDedupBuckets(input_folder=signatures, output_folder=buckets, config=config)],
              config.num_buckets),
             ([MinhashDedupCluster(input_folder=buckets, output_folder=removed, config=config,
                                   save_cluster_id=True)], 1),
             ([JsonlReader(str(folder)), MinhashDedupFilter(input_folder=removed), JsonlWriter(kept)], 1)]
    for pipeline, tasks in steps:
        LocalPipelineExecutor(pipeline=pipeline, tasks=tasks, workers=1, logging_dir=str(work / "log"),
                              skip_completed=False).run()
    gone = set(numpy.fromfile(work / "removed" / "000000.remove", dtype="<u4").tolist())
    found: dict[int, Cluster] = defaultdict(list)
    for number, cluster in numpy.fromfile(work / "removed" / "000000.clusters", dtype="<u4").reshape(-1, 2).tolist():
        found[cluster].append(number)
    return [sorted(nodes, key=lambda node: (node in gone, node)) for nodes in found.values()]


PAIRS = {"datasketch": run_datasketch, "rensa": run_rensa, "rensa-c": run_rensa_c, "gaoya": run_gaoya}
CLUSTERS = {"descry": run_descry, "descry-group": run_descry_group, "text-dedup": run_text_dedup,
            "text-dedup-spark": run_text_dedup_spark, "datatrove": run_datatrove}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", choices=[*PAIRS, *CLUSTERS])
    parser.add_argument("documents", nargs="+", help="JSON lines with id and text")
    parser.add_argument("clusters", help="where the clusters go")
    parser.add_argument("--pairs", help="where accepted pairs go, for tools that have some: lines id <tab> id")
    parser.add_argument("--shingle", type=int, help="words of a shingle [the tool's own default, else 5]")
    parser.add_argument("--bands", type=int, help="[the tool's own default, else 25]")
    parser.add_argument("--rows", type=int, help="[the tool's own default, else 5]")
    parser.add_argument("--estimate", type=float, default=0.0, help="pairs below this similarity are not accepted")
    parser.add_argument("--distance", type=float, default=0.15, help="of descry")
    parser.add_argument("--descry", default="descry", help="the program")
    options = parser.parse_args()

    documents = (json.loads(line) for name in options.documents for line in open(name, encoding="utf-8"))
    with tempfile.TemporaryDirectory() as work:
        if options.tool in PAIRS:
            options.shingle, options.bands, options.rows = (
                options.shingle or 5, options.bands or 25, options.rows or 5)
            ids, texts = zip(*((document["id"], document["text"]) for document in documents))
            pairs = sorted(PAIRS[options.tool](texts, options))
            clusters = components(pairs)
        else:
            clusters = CLUSTERS[options.tool](options.documents, options, Path(work))
        spent = cpu_seconds() + cpu_seconds(resource.RUSAGE_CHILDREN)
        if options.tool in CLUSTERS:
            if options.tool in ("descry", "text-dedup"):
                spent = cpu_seconds(resource.RUSAGE_CHILDREN)
            pairs = []
            ids = [document["id"] for document in documents]
    with open(options.clusters, "w", encoding="utf-8") as out:
        for cluster in sorted(clusters):
            out.write(json.dumps([ids[number] for number in cluster], ensure_ascii=False) + "\n")
    if options.pairs:
        with open(options.pairs, "w", encoding="utf-8") as out:
            out.writelines(f"{ids[one]}\t{ids[other]}\n" for one, other in pairs)
    print(json.dumps({"tool": options.tool, "shingle": options.shingle, "bands": options.bands, "rows": options.rows,
                      "estimate": options.estimate, "documents": len(ids), "clusters": len(clusters),
                      "dropped": sum(map(len, clusters)) - len(clusters), "pairs": len(pairs),
                      "largest": max(map(len, clusters), default=0), "cpu": round(spent, 2)}))


if __name__ == "__main__":
    main()
