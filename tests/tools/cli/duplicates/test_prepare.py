"""descry prepare, combine, groups import: documents of several machines, grouped as those of one."""
import itertools
import json
import random
import shutil
import subprocess

import pytest

import dump
from made import make_documents, write_jsonl
from program import ERROR
from texts import documents_of, varied


def groups_of(lines):
    return sorted((group["key"], group["size"],
                   sorted((member["id"], member["head"], member["similarity"],
                           member["verified"]) for member in group["members"]))
                  for group in lines)


@pytest.fixture(scope="module")
def whole(descry, tmp_path_factory):
    """Documents in one index, its model and its groups."""
    folder = tmp_path_factory.mktemp("prepared")
    documents = [{**document, "place": i}
                 for i, document in enumerate(make_documents(2600, seed=6))]
    file = write_jsonl(folder / "all.jsonl", documents)
    descry("index", folder / "db", file)
    descry("model", "export", folder / "db", folder / "model")
    groups = groups_of(descry("groups", folder / "db", "--format", "json").json_lines())
    assert len(groups) > 100
    return {"folder": folder, "documents": documents, "file": file, "groups": groups,
            "db": folder / "db", "model": folder / "model"}


def test_a_prepared_index_has_its_groups(descry, whole, tmp_path):
    descry("prepare", whole["db"], "--output", tmp_path / "one", "--threads", 1)
    descry("prepare", whole["db"], "--model", whole["model"], "--output", tmp_path / "three",
           "--threads", 3)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "three").read_bytes()
    grouped = descry("combine", tmp_path / "one")
    assert groups_of(grouped.json_lines()) == whole["groups"]
    assert grouped.out == descry("combine", tmp_path / "three", "--threads", 3).out
    descry("combine", tmp_path / "one", "--output", tmp_path / "groups")
    assert (tmp_path / "groups").read_bytes() == grouped.out
    # In the order of their heads, as one index has them.
    listed = descry("groups", whole["db"], "--format", "json").json_lines()
    assert ([[member["docid"] for member in group["members"]] for group in listed] ==
            [[member["docid"] for member in group["members"]] for group in grouped.json_lines()])


@pytest.mark.parametrize("parts, deal", [(3, "hash"), (16, "hash"), (2, "halves"),
                                         (4, "reversed")])
def test_whatever_files_documents_are_dealt_out_to(descry, whole, tmp_path, parts, deal):
    documents = whole["documents"]
    dealt = [[] for _ in range(parts)]
    for i, document in enumerate(documents):
        part = {"hash": random.Random(i).randrange(parts), "halves": i * parts // len(documents),
                "reversed": i % parts}[deal]
        dealt[part].append(document)
    if deal == "reversed":
        dealt = [part[::-1] for part in dealt]
    prepared = []
    for number, part in enumerate(dealt):
        file = write_jsonl(tmp_path / f"{number}.jsonl", part)
        prepared.append(tmp_path / f"{number}.prepared")
        descry("prepare", file, "--model", whole["model"], "--keep", "min:place", "--output",
               prepared[-1])
    found = descry("combine", *prepared).out
    assert groups_of(json.loads(line) for line in found.splitlines()) == whole["groups"]
    random.Random(1).shuffle(prepared)
    assert descry("combine", *prepared).out == found


def test_halves_that_are_numbered_in_a_row(descry, whole, tmp_path):
    documents, prepared = whole["documents"], []
    for number, begin in enumerate((0, 1300)):
        file = write_jsonl(tmp_path / f"{number}.jsonl", documents[begin:begin + 1300])
        prepared.append(tmp_path / f"{number}.prepared")
        descry("prepare", "-", "--model", whole["model"], "--first-number", begin + 1,
               "--input-format", "jsonl", "--output", prepared[-1], stdin=file.read_bytes())
    found = descry("combine", *prepared[::-1]).json_lines()
    assert groups_of(found) == whole["groups"]
    assert all(member["docid"] - 1 == documents[member["docid"] - 1]["place"]
               for group in found for member in group["members"])


