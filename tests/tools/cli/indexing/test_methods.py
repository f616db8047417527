"""--methods of index, annotate and rebuild; index --beside, which is checked before it writes."""
import shutil

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR, NOTHING_FOUND


def methods_of(descry, db):
    slots = descry("info", db, "--format", "json").json()["slots"]
    return set(slots) - {"state", "term-bands", "sequence-keys"}


def slots_in_use(db):
    return {slot for values in dump.all_values(db).values() for slot in values}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    documents = make_documents(120, seed=4)
    return {"first": write_jsonl(folder / "first.jsonl", documents[:80]),
            "second": write_jsonl(folder / "second.jsonl", documents[80:]),
            "all": write_jsonl(folder / "all.jsonl", documents)}


@pytest.mark.parametrize("methods", ["exact", "group", "simhash,bbit", "group,simhash,text-profile"])
def test_a_new_index_has_the_methods_asked_for(descry, files, tmp_path, methods):
    db, whole = tmp_path / "db", tmp_path / "whole"
    descry("index", db, files["first"], "--methods", methods, "--quiet")
    assert methods_of(descry, db) == set(methods.split(","))
    # Kept: whoever adds or rebuilds need not name them again.
    descry("index", db, files["second"], "--quiet")
    descry("rebuild", db, "--quiet")
    assert methods_of(descry, db) == set(methods.split(","))
    descry("index", whole, files["all"], "--methods", methods, "--quiet")
    descry("rebuild", whole, "--quiet")
    assert dump.all_values(db) == dump.all_values(whole)
    allowed = {dump.SLOTS["state"], *({**dump.SLOTS, **dump.SKETCH_SLOTS}[name] for name in methods.split(","))}
    if "group" in methods:
        allowed |= {dump.SLOTS["term-bands"], dump.SLOTS["sequence-keys"]}
    assert slots_in_use(db) <= allowed


@pytest.mark.parametrize("command", ["index", "rebuild", "annotate"])
def test_an_index_gains_methods(descry, files, tmp_path, command):
    db = tmp_path / "db"
    descry("index", db, files["first"], "--quiet")
    before = methods_of(descry, db)
    input_ = [files["second"]] if command == "index" else []
    descry(command, db, *input_, "--methods", "simhash", "--quiet")
    assert methods_of(descry, db) == before | {"simhash"}
    values = dump.slot_values(xapian.Database(str(db)), dump.SKETCH_SLOTS["simhash"])
    assert len(values) == (120 if command == "index" else 80)
    descry("groups", db, "--by", "simhash", code=None)
    assert descry("search", db, "*", "--collapse", "simhash", "--format", "json").json()["groups"] > 0


@pytest.mark.parametrize("command", ["index", "rebuild", "annotate"])
def test_what_a_method_needs_is_said_by_name(descry, files, tmp_path, command):
    db = tmp_path / "db"
    descry("index", db, files["first"], "--methods", "group", "--quiet")
    input_ = [files["second"]] if command == "index" else []
    before = (dump.all_values(db), dump.metadata(db))
    for methods in ("exact", "simhash,text-profile"):
        refused = descry(command, db, *input_, "--methods", methods, code=ERROR)
        assert "made from the text" in refused.err and methods.split(",")[-1] in refused.err
    assert "is not a method" in descry(command, db, *input_, "--methods", "sha1", code=ERROR).err
    assert (dump.all_values(db), dump.metadata(db)) == before
    fresh = tmp_path / "fresh"
    descry("index", fresh, files["first"], "--methods", "sha1", code=ERROR)
    assert not fresh.exists()


def test_an_annotation_that_is_refused_writes_nothing(descry, tmp_path):
    db = xapian.WritableDatabase(str(tmp_path / "db"), xapian.DB_CREATE)
    document = xapian.Document()
    xapian.TermGenerator().set_document(document)
    document.add_term("word")
    db.add_document(document)
    db.close()
    descry("annotate", tmp_path / "db", "--methods", "exact", code=ERROR)
    assert dump.metadata(tmp_path / "db") == {}


def test_a_rebuild_of_shards_gains_methods(descry, files, tmp_path):
    shards = [tmp_path / "a", tmp_path / "b"]
    for shard, file in zip(shards, ("first", "second")):
        descry("index", shard, files[file], "--quiet")
    descry("rebuild", *shards, "--methods", "bbit", "--quiet")
    for shard in shards:
        assert "bbit" in methods_of(descry, shard)


@pytest.mark.parametrize("kind", ["missing", "text", "locked", "foreign", "other slots", "itself", "twice",
                                  "damaged", "damaged model"])
@pytest.mark.parametrize("is_new", [True, False])
def test_beside_is_checked_before_anything_is_written(descry, files, tmp_path, kind, is_new):
    db, other = tmp_path / "db", tmp_path / "other"
    if not is_new:
        descry("index", db, files["first"], "--quiet")
    if kind not in ("missing", "text", "foreign"):
        options = ["--slot-base", 2000] if kind == "other slots" else []
        descry("index", other, files["first"], *options, "--quiet")
    beside = [other]
    match kind:
        case "text":
            other.write_text("no database\n")
        case "foreign":
            writer = xapian.WritableDatabase(str(other), xapian.DB_CREATE)
            document = xapian.Document()
            document.add_term("word")
            writer.add_document(document)
            writer.close()
        case "itself":
            if is_new:
                pytest.skip("it is not there yet")
            beside = [other, db]
        case "twice":
            beside = [other, tmp_path / "." / "other"]
        case "damaged":
            (other / "iamglass").write_bytes(b"")
        case "damaged model":
            writer = xapian.WritableDatabase(str(other))
            writer.set_metadata("descry:model", b"x")
            writer.close()
    lock = xapian.WritableDatabase(str(other)) if kind == "locked" else None
    before = dump.all_values(db) if not is_new else None
    refused = descry("index", db, files["second"], *(part for shard in beside for part in ("--beside", shard)),
                     code=ERROR)
    if lock:
        lock.close()
    assert refused.err.count("\n") == 1
    if is_new:
        assert not db.exists()
    else:
        assert dump.all_values(db) == before


def test_beside_makes_groups_over_all(descry, files, tmp_path):
    one = tmp_path / "one"
    descry("index", one, files["first"], "--quiet")
    copy = shutil.copytree(one, tmp_path / "copy")
    descry("index", tmp_path / "two", files["second"], "--beside", one, "--quiet")
    descry("index", tmp_path / "three", files["first"], "--beside", copy, "--quiet")
    found = descry("groups", copy, tmp_path / "three", "--format", "json", code=None)
    assert found.code != NOTHING_FOUND and len(found.json_lines()) > 0
