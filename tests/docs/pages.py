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


ENTRY = re.compile(r"^  (\S.*?)(?:  +(\S.*))?$")
DEFAULT = re.compile(r" \[default: (.*)\]$")


def entries_of(*command):
    """(option, default, meaning) of each option in a command's help, but of --help."""
    listed = help_of(*command).partition("\nOptions:\n")[2].partition("\n\n")[0]
    found = []
    for line in listed.splitlines():
        if entry := ENTRY.match(line):
            found.append([entry[1], entry[2] or ""])
        else:
            text = found[-1][1]
            # A list that is cut behind a comma has no space there.
            joint = "" if re.search(r",\S+,$", text) else " "
            found[-1][1] = f"{text}{joint}{line.strip()}".strip()
    for option, text in found:
        default = DEFAULT.search(text)
        # But "--inside[=SHARE]", whose value may be left out, and "--prefer FIELD=VALUE".
        has_default = not re.search(r"\[=|=[A-Z]{2}", option)
        option, _, shown = option.partition("=") if has_default else (option, "", "")
        if option == "-h, --help":
            continue
        # "--field NAME ..." may be given several times.
        yield option.removesuffix(" ..."), shown or (default[1] if default else ""), DEFAULT.sub("", text)


def cell(text):
    """As Markdown has it in a row of a table."""
    text = re.sub(r"([|*<])", r"\\\1", text)
    return re.sub(r"(?<![\w-])--[a-zA-Z][\w-]*", r"`\g<0>`", text)


# The pages that explain options which several commands have.
HOMES = ("index", "uniq")
LEAST_FOLDED = 3


def rows_of(*command):
    return [(option.split("[")[0].split(" ")[0],
             f"| `{option.replace('|', chr(92) + '|')}` | {cell(default)} | {cell(meaning)} |".replace("|  |", "| |"))
            for option, default, meaning in entries_of(*command)]


def folded(command, rows):
    """Rows of a table; three or more in a row that the table of a home has as well are one, with a link to it."""
    homes = {} if command in HOMES else {home: {row for _, row in rows_of(home)} for home in HOMES}
    # The home that has more of the rows is the first choice.
    homes = dict(sorted(homes.items(), key=lambda home: -sum(row in home[1] for _, row in rows)))
    at = 0
    while at < len(rows):
        home, end = "", at
        for name, known in homes.items():
            last = at
            while last < len(rows) and rows[last][1] in known:
                last += 1
            if last > end:
                home, end = name, last
        if end - at < LEAST_FOLDED:
            yield rows[at][1]
            at += 1
            continue
        path = f"../commands/{home}.md" if program_of(command) == "descry-lab" else f"{home}.md"
        names = ", ".join(f"`{name}`" for name, _ in rows[at:end])
        yield f"| {names} | | As for [`{home}`]({path}#options) |"
        at = end


def table_of(*command):
    return "\n".join(["| option | default | meaning |", "|---|---|---|", *folded(command[0], rows_of(*command))]) + "\n"


def option_tables(command):
    """What stands under "## Options" of a command's page: its table, and one for each subcommand."""
    tables = [((command,), table_of(command))]
    tables += [((command, name), table_of(command, name)) for name in subcommands(command)]
    # A command of commands may have no option but --help.
    tables = [(names, table) for names, table in tables if table.count("\n") > 2]
    if len(tables) == 1:
        return tables[0][1]
    return "\n".join(f"### {program_of(command)} {' '.join(names)}\n\n{table}" for names, table in tables)


def program_of(command):
    return "descry-lab" if COMMAND_PAGES[command].parent.name == "lab" else "descry"


def name_of(page):
    return str(page.relative_to(ROOT))
