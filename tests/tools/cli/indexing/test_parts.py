"""Large inputs are indexed as parts, side by side, and merged: with the same result as one by one, but
that groups are made as a whole where an eighth of the documents or more are new."""
import json
import os
import shutil
import subprocess
import time

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR
from texts import varied

# Text of less than 1 MiB is added document by document.
FEW, MANY = 560, 1150
LENGTH = (120, 300)


def remains(db):
    return db.with_name(db.name + ".descry-parts")


def whole(db):
    """All that an index holds but its file layout."""
    return (dump.all_values(db), dump.metadata(db), dump.everything_else(db))


def regrouped(descry, db):
    """The same once its groups were made as a whole; but for these, of the index as it was."""
    held = (dump.without(dump.all_values(db), "group"), dump.everything_else(db))
    copy = shutil.copytree(db, db.with_name(db.name + ".rebuilt"))
    descry("rebuild", copy)
    return (*whole(copy), held)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """Three files: each of the first two is small, together they are large."""
    folder = tmp_path_factory.mktemp("parts")
    base = make_documents(300, seed=31, length=LENGTH, prefix="base")
    more = make_documents(MANY, seed=32, length=LENGTH, prefix="more")
    # Near-copies of what the index holds, too, which come into its groups.
    for old, new in zip(base[::3], more[::7]):
        new["text"] = old["text"] + " " + new["text"].split(" ")[0]
    sizes = [sum(len(d["text"].encode()) for d in part) for part in (more[:FEW], more[FEW:], more)]
    assert max(sizes[:2]) < 1 << 20 < sizes[2]
    return {"base": write_jsonl(folder / "base.jsonl", base), "folder": folder,
            "documents": more,
            "first": write_jsonl(folder / "first.jsonl", more[:FEW]),
            "second": write_jsonl(folder / "second.jsonl", more[FEW:])}


@pytest.fixture(scope="module")
def base(descry, inputs):
    db = inputs["folder"] / "base.db"
    descry("index", db, inputs["base"], "--words", 300)
    return db


def is_by_parts(result):
    return "parts merged with the index" in result.err


def test_many_are_grouped_as_a_whole(descry, base, inputs, tmp_path):
    """Six versions of a page, each 4 % from the one before. Added one by one the last ones are too
    far from the first, which leads; where many are added, a version in the middle takes all."""
    versions = [{"id": f"v{n}", "text": " ".join(varied(4 * n))} for n in range(6)]
    few = write_jsonl(tmp_path / "few.jsonl", versions[4:])
    many = write_jsonl(tmp_path / "many.jsonl", versions[4:] + inputs["documents"])
    grouped = {}
    for later in (few, many):
        db = shutil.copytree(base, tmp_path / later.stem)
        descry("index", db, write_jsonl(tmp_path / "early.jsonl", versions[:4]))
        result = descry("index", db, later, "--verbose")
        assert is_by_parts(result) == (later == many)
        groups = descry("groups", db, "--format", "json").json_lines()
        ids = [{member["id"] for member in group["members"]} for group in groups]
        grouped[later.stem] = sorted(sorted(group) for group in ids if "v0" in group or "v5" in group)
    assert len(grouped["few"]) == 2
    assert grouped["many"] == [["v0", "v1", "v2", "v3", "v4", "v5"]]


@pytest.mark.long
def test_one_by_one_and_as_parts_is_the_same(descry, base, inputs, tmp_path):
    single = shutil.copytree(base, tmp_path / "single")
    for name in ("first", "second"):
        assert not is_by_parts(descry("index", single, inputs[name], "--verbose"))
    expected = regrouped(descry, single)
    assert len(dump.parted(expected[0])) > 200
    for threads in (1, 3):
        parts = shutil.copytree(base, tmp_path / f"parts{threads}")
        result = descry("index", parts, inputs["first"], inputs["second"], "--verbose",
                        "--threads", threads)
        assert is_by_parts(result) and f"{MANY:,} documents indexed (0 replaced)" in result.err
        assert regrouped(descry, parts) == expected
        assert dump.is_sound(parts) and not remains(parts).exists()


