"""The same groups as the program's, head, members, key and distance."""
import json
import os
import subprocess

import pytest

import descry
from conftest import groups_of, told

COLLECTIONS = ["api-reference", "debian-copyright", "docs-versions", "enron-spam", "febrl1",
               "hadith-english", "installation-guide", "license-texts", "overproof",
               "react-docs-ru", "reuters21578"]


def near(mine, theirs):
    """Equal but for the last digit that the program rounds its similarities to."""
    assert [(key, head, {id for id, _ in members}) for key, head, members in mine] == \
           [(key, head, {id for id, _ in members}) for key, head, members in theirs]
    for (_, _, a), (_, _, b) in zip(mine, theirs):
        for (_, x), (_, y) in zip(sorted(a), sorted(b)):
            assert x == pytest.approx(y, abs=1.01e-4)


# Of all scripts, of scans, and of news; the others where all is asked for.
@pytest.mark.parametrize("name", COLLECTIONS if os.environ.get("DESCRY_FULL_VOLUME") else
                         ["installation-guide", "overproof", "reuters21578"])
def test_collections(name, shared, program, tmp_path):
    path = shared / "corpora" / f"{name}.jsonl.zst"
    lines = subprocess.run(["zstd", "-dc", "--long=27", path], check=True,
                           capture_output=True).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    program("uniq", path, "--groups", tmp_path / "groups", "--quiet")
    found = descry.group([row["text"] for row in rows], id=[row["id"] for row in rows])
    assert len(found) > 0
    near(told(found), groups_of((tmp_path / "groups").read_text()))


@pytest.fixture(scope="module")
def file(rows, tmp_path_factory):
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("keep", ["first", "last", "longest", "shortest", "newest:date", "max:rank",
                                  "min:rank", "none", "newest:date,longest", "longest,min:rank,last",
                                  "prefer:date=2026-01-07|2026-01-02,max:rank"])
def test_which_is_kept(keep, rows, file, program, tmp_path):
    program("uniq", file, "--keep", keep, "--groups", tmp_path / "groups", "--quiet")
    found = descry.group(rows, id="id", keep=keep)
    near(told(found), groups_of((tmp_path / "groups").read_text()))


@pytest.mark.parametrize("options", [{"distance": 0.05}, {"distance": 0.3},
                                     {"keep_apart": "numbers"}])
def test_options(options, rows, file, program, tmp_path):
    given = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    program("uniq", file, *given, "--groups", tmp_path / "groups", "--quiet")
    near(told(descry.group(rows, id="id", **options)),
         groups_of((tmp_path / "groups").read_text()))


def test_models_cross(rows, file, program, tmp_path):
    """One learned here groups there, and is the one that is learned there."""
    model = descry.Model.learn(rows)
    model.save(tmp_path / "model")
    assert descry.Model.load(tmp_path / "model") == model
    assert descry.group(rows).model == model
    program("uniq", file, "--model", tmp_path / "model", "--groups", tmp_path / "groups", "--quiet")
    half = rows[:1500]
    found = descry.group(half, id="id", model=model)
    (tmp_path / "half").write_text("".join(json.dumps(row) + "\n" for row in half))
    program("uniq", "--input-format", "json", tmp_path / "half", "--model", tmp_path / "model",
            "--groups", tmp_path / "half-groups", "--quiet")
    assert found.model == model
    near(told(found), groups_of((tmp_path / "half-groups").read_text()))


def test_prepared_files_cross(rows, file, program, tmp_path):
    model = descry.Model.learn(rows)
    model.save(tmp_path / "model")
    descry.prepare(rows, model, id="id").save(tmp_path / "mine")
    program("prepare", file, "--model", tmp_path / "model", "--output", tmp_path / "theirs")
    assert (tmp_path / "mine").read_bytes() == (tmp_path / "theirs").read_bytes()
    assert len(descry.Prepared.load(tmp_path / "theirs")) == len(rows)


def test_references(rows, file, program, tmp_path):
    old, new = rows[:2000], rows[2000:]
    for name, part in ("old", old), ("new", new):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in part))
    kept = program("uniq", tmp_path / "new.jsonl", "--reference", tmp_path / "old.jsonl",
                   "--groups", tmp_path / "groups", "--quiet")
    found = descry.group(new, id="id", reference=old)
    assert [row["id"] for row in found.heads()] == [json.loads(line)["id"]
                                                    for line in kept.splitlines()]
    near(told(found), groups_of((tmp_path / "groups").read_text()))

    model = descry.Model.learn(rows)
    model.save(tmp_path / "model")
    prepared = descry.prepare(old, model, id="id")
    prepared.save(tmp_path / "prepared")
    kept = program("uniq", tmp_path / "new.jsonl", "--reference", tmp_path / "prepared", "--quiet")
    found = descry.group(new, id="id", reference=prepared)
    assert [row["id"] for row in found.heads()] == [json.loads(line)["id"]
                                                    for line in kept.splitlines()]
    assert found.model == model


MARKS = ["descry_group", "descry_head", "descry_similarity", "descry_kept"]


@pytest.mark.parametrize("keep", ["first", "longest", "none"])
@pytest.mark.parametrize("references", [0, 500])
def test_the_table_has_the_marks_of_the_program(rows, keep, references, program, tmp_path):
    options = []
    for name, some in (("old", rows[:references]), ("new", rows[references:])):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in some))
    if references:
        options = ["--reference", tmp_path / "old"]
    printed = [json.loads(line) for line in program(
        "uniq", tmp_path / "new", "--keep", keep, "--mark", "--dropped", tmp_path / "dropped", "--quiet",
        *options).splitlines()]
    found = descry.group(rows[references:], id="id", keep=keep, reference=rows[:references] or None)
    table = found.table().to_pydict()
    assert list(table)[-4:] == MARKS
    for name in ["id", *MARKS]:
        assert table[name] == [row[name] for row in printed]
    assert found.kept_count == sum(table["descry_kept"])
    dropped = found.dropped().to_pydict()
    assert list(zip(dropped["id"], dropped["head"])) == [
        tuple(line.split("\t")[:2]) for line in (tmp_path / "dropped").read_text().splitlines()]
    kept = [row["id"] for row in printed if row["descry_kept"]]
    assert [row["id"] for row in found.heads()] == kept == found.kept().to_pydict()["id"]
