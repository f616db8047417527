"""docs/limits.md names a test for each limit, and each of them is run here; some stand in this file."""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pages import ROOT, descry

LOG = ("The pilot boat left the inner harbour at first light and returned before noon. Fog hid the headland until ten, "
       "and the horn was sounded. A cargo of salt was weighed and stored in the long shed.")
OTHER = ("Two trawlers landed cod and haddock at the north quay while the dredger worked in the channel. The watchman "
         "reported a loose chain beside the slipway, and harbour dues of twelve vessels were entered in the book.")


PAGE = (ROOT / "docs/limits.md").read_text()


def limits(text):
    """(what is limited, names of tests) of each row of the tables."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [(row[0], re.findall(r"`([^`]+)`", row[-1])) for row in rows if row[-1].strip() != "shown by"]


def files_of_tests():
    """The file of each test, by the test's name."""
    files = {}
    for path in (ROOT / "tests").rglob("*_test.cc"):
        files |= {".".join(test): path for test in re.findall(r"TEST\w*\(\s*(\w+),\s*(\w+)\)", path.read_text())}
    for path in (ROOT / "tests").rglob("test_*.py"):
        files |= {name: path for name in re.findall(r"^def (test_\w+)\(", path.read_text(), re.MULTILINE)}
    return files


THERE = files_of_tests()


def wrong_names(text, there):
    return [f"{limit}: {names or 'no test'}" for limit, names in limits(text) if not names or not set(names) <= set(there)]


def named_elsewhere():
    """The tests that the page names and that stand in other files; long ones (`@pytest.mark.long`) keep their mark."""
    for name in sorted({name for _, names in limits(PAGE) for name in names}):
        path = THERE.get(name)
        if path and path != Path(__file__).resolve():
            long = re.search(rf"@pytest\.mark\.long\n(?:@.*\n)*def {name}\(", path.read_text())
            yield pytest.param(name, marks=[pytest.mark.long] if long else [])


def command_of(name):
    """Runs one test by its name; skips where its program was not built."""
    path = THERE[name]
    if path.suffix == ".py":
        return [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", f"{path}::{name}"]
    for cmake in (ROOT / "tests").rglob("CMakeLists.txt"):
        if path.is_relative_to(cmake.parent):
            source = re.escape(path.relative_to(cmake.parent).as_posix())
            for program, words in re.findall(r"descry_add_test\((\w+)([^)]*)\)", cmake.read_text()):
                if re.search(rf"(?<![\w/]){source}(?!\w)", words):
                    built = Path(descry()).parents[1] / "tests" / cmake.parent.relative_to(ROOT / "tests") / program
                    if not built.exists():
                        pytest.skip(f"the program {program} is not built here")
                    return [str(built), f"--gtest_filter={name}:*/{name}/*"]
    raise AssertionError(f"{path}: in no program of tests")


def test_each_limit_has_a_test_that_exists():
    assert len(limits(PAGE)) > 15
    assert not wrong_names(PAGE, THERE)


@pytest.mark.parametrize("name", named_elsewhere())
def test_the_named_test_passes(name):
    done = subprocess.run(command_of(name), capture_output=True, text=True, env={**os.environ, "DESCRY": descry()})
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"\b[1-9]\d* passed|\[  PASSED  \] [1-9]\d* test", done.stdout)
    if not passed and "skipped" in done.stdout.lower():
        pytest.skip(done.stdout.strip().splitlines()[-2])
    assert passed, done.stdout


def test_limits_without_a_test_are_seen():
    there = {"Suite.Test", "test_one"}
    page = "| limit | more | shown by |\n|---|---|---|\n| a | b | `test_one`, `Suite.Test` |\n"
    assert not wrong_names(page, there)
    assert wrong_names(page.replace("Suite.Test", "Suite.Gone"), there)
    assert wrong_names(page.replace("`test_one`, `Suite.Test`", ""), there)