def test_threads_do_not_change_a_new_index(descry, inputs, tmp_path):
    """Repeated ids, ids twice in a part, and bad lines included."""
    repeated = [dict(document, text=document["text"] + " once more")
                for document in inputs["documents"][::9]]
    file = tmp_path / "repeated.jsonl"
    lines = [json.dumps(d) for d in [repeated[0], *repeated, *repeated[:20]]]
    lines[3:3] = ['{"id": 3}', "[]"]
    file.write_text("\n".join(lines))
    found = []
    for threads in (1, 3):
        db = tmp_path / f"{threads}.db"
        result = descry("index", db, inputs["first"], file, inputs["second"], "--verbose",
                        "--threads", threads, code=ERROR)
        assert is_by_parts(result)
        assert f"{len(repeated) + 21} documents from {file}" in result.err
        assert f"{file}:4: " in result.err and f"{file}:5: " in result.err
        assert "2 documents rejected" in result.err
        late = sum(int(document["id"][4:]) < FEW for document in repeated)
        replaced = late + 21 + len(repeated) - late
        assert f"({replaced:,} replaced)" in result.err
        found.append(whole(db))
        assert dump.is_sound(db)
    assert found[0] == found[1]
    # The last document with an id is the one that stays.
    db = xapian.Database(str(tmp_path / "1.db"))
    for document in inputs["documents"][:30] + inputs["documents"][-30:]:
        (posting,) = db.postlist("Q" + document["id"])
        text = json.loads(db.get_document(posting.docid).get_data())["text"]
        is_early = int(document["id"][4:]) < FEW
        once_more = is_early and int(document["id"][4:]) % 9 == 0
        assert text == document["text"] + (" once more" if once_more else ""), document["id"]


def test_deleted_documents_leave_their_gaps(descry, base, inputs, tmp_path):
    start = shutil.copytree(base, tmp_path / "start")
    db = xapian.WritableDatabase(str(start))
    for docid in (1, 17, 299, 300):
        db.delete_document(docid)
    db.set_metadata("other", "kept")
    db.add_synonym("near", "close")
    db.close()
    single = shutil.copytree(start, tmp_path / "single")
    parts = shutil.copytree(start, tmp_path / "parts")
    for name in ("first", "second"):
        descry("index", single, inputs[name])
    assert is_by_parts(descry("index", parts, inputs["first"], inputs["second"], "--verbose"))
    assert regrouped(descry, parts) == regrouped(descry, single)
    assert max(dump.docids(xapian.Database(str(parts)))) == 300 + MANY


def test_documents_that_are_all_known_replace_others(descry, base, inputs, tmp_path):
    db = shutil.copytree(base, tmp_path / "db")
    command = ("index", db, inputs["first"], inputs["second"], "--verbose")
    assert is_by_parts(descry(*command))
    before = dump.without(dump.all_values(db), "group"), dump.everything_else(db)
    again = descry(*command)
    assert f"({MANY:,} replaced)" in again.err and not is_by_parts(again)
    assert (dump.without(dump.all_values(db), "group"), dump.everything_else(db)) == before


def test_killed_at_any_moment(descry, base, inputs, tmp_path, chance):
    """The index is what it was, or complete; the same command completes it and leaves nothing."""
    db = shutil.copytree(base, tmp_path / "undisturbed")
    begin = time.monotonic()
    descry("index", db, inputs["first"], inputs["second"])
    duration = time.monotonic() - begin
    before, after = dump.all_values(base), dump.all_values(db)
    kills = 6
    as_before = 0
    for i in range(kills):
        db = shutil.copytree(base, tmp_path / "killed")
        run = descry.start("index", db, inputs["first"], inputs["second"])
        time.sleep(duration * (i + chance.random()) / kills)
        run.kill()
        run.wait()
        found = dump.all_values(db)
        assert found in (before, after), i
        if found == before:
            as_before += 1
            descry("index", db, inputs["first"], inputs["second"])
            assert dump.all_values(db) == after, i
        else:
            descry("index", db, write_jsonl(tmp_path / "one.jsonl", inputs["documents"][:1]))
        assert dump.is_sound(db) and not remains(db).exists(), i
        shutil.rmtree(db)
    assert as_before >= kills // 3


def test_rights_and_lock_stay(descry, base, inputs, tmp_path):
    db = shutil.copytree(base, tmp_path / "db")
    os.chmod(db, 0o750)
    os.chmod(db / "postlist.glass", 0o640)
    lock = os.stat(db / "flintlock").st_ino
    reader = xapian.Database(str(db))
    assert is_by_parts(descry("index", db, inputs["first"], inputs["second"], "--verbose"))
    assert os.stat(db).st_mode & 0o7777 == 0o750
    assert os.stat(db / "postlist.glass").st_mode & 0o7777 == 0o640
    # Who waits for the lock of the old index waits for that of the new one.
    assert os.stat(db / "flintlock").st_ino == lock
    # A reader goes on with the old one until it looks for the new one.
    assert reader.get_doccount() == 300 and reader.get_document(300).get_data()
    assert reader.reopen() and reader.get_doccount() == 300 + MANY


