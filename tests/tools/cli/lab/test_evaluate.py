"""descry-lab evaluate: a collection whose answers were worked out by hand, and what is refused."""
import json
import os
import random
import re
import signal
import subprocess
from xml.etree import ElementTree

import pytest
import xapian

from made import Writer, make_documents, write_jsonl
from program import DONE, ERROR, NOTHING_FOUND

# 100 characters: ten words of nine letters, each with a space, the last with a full stop.
WORDS = ["alphaaaaa", "betaaaaaa", "gammaaaaa", "deltaaaaa", "epsilonnn", "zetaaaaaa", "etaaaaaaa",
         "thetaaaaa", "iotaaaaaa", "kappaaaaa"]
BASE = " ".join(WORDS) + "."


def replaced(characters):
    """BASE with this many characters, from its 50th on, replaced by digits."""
    return BASE[:50] + "".join("7" if c != " " else " " for c in BASE[50:50 + characters]) \
        + BASE[50 + characters:]


DOCUMENTS = [
    {"id": "base", "text": BASE},
    {"id": "copy", "text": BASE},
    # White space is folded before distances are measured; `exact` sees the bytes.
    {"id": "spaced", "text": "  " + BASE.replace(" ", " \n ")},
    {"id": "five", "text": replaced(5)},
    {"id": "far", "text": "nothing of the kind stands here, and so it is far away from all"},
    {"id": "empty", "text": ""},
]
# (a, b, edit distance): five letters of 100 differ between "five" and the three others.
GOLD = [("base", "copy", 0), ("base", "spaced", 0), ("copy", "spaced", 0), ("base", "five", 0.05),
        ("copy", "five", 0.05), ("five", "spaced", 0.05), ("far", "base", 0.2)]
FIELDS = ["method", "words", "suggested_pairs", "below_08", "below_15", "below_30", "recall_08",
          "recall_15", "recall_30", "recall_08_by_document", "recall_15_by_document",
          "recall_30_by_document", "seconds", "cpu_seconds", "prepare_cpu_seconds", "peak_rss_mib",
          "bytes_per_doc", "suggested_pairs_exact", "sampled_pairs", "unjudged_pairs",
          "member_head_pairs", "member_head_below_08", "member_head_below_15",
          "member_head_below_30", "below_08_low", "below_08_high", "below_15_low", "below_15_high",
          "below_30_low", "below_30_high", "model_cpu_seconds"]
SMALL = "exact,text-profile,term-profile,shingles-minhash"


def write_gold(path, pairs=GOLD):
    path.write_text("".join(f"{a}\t{b}\t{distance:.4f}\n" for a, b, distance in pairs))
    return path


@pytest.fixture
def collection(tmp_path):
    return write_jsonl(tmp_path / "docs.jsonl", DOCUMENTS)


@pytest.fixture
def gold(tmp_path):
    return write_gold(tmp_path / "gold.tsv")


def by_method(result):
    return {row["method"]: row for row in result.json_lines()}


def test_answers_by_hand(descry, collection, gold):
    rows = by_method(descry("evaluate", collection, "--methods", SMALL, "--gold", gold,
                            "--format", "json", "--quiet"))
    assert list(rows) == SMALL.split(",")
    assert all(list(row) == FIELDS for row in rows.values())
    exact = rows["exact"]
    assert exact["suggested_pairs"] == exact["sampled_pairs"] == 1
    assert (exact["below_08"], exact["below_15"], exact["below_30"]) == (1, 1, 1)
    # All pairs were judged.
    assert (exact["below_08_low"], exact["below_08_high"]) == (1, 1)
    assert exact["recall_08"] == exact["recall_15"] == pytest.approx(1 / 6, abs=1e-6)
    assert exact["recall_30"] == pytest.approx(1 / 7, abs=1e-6)
    # base and copy find one of three partners, spaced and five none.
    assert exact["recall_08_by_document"] == pytest.approx(1 / 6, abs=1e-6)
    # With "far", base finds one of four.
    assert exact["recall_30_by_document"] == pytest.approx((1 / 4 + 1 / 3) / 5, abs=1e-6)
    # Profiles do not see white space, and "five" has another word.
    for method in ("text-profile", "term-profile"):
        assert rows[method]["suggested_pairs"] == 3
        assert rows[method]["recall_08"] == 0.5
        assert rows[method]["below_08"] == 1
    for row in rows.values():
        assert row["suggested_pairs_exact"] is True and row["unjudged_pairs"] == 0
        assert row["member_head_pairs"] is None and row["words"] is None
        assert 0 <= row["cpu_seconds"] < 60 and row["peak_rss_mib"] > 0
        assert row["prepare_cpu_seconds"] > 0


