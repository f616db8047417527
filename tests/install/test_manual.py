"""The manual: a page a command, of which man has nothing to complain, with every option."""
import os
import re

import pytest

from tree import ROOT, TREE, commands, run

MANUAL = TREE / "share/man/man1"
PAGES = [page for program in ("descry", "descry-lab")
         for page in (program, *(f"{program}-{command}" for command in commands(program)))]


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


def document(command):
    return (ROOT / f"docs/commands/{command}.md").read_text()


def sections(command):
    """(heading, text) of a command's document."""
    parts = re.split(r"^## (.*)$", document(command), flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2]))


@pytest.mark.parametrize("command", commands())
def test_a_page_has_the_sections_of_its_document(command):
    text = shown(f"descry-{command}")
    for heading, _ in sections(command):
        name = {"Exit codes": "EXIT STATUS"}.get(heading, heading.upper().replace("`", ""))
        assert re.search(rf"^{re.escape(name)}$", text, re.MULTILINE), heading
    assert "???" not in text, "a character that did not get through"
    # Nothing is left of how the document is written.
    prose = text.partition("\nEXAMPLES\n")[0]
    assert not re.search(r"\]\(|\*\*|`|^ *\|", prose, re.MULTILINE)


@pytest.mark.parametrize("command", commands())
def test_a_page_names_the_fields_of_the_outputs(command):
    words = set(re.findall(r"[\w.-]+", shown(f"descry-{command}").replace("\u2010\n", "")))
    for heading, text in sections(command):
        if not heading.startswith("Output"):
            continue
        for row in re.findall(r"^\| (`.*?`)(?: \||,)", text, re.MULTILINE):
            for field in re.findall(r"`([\w.-]+)`", row):
                assert field in words, field


def test_a_page_has_the_examples_of_its_document():
    examples = re.findall(r"^\$ (.*)$", document("index"), re.MULTILINE)
    assert examples
    text = shown("descry-index")
    for example in examples:
        assert example in text


def test_a_warning_would_be_seen(tmp_path):
    page = tmp_path / "bad.1"
    page.write_text(".TH BAD 1\n.SH NAME\nbad \\- page\n.nosuchmacro\n")
    assert "nosuchmacro" in run("man", "--warnings=mac", "-l", page,
                                env={**os.environ, "LC_ALL": "C.UTF-8"})
