"""A look before anything goes: review, decisions, and groups of files."""
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import tarfile
import time

import pytest

from made import write_jsonl
from page import Page
from program import ERROR, NOTHING_FOUND
from texts import documents_of, text, varied

SIGNS = {"a": "The lease of flat 7 costs 500 euros; see note (3).", "b": "The lease of flat 7 costs 500 euros, see note {3}!",
         "c": "The lease of flat 7 costs 500 euros;  see NOTE (3)."}


@pytest.fixture
def signs(tmp_path):
    """Texts of the same words: one differs in punctuation, one in white space and case alone."""
    return write_jsonl(tmp_path / "signs.jsonl", [{"id": id, "text": text} for id, text in SIGNS.items()])


def test_texts_of_the_same_words_are_told_from_equal_ones(descry, signs, tmp_path):
    descry("report", signs, "--output", tmp_path / "p.html")
    page = Page((tmp_path / "p.html").read_text())
    assert "99.9 % same words:" in page.text and page.text.count("100.0 %") == 2  # in the table, and in the pair's line
    # The kept document's own signs are insertions, the dropped one's deletions.
    assert {text.strip() for text in page.marked["ins"]} == {"euros;", "(3)."}
    assert {text.strip() for text in page.marked["del"]} == {"euros,", "{3}!"}
    assert page.text.count("The lease of flat 7 costs 500 euros; see NOTE (3).") == 2  # title and text of c
    result = review(descry, signs, tmp_path / "decisions.tsv", "k")
    assert "1 of 1: 99.9% similar, same words" in result.out.decode() and "[-euros;-] {+euros,+}" in result.out.decode()
    assert [row[:2] for row in decisions(tmp_path / "decisions.tsv")] == [["b", "a"]]
    ab, ac = [descry("explain", signs, "a", other).text for other in "bc"]
    assert "99.9% (" in ab and "same words; the texts differ" in ab and "[-(3).-] {+{3}!+}" in ab
    assert "100.0% (" in ac and "both texts begin: The lease" in ac
    assert [descry("explain", signs, "a", other, "--format", "json").json()["equal_texts"]
            for other in "bc"] == [False, True]


def test_documents_of_one_id_are_all_looked_at(descry, many, tmp_path):
    """As uniq names them: where ids are those of others, none replaces another."""
    rows = [json.loads(line) for line in many.read_text().splitlines()]
    for number, row in enumerate(rows):
        row["id"] = f"id{number % 5}"
    same = write_jsonl(tmp_path / "same.jsonl", [*rows, {"id": "alone", "text": "of its own"}])
    dropped = tmp_path / "dropped.tsv"
    descry("uniq", same, "--dropped", dropped)
    pairs = {tuple(line.split("\t")[:2]) for line in dropped.read_text().splitlines()}
    result = descry("groups", same, "--format", "json")
    groups = [json.loads(line) for line in result.out.decode().splitlines()]
    listed = {(member["id"], group["members"][0]["id"]) for group in groups for member in group["members"][1:]}
    assert listed == pairs and len(pairs) > 3
    assert "replaced" not in result.err


def test_documents_of_one_id_and_place_are_numbered(descry, tmp_path):
    """As in uniq: elements of an array on one line."""
    rows = [{"id": "x", "text": " ".join(varied(n % 2))} for n in range(3)] + documents_of({"y": varied(100, 4)})
    array = tmp_path / "a.json"
    array.write_text(json.dumps(rows))
    descry("uniq", array, "--groups", tmp_path / "groups.jsonl")
    (named,) = [json.loads(line) for line in (tmp_path / "groups.jsonl").read_text().splitlines()]
    (shown,) = descry("groups", array, "--format", "json").json_lines()
    ids = [member["id"] for member in shown["members"]]
    assert ids == [f"{array}:1:x", f"{array}:1:x#2", f"{array}:1:x#3"]
    assert ids == [member["id"] for member in named["members"]]