def test_what_a_model_takes_is_told(descry, tmp_path):
    """An index has its model; for texts, or another number of words, one is made."""
    file = write_jsonl(tmp_path / "docs.jsonl", make_documents(300, seed=3))
    descry("index", tmp_path / "db", file, "--words", "60", "--quiet")
    options = ["--methods", "exact,descriptive,descriptive-stable,group", "--format", "json",
               "--quiet"]
    stored = by_method(descry("evaluate", tmp_path / "db", *options))
    assert all(row["model_cpu_seconds"] is None for row in stored.values())
    made = by_method(descry("evaluate", tmp_path / "db", *options, "--words", "60"))
    assert made["exact"]["model_cpu_seconds"] is None
    for name in ("descriptive", "descriptive-stable", "group"):
        assert 0 < made[name]["model_cpu_seconds"] <= made[name]["cpu_seconds"]
        assert made[name]["suggested_pairs"] == stored[name]["suggested_pairs"] > 0


def test_sketches_by_hand(descry, tmp_path):
    """Copies, a copy with other digits, and a text that shares 97 of 100 words."""
    words = Writer(5).words[:100]
    texts = {"a": words, "b": words, "digits": words[:50] + ["17"] + words[50:],
             "other_digits": words[:50] + ["23"] + words[50:], "near": words[:97],
             "far": Writer(6).words[200:300]}
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": name, "text": " ".join(text)}
                                              for name, text in texts.items()])
    sketches = "shingles-broder,shingles-minhash,sketch-200,bbit,simhash,char9"
    def pairs(*options):
        rows = by_method(descry("evaluate", file, "--methods", sketches, "--format", "json",
                                "--quiet", *options))
        return {method: row["suggested_pairs"] for method, row in rows.items()}
    # Five texts are one cluster of ten pairs, by single words.
    found = pairs("--shingles", "word:1")
    assert found["shingles-minhash"] == found["sketch-200"] == found["bbit"] == 10
    assert found["char9"] == 10
    # Equal texts alone; digits differ unless they are folded.
    strict = ["--thresholds", "sketch-200=1,bbit=1,char9=1"]
    assert [pairs(*strict)[name] for name in ("sketch-200", "bbit", "char9")] == [1, 1, 1]
    folded = pairs(*strict, "--fold-digits")
    assert [folded[name] for name in ("sketch-200", "bbit", "char9")] == [2, 2, 2]


def test_far_pairs_are_counted_as_such(descry, tmp_path):
    """Texts of the same words in another order: suggested by term-profile, and wrong."""
    words = Writer(3).words[:40]
    file = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "text": " ".join(words)},
                                              {"id": "b", "text": " ".join(reversed(words))}])
    (row,) = descry("evaluate", file, "--methods", "term-profile", "--format", "json",
                    "--quiet").json_lines()
    assert row["suggested_pairs"] == 1
    assert (row["below_08"], row["below_15"], row["below_30"]) == (0, 0, 0)
    assert row["recall_08"] is None and row["recall_30_by_document"] is None


