"""descry.index beside python3-xapian: bytes and paths cross, and the groups are the program's."""
import json
import os
import re
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


@pytest.mark.parametrize("term, words", [
    ("Qhttp://" + "x" * 300, "a"), ("Qnul" + "\0" * 130, "a"), ("Q9", "w" * 245 + " XS" + "w" * 244)])
def test_a_term_that_is_too_long_costs_no_other_document(term, words, tmp_path):
    document = xapian.Document()
    for word in words.split():
        document.add_term(word)
    if term == "Q9":
        document.add_term("Z" * 246)
    with descry.index.Stage(tmp_path / "db") as stage:
        for i in range(5):
            stage.replace_document(f"Q{i}", serialised("low water"), "low water")
        with pytest.raises(ValueError, match="a term of [0-9]+ bytes is longer than 245"):
            stage.replace_document(term, document.serialise())
        stage.replace_document("Q5", serialised("one more"))
        assert len(stage) == 6
    db = xapian.Database(os.fspath(tmp_path / "db"))
    assert db.get_doccount() == 6 and all(db.term_exists(f"Q{i}") for i in range(6))


def test_a_block_that_ends_by_an_exception_does_not_commit(tmp_path):
    with descry.index.Stage(tmp_path / "db") as stage:
        stage.replace_document("Q1", serialised("low water"), "low water")
        stage.commit()
        stage.replace_document("Q2", serialised("high water"), "high water")
    with pytest.raises(ZeroDivisionError):
        with descry.index.Stage(tmp_path / "db") as stage:
            stage.replace_document("Q1", serialised("another"), "another")
            stage.commit()
            stage.replace_document("Q3", serialised("fresh fish"), "fresh fish")
            stage.delete_document("Q2")
            1 / 0
    with pytest.raises(RuntimeError, match="closed"):
        stage.commit()
    db = xapian.Database(os.fspath(tmp_path / "db"))
    assert db.get_doccount() == 2 and db.term_exists("Q2") and not db.term_exists("Q3")
    descry.index.Stage(tmp_path / "db").close()  # no lock is left


@pytest.mark.parametrize("arguments, said", [
    ((7, b""), "term is 7"), (("Q1", xapian.Document()), "document.serialise()"), (("Q1", b"", b"x"), "text is b'x'")])
def test_arguments_of_other_types_are_named(arguments, said, tmp_path):
    with descry.index.Stage(tmp_path / "db") as stage:
        with pytest.raises(TypeError, match=re.escape(said)):
            stage.replace_document(*arguments)
    with pytest.raises(TypeError, match="id is 7"):
        descry.index.similar(tmp_path / "db", 7)


@pytest.mark.parametrize("call, said", [
    (lambda db: descry.index.similar(db, "1", rows=-1), "rows is -1, not 0 to 4294967295"),
    (lambda db: descry.index.search(db, "*", start=-1), "start is -1, not 0 to"),
    (lambda db: descry.index.search(db, "*", rows=10**12), "rows is 1000000000000, not 0 to"),
    (lambda db: descry.index.search(db, "\ud800"), "query is '\\ud800', which has a lone surrogate"),
    (lambda db: descry.index.search(db, "*", collapse="\ud800"), "unknown signature"),
    (lambda db: descry.index.similar(db, "\ud800"), "id is '\\ud800', which has a lone surrogate"),
    (lambda db: descry.index.groups(db, min_size=-1), "min_size is -1, not 0 to"),
    (lambda db: descry.index.Stage(db, slot_base=-1), "slot_base is -1, not 0 to"),
    (lambda db: descry.index.search(db, 7), "query is 7, not a str"),
    (lambda db: descry.index.search(db, "*", rows="7"), "rows is '7', not a whole number"),
    (lambda db: descry.index.annotate(db, distance="0.1"), "distance is '0.1', not a number"),
    (lambda db: descry.index.annotate(db, id_prefix=7), "id_prefix is 7, not a str")])
def test_other_arguments_are_named(call, said, path):
    with pytest.raises((TypeError, ValueError), match=re.escape(said)):
        call(path)


