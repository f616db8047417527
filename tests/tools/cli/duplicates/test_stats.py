"""descry stats and descry model make, diff: shards give the model of the whole, to the byte."""
import itertools

import pytest
import xapian

import dump
from made import write_jsonl
from program import ERROR


@pytest.fixture(scope="module")
def shards(descry, documents, tmp_path_factory):
    """Three indexes of different sizes with the documents of `index`, and their statistics."""
    folder = tmp_path_factory.mktemp("shards")
    for i in range(3):
        part = [d for n, d in enumerate(documents) if (0 if n % 7 < 4 else 1 if n % 7 < 6 else 2) == i]
        db = folder / f"{i}.db"
        descry("index", db, write_jsonl(folder / f"{i}.jsonl", part), "--quiet")
        descry("stats", "export", db, folder / f"{i}.stats")
    return folder


@pytest.fixture(scope="module")
def whole(descry, index, shards):
    """The statistics of `index`, what it teaches, and the sum."""
    descry("stats", "export", index, shards / "whole.stats")
    result = descry("stats", "export", index, shards / "whole.learned", "--learn",
                    shards / "whole.stats", "--memory", 1, "--threads", 3)
    assert "counts learned from" in result.err and result.out == b""
    descry("stats", "merge", shards / "whole.stats", shards / "whole.learned",
           "--output", shards / "whole.sum")
    return shards


def test_shards_add_up_to_the_whole(descry, whole, tmp_path):
    expected = (whole / "whole.stats").read_bytes()
    for order in itertools.permutations(range(3)):
        descry("stats", "merge", *[whole / f"{i}.stats" for i in order], "--output", tmp_path / "sum")
        assert (tmp_path / "sum").read_bytes() == expected
    assert [path.name for path in tmp_path.iterdir()] == ["sum"]
    descry("model", "make", tmp_path / "sum", tmp_path / "a")
    descry("model", "make", whole / "whole.stats", tmp_path / "b", "--threads", 1)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize("options", [[], ["--words", 150, "--compact"],
                                     ["--distance", 0.1, "--grouping", "fast", "--any-order",
                                      "--group-order", "longest", "--rich"]], ids=str)
def test_make_makes_what_rebuild_makes(descry, whole, own_index, tmp_path, options):
    descry("rebuild", own_index, "--model-only", *options)
    made = descry("model", "make", whole / "whole.sum", "-", *options)
    assert made.out == descry("model", "export", own_index, "-", "--next").out
    shown = descry("model", "show", own_index, "--next", "--format", "json").json()
    assert f"learned from {shown['learned_pairs']} pairs" in made.err
    assert shown["learned_pairs"] >= 100


def test_a_model_of_a_sample(descry, whole, tmp_path):
    """The words are those of the sample, the keys are long enough for the collection."""
    descry("model", "make", whole / "whole.sum", tmp_path / "own")
    descry("model", "make", whole / "whole.sum", tmp_path / "large", "--documents", 30_000_000)
    rows = descry("model", "diff", tmp_path / "own", tmp_path / "large", "--format", "json").json()
    assert not rows["words_entering"] and not rows["words_leaving"] and not rows["thresholds_moved"]
    changed = {name: value["after"] for name, value in rows["parameters"].items()}
    assert changed["documents"] == 30_000_000 and changed["band_key_bits"] == 40
    few = descry("model", "make", whole / "whole.sum", tmp_path / "none", "--documents", 5,
                 code=ERROR)
    assert "the sample has" in few.err
    small = descry("model", "make", whole / "0.stats", tmp_path / "none", "--documents", 30_000_000,
                   code=ERROR)
    assert "too few for a sample" in small.err and not (tmp_path / "none").exists()


def test_shards_share_what_they_teach(descry, whole, tmp_path):
    learned = []
    for i in range(3):
        learned.append(tmp_path / f"{i}.learned")
        descry("stats", "export", whole / f"{i}.db", learned[-1], "--learn", whole / "whole.stats")
    descry("stats", "merge", *learned, "--output", tmp_path / "learned")
    descry("stats", "merge", tmp_path / "learned", whole / "whole.stats", "--output", tmp_path / "a")
    descry("stats", "merge", *[whole / f"{i}.stats" for i in range(3)], *learned,
           "--output", tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    descry("model", "make", tmp_path / "a", tmp_path / "model")
    keys = []
    for i in range(3):
        descry("model", "import", whole / f"{i}.db", tmp_path / "model")
        descry("annotate", whole / f"{i}.db")
        db = xapian.Database(str(whole / f"{i}.db"))
        keys.append(set(dump.slot_values(db, dump.SLOTS["descriptive"]).values()))
    # Near-duplicates in different shards have the same key.
    assert len(keys[0] & keys[1]) > 20


def test_learned_elsewhere_is_refused(descry, whole, tmp_path):
    descry("stats", "export", whole / "0.db", tmp_path / "other", "--learn", whole / "0.stats")
    for files in ([whole / "whole.stats", tmp_path / "other"],
                  [tmp_path / "other", whole / "whole.learned"],
                  [whole / "0.stats", whole / "1.stats", tmp_path / "other"]):
        result = descry("stats", "merge", *files, "--output", tmp_path / "sum", code=ERROR)
        assert "learned counts belong to the statistics" in result.err
    result = descry("model", "make", tmp_path / "other", tmp_path / "model", code=ERROR)
    assert f"{tmp_path / 'other'}: the file holds only learned counts" in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_bad_files(descry, whole, tmp_path):
    good = (whole / "whole.sum").read_bytes()
    bad = tmp_path / "bad"
    middle = len(good) // 2
    for damage, told in ((good[:-1], "cut short"), (good[:middle], "cut short"),
                         (good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1:], "damaged"),
                         (good + b"x", "bytes after its end"),
                         (good[:17] + b"\7" + good[18:], "format 7; this version reads format 1"),
                         (b"{}", "not a descry statistics file")):
        bad.write_bytes(damage)
        for command in (["model", "make", bad, tmp_path / "out"],
                        ["stats", "merge", whole / "0.stats", bad, "--output", tmp_path / "out"],
                        ["stats", "export", whole / "0.db", tmp_path / "out", "--learn", bad]):
            result = descry(*command, code=ERROR)
            assert result.err.startswith(f"descry: {bad}: ") and told in result.err
    for absent in (tmp_path / "absent", tmp_path):
        result = descry("model", "make", absent, tmp_path / "out", code=ERROR)
        assert str(absent) in result.err
    descry("stats", "export", whole / "0.db", tmp_path / "no/such/folder", code=ERROR)
    descry("stats", "export", tmp_path / "no-db", tmp_path / "out", code=ERROR)
    assert [path.name for path in tmp_path.iterdir()] == ["bad"]


