"""The command line itself: help, version, and what is refused before anything is read."""
import re

import pytest

from program import ERROR

EVERYWHERE = {"--help", "--threads", "--quiet", "--verbose"}

# What a model is made with.
MODEL = {"--words", "--distance", "--group-order", "--any-order", "--grouping", "--compact", "--rich",
         "--memory"}
# Options that were released: a script may use them, so none may vanish.
OPTIONS = {
    ("index",): {"--id-field", "--text-field", "--no-store-text", "--slot-base", "--id-prefix",
                 "--field", "--value", "--chain", "--solr-strict", *MODEL},
    ("annotate",): {"--all", "--methods", "--slot-base", "--id-prefix", *MODEL,
                    "--commit-every", "--single-commit"},
    ("rebuild",): {"--dry-run", "--model-only", "--format", *MODEL},
    ("search",): {"--collapse", "--rows", "--start", "--expand", "--format"},
    ("groups",): {"--by", "--min-size", "--format"},
    ("similar",): {"--rows", "--format"},
    ("explain",): {"--format"},
    ("deduplicate",): {"--by", "--compare-order", "--group", "--score", "--fetch-time", "--url",
                       "--mark", "--delete", "--yes", "--format"},
    ("evaluate",): {"--methods", "--gold", "--make-gold", "--calibrate", "--words", "--distance",
                    "--sample", "--seed", "--format", "--id-field", "--text-field"},
    ("sign",): {"--methods", "--model", "--keys", "--format", "--id-field", "--text-field",
                "--shingles", "--permutations", "--chain", "--solr-strict"},
    ("join", "postings"): {"--shingles", "--stem", "--multiset", "--fold-digits"},
    ("join", "pairs"): {"--parts", "--part"},
    ("join", "resemblance"): {"--min", "--union"},
    ("info",): {"--format"},
    ("model", "show"): {"--next", "--format"},
    ("model", "export"): {"--next"},
    ("model", "import"): set(),
    ("model", "make"): {"--words", "--distance", "--group-order", "--any-order", "--grouping",
                        "--compact", "--rich"},
    ("model", "diff"): {"--format"},
    ("stats", "export"): {"--learn", "--memory"},
    ("stats", "merge"): set(),
}
COMMANDS = list(OPTIONS)


def test_version(descry):
    result = descry("--version")
    assert re.fullmatch(r"descry \d+\.\d+\.\d+ - xapian-core \d+\.\d+\.\d+\n", result.text)
    assert result.err == ""


def test_help_names_every_command(descry):
    result = descry("--help")
    assert result.err == ""
    for command in COMMANDS:
        assert re.search(rf"^ +{command[0]} +\S", result.text, re.M), command


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
def test_help_explains_every_option(descry, command):
    result = descry(*command, "--help")
    assert result.err == ""
    assert f"Usage: descry {' '.join(command)} " in result.text
    # The options, each with all that is said of it.
    entries = re.split(r"\n {2,4}(?=-)", result.text.partition("\nOptions:")[2])[1:]
    told = {}
    for entry in entries:
        names = re.findall(r"--[A-Za-z][\w-]*", entry.split()[0])
        told.update(dict.fromkeys(names, " ".join(entry.split())))
    assert OPTIONS[command] | EVERYWHERE <= set(told)
    for name, entry in told.items():
        words = entry.split(" ", 2)
        assert len(words) > 2 or name == "--help", f"{name} is not explained"
        # What a choice is stored as concerns nobody.
        assert "->" not in entry, entry


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
@pytest.mark.parametrize("mistake", [["--no-such-option"], ["--threads"],
                                     ["--threads", "none", "x", "y"], ["--threads", "0", "x", "y"]],
                         ids=["unknown-option", "no-value", "not-a-number", "no-thread"])
def test_usage_errors(descry, command, mistake):
    result = descry(*command, *mistake, code=ERROR)
    assert result.out == b""
    assert result.err != ""


@pytest.mark.parametrize("arguments", [["no-such-command"], [], ["--no-such-option"],
                                       ["model", "no-such-command"], ["model"], ["index"],
                                       ["index", "db"], ["search", "db"], ["groups"],
                                       ["model", "import", "db"], ["stats"], ["stats", "merge", "a"],
                                       ["stats", "export", "db"], ["model", "make", "stats"]])
def test_unknown_commands(descry, arguments):
    result = descry(*arguments, code=ERROR)
    assert result.out == b""
    assert result.err != ""


@pytest.mark.parametrize("format", ["xml", "JSON", "2", ""])
def test_unknown_formats(descry, index, format):
    result = descry("info", index, "--format", format, code=ERROR)
    assert result.out == b""
    assert "text, tsv or json" in result.err


@pytest.mark.parametrize("command", [c for c in COMMANDS if "--format" in OPTIONS[c]],
                         ids="-".join)
def test_formats_are_named_with_their_default(descry, command):
    default = "json" if command == ("sign",) else "text"
    text = " ".join(descry(*command, "--help").text.split())
    assert "--format text|tsv|json " in text
    assert f"[default: {default}]" in text.partition("--format")[2]


@pytest.mark.parametrize("arguments", [
    ["search", "{db}", "*", "--collapse", "no-such-signature"],
    ["search", "{db}", "*", "--collapse", "slot:"],
    ["search", "{db}", "*", "--collapse", "slot:4294967295"],
    ["search", "{db}", "*", "--rows", "-1"],
    ["groups", "{db}", "--by", "no-such-signature"],
    ["groups", "{db}", "--min-size", "0"],
    ["annotate", "{db}", "--methods", "no-such-method"],
    ["annotate", "{db}", "--methods", "exact"],
    ["annotate", "{db}", "--words", "0"],
    ["annotate", "{db}", "--commit-every", "0"],
    ["rebuild", "{db}", "--dry-run", "--model-only"],
    ["rebuild", "{db}", "--words", "65536"],
    ["rebuild", "{db}", "--distance", "2"],
    ["rebuild", "{db}", "--distance", "-0.1"],
    ["rebuild", "{db}", "--distance", "near"],
    ["annotate", "{db}", "--distance", "1.01"],
    ["rebuild", "{db}", "--group-order", "shortest"],
    ["rebuild", "{db}", "--group-order", "min:"],
    ["rebuild", "{db}", "--group-order", "newest:x"],
    ["rebuild", "{db}", "--grouping", "one-level"],
    ["rebuild", "{db}", "--compact", "--rich"],
    ["rebuild", "{db}", "--memory", "0"],
    ["evaluate", "{db}", "--distance", "2"],
    ["similar", "{db}"],
    ["similar", "{db}", "no such id"],
    ["similar", "{db}", "#0"],
    ["similar", "{db}", "#2001"],
    ["similar", "{db}", "#many"],
    ["explain", "{db}", "doc00000"],
    ["explain", "{db}", "doc00000", "no such id"],
    ["sign", "--methods", "group"],
    ["sign", "--methods", "descriptive"],
], ids=" ".join)
def test_wrong_values(descry, own_index, arguments):
    result = descry(*[argument.format(db=own_index) for argument in arguments], code=ERROR)
    assert result.out == b""
    assert result.err != ""
