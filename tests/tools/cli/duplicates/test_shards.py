"""Shards: one model and one set of groups over several databases."""
import json
import signal
import shutil
import socket
import subprocess
import time

import pytest

import dump
from made import make_documents, write_jsonl
from program import ERROR
from test_prepare import groups_of


@pytest.fixture(scope="module")
def whole(descry, tmp_path_factory):
    """Documents in one index, and dealt out to three."""
    folder = tmp_path_factory.mktemp("shards")
    documents = make_documents(2600, seed=8)
    for number in range(3):
        file = write_jsonl(folder / f"{number}.jsonl", documents[number::3])
        descry("index", folder / f"{number}.db", file, "--words", 300)
    descry("index", folder / "db", write_jsonl(folder / "all.jsonl", documents))
    groups = descry("groups", folder / "db", "--format", "json").json_lines()
    assert len(groups) > 100
    return {"folder": folder, "documents": documents, "groups": groups_of(groups)}


@pytest.fixture
def shards(whole, tmp_path):
    return [shutil.copytree(whole["folder"] / f"{number}.db", tmp_path / f"{number}.db")
            for number in range(3)]


def contents(shard):
    return dump.all_values(shard), dump.metadata(shard)


def listed(descry, *databases):
    return groups_of(descry("groups", *databases, "--format", "json").json_lines())


def test_a_rebuild_of_shards_makes_the_groups_of_one_index(descry, whole, shards, tmp_path):
    assert listed(descry, *shards) != whole["groups"]
    told = descry("rebuild", *shards).err
    assert all(f"{shard}: 8" in told for shard in shards)
    assert listed(descry, *shards) == whole["groups"]
    # A stub file opens them as one, for any client.
    (tmp_path / "stub").write_text("".join(f"auto {shard}\n" for shard in shards))
    assert listed(descry, tmp_path / "stub") == whole["groups"]
    found = descry("search", tmp_path / "stub", "*", "--rows", 1, "--format", "json").json()
    of_one = descry("search", whole["folder"] / "db", "*", "--rows", 1, "--format", "json").json()
    assert (found["matches"], found["groups"]) == (of_one["matches"], of_one["groups"])
    assert all(dump.is_sound(shard) for shard in shards)
    assert "0 examined" in descry("annotate", *shards).err
    again = [contents(shard) for shard in shards]
    descry("rebuild", *shards, "--threads", 1)
    assert [contents(shard) for shard in shards] == again


def test_annotate_gives_shards_the_model_of_most_documents(descry, whole, shards):
    info = [descry("info", shard, "--format", "json").json() for shard in shards]
    assert len({each["model"]["id"] for each in info}) > 1
    most = max(info, key=lambda each: each["documents"])["model"]["id"]
    descry("annotate", *shards)
    assert {descry("info", shard, "--format", "json").json()["model"]["id"]
            for shard in shards} == {most}
    groups = listed(descry, *shards)
    descry("annotate", *shards, "--all")
    assert listed(descry, *shards) == groups
    keys = [{group[0] for group in listed(descry, shard)} for shard in shards]
    assert keys[0] & keys[1]


def test_documents_that_are_added_to_one_shard(descry, whole, shards, tmp_path):
    """Groups across shards stay; with --beside new ones are formed across them, too."""
    descry("rebuild", *shards)
    before = listed(descry, *shards)
    in_other = next(d for d in whole["documents"][1::3]
                    if not any(d["id"] == m[0] for g in before for m in g[2]) and
                    len(d["text"].split()) > 40)
    new = [{"id": "new", "text": in_other["text"] + " and more"}]
    file = write_jsonl(tmp_path / "new.jsonl", new)
    descry("index", shards[0], file)
    assert listed(descry, *shards) == before
    descry("annotate", shards[0])
    assert listed(descry, *shards) == before
    told = descry("index", shards[0], file, "--beside", shards[1], "--beside", shards[2]).err
    assert "3 databases" in told
    after = listed(descry, *shards)
    assert len(after) == len(before) + 1
    (pair,) = [group for group in after if any(member[0] == "new" for member in group[2])]
    assert {member[0] for member in pair[2]} == {"new", in_other["id"]}
    # Deleting one in its own database, as anybody does.
    descry("delete", shards[0], "new")
    assert listed(descry, *shards) == before


def test_heads_that_are_deleted_and_come_again(descry, whole, shards, tmp_path):
    descry("rebuild", *shards)
    own = {document["id"]: document for document in whole["documents"][0::3]}
    heads = [member[0] for group in listed(descry, *shards) for member in group[2]
             if member[1] and member[0] in own][:40]
    assert len(heads) == 40
    descry("delete", shards[0], *heads)
    again = [{**own[head], "text": own[head]["text"] + " again"} for head in heads]
    descry("index", shards[0], write_jsonl(tmp_path / "again.jsonl", again))
    assert dump.is_sound(shards[0])
    assert "0 written" in descry("annotate", shards[0]).err
    # Each is near what was near it, wherever that is, once all are grouped again.
    descry("rebuild", *shards)
    grouped = {member[0] for group in listed(descry, *shards) for member in group[2]}
    assert len(grouped & set(heads)) > 30