def test_an_id_that_is_the_name_of_another_is_named_by_its_place(descry, tmp_path):
    texts = ["The ferry to the islands leaves at nine in the morning from the old pier",
             "A wholly different sentence about the keeper of the lighthouse and his two grey cats",
             "Customs officers searched a brig and found nothing but salt and wool on board",
             "The minutes of the harbour council were read, amended and signed by all who were there"]
    file = tmp_path / "c.jsonl"
    first, second = f"{file}:1:x", f"{file}:3:{file}:1:x"
    write_jsonl(file, [{"id": id, "text": text + end} for end in ("", " today")
                       for id, text in zip(("x", "x", first, second) if not end else "abcd", texts)])
    expected = {frozenset(pair) for pair in ((first, "a"), (f"{file}:2:x", "b"), (second, "c"),
                                             (f"{file}:4:{second}", "d"))}
    for command in ("groups", "uniq"):
        if command == "uniq":
            descry("uniq", file, "--groups", tmp_path / "groups")
            groups = [json.loads(line) for line in (tmp_path / "groups").read_text().splitlines()]
        else:
            groups = descry("groups", file, "--format", "json").json_lines()
        assert {frozenset(member["id"] for member in group["members"]) for group in groups} == expected
    assert descry("explain", file, first, "a", "--format", "json").json()["same_group"]


def test_files_whose_ids_repeat_are_read_to_their_ends_once_more(descry, tmp_path):
    """What is wrong in them is said once."""
    (tmp_path / "a.jsonl").write_text("".join(
        json.dumps({"id": "x", "text": " ".join(varied(n))}) + "\n" for n in range(3)) + "no JSON\n")
    result = descry("groups", tmp_path / "a.jsonl", code=ERROR)
    assert result.err.count("not a JSON object") + result.err.count("invalid JSON") == 1


