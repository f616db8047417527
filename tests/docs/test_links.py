"""No link of the documentation is broken, and the map of the folders is whole."""
import re

import pytest

from pages import FENCED, PAGES, ROOT, name_of

LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchors_of(text):
    """Headings as GitHub names them."""
    for heading in re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for link in LINK.findall(FENCED.sub("", page.read_text())):
        if re.match(r"\w+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors_of(target.read_text()), link


def test_every_page_can_be_reached_from_the_readme():
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        for link in LINK.findall(FENCED.sub("", page.read_text())):
            target = (page.parent / link.partition("#")[0]).resolve()
            if target.is_file():
                waiting.append(target)
    assert reached == set(PAGES)


def test_every_folder_has_a_section_in_the_architecture():
    map_of_folders = (ROOT / "docs/architecture.md").read_text()
    headings = re.findall(r"^## (\w+)/", map_of_folders, re.MULTILINE)
    folders = {path.name for path in ROOT.iterdir()
               if path.is_dir() and path.name != "build" and not path.name.startswith(".")}
    assert set(headings) == folders


# The folders whose headers each may include, beside its own; docs/architecture.md says why.
MAY_INCLUDE = {"engine": [], "analyzers": [], "plugin": ["engine", "analyzers"]}
NOT_IN_ENGINE = re.compile(r"<(xapian\.h|fstream|iostream|filesystem|cstdio|unistd\.h|sys/.*)>")


@pytest.mark.parametrize("folder", MAY_INCLUDE)
def test_folders_depend_as_the_architecture_says(folder):
    public = {header.name: other for other in MAY_INCLUDE
              for header in (ROOT / other / "include/descry").glob("*.h")}
    sources = [*(ROOT / folder).rglob("*.cc"), *(ROOT / folder).rglob("*.h")]
    assert sources
    for source in sources:
        text = source.read_text()
        for header in re.findall(r"#include <descry/(.*)>", text):
            assert public[header] in [folder, *MAY_INCLUDE[folder]], f"{source}: {header}"
        if folder == "engine":
            assert not NOT_IN_ENGINE.search(text), source
