"""A look before anything goes: report, review, decisions, and groups of files."""
import json
import os
import pty
import re
import subprocess
from html.parser import HTMLParser

import pytest

from made import make_documents, write_jsonl
from program import ERROR, NOTHING_FOUND
from texts import documents_of, varied


def text(*arguments):
    return " ".join(varied(*arguments))


class Page(HTMLParser):
    """Tags, ids, links and text of a page; what is open at its end."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.ids, self.links, self.open, self.texts = [], [], [], [], []
        self.marked = {"del": [], "ins": []}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        assert tag != "a" or "summary" not in self.open, "a link within what folds"
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name == "href"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)
        if self.open and self.open[-1] in self.marked:
            self.marked[self.open[-1]].append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())


@pytest.fixture
def family(tmp_path):
    texts = {"head": varied(0), "member": varied(3), "twin": varied(0), "<b>&": varied(100, 4),
             "far": varied(12), "other": varied(100, 6)}
    return write_jsonl(tmp_path / "a.jsonl", documents_of(texts))


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    return write_jsonl(tmp_path_factory.mktemp("look") / "many.jsonl", make_documents(2600, seed=5))


def test_a_page_of_files_is_that_of_uniq(descry, family, tmp_path):
    descry("report", family, "--output", tmp_path / "page.html")
    page = Page((tmp_path / "page.html").read_text())
    assert not page.open and "script" not in page.tags
    assert f"descry report {family} --output" in page.text
    summary = descry("uniq", family, "--report", tmp_path / "other.html").err
    dropped = int(re.search(r"(\d+) left out", summary)[1])
    assert f"{dropped} left out" in page.text and "distance up to 0.15" in page.text
    assert len(page.ids) == len(set(page.ids))
    assert {link.lstrip("#") for link in page.links} == set(page.ids)
    assert page.marked["del"] and page.marked["ins"]
    other = Page((tmp_path / "other.html").read_text())
    assert other.ids == page.ids and other.marked == page.marked


def test_a_page_of_an_index_is_that_of_its_files(descry, many, tmp_path):
    descry("index", tmp_path / "db", many)
    pages = []
    for source in (many, tmp_path / "db"):
        descry("report", source, "--output", tmp_path / "page.html", "--quiet")
        pages.append(Page((tmp_path / "page.html").read_text()))
    # Head and member of each of 80 pairs.
    assert pages[0].ids == pages[1].ids and len(pages[0].ids) == 160
    assert pages[0].marked == pages[1].marked
    assert (tmp_path / "page.html").stat().st_size < 1_000_000
    result = descry("report", tmp_path / "db", "--distance", "0.1", "--output",
                    tmp_path / "page.html", code=ERROR)
    assert "has its groups already: --distance is for files" in result.err
    result = descry("report", tmp_path / "db", many, "--output", tmp_path / "page.html", code=ERROR)
    assert "some of the inputs are databases" in result.err


@pytest.mark.long
def test_a_page_of_long_texts_is_below_a_megabyte(descry, tmp_path):
    texts = {}
    for i in range(60):
        words = [f"t{i}w{n}" for n in range(20_000)]
        texts[f"a{i}"] = " ".join(words)
        texts[f"b{i}"] = " ".join("x" if n % 50 == 7 else word for n, word in enumerate(words))
    descry("report", write_jsonl(tmp_path / "a.jsonl", documents_of(texts)), "--output",
           tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    assert 100_000 < len(page.encode()) < 1_000_000 and "bytes of up to 3" in page
    assert not Page(page).open


def test_a_page_of_nothing_alike(descry, tmp_path):
    documents = documents_of({"a": varied(0), "b": varied(100, 4)})
    descry("report", write_jsonl(tmp_path / "a.jsonl", documents), "--output", tmp_path / "p.html")
    assert "2 documents make 0 groups" in Page((tmp_path / "p.html").read_text()).text
    (tmp_path / "mine.html").write_text("<html>mine")
    result = descry("report", tmp_path / "a.jsonl", "--output", tmp_path / "mine.html", code=ERROR)
    assert "is there, and is not a page of descry" in result.err


def decisions(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


def review(descry, source, path, keys):
    return descry("review", source, "--decisions", path, stdin=keys.encode(), code=None)


def test_what_is_kept_stays(descry, many, tmp_path):
    path = tmp_path / "decisions.tsv"
    before = json_ids(descry("uniq", many, "--quiet").out)
    result = review(descry, many, path, "kdsq")
    assert "k keep both, d drop B, s skip, b back, q quit" in result.out.decode()
    kept, dropped = [next(row for row in decisions(path) if row[2] == what)
                     for what in ("keep", "drop")]
    after = descry("uniq", many, "--decisions", path)
    assert f"1 document kept as {path} says" in after.err
    assert json_ids(after.out) - before == {kept[0]}
    assert dropped[0] not in json_ids(after.out)
    # Of an index the same pairs are asked, and heeded.
    descry("index", tmp_path / "db", many)
    result = review(descry, tmp_path / "db", path, "kq")
    assert "2 pairs decided before" in result.err
    assert len(decisions(path)) == 3
    all_of_them = descry("deduplicate", tmp_path / "db", "--format", "tsv").out.splitlines()
    fewer = descry("deduplicate", tmp_path / "db", "--format", "tsv", "--decisions", path)
    gone = {line.split(b"\t")[1].decode() for line in set(all_of_them) - set(fewer.out.splitlines())}
    assert gone == {row[0] for row in decisions(path) if row[2] == "keep"}


def json_ids(lines):
    return {json.loads(line)["id"] for line in lines.splitlines()}


def test_a_review_goes_back_and_on(descry, many, tmp_path):
    path = tmp_path / "decisions.tsv"
    review(descry, many, path, "kdbkq")
    assert [row[2] for row in decisions(path)] == ["keep", "keep"]
    first = review(descry, many, path, "q").out.decode()
    assert "\n3 of " in first and "\n1 of " not in first
    review(descry, many, path, "bbd")  # nothing to go back to in this run
    assert sorted(row[2] for row in decisions(path)) == ["drop", "keep", "keep"]


def test_a_review_of_nothing(descry, tmp_path):
    documents = documents_of({"a": varied(0), "b": varied(0), "c": varied(100, 4)})
    result = descry("review", write_jsonl(tmp_path / "a.jsonl", documents), "--decisions",
                    tmp_path / "decisions.tsv", stdin=b"k", code=NOTHING_FOUND)
    assert "0 pairs decided of 0" in result.err and not (tmp_path / "decisions.tsv").exists()


def test_ids_with_tabs_are_decided(descry, tmp_path):
    documents = documents_of({"a\tb\\": varied(0), "c\nd": varied(3)})
    path = tmp_path / "decisions.tsv"
    source = write_jsonl(tmp_path / "a.jsonl", documents)
    review(descry, source, path, "k")
    assert len(json_ids(descry("uniq", source, "--decisions", path).out)) == 2


def test_files_that_are_no_decisions(descry, many, tmp_path):
    (tmp_path / "wrong").write_text("a\tb\tkeep\na\tb\tperhaps\n")
    result = descry("uniq", many, "--decisions", tmp_path / "wrong", code=ERROR)
    assert f"{tmp_path / 'wrong'}:2: no decision" in result.err and result.out == b""


@pytest.mark.parametrize("no_color", [None, "1"])
def test_differences_are_coloured_at_a_terminal(descry, family, no_color):
    def output(terminal):
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        if no_color:
            environment["NO_COLOR"] = no_color
        command = [descry.path, "groups", str(family), "--diff", "--quiet"]
        if not terminal:
            return subprocess.run(command, env=environment, capture_output=True, check=True).stdout
        ours, theirs = pty.openpty()
        process = subprocess.Popen(command, env=environment, stdout=theirs)
        os.close(theirs)
        read = b""
        try:
            while piece := os.read(ours, 65536):
                read += piece
        except OSError:  # the other end is closed
            pass
        assert process.wait() == 0
        return read
    plain = output(False)
    assert b"[-" in plain and b"{+" in plain and b"\x1b" not in plain
    assert (b"\x1b[31m[-" in output(True)) == (no_color is None)


def test_files_are_looked_into_as_an_index_of_them(descry, many, tmp_path):
    descry("index", tmp_path / "db", many)
    for command in (["groups"], ["groups", "--sort", "least-alike", "--format", "json"]):
        of_files, of_index = [descry(command[0], source, *command[1:]).out
                              for source in (many, tmp_path / "db")]
        assert of_files == of_index
    groups = descry("groups", many, "--sort", "least-alike", "--format", "json").json_lines()
    least = [min(member["similarity"] for member in group["members"]) for group in groups]
    assert least == sorted(least) and least[0] < least[-1]
    a, b = [member["id"] for member in groups[0]["members"][:2]]
    for command in (["explain", a, b], ["similar", a]):
        of_files, of_index = [descry(command[0], source, *command[1:]).out
                              for source in (many, tmp_path / "db")]
        assert of_files == of_index and of_files


def test_files_as_they_come_are_looked_into(descry, tmp_path):
    table = tmp_path / "a.csv"
    table.write_text(f"name,words\nx,{text(0)}\ny,{text(3)}\n")
    result = descry("groups", table, "--text-field", "words", "--format", "json").json_lines()
    assert [member["id"] for member in result[0]["members"]] == [f"{table}:2", f"{table}:3"]
    assert descry("groups", table, "--text-field", "words", "--distance", "0.001",
                  code=NOTHING_FOUND).out == b""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.txt").write_text(text(0))
    (tmp_path / "folder" / "b.txt").write_text(text(3))
    assert b"2 documents alike" in descry("groups", tmp_path / "folder").out
    assert "No such file" in descry("groups", tmp_path / "none", code=ERROR).err
    assert not [name for name in os.listdir(os.environ.get("TMPDIR", "/tmp"))
                if re.fullmatch(r"descry-\w{6}", name)
                and os.stat(os.path.join(os.environ.get("TMPDIR", "/tmp"), name)).st_uid == os.getuid()
                and os.listdir(os.path.join(os.environ.get("TMPDIR", "/tmp"), name)) == ["index"]]


def test_pages_are_alike_by_what_they_say(descry, tmp_path):
    navigation = " ".join(f"<a href=x>chapter {n}</a>" for n in range(200))
    for name in ("one", "two"):
        (tmp_path / f"{name}.html").write_text(
            f"<title>{name}</title><nav>{navigation}</nav><h1>{name}</h1>"
            f"<p>{text(0) if name == 'one' else text(100, 4)}")
    files = [tmp_path / "one.html", tmp_path / "two.html"]
    assert descry("groups", *files, code=NOTHING_FOUND).out == b""
    assert b"2 documents alike" in descry("groups", *files, "--html", "all").out
