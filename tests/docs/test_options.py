"""Every option of --help stands in the command's page and the other way round."""
import re

import pytest

from pages import COMMAND_PAGES, PAGES, ROOT, name_of, options_of, subcommands

OPTION = re.compile(r"(?<![\w-])--[a-zA-Z][\w-]*")


def rows_of_option_tables(text):
    """The options named at the start of table rows: | `--rows N` | ..."""
    return {option for row in re.findall(r"^\| `(--[^|]*)\|", text, re.MULTILINE)
            for option in OPTION.findall(row)}


@pytest.mark.parametrize("command", subcommands())
def test_a_page_has_the_options_of_help(command):
    text = COMMAND_PAGES[command].read_text()
    assert rows_of_option_tables(text) == options_of(command)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_command_shown_has_options_that_exist(page):
    shown = re.findall(r"^(?:\$ )?(?:\S*/)?descry (\w+)(.*)$", page.read_text(), re.MULTILINE)
    for command, rest in shown:
        if command not in subcommands():
            continue
        arguments = re.split(r"[|>]", rest)[0]
        assert set(OPTION.findall(arguments)) <= options_of(command), f"descry {command}{rest}"


def test_every_command_has_a_page_and_every_page_a_command():
    assert set(COMMAND_PAGES) == set(subcommands())


def test_the_readme_lists_every_command():
    readme = (ROOT / "README.md").read_text()
    for command in subcommands():
        assert f"(docs/commands/{command}.md)" in readme
