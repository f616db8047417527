"""descry.index beside python3-xapian: bytes and paths cross, and the groups are the program's."""
import json
import os
import signal
import subprocess
import sys
import threading
import time

import descry.index
import pytest
import xapian

from conftest import ROOT, serialised


@pytest.fixture(scope="module")
def path(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("index") / "db"
    with descry.index.Stage(path) as stage:
        for id, text in texts.items():
            stage.replace_document(f"Q{id}", serialised(text), text)
        assert len(stage) == len(texts)
    [report] = descry.index.annotate(path)
    assert report.documents == len(texts)
    return path


def assert_equal(groups, program, *databases):
    """They are the groups that the program tells, to the four digits that it prints."""
    told = [json.loads(line) for line in
            program("groups", *databases, "--format", "json").splitlines()]
    assert ([(group.key, [member.id for member in group.members]) for group in sorted(groups)]
            == sorted((group["key"], [member["id"] for member in group["members"]])
                      for group in told))
    similarities = {member["id"]: member["similarity"] for group in told
                    for member in group["members"]}
    for group in groups:
        assert group.head == group.members[0].id
        for member in group.members:
            assert abs(1 - member.distance - similarities[member.id]) < 5.1e-5


def test_groups_are_those_that_the_program_tells(path, program):
    groups = descry.index.groups(path)
    assert len(groups) > 100
    assert_equal(groups, program, path)
    assert [group for group in groups if len(group.members) > 2] == descry.index.groups(path, 3)


def test_a_document_is_grouped_as_it_comes_and_leaves(path, texts):
    group = descry.index.groups(path)[0]
    text = texts[group.head]
    with descry.index.Stage(path) as stage:
        docid = stage.replace_document("Qcopy", serialised(text + " more"), text + " more")
    with_copy = next(other for other in descry.index.groups(path) if other.key == group.key)
    assert [member for member in with_copy.members if member.id == "copy"][0].docid == docid
    found = descry.index.similar(path, "copy", 1)[0]
    assert found.near and found.distance < 0.05
    with descry.index.Stage(path) as stage:
        stage.delete_document(b"Qcopy")
    assert descry.index.groups(path)[0] == group


def test_searching_collapses_as_xapian_does(path):
    page = descry.index.search(path, "oil OR wheat", rows=1000)
    alone = descry.index.search(path, "oil OR wheat", rows=1000, collapse=None)
    assert page.matches == alone.matches == alone.groups > page.groups == len(page.results)
    assert {result.key for result in page.results if result.size > 1}
    enquire = xapian.Enquire(xapian.Database(os.fspath(path)))
    enquire.set_query(xapian.Query(xapian.Query.OP_OR, ["oil", "wheat"]))
    enquire.set_collapse_key(1000)
    assert [result.docid for result in page.results] == [
        match.docid for match in enquire.get_mset(0, 1000)]
    assert page.results[0].data.decode().startswith(page.results[0].title[:20])


def test_rebuild_with_another_distance(path, program):
    [report] = descry.index.rebuild(path, distance=0.05, methods=["bbit"])
    assert report.examined == report.documents
    assert_equal(descry.index.groups(path), program, path)
    assert max(member.distance for group in descry.index.groups(path)
               for member in group.members) <= 0.05
    descry.index.rebuild(path, distance=0.15)


def test_shards_have_one_model_and_common_groups(tmp_path, texts, program):
    shards = [tmp_path / "a", tmp_path / "b"]
    stages = [descry.index.Stage(shard) for shard in shards]
    for number, (id, text) in enumerate(texts.items()):
        stages[number % 2].replace_document(f"Q{id}", serialised(text), text)
    for stage in stages:
        stage.close()
    assert len(descry.index.annotate(shards)) == 2
    groups = descry.index.groups(shards)
    assert_equal(groups, program, *shards)
    assert any({member.docid % 2 for member in group.members} == {0, 1} for group in groups)


def test_errors_are_pythons(path, tmp_path):
    with pytest.raises(FileNotFoundError):
        descry.index.groups(tmp_path / "none")
    with pytest.raises(KeyError):
        descry.index.similar(path, "no such document")
    with pytest.raises(ValueError):
        descry.index.search(path, '"oil', collapse="nothing that is known")
    with pytest.raises(ValueError):
        descry.index.annotate([])
    with descry.index.Stage(path) as stage:
        with pytest.raises(BlockingIOError):
            descry.index.Stage(path)
        with pytest.raises(ValueError):
            stage.replace_document("Q1", b"no document")
        with pytest.raises(UnicodeEncodeError):
            stage.replace_document("Q1", serialised("text"), "\ud800")
        with pytest.raises(xapian.DatabaseLockError):
            xapian.WritableDatabase(os.fspath(path), xapian.DB_OPEN)
    with pytest.raises(RuntimeError, match="closed"):
        stage.replace_document("Q1", serialised("text"))
    with pytest.raises(ValueError, match="distance"):
        descry.index.rebuild(path, distance=1.5)


def test_others_values_are_not_written_over(tmp_path):
    db = xapian.WritableDatabase(os.fspath(tmp_path / "db"), xapian.DB_CREATE)
    document = xapian.Document()
    document.add_value(1000, "mine")
    db.add_document(document)
    db.close()
    with pytest.raises(RuntimeError, match="1000"):
        descry.index.Stage(tmp_path / "db")
    descry.index.Stage(tmp_path / "db", slot_base=2000).close()


def test_threads_share_a_stage(tmp_path, texts):
    rows = list(texts.items())[:400]
    with descry.index.Stage(tmp_path / "db") as stage:
        def write(part):
            for id, text in rows[part::4]:
                stage.replace_document(f"Q{id}", serialised(text), text)

        threads = [threading.Thread(target=write, args=[part]) for part in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(stage) == 400


def test_ctrl_c_ends_a_rebuild(path):
    # One after the other: each may end before the signal comes.
    code = (f"import descry.index; print('go', flush=True)\n"
            f"while True: descry.index.rebuild({os.fspath(path)!r})")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True,
                          # What a shell runs in the background ignores it.
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
        assert process.stdout.readline() == "go\n"
        time.sleep(0.2)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in process.communicate()[1]
        assert time.monotonic() - begin < 1
    [report] = descry.index.annotate(path)
    assert report.documents > 0


def test_the_example_finds_groups(tmp_path):
    result = subprocess.run(
        [sys.executable, ROOT / "docs/examples/index_and_collapse.py", tmp_path / "db",
         ROOT / "docs/examples/harbour.txt", "schooner"], check=True, capture_output=True, text=True)
    groups = [line.split() for line in result.stdout.splitlines() if line[-1].isdigit()]
    assert ["2", "32"] in groups
    collapsed = [line for line in result.stdout.splitlines() if "schooner" in line]
    assert any(line.startswith("1 ") for line in collapsed)