def test_formats(descry, collection, gold):
    arguments = ["evaluate", collection, "--methods", "exact,term-profile", "--gold", gold,
                 "--quiet"]
    rows = descry(*arguments, "--format", "tsv").tsv()
    assert [len(row) for row in rows] == [len(FIELDS)] * 2
    exact = dict(zip(FIELDS, rows[0]))
    assert exact["method"] == "exact" and exact["words"] == "" and exact["suggested_pairs"] == "1"
    assert float(exact["below_08"]) == 1 and exact["suggested_pairs_exact"] == "true"
    lines = descry(*arguments).lines
    assert len(lines) == 4
    assert lines[2].split()[:8] == ["exact", "1", "100", "100", "100", "16.7", "16.7", "14.3"]


def test_an_index_gives_the_same(descry, collection, gold, tmp_path):
    descry("index", tmp_path / "db", collection, "--quiet")
    same = []
    for source in (collection, tmp_path / "db"):
        rows = by_method(descry("evaluate", source, "--methods", SMALL, "--gold", gold,
                                "--format", "json", "--quiet"))
        same.append([{name: value for name, value in row.items()
                      if "seconds" not in name and name != "peak_rss_mib"}
                     for row in rows.values()])
    assert same[0] == same[1]


def test_two_databases_are_one_collection(descry, tmp_path):
    for shard, documents in (("one", DOCUMENTS[:1]), ("two", DOCUMENTS[1:])):
        file = write_jsonl(tmp_path / f"{shard}.jsonl", documents)
        descry("index", tmp_path / shard, file, "--quiet")
    (row,) = descry("evaluate", tmp_path / "one", tmp_path / "two", "--methods", "exact",
                    "--format", "json", "--quiet").json_lines()
    assert row["suggested_pairs"] == 1 and row["below_08"] == 1


@pytest.mark.long
def test_a_row_for_each_number_of_words(descry, jsonl):
    rows = descry("evaluate", jsonl, "--methods", "exact,descriptive,descriptive-stable,group",
                  "--words", "1000,1500", "--format", "json", "--quiet").json_lines()
    assert [(row["method"], row["words"]) for row in rows] == [
        ("exact", None), ("descriptive", 1000), ("descriptive", 1500),
        ("descriptive-stable", 1000), ("descriptive-stable", 1500), ("group", 1000),
        ("group", 1500)]
    assert rows[1]["suggested_pairs"] != rows[2]["suggested_pairs"]
    # The collection was made of near-copies; but its Japanese, Thai and Russian texts are made of
    # the same thirty words each, which a signature that is not verified takes for one.
    for row in rows:
        least = 0.3 if row["method"].startswith("descriptive") else 0.95
        assert row["suggested_pairs"] > 50 and row["below_15"] > least


def test_samples_follow_the_seed(descry, jsonl):
    def shares(*options):
        # Fifty words are too few, so that the shares are neither 0 nor 1.
        (row,) = descry("evaluate", jsonl, "--methods", "descriptive", "--words", 50, "--format",
                        "json", "--quiet", *options).json_lines()
        assert row["sampled_pairs"] == 40
        # What is drawn tells of all no more than this.
        assert row["below_15_low"] < row["below_15"] < row["below_15_high"]
        assert 0.2 < row["below_15_high"] - row["below_15_low"] < 0.35
        return [row[f"below_{limit}"] for limit in ("08", "15", "30")]
    first = shares("--sample", 40)
    assert first == shares("--sample", 40, "--seed", 1, "--threads", 1)
    assert any(shares("--sample", 40, "--seed", seed) != first for seed in (2, 3, 4))


def test_fewer_words_than_asked_for_are_told(descry, tmp_path):
    file = write_jsonl(tmp_path / "docs.jsonl", make_documents(200, seed=5))
    result = descry("evaluate", file, "--methods", "descriptive", "--words", "20,60000", "--format", "json")
    told = re.findall(r"descriptive (\d+): ([\d,]+) descriptive words chosen, all that are", result.err)
    assert [number for number, _ in told] == ["60000"]
    assert all("chosen_words" not in row for row in result.json_lines())