def test_an_id_that_is_not_utf8_comes_back(tmp_path):
    text = "low water at the north quay at eight in the morning"
    with descry.index.Stage(tmp_path / "db") as stage:
        stage.replace_document(b"Q\xff\xfe", serialised(text), text)
        stage.replace_document("Q1", serialised(text), text)
    descry.index.annotate(tmp_path / "db")
    [group] = descry.index.groups(tmp_path / "db")
    assert {member.id for member in group.members} == {"\udcff\udcfe", "1"}
    assert {descry.index.similar(tmp_path / "db", id)[0].id for id in ("\udcff\udcfe", "1")} == {"1", "\udcff\udcfe"}
    with pytest.raises(KeyError, match="udcfd"):
        descry.index.similar(tmp_path / "db", "\udcfd")
    with descry.index.Stage(tmp_path / "db") as stage:
        stage.delete_document("Q\udcff\udcfe")
        assert len(stage) == 1


def test_progress_of_texts_is_told(path, texts):
    told = []
    descry.index.Index(path, words=words_of).similar(list(texts.values())[:40], progress=lambda *now: told.append(now))
    assert told[-1] == ("texts compared", 40, 40)


def words_of(text):
    """As TermGenerator cuts them."""
    document = xapian.Document.unserialise(serialised(text))
    return [word for _, word in sorted((position, item.term.decode()) for item in document
                                       if not item.term.startswith(b"Z") for position in item.positer)]


def test_texts_are_near_to_what_their_documents_are(path, texts):
    index = descry.index.Index(path, words=words_of)
    groups = descry.index.groups(path)[:60]
    ids = [member.id for group in groups for member in group.members]
    found = index.similar([texts[id] for id in ids], rows=1000)
    assert index.similar(texts[ids[0]], rows=1000) == found[0]
    for id, one in zip(ids, found):
        assert list(one) == ["near", "inside", "holds"] and all(list(row) == ["docid", "id", "similarity"] for row in one["near"])
        near = {row["id"]: row["similarity"] for row in one["near"]}
        assert near.pop(id) >= 0.9999
        others = {other.id: 1 - other.distance for other in descry.index.similar(path, id, 1000) if other.near}
        assert near.keys() == others.keys()
        assert all(abs(near[other] - others[other]) < 1.1e-4 for other in near)
    inside = index.similar("of the " + texts[ids[0]] + " and others", rows=1000, inside=0.5)
    assert list(inside) == ["near", "inside", "holds"]
    assert (ids[0], 1) in [(row["id"], row["share"]) for row in inside["holds"]]
    with pytest.raises(ValueError, match="another program"):
        descry.index.Index(path).similar("a text")
    for wrong, error in ((7, TypeError), ([7], TypeError)):
        with pytest.raises(error):
            index.similar(wrong)
    with pytest.raises(ValueError):
        index.similar("a text", inside=95)


def test_an_open_index_answers_as_the_program_and_goes_on_while_it_is_written(tmp_path, texts, program):
    lines = [json.dumps({"id": id, "text": text}) for id, text in list(texts.items())[:500]]
    (tmp_path / "docs.jsonl").write_text("\n".join(lines))
    path = tmp_path / "db"
    program("index", path, tmp_path / "docs.jsonl", "--quiet")
    told = [json.loads(line) for line in program(
        "similar", path, "--documents", tmp_path / "docs.jsonl").splitlines()]
    index = descry.index.Index(path, threads=2)
    asked = list(texts.values())[:500]
    found = index.similar(asked, inside=0.5)
    for one, other in zip(found, told):
        del other["id"]
        assert {key: [row["docid"] for row in rows] for key, rows in one.items()} == {
            key: [row["docid"] for row in rows] for key, rows in other.items()}
        for key, rows in one.items():
            for row, shown in zip(rows, other[key]):
                name = "similarity" if key == "near" else "share"
                assert row["id"] == shown["id"] and abs(row[name] - shown[name]) < 1.1e-4
    for i in range(4):
        with descry.index.Stage(path) as stage:
            stage.replace_document(f"Qnew{i}", serialised(f"new text {i}"), f"new text {i}")
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(index.similar(asked, inside=0.5))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [found] * 3
    assert descry.index.Index(path).similar(asked[0])["near"] == found[0]["near"]
