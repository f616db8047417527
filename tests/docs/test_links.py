"""No link of the documentation is broken, and the map of the folders is whole."""
import re

import pytest

from pages import FENCED, PAGES, ROOT, name_of
from rooms import (FILES_IN_A_FOLDER, FLOORS, LINES, MAY_INCLUDE, MAY_OF_ROOM, NEEDS_NO_PLUGIN, BUT_FOR, OF_COLLAPSE, drawing_of,
                   floors_of, forbidden_in_engine, included_by, plugin_included_from, room_of, sources_of, too_long)

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


@pytest.mark.parametrize("folder", FLOORS)
def test_no_room_includes_what_stands_above_it(folder):
    floors = floors_of(folder)
    for source in sources_of(folder):
        _, room = room_of(source)
        for other, other_room in included_by(source):
            if other != folder:
                assert other in MAY_INCLUDE[folder] + MAY_OF_ROOM.get((folder, room), []), f"{source}: {other}/{other_room}"
            else:
                assert other_room == room or floors[other_room] < floors[room], (
                    f"{source}: {other_room}")
        if folder == "engine":
            assert not forbidden_in_engine(room, source.read_text()), source


def test_what_engine_may_not_include_is_seen():
    """Each header alone, and behind one that may be there."""
    for header in ("xapian.h", "xapian/database.h", "fstream", "ifstream", "istream", "ostream", "iostream", "sstream",
                   "iosfwd", "streambuf", "filesystem", "cstdio", "stdio.h", "unistd.h", "fcntl.h", "sys/stat.h"):
        assert forbidden_in_engine("edits", f"#include <vector>\n#include <{header}>\n") == [header]
    assert forbidden_in_engine("mechanics", "#include <cstdio>\n#include <fstream>\n") == ["fstream"]
    assert forbidden_in_engine("prepared", "#include <istream>\n#include <ostream>\n") == ["ostream"]
    assert not forbidden_in_engine("edits", "#include <vector>\n// no <fstream>, nor \"iostream\"\n")


@pytest.mark.parametrize("ending", LINES)
def test_files_are_short(ending):
    lengths = {str(source.relative_to(ROOT)): len(source.read_text().splitlines())
               for folder in FLOORS for source in sources_of(folder) if source.suffix == ending}
    assert len(lengths) > 100
    assert not too_long(lengths, *LINES[ending])


def test_files_that_are_too_long_are_seen():
    short = {f"{n}.cc": 249 for n in range(9)}
    assert not too_long({**short, "long.cc": 599}, 250, 600)
    assert too_long({**short, "long.cc": 600}, 250, 600) == ["long.cc: 600 lines"]
    assert "2 of 11 files" in too_long({**short, "a.cc": 250, "b.cc": 250}, 250, 600)[0]


def test_the_rule_of_lines_is_the_one_that_is_told():
    rules = " ".join((ROOT / "CONTRIBUTING.md").read_text().split())
    for (below, most), files in zip(LINES.values(), ("sources", "headers")):
        assert f"nine of ten {files} have fewer than {below} lines, and none has {most}" in rules.replace("Nine", "nine")


def test_collapse_needs_nothing_of_near_duplicates():
    for source in [*sources_of("plugin/base"), *sources_of("plugin/collapse")]:
        assert {"/".join(room) for room in included_by(source)} <= OF_COLLAPSE, source


@pytest.mark.parametrize("start", NEEDS_NO_PLUGIN)
def test_files_are_cleaned_without_plugin(start):
    """Each exception is one; and what needs plugin is seen."""
    assert plugin_included_from(start) == BUT_FOR
    assert plugin_included_from("tools/commands/index.cc") > BUT_FOR


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


@pytest.mark.parametrize("folder", ["engine", "plugin"])
def test_the_drawing_is_what_the_sources_include(folder):
    """`python3 tests/docs/rooms.py` prints it."""
    assert drawing_of(folder) in (ROOT / "docs/architecture.md").read_text()


# What gives Xapian a path of its own accord, and so would let a stub run a program.
BESIDE_THE_DOOR = re.compile(r"Database::check|Remote::open|DB_BACKEND_STUB|"
                             r"Xapian::(Writable)?Database( \w+)?[({](?!const |std::string\(\)|[)}])")


def beside_the_door(text):
    return BESIDE_THE_DOOR.findall(re.sub(r"^ *(//|/\*|\*).*$", "", text, flags=re.MULTILINE))


def test_one_door_opens_databases():
    """`open_database` alone; the pattern finds what it is to find."""
    assert beside_the_door("    Xapian::Database db(path);")
    assert beside_the_door("    return Xapian::WritableDatabase(path, Xapian::DB_OPEN);")
    assert not beside_the_door("// Xapian::Database db(path);\nXapian::Database f(const int& x);")
    for folder in ["plugin", "tools"]:
        for source in sources_of(folder):
            if source.name != "open_database.cc":
                assert not beside_the_door(source.read_text()), source


@pytest.mark.parametrize("folder", ["analyzers", "engine", "plugin"])
def test_no_library_reads_the_environment(folder):
    """A program's environment is the program's; the command line reads what it heeds."""
    readers = [path for path in sources_of(folder) if re.search(r"\b(secure_)?getenv\b", path.read_text())]
    assert not readers
