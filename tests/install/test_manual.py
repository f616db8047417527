"""The manual: a page a command, of which man has nothing to complain, with every option."""
import os
import re

import pytest

from tree import ROOT, TREE, commands, run

MANUAL = TREE / "share/man/man1"
PAGES = ["descry", *(f"descry-{command}" for command in commands())]


def shown(page):
    plain = {**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "100", "MAN_KEEP_FORMATTING": ""}
    return run("man", "--warnings", "--no-hyphenation", "--no-justification", "-l",
               MANUAL / f"{page}.1", env=plain)


def test_a_page_a_command_and_no_other():
    assert {path.name for path in MANUAL.iterdir()} == {f"{page}.1" for page in PAGES}


@pytest.mark.parametrize("page", PAGES)
def test_a_page(page):
    text = shown(page)
    assert text.startswith(f"{page.upper()}(1)"), "a warning, or another title"
    assert "warning" not in text.partition("\n\n")[0]
    for part in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES"):
        assert re.search(rf"^{part}$", text, re.MULTILINE), part
    # What CLI11 writes and people do not.
    assert not re.search(r" (TEXT|REQUIRED|Excludes:)|:(INT|UINT|FLOAT)|\(2x\)", text)


@pytest.mark.parametrize("command", commands())
def test_a_page_has_the_options_of_help(command):
    options = set(re.findall(r"--[a-zA-Z][\w-]*", run(TREE / "bin/descry", command, "--help")))
    assert options <= set(re.findall(r"--[a-zA-Z][\w-]*", shown(f"descry-{command}")))


def test_a_page_has_the_examples_of_its_document():
    examples = re.findall(r"^\$ (.*)$", (ROOT / "docs/commands/index.md").read_text(),
                          re.MULTILINE)
    assert examples
    text = shown("descry-index")
    for example in examples:
        assert example in text


def test_a_warning_would_be_seen(tmp_path):
    page = tmp_path / "bad.1"
    page.write_text(".TH BAD 1\n.SH NAME\nbad \\- page\n.nosuchmacro\n")
    assert "nosuchmacro" in run("man", "--warnings=mac", "-l", page,
                                env={**os.environ, "LC_ALL": "C.UTF-8"})
