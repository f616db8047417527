"""descry uniq: documents in, those out that are no near-duplicates of others, without an index."""
import json
import os
import re
import subprocess

import pytest

from made import make_documents, write_jsonl
from program import ERROR
from texts import documents_of, varied


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("uniq")
    documents = make_documents(2600, seed=5)
    return {"documents": documents, "file": write_jsonl(folder / "a.jsonl", documents)}


def groups_of(lines):
    """What `groups --format json` says, but for docids and titles, which may be made otherwise."""
    return sorted((group["key"], group["size"],
                   [(member["id"], member["head"], member["similarity"], member["verified"])
                    for member in group["members"]]) for group in lines)


def json_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("options", [[], ["--distance", "0.05"], ["--keep-apart", "numbers"],
                                     ["--rich"]])
def test_the_groups_are_those_of_an_index(descry, inputs, tmp_path, options):
    descry("index", tmp_path / "db", inputs["file"], *options)
    expected = groups_of(descry("groups", tmp_path / "db", "--format", "json").json_lines())
    assert len(expected) > 100
    found = []
    for threads in (1, 3):
        result = descry("uniq", inputs["file"], *options, "--groups", tmp_path / "groups",
                        "--dropped", tmp_path / "dropped", "--threads", threads)
        groups = json_lines(tmp_path / "groups")
        assert groups_of(groups) == expected
        found.append((result.out, groups, (tmp_path / "dropped").read_bytes()))
    assert found[0] == found[1]
    # The lines are those of the file, in its order; what is missing is told, with what stays.
    lines = inputs["file"].read_bytes().splitlines(keepends=True)
    kept = found[0][0].splitlines(keepends=True)
    remaining = iter(lines)
    assert all(line in remaining for line in kept)
    kept_ids = {json.loads(line)["id"] for line in kept}
    members = {member["id"]: (group["members"][0]["id"], member["similarity"])
               for group in groups for member in group["members"] if not member["head"]}
    dropped = [row.split("\t") for row in found[0][2].decode().splitlines()]
    assert {row[0] for row in dropped} == {d["id"] for d in inputs["documents"]} - kept_ids
    for id, stays, similarity, near, _ in dropped:
        assert stays in kept_ids and members[id] == (stays, pytest.approx(float(similarity)))
        assert near == "near"
    assert f"{len(kept):,} kept, {len(dropped):,} dropped" in result.err


def test_more_band_keys_find_more(descry, inputs, tmp_path):
    stay = {}
    for option in ("--compact", "--rich"):
        stay[option] = len(descry("uniq", inputs["file"], option).out)
        descry("prepare", inputs["file"], option, "--output", tmp_path / option)
    assert stay["--rich"] <= stay["--compact"]
    sizes = {option: (tmp_path / option).stat().st_size for option in stay}
    # Eight keys of five bytes and more, but for what compression takes of them.
    assert sizes["--rich"] > sizes["--compact"] + 8 * 5 * 1000
    both = descry("uniq", inputs["file"], "--rich", "--compact", code=ERROR)
    assert "--compact and --rich cannot be combined" in both.err


def test_with_a_model_of_an_index(descry, inputs, tmp_path):
    descry("index", tmp_path / "db", inputs["file"], "--distance", "0.1")
    descry("model", "export", tmp_path / "db", tmp_path / "model")
    descry("uniq", inputs["file"], "--model", tmp_path / "model", "--groups", tmp_path / "groups")
    expected = descry("groups", tmp_path / "db", "--format", "json").json_lines()
    assert groups_of(json_lines(tmp_path / "groups")) == groups_of(expected)
    refused = descry("uniq", inputs["file"], "--model", tmp_path / "model", "--distance", "0.2",
                     code=ERROR)
    assert refused.out == b"" and "--distance" in refused.err