def test_an_index_that_cannot_be_exchanged_grows_one_by_one(descry, base, inputs, tmp_path):
    """A stub file, and a folder that holds somebody's file."""
    one = shutil.copytree(base, tmp_path / "one")
    (tmp_path / "stub").write_text(f"auto {one}\n")
    other = shutil.copytree(base, tmp_path / "other")
    (other / "README").write_text("mine\n")
    for db in (tmp_path / "stub", other):
        result = descry("index", db, inputs["first"], inputs["second"], "--verbose")
        assert not is_by_parts(result) and "(0 replaced)" in result.err
    assert (other / "README").read_text() == "mine\n"
    assert dump.all_values(one) == dump.all_values(other)
    link = tmp_path / "link"
    link.symlink_to(shutil.copytree(base, tmp_path / "target"))
    assert is_by_parts(descry("index", link, inputs["first"], inputs["second"], "--verbose"))
    assert link.is_symlink() and dump.all_values(link) == dump.all_values(one)


def test_little_is_not_merged_with_a_large_index(descry, inputs, tmp_path):
    """More than 1 MiB, but less than a sixteenth of the index's files."""
    db = tmp_path / "db"
    descry("index", db, inputs["first"], inputs["second"])
    writer = xapian.WritableDatabase(str(db))
    writer.set_metadata("large", os.urandom(1 << 20).hex() * 24)
    writer.close()
    more = make_documents(MANY, seed=33, length=LENGTH, prefix="third")
    file = write_jsonl(tmp_path / "third.jsonl", more)
    assert not is_by_parts(descry("index", db, file, "--verbose"))


MOUNTS = {
    "bind": "mount --bind {real} {db}",
    # As in a container, whose folders come from its image.
    "overlay": "mount -t overlay overlay -o lowerdir={lower},upperdir={upper},workdir={work} {around}",
}


@pytest.mark.parametrize("kind", MOUNTS)
def test_an_index_that_is_mounted_grows_one_by_one(descry, base, inputs, tmp_path, kind):
    """A bind mount has the device of the folder around it, and cannot be exchanged all the same."""
    places = {name: tmp_path / name for name in ("real", "lower", "upper", "work", "around")}
    for place in places.values():
        place.mkdir()
    places["db"] = places["around"] / "db"
    places["db"].mkdir()
    shutil.copytree(base, places["real"], dirs_exist_ok=True)
    shutil.copytree(base, places["lower"] / "db")
    mounted = ["unshare", "-m", "sh", "-ec", MOUNTS[kind].format(**places) + '; exec "$@"', "sh"]
    probe = subprocess.run([*mounted, "true"], capture_output=True)
    if probe.returncode != 0:
        pytest.skip(f"no {kind} mount for this user: {probe.stderr.decode().strip()}")
    for turn in range(2):
        result = descry("index", places["db"], inputs["first"], inputs["second"], "--verbose",
                        prefix=mounted)
        assert not is_by_parts(result)
        assert f"{MANY:,} documents indexed ({turn * MANY:,} replaced)" in result.err
    held = places["real"] if kind == "bind" else places["upper"] / "db"
    if kind == "bind":
        assert dump.is_sound(held)
        assert len(dump.docids(xapian.Database(str(held)))) == 300 + MANY
    counted = descry("info", places["db"], "--format", "json", prefix=mounted)
    assert counted.json()["documents"] == 300 + MANY
    assert not remains(places["db"]).exists() and os.listdir(places["around"]) == ["db"]


def test_the_current_folder_stays_one(descry, base, inputs, tmp_path):
    """`cd DB && descry index .`: the shell would be left in a folder that is deleted."""
    db = shutil.copytree(base, tmp_path / "db")
    result = descry("index", ".", inputs["first"], inputs["second"], "--verbose", cwd=db)
    assert not is_by_parts(result) and f"{MANY:,} documents indexed" in result.err
    shell = subprocess.run(["sh", "-c", '"$@" && cat iamglass >/dev/null && pwd -P', "sh",
                            *descry.command("index", db, inputs["first"], inputs["second"])],
                           cwd=db, capture_output=True)
    assert shell.returncode == 0 and shell.stdout.decode().strip() == str(db.resolve())


def test_somebody_elses_folder_is_left_alone(descry, base, inputs, tmp_path):
    db = shutil.copytree(base, tmp_path / "db")
    remains(db).mkdir()
    (remains(db) / "notes").write_text("mine")
    result = descry("index", db, inputs["first"], inputs["second"], "--verbose")
    assert is_by_parts(result)
    assert (remains(db) / "notes").read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == ["db", "db.descry-parts"]