def decisions(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


def review(descry, source, path, keys):
    return descry("review", source, "--decisions", path, stdin=keys.encode(), code=None)


def test_what_is_kept_stays(descry, many, tmp_path):
    path = tmp_path / "decisions.tsv"
    before = json_ids(descry("uniq", many, "--quiet").out)
    result = review(descry, many, path, "kdsq")
    assert "k keep both, d drop B, w swap: keep B, drop A, s skip, b back, q quit" in result.out.decode()
    kept, dropped = [next(row for row in decisions(path) if row[2] == what)
                     for what in ("keep", "drop")]
    after = descry("uniq", many, "--decisions", path)
    assert f"1 document kept because of {path}\n" in after.err
    assert json_ids(after.out) - before == {kept[0]}
    assert dropped[0] not in json_ids(after.out)
    # Of an index the same pairs are asked, and heeded.
    descry("index", tmp_path / "db", many)
    result = review(descry, tmp_path / "db", path, "kq")
    assert f"{path} already holds 2 decisions" in result.err
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
    assert "0 of 0 pairs decided" in result.err and not (tmp_path / "decisions.tsv").exists()


def test_ids_with_tabs_are_decided(descry, tmp_path):
    documents = documents_of({"a\tb\\": varied(0), "c\nd": varied(3)})
    path = tmp_path / "decisions.tsv"
    source = write_jsonl(tmp_path / "a.jsonl", documents)
    review(descry, source, path, "k")
    assert len(json_ids(descry("uniq", source, "--decisions", path).out)) == 2


def test_files_that_are_no_decisions(descry, many, tmp_path):
    (tmp_path / "wrong").write_text("a\tb\tkeep\na\tb\tperhaps\n")
    result = descry("uniq", many, "--decisions", tmp_path / "wrong", code=ERROR)
    assert f"{tmp_path / 'wrong'}:2: not a decision" in result.err and result.out == b""
    for kind, path in (("folder", tmp_path), ("device", "/dev/zero")):
        for command in ([ "uniq", many], ["review", many]):
            result = descry(*command, "--decisions", path, stdin=b"q", code=ERROR)
            assert result.out == b""
        assert f"{path}: a {kind}, not a decisions file" in descry("uniq", many, "--decisions", path, code=ERROR).err


def warc(path):
    pages = [f"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{text(i)}\r\n" for i in (0, 2, 3)]
    path.write_bytes("".join(f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://x/\r\nContent-Length: "
                             f"{len(page)}\r\n\r\n{page}\r\n\r\n" for page in pages).encode())


def tar(path):
    with tarfile.open(path, "w") as archive:
        for i in (0, 2, 3):
            content = text(i).encode()
            member = tarfile.TarInfo("a.txt")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def array(path):
    path.write_text(json.dumps([{"id": "x", "text": text(i)} for i in (0, 2, 3)]))


@pytest.mark.parametrize("write, name, place", [(warc, "a.warc", "(http://x/):http://x/"), (array, "a.json", ":1:x"),
                                                (tar, "a.tar", "(a.txt):{path}/a.txt")])
def test_documents_of_one_place_are_told_apart(descry, tmp_path, write, name, place):
    """Several of one address, of one name in an archive, on one line: a decision counts for the one that was seen."""
    path = tmp_path / name
    write(path)
    first = f"{path}{place.format(path=path)}"
    descry("uniq", path, "--dropped", tmp_path / "dropped")
    names = [line.split("\t")[:2] for line in (tmp_path / "dropped").read_text().splitlines()]
    assert names == [[f"{first}#2", first], [f"{first}#3", first]]
    descry("review", path, "--decisions", tmp_path / "d", stdin=b"kd")
    decisions = [line.split("\t") for line in (tmp_path / "d").read_text().splitlines()]
    kept = next(a for a, b, what in decisions if what == "keep")
    result = descry("uniq", path, "--decisions", tmp_path / "d", "--dropped", tmp_path / "dropped", "--force")
    assert len(result.out.splitlines()) == 2 and "void" not in result.err
    dropped = [line.split("\t")[0] for line in (tmp_path / "dropped").read_text().splitlines()]
    assert sorted([kept, *dropped]) == [f"{first}#2", f"{first}#3"]


def test_decisions_of_another_system_are_read(descry, family, tmp_path):
    path = tmp_path / "decisions.tsv"
    path.write_bytes(b"\xef\xbb\xbf\r\nmember\thead\tkeep\r\nhead\tmember\tkeep\r\n")
    assert "member" in json_ids(descry("uniq", family, "--decisions", path).out)
    review(descry, family, path, "q")  # it is a decisions file for review, too


def test_decisions_that_contradict_are_refused(descry, family, tmp_path):
    path = tmp_path / "decisions.tsv"
    path.write_text("member\thead\tkeep\n\nhead\tmember\tdrop\n")
    result = descry("uniq", family, "--decisions", path, code=ERROR)
    assert f"{path}:3: contradicts line 1" in result.err and result.out == b""


def test_decisions_that_are_void_are_named(descry, tmp_path):
    path = tmp_path / "decisions.tsv"
    source = write_jsonl(tmp_path / "a.jsonl", documents_of({"copy": varied(0), "head": varied(0), "member": varied(3)}))
    path.write_text("member\thead\tkeep\ngone\thead\tdrop\nmember\tcopy\tdrop\n")
    err = descry("uniq", source, "--decisions", path).err
    assert f"{path}: member, head: keep is void: member is dropped for copy" in err
    assert f"{path}: gone, head: drop is void: no document has the id gone" in err
    assert err.count(" is void") == 2
    descry("index", tmp_path / "db", source, "--quiet")
    err = descry("deduplicate", tmp_path / "db", "--decisions", path).err
    assert err.count(" is void") == 2 and "gone, head: drop is void" in err


def test_ids_of_several_files_are_told_apart(descry, tmp_path):
    for name, first in (("a", 0), ("b", 100)):
        (tmp_path / f"{name}.csv").write_text(f"id,text\n1,{text(0 + first)}\n2,{text(3 + first)}\n{name},{text(first, 4)}\n")
    sources = [tmp_path / "a.csv", tmp_path / "b.csv"]
    descry("uniq", *sources, "--dropped", tmp_path / "dropped.tsv", "--groups", tmp_path / "groups.jsonl")
    pairs = [line.split("\t")[:2] for line in (tmp_path / "dropped.tsv").read_text().splitlines()]
    assert [f"{tmp_path}/a.csv:3:2", f"{tmp_path}/a.csv:2:1"] in pairs
    assert [f"{tmp_path}/b.csv:3:2", f"{tmp_path}/b.csv:2:1"] in pairs
    assert not {"1", "2"} & {id for pair in pairs for id in pair}
    groups = [json.loads(line) for line in (tmp_path / "groups.jsonl").read_text().splitlines()]
    ids = [member["id"] for group in groups for member in group["members"]]
    assert len(ids) == len(set(ids))
    # An answer counts for the pair that was seen, and for no other.
    path = tmp_path / "decisions.tsv"
    result = descry("review", *sources, "--decisions", path, stdin=b"kq", code=None)
    kept = descry("uniq", *sources, "--decisions", path)
    assert f"1 document kept because of {path}\n" in kept.err and "1 of " in result.err


def at_a_terminal(descry, source, path, *keys):
    """Presses keys one after the other. @return what was shown, and the exit code"""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(descry.path, [str(descry.path), "review", str(source), "--decisions", str(path)])
    shown, left, end = b"", list(keys), time.time() + 60
    asked = 0
    while time.time() < end:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            shown += os.read(terminal, 65536)
        except OSError:
            return shown.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if shown.count(b"q quit: ") > asked and left:
            asked = shown.count(b"q quit: ")
            os.write(terminal, left.pop(0))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    raise AssertionError("review goes on: " + shown.decode())


def test_each_way_out_says_what_is_so(descry, many, tmp_path):
    path = tmp_path / "decisions.tsv"
    shown, code = at_a_terminal(descry, many, path, b"k", b"\x03")
    assert code == 130 and f"stopped; every answer is saved in {path}" in shown
    assert [row[2] for row in decisions(path)] == ["keep"]
    shown, code = at_a_terminal(descry, many, path, b"d", b"\x04")
    assert code == 0 and f"2 of " in shown and f"apply with: descry uniq --decisions {path}" in shown
    assert sorted(row[2] for row in decisions(path)) == ["drop", "keep"]
    shown, code = at_a_terminal(descry, many, tmp_path / "none", b"q")
    assert code == 0 and "0 of" in shown and "next:" not in shown and not (tmp_path / "none").exists()


def test_force_replaces_what_holds_no_decisions(descry, family, tmp_path):
    path = tmp_path / "mine.tsv"
    path.write_text("hello\n")
    result = descry("review", family, "--decisions", path, stdin=b"k", code=ERROR)
    assert "use --force to overwrite it" in result.err and path.read_text() == "hello\n"
    descry("review", family, "--decisions", path, "--force", stdin=b"q")
    assert path.read_text() == "hello\n"
    descry("review", family, "--decisions", path, "--force", stdin=b"kq")
    assert [row[2] for row in decisions(path)] == ["keep"]
    descry("review", family, "--decisions", path, "--force", stdin=b"q")
    assert [row[2] for row in decisions(path)] == ["keep"]


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
    (tmp_path / "temporary").mkdir()
    own = {"TMPDIR": str(tmp_path / "temporary")}
    assert b"Group of 2 documents" in descry("groups", tmp_path / "folder", env=own).out
    assert "No such file" in descry("groups", tmp_path / "none", code=ERROR, env=own).err
    assert os.listdir(tmp_path / "temporary") == []


def test_pages_are_alike_by_what_they_say(descry, tmp_path):
    navigation = " ".join(f"<a href=x>chapter {n}</a>" for n in range(200))
    for name in ("one", "two"):
        (tmp_path / f"{name}.html").write_text(
            f"<title>{name}</title><nav>{navigation}</nav><h1>{name}</h1>"
            f"<p>{text(0) if name == 'one' else text(100, 4)}")
    files = [tmp_path / "one.html", tmp_path / "two.html"]
    assert descry("groups", *files, code=NOTHING_FOUND).out == b""
    assert b"Group of 2 documents" in descry("groups", *files, "--html", "all").out
