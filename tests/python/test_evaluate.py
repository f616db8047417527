"""Recall and shares are those of the program."""
import json
import subprocess

import pytest

import descry


def test_against_the_program(shared, program, tmp_path):
    corpus = shared / "corpora" / "reuters21578.jsonl.zst"
    gold = shared / "corpora" / "reuters21578.gold-sampled.tsv.zst"
    methods = "group,exact,term-profile"
    printed = {row["method"]: row for row in map(json.loads, program.lab(
        "evaluate", corpus, "--gold", gold, "--methods", methods, "--format", "json",
        "--quiet").splitlines())}
    for path, name in (corpus, "rows.jsonl"), (gold, "gold.tsv"):
        with open(tmp_path / name, "wb") as file:
            subprocess.run(["zstd", "-dc", "--long=27", path], check=True, stdout=file)
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    table = descry.evaluate(rows, tmp_path / "gold.tsv", id="id", methods=methods)
    found = {row["method"]: row for row in table.to_pylist()}
    assert list(found) == methods.split(",")
    for method, row in found.items():
        for name in row:
            if name.startswith("recall"):
                assert row[name] == pytest.approx(printed[method][name], abs=2e-6), (method, name)
        assert row["suggested_pairs"] == printed[method]["suggested_pairs"]
        if row["suggested_pairs"] <= 2000:
            assert row["below_15"] == pytest.approx(printed[method]["below_15"], abs=2e-3)
    assert found["group"]["recall_08"] > 0.99


def test_gold_of_any_kind():
    texts = ["low water at eight", "low water at nine", "Low water, at eight!", "nothing like it"]
    expected = None
    pa = pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    pairs = [(0, 2), (0, 1)]
    for gold in (pairs, pa.table({"a": [0, 0], "b": [2, 1]}),
                 pandas.DataFrame({"a": [0, 0], "b": [2, 1]})):
        table = descry.evaluate(texts, gold, methods=["exact", "group"]).to_pydict()
        assert table["recall_08"] == [0, 1]
        assert expected is None or table == expected
        expected = table
    with pytest.raises(ValueError, match="7"):
        descry.evaluate(texts, [(0, 7)])
    with pytest.raises(ValueError, match="not a method"):
        descry.evaluate(texts, pairs, methods="best")