def test_bytes_of_every_format(descry, tmp_path):
    """Line ends, blanks, a header line; what is no line is printed as one."""
    base, near = " ".join(varied(0)), " ".join(varied(3))
    far = " ".join(varied(100, 5))
    lines = (f'  {{"text": "{base}", "id" : 1, "other":[1, 2]}} \r\n'
             f'{{"id":2,"text":"{near}"}}\n'
             f'{{"id":"three","text":"{far}"}}')
    (tmp_path / "a.jsonl").write_bytes(lines.encode())
    kept = descry("uniq", tmp_path / "a.jsonl").out
    assert kept.decode() == lines.split("\n")[0] + "\n" + lines.split("\n")[2]
    rows = f'id,note,text\r\n1,"a ""b""\nc",{base}\r\n2,,{near}\r\n3,x,{far}\r\n'
    (tmp_path / "a.csv").write_bytes(rows.encode())
    (tmp_path / "b.csv").write_bytes(f"id,note,text\r\n4,,{far}x\r\n5,,{near}\r\n".encode())
    kept = descry("uniq", tmp_path / "a.csv", tmp_path / "b.csv").out.decode()
    assert kept == f'id,note,text\r\n1,"a ""b""\nc",{base}\r\n3,x,{far}\r\n'
    (tmp_path / "page.html").write_text(f"<p>{far} and more")
    (tmp_path / "mail.txt").write_text(base)
    told = descry("uniq", tmp_path / "page.html", tmp_path / "mail.txt").json_lines()
    assert [line["id"] for line in told] == [str(tmp_path / "page.html"), str(tmp_path / "mail.txt")]
    assert told[1]["text"] == base
    result = subprocess.run(descry.command("uniq", "--quiet"), input=lines.encode(),
                            capture_output=True, check=True)
    assert result.stdout.decode() == lines.split("\n")[0] + "\n" + lines.split("\n")[2]


KEPT = {"first": "b", "last": "a", "longest": "c", "shortest": "a", "newest:date": "a",
        "max:rank": "c", "min:rank": "b"}


@pytest.mark.parametrize("keep", KEPT)
def test_keep(descry, tmp_path, keep):
    """Ranks are numbers, dates are not; who has none comes last."""
    documents = [{"id": "b", "text": " ".join(varied(0)), "date": "2024-05-01", "rank": 9},
                 {"id": "c", "text": " ".join(varied(1) + ["tail"]), "date": "2023-01-01", "rank": 10},
                 {"id": "a", "text": " ".join(varied(2)[:-1]), "date": "2024-11-30"}]
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    (kept,) = descry("uniq", file, "--keep", keep).json_lines()
    assert kept["id"] == KEPT[keep]
    for wrong in ("best", "newest", "max:", "last:rank", ""):
        assert f'"{wrong}" is not first, last' in descry("uniq", file, "--keep", wrong, code=ERROR).err


@pytest.mark.parametrize("quote", ["", '"'])
def test_numbers_are_compared_exactly(descry, tmp_path, quote):
    """Nanoseconds and snowflake ids, which no double holds."""
    file = tmp_path / "a.jsonl"
    words = " ".join(varied(0))
    file.write_text("".join(f'{{"id":"{id_}","text":"{words}","at":{quote}{at}{quote}}}\n'
                            for id_, at in (("old", 2**63), ("older", 2**63 - 1), ("new", 2**63 + 1))))
    for keep, kept in (("newest:at", "new"), ("min:at", "older")):
        assert [row["id"] for row in descry("uniq", file, "--keep", keep).json_lines()] == [kept]


def test_of_equal_ones_the_earlier_is_kept_but_by_last(descry, tmp_path):
    """The last is kept in the groups that the first of the same documents backwards are in."""
    documents = [{"id": str(n), "text": " ".join(varied(5 * n)), "rank": 1} for n in range(12)]
    forwards = write_jsonl(tmp_path / "forwards.jsonl", documents)
    backwards = write_jsonl(tmp_path / "backwards.jsonl", documents[::-1])
    kept = [row["id"] for row in descry("uniq", forwards, "--keep", "last").json_lines()]
    assert kept == [row["id"] for row in descry("uniq", backwards).json_lines()][::-1]
    assert kept != [row["id"] for row in descry("uniq", forwards).json_lines()]
    copies = write_jsonl(tmp_path / "copies.jsonl", [{**documents[0], "id": str(n)} for n in range(3)])
    for keep in KEPT:
        (only,) = descry("uniq", copies, "--keep", keep.replace("date", "rank")).json_lines()
        assert only["id"] == ("2" if keep == "last" else "0"), keep


