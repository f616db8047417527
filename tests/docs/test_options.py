"""Every option of --help stands in the command's page and the other way round."""
import re

import pytest

from pages import COMMAND_PAGES, PAGES, ROOT, help_of, name_of, options_of, subcommands

OPTION = re.compile(r"(?<![\w-])--[a-zA-Z][\w-]*")


def rows_of_option_tables(text):
    """The options named at the start of table rows: | `--rows N` | ..."""
    return {option for row in re.findall(r"^\| `(--[^|]*)\|", text, re.MULTILINE)
            for option in OPTION.findall(row)}


@pytest.mark.parametrize("command", COMMAND_PAGES)
def test_a_page_has_the_options_of_help(command):
    text = COMMAND_PAGES[command].read_text()
    assert rows_of_option_tables(text) == options_of(command)


@pytest.mark.parametrize("command", COMMAND_PAGES)
def test_the_example_of_help_is_one_of_the_page(command):
    text = COMMAND_PAGES[command].read_text()
    for names in [[command], *([command, sub] for sub in subcommands(command))]:
        example = help_of(*names).partition("\nExample:\n  ")[2].partition("\n")[0]
        assert example and re.search(rf"^\$ (?:.*\| )?{re.escape(example)}", text, re.MULTILINE), example


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_command_shown_has_options_that_exist(page):
    shown = re.findall(r"^(?:\$ )?(?:\S*/)?descry(?:-lab)? (\w+)(.*)$", page.read_text(), re.MULTILINE)
    for command, rest in shown:
        if command not in COMMAND_PAGES:
            continue
        arguments = re.split(r"[|>]", rest)[0]
        assert set(OPTION.findall(arguments)) <= options_of(command), f"descry {command}{rest}"


def test_every_command_has_a_page_and_every_page_a_command():
    in_folder = {folder: {name for name, page in COMMAND_PAGES.items() if page.parent.name == folder}
                 for folder in ("commands", "lab")}
    assert in_folder == {"commands": set(subcommands()), "lab": {"evaluate", "join"}}


def test_the_readme_lists_every_command():
    readme = (ROOT / "README.md").read_text()
    for command in subcommands():
        assert f"(docs/commands/{command}.md)" in readme


def test_the_page_for_solr_names_what_there_is():
    """A table from Solr's parameters to options that exist."""
    text = (ROOT / "docs/solr.md").read_text()
    table = text.partition("## Parameters of a search\n")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")]
    solrs = " ".join(row[0] for row in rows)
    for parameter in ("q", "fq", "sort", "collapse", "min", "max", "nullPolicy", "expand", "expand.rows",
                      "expand.sort", "expand.q", "expand.fq", "facet.field", "group.field",
                      "group.limit", "group.sort", "group.ngroups", "signatureClass",
                      "sortMissingLast"):
        assert re.search(rf"(?<![\w.]){re.escape(parameter)}(?![\w.])", solrs), parameter
    ours = {option for row in rows for option in OPTION.findall(row[1])}
    assert {"--collapse", "--head", "--expand", "--facet", "--group-limit", "--chain"} <= ours
    assert ours <= options_of("search") | options_of("index")
    header = (ROOT / "plugin/include/descry/collapse/collapsing_enquire.h").read_text()
    for function in re.findall(r"(\w+)\(", " ".join(row[-1] for row in rows)):
        assert f" {function}(" in header, function
