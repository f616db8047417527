"""What a terminal shows of progress: what is done, in a line that is gone before anything else."""
import os
import pty
import re
import subprocess

import pytest

from made import make_documents, write_jsonl

ERASE = "\r\x1b[K"
PROGRESS = re.compile(r"(?!descry(?:-lab)?: )([A-Za-z][A-Za-z -]*): (?:(?P<documents>\d+) documents, )?(\d+)"
                      r"(?: of (\d+) \(\d+%\))?")


def on_terminal(descry, *arguments):
    """All that a command writes to a terminal, results and messages."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(descry.command(*arguments), stdin=subprocess.DEVNULL,
                               stdout=follower, stderr=follower)
    os.close(follower)
    shown = b""
    try:
        while piece := os.read(leader, 1 << 16):
            shown += piece
    except OSError:  # the other end is closed
        pass
    os.close(leader)
    process.wait()
    # A terminal's line ends.
    return shown.decode().replace("\r\n", "\n")


def progress_of(shown):
    """What stood in the line of progress, one after the other."""
    return [match for part in shown.split(ERASE) if (match := PROGRESS.match(part))]


@pytest.mark.parametrize("command", [
    ["info", "{index}"], ["info", "{index}", "--format", "json"],
    ["rebuild", "{index}", "--dry-run"], ["index", "{new}", "{jsonl}", "{broken}"],
    ["annotate", "{own}", "--all"],
    ["evaluate", "{jsonl}", "--methods", "exact,term-profile,group", "--words", "500"],
    ["annotate", "{own}", "--methods", "exact"]],
    ids=lambda command: " ".join(command))
def test_the_line_is_erased_before_anything_else(descry, index, own_index, jsonl, tmp_path, command):
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"id": 1\n' * 5)
    shown = on_terminal(descry, *[argument.format(index=index, own=own_index, jsonl=jsonl,
                                                  new=tmp_path / "new", broken=broken)
                                  for argument in command])
    assert "\n" in shown
    for part in shown.split(ERASE):
        if match := PROGRESS.match(part):
            assert "\n" not in part, f"{match.group()} stands before {part!r}"
    # Nor does it stay in the end.
    assert not PROGRESS.match(shown.split(ERASE)[-1])


def test_progress_is_of_what_is_done(descry, tmp_path):
    """All of the input fits into what is read ahead, of which nothing is indexed yet."""
    source = write_jsonl(tmp_path / "in.jsonl", make_documents(3000))
    shown = on_terminal(descry, "index", tmp_path / "db", source)
    indexed = [match for match in progress_of(shown) if match.group(1) == "KiB indexed"]
    total = source.stat().st_size // 1024
    assert indexed and {int(match.group(4)) for match in indexed} == {total}
    done = [int(match.group(3)) for match in indexed]
    assert done[0] == 0 and done == sorted(done) and done[-1] <= total


def test_the_line_moves_while_nothing_is_told(descry):
    """A reader that waits for the next document of a pipe."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(descry.command("uniq", "-"), stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    process.stdin.write("".join(f'{{"id": {i}, "text": "one"}}\n' for i in range(3000)).encode())
    process.stdin.flush()
    shown = b""
    while shown.count(ERASE.encode()) < 6:
        shown += os.read(leader, 1 << 16)
    process.stdin.close()
    try:
        while os.read(leader, 1 << 16):
            pass
    except OSError:
        pass
    os.close(leader)
    assert process.wait() == 0
    seconds = re.findall(r", (\d+) s(?=\r|$)", shown.decode())
    assert seconds and seconds == sorted(seconds, key=int)


def test_reading_tells_documents_and_bytes(descry, tmp_path):
    """All of the input is one batch, so that the last line is all."""
    source = write_jsonl(tmp_path / "in.jsonl", make_documents(900))
    shown = on_terminal(descry, "uniq", source)
    last = [match for match in progress_of(shown) if match.group(1) == "KiB read"][-1]
    assert last.group("documents") == "900"
    assert last.group(3) == last.group(4) == str(source.stat().st_size // 1024)
