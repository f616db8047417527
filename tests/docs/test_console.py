"""The console blocks of the documentation print what they show.

A page's blocks run in order in one empty folder that holds the files of docs/examples. A line
"$ ..." is a command; what follows, up to the next, is its output, errors included. A line "…" stands
for any lines; seconds and dates may differ. With DESCRY_UPDATE_DOCS=1 blocks without "…" are
rewritten with what was printed.
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pages import PAGES, ROOT, descry, name_of

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANY_LINES = "…"
VARIES = [(re.compile(r"\b\d+\.\d s\b"), "0.0 s"),
          (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "2002-05-07T00:00:00Z")]


def normal(text):
    for pattern, same in VARIES:
        text = pattern.sub(same, text)
    return text.rstrip("\n")


def matches(shown, printed):
    pieces = [re.escape(piece) for piece in normal(shown).split(f"{ANY_LINES}\n")]
    pattern = "(?:.*\n)*?".join(pieces)
    if pattern.endswith(ANY_LINES):
        pattern = pattern.removesuffix(ANY_LINES) + "(?:.*\n?)*"
    return re.fullmatch(pattern, normal(printed)) is not None


def commands_of(block):
    """(command, shown output) in order."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        end = 1
        while lines[end - 1].endswith("\\\n"):
            end += 1
        yield "".join(lines[:end]).rstrip("\n"), "".join(lines[end:])


class Shell:
    def __init__(self, folder):
        self.folder = folder / "work"
        shutil.copytree(ROOT / "docs/examples", self.folder)
        programs = folder / "bin"
        programs.mkdir()
        for program in [descry(), os.environ.get("DESCRY_EXAMPLE", "")]:
            if program:
                (programs / Path(program).name).symlink_to(Path(program).resolve())
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}",
                            "LC_ALL": "C.UTF-8"}
        self.code = 0

    def __call__(self, command):
        if command == "echo $?":
            return f"{self.code}\n"
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120)
        self.code = done.returncode
        return done.stdout.decode()


@pytest.mark.parametrize("page", [p for p in PAGES if BLOCK.search(p.read_text())], ids=name_of)
def test_console_blocks(page, tmp_path):
    shell = Shell(tmp_path)
    text = page.read_text()
    wrong = []
    for block in BLOCK.findall(text):
        rewritten = ""
        for command, shown in commands_of(block):
            printed = shell(command)
            if not matches(shown, printed):
                wrong.append(f"$ {command}\n--- shown:\n{shown}--- printed:\n{printed}")
                if ANY_LINES not in shown.splitlines():
                    shown = printed
            rewritten += f"$ {command}\n{shown}"
        if os.environ.get("DESCRY_UPDATE_DOCS"):
            text = text.replace(block, rewritten)
    if os.environ.get("DESCRY_UPDATE_DOCS"):
        page.write_text(text)
        return
    assert not wrong, "\n".join(wrong)


def test_what_matches():
    assert matches("a\n…\nc\n", "a\nb\nb\nc\n")
    assert matches("a\n…\n", "a\nb\n")
    assert matches("a\n…\nc\n", "a\nc\n")
    assert matches("1 document in 0.1 s\n", "1 document in 7.3 s\n")
    assert not matches("a\n", "a\nb\n")
    assert not matches("a\n…\nc\n", "a\nb\n")
    assert not matches("", "a\n")