def test_rows_of_the_page_stand_in_tables():
    """A row behind a blank line has no heading and renders as bars."""
    def cut_rows(text):
        return re.findall(r"\n\n(\|.*)\n(?!\|[-| ]+\|\n)", text)
    assert cut_rows("a\n\n| b | c |\n| d | e |\n") and not cut_rows("a\n\n| b | c |\n|---|---|\n")
    assert not cut_rows(PAGE)


def test_the_tests_of_this_file_are_named_in_the_page():
    own = set(re.findall(r"^def (test_\w+)\(run\)", Path(__file__).read_text(), re.MULTILINE))
    assert own and own <= {name for _, names in limits(PAGE) for name in names}


@pytest.fixture
def run(tmp_path):
    """Runs descry in an empty folder; gives the lines it prints."""
    def command(*arguments, texts=None):
        given = None if texts is None else "".join(json.dumps({"id": str(n), "text": text}) + "\n"
                                                   for n, text in enumerate(texts))
        done = subprocess.run([descry(), *arguments, "--quiet"], cwd=tmp_path, input=given, capture_output=True,
                              text=True)
        assert done.returncode < 2, done.stderr
        return done.stdout.splitlines()
    return command


def dropped(run, *texts, options=()):
    """The numbers of the texts that uniq drops."""
    kept = {json.loads(line)["id"] for line in run("uniq", *options, texts=texts)}
    return [n for n in range(len(texts)) if str(n) not in kept]


def test_near_documents_may_have_other_heads(run):
    """Each text differs from the next in one word in twenty."""
    words = (LOG + " " + OTHER).split()
    chain = [" ".join(["other" if place < 3 * n else word for place, word in enumerate(words)]) for n in range(12)]
    run("index", "chain.db", "-", texts=chain)
    groups = [json.loads(line) for line in run("groups", "chain.db", "--format", "json")]
    group_of = {member["id"]: group["key"] for group in groups for member in group["members"]}
    parted = [n for n in range(11) if group_of.get(str(n)) != group_of.get(str(n + 1))]
    assert parted
    assert not dropped(run, chain[0], chain[-1])
    for n in parted:
        assert dropped(run, chain[n], chain[n + 1]) == [1]


def test_the_shortest_documents_only_when_equal(run):
    eight = "alpha beta gamma delta epsilon zeta eta theta"
    seven = eight.rsplit(" ", 1)[0]
    assert dropped(run, seven, seven.replace("gamma", "gamme")) == []
    assert dropped(run, seven, seven.upper()) == [1]
    assert dropped(run, eight, eight.replace("gamma", "gamme")) == [1]


def test_pages_of_a_template_are_alike(run):
    frame = LOG + " Name: {}. " + OTHER
    assert dropped(run, frame.format("Aldebaran"), frame.format("Betelgeuse")) == [1]
    assert dropped(run, frame.format("Aldebaran"), frame.format("Betelgeuse"), options=["--distance", "0.01"]) == []


def test_a_mail_and_its_answer_with_the_whole_quoted(run):
    answer = "Thanks, we will be there at ten o'clock. " + LOG + OTHER
    assert dropped(run, LOG + OTHER, answer) == [1]
    assert dropped(run, LOG + OTHER, answer, options=["--distance", "0.08"]) == []


def test_small_differences_that_matter_are_small(run):
    bills = [f"{LOG} The bill is {amount} crowns, to be paid by Friday." for amount in ("120", "980")]
    assert dropped(run, *bills) == [1]
    assert dropped(run, *bills, options=["--keep-apart", "numbers"]) == []


def test_numbers_that_are_not_kept_apart(run, tmp_path):
    for one, other in (("p < 0.05", "p > 0.05"), ("1e-5", "1e+5"), ("UTC+2", "UTC-2"), ("($5.00)", "$5.00"),
                       ("5 kg", "5 mg"), ("5 EUR", "5 USD"), ("80 %", "80"), ("§5", "¶5"), ("–500", "500")):
        assert dropped(run, f"{LOG} {one} was told.", f"{LOG} {other} was told.",
                        options=["--keep-apart", "numbers"]) == [1], one
    for name, number in (("a", "10<sup>5</sup>"), ("b", "105")):
        (tmp_path / f"{name}.html").write_text(f"<html><body><p>{LOG} {number} barrels.</p></body></html>")
    assert len(run("uniq", "a.html", "b.html", "--keep-apart", "numbers")) == 1


