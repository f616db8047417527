"""The pages of the documentation and the program they are about."""
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
COMMAND_PAGES = {page.stem: page for folder in ("commands", "lab") for page in (ROOT / "docs" / folder).glob("*.md")}
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def descry():
    path = os.environ.get("DESCRY")
    assert path, "the environment variable DESCRY must hold the path of the built program"
    return str(Path(path).resolve(strict=True))


def programs():
    """descry, and descry-lab beside it."""
    return [descry(), str(Path(descry()).with_name("descry-lab"))]


def help_of(*command):
    """Of a command of either program; without one, of descry."""
    of_lab = bool(command) and COMMAND_PAGES[command[0]].parent.name == "lab"
    return subprocess.run([programs()[of_lab], *command, "--help"], capture_output=True, text=True,
                          check=True).stdout


def subcommands(*command):
    """The names that help lists under its usage, each with what it does; none for a command without."""
    _, _, listed = help_of(*command).partition("Usage:")
    listed = re.split(r"^(?:Arguments|Options):", listed, flags=re.MULTILINE)[0]
    return re.findall(r"^  ([a-z]\w*)  ", listed, re.MULTILINE)


def options_of(*command):
    """The long options of a command and of its subcommands."""
    found = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", help_of(*command), re.MULTILINE))
    for name in subcommands(*command):
        found |= options_of(*command, name)
    return found


def name_of(page):
    return str(page.relative_to(ROOT))