def test_references(descry, tmp_path):
    """Never printed, never left out; a new document goes where it is near one of them."""
    old = write_jsonl(tmp_path / "old.jsonl", documents_of(
        {"old": varied(0), "old twin": varied(1), "old alone": varied(100, 6)}))
    new = write_jsonl(tmp_path / "new.jsonl", documents_of(
        {"near": varied(4), "beyond": varied(20), "other": varied(100, 4), "copy": varied(100, 4)}))
    result = descry("uniq", new, "--reference", old, "--dropped", tmp_path / "dropped",
                    "--groups", tmp_path / "groups")
    assert [line["id"] for line in result.json_lines()] == ["beyond", "other"]
    dropped = [line.split("\t")[:2] for line in (tmp_path / "dropped").read_text().splitlines()]
    assert dropped == [["near", "old"], ["copy", "other"]]
    assert "beside 3 references" in result.err
    # A new document that is near a reference leads nobody out: what is near it alone stays.
    chain = write_jsonl(tmp_path / "chain.jsonl", documents_of(
        {"middle": varied(11), "end": varied(22), "end twin": varied(23)}))
    result = descry("uniq", chain, "--reference", old, "--dropped", tmp_path / "dropped")
    assert [line["id"] for line in result.json_lines()] == ["end"]
    dropped = [line.split("\t")[:2] for line in (tmp_path / "dropped").read_text().splitlines()]
    assert dropped == [["middle", "old"], ["end twin", "end"]]
    docids = {member["id"]: member["docid"] for group in json_lines(tmp_path / "groups")
              for member in group["members"]}
    assert docids["old"] is None and docids["other"] == 3
    assert docids["near"] == 1


def test_prepared_references(descry, inputs, tmp_path):
    """What is near one of its documents goes, as where these are read themselves."""
    lines = inputs["file"].read_bytes().splitlines(keepends=True)
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    old.write_bytes(b"".join(lines[:2200]))
    new.write_bytes(b"".join(lines[2200:]))
    descry("index", tmp_path / "db", old)
    descry("model", "export", tmp_path / "db", tmp_path / "model")
    descry("prepare", tmp_path / "db", "--output", tmp_path / "prepared")
    written = [tmp_path / "dropped", tmp_path / "groups", tmp_path / "report"]
    outputs = ["--dropped", written[0], "--groups", written[1], "--report", written[2]]
    found = []
    for reference in ([old, "--model", tmp_path / "model"], [tmp_path / "prepared"],
                      [tmp_path / "prepared", "--model", tmp_path / "model", "--threads", 1]):
        result = descry("uniq", new, "--reference", *reference, *outputs)
        assert "beside 2,200 references" in result.err
        # Fields of prepared documents are not known.
        pairs = [line.rpartition(b"\t")[0] for line in written[0].read_bytes().splitlines()]
        found.append([result.out, pairs, groups_of(json_lines(written[1]))])
    assert found[0] == found[1] == found[2]
    old_ids = {json.loads(line)["id"] for line in lines[:2200]}
    kept_for = [line.split(b"\t")[1].decode() for line in found[0][1]]
    assert len([id for id in kept_for if id in old_ids]) > 20
    assert len([id for id in kept_for if id not in old_ids]) > 20
    # Beside other references, and of two machines.
    more = tmp_path / "more.jsonl"
    more.write_bytes(b"".join(lines[2200:2300]))
    result = descry("uniq", new, "--reference", more, "--reference", tmp_path / "prepared")
    kept = [json.loads(line)["id"] for line in found[0][0].splitlines()]
    known = {json.loads(line)["id"] for line in lines[2200:2300]}
    assert {line["id"] for line in result.json_lines()} <= set(kept) - known