def test_a_sign_for_letters_is_a_word(run):
    texts = [f"{LOG} By {name}." for name in ("Acme™", "AcmeTM")]
    assert dropped(run, *texts, options=["--distance", "0"]) == []
    assert dropped(run, *texts) == [1]


def test_a_copied_paragraph_is_no_near_duplicate(run):
    run("index", "part.db", "-", texts=[LOG, LOG + " " + OTHER])
    assert run("groups", "part.db") == []
    assert json.loads(run("similar", "part.db", "0", "--inside", "--format", "json")[0])["asked"] > 0.9


def test_moved_paragraphs_are_far(run):
    texts = [LOG + " " + OTHER, OTHER + " " + LOG]
    assert dropped(run, *texts) == []
    run("index", "moved.db", "-", "--any-order", texts=texts)
    assert len(run("groups", "moved.db", "--format", "json")) == 1


def test_other_words_for_the_same(run):
    assert dropped(run, "The vessel departed from the port early in the morning and came back before midday.",
                    "At dawn the ship set sail out of the harbour, and by twelve it had returned again.") == []


def test_unmarked_menus_of_pages_are_text(run, tmp_path):
    for name, text in (("a", "Salt was weighed."), ("b", "Two trawlers landed.")):
        (tmp_path / f"{name}.html").write_text(f"<html><body><div class=menu>{LOG}</div><p>{text}</p><table>{OTHER}</table></body></html>")
    run("index", "pages.db", "a.html", "b.html")
    assert len(run("groups", "pages.db", "--format", "json")) == 1


def test_no_stems(run):
    run("index", "words.db", "-", texts=["Two ships left."])
    assert len(run("search", "words.db", "ships", "--format", "tsv")) == 1
    assert run("search", "words.db", "ship", "--format", "tsv") == []


def test_no_wildcards_and_no_ranges(run):
    run("index", "words.db", "-", texts=["Two ships left in 1901."])
    assert run("search", "words.db", "shi*", "--format", "tsv") == []
    assert run("search", "words.db", "1900..1902", "--format", "tsv") == []


def test_xapians_parser_with_stems_finds_nothing(run, tmp_path):
    xapian = pytest.importorskip("xapian")
    run("index", "words.db", "-", texts=["Two ships don't pay 80%."])
    database = xapian.Database(str(tmp_path / "words.db"))
    parser, enquire = xapian.QueryParser(), xapian.Enquire(database)
    parser.set_stemmer(xapian.Stem("en"))
    found = []
    for strategy, query in ((parser.STEM_SOME, "ships"), (parser.STEM_NONE, "ships"), (parser.STEM_NONE, "don't"),
                            (parser.STEM_NONE, "80%")):
        parser.set_stemming_strategy(strategy)
        enquire.set_query(parser.parse_query(query))
        found.append(len(enquire.get_mset(0, 10)))
    assert found == [0, 1, 0, 0]
    assert len(run("search", "words.db", "don't 80%", "--format", "tsv")) == 1


def test_text_profiles_of_short_texts_are_equal_by_chance(run):
    texts = ["the boat and the tide and a rope", "the mail and the bill and a coin"]
    one, other = (json.loads(line) for line in run("sign", "--methods", "text-profile,exact", texts=texts))
    assert one["text_profile"] == other["text_profile"] and one["exact"] != other["exact"]


def test_words_that_came_later_are_in_no_key_of_the_model(run):
    run("index", "old.db", str(ROOT / "docs/examples/harbour.jsonl"), "--words", "60")
    run("model", "export", "old.db", "old.model")
    later = " ".join(f"later{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(40))
    signed = json.loads(run("sign", "--model", "old.model", "--methods", "term-bands,descriptive", texts=[later])[0])
    assert signed["descriptive"] is None and signed["term_bands"] == []
