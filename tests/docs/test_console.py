"""The console blocks of the documentation print what they show.

A page's blocks run in order in one empty folder that holds the files of docs/examples. A line
"$ ..." is a command; what follows, up to the next, is its output, errors included. A line "…" stands
for any lines; seconds and dates may differ. With DESCRY_UPDATE_DOCS=1 blocks without "…" are
rewritten with what was printed. A page is skipped, with the reason, where a program, a module of
Python or the collection that its commands need is not there.
"""
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from pages import FENCED, PAGES, ROOT, descry, name_of, programs

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


def code_of_python(words):
    """What `/usr/bin/python3 -c CODE` or `/usr/bin/python3 FILE` runs."""
    if words[1] == "-c":
        return words[2]
    return (ROOT / "docs/examples" / words[1]).read_text()


def missing(commands):
    """A program or module that the commands need and that is not here; None where all are."""
    text = "\n".join(commands)
    for program in ["xxhsum", "omindex"]:
        if re.search(rf"\b{program}\b", text) and not shutil.which(program):
            return f"the program {program}"
    for command in commands:
        if not command.startswith("/usr/bin/python3 "):
            continue
        code = code_of_python(shlex.split(command))
        for module in re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE):
            if subprocess.run(["/usr/bin/python3", "-c", f"import {module}"],
                              capture_output=True).returncode:
                return f"python3's module {module}"
    return None


def manuals():
    """The collection that ./quickstart unpacks (tools/dev/get-manuals)."""
    return Path(os.environ.get("DESCRY_MANUALS", ROOT / "build/quickstart/manuals"))


def skip_where_it_cannot_run(text):
    needed = missing([command for block in BLOCK.findall(text)
                      for command, _ in commands_of(block)])
    if needed:
        pytest.skip(f"{needed} is not here")
    if "cat manuals.versions" in text:
        versions = manuals().with_suffix(".versions")
        if not versions.is_file():
            pytest.skip("no manuals here: tools/dev/get-manuals brings them")
        if versions.read_text() not in text and not os.environ.get("DESCRY_UPDATE_DOCS"):
            pytest.skip("the page shows other versions of the manuals")


class Shell:
    def __init__(self, folder):
        self.folder = folder / "work"
        shutil.copytree(ROOT / "docs/examples", self.folder)
        if manuals().is_dir():
            for there in [manuals(), manuals().with_suffix(".versions")]:
                (self.folder / there.name).symlink_to(there.resolve())
        bin_folder = folder / "bin"
        bin_folder.mkdir()
        for program in [*programs(), os.environ.get("DESCRY_EXAMPLE", "")]:
            if program:
                (bin_folder / Path(program).name).symlink_to(Path(program).resolve())
        self.environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}",
                            "LC_ALL": "C.UTF-8"}
        self.code = 0

    def __call__(self, command):
        if command == "echo $?":
            return f"{self.code}\n"
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120)
        self.code = done.returncode
        # Nor may it be written into the page.
        assert self.code != 127, f"{command}: a program that is not here: {done.stdout.decode()}"
        return done.stdout.decode()


@pytest.mark.parametrize("page", [p for p in PAGES if BLOCK.search(p.read_text())], ids=name_of)
def test_console_blocks(page, tmp_path):
    text = page.read_text()
    skip_where_it_cannot_run(text)
    shell = Shell(tmp_path)
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


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_is_shown_is_run(page):
    """Commands with their output stand in console blocks, and nowhere else."""
    for block in FENCED.findall(page.read_text()):
        assert block.startswith("```console\n") or not re.search(r"^\$ ", block, re.MULTILINE)


def test_the_readme_shows_what_the_program_prints():
    assert BLOCK.search((ROOT / "README.md").read_text())


def test_what_is_missing():
    assert missing(["descry info harbour.db", "/usr/bin/python3 -c 'import re; print(1)'"]) is None
    assert missing(["/usr/bin/python3 -c 'import no_such_module'"])


def test_what_matches():
    assert matches("a\n…\nc\n", "a\nb\nb\nc\n")
    assert matches("a\n…\n", "a\nb\n")
    assert matches("a\n…\nc\n", "a\nc\n")
    assert matches("1 document in 0.1 s\n", "1 document in 7.3 s\n")
    assert not matches("a\n", "a\nb\n")
    assert not matches("a\n…\nc\n", "a\nb\n")
    assert not matches("", "a\n")