def test_a_new_shard_gets_the_model_of_the_others(descry, whole, shards, tmp_path):
    descry("rebuild", *shards)
    file = write_jsonl(tmp_path / "new.jsonl", whole["documents"][:50])
    beside = [argument for shard in shards for argument in ("--beside", shard)]
    descry("index", tmp_path / "new.db", file, *beside)
    models = {descry("info", shard, "--format", "json").json()["model"]["id"]
              for shard in [*shards, tmp_path / "new.db"]}
    assert len(models) == 1
    # Each of the fifty occurs twice.
    keys = dict.fromkeys(member[0] for group in listed(descry, *shards, tmp_path / "new.db")
                         for member in group[2])
    assert {document["id"] for document in whole["documents"][:50]} <= keys.keys()


def test_prepared_files_do_the_same_on_several_machines(descry, whole, shards, tmp_path):
    """Statistics, model, prepared files, groups and the import, as docs/shards.md has it."""
    for number, shard in enumerate(shards):
        descry("stats", "export", shard, tmp_path / f"{number}.stats")
    descry("stats", "merge", *(tmp_path / f"{n}.stats" for n in range(3)),
           "--output", tmp_path / "stats")
    descry("model", "make", tmp_path / "stats", tmp_path / "model")
    for number, shard in enumerate(shards):
        descry("prepare", shard, "--model", tmp_path / "model", "--shard", f"{number + 1}/3",
               "--output", tmp_path / f"{number}.prepared")
    descry("combine", *(tmp_path / f"{n}.prepared" for n in range(3)), "--output",
           tmp_path / "groups")
    for number, shard in enumerate(shards):
        descry("model", "import", shard, tmp_path / "model")
        descry("groups", "import", shard, tmp_path / "groups", "--shard", f"{number + 1}/3")
    lines = [json.loads(line) for line in (tmp_path / "groups").read_text().splitlines()]
    found = descry("groups", *shards, "--format", "json").json_lines()
    assert groups_of(found) == groups_of(lines)
    assert ([[m["docid"] for m in group["members"]] for group in found] ==
            [[m["docid"] for m in group["members"]] for group in lines])
    # One machine that has the same model makes the same groups.
    one = shutil.copytree(whole["folder"] / "db", tmp_path / "db")
    descry("model", "import", one, tmp_path / "model")
    descry("annotate", one)
    assert listed(descry, one) == groups_of(lines)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.mark.skipif(not shutil.which("xapian-tcpsrv"), reason="no xapian-tcpsrv here")
def test_searches_over_three_servers_collapse_them(descry, whole, shards, tmp_path):
    descry("rebuild", *shards)
    servers, lines = [], []
    try:
        for shard in shards:
            port = free_port()
            servers.append(subprocess.Popen(
                ["xapian-tcpsrv", "--port", str(port), "--interface", "127.0.0.1", "--quiet",
                 str(shard)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                # It ends its whole group of processes.
                start_new_session=True))
            lines.append(f"remote 127.0.0.1:{port}\n")
        (tmp_path / "stub").write_text("".join(lines))
        for _ in range(100):
            found = descry("search", tmp_path / "stub", "*", "--rows", 10, "--format", "json",
                           code=None)
            if found.code == 0:
                break
            time.sleep(0.1)
        of_one = descry("search", whole["folder"] / "db", "*", "--rows", 10, "--format", "json")
        assert found.json()["groups"] == of_one.json()["groups"]
    finally:
        for server in servers:
            server.send_signal(signal.SIGTERM)
            server.wait()


@pytest.mark.long
def test_a_rebuild_that_is_killed_is_completed_by_the_next(descry, whole, shards):
    for wait in (0.05, 0.2, 0.4, 0.6, 0.8, 1.0):
        process = descry.start("rebuild", *shards)
        time.sleep(wait)
        process.kill()
        process.wait()
        assert all(dump.is_sound(shard) for shard in shards)
    descry("annotate", *shards)
    descry("rebuild", *shards)
    assert listed(descry, *shards) == whole["groups"]


def test_what_cannot_be_shards_of_one(descry, whole, shards, tmp_path):
    refused = descry("rebuild", shards[0], shards[0], code=ERROR)
    assert "is named twice" in refused.err
    file = write_jsonl(tmp_path / "a.jsonl", whole["documents"][:50])
    descry("index", tmp_path / "slots.db", file, "--slot-base", 2000)
    before = [contents(shard) for shard in shards]
    refused = descry("rebuild", *shards, tmp_path / "slots.db", code=ERROR)
    assert "other slots" in refused.err and str(tmp_path / "slots.db") in refused.err
    assert [contents(shard) for shard in shards] == before
