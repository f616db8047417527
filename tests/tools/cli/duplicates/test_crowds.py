"""Documents as no collection should have them, by the thousand; and no room to sort them in."""
import os
import resource
import subprocess
import time

import pytest
import xapian

import dump
from made import make_documents, write_jsonl
from program import ERROR


def cpu_seconds(descry, *arguments):
    """The CPU time that a run took, of all its threads."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    descry(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def groups_of_size(db, size):
    values = dump.slot_values(xapian.Database(str(db)), dump.SLOTS["group"])
    return [docids for _, docids in dump.groups_of(values) if len(docids) == size]


def copies(document, count):
    return [{**document, "id": f"copy{i:05}"} for i in range(count)]


def test_one_that_equals_3000_others(descry, documents, tmp_path):
    """One group, in time that grows with the number of documents and no faster."""
    crowd = [*documents, *copies(documents[0], 3000)]
    file = write_jsonl(tmp_path / "crowd.jsonl", crowd)
    plain = write_jsonl(tmp_path / "plain.jsonl", make_documents(len(crowd), seed=81))
    usual = cpu_seconds(descry, "index", tmp_path / "plain", plain)
    seconds = cpu_seconds(descry, "index", tmp_path / "db", file)
    assert seconds < 3 * usual + 2, (seconds, usual)
    # Those that are only near are with them.
    docids = max((docids for _, docids in dump.groups_of(dump.slot_values(
        xapian.Database(str(tmp_path / "db")), dump.SLOTS["group"]))), key=len)
    equal = {docid for docid, document in enumerate(crowd, 1)
             if document["text"] == documents[0]["text"]}
    assert equal <= set(docids) and len(docids) < len(equal) + 20
    # One more joins them, into an index that is whole.
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "one.jsonl", [
        {**documents[0], "id": "late"}]))
    assert groups_of_size(tmp_path / "db", len(docids) + 1)
    found = descry("search", tmp_path / "db", "*", "--rows", 1, "--expand", 5, "--format",
                   "json").json()
    assert found["results"][0]["size"] == len(docids) + 1
    assert len(found["results"][0]["members"]) == 5


def test_many_small_copies_in_a_small_index(descry, documents, tmp_path):
    """1,500 equal documents, all compared: one group, and quickly."""
    file = write_jsonl(tmp_path / "a.jsonl", copies(documents[0], 1500))
    assert cpu_seconds(descry, "index", tmp_path / "db", file) < 20
    assert len(groups_of_size(tmp_path / "db", 1500)) == 1


@pytest.mark.parametrize("others", [0, 2000], ids=["alone", "among-others"])
@pytest.mark.parametrize("words, count", [(5, 2000), (1, 2000)], ids=["five-words", "one-word"])
def test_few_words(descry, documents, tmp_path, words, count, others):
    """Too short for anything but equality: one group of them, none with fewer words."""
    text = " ".join(["quick", "brown", "foxes", "jump", "over"][:words])
    file = write_jsonl(tmp_path / "a.jsonl", [
        *documents[:others], *[{"id": f"few{i}", "text": text} for i in range(count)],
        {"id": "other", "text": text + " x"}, {"id": "empty", "text": ""},
        {"id": "empty too", "text": " ... "}])
    assert cpu_seconds(descry, "index", tmp_path / "db", file) < 30
    (docids,) = groups_of_size(tmp_path / "db", count)
    assert docids == list(range(others + 1, others + count + 1))
    found = descry("search", tmp_path / "db", text.split()[0], "--format", "json").json()
    assert (found["matches"], found["groups"]) == (count + 1, 2)
    info = descry("info", tmp_path / "db", "--format", "json").json()
    assert info["stale_documents"] == 0 and info["groups_complete"]
    # Whoever comes later joins them too.
    descry("index", tmp_path / "db", write_jsonl(tmp_path / "b.jsonl", [
        {"id": "late", "text": text}]))
    assert len(groups_of_size(tmp_path / "db", count + 1)) == 1


def test_one_word_many_times(descry, tmp_path):
    """Long, and yet of one word: lengths are what tells them apart."""
    file = write_jsonl(tmp_path / "a.jsonl", [
        {"id": f"{n}", "text": "again " * n} for n in (100, 100, 101, 200, 400)])
    descry("index", tmp_path / "db", file)
    for group in descry("groups", tmp_path / "db", "--format", "json").json_lines():
        assert {member["id"] for member in group["members"]} <= {"100", "101"}


def test_one_template_with_other_fillings(descry, tmp_path):
    """3,000 documents of one template: in bounded time, and each member near its head."""
    template = make_documents(1, seed=83, length=(80, 80))[0]["text"].split()
    documents = make_documents(3000, seed=84, length=(40, 41), prefix="filled")
    for document in documents:
        document["text"] = " ".join(template + document["text"].split()[:12])
    file = write_jsonl(tmp_path / "a.jsonl", documents)
    assert cpu_seconds(descry, "index", tmp_path / "db", file) < 60
    groups = descry("groups", tmp_path / "db", "--format", "json").json_lines()
    assert groups and all(member["similarity"] >= 0.85
                          for group in groups for member in group["members"])


def crowd_of_bands(tmp_path):
    return write_jsonl(tmp_path / "docs.jsonl", make_documents(5000, seed=85, length=(40, 60)))


@pytest.fixture
def tiny_disk(tmp_path):
    """A folder with 256 KiB of room."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder],
                          capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip(f"a small file system takes root's rights: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_disk_full_while_sorting(descry, tmp_path, tiny_disk):
    """A message that says where; nothing lost; the same groups on the next run."""
    file = crowd_of_bands(tmp_path)
    descry("index", tmp_path / "whole", file)
    for command in (["index", tmp_path / "db", file], ["rebuild", tmp_path / "db"],
                    ["annotate", "--all", tmp_path / "db"]):
        result = descry(*command, "--memory", 1, env={"TMPDIR": str(tiny_disk)}, code=None)
        if result.code == 0:
            continue
        assert result.code == ERROR
        message = result.err.splitlines()[-1]
        assert str(tiny_disk) in message and "No space left on device" in message
        assert "TMPDIR" in message
        assert os.listdir(tiny_disk) == []
        assert dump.is_sound(tmp_path / "db")
        assert len(dump.all_values(tmp_path / "db")) == 5000
    assert result.code == ERROR
    descry("annotate", tmp_path / "db")
    assert dump.parted(dump.all_values(tmp_path / "db")) == dump.parted(
        dump.all_values(tmp_path / "whole"))
    assert descry("info", tmp_path / "db", "--format", "json").json()["groups_complete"]


def test_no_room_for_temporary_files(descry, tmp_path):
    file = crowd_of_bands(tmp_path)
    started = time.monotonic()
    result = descry("index", tmp_path / "db", file, "--memory", 1, code=ERROR,
                    env={"TMPDIR": str(tmp_path / "missing")})
    assert str(tmp_path / "missing") in result.err and time.monotonic() - started < 300
    descry("annotate", tmp_path / "db")
    assert descry("info", tmp_path / "db", "--format", "json").json()["groups_complete"]
