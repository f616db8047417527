"""descry uniq --update: runs that know what earlier ones kept, by a prepared file that grows."""
import fcntl
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from made import make_documents, write_jsonl
from program import ERROR


@pytest.fixture(scope="module")
def days(tmp_path_factory):
    """Three days of documents; each has near-copies and equal texts of its own and of days before."""
    folder = tmp_path_factory.mktemp("days")
    documents = make_documents(3400, seed=58)
    dealt = [documents[:2600], documents[2600:3000], documents[3000:]]
    for day, before in ((1, 0), (2, 1)):
        dealt[day] = dealt[day] + [{**document, "id": f"again{day}-{document['id']}"}
                                   for document in dealt[before][:400:20]]
    return [write_jsonl(folder / f"{day}.jsonl", rows) for day, rows in enumerate(dealt)]


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    return write_jsonl(tmp_path_factory.mktemp("few") / "few.jsonl", make_documents(60, seed=3))


@pytest.fixture
def made(descry, few, tmp_path):
    """A state of a few documents, with the defaults."""
    descry("uniq", few, "--update", tmp_path / "state")
    return tmp_path / "state"


def wait_for_lock(path):
    """Until a run holds it. A lock of one's own would disturb that run."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if path.exists() and f":{path.stat().st_ino} " in Path("/proc/locks").read_text():
            return
        time.sleep(0.01)
    raise AssertionError(f"{path} is not locked")


def model_of(descry, state, folder):
    """The first line of the groups names it."""
    twice = folder / "twice"
    return descry("combine", state, state, "--output", twice, "--force") and json.loads(
        twice.read_text().splitlines()[0])["model"]


def test_days_in_a_row_are_runs_with_references(descry, days, tmp_path):
    state, own = tmp_path / "state", tmp_path / "own"
    descry("stats", "count", days[0], "--output", tmp_path / "stats", "--quiet")
    references, kept = [], []
    for day, file in enumerate(days):
        dropped = [tmp_path / f"{way}{day}.tsv" for way in "ab"]
        run = descry("uniq", file, "--update", state, "--dropped", dropped[0])
        if day == 0:
            # The model of the first day.
            descry("prepare", file, "--output", own)
            assert run.out == descry("uniq", file).out
        else:
            # The same as beside the kept documents of all days before, by that model.
            known = tmp_path / f"known{day}"
            shutil.copy(kept_state, known)
            assert run.out == descry("uniq", file, "--reference", known, "--dropped", dropped[1]).out
            assert dropped[0].read_bytes() == dropped[1].read_bytes()
            assert "again" in dropped[0].read_text()
        references.append(tmp_path / f"kept{day}.jsonl")
        references[-1].write_bytes(run.out)
        kept += run.lines
        # Written at once, it would hold the same documents.
        kept_state = tmp_path / f"whole{day}"
        shutil.copy(state, kept_state)
        assert f"{len(kept):,} in all" in run.err
    assert model_of(descry, state, tmp_path) == model_of(descry, own, tmp_path)
    # Nothing of it is near to anything else in it.
    assert descry("combine", state).out == b""
    everything = tmp_path / "kept.jsonl"
    everything.write_bytes(b"".join(path.read_bytes() for path in references))
    assert descry("uniq", everything, "--reference", state).out == b""
    assert not list(tmp_path.glob("*.part-*"))


def test_days_are_as_plain_references_with_their_model(descry, days, tmp_path):
    db, model, state = tmp_path / "db", tmp_path / "model", tmp_path / "state"
    descry("index", db, days[0], "--quiet")
    descry("model", "export", db, model)
    references = []
    for day, file in enumerate(days):
        run = descry("uniq", file, "--update", state, "--model", model)
        assert run.out == descry("uniq", file, "--model", model, *references).out
        path = tmp_path / f"kept{day}.jsonl"
        path.write_bytes(run.out)
        references += ["--reference", path]


def test_the_same_day_twice_changes_nothing(descry, few, made):
    before = made.read_bytes()
    again = descry("uniq", few, "--update", made)
    assert again.out == b"" and "0 documents added, 60 in all" not in again.err
    assert "0 documents added" in again.err and made.read_bytes() == before


def test_documents_of_one_id_are_told_apart_by_their_texts(descry, made, few, tmp_path):
    first = json.loads(few.read_text().splitlines()[0])
    rows = [first, {**first, "text": " ".join(f"other{i} words{i}" for i in range(30))}]
    kept = descry("uniq", write_jsonl(tmp_path / "new.jsonl", rows), "--update", made).json_lines()
    assert kept == rows[1:]
    assert descry("uniq", tmp_path / "new.jsonl", "--update", made).out == b""


def test_a_member_of_a_group_is_known_by_its_head(descry, days, tmp_path):
    state = tmp_path / "state"
    kept = set(descry("uniq", days[0], "--update", state).lines)
    dropped = [line for line in days[0].read_text().splitlines() if line not in kept]
    assert len(dropped) > 500
    (tmp_path / "again.jsonl").write_text("\n".join(dropped) + "\n")
    assert descry("uniq", tmp_path / "again.jsonl", "--update", state).out == b""


@pytest.mark.parametrize("first, other, named", [
    ((), ("--distance", 0.1), "with --distance 0.15, not 0.1"),
    (("--distance", 0.1), ("--distance", 0.15), "with --distance 0.1, not 0.15"),
    ((), ("--keep-apart", "numbers"), "with --keep-apart nothing, not numbers"),
    (("--keep-apart", "lang,numbers"), ("--keep-apart", "title"),
     "with --keep-apart numbers,lang, not title"),
    ((), ("--contained", 0.5), "with --contained 0, not 0.5"),
    ((), ("--character-keys", "off"), "with --character-keys on, not off"),
    (("--character-keys", "off"), ("--character-keys", "on"), "with --character-keys off, not on"),
    ((), ("--fold-marks",), "without --fold-marks, not with it"),
    ((), ("--rich",), "without --compact and --rich, not with --rich"),
    (("--rich",), ("--compact",), "with --rich, not with --compact"),
    ((), ("--keep", "longest"), "with --keep first, not longest"),
    (("--keep", "longest"), ("--keep", "first"), "with --keep longest, not first"),
    ((), ("--prefer", "lang=en"), "with --keep first, not prefer:lang=en,first"),
])
def test_other_options_are_refused_by_name(descry, few, tmp_path, first, other, named):
    state = tmp_path / "state"
    descry("uniq", few, "--update", state, *first)
    before = state.read_bytes()
    refused = descry("uniq", few, "--update", state, *other, code=ERROR)
    assert refused.err == (f"descry: {state} was made {named}; use the same options, or another file\n")
    assert refused.out == b"" and state.read_bytes() == before
    # The same ones every day, and none at all.
    for options in (first, ()):
        assert descry("uniq", few, "--update", state, *options).out == b""
    assert state.read_bytes() == before


def test_another_model_is_refused_by_name(descry, days, few, made, tmp_path):
    descry("index", tmp_path / "db", days[0], "--quiet")
    descry("model", "export", tmp_path / "db", tmp_path / "model")
    before = made.read_bytes()
    refused = descry("uniq", few, "--update", made, "--model", tmp_path / "model", code=ERROR)
    assert f"not --model {tmp_path / 'model'} (" in refused.err and made.read_bytes() == before


@pytest.mark.parametrize("options, named", [
    (("--keep", "none"), "--keep none keeps none"),
    (("--kept-apart", "apart", "--keep-apart", "lang"), "cannot be combined"),
    (("--reference", "state"), "is an input|is --reference"),
    (("--holds",), "--holds needs --reference"),
])
def test_what_cannot_be_combined(descry, few, made, options, named):
    before = made.read_bytes()
    refused = descry("uniq", few, "--update", made.name, *options, code=ERROR, cwd=made.parent)
    assert any(part in refused.err for part in named.split("|")), refused.err
    assert made.read_bytes() == before


def test_a_prepared_reference_is_refused_by_name(descry, few, made, tmp_path):
    descry("prepare", few, "--output", tmp_path / "other")
    refused = descry("uniq", few, "--update", made, "--reference", tmp_path / "other", code=ERROR)
    assert "is a prepared file; with --update, give its documents as files" in refused.err


def test_references_beside_it_are_not_added(descry, days, tmp_path):
    state = tmp_path / "state"
    rows = days[1].read_text().splitlines()
    (tmp_path / "known.jsonl").write_text("\n".join(rows[:50]) + "\n")
    run = descry("uniq", days[1], "--update", state, "--reference", tmp_path / "known.jsonl")
    assert not set(rows[:50]) & set(run.lines)
    # Without the references, what is near to them alone is new.
    later = descry("uniq", tmp_path / "known.jsonl", "--update", state)
    assert later.lines and set(later.lines) <= set(rows[:50])


def test_kept_documents_are_no_items_that_others_hold(descry, tmp_path):
    words = [f"word{i}" for i in range(300)]
    item, inner, long = (" ".join(part) for part in (words[:20], words[100:130], words[80:200]))
    for name, texts in (("items", [item]), ("first", [inner]), ("second", [long, f"before all {item}"])):
        write_jsonl(tmp_path / name, [{"id": f"{name}{i}", "text": text} for i, text in enumerate(texts)])
    options = ("--reference", "items", "--holds", "--input-format", "jsonl")
    kept = [[row["id"] for row in descry("uniq", name, "--update", "state", *options,
                                         cwd=tmp_path).json_lines()] for name in ("first", "second")]
    assert kept == [["first0"], ["second0"]]


def test_documents_inside_kept_ones_are_dropped(descry, tmp_path):
    words = [f"word{i}" for i in range(200)]
    for name, text in (("long", words), ("short", words[40:90])):
        write_jsonl(tmp_path / name, [{"id": name, "text": " ".join(text)}])
    options = ("--update", "state", "--inside", "--input-format", "jsonl")
    assert descry("uniq", "long", *options, cwd=tmp_path).lines
    assert descry("uniq", "short", *options, "--dropped", "d", cwd=tmp_path).out == b""
    assert (tmp_path / "d").read_text().split("\t")[:2] == ["short", "long"]


def test_rejected_records_do_not_keep_others_from_being_added(descry, tmp_path):
    file = tmp_path / "new.jsonl"
    file.write_text('{"id": "a", "text": "one two three four five six seven eight nine"}\n{"id": \n')
    descry("uniq", file, "--update", tmp_path / "state", code=ERROR)
    again = descry("uniq", file, "--update", tmp_path / "state", code=ERROR)
    assert again.out == b"" and "1 reference" in again.err


def test_an_empty_first_day(descry, few, tmp_path):
    state, empty = tmp_path / "state", tmp_path / "empty.jsonl"
    empty.touch()
    descry("uniq", empty, "--update", state)
    assert state.stat().st_size > 0
    first = descry("uniq", few, "--update", state)
    assert first.out == descry("uniq", few).out
    assert descry("uniq", few, "--update", state).out == b""


def test_a_small_state_learns_its_model_again_when_it_has_grown(descry, days, tmp_path):
    """Without words, each new document is compared with all: the cost of a day would grow with their number."""
    rows = days[0].read_text().splitlines()
    state, notes = tmp_path / "state", []
    models = []
    for begin in range(0, 2600, 650):
        file = tmp_path / "day.jsonl"
        file.write_text("\n".join(rows[begin:begin + 650]) + "\n")
        notes.append(descry("uniq", file, "--update", state, "--character-keys", "on").err)
        models.append(model_of(descry, state, tmp_path))
    assert len(set(models)) == 1
    # Two thirds are kept: less than 2,000.
    more = [{"id": f"m{i}", "text": " ".join(f"w{(i * 31 + j * j) % 997}x" for j in range(60))}
            for i in range(700)]
    descry("uniq", write_jsonl(tmp_path / "more.jsonl", more), "--update", state)
    renewed = descry("uniq", days[2], "--update", state, "--character-keys", "on")
    assert "learned its model again" in renewed.err
    assert not any("again" in note for note in notes)
    assert model_of(descry, state, tmp_path) != models[0]
    # All that was known still is, in whatever day it came.
    for file in (days[0], days[2], tmp_path / "more.jsonl"):
        lines = descry("uniq", file, "--update", state, "--distance", 0.15).lines
        assert len(lines) <= len(file.read_text().splitlines()) // 100, (file, len(lines))
    assert descry("combine", state).lines == []


def test_a_model_that_is_given_is_not_replaced(descry, days, few, tmp_path):
    """Not even one without words, beside documents that are enough for some."""
    state, options = tmp_path / "state", ("--model", tmp_path / "model")
    descry("index", tmp_path / "db", few, "--quiet")
    descry("model", "export", tmp_path / "db", tmp_path / "model")
    for file in (few, days[0], days[1]):
        run = descry("uniq", file, "--update", state, *options)
        assert "learned" not in run.err
    assert descry("uniq", days[1], "--update", state, *options).out == b""


@pytest.mark.parametrize("bytes_of_it", [b"my only novel\n", b"\x28\xb5\x2f\xfd" * 9, b"descry prepared 3\n"])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_what_is_no_prepared_file_is_never_overwritten(descry, few, tmp_path, bytes_of_it, force):
    path = tmp_path / "novel"
    path.write_bytes(bytes_of_it)
    refused = descry("uniq", few, "--update", path, *force, code=ERROR)
    assert str(path) in refused.err and refused.out == b"" and path.read_bytes() == bytes_of_it


def test_a_damaged_state_is_left_alone(descry, few, made):
    damaged = bytearray(made.read_bytes())
    for cut in (bytes(damaged[:-5]), bytes(damaged) + b"x", bytes(damaged) * 2):
        made.write_bytes(cut)
        refused = descry("uniq", few, "--update", made, code=ERROR)
        assert str(made) in refused.err and refused.out == b"" and made.read_bytes() == cut


def test_two_runs_at_once(descry, few, made, days):
    """The second is refused by name while the first has not ended."""
    before = made.read_bytes()
    reader, writer = os.pipe()
    first = subprocess.Popen(descry.command("uniq", "-", "--update", made, "--quiet"), stdin=reader,
                             stdout=subprocess.PIPE)
    os.close(reader)
    os.write(writer, b'{"id": "new", "text": "a text that nobody has written before to this day"}\n')
    wait_for_lock(made)
    second = descry("uniq", few, "--update", made, code=ERROR)
    assert second.err == f"descry: {made}: another run is updating it; try again when it is done\n"
    assert made.read_bytes() == before
    os.close(writer)
    assert b'"new"' in first.communicate()[0] and first.returncode == 0
    assert made.read_bytes().startswith(before) and made.read_bytes() != before
    assert descry("uniq", few, "--update", made).out == b""


@pytest.mark.parametrize("kill, code", [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
@pytest.mark.parametrize("is_new", [True, False])
def test_a_run_that_is_ended_leaves_it(descry, few, made, tmp_path, kill, code, is_new):
    state = tmp_path / "absent" if is_new else made
    before = None if is_new else made.read_bytes()
    run = subprocess.Popen(descry.command("uniq", "-", "--update", state), stdin=subprocess.PIPE,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    run.stdin.write(b'{"id": "new", "text": "a text that nobody has written before to this day"}\n')
    run.stdin.flush()
    wait_for_lock(state)
    run.send_signal(kill)
    run.communicate()
    assert run.returncode == code
    if before is not None:
        assert state.read_bytes() == before
    elif kill == signal.SIGINT:
        assert not state.exists()
    else:
        assert state.read_bytes() == b""
    assert descry("uniq", few, "--update", state).code == 0


def test_what_killed_runs_left_is_removed(descry, days, made):
    run = subprocess.Popen(descry.command("uniq", days[0], "--update", made), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(600):  # until the new state is written, and nobody reads what is printed
        if list(made.parent.glob("state.part-*")):
            break
        time.sleep(0.05)
    run.kill()
    run.communicate()
    left = list(made.parent.glob("state.part-*"))
    assert len(left) == 1
    # What another program calls so, and what is being written, stays.
    others = [made.parent / f"state.part-{end}" for end in ("", "0badcafe0", "0badcaf", "mine4you", "0badcafe")]
    for other in others:
        other.write_text("mine")
    with open(others[-1]) as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        descry("uniq", days[1], "--update", made)
        assert sorted(made.parent.glob("state.part-*")) == sorted(others)
    descry("uniq", days[1], "--update", made)
    assert sorted(made.parent.glob("state.part-*")) == sorted(others[:-1])


def test_output_that_cannot_be_written_leaves_it(descry, days, made):
    before = made.read_bytes()
    with open("/dev/full", "wb") as full:
        run = subprocess.run(descry.command("uniq", days[1], "--update", made), stdout=full,
                             stderr=subprocess.PIPE, text=True)
    assert run.returncode == ERROR and "No space left on device" in run.stderr
    assert made.read_bytes() == before and not list(made.parent.glob("*.part-*"))
    # A reader that has gone away.
    reader, writer = os.pipe()
    os.close(reader)
    subprocess.run(descry.command("uniq", days[1], "--update", made), stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert made.read_bytes() == before and not list(made.parent.glob("*.part-*"))


def test_a_link_stays_one_and_rights_are_kept(descry, few, days, tmp_path):
    real = tmp_path / "real"
    (tmp_path / "link").symlink_to("real")
    descry("uniq", few, "--update", tmp_path / "link")
    os.chmod(real, 0o640)
    descry("uniq", days[1], "--update", tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and real.stat().st_mode & 0o777 == 0o640
    assert descry("uniq", days[1], "--update", real).out == b""
