"""The rooms of the source folders: which there are, which includes which, and a drawing of that."""
import re
import sys

from pages import ROOT

# The rooms of each folder by floors, from the ground up: a file includes headers of its own room and
# of rooms on lower floors. docs/architecture.md says what each is for.
FLOORS = {
    "engine": [["hashing", "mechanics"], ["edits"], ["distance", "sketches", "solr"],
               ["grouping"], ["model"], ["keys"], ["collection"], ["inside", "prepared", "training"],
               ["unique"], ["texts"], ["report", "signatures"]],
    "analyzers": [["."]],
    "python": [["arrow"], ["src"], ["index"]],
    "plugin": [["base"], ["collapse/values", "solr"], ["collapse/matching"],
               ["collapse", "schema"], ["documents", "query"], ["reading"], ["candidates"], ["groups"],
               ["inspection", "online"], ["indexing", "statistics"],
               ["jobs"]],
    "tools": [["input/bytes", "input/documents", "messages"],
              ["input/parsing", "lab/base", "lab/sets", "output", "usage"], ["input/mail"],
              ["arguments", "input/formats", "lab/gold"],
              ["input", "lab/methods", "signing"], ["answers", "lab/report", "spooling"],
              ["unique"], ["service/solr"], ["service"],
              ["commands/shared"], ["commands", "lab"], ["."]],
}
# What each folder may include of others.
MAY_INCLUDE = {"engine": [], "analyzers": [], "python": ["engine", "analyzers"], "plugin": ["engine", "analyzers"],
               "tools": ["engine", "analyzers", "plugin"]}
# And what a room of it may, beside that.
MAY_OF_ROOM = {("python", "index"): ["plugin"], ("engine", "texts"): ["analyzers"], ("engine", "report"): ["analyzers"],
               ("engine", "signatures"): ["analyzers"]}
# Libraries whose programs need nothing of near-duplicates.
OF_COLLAPSE = {"engine/hashing", "engine/mechanics", "plugin/base", "plugin/collapse", "plugin/collapse/matching",
               "plugin/collapse/values"}
# Xapian, files, streams and the console.
NOT_IN_ENGINE = re.compile(
    r"xapian(/.*|\.h)|[fios]{0,2}stream|iosfwd|streambuf|syncstream|spanstream|print|filesystem|c?stdio(\.h)?"
    r"|unistd\.h|fcntl\.h|dirent\.h|termios\.h|sys/.*")
# But temporary files, and the prepared files that whoever calls has opened.
MAY_OF_ENGINE = {"mechanics": {"cstdio", "unistd.h", "fcntl.h", "filesystem", "sys/file.h", "sys/stat.h"}, "prepared": {"istream"}}
# What needs no index: it and whatever headers and sources of tools it leads to include nothing of plugin, but
# what tells a folder of files from a database.
NEEDS_NO_PLUGIN = ["tools/commands/uniq.cc"]
BUT_FOR = {("tools/input/input_reader.cc", "plugin/base/open_database.h")}
FILES_IN_A_FOLDER = 27
# Of sources (.cc) and headers: the lines that nine of ten are below, and that none reaches.
LINES = {".cc": (300, 600), ".h": (200, 300)}


def sources_of(folder):
    """But the benchmarks, which are built as tests are and reach into every room."""
    found = [path for ending in ["*.cc", "*.h"] for path in (ROOT / folder).rglob(ending)
             if "benchmarks" not in path.parts]
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


INCLUDES = re.compile(r'#include (?:<(descry/.*)>|"(.*\.h)")')
HEADERS = {}
for _folder in FLOORS:
    for _header in (ROOT / _folder).rglob("*.h"):
        _include = ROOT / _folder / "include"
        HEADERS[_header.relative_to(_include if _include in _header.parents else ROOT).as_posix()] = room_of(_header)


def included_by(source):
    """The (folder, room) of each header of ours that a file includes."""
    for public, private in INCLUDES.findall(source.read_text()):
        assert (public or private) in HEADERS, f"{source}: {public or private}"
        yield HEADERS[public or private]


def header_at(include):
    """The file that an include of ours names."""
    folders = [ROOT / folder / "include" for folder in FLOORS] + [ROOT]
    return next(folder / include for folder in folders if (folder / include).exists())


def sources_under(header):
    """The sources of a header: they include it first."""
    name = header.relative_to(ROOT).as_posix()
    return [source for source in header.parent.glob("*.cc") if source.read_text().startswith(f'#include "{name}"')]


def plugin_included_from(start):
    """(file, header) for each header of plugin that a file includes, or a header or source of tools that it leads to."""
    seen, waiting, found = set(), [ROOT / start], set()
    while waiting:
        source = waiting.pop()
        if source in seen:
            continue
        seen.add(source)
        for public, private in INCLUDES.findall(source.read_text()):
            header = header_at(public or private)
            folder, _ = room_of(header)
            if folder == "plugin":
                found.add((source.relative_to(ROOT).as_posix(), public or private))
            elif folder == "tools":
                waiting += [header, *sources_under(header)]
    assert len(seen) > 5
    return found


def forbidden_in_engine(room, text):
    """The headers that a file of this room of engine includes and may not."""
    included = re.findall(r'^\s*#\s*include\s*[<"]([^>"]*)[>"]', text, re.MULTILINE)
    return [header for header in included if NOT_IN_ENGINE.fullmatch(header)
            and header not in MAY_OF_ENGINE.get(room, set())]


def too_long(lengths, below, most):
    """What is wrong with the lines of files by name; nothing where all is well."""
    wrong = [f"{name}: {lines} lines" for name, lines in lengths.items() if lines >= most]
    longer = sorted(name for name, lines in lengths.items() if lines >= below)
    if len(longer) * 10 > len(lengths):
        wrong.append(f"{len(longer)} of {len(lengths)} files have {below} lines and more: {', '.join(longer)}")
    return wrong


def floors_of(folder):
    return {room: floor for floor, rooms in enumerate(FLOORS[folder]) for room in rooms}


def drawing_of(folder):
    """A graph for Mermaid: an arrow to each room whose headers a room includes, but to those only
    that are not reached through others."""
    floors = floors_of(folder)
    below = {room: set() for room in floors}
    for source in sources_of(folder):
        _, room = room_of(source)
        below[room] |= {other for name, other in included_by(source) if name == folder} - {room}
    reached = {}
    for room in sorted(floors, key=floors.get):
        reached[room] = below[room].union(*(reached[other] for other in below[room]))
    lines = ["```mermaid", "flowchart TD"]

    def node(room):
        return f'{room.replace("/", "_")}["{room}"]'
    for room in floors:
        for other in sorted(below[room]):
            if not any(other in reached[between] for between in below[room] - {other}):
                lines.append(f"    {node(room)} --> {node(other)}")
    return "\n".join([*lines, "```"]) + "\n"


if __name__ == "__main__":
    for drawn in sys.argv[1:] or ["engine", "plugin"]:
        print(drawing_of(drawn))
