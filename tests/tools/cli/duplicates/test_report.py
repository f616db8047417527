"""The report: a page on which to look at near-duplicates before any goes."""
import json
import re

import pytest

from made import write_jsonl
from page import Page
from program import ERROR
from texts import documents_of, text, varied


def test_a_page_of_files_is_that_of_uniq(descry, family, tmp_path):
    descry("report", family, "--output", tmp_path / "page.html")
    page = Page.read(tmp_path / "page.html")
    assert not page.open
    assert f"descry report {family} --output" in page.text
    summary = descry("uniq", family, "--report", tmp_path / "other.html").err
    dropped = int(re.search(r"(\d+) dropped", summary)[1])
    assert f"{dropped} dropped" in page.text and "distance up to 0.15" in page.text
    assert len(page.ids) == len(set(page.ids))
    assert {link.lstrip("#") for link in page.links} <= set(page.ids)
    assert page.marked["del"] and page.marked["ins"]
    page.check_policy()
    other = Page.read(tmp_path / "other.html")
    assert other.ids == page.ids and other.marked == page.marked


def test_a_page_of_an_index_is_that_of_its_files(descry, many, tmp_path):
    descry("index", tmp_path / "db", many)
    pages = []
    for source in (many, tmp_path / "db"):
        descry("report", source, "--output", tmp_path / "page.html", "--quiet")
        pages.append(Page.read(tmp_path / "page.html"))
    assert pages[0].ids == pages[1].ids and len(pages[0].ids) > 160
    assert pages[0].marked == pages[1].marked
    assert (tmp_path / "page.html").stat().st_size < 1_000_000
    result = descry("report", tmp_path / "db", "--distance", "0.1", "--output",
                    tmp_path / "page.html", code=ERROR)
    assert "already has groups; --distance is for files" in result.err
    result = descry("report", tmp_path / "db", "--other-distances", "0.1", "--output",
                    tmp_path / "page.html", code=ERROR)
    assert "already has groups; --other-distances is for files" in result.err
    for option in ("--inside", "--mail=own"):
        result = descry("report", tmp_path / "db", option, "--output", tmp_path / "page.html", code=ERROR)
        assert f"already has groups; {option.split('=')[0]} is for files" in result.err
    for command in (["similar", tmp_path / "db", "doc00000"], ["similar", tmp_path / "db", "--documents", many],
                    ["groups", tmp_path / "db"], ["explain", tmp_path / "db", "doc00000", "doc00001"]):
        result = descry(*command, "--distance", "0.2", code=ERROR)
        assert f"{tmp_path}/db already has groups; --distance is for files" in result.err and result.out == b""
    result = descry("report", tmp_path / "db", many, "--output", tmp_path / "page.html", code=ERROR)
    assert "cannot mix indexes and files" in result.err


@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["--keep-apart", "numbers", "--inside"]])
def test_other_distances_are_counted_as_uniq_counts(descry, many, tmp_path, options):
    descry("report", many, *options, "--other-distances", "0,0.03,0.4", "--output", tmp_path / "page.html")
    page = Page.read(tmp_path / "page.html")
    counts = []
    for distance in ("0", "0.03", "0.4"):
        descry("uniq", many, *options, "--distance", distance, "--dropped", tmp_path / "dropped")
        counts.append(len((tmp_path / "dropped").read_text().splitlines()))
    assert counts[0] < counts[1] < counts[2]
    shown = re.search(r"Other distances(.*)grouped again", page.text, re.DOTALL)[1].replace(",", "")
    assert [int(n) for n in re.findall(r"0(?:\.\d+)? (\d+) \d[\d.]* ?%", re.sub(r"\s+", " ", shown))] == counts, shown


