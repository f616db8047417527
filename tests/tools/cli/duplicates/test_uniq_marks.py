"""descry uniq --mark: every record as it came, with what uniq decided of it; and --keep none."""
import csv
import io
import json

import pytest

from made import make_documents, write_jsonl
from program import ERROR

NAMES = ["descry_group", "descry_head", "descry_similarity", "descry_kept"]
RENT = "Rent of the hall in the old harbour office"


def json_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def dropped_of(path):
    return {row[0]: (row[1], float(row[2]))
            for row in (line.split("\t") for line in path.read_text().splitlines())}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("marks")
    documents = make_documents(600, seed=11)
    return {"documents": documents, "file": write_jsonl(folder / "a.jsonl", documents)}


@pytest.mark.parametrize("keep", ["first", "last", "longest", "none"])
def test_marks_say_what_the_files_say(descry, inputs, tmp_path, keep):
    files = ["--keep", keep, "--groups", tmp_path / "groups", "--dropped", tmp_path / "dropped"]
    kept = descry("uniq", inputs["file"], *files).out.splitlines(keepends=True)
    result = descry("uniq", inputs["file"], *files, "--mark")
    group_of = {member["id"]: (group["key"], group["members"][0]["id"], member["similarity"])
                for group in json_lines(tmp_path / "groups") for member in group["members"]}
    dropped = dropped_of(tmp_path / "dropped")
    assert len(group_of) > len(dropped) > 50 or keep == "none" and len(group_of) == len(dropped)
    lines = inputs["file"].read_bytes().splitlines(keepends=True)
    marked = result.out.splitlines(keepends=True)
    still = []
    for line, record in zip(lines, marked, strict=True):
        assert record.startswith(line.rstrip(b"}\n")) and record.endswith(b"}\n")
        marks = json.loads(record)
        id = marks["id"]
        assert list(marks)[-4:] == NAMES
        key, head, similarity = group_of.get(id, (None, None, None))
        assert (marks["descry_group"], marks["descry_head"]) == (key, head)
        assert marks["descry_similarity"] == (similarity and pytest.approx(similarity, abs=1e-4))
        assert marks["descry_kept"] == (id not in dropped)
        if id in dropped and head != id:
            assert (head, marks["descry_similarity"]) == dropped[id]
        still += [line] * marks["descry_kept"]
    assert still == kept
    assert (f", all printed: marked {len(kept):,} kept, {len(dropped):,} dropped" in result.err)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_columns_are_appended_to_tables(descry, tmp_path, separator, end):
    """Cells are quoted by the separator of the table; further tables follow as without marks."""
    def line(*cells, last=end):
        return separator.join(cells) + last
    head = f'"a{separator}""b"""'
    (tmp_path / "1.csv").write_text(line("id", "text", "n") + line(head, RENT, "1") +
                                    line("c", f'"{RENT}"', "2", last=""), newline="")
    (tmp_path / "2.csv").write_text(f"text,id\n{RENT},d\nsomething else,e\n")
    out = descry("uniq", "--mark", tmp_path).out.decode()
    header, first, second, third, fourth = out.removesuffix(end).split(end)
    assert header == line("id", "text", "n", *NAMES, last="")
    key = first.split(separator)[4 if separator in head else 3]
    assert first == line(head, RENT, "1", key, head, "1.0000", "true", last="")
    assert second == line("c", f'"{RENT}"', "2", key, head, "1.0000", "false", last="")
    assert third == line("d", RENT, "", key, head, "1.0000", "false", last="")
    assert fourth == line("e", "something else", "", "", "", "", "true", last="")
    rows = list(csv.DictReader(io.StringIO(out, newline=""), delimiter=separator, strict=True))
    assert {row["descry_head"] for row in rows[:3]} == {f'a{separator}"b"'}


def test_what_is_no_record_becomes_a_line_of_json(descry, tmp_path):
    (tmp_path / "a.html").write_text(f"<p>{RENT}</p>")
    (tmp_path / "b.txt").write_text(RENT)
    (tmp_path / "c.csv").write_text(f"id,text\nc,{RENT}\n")
    (tmp_path / "d.jsonl").write_text(f'{{"id": "d", "text": "{RENT}" }} \r\n{{"text":"x","id":5}}')
    rows = descry("uniq", "--mark", tmp_path).json_lines()
    assert [row["descry_kept"] for row in rows] == [True, False, False, False, True]
    assert all(list(row) == (["text", "id"] if row["id"] == 5 else ["id", "text"]) + NAMES
               for row in rows)
    assert len({row["descry_group"] for row in rows[:4]}) == 1
    lines = descry("uniq", "--mark", tmp_path / "d.jsonl").out
    assert lines.startswith(b'{"id": "d", "text": "%s" ,"descry_group":' % RENT.encode())
    assert b'} \r\n{"text":"x","id":5,"descry_group":null,' in lines and lines.endswith(b"true}")
    rows = descry("uniq", "--mark", "--input-format", "lines", tmp_path / "c.csv").json_lines()
    assert [row["text"] for row in rows] == ["id,text", f"c,{RENT}"]