def test_other_terms_are_refused(descry, whole, tmp_path):
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_CREATE)
    document = xapian.Document()
    for i in range(40):
        document.add_term(f"word{i}")
    db.add_document(document)
    db.close()
    descry("stats", "export", tmp_path / "db", tmp_path / "foreign")
    result = descry("stats", "merge", whole / "0.stats", tmp_path / "foreign",
                    "--output", tmp_path / "out",
                    code=ERROR)
    assert f"{tmp_path / 'foreign'}: another analyzer () than" in result.err
    result = descry("stats", "export", tmp_path / "db", tmp_path / "out", "--learn",
                    whole / "0.stats", code=ERROR)
    assert "the statistics do not match the index" in result.err


def test_diff(descry, whole, index, tmp_path):
    descry("model", "export", index, tmp_path / "model")
    for other in (index, tmp_path / "model"):
        result = descry("model", "diff", tmp_path / "model", other, "--format", "json").json()
        assert result["same"] and result["before"] == result["after"]
        assert not result["parameters"] and not result["words_entering"]
        assert descry("model", "diff", other, index).text == "the same model\n"
    descry("model", "make", whole / "whole.stats", tmp_path / "other", "--words", 150,
           "--distance", 0.08)
    told = descry("model", "diff", index, tmp_path / "other", "--format", "json").json()
    assert not told["same"]
    assert told["parameters"]["distance_millionths"] == {"before": 150000, "after": 80000}
    assert told["parameters"]["learned_pairs"]["after"] == 0
    words = {}
    for name, db in (("before", index), ("after", None)):
        source = db or tmp_path / "imported"
        if db is None:
            descry("index", source, write_jsonl(tmp_path / "a.jsonl", [{"id": 1, "text": "a"}]))
            descry("model", "import", source, tmp_path / "other")
        shown = descry("model", "show", source, "--format", "json",
                       *(["--next"] if db is None else [])).json()
        words[name] = {word["term"]: word["threshold"] for word in shown["words"]}
    before, after = words["before"], words["after"]
    assert told["words_entering"] == sorted(set(after) - set(before), key=str.encode)
    assert told["words_leaving"] == sorted(set(before) - set(after), key=str.encode)
    assert {word["term"]: (word["before"], word["after"]) for word in told["thresholds_moved"]} == {
        term: (before[term], after[term])
        for term in set(before) & set(after) if before[term] != after[term]}
    rows = descry("model", "diff", index, tmp_path / "other", "--format", "tsv").tsv()
    assert rows[0] == ["same", "false"]
    assert [row[1] for row in rows if row[0] == "leaves"] == told["words_leaving"]
    assert [row[1] for row in rows if row[0] == "moves"] == [
        word["term"] for word in told["thresholds_moved"]]
    assert ["parameter", "distance_millionths", "150000", "80000"] in rows
    assert ["rates_changed", str(told["rates_changed"])] in rows
    assert "words leaving" in descry("model", "diff", index, tmp_path / "other").text
    assert descry("model", "diff", tmp_path / "absent", index, code=ERROR).out == b""


def test_show_tells_how_groups_are_made(descry, whole, tmp_path):
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "a.jsonl", [{"id": 1, "text": "a"}]))
    descry("model", "make", whole / "whole.sum", tmp_path / "model", "--distance", 0.1,
           "--compact", "--any-order", "--group-order", "longest")
    descry("model", "import", tmp_path / "db", tmp_path / "model")
    shown = descry("model", "show", "--next", tmp_path / "db", "--format", "json").json()
    assert (shown["distance"], shown["near"], shown["bands"]) == (0.1, 0.08, 4)
    # Of the edit distance, the near limit is below any limit.
    descry("model", "make", whole / "whole.sum", tmp_path / "near", "--distance", 0.06)
    descry("index", tmp_path / "near-db", tmp_path / "a.jsonl")
    descry("model", "import", tmp_path / "near-db", tmp_path / "near")
    near = descry("model", "show", "--next", tmp_path / "near-db", "--format", "json").json()
    assert (near["distance"], near["near"]) == (0.06, 0.032)
    assert (shown["group_order"], shown["any_order"]) == ("longest", True)
    assert shown["learned_pairs"] >= 100 and shown["stable_terms"] > 100
    text = descry("model", "show", "--next", tmp_path / "db").text
    assert f"learned from {shown['learned_pairs']} pairs" in text and "distance up to 0.1 " in text
