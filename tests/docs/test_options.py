"""The tables of options in the commands' pages are those of --help, and commands that are shown exist."""
import os
import re

import pytest

from pages import COMMAND_PAGES, PAGES, ROOT, help_of, name_of, option_tables, options_of, subcommands, table_of

OPTION = re.compile(r"(?<![\w-])--[a-zA-Z][\w-]*")
SECTION = re.compile(r"^## Options\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("command", COMMAND_PAGES)
def test_a_page_has_the_table_of_help(command):
    """With DESCRY_UPDATE_DOCS=1 the section is rewritten."""
    page = COMMAND_PAGES[command]
    text = page.read_text()
    shown = SECTION.search(text).group(1)
    table = f"\n{option_tables(command)}\n"
    if os.environ.get("DESCRY_UPDATE_DOCS"):
        page.write_text(text.replace(f"## Options\n{shown}", f"## Options\n{table}"))
        return
    assert shown == table, "DESCRY_UPDATE_DOCS=1 writes the table that help gives"


def test_a_table_of_help():
    rows = table_of("uniq").splitlines()
    assert rows[:2] == ["| option | default | meaning |", "|---|---|---|"]
    options = [re.search(r"--[\w-]+", row).group() for row in rows[2:]]
    assert len(options) == len(set(options)) and set(options) == options_of("uniq") - {"--help"}
    assert any(row.startswith("| `--memory MIB` | 256 | ") for row in rows)
    assert any(row.startswith("| `--character-keys auto\\|on\\|off` | auto | ") for row in rows)


def test_options_that_another_page_explains_are_one_row():
    row = next(row for row in table_of("annotate").splitlines() if "`--any-order`" in row)
    assert "`--words`" in row and row.endswith(" | | As for [`index`](index.md#options) |")
    names = {name for name in re.findall(r"`(--[\w-]+)", table_of("annotate"))}
    assert names >= options_of("annotate") - {"--help"}


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
