"""kill -9 at any moment: the index opens and holds the last commit, and the same command, run again,
ends where an undisturbed run ends."""
import json
import random
import shutil
import time

import pytest
import xapian

import dump
from made import make_documents, write_jsonl

KILLS = 20
# An index commits after each 500 documents, an annotation after each 200.
ENVIRONMENT = {"XAPIAN_FLUSH_THRESHOLD": "500"}


@pytest.fixture(scope="module")
def folder(descry, tmp_path_factory):
    """2,400 documents as lines, as an index with a small model, and as somebody else's index."""
    folder = tmp_path_factory.mktemp("kill")
    documents = make_documents(2400, seed=21, length=(32, 80))
    write_jsonl(folder / "docs.jsonl", documents)
    descry("index", folder / "rebuild.start", folder / "docs.jsonl", "--words", 100)
    db = xapian.WritableDatabase(str(folder / "annotate.start"), xapian.DB_CREATE)
    generator = xapian.TermGenerator()
    for document in documents:
        made = xapian.Document()
        generator.set_document(made)
        generator.index_text(document["text"])
        made.add_boolean_term("Q" + document["id"])
        db.add_document(made)
    db.close()
    return folder


def state_of(descry, db, command):
    # Documents that are indexed once more are listed anew, which changes no answer.
    but = [b"descry:listed"] if command == "index" else []
    return (dump.all_values(db), dump.metadata(db, but),
            descry("groups", db, "--format", "tsv", "--quiet").out)


def groups_unfinished(db):
    """True when the documents are signed, and the groups are still to be made or being made."""
    reader = xapian.Database(str(db))
    groups = json.loads(reader.get_metadata("descry:groups") or "null")
    states = set(dump.slot_values(reader, dump.SLOTS["state"]).values())
    model = reader.get_metadata("descry:model")
    return model != b"" and len(states) == 1 and states != {"none"} and (
        groups is None or not groups["complete"] or groups["state"] not in states)


@pytest.mark.parametrize("command", [    ["index", "{db}", "{folder}/docs.jsonl"],
    ["annotate", "{db}", "--commit-every", "200"],
    ["rebuild", "{db}"],
], ids=lambda command: command[0])
def test_killed_and_run_again(descry, folder, tmp_path, command):
    seed = random.SystemRandom().randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    start = folder / f"{command[0]}.start"

    def prepared(name):
        db = tmp_path / name
        if start.exists():
            shutil.copytree(start, db)
        return db, [argument.format(db=db, folder=folder) for argument in command]

    durations = []
    for name in ("undisturbed", "undisturbed-again"):
        db, arguments = prepared(name)
        begin = time.monotonic()
        descry(*arguments, env=ENVIRONMENT)
        durations.append(time.monotonic() - begin)
    duration = min(durations)
    expected = state_of(descry, db, command[0])

    killed = under_way = grouping = 0
    for i in range(KILLS):
        db, arguments = prepared("killed")
        run = descry.start(*arguments, env=ENVIRONMENT)
        moment = duration * (i + chance.random()) / KILLS
        time.sleep(moment)
        run.kill()
        killed += run.wait() != 0
        if (db / "iamglass").exists():
            assert dump.is_sound(db), moment
            values = dump.all_values(db)
            under_way += values not in ({}, expected[0])
            grouping += groups_unfinished(db)
            reached = dump.model_bytes(db)
            assert reached in (b"", expected[1][b"descry:model"],
                               dump.model_bytes(start) if start.exists() else b"")
        descry(*arguments, env=ENVIRONMENT)
        assert state_of(descry, db, command[0]) == expected, moment
        assert dump.is_sound(db), moment
        shutil.rmtree(db)
    print(f"{command[0]}: {duration:.2f} s undisturbed, {killed} of {KILLS} killed, "
          f"{under_way} with some of the work committed, {grouping} of these while groups were made")
    # The moments have to be spread over the run, or nothing was tested.
    assert killed >= KILLS // 4