def test_a_page_of_long_texts_is_below_a_megabyte(descry, tmp_path):
    texts = {}
    for i in range(60):
        words = [f"t{i}w{n}" for n in range(20_000)]
        texts[f"a{i}"] = " ".join(words)
        texts[f"b{i}"] = " ".join("x" if n % 50 == 7 else word for n, word in enumerate(words))
    descry("report", write_jsonl(tmp_path / "a.jsonl", documents_of(texts)), "--output",
           tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert 100_000 < len(page.encode()) < 1_000_000 and "Only the beginnings of the texts" in page
    assert not Page(page).open


def test_a_page_of_nothing_alike(descry, tmp_path):
    documents = documents_of({"a": varied(0), "b": varied(100, 4)})
    descry("report", write_jsonl(tmp_path / "a.jsonl", documents), "--output", tmp_path / "p.html")
    assert "2 documents; 0 groups of near-duplicates." in Page.read(tmp_path / "p.html").text
    (tmp_path / "mine.html").write_text("<html>mine")
    result = descry("report", tmp_path / "a.jsonl", "--output", tmp_path / "mine.html", code=ERROR)
    assert "exists and is not a report of descry" in result.err


def test_a_long_text_that_differs_at_its_end_is_shown_there(descry, tmp_path):
    words = " ".join(f"w{n}" for n in range(6000))
    source = write_jsonl(tmp_path / "a.jsonl", [{"id": sign, "text": f"{words} quay{sign}"} for sign in ".!"])
    descry("report", source, "--output", tmp_path / "p.html")
    page = Page.read(tmp_path / "p.html")
    assert set(page.marked["ins"]) == {"quay."} and set(page.marked["del"]) == {"quay!"}
    assert "unchanged lines" in page.text


@pytest.mark.parametrize("sign", ["x", '"', "\u202e", "\u00e9"])
def test_a_page_is_below_a_megabyte_whatever_ids_and_texts_are(descry, tmp_path, sign):
    documents = []
    for i in range(90):
        for k in "ab":
            documents.append({"id": f"{i}{k}" + sign * 3000 + f"-{i}{k}",
                              "text": " ".join(f"{sign * 30}w{i}n{n}{sign}" for n in range(400)) + f" {k}."})
    descry("report", write_jsonl(tmp_path / "a.jsonl", documents), "--output", tmp_path / "p.html")
    page = (tmp_path / "p.html").read_text()
    assert 100_000 < len(page.encode()) < 1_000_000
    assert not Page(page).open and "\u202e" not in page
    assert ("[U+202E]" in page) == (sign == "\u202e")


def test_counts_of_one_and_none(descry, tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", documents_of({"a": varied(0), "b": varied(0)}))
    descry("report", source, "--output", tmp_path / "p.html")
    page = Page.read(tmp_path / "p.html")
    assert "2 documents; 1 group of near-duplicates." in page.text
    assert "equal 1 0 1 50.0 % from 85 % 0 0.15 1 50.0 %" in page.text
    source = write_jsonl(tmp_path / "b.jsonl", documents_of({"a": varied(0), "b": varied(3)}))
    descry("report", source, "--output", tmp_path / "p.html")
    page = Page.read(tmp_path / "p.html")
    assert re.search(r"share of all from \d+ % 1 0.\d+ 1 50.0 %", page.text)


def test_a_page_says_what_was_not_read(descry, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.csv").write_text(f"id,text\n1,{text(0)}\n2,x,y,z\n3,x,y,z\n")
    (folder / "b.jsonl").write_text(json.dumps({"id": "b", "text": text(3)}) + "\n")
    (folder / "lease.pdf").write_bytes(b"%PDF-1.4\n\0\1")
    descry("report", folder, "--output", tmp_path / "p.html", code=ERROR)
    page = Page.read(tmp_path / "p.html")
    assert "Not read: 2 rejected records" in page.text and "Not read: 1 skipped file" in page.text
    descry("report", folder / "b.jsonl", "--output", tmp_path / "p.html")
    assert "Not read" not in Page.read(tmp_path / "p.html").text


def test_each_group_is_there_once_the_least_alike_first(descry, many, tmp_path):
    groups = [json.loads(line) for line in descry("groups", many, "--format", "json").out.splitlines()]
    descry("report", many, "--output", tmp_path / "p.html")
    page = (tmp_path / "p.html").read_text()
    rows = re.findall(r'class="group"[^>]*data-far="(\d+)" data-size="(\d+)"', page)
    assert len(rows) == len(groups) and "not on this page" not in page
    assert f"Shown: {len(groups)} of {len(groups)} groups, " in page
    assert [int(far) for far, size in rows] == sorted((int(far) for far, size in rows), reverse=True)
    assert sorted(int(size) for far, size in rows) == sorted(len(group["members"]) for group in groups)
    for group in groups:
        assert group["members"][0]["id"] in page
    assert page.count('class="group" id="group-1" open') == 1 and page.count("open=\"open\"") >= 3


def test_no_more_rows_than_wanted(descry, many, tmp_path):
    for command in (["report", many, "--output"], ["uniq", many, "--report"]):
        descry(*command, tmp_path / "p.html", "--report-rows", 5, "--force")
        page = (tmp_path / "p.html").read_text()
        assert page.count('class="group"') == 5
        assert re.search(r"Shown: 5 of [\d,]+ groups, with their texts\. .*--groups FILE.*class=\"groups\"", page, re.DOTALL)
        assert re.search(r"[\d,]+ more groups are not on this page. .*--groups FILE", page)
    assert "--report" in descry("uniq", many, "--report-rows", 5, code=ERROR).err
    descry("report", many, "--output", tmp_path / "p.html", "--report-rows", 0, code=ERROR)


def test_documents_that_are_files_are_links(descry, tmp_path):
    (tmp_path / "in #1").mkdir()
    (tmp_path / "out").mkdir()
    for name, content in (("a?.txt", text(0)), ("b.txt", text(3))):
        (tmp_path / "in #1" / name).write_text(content)
    # A record's id names no file, even if there is one of that name.
    write_jsonl(tmp_path / "in #1" / "c.jsonl", [{"id": str(tmp_path / "in #1" / "b.txt"), "text": text(4)},
                                                 {"id": "javascript:alert(1)", "text": text(5), "url": "javascript:x"},
                                                 {"id": "page", "text": text(6), "url": "https://example.org/a"}])
    descry("report", tmp_path / "in #1", "--output", tmp_path / "out" / "p.html")
    links = [link for link in Page.read(tmp_path / "out" / "p.html").links if not link.startswith("#")]
    assert set(links) == {"../in%20%231/a%3F.txt", "../in%20%231/b.txt", "https://example.org/a"}


def test_hostile_documents_are_shown(descry, tmp_path):
    bad = "<script>alert(1)</script>\"' onload=x \u202e"
    documents = [{"id": f"{k}{bad}", "title": bad, "date": bad, "url": "javascript:alert(1)", "source": bad, bad: bad + k,
                  "text": f"{text(0)}\n{bad}{k}"} for k in "ab"]
    descry("report", write_jsonl(tmp_path / "a.jsonl", documents), "--output", tmp_path / "p.html")
    page = Page.read(tmp_path / "p.html")
    page.check_policy()
    assert "<script>alert" not in page.page and "\u202e" not in page.page and page.page.count("<script>") == 1
    assert not [link for link in page.links if not link.startswith("#")]
    assert page.text.count("<script>alert(1)</script>") > 8


def test_words_of_all_documents_are_counted_alike(descry, tmp_path):
    texts = {name: f"high - water, at {name} o'clock".split() + varied(0) for name in ("two", "six")}
    descry("report", write_jsonl(tmp_path / "a.jsonl", documents_of(texts)), "--output", tmp_path / "p.html")
    words = re.findall(r"<td>(\d+)</td></tr>", (tmp_path / "p.html").read_text())
    assert words == [str(len(texts["two"]))] * 2


def test_lines_stand_beside_each_other(descry, tmp_path):
    lines = [" ".join(varied(0, n)[:12]) for n in range(40)]
    documents = [{"id": "a", "text": "\n".join(lines)},
                 {"id": "b", "text": "\n".join(lines[:3] + ["one line more"] + lines[3:])}]
    descry("report", write_jsonl(tmp_path / "a.jsonl", documents), "--output", tmp_path / "p.html")
    page = Page.read(tmp_path / "p.html")
    assert page.marked["del"][-1] == "one line more" and page.marked["ins"] == []
    assert "36 unchanged lines" in page.text
