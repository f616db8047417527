"""Help and the pages of the commands use one word for one thing: CONTRIBUTING.md, "Words not used"."""
import re

import pytest

from pages import COMMAND_PAGES, FENCED, PAGES, ROOT, help_of, name_of, subcommands

# What is no prose: names of options with their values, and Markdown's code.
NAMES = re.compile(r"`[^`]*`|--[\w-]+|least-alike|\]\([^)]*\)")
TOO = r",? too(?=[,.;:)]|$)"


def retired():
    """(word, pattern) of each word of the table."""
    table = (ROOT / "CONTRIBUTING.md").read_text().partition("\n## Words not used\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.*?) \| .* \|$", table, re.MULTILINE)[1:]
    for row in rows:
        if row.startswith("too "):
            yield "too", TOO
        for word in row.split(", ") if not row.startswith("too ") else []:
            yield word, rf"\b{re.escape(word)}\b"


def found_in(text):
    prose = NAMES.sub(" ", FENCED.sub("\n", text))
    return [word for word, pattern in retired() if re.search(pattern, prose, re.IGNORECASE | re.MULTILINE)]


HELPS = [(), *((command, *sub) for command in COMMAND_PAGES for sub in [(), *((name,) for name in subcommands(command))])]


@pytest.mark.parametrize("command", HELPS, ids=" ".join)
def test_help_has_no_retired_word(command):
    assert not found_in(" ".join(help_of(*command).split()))


# Pages for developers, whose code has folders, and what was written before these words were retired.
NOT_FOR_USERS = {"architecture.md", "CHANGELOG.md", "CONTRIBUTING.md", "development.md"}


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in NOT_FOR_USERS], ids=name_of)
def test_a_page_has_no_retired_word(page):
    # Headings may have links from elsewhere.
    text = re.sub(r"^#.*$", "", page.read_text(), flags=re.MULTILINE)
    assert not found_in(text)


@pytest.mark.parametrize("text", [
    "Documents that are left out", "It stays.", "Made anew", "read, too.", "This is TOLD by whoever asks", "two alike"])
def test_retired_words_are_found(text):
    assert found_in(text)


@pytest.mark.parametrize("text", ["`--refused FILE`", "--refused FILE", "too large", "```\nstays\n```", "`least-alike`"])
def test_names_are_no_words(text):
    assert not found_in(text)


LITERALS = re.compile(r'^\s*(?://|/?\*).*$|"((?:[^"\\\n]|\\.)*)"', re.MULTILINE)


@pytest.mark.parametrize("folder", ["engine", "plugin", "tools"])
def test_messages_have_no_retired_word(folder):
    """In the strings of sources; a word alone is a name."""
    wrong = [f"{source.relative_to(ROOT)}: {text}" for source in (ROOT / folder).rglob("*.cc")
             if "benchmarks" not in source.parts
             for text in LITERALS.findall(source.read_text()) if " " in text and found_in(text)]
    assert not wrong, "\n".join(wrong)