def test_too_few_documents_for_a_model(descry, collection):
    """A method that cannot work is told, and the others go on."""
    result = descry("evaluate", collection, "--methods", "descriptive,exact", "--format", "json",
                    code=ERROR)
    assert [row["method"] for row in result.json_lines()] == ["exact"]
    assert "descry-lab: descriptive: the collection is too small for descriptive words" in result.err


def test_make_gold(descry, tmp_path):
    file = write_jsonl(tmp_path / "docs.jsonl", make_documents(200, seed=5))
    made = tmp_path / "gold.tsv"
    result = descry("evaluate", file, "--make-gold", made)
    assert result.out == b""
    assert "documents of 30 words and more" in result.err and "% of the pairs below" in result.err
    lines = [line.split("\t") for line in made.read_text().splitlines()]
    assert len(lines) > 20 and all(float(distance) < 0.3 for _, _, distance in lines)
    assert len({frozenset(line[:2]) for line in lines}) == len(lines)
    # What it wrote can be read, and the pairs of equal texts are among it.
    row = descry("evaluate", file, "--methods", "exact", "--gold", made, "--format", "json",
                 "--quiet").json()
    assert row["recall_08"] > 0
    zero = sum(float(distance) == 0 for _, _, distance in lines)
    assert row["suggested_pairs"] == zero


def test_made_gold_holds_pairs_that_share_few_words(descry, tmp_path):
    """A letter of two in three words is another, so that their counts of words tell nothing."""
    chance = random.Random(3)
    words = ["".join(chance.choice("abcdefghijklmnopqrstuvw") for _ in range(7)) for _ in range(5000)]
    rows = []
    for number in range(60):
        text = chance.choices(words, k=80)
        noisy = [word[:3] + "x" + word[4:] if chance.random() < 0.65 else word for word in text]
        rows += [{"id": f"{number}", "text": " ".join(text)}, {"id": f"{number} copy", "text": " ".join(noisy)}]
    descry("evaluate", write_jsonl(tmp_path / "noisy.jsonl", rows), "--make-gold", tmp_path / "gold", "--quiet")
    pairs = {frozenset(line.split("\t")[:2]) for line in (tmp_path / "gold").read_text().splitlines()}
    assert len(pairs & {frozenset((f"{number}", f"{number} copy")) for number in range(60)}) >= 58


def test_make_gold_without_near_duplicates(descry, collection, tmp_path):
    """Documents below 30 words are left out."""
    descry("evaluate", collection, "--make-gold", tmp_path / "gold.tsv", code=NOTHING_FOUND)
    assert (tmp_path / "gold.tsv").read_text() == ""


SVG = "{http://www.w3.org/2000/svg}"


def points_of(chart):
    """What the tooltips of a picture say: {method: [(x, y), ...]}."""
    points = {}
    for title in chart.iter(f"{SVG}title"):
        method, _, place = title.text.partition(": ")
        x, y = (float(number.replace(",", "")) for number in place.split(", "))
        points.setdefault(method, []).append((x, y))
    return points


def tree_of(page):
    """A page is XML but for its first line and the elements that have no end."""
    return ElementTree.fromstring(re.sub("<meta[^>]*>", "", page.split("\n", 1)[1]))


def test_the_sizes_of_groups_are_counted(descry, tmp_path):
    """Groups of 2, 2 and 4 equal texts, and a text that stands alone."""
    texts = ["the tide comes in", "gulls on the pier", "fog over the harbour", "a lamp on a boat"]
    documents = [{"id": f"{i}-{n}", "text": texts[i]} for i, count in enumerate([2, 2, 4, 1])
                 for n in range(count)]
    page = tmp_path / "report.html"
    descry("evaluate", write_jsonl(tmp_path / "in.jsonl", documents), "--methods", "exact,group",
           "--report", page, "--quiet")
    html = tree_of(page.read_text("utf-8"))
    (chart,) = [chart for chart in html.iter(f"{SVG}svg")
                if chart.get("aria-label") == "Sizes of groups"]
    assert points_of(chart)["exact"] == [(2, 3), (4, 1)]
    # The members with their heads have a row: all of them are the same text.
    rows = [[cell.text for cell in row] for row in html.iter("tr")]
    (row,) = [row for row in rows if row[0] == "group, member and head"]
    assert row[1:5] == ["5", "100.0", "100.0", "100.0"]


