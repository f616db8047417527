"""Ctrl-C: a run ends soon, says what it leaves, and leaves no file behind."""
import os
import signal
import subprocess
import time

import pytest

import dump
from made import make_documents, write_jsonl

EXIT_INTERRUPTED = 130
# 0.2 on an idle machine (docs/development.md); here others may have the cores.
MOST_SECONDS = 2.0
MOMENTS = [0.02, 0.1, 0.3, 0.6, 1.0, 1.5]


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    return write_jsonl(tmp_path_factory.mktemp("many") / "many.jsonl", make_documents(6000, seed=3, length=(200, 900)))


def interrupt(descry, seconds, *command, folder):
    """Runs a command and interrupts it. @return its exit code, what it said, seconds to its end"""
    environment = {**os.environ, "TMPDIR": str(folder)}
    with subprocess.Popen(descry.command(*map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, env=environment) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        said = process.communicate(timeout=60)[1]
        return process.returncode, said, time.monotonic() - sent


def test_a_filter_ends_and_leaves_nothing(descry, many, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    ended = 0
    for seconds in MOMENTS:
        code, said, taken = interrupt(descry, seconds, "uniq", many, "--groups", tmp_path / "groups.jsonl",
                                      "--dropped", tmp_path / "dropped.tsv", folder=scratch)
        if code == 0:
            (tmp_path / "groups.jsonl").unlink()
            (tmp_path / "dropped.tsv").unlink()
            continue
        ended += 1
        if code == -signal.SIGINT:
            assert seconds == MOMENTS[0]  # before it was a run at all
            continue
        assert code == EXIT_INTERRUPTED and taken < MOST_SECONDS, (seconds, code, taken, said)
        assert "descry: stopped; " in said and "were not written" in said
        assert not list(scratch.iterdir())
        assert [file.name for file in tmp_path.iterdir() if "part" in file.name] == []
    assert ended >= 2


@pytest.mark.parametrize("command", ["groups", "serve"])
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_index_of_files_is_removed_however_the_run_ends(descry, many, tmp_path, command, end):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    listen = ["--listen", "127.0.0.1:0"] if command == "serve" else []
    with subprocess.Popen(descry.command(command, str(many), *listen), stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, env={**os.environ, "TMPDIR": str(scratch)}) as process:
        for _ in range(500):
            if any(scratch.glob("descry-*/*/*")):
                break
            time.sleep(0.01)
        assert process.poll() is None and any(scratch.iterdir())
        process.send_signal(end)
        process.wait(timeout=60)
    for _ in range(500):
        if not any(scratch.iterdir()):
            return
        time.sleep(0.01)
    raise AssertionError(list(scratch.rglob("*")))


@pytest.mark.long
@pytest.mark.parametrize("command", ["index", "rebuild"])
def test_an_index_is_as_its_last_commit_left_it(descry, many, tmp_path, command):
    db = tmp_path / "db"
    if command == "rebuild":
        descry("index", db, many)
    arguments = (command, db, many) if command == "index" else (command, db)
    ended = 0
    for seconds in MOMENTS:
        code, said, taken = interrupt(descry, seconds, *arguments, folder=tmp_path)
        if code == 0:
            break
        ended += 1
        if code == -signal.SIGINT:
            continue
        assert code == EXIT_INTERRUPTED and taken < MOST_SECONDS, (seconds, code, taken, said)
        assert f"stopped; {db} is as the last commit left it" in said
    assert ended
    descry(*arguments)
    assert dump.is_sound(db)
    info = descry("info", db, "--format", "json").json()
    assert info["documents"] == 6000 and info["stale_documents"] == 0 and info["groups_complete"]


def test_who_ignores_it_goes_on(descry, many, tmp_path):
    """As `nohup` and shells have it of what runs in the background."""
    with subprocess.Popen(descry.command("uniq", str(many)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        assert process.returncode == 0


def test_a_small_run_needs_no_folder_for_temporary_files(descry, tmp_path):
    documents = write_jsonl(tmp_path / "few.jsonl", make_documents(500))
    environment = {**os.environ, "TMPDIR": "/nonexistent"}
    expected = descry("uniq", documents).text
    found = subprocess.run(descry.command("uniq", str(documents)), env=environment, capture_output=True, text=True)
    assert found.returncode == 0 and found.stdout == expected, found.stderr
