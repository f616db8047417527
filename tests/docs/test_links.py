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


# The rooms of each folder by floors, from the ground up: a file includes headers of its own room and
# of rooms on lower floors. docs/architecture.md says what each is for.
FLOORS = {
    "engine": [["hashing", "mechanics"], ["distance", "sketches", "solr"], ["grouping", "sketch_pairs"], ["model"],
               ["keys"], ["collection"], ["training"]],
    "analyzers": [["."]],
    "plugin": [["base", "signatures"], ["collapse/values", "solr"], ["collapse/matching"],
               ["collapse", "schema"], ["documents", "reading"], ["candidates"], ["groups"],
               ["inspection", "online"], ["statistics", "writing"]],
    "tools": [["input/bytes", "input/documents", "messages"],
              ["evaluation/base", "input/parsing", "output"],
              ["arguments", "evaluation/gold", "input/formats", "query"],
              ["evaluation/methods", "input", "signing"], ["evaluation/report"], ["evaluation"],
              ["commands"], ["."]],
}
# What each folder may include of others.
MAY_INCLUDE = {"engine": [], "analyzers": [], "plugin": ["engine", "analyzers"],
               "tools": ["engine", "analyzers", "plugin"]}
# Libraries whose programs need nothing of near-duplicates.
OF_COLLAPSE = {"engine/hashing", "engine/mechanics", "plugin/base", "plugin/collapse", "plugin/collapse/matching",
               "plugin/collapse/values"}
NOT_IN_ENGINE = re.compile(r"<(xapian\.h|fstream|iostream|filesystem|cstdio|unistd\.h|sys/.*)>")
# Temporary files.
NOT_OUTSIDE_MECHANICS = re.compile(r"<(cstdio|unistd\.h)>")
FILES_IN_A_FOLDER = 27


def sources_of(folder):
    found = [path for ending in ["*.cc", "*.h"] for path in (ROOT / folder).rglob(ending)]
    assert found
    return found


def room_of(source):
    """The folder and the room in which a file stands; a public header, where its source does."""
    folder, *rest = source.relative_to(ROOT).parent.parts
    if folder == "analyzers":
        return folder, "."
    if rest[:2] == ["include", "descry"]:
        for implementation in (ROOT / folder / "/".join(rest[2:])).rglob(f"{source.stem}.cc"):
            return room_of(implementation)
        rest = rest[2:]
    return folder, "/".join(rest) or "."


HEADERS = {}
for _folder in FLOORS:
    for _header in (ROOT / _folder).rglob("*.h"):
        _place = _header.relative_to(ROOT / _folder).as_posix()
        HEADERS[_folder, _place.removeprefix("include/")] = room_of(_header)


def included_by(source):
    """The (folder, room) of each header of ours that a file includes."""
    own, _ = room_of(source)
    for public, private in re.findall(r'#include (?:<(descry/.*)>|"(.*\.h)")', source.read_text()):
        found = [HEADERS[key] for folder in FLOORS
                 if (key := (own if private else folder, private or public)) in HEADERS]
        assert found, f"{source}: {public or private}"
        yield found[0]


def floors_of(folder):
    return {room: floor for floor, rooms in enumerate(FLOORS[folder]) for room in rooms}


@pytest.mark.parametrize("folder", FLOORS)
def test_no_room_includes_what_stands_above_it(folder):
    floors = floors_of(folder)
    for source in sources_of(folder):
        _, room = room_of(source)
        for other, other_room in included_by(source):
            if other != folder:
                assert other in MAY_INCLUDE[folder], f"{source}: {other}/{other_room}"
            else:
                assert other_room == room or floors[other_room] < floors[room], (
                    f"{source}: {other_room}")
        if folder == "engine":
            allowed = NOT_OUTSIDE_MECHANICS if room == "mechanics" else None
            found = NOT_IN_ENGINE.search(source.read_text())
            assert not found or (allowed and allowed.search(found[0])), source


def test_collapse_needs_nothing_of_near_duplicates():
    for source in [*sources_of("plugin/base"), *sources_of("plugin/collapse")]:
        assert {"/".join(room) for room in included_by(source)} <= OF_COLLAPSE, source


@pytest.mark.parametrize("folder", FLOORS)
def test_every_room_is_in_the_architecture(folder):
    text = (ROOT / "docs/architecture.md").read_text()
    rooms = {room_of(source)[1] for source in sources_of(folder)}
    assert rooms == set(floors_of(folder))
    for room in rooms - {"."}:
        assert f"| `{room}` |" in text, f"{folder}/{room}"


def test_the_architecture_names_files_that_are_there():
    text = (ROOT / "docs/architecture.md").read_text()
    named = re.findall(rf"`((?:{'|'.join(FLOORS)})/[\w/]+)`", text)
    assert len(named) > 20
    for name in named:
        assert list(ROOT.glob(f"{name}.cc")) or (ROOT / name).is_dir(), name


@pytest.mark.parametrize("folder", FLOORS)
def test_no_room_is_crowded(folder):
    for path in [ROOT / folder, *(ROOT / folder).rglob("*")]:
        if path.is_dir():
            files = sum(file.suffix in (".cc", ".h") for file in path.iterdir())
            assert files <= FILES_IN_A_FOLDER, f"{path}: {files}"