@pytest.mark.long
def test_the_table_fits_80_columns(descry, jsonl, tmp_path):
    descry("evaluate", jsonl, "--make-gold", tmp_path / "gold", "--quiet")
    text = descry("evaluate", jsonl, "--gold", tmp_path / "gold", "--words", "1000,2000",
                  "--quiet").text
    assert max(map(len, text.splitlines())) <= 80
    lines = text.splitlines()
    for method in ("exact", "descriptive-modelled 2000", "term-bands-verified 1000", "sketch-200",
                   "  member and head"):
        assert any(line == method or line.startswith(method + " ") for line in lines), method


def test_report(descry, jsonl, tmp_path):
    """One page, well-formed, that loads nothing; its numbers are those of the rows."""
    page = tmp_path / "report.html"
    methods = ["exact", "descriptive", "shingles-minhash"]
    descry("evaluate", jsonl, "--make-gold", tmp_path / "gold", "--quiet")
    rows = by_method(descry("evaluate", jsonl, "--methods", ",".join(methods), "--words", 1000,
                            "--gold", tmp_path / "gold", "--report", page, "--format", "json",
                            "--quiet"))
    assert all(list(row) == FIELDS for row in rows.values())
    text = page.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    html = tree_of(text)
    assert not [element for element in html.iter() if {"src", "href"} & set(element.attrib)]
    assert "://" not in text.replace("http://www.w3.org/2000/svg", "")
    table = [[cell.text for cell in row] for row in html.iter("tr")]
    names = ["exact", "descriptive 1000", "shingles-minhash"]
    assert [row[0] for row in table[1:]] == names
    for cells, row in zip(table[1:], rows.values()):
        assert cells[1].replace(",", "") == str(row["suggested_pairs"])
        assert cells[2] == f"{100 * row['below_08']:.1f}"
        assert cells[5] == f"{100 * row['recall_08']:.1f}"
    # The S-curve of MinHash, and the cost of all three on two parts and the whole.
    charts = list(html.iter("{http://www.w3.org/2000/svg}svg"))
    assert [chart.get("aria-label") for chart in charts] == [
        "Pairs below 8 %", "Pairs below 15 %", "Sizes of groups", "shingles-minhash",
        "Methods that work on an existing index", "Methods that work on texts"]
    # A point for each method that has a precision and a recall; the groups of the first two.
    assert points_of(charts[0]) == {method: [(row["recall_08"], row["below_08"])]
                                    for method, row in zip(names, rows.values())}
    assert set(points_of(charts[2])) == set(names[:2])
    # Beside its point and in the legend, where there is room for both.
    shown = [text.text for text in charts[0].iter(f"{SVG}text")]
    assert {shown.count(name) for name in points_of(charts[0])} <= {1, 2}
    assert any(shown.count(name) == 2 for name in names)
    # Like compared with like, on a quarter, a half and all of the documents.
    sizes = {method: [x for x, _ in points] for chart in charts[4:]
             for method, points in points_of(chart).items()}
    assert set(points_of(charts[4])) == {"descriptive 1000"}
    assert sizes == {method: [500, 1000, 2000] for method in names}


def test_a_report_that_cannot_be_written(descry, collection, tmp_path):
    result = descry("evaluate", collection, "--methods", "exact", "--report",
                    tmp_path / "none" / "report.html", code=ERROR)
    assert "none/report.html" in result.err