def test_orders_are_those_of_an_index(descry, whole, tmp_path):
    """The greatest value first, those without one last."""
    documents = [dict(document) for document in whole["documents"]]
    for i, document in enumerate(documents):
        del document["place"]
        if i % 3:
            document["day"] = str(i * 7919 % 1000).zfill(3)
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    for order in ["newest", "min"]:
        db = tmp_path / order
        descry("index", db, file, "--value", "day:3", "--group-order", f"{order}:3")
        descry("prepare", db, "--output", tmp_path / "a.prepared")
        expected = groups_of(descry("groups", db, "--format", "json").json_lines())
        assert groups_of(descry("combine", tmp_path / "a.prepared").json_lines()) == expected
        descry("model", "export", db, tmp_path / "model")
        descry("prepare", file, "--model", tmp_path / "model", "--keep", f"{order}:day",
               "--output", tmp_path / "b.prepared")
        assert groups_of(descry("combine", tmp_path / "b.prepared").json_lines()) == expected


def test_an_index_without_text_or_positions(descry, tmp_path):
    """Only its words are known: a prepared file holds them."""
    xapian = pytest.importorskip("xapian")
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_CREATE)
    for number, document in enumerate(make_documents(300, seed=3)):
        made = xapian.Document()
        for word in document["text"].lower().split():
            made.add_term(word[:80])
        made.add_boolean_term(f"Q{number}")
        db.add_document(made)
    db.commit()
    db.close()
    descry("annotate", tmp_path / "db", "--words", 50)
    expected = groups_of(descry("groups", tmp_path / "db", "--format", "json").json_lines())
    assert expected and all(member[3] == "words" for group in expected for member in group[2])
    descry("prepare", tmp_path / "db", "--output", tmp_path / "prepared")
    assert groups_of(descry("combine", tmp_path / "prepared").json_lines()) == expected


def values_of(db):
    xapian = pytest.importorskip("xapian")
    reader = xapian.Database(str(db))
    return {name: dump.slot_values(reader, slot) for name, slot in dump.SLOTS.items()}


def test_groups_are_imported_as_an_annotation_would_make_them(descry, whole, tmp_path):
    descry("prepare", whole["db"], "--output", tmp_path / "prepared")
    descry("combine", tmp_path / "prepared", "--output", tmp_path / "groups")
    # Another index of the same documents, with another model and groups at first.
    other = tmp_path / "other"
    descry("index", other, whole["file"], "--distance", 0.05)
    refused = descry("groups", "import", other, tmp_path / "groups", code=ERROR)
    assert "model" in refused.err
    before = values_of(other)
    descry("model", "import", other, whole["model"])
    told = descry("groups", "import", other, tmp_path / "groups")
    assert "0 of their documents are in other indexes" in told.err
    assert values_of(other) == values_of(whole["db"]) != before
    assert (descry("groups", other, "--format", "json").out ==
            descry("groups", whole["db"], "--format", "json").out)
    # It is as if annotate had made them: nothing is left to do, and documents join them.
    assert "0 written" in descry("annotate", other).err
    for db in (other, shutil.copytree(whole["db"], tmp_path / "db")):
        new = [{"id": "new", "text": whole["documents"][0]["text"] + " and more"}]
        descry("index", db, write_jsonl(tmp_path / "new.jsonl", new))
    assert (descry("groups", other, "--format", "json").out ==
            descry("groups", tmp_path / "db", "--format", "json").out)


def test_a_head_that_has_changed_leads_no_group(descry, tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl",
                       documents_of({"1": varied(0), "2": varied(3), "3": varied(200, 8),
                                     "4": varied(203, 8)}))
    descry("index", tmp_path / "db", file)
    descry("prepare", tmp_path / "db", "--output", tmp_path / "prepared")
    groups = descry("combine", tmp_path / "prepared", "--output", tmp_path / "groups")
    assert "2 groups, 4 documents" in groups.err
    changed = documents_of({"1": varied(77, 50)})
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "b.jsonl", changed))
    told = descry("groups", "import", tmp_path / "db", tmp_path / "groups", code=ERROR)
    assert "its group is skipped" in told.err
    assert len(descry("groups", tmp_path / "db", "--format", "json").json_lines()) == 1


