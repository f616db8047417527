"""Ctrl-C, callbacks, threads, processes, memory and folders of temporary files."""
import _thread
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest

import descry
from conftest import made_rows, told


@pytest.fixture(scope="module")
def many():
    """Enough that each phase takes a while."""
    base = [row["text"] for row in made_rows(6000, 11)]
    return [f"{text} {i}" for i in range(8) for text in base]


class Interrupted(Exception):
    pass


def phases_of(texts, **options):
    seen = []

    def see(phase, done, total):
        assert done <= total or total == 0
        if phase not in seen:
            seen.append(phase)

    descry.group(texts, progress=see, **options)
    return seen


def test_a_callback_ends_every_phase(many):
    texts = many[::3]
    phases = phases_of(texts)
    assert len(phases) >= 3
    for wanted in phases:
        raised = []

        def stop(phase, done, total):
            if phase == wanted:
                raised.append(time.monotonic())
                raise Interrupted(phase)

        try:
            descry.group(texts, progress=stop)
        except Interrupted:
            assert time.monotonic() - raised[0] < 0.3, wanted
        else:
            assert not raised  # a phase so short that nobody looked


SCRIPT = """
import sys, threading, time, descry
sys.path.insert(0, {folder!r})
from test_long_work import made_rows
base = [row["text"] for row in made_rows(6000, 11)]
texts = [f"{{text}} {{i}}" for i in range(8) for text in base]
def tell(phase, done, total):
    print(phase, flush=True)
print("begins", flush=True)
try:
    descry.group(texts, progress=tell)
    print("grouped", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("after", [0.05, 0.3, 0.8, 1.5, 2.5])
def test_ctrl_c(after):
    script = SCRIPT.format(folder=os.path.dirname(__file__))
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE,
                          text=True) as child:
        while child.stdout.readline() != "begins\n":
            pass
        time.sleep(after)
        child.send_signal(signal.SIGINT)
        begin = time.monotonic()
        rest = child.stdout.read()
        took = time.monotonic() - begin
        child.wait()
    # Once it has grouped, the signal ends Python itself.
    assert child.returncode == 0 or "grouped" in rest
    if "interrupted" in rest:
        assert took < 0.6  # 0.3, and the end of the interpreter


def test_threads_at_once(rows, texts):
    expected = told(descry.group(rows, id="id"))
    found = [None] * 3

    def work(i):
        found[i] = told(descry.group(rows, id="id", threads=1 + i))

    workers = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [expected] * 3


def test_other_threads_go_on(many):
    """The interpreter's lock is not held."""
    counted = 0
    end = threading.Event()

    def count():
        nonlocal counted
        while not end.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    begin = time.monotonic()
    descry.group(many)
    took = time.monotonic() - begin
    end.set()
    counter.join()
    assert counted > 50 * took


def in_child(rows):
    return told(descry.group(rows, id="id"))


def test_fork(rows):
    expected = in_child(rows)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(in_child, [rows, rows]) == [expected] * 2


def test_memory_of_a_million_short_texts():
    """What is kept of the texts, the list of them among it, and an eighth of the budget, which sorting fills.

    171 MB in one arena of the allocator; in several, one a thread, 154 to 218 by chance.
    """
    script = (
        "import random, re, descry\n"
        "def most():\n"  # of this program alone: ru_maxrss begins with its parent's
        "    return int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read()).group(1))\n"
        "chance = random.Random(5)\n"
        "words = [f'word{i}' for i in range(30000)]\n"
        "texts = [' '.join(chance.choices(words, k=11)) for i in range(1000000)]\n"
        "descry.group(texts[:1000])\n"
        "before = most()\n"
        "groups = descry.group(texts, threads=2)\n"
        "assert groups.documents == 1000000\n"
        "print(most() - before)\n")
    told_by = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True,
                             env={**os.environ, "MALLOC_ARENA_MAX": "1"})
    assert int(told_by.stdout) < 190_000


def test_scratch(tmp_path, many):
    with pytest.raises(OSError, match="nowhere"):
        descry.group(many, scratch=tmp_path / "nowhere", memory="1 MiB")
    assert len(descry.group(many[:100], scratch=tmp_path / "nowhere")) >= 0  # memory is enough
    descry.group(many[:20000], scratch=tmp_path, memory="1 MiB")
    assert os.listdir(tmp_path) == []


def test_a_bar(texts, capsys):
    descry.group(texts, progress=True)
    descry.group(texts, progress=False)
    assert capsys.readouterr().out == ""
