"""What is offered when somebody presses Tab, in bash and in zsh.

The shells' own functions that would talk to a terminal are replaced by ones that print."""
import os
import re
import shlex

import pytest

from tree import EXAMPLES, PROGRAM, TREE, commands, run

BASH = TREE / "share/bash-completion/completions/descry"
ZSH = TREE / "share/zsh/site-functions/_descry"

BASH_FRAME = """
compopt() { echo "<$2>"; }
source "$1"
COMP_LINE=$2 COMP_POINT=${#2}
read -r -a COMP_WORDS <<<"$2"
[[ $2 == *' ' ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_descry
[[ -z ${COMPREPLY[*]} ]] || printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH_FRAME = """
compset() { [[ $words[CURRENT] == ${~2}* ]] && words[CURRENT]=${words[CURRENT]##${~2}}; }
matching() { local each; for each; do [[ $each == $words[CURRENT]* ]] && print -r -- $each; done; }
compadd() { shift; matching "$@"; }
_describe() { matching "${(@P)argv[-1]}"; }
_files() { print '<default>'; }
_message() { }
file=$1
words=("${(@s: :)2}")
CURRENT=$#words
source $file
true
"""


def complete(shell, line):
    """The answers to Tab at the end of a line; <default>: files."""
    # The program by its name, as people call it.
    path = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
    frame, script = {"bash": (BASH_FRAME, BASH), "zsh": (ZSH_FRAME, ZSH)}[shell]
    start = [shell, "-c"] if shell == "bash" else [shell, "-f", "-c"]
    answers = run(*start, frame, shell, script, line, env=path).split("\n")[:-1]
    return [answer for answer in answers if answer != "<nospace>"]


def names(shell, line):
    """The answers without what zsh says of each."""
    answers = complete(shell, line)
    return answers if shell == "bash" else [answer.partition(":")[0] for answer in answers]


both = pytest.mark.parametrize("shell", ["bash", "zsh"])


@both
def test_commands(shell):
    assert names(shell, "descry ") == commands()
    assert names(shell, "descry s") == [name for name in commands() if name.startswith("s")]
    assert names(shell, "descry model ") == ["show", "export", "import", "make", "diff"]
    assert names(shell, "descry help s") == names(shell, "descry s")
    assert names(shell, "descry help stats ") == ["export", "count", "merge"]


@both
@pytest.mark.parametrize("command", [*commands(), "model make", "stats merge"])
def test_every_option_of_a_command(shell, command):
    text = run(PROGRAM, *command.split(), "--help")
    options = re.findall(r"^  (?:-., )?(--[^\s\[]+)", text, re.MULTILINE)
    assert len(options) > 0
    assert names(shell, f"descry {command} --") == options


SETS = [
    ("search --format ", "text tsv json"),
    ("search db query --format=j", "json"),
    ("search --collapse ", "group descriptive descriptive-stable text-profile exact term-profile "
                           "simhash bbit inside slot: none"),
    ("groups --by descr", "descriptive descriptive-stable"),
    ("annotate --methods ", "group descriptive descriptive-stable term-profile simhash bbit inside"),
    ("rebuild --group-order ", "first longest newest: min: max: shortest-url"),
    ("uniq --keep ", "first last longest shortest newest: min: max: none"),
    ("rebuild --grouping ", "two-level fast"),
    ("index --input-format c", "csv"),
    ("index --words ", "auto"),
    ("model show --format ", "text tsv json"),
    ("sign --methods s", "sketch-200 simhash shingles-broder"),
    ("sign --methods des", "descriptive descriptive-stable descriptive-bands"),
]


@both
@pytest.mark.parametrize("line, values", SETS, ids=[line for line, _ in SETS])
def test_fixed_values(shell, line, values):
    assert complete(shell, f"descry {line}") == values.split()


@both
def test_the_last_part_of_a_list(shell):
    before = "group," if shell == "bash" else ""  # zsh was told to keep it
    assert complete(shell, "descry annotate --methods group,term") == [before + "term-profile"]


@both
def test_files_where_files_are_meant_and_nothing_where_a_number_is(shell):
    for line in ("info ", "search db ", "index --rich ", "index db har", "sign --model "):
        assert complete(shell, f"descry {line}") == ["<default>"], line
    for line in ("index --threads ", "search --rows ", "index --memory=", "index --id-field "):
        assert complete(shell, f"descry {line}") == [], line


def test_bash_itself_completes():
    """Not a frame: an interactive bash, the word typed and Tab pressed twice."""
    typed = f"source {shlex.quote(str(BASH))}\ncd {shlex.quote(str(EXAMPLES))}\n" \
            "descry annotate --si\t--qu\t --no-such\nexit 0\n"
    path = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "TERM": "dumb"}
    shown = run("script", "-qec", "bash --norc -i", "/dev/null", input=typed, env=path)
    assert "--single-commit --quiet" in shown


def test_without_the_program_nothing_is_offered():
    nowhere = {**os.environ, "PATH": "/usr/bin:/bin"}
    assert run("bash", "-c", BASH_FRAME, "bash", BASH, "descry_is_not_there ", env=nowhere) == ""