def test_what_is_no_prepared_file_is_refused_by_name(descry, whole, tmp_path):
    descry("prepare", whole["db"], "--output", tmp_path / "good")
    good = (tmp_path / "good").read_bytes()
    bad = {"empty": b"", "text": b"no prepared file\n" * 100, "cut": good[:-1],
           "cut early": good[:len(good) // 3], "more": good + b"x",
           "model": whole["model"].read_bytes()}
    for position in (0, 5, 2000, len(good) // 2, len(good) - 3):
        damaged = bytearray(good)
        damaged[position] ^= 0x10
        bad[f"bit at {position}"] = bytes(damaged)
    # A zstd file of something else.
    if shutil.which("zstd"):
        for version in ("prepared 9", "digest 1"):
            bad[version] = subprocess.run(["zstd", "-c"], input=f"descry {version}\n".encode() * 10,
                                          capture_output=True, check=True).stdout
    for name, content in bad.items():
        path = tmp_path / name
        path.write_bytes(content)
        refused = descry("combine", tmp_path / "good", path, code=ERROR)
        assert refused.out == b"" and f"descry: {path}: " in refused.err, name
        told = {"prepared 9": "the prepared file is of another version of descry",
                "digest 1": "a digest of a version before 0.2.0; run descry prepare again"}
        reason = refused.err.partition(f"{path}: ")[2]
        assert reason.startswith(told.get(name, ("the prepared file is ", "not a prepared file", "its model: "))), name
    refused = descry("combine", tmp_path / "missing", code=ERROR)
    assert f"{tmp_path / 'missing'}: cannot open: No such file" in refused.err


def test_prepared_files_of_two_models_or_orders_do_not_go_together(descry, whole, tmp_path):
    descry("prepare", whole["file"], "--model", whole["model"], "--output", tmp_path / "a")
    descry("prepare", whole["file"], "--model", whole["model"], "--keep", "longest", "--output",
           tmp_path / "b")
    refused = descry("combine", tmp_path / "a", tmp_path / "b", code=ERROR)
    assert f'{tmp_path / "b"}: the prepared file is in the order "longest"' in refused.err
    descry("index", tmp_path / "db", whole["file"], "--distance", 0.05)
    descry("prepare", tmp_path / "db", "--output", tmp_path / "c")
    refused = descry("combine", tmp_path / "a", tmp_path / "c", code=ERROR)
    assert f'{tmp_path / "c"}: the prepared file is of model' in refused.err


def test_a_file_that_holds_no_groups_is_refused_by_line(descry, whole, tmp_path):
    descry("prepare", whole["db"], "--output", tmp_path / "prepared")
    line = descry("combine", tmp_path / "prepared").lines[0]
    group = json.loads(line)
    before = values_of(whole["db"])
    for bad in ["{", "[]", "{}", '{"key":"k","members":[]}',
                json.dumps({**group, "members": group["members"][::-1]}),
                json.dumps({**group, "model": "other"}),
                json.dumps({**group, "members": [{**m, "distance": 2} for m in group["members"]]})]:
        (tmp_path / "groups").write_text(line + "\n" + bad + "\n")
        refused = descry("groups", "import", whole["db"], tmp_path / "groups", code=ERROR)
        assert f"{tmp_path / 'groups'}:2: not a group" in refused.err, bad
    (tmp_path / "groups").write_text(line + "\n" + line + "\n")
    refused = descry("groups", "import", whole["db"], tmp_path / "groups", code=ERROR)
    assert "occurs twice" in refused.err
    assert values_of(whole["db"]) == before


def test_what_cannot_be_prepared(descry, whole, tmp_path):
    for arguments, reason in [
            ([whole["db"], "--distance", "0.1"], "rebuild --distance"),
            ([whole["db"], whole["file"]], "name it alone"),
            ([whole["db"], "--keep", "longest"], "--group-order"),
            ([whole["file"], "--model", whole["model"], "--shard", "1/3"], "--first-number"),
            ([whole["db"], "--shard", "4/3"], "4/3"),
            ([whole["file"], "--model", whole["model"], "--keep", "best"], "best")]:
        refused = descry("prepare", *arguments, "--output", tmp_path / "out", code=ERROR)
        assert reason in refused.err and not (tmp_path / "out").exists()
    # A document that is refused costs no other.
    (tmp_path / "a.jsonl").write_bytes(whole["file"].read_bytes() + b"{\n")
    descry("prepare", tmp_path / "a.jsonl", "--model", whole["model"], "--output",
           tmp_path / "out", code=ERROR)
    assert groups_of(descry("combine", tmp_path / "out").json_lines()) == whole["groups"]


def test_equal_ids_and_numbers_are_grouped_alike_in_any_order(descry, whole, tmp_path):
    """Two inputs, each numbered from 1 on, and documents that are alike."""
    prepared = []
    for name, documents in [("a", documents_of({"1": varied(0), "2": varied(200, 8)})),
                            ("b", documents_of({"1": varied(3), "2": varied(203, 8)})),
                            ("c", documents_of({"1": varied(0), "2": varied(5)}))]:
        prepared.append(tmp_path / name)
        descry("prepare", write_jsonl(tmp_path / f"{name}.jsonl", documents), "--model",
               whole["model"], "--output", prepared[-1])
    found = {descry("combine", *order).out for order in itertools.permutations(prepared)}
    assert len(found) == 1
    assert sum(len(json.loads(line)["members"]) for line in found.pop().splitlines()) == 6


def test_a_shard_may_be_empty(descry, whole, tmp_path):
    for name, stdin in [("none", b""), ("no words", b'{"id":"1","text":" "}\n')]:
        told = descry("prepare", "-", "--model", whole["model"], "--input-format", "jsonl",
                      "--output", tmp_path / name, stdin=stdin)
        assert "prepared file of 0 documents" in told.err
    empty = [tmp_path / "none", tmp_path / "no words"]
    descry("prepare", whole["file"], "--model", whole["model"], "--output", tmp_path / "texts")
    alone = descry("combine", tmp_path / "texts").out
    assert descry("combine", empty[0], tmp_path / "texts", empty[1]).out == alone
    assert descry("combine", *empty).out == b""
    # As references, too.
    unique = descry("uniq", whole["file"], "--model", whole["model"]).out
    assert descry("uniq", whole["file"], "--reference", *empty[:1]).out == unique


@pytest.mark.long
@pytest.mark.shared
@pytest.mark.parametrize("name", ["reuters21578", "installation-guide"])
def test_real_collections(descry, shared, tmp_path, name):
    descry("index", tmp_path / "db", shared / f"corpora/{name}.jsonl.zst")
    expected = groups_of(descry("groups", tmp_path / "db", "--format", "json").json_lines())
    descry("prepare", tmp_path / "db", "--output", tmp_path / "prepared")
    assert groups_of(descry("combine", tmp_path / "prepared").json_lines()) == expected
    descry("model", "export", tmp_path / "db", tmp_path / "model")
    descry("prepare", shared / f"corpora/{name}.jsonl.zst", "--model", tmp_path / "model",
           "--output", tmp_path / "texts")
    found = descry("combine", tmp_path / "texts").json_lines()
    # A document whose id comes again is replaced in an index.
    ids = descry("info", tmp_path / "db", "--format", "json").json()["documents"]
    lines = subprocess.run(["zstd", "-dc", shared / f"corpora/{name}.jsonl.zst"],
                           capture_output=True, check=True).stdout.count(b"\n")
    if ids == lines:
        assert groups_of(found) == expected