def test_nothing_new_beside_references(descry, tmp_path):
    """Of so many documents the model has words, and references have keys by them."""
    references = write_jsonl(tmp_path / "references.jsonl", make_documents(2600, seed=8))
    same = tmp_path / "same.jsonl"
    same.write_bytes(b"".join(references.read_bytes().splitlines(True)[:5]))
    without_words = write_jsonl(tmp_path / "none.jsonl", [{"id": "1", "text": "..."},
                                                          {"id": "2", "text": ""}])
    (tmp_path / "empty.jsonl").write_bytes(b"")
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(references.read_bytes())
    for file, kept in [(same, b""), (copy, b""), (tmp_path / "empty.jsonl", b""),
                       (without_words, without_words.read_bytes())]:
        assert descry("uniq", file, "--reference", references).out == kept


def test_prepared_files_that_are_no_references(descry, inputs, tmp_path):
    other = write_jsonl(tmp_path / "other.jsonl", documents_of({"a": varied(0)}))
    descry("index", tmp_path / "db", inputs["file"])
    descry("index", tmp_path / "other", other)
    descry("prepare", tmp_path / "db", "--output", tmp_path / "prepared")
    descry("prepare", tmp_path / "other", "--output", tmp_path / "another")
    descry("model", "export", tmp_path / "other", tmp_path / "model")
    prepared = ["--reference", tmp_path / "prepared"]
    for options in (["--distance", "0.1"], ["--keep-apart", "numbers"]):
        assert "whose model sets" in descry("uniq", other, *prepared, *options, code=None).err
    for options in (["--model", tmp_path / "model"], ["--reference", tmp_path / "another"]):
        result = descry("uniq", other, *prepared, *options, code=ERROR)
        assert "of model" in result.err and result.out == b""
    whole = (tmp_path / "prepared").read_bytes()
    for damage in (whole[:-9], whole[:-2000] + b"x" + whole[-1999:]):
        (tmp_path / "prepared").write_bytes(damage)
        result = descry("uniq", other, *prepared, code=ERROR)
        assert f"{tmp_path / 'prepared'}: the prepared file is" in result.err and result.out == b""


def test_bad_input_and_nothing(descry, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id":1,"text":"one two"}\n{"id":2}\n{"id":3,"text":""}\n')
    result = descry("uniq", tmp_path / "a.jsonl", code=ERROR)
    assert [line["id"] for line in result.json_lines()] == [1, 3]
    assert "a.jsonl:2: " in result.err
    (tmp_path / "empty.jsonl").write_text("")
    assert descry("uniq", tmp_path / "empty.jsonl").out == b""
    missing = descry("uniq", tmp_path / "none.jsonl", code=ERROR)
    assert "none.jsonl" in missing.err


def test_no_half_file(descry, inputs, tmp_path):
    """What cannot be written is named; a file of that name stays as it is."""
    file = inputs["file"]
    full = descry("uniq", file, "--dropped", "/dev/full", code=ERROR)
    assert "/dev/full" in full.err
    (tmp_path / "dropped").write_text("a\tb\t0.9000\n")
    os.chmod(tmp_path, 0o755)
    result = descry("uniq", file, "--dropped", tmp_path / "dropped", "--groups",
                    tmp_path / "none" / "groups", code=ERROR)
    assert "groups" in result.err
    assert not [name for name in os.listdir(tmp_path) if ".part-" in name]


def sequences(chance, alphabet, length):
    return ["".join(chance.choice(alphabet) for _ in range(length)) for _ in range(2)]


@pytest.mark.parametrize("alphabet", ["ACGT", "0123456789abcdef", "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                                      "\ua984\ua985\ua986\ua98f\ua990\ua992\ua994"])
@pytest.mark.parametrize("length", [246, 3000])
def test_long_words_count(descry, tmp_path, chance, alphabet, length):
    """Texts that differ in one long word alone are as far apart as that says."""
    one, other = sequences(chance, alphabet, length)
    near = one[:100] + alphabet[0] + one[100:]
    documents = [{"id": "one", "text": f"Sequence of the sample called A: {one} end of it"},
                 {"id": "other", "text": f"Sequence of the sample called A: {other} end of it"},
                 {"id": "near", "text": f"Sequence of the sample called A: {near} end of it"}]
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    kept = [line["id"] for line in descry("uniq", file).json_lines()]
    assert kept == ["one", "other"]
    descry("index", tmp_path / "db", file)
    found = descry("search", tmp_path / "db", other, "--format", "json").json()["results"]
    assert [result["id"] for result in found] == ["other"]