def test_calibrate(descry, own_index, documents):
    record = descry("evaluate", "--calibrate", own_index, "--format", "json", "--quiet").json()
    stored = json.loads(xapian.Database(str(own_index)).get_metadata("descry:calibration"))
    assert stored == record
    assert record["method"] == "group" and record["documents"] == len(documents)
    info = descry("info", own_index, "--format", "json").json()
    assert record["model"] == info["model"]["id"]
    for measure in ("precision", "recall"):
        for limit in ("below_08", "below_15", "below_30"):
            value = record[measure][limit]
            assert 0 <= value["low"] <= value["share"] <= value["high"] <= 1
    assert record["precision"]["below_15"]["share"] > 0.95 and record["pairs"] > 50


def test_calibrate_takes_one_database(descry, collection, own_index):
    for arguments in ([collection], [own_index, own_index], [own_index, collection]):
        result = descry("evaluate", "--calibrate", *arguments, code=ERROR)
        assert result.out == b""


def test_an_index_without_texts(descry, collection, tmp_path):
    descry("index", tmp_path / "db", collection, "--no-store-text", "--quiet")
    result = descry("evaluate", tmp_path / "db", code=ERROR)
    assert "stores no texts" in result.err and result.out == b""


def test_an_empty_collection(descry, tmp_path):
    (tmp_path / "none.jsonl").write_text("")
    descry("evaluate", tmp_path / "none.jsonl", code=NOTHING_FOUND)


def test_a_refused_document_is_an_error(descry, collection):
    with open(collection, "a", encoding="utf-8") as file:
        file.write("{\n")
    result = descry("evaluate", collection, "--methods", "exact", "--format", "json", code=ERROR)
    assert result.json()["suggested_pairs"] == 1


@pytest.mark.parametrize("lines", ["base\tcopy\n", "base\tcopy\tmuch\n", "x\ty\t0.1\n", ""])
def test_wrong_gold(descry, collection, tmp_path, lines):
    (tmp_path / "gold.tsv").write_text(lines)
    result = descry("evaluate", collection, "--methods", "exact", "--gold", tmp_path / "gold.tsv",
                    code=ERROR)
    assert "gold.tsv" in result.err


def test_gold_of_other_documents_is_told(descry, collection, tmp_path):
    gold = write_gold(tmp_path / "gold.tsv", [*GOLD, ("base", "unknown", 0.1)])
    result = descry("evaluate", collection, "--methods", "exact", "--gold", gold)
    assert "1 line of " in result.err


@pytest.mark.parametrize("arguments", [
    ["--methods", "no-such-method"], ["--methods", ""], ["--methods", "exact,"],
    ["--words", "0"], ["--words", "2000,"], ["--words", "many"], ["--sample", "0"],
    ["--gold", "a", "--make-gold", "b"], ["--calibrate", "--gold", "a"],
    ["--thresholds", "exact=0.5"], ["--thresholds", "bbit"], ["--thresholds", "bbit=0"],
    ["--thresholds", "bbit=1.1"], ["--thresholds", "simhash=33"], ["--thresholds", "none=1"],
    ["--lsh-shape", "32"], ["--lsh-shape", "0x4"], ["--lsh-shape", "33x4"], ["--shingles", "words"], ["--permutations", "0"]], ids=" ".join)
def test_wrong_options(descry, collection, arguments):
    result = descry("evaluate", collection, *arguments, code=ERROR)
    assert result.out == b"" and result.err != ""


def test_nothing_is_left_behind(descry, collection, tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    descry("evaluate", collection, "--methods", "exact", env={"TMPDIR": str(folder)})
    descry("evaluate", collection, "--gold", "missing", code=ERROR, env={"TMPDIR": str(folder)})
    assert list(folder.iterdir()) == []


def test_a_closed_pipe_ends_it_quietly(descry, collection, tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(descry.command("evaluate", collection, "--quiet"), stdout=writing,
                          stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(folder)})
    os.close(writing)
    assert done.returncode == -signal.SIGPIPE and done.stderr == b""
    assert list(folder.iterdir()) == []