@pytest.mark.parametrize("name", NAMES)
def test_a_field_of_that_name_is_not_overwritten(descry, tmp_path, name):
    for file, content in {"a.jsonl": f'{{"id":1,"text":"a"}}\n{{"id":2,"text":"b","{name}":null}}\n',
                          "b.csv": f"id,text,{name}\n", "c.jsonl": '{"id":2,"text":"b"}\n'}.items():
        (tmp_path / file).write_text(content)
    for file, line in (("a.jsonl", 2), ("b.csv", 1)):
        result = descry("uniq", "--mark", tmp_path / file, code=ERROR)
        assert result.out == b""
        assert f'{file}:{line}: has the field "{name}", which --mark appends' in result.err
    # References are not printed.
    result = descry("uniq", "--mark", tmp_path / "c.jsonl", "--reference", tmp_path / "a.jsonl")
    (row,) = result.json_lines()
    assert (row["descry_head"], row["descry_similarity"], row["descry_kept"]) == (
        f"{tmp_path}/a.jsonl:2:2", 1, False)
    assert descry("uniq", tmp_path / "a.jsonl").code == 0


def test_keep_none_prints_documents_without_near_duplicates(descry, inputs, tmp_path):
    usual = ["--groups", tmp_path / "groups", "--dropped", tmp_path / "dropped"]
    descry("uniq", inputs["file"], *usual)
    groups, members = json_lines(tmp_path / "groups"), dropped_of(tmp_path / "dropped")
    result = descry("uniq", inputs["file"], *usual, "--keep", "none")
    assert json_lines(tmp_path / "groups") == groups
    in_groups = {member["id"] for group in groups for member in group["members"]}
    kept = [json.loads(line)["id"] for line in result.lines]
    assert kept == [d["id"] for d in inputs["documents"] if d["id"] not in in_groups]
    assert f"{len(kept):,} kept, {len(in_groups):,} dropped" in result.err
    dropped = dropped_of(tmp_path / "dropped")
    # A head comes with the member that is nearest to it.
    for group in groups:
        head, *others = [member["id"] for member in group["members"]]
        nearest, similarity = dropped.pop(head)
        assert members[nearest] == (head, similarity)
        assert similarity == max(members[other][1] for other in others)
    assert dropped == members


def test_keep_none_with_references_decisions_and_reports(descry, tmp_path):
    texts = {"old": RENT, "a": f"{RENT} again", "b": "Three barges of grain arrived from the river",
             "c": "Three barges of grain arrived from a river", "d": "Three barges of grain arrive from the river",
             "e": "The lamp of the beacon was trimmed"}
    write_jsonl(tmp_path / "old.jsonl", [{"id": "old", "text": texts.pop("old")}])
    file = write_jsonl(tmp_path / "new.jsonl", [{"id": id, "text": text} for id, text in texts.items()])
    run = ["uniq", file, "--keep", "none", "--reference", tmp_path / "old.jsonl"]
    assert [row["id"] for row in descry(*run).json_lines()] == ["e"]
    # The head is near another member, so it remains dropped.
    (tmp_path / "decisions").write_text("c\tb\tkeep\n")
    decided = descry(*run, "--decisions", tmp_path / "decisions", "--dropped", tmp_path / "dropped")
    assert [row["id"] for row in decided.json_lines()] == ["c", "e"]
    assert {id: other for id, (other, _) in dropped_of(tmp_path / "dropped").items()} == {
        "a": "old", "b": "d", "d": "b"}
    (tmp_path / "decisions").write_text("c\tb\tkeep\nd\tb\tkeep\n")
    both = descry(*run, "--decisions", tmp_path / "decisions")
    assert [row["id"] for row in both.json_lines()] == ["b", "c", "d", "e"]
    report = descry(*run, "--report", tmp_path / "page.html", code=ERROR)
    assert "--keep none keeps none of a group" in report.err and not (tmp_path / "page.html").exists()
    for command in (["report", file, "--output", tmp_path / "p"], ["review", file, "--decisions", tmp_path / "d"],
                    ["prepare", file, "--output", tmp_path / "p"]):
        assert "none is for uniq" in descry(*command, "--keep", "none", code=ERROR).err
